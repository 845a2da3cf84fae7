"""Switches that meet in who deals next, through who has paid."""

from __future__ import annotations

import pytest

from .test_pairs import PUNGS, Edit, met, of


def deals(condition: str, word: str) -> Edit:
    """Who deals next in some ends."""
    row = f"{{id: d, when: {condition}, next: {word}, assumed: x}}"
    return ("dealer: [", f"dealer: [{row}, ")


IDLE: Edit = (
    "drawn:\n",
    "drawn:\n    - {id: idle, when: not payer.ready, pay: 3, assumed: x}\n",
)


@pytest.mark.parametrize(
    ("edits", "gaps"),
    [
        ((IDLE, deals("winners == 0", "payer")), ["dealing"]),
        ((IDLE, deals("winners == 0 and payers == 1", "first_revealed")), ["dealing"]),
        ((IDLE, deals("winners == 0", "first_revealed")), []),
        ((IDLE, deals("winners == 1", "payer")), []),
        ((PUNGS, deals("winners == 1", "payer")), []),
    ],
)
def test_who_deals_by_who_has_paid_is_left_open_where_that_changes(
    edits: tuple[Edit, Edit], gaps: list[str]
) -> None:
    """Of a drawn hand the payer deals: with other payers, perhaps another; dearer is no other."""
    found = met(of(*edits))
    assert (found.kind, [gap.key for gap in found.gaps]) == ("open" if gaps else "apart", gaps)


def test_who_deals_by_who_has_paid_for_a_win_is_left_open_where_others_pay() -> None:
    """Who has not fed pays 3 where all are triplets."""
    row = "when: not payer.fed and discard and fan.pungs, pay: 3"
    others = ("  win:\n", f"  win:\n    - {{id: others, {row}, assumed: x}}\n")
    found = met(of(others, deals("winners == 1 and payers == 2", "discarder")))
    assert (found.kind, [gap.key for gap in found.gaps]) == ("open", ["dealing"])
