"""Switches whose rows are asked only in certain rounds, held against rounds as they are settled."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import kawuxing
from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.interactions.pairs import Interactions, Meeting, interactions
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.hand import Hand, unpack
from kawuxing.runtime.notation import format_hand
from kawuxing.runtime.tiles import tile_text

from ...runtime.random_hands import Dealer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.compiler.interactions.pairs import Switch
    from kawuxing.runtime.evaluator import Evaluator

TOWN = "suizhou"
USE = ("gang_leijia", "piao", "shanglou", "shanglou_shaizi", "shouzhuayi_8")
SAID = {"piao": "choices", "shanglou": "carried", "shanglou_shaizi": "dice"}
"""What only a round of those who use a mix-in says."""


@cache
def library() -> Interactions:
    worlds: dict[frozenset[str], Core] = {}
    for number in range(3):
        for use in combinations(USE, number):
            core = check(load_ruleset(TOWN, None, use), Sink())
            assert core is not None
            worlds[frozenset(use)] = core
    return interactions(worlds, USE)


def four(
    meeting: Meeting, setting: dict[str, Any]
) -> Iterator[tuple[Evaluator[Any], frozenset[str]]]:
    one, other = (library().switches[at] for at in (meeting.one, meeting.other))
    on: tuple[Switch, ...]
    for on in ((), (one,), (other,), (one, other)):
        use = [switch.id for switch in on if switch.mixin]
        options = {switch.id: switch.value for switch in on if not switch.mixin}
        yield kawuxing.load(TOWN, {**setting, **options}, use=use), frozenset(use)


def rounds(number: int, seed: int) -> Iterator[dict[str, Any]]:
    """Wins of seat 1 with everything that some mix-in asks, and kongs of another."""
    random, tiles = Random(seed), kawuxing.load(TOWN).program.tiles
    for packed in Dealer(tiles, seed).won(number):
        hand = unpack(packed, tiles)
        assert hand.win is not None
        kong = next(kind for kind in tiles.kinds if kind not in (*hand.held, hand.win))
        shown = format_hand(Hand(hand.concealed, hand.melds, None))
        win = {"seat": 1, "hand": shown, "win": tile_text(hand.win)}
        fed: dict[str, object] = random.choice([{"by": "self_draw"}, {"by": "discard", "from": 2}])
        yield {
            "players": 3,
            "dealer": 0,
            "revealed": random.choice([[], [1], [1, 2]]),
            "kongs": [{"by": 0, "kind": "concealed", "tile": tile_text(kong), "chain": 1}],
            "choices": {"piao": [random.choice([0, 1, 5]) for _ in range(3)]},
            "carried": {"lou": random.choice([0, 1])},
            "dice": random.choice([[3, 3], [2, 5]]),
            "end": {"kind": "win", "wins": [{**win, **fed}]},
        }


def settled(rules: Evaluator[Any], use: frozenset[str], played: dict[str, Any]) -> tuple[int, ...]:
    unsaid = {field for mixin, field in SAID.items() if mixin not in use}
    return tuple(
        rules.settle({key: said for key, said in played.items() if key not in unsaid}).totals
    )


def test_of_what_acts_apart_no_round_says_otherwise() -> None:
    """Where all payments of two switches are apart, so are the totals of every seat."""
    apart = [one for one in library().meetings if one.kind == "apart"]
    held = 0
    for number, meeting in enumerate(apart):
        switches = [library().switches[at] for at in (meeting.one, meeting.other)]
        fixed = any(switch.id == "cap" for switch in switches)
        setting: dict[str, Any] = {} if fixed else {"cap": (8, 16, 32)[number % 3]}
        asked = list(four(meeting, setting))
        for played in rounds(20, number):
            try:
                totals = [settled(rules, use, played) for rules, use in asked]
            except HandError:
                continue
            held += 1
            for neither, one, other, both in zip(*totals, strict=True):
                assert one - neither == both - other, (switches, played)
    assert (len(apart) > 10, held > 100) == (True, True)


def test_floors_multiply_upstairs_after_a_pair_of_dice() -> None:
    """Two factors that are there only in certain rounds: 1, 2, 2 and 4 shares."""
    names = [switch.id for switch in library().switches]
    meeting = library().meeting(names.index("shanglou"), names.index("shanglou_shaizi"))
    assert meeting is not None
    assert (meeting.kind, dict(meeting.setting)) == (
        "multiply",
        {"carried_lou": 1, "dice_pair": True},
    )
    win = {"seat": 1, "hand": "1167p123789s777z", "win": "5p", "by": "self_draw"}
    end = {"kind": "win", "wins": [win]}
    played = {"players": 3, "dealer": 0, "carried": {"lou": 1}, "dice": [3, 3], "end": end}
    totals = [settled(rules, use, played)[1] for rules, use in four(meeting, {})]
    assert totals == [2, 4, 4, 8]


def test_what_is_carried_is_no_switch() -> None:
    """A table chooses a mix-in, and not on which floor it plays."""
    core = check(load_ruleset(TOWN, None, ["shanglou"]), Sink())
    assert core is not None
    found = interactions({frozenset(): core}, [])
    assert {switch.id for switch in found.switches} == {one.id for one in core.ruleset.options}
