"""What was found about hands is kept, and taken only for what it was found for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.commands.compared import _kept_as
from kawuxing.compiler.diff import behavioural
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import Behavioural, Bystander, Outcome, WonHand
from kawuxing.compiler.diff.hands import Hands, keep_hands, kept_hands
from kawuxing.compiler.diff.rules import Renamed
from kawuxing.compiler.space.cache import read, write
from kawuxing.compiler.space.groups import circumstances_of
from kawuxing.compiler.space.sides import sides
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.notation import parse_hand
from kawuxing.runtime.tiles import TileSet

from .variants import BASE, changed, core_of

if TYPE_CHECKING:
    from pathlib import Path

    from kawuxing.compiler.diff.findings import Comparison
    from kawuxing.runtime.circumstances import Won

# A fan by another name, one that is dearer, one payer who pays less, an option that is read.
OTHER = changed(
    ("  pungs: {name: {zh: 全刻, en: All triplets}", "  alike: {name: {zh: 全刻, en: Alike}"),
    ("when: triplets == 4", "when: count(s.triplet for s in sets) > 3"),
    ("times: 8", "times: 6"),
    ("nobody, pay: 0, assumed: test}\n  kong", "nobody, pay: 1, assumed: test}\n  kong"),
)
KEY = "0" * 64
NAMES = ("one", "other")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KAWUXING_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("KAWUXING_CACHE", raising=False)
    return tmp_path


def ask(other: str = OTHER) -> Comparison:
    return compare(core_of(BASE), core_of(other), NAMES, kept_as=KEY)


def told(found: Comparison) -> tuple[object, ...]:
    return found.behavioural, found.renamed, found.space, found.gaps


def test_what_is_kept_is_what_was_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = compare(core_of(BASE), core_of(OTHER), NAMES)
    assert plain.renamed
    assert {type(one.witness) for one in plain.behavioural} >= {WonHand, Bystander}
    assert not list(folder.glob("hands-*"))  # it has no name
    assert told(ask()) == told(plain)
    assert len(list(folder.glob("hands-*"))) == 1

    def judge(*_: object) -> None:
        raise AssertionError("hands are judged again")

    monkeypatch.setattr(behavioural.HandComparer, "_compare", judge)
    assert told(ask()) == told(plain)


HAND = parse_hand("111222333p55p99p+9p", TileSet(("dots",), ("red",)))
MADE = Hands(
    5,
    9,
    Renamed({"new": "old"}, {"cap.new": "cap.old"}),
    (
        (
            Behavioural(
                "scoring",
                ("fans.old",),
                *(3, 9, 2),
                WonHand(HAND, won("discard", ("last_tile",))),
                ({}, {}),
                Outcome(2, 4, True, 2, (("old", 4),)),
                Outcome(4, 4, False, 0, (("new", 4),)),
                effects=17,
            ),
            Behavioural(
                "payment",
                ("pay.win.rest",),
                *(1, 9, 1),
                Bystander(HAND, won("discard"), payer_revealed=True),
                ({}, {}),
                *(0, 1),
                effects=18,
            ),
        ),
    ),
)


@cache
def asked() -> tuple[list[Any], tuple[Won, ...]]:
    """Two sides under their defaults, and the ways of winning."""
    ours, theirs = sides((core_of(BASE), core_of(OTHER)), [[{}], [{}]])
    return [(ours[0], theirs[0])], circumstances_of([*ours, *theirs])


def test_what_was_kept_is_read_back() -> None:
    keep_hands(KEY, MADE, *asked())
    assert kept_hands(KEY, *asked()) == MADE
    assert kept_hands(KEY.replace("0", "1"), *asked()) is None


def put(given: Any, path: tuple[str | int, ...], value: object) -> Any:  # noqa: ANN401 - JSON
    """JSON values with one of them replaced."""
    if not path:
        return value
    first, *rest = path
    made = given.copy()
    made[first] = put(given[first], tuple(rest), value)
    return made


ROW = ("once", 0, 0)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((), []),
        ((), {}),
        (("points",), True),
        (("configurations",), 1.5),
        (("configurations",), -1),
        (("configurations",), 10),
        (("points",), -1),
        (("points",), 4),
        ((*ROW, 2), -3),
        ((*ROW, 2), 10),
        ((*ROW, 3), -1),
        ((*ROW, 4), -1),
        (("fans",), []),
        (("rows",), {"pay.win.a": 1}),
        (("once",), {}),
        (("found",), []),
        (("found", 0), 99),
        (("found", 0), "0"),
        (ROW, [1, 2]),
        ((*ROW, 0), "wealth"),
        ((*ROW, 0), []),
        ((*ROW, 1), 7),
        ((*ROW, 2), None),
        ((*ROW, 5, 0), "[[["),
        ((*ROW, 5, 0), 5),
        ((*ROW, 5, 1), 9999),
        ((*ROW, 5, 2), "yes"),
        ((*ROW, 6), "much"),
        ((*ROW, 7), [1, 2, 3, 4, 5]),
    ],
)
def test_what_was_not_kept_so_is_passed_over(
    folder: Path, path: tuple[str | int, ...], value: object
) -> None:
    keep_hands(KEY, MADE, *asked())
    kept = read(str(folder), "hands", KEY)
    write(str(folder), "hands", KEY, put(kept, path, value))
    assert kept_hands(KEY, *asked()) is None


def test_a_name_stands_for_both_rulesets() -> None:
    one, other = core_of(BASE), core_of(OTHER)
    laid_upon = replace(one, ruleset=replace(one.ruleset, use=("mixin",)))
    pairs = [(one, other), (other, one), (one, one), (laid_upon, other)]
    assert len({_kept_as(*pair) for pair in pairs}) == len(pairs)
    assert _kept_as(one, other) == _kept_as(core_of(BASE, "elsewhere.yaml"), other)
