"""What comes out of an example under the interpreter; of the runtime only what reads hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from ...runtime.choices import of_people, of_seats
from ...runtime.circumstances import Won, longest_chain, passing, won
from ...runtime.errors import HandError
from ...runtime.notation import parse_hand
from ...runtime.round_checks import (
    check_chains,
    check_hands,
    check_revealed,
    check_round,
    kong_behind,
)
from ...runtime.round_report import read_round, split_options
from ...runtime.settle import read_carried, thrown
from ...runtime.tiles import tile_text
from ..core.asks import asks
from ..interpret.judge import (
    carried_on,
    decide,
    judge,
    tile_set,
)
from ..interpret.scene import Scene
from .ending import ended, waits_of
from .given import asked_of, is_waiting, options_of, round_of, said_by, way_of, with_preset
from .payments import Decision, Payments
from .possible import check_won
from .said import fact_of, said_by_ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...runtime.circumstances import Choices
    from ...runtime.evaluator import Evaluator
    from ...runtime.hand import Hand
    from ...runtime.parsing import Form
    from ...runtime.round_report import RoundReport, Win
    from ...runtime.situations import Asked
    from ..core.nodes import Core
    from ..interpret.judge import Verdict
    from ..interpret.scene import Value
    from ..surface.nodes import Example, TableKind
    from .facts import Fact, Facts

_WAITING: Final[tuple[Form, ...]] = ("waiting",)
_WON: Final[tuple[Form, ...]] = ("won",)
_NOTHING: Final[Facts] = {
    "complete": False,
    "value": 0,
    "product": 0,
    "points": 0,
    "fans": (),
    "may_win": False,
    "owed": 0,
    "shape": "",
}
"""What comes of a hand that is not complete."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What came out of an example, and everything that was judged on the way.

    Attributes:
        facts: What came out.
        verdicts: The hand of the example, or the winning hands of its round.
        decisions: The tables asked about hands and payments, in order.
        fact: The path of the fact that was looked up.
        preset: The preset that was chosen.
        end: What rules may ask of how the round has ended.
    """

    facts: Facts
    verdicts: tuple[Verdict, ...] = ()
    decisions: tuple[Decision, ...] = ()
    fact: str = ""
    preset: str = ""
    end: Scene | None = None


def facts_by_interpreter(example: Example, core: Core, rules: Evaluator[Any]) -> Facts:
    """Judge the hand, try its waits, or settle the round, straight from the core.

    Args:
        example: The example.
        core: The rules.
        rules: Only to check and bind options, and for the number of seats.

    Raises:
        HandError: for a hand, circumstances or a round that cannot be.
    """
    return trace(example, core, rules).facts


def trace(example: Example, core: Core, rules: Evaluator[Any]) -> Trace:
    """The same, with what was judged on the way.

    Raises:
        HandError: for a hand, circumstances or a round that cannot be.
    """
    found = _trace(with_preset(example, core.ruleset.presets), core, rules)
    return replace(found, preset=str(example.given.get("preset", "")))


def _trace(example: Example, core: Core, rules: Evaluator[Any]) -> Trace:
    played = round_of(example)
    if played is not None:
        return _settled(played, core, rules)
    fact = fact_of(example)
    if fact:
        said = said_by_ruleset(core.ruleset).get(fact, ())
        return Trace({"said": said}, fact=fact)
    options = _bound(rules, options_of(example, rules.program.options))
    asked = asked_of(example)
    if asked is not None:
        return _answered(*asked, core, options)
    tiles = tile_set(core.ruleset.seating)
    if is_waiting(example):
        hand = parse_hand(str(example.given["hand"]), tiles, _WAITING)
        return Trace({"waits": tuple(tile_text(kind) for kind in waits_of(hand, core))})
    hand = parse_hand(str(example.given["hand"]), tiles, _WON)
    given = way_of(example)
    way = given.won(longest_chain(core.ruleset.seating.seats, tiles))
    people = of_people(rules.program.choices, given.choices, core.ruleset.seating.seats)
    winner, payer, others = people
    way = replace(way, winner_choice=winner, payer_choice=payer, others_choice=others)
    verdict = _judge(core, hand, way, options)
    if verdict is None:
        return Trace(_NOTHING)
    decided = _decisions(verdict, core)
    if verdict.may_win:
        scene = verdict.best.scene
        beside = scene._replace(owed=verdict.owed - sum(stakes for _, stakes in verdict.also))
        decided = (
            *decided,
            Decision("pay.win", scene, verdict.pay_row),
            *([Decision("pay.also", beside, "")] if core.table("pay.also").rows else ()),
        )
    return Trace(_facts(verdict), (verdict,), decided)


def _answered(kind: TableKind, asked: Asked, core: Core, options: Mapping[str, Value]) -> Trace:
    """What a table about a round says."""
    said, row = decide(core, kind, asked, options)
    decision = Decision(kind, Scene(options, asked), row)
    return Trace({said_by(kind): said, "rules": (f"{kind}.{row}",)}, (), (decision,))


def _facts(verdict: Verdict) -> Facts:
    return {
        "complete": True,
        "value": verdict.best.value,
        "product": verdict.best.product,
        "points": verdict.best.scene.points,
        "fans": tuple(fan for fan, _ in verdict.best.fans),
        "may_win": verdict.may_win,
        "owed": verdict.owed,
        "shape": verdict.best.reading.shape,
    }


def _decisions(verdict: Verdict, core: Core) -> tuple[Decision, ...]:
    """The cap and the points of the best reading, and whether the hand may win."""
    best = verdict.best
    return (
        Decision("cap", best.scene, best.cap_row),
        *([Decision("points", best.scene, "")] if core.table("points").rows else ()),
        Decision("may_win", best.scene, verdict.may_win_row),
    )


def _judge(core: Core, hand: Hand, way: Won, options: Mapping[str, Value]) -> Verdict | None:
    """Judge a hand if it can have been won in this way."""
    check_won(hand, way)
    return judge(core, hand, way, options)


def _bound(rules: Evaluator[Any], options: Mapping[str, object]) -> dict[str, Value]:
    bound = rules.load(options).options._asdict()
    return {name.removeprefix("x_"): value for name, value in bound.items()}


def _settled(given: Mapping[str, object], core: Core, rules: Evaluator[Any]) -> Trace:
    one = core.ruleset.turn.winners == "one"
    played = read_round(given, rules.program.tiles, rules.program.seats, one_winner=one)
    stake, options = split_options(given.get("options"))
    infos = rules.program.options
    options |= read_carried(infos, given) | thrown(infos, played.dice)
    check_round(played, rules.program.tiles)
    check_hands(played, asks(core))
    bound_rules = rules.load(options)
    check_revealed(played, bound_rules)
    check_chains(played, bound_rules)
    bound = _bound(rules, options)
    choices = of_seats(rules.program.choices, given.get("choices"), played.players)
    verdicts = tuple(_verdict(win, played, core, bound, choices) for win in played.wins)
    payments = Payments(core, bound, played, choices)
    totals = [0] * played.players
    used: dict[str, None] = {}
    paid: set[tuple[int, TableKind]] = set()
    decisions = [decision for verdict in verdicts for decision in _decisions(verdict, core)]
    for payer, payee, stakes, decision in payments.of(verdicts):
        decisions.append(decision)
        if stakes:
            totals[payer] -= stakes * stake
            totals[payee] += stakes * stake
            used[f"{decision.table}.{decision.row}"] = None
            paid.add((payer, decision.table))
    facts: dict[str, Fact] = {"totals": tuple(totals), "rules": tuple(used), "carried": {}}
    if not core.carried:
        return Trace(facts, verdicts, tuple(decisions))
    end = ended(played, core, paid)
    facts["carried"] = dict(carried_on(core, end, bound))
    return Trace(facts, verdicts, tuple(decisions), end=Scene(bound, end))


def _verdict(
    win: Win,
    played: RoundReport,
    core: Core,
    options: Mapping[str, Value],
    choices: tuple[Choices, ...],
) -> Verdict:
    """What a winner's hand is worth; the win must be one."""
    kong = kong_behind(played, win)
    seat, revealed = win.shown.seat, played.revealed
    way = won(
        win.by,
        win.events,
        kong.chain if kong else 0,
        seat in revealed,
        win.giver in revealed,
    )
    way = passing(way, win.passed)
    payer = () if win.giver is None else choices[win.giver]
    way = replace(way, winner_choice=choices[seat], payer_choice=payer)
    verdict = _judge(core, win.shown.hand, way, options)
    if verdict is None:
        raise HandError("KWX3540", None, f"{win.shown.path}.hand", {"seat": seat})
    if not verdict.may_win:
        row = f"may_win.{verdict.may_win_row}"
        params: dict[str, str | int] = {"seat": seat, "row": row}
        raise HandError("KWX3541", None, f"{win.shown.path}.hand", params)
    return verdict
