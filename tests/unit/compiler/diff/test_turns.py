"""What differs in the course of a round: in what may be done, in who deals, in the facts."""

from __future__ import annotations

import pytest

from kawuxing.compiler.diff.findings import Asking, Fact, Said
from kawuxing.runtime.situations import HandEnded, KongAsked, PungAsked

from .variants import BASE, by_path, changed, compared, only

MORE_TILES = ("suits: [dots]", "suits: [dots, bamboos]")
"""Of the ten kinds of the base, forty tiles, none is left when the first player decides."""


def with_row(table: str, row: str, *more: tuple[str, str], rest: str = "allowed: true") -> str:
    """The base with one more row in a table that has only the last."""
    old = f"{table}: [{{id: else, {rest}, assumed: test}}]"
    return changed(
        (old, f"{table}: [{{{row}, assumed: test}}, {{id: else, {rest}, assumed: test}}]"), *more
    )


def test_a_kong_that_may_no_longer_be_made() -> None:
    row = "id: late, when: kong.added and not kong.fresh, allowed: false"
    found = compared(changed(MORE_TILES), with_row("  kong", row, MORE_TILES))
    one = only(found)
    assert (one.kind, one.rules) == ("legality", ("turn.kong.late",))
    assert (one.before, one.after) == (Said(True), Said(False))
    assert isinstance(one.witness, Asking)
    asked = one.witness.asked
    assert isinstance(asked, KongAsked)
    assert asked.kong_added
    assert not asked.kong_fresh
    # of the facts that do not matter none is true, and the wall has tiles
    assert (asked.turn_drew, asked.konger_revealed) == (False, False)
    assert (asked.turn_concealed_kongs, asked.wall_left) == (0, 10)
    assert 0 < one.count < one.of
    assert by_path(found)["turn.kong.late"].kind == "legality"


def test_so_many_of_so_many_situations() -> None:
    """Of 2 x 4 situations two have an empty wall; with 3 written there are 4 and 3 tiles, too."""
    base = changed(MORE_TILES)
    empty = with_row("  pung", "id: empty, when: wall.left == 0, allowed: false", MORE_TILES)
    one = only(compared(base, empty))
    assert (one.rules, one.count, one.of) == (("turn.pung.empty",), 2, 8)
    assert one.witness == Asking("turn.pung", PungAsked(punger_revealed=False, wall_left=0))
    few = with_row("  pung", "id: few, when: wall.left <= 3, allowed: false", MORE_TILES)
    one = only(compared(base, few))
    assert (one.count, one.of) == (2 * 4, 2 * 6)


def test_only_the_walls_that_can_be_left() -> None:
    """Three times 13 tiles and the dealer's draw are all forty."""
    empty = with_row("  pung", "id: empty, when: wall.left == 0, allowed: false")
    one = only(compared(BASE, empty))
    assert (one.rules, one.count, one.of) == (("turn.pung.empty",), 2, 2)


def test_a_row_that_is_written_otherwise_and_does_the_same_is_no_difference() -> None:
    one = with_row("  pung", "id: no, when: not (wall.left > 0), allowed: false")
    other = with_row("  pung", "id: no, when: wall.left < 1, allowed: false")
    assert compared(one, other).equal
    assert compared(
        BASE, with_row("  pung", "id: never, when: wall.left > 99, allowed: false")
    ).equal


def test_another_dealer() -> None:
    found = compared(BASE, changed(("next: dealer", "next: payer")))
    one = only(found)
    assert (one.kind, one.rules) == ("flow", ("dealer.drawn",))
    assert (one.before, one.after) == (Said("dealer"), Said("payer"))
    assert one.count == one.of
    assert isinstance(one.witness, Asking)
    assert one.witness.asked == HandEnded(0, False, False, 0, 0)
    assert by_path(found)["dealer.drawn.next"][1:3] == ("dealer", "payer")


def test_under_an_option() -> None:
    strict = with_row("  pung", "id: strict, when: options.strict, allowed: false")
    one = only(compared(BASE, strict))
    assert one.settings[1] == {"strict": True}
    assert (one.rules, one.count) == (("turn.pung.strict",), one.of)


@pytest.mark.parametrize(
    ("old", "new", "path", "before", "after"),
    [
        ("[win, kong, pung]", "[win, pung, kong]", "turn.precedence", "win, kong, pung",
         "win, pung, kong"),
        ("winners: many", "winners: one", "turn.winners", "many", "one"),
        ("tail: true", "tail: false", "turn.tail", "true", "false"),
        ("anytime: false", "anytime: true", "turn.reveal_anytime", "false", "true"),
        ("must: []", "must: [announced_kong]", "turn.must", "", "announced_kong"),
        ("out: nobody", "out: watches", "table.at_table.out", "nobody", "watches"),
        ("dealer: [{id: drawn", "fouls: {swap: {may_win: false, assumed: test}}\n"
         "dealer: [{id: drawn", "fouls.swap", "may_win: true, may_kong: true, kong_money: kept",
         "may_win: false, may_kong: true, kong_money: kept"),
    ],
)  # fmt: skip
def test_a_fact_that_is_another(old: str, new: str, path: str, before: str, after: str) -> None:
    found = compared(BASE, changed((old, new)))
    (one,) = [one for one in found.behavioural if isinstance(one.witness, Fact)]
    assert (one.kind, one.rules, one.witness) == ("flow", (path,), Fact(path))
    assert (one.before, one.after) == (Said(before), Said(after))
    assert by_path(found)[path].kind == "flow"
    assert found.places(one, 1)
    assert not found.equal


@pytest.mark.parametrize(
    ("old", "new", "paths"),
    [
        ("direction: counterclockwise", "direction: clockwise", ["table.deal.direction"]),
        ("dealer: [{id: drawn", "fouls: {swap: {may_win: true, assumed: test}}\n"
         "dealer: [{id: drawn", ["fouls.swap"]),
        ("must: []\n  assumed: test", "must: []\n  assumed: well",
         ["turn.assumed.zh", "turn.assumed.en"]),
    ],
)  # fmt: skip
def test_what_changes_nothing_for_the_players(old: str, new: str, paths: list[str]) -> None:
    found = compared(BASE, changed((old, new)))
    assert found.equal
    assert [one.path for one in found.structural] == paths
