"""Changes that are not the same have not the same fingerprint."""

from __future__ import annotations

from itertools import combinations

import pytest

from .one_by_one import TWO_COPIES
from .variants import changed, compared, only

LAST = "when: last_tile"
MAY = "options.strict and discard and product < 2"
PAID = "fed, when: payer.fed, pay: share,"
FAMILIES = {
    "ways": (
        TWO_COPIES,
        LAST,
        [
            "when: self_draw",
            "when: discard",
            "when: last_tile and self_draw",
            "when: last_tile and discard",
            "when: last_tile and winner.revealed",
            "when: last_tile and not winner.revealed",
            "when: last_tile or winner.revealed",
        ],
    ),
    "shares": (
        TWO_COPIES,
        PAID,
        [
            "fed, when: payer.fed, pay: share + 1,",
            "fed, when: payer.fed, pay: 'share if share < 2 else share + 1',",
            "fed, when: payer.fed, pay: 'share if share < 3 else share + 1',",
            "fed, when: payer.fed, pay: 'share if share >= 2 else share + 1',",
        ],
    ),
    "chains": (
        changed((LAST, "when: chain >= 4"), text=TWO_COPIES.replace("copies: 2", "copies: 4")),
        "when: chain >= 4",
        [f"when: chain >= {number}" for number in (2, 3, 5, 6, 8, 12)],
    ),
    "options": (
        TWO_COPIES,
        MAY,
        [
            "discard and product < 2",
            "options.strict and product < 2",
            "options.strict and self_draw and product < 2",
            "options.strict and discard and product < 3",
            "options.strict and discard and product < 5",
        ],
    ),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_near_changes_are_told_apart(family: str) -> None:
    town, old, new = FAMILIES[family]
    kind = {"shares": "payment", "options": "eligibility"}.get(family, "scoring")
    found: dict[str, set[str]] = {}
    for text in new:
        felt = compared(town, changed((old, text), text=town)).behavioural
        found[text] = {one.fingerprint for one in felt if one.kind == kind}
    assert all(found.values()), "each makes a difference"
    for one, other in combinations(new, 2):
        assert not found[one] & found[other], (one, other)


def test_another_variant_has_another() -> None:
    new = ("pairs}, times: 4", "pairs}, times: 5")
    here = only(compared(TWO_COPIES, changed(new, text=TWO_COPIES)))
    village = TWO_COPIES.replace("variant: town", "variant: village")
    there = only(compared(village, changed(new, text=village)))
    assert here.fingerprint != there.fingerprint
    assert (here.count, here.effects) == (there.count, there.effects)
