"""Who pays for a win where that follows from how it is won, whatever the hand is worth."""

from __future__ import annotations

import pytest

from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import resolve_variant
from kawuxing.compiler.outcomes import settled_payers

from ..compiler.diff.variants import core_of
from .towns import TOWN, paying, town


def also(*rows: str) -> str:
    """The ruleset with some rows that pay beside the win."""
    listed = (f"    - {{id: r{at}, {row}, assumed: x}}\n" for at, row in enumerate(rows))
    return paying(f"  also:\n{''.join(listed)}")


@pytest.mark.parametrize(
    ("text", "who"),
    [
        (TOWN, (True, True, False)),
        (also("pay: 1"), (True, True, True)),
        (also("when: owed > 0, pay: 1"), (True, True, False)),
        (also("when: owed >= 8 and fan.pairs, pay: 2"), (True, True, False)),
        (also("when: owed >= 0, pay: 1"), (True, True, True)),
        (also("when: owed == 0, pay: 3"), (True, True, True)),
        (also("pay: owed"), (True, True, False)),
        (also("pay: 2 * owed"), (True, True, False)),
        (also("pay: owed + 1"), (True, True, True)),
        (also("pay: 10 if owed >= 6 else owed"), (True, True, False)),
        (also("when: fan.pairs and self_draw, pay: 1"), (True, True, False)),
        (also("when: fan.pairs, pay: 1"), None),
        (also("when: fan.pairs, pay: 1", "when: discard, pay: 1"), (True, True, True)),
        (town(("when: self_draw, pay: share", "when: self_draw, pay: share - 1")), None),
        (town(("when: payer.fed, pay: 2", "when: payer.fed and fan.pairs, pay: 2")), None),
    ],
)
def test_who_pays_without_a_hand(text: str, who: tuple[bool, ...] | None) -> None:
    """When it is drawn everybody, and off a discard who gave it and the others."""
    assert settled_payers(core_of(text)) == who


@pytest.mark.parametrize("mixin", ["maima_1", "maima_147"])
def test_who_pays_for_the_win_pays_for_turned_tiles_too(mixin: str) -> None:
    """They are turned after a self-draw only: nothing more comes of a discard."""
    sink = Sink()
    ruleset = resolve_variant("suizhou", None, sink, (mixin,))
    assert ruleset is not None
    core = check(ruleset, sink)
    assert core is not None
    assert settled_payers(core) == (True, True, False)
