"""Whatever a caller of the Python interface hands in: it is taken, or refused with a code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest

import kawuxing
from kawuxing import HandError, Match, Round, RoundError, RoundRules, replay
from kawuxing.runtime.round.actions import WIN

if TYPE_CHECKING:
    from collections.abc import Callable

Odd: TypeAlias = Any
"""Of a type the call does not take, on purpose."""

ODD: Final[tuple[Odd, ...]] = (
    *(200, -1, 10**5000, -(10**30), 5.0, 5.5, float("nan"), float("inf"), True, None),
    *("5p", "", "\ud800", "x" * 3000, b"5p", (1,), (None,), ((),), (((1, 2),),)),
    *([1], [[1]], [None] * 3, {}, {"a": 1}, {1: 2}, {1, 2}, range(3), int, object()),
)
NAMES: Final[tuple[Odd, ...]] = (5, 10**5000, None, float("nan"), b"5p", int, "x" * 3000, "\ud800")
"""What may be a key in Python, and no name."""

HAND: Final = "1122334455667s"
WON: Final = f"{HAND}+7s"
CHOSEN: Final = kawuxing.load("suizhou", use=["piao"])
PLAIN: Final = kawuxing.load("hubei")
RULES: Final = RoundRules(PLAIN)
CHOOSING: Final = RoundRules(CHOSEN)


def _over() -> Round:
    game = Round.new(RULES, seed=1)
    while not game.over:
        game = game.apply(game.deciding[0], game.legal_actions(game.deciding[0])[-1])
    return game


GAME: Final = Round.new(RULES, seed=1)
OVER: Final = _over()
MATCH: Final = Match.new(RULES, 1)
LOG: Final = OVER.log()

CALLS: Final[dict[str, Callable[[Odd], object]]] = {
    "foul.seat": lambda odd: GAME.foul(odd, "x").log(),
    "foul.kind": lambda odd: GAME.foul(0, odd).log(),
    "legal_actions": GAME.legal_actions,
    "apply.seat": lambda odd: GAME.apply(odd, WIN),
    "apply.action": lambda odd: GAME.apply(0, odd),
    "view": GAME.view,
    "sight": GAME.sight,
    "hand": GAME.hand,
    "with_dice": GAME.with_dice,
    "numbered": GAME.numbered,
    "over.foul": lambda odd: OVER.foul(odd, odd),
    "over.apply": lambda odd: OVER.apply(odd, odd),
    "new.rules": lambda odd: Round.new(odd, seed=1),
    "new.seed": lambda odd: Round.new(RULES, seed=odd),
    "new.wall": lambda odd: Round.new(RULES, wall=odd),
    "new.tiles": lambda odd: Round.new(RULES, wall=[odd] * 84),
    "new.dealer": lambda odd: Round.new(RULES, seed=1, dealer=odd),
    "new.out": lambda odd: Round.new(RULES, seed=1, out=odd),
    "new.choices": lambda odd: Round.new(RULES, seed=1, choices=odd),
    "new.chosen": lambda odd: Round.new(CHOOSING, seed=1, choices=odd),
    "new.chosen.seat": lambda odd: Round.new(CHOOSING, seed=1, choices=(odd, (), ())),
    "new.chosen.name": lambda odd: Round.new(CHOOSING, seed=1, choices=(((odd, 1),), (), ())),
    "new.chosen.value": lambda odd: Round.new(CHOOSING, seed=1, choices=((("piao", odd),), (), ())),
    "rules.evaluator": RoundRules,
    "rules.rules": lambda odd: RoundRules(PLAIN, odd),
    "rules.stake": lambda odd: RoundRules(PLAIN, stake=odd),
    "match.rules": lambda odd: Match.new(odd, 1),
    "match.seed": lambda odd: Match.new(RULES, odd),
    "match.choices": lambda odd: Match.new(CHOOSING, 1, odd),
    "match.deal": lambda odd: Match.new(CHOOSING, 1).deal(odd),
    "match.asked_of": MATCH.asked_of,
    "match.after": MATCH.after,
    "match.gained": lambda odd: MATCH.next(odd, (), 0),
    "match.winners": lambda odd: MATCH.next((0, 0, 0), odd, 0),
    "match.dealer": lambda odd: MATCH.next((0, 0, 0), (), odd),
    "replay.rules": lambda odd: replay(odd, LOG),
    "replay.text": lambda odd: replay(RULES, odd),
    "load.options": lambda odd: kawuxing.load("hubei", odd),
    "load.option": lambda odd: kawuxing.load("hubei", cap=odd),
    "simulate.options": lambda odd: kawuxing.simulate("hubei", odd, rounds=1),
    "load": PLAIN.load,
    "score": PLAIN.score,
    "score.choices": lambda odd: CHOSEN.score(WON, choices=odd),
    "score.choice": lambda odd: CHOSEN.score(WON, choices={"piao": odd}),
    "score.chosen": lambda odd: CHOSEN.score(WON, choices={"piao": {"winner": odd}}),
    "waits": PLAIN.waits,
    "waits.seen": lambda odd: PLAIN.waits(HAND, seen=odd),
    "settle": CHOSEN.settle,
    "settle.players": lambda odd: CHOSEN.settle({"players": odd, "end": odd}),
    "score_many": PLAIN.score_many,
    "score_many.hand": lambda odd: PLAIN.score_many([odd]),
    "score_each": lambda odd: PLAIN.score_each([WON], odd),
    "waits_many": PLAIN.waits_many,
}
WAYS: Final = ("by", "events", "chain", "revealed", "payer_revealed", "passed")


def refused(call: Callable[[Odd], object], odd: Odd) -> bool:
    """Whether something is refused, in words; it fails if it raises anything else."""
    try:
        call(odd)
    except (HandError, RoundError) as error:
        code, text = error.code, error.text("zh")
    else:
        return False
    assert code.startswith("KWX3")
    assert len(text) < 4000
    return True


@pytest.mark.parametrize("name", CALLS)
def test_odd_arguments_are_refused_with_a_code(name: str) -> None:
    assert sum(refused(CALLS[name], odd) for odd in ODD) > 0 or name == "legal_actions"


@pytest.mark.parametrize("way", WAYS)
def test_odd_ways_to_win_are_refused_with_a_code(way: str) -> None:
    given: list[Callable[[Odd], object]] = [
        lambda odd: PLAIN.score(WON, **{way: odd}),
        lambda odd: PLAIN.verdicts(**{way: odd}),
        lambda odd: PLAIN.score_many([WON], **{way: odd}),
    ]
    for call in given:
        assert sum(refused(call, odd) for odd in ODD) > len(ODD) - 5


def test_what_cannot_be_a_name_is_refused_with_a_code() -> None:
    takes: tuple[Callable[[Odd], object], ...] = (
        lambda odd: kawuxing.load("hubei", {odd: 1}),
        lambda odd: kawuxing.simulate("hubei", {odd: 1, "cap": 8}, rounds=1),
        lambda odd: CHOSEN.score(WON, choices={odd: {"winner": 1}}),
        lambda odd: CHOSEN.score(WON, choices={"piao": {odd: 1}}),
        lambda odd: PLAIN.settle({odd: 1}),
    )
    for call in takes:
        assert all(refused(call, odd) for odd in NAMES)


@pytest.mark.parametrize("seat", [3, -1, True, 1.0, None, [0]])
def test_what_is_no_seat_has_no_hand(seat: Odd) -> None:
    for call in (GAME.hand, GAME.view, GAME.sight, lambda odd: GAME.foul(odd, "x")):
        with pytest.raises(RoundError) as caught:
            call(seat)
        assert caught.value.code == "KWX3631"


def test_what_is_chosen_for_a_round_must_be_offered() -> None:
    for chosen, code in ((("piao", 999), "KWX3552"), (("ante", 1), "KWX3551")):
        with pytest.raises(HandError) as caught:
            Round.new(CHOOSING, seed=1, choices=((chosen,), (), ()))
        assert caught.value.code == code


def test_a_wall_is_told_in_kinds_whatever_equals_them() -> None:
    wall: Odd = [float(kind) for kind in RULES.kinds for _ in range(4)]
    log = Round.new(RULES, wall=wall).log()
    assert Round.new(RULES, wall=[int(kind) for kind in wall]).log() == log
