"""What comes out of an example under the interpreter; of the runtime only what reads hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from ...runtime.choices import of_people, of_seats
from ...runtime.circumstances import Drawn, Konged, Won, longest_chain, passing, won
from ...runtime.declared import UNLIMITED
from ...runtime.errors import HandError
from ...runtime.horses import MAX_HORSES, horse_asked, horses_asked
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
    pay_also,
    pay_drawn,
    pay_kong,
    pay_win,
    scene_of_drawn,
    tile_set,
)
from ..interpret.scene import Scene
from .ending import ended, waits_of
from .given import asked_of, is_waiting, options_of, round_of, said_by, way_of, with_preset
from .possible import check_won
from .said import fact_of, said_by_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
class Decision:
    """A table that was asked: what it could look at, and the row that decided.

    Of a table of which all rows count it is a row that asked for something, or none.
    """

    table: TableKind
    scene: Scene
    row: str


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
    people = of_people(rules.program.choices, given.choices, ("winner", "payer"))
    way = replace(way, winner_choice=people[0], payer_choice=people[1])
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
    cashier = _Cashier(core, bound, played, choices)
    totals = [0] * played.players
    used: dict[str, None] = {}
    paid: set[tuple[int, TableKind]] = set()
    decisions = [decision for verdict in verdicts for decision in _decisions(verdict, core)]
    for payer, payee, stakes, decision in cashier.payments(verdicts):
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


@dataclass(frozen=True, slots=True)
class _Cashier:
    """Asks the core what each player owes each other."""

    core: Core
    options: Mapping[str, Value]
    played: RoundReport
    choices: tuple[Choices, ...]

    def payments(self, verdicts: tuple[Verdict, ...]) -> Iterator[tuple[int, int, int, Decision]]:
        """Payer, payee, stakes and the decision, payments of nothing included."""
        yield from self._kongs()
        horses = list(self.played.horses or ())
        for win, verdict in zip(self.played.wins, verdicts, strict=True):
            asked: list[Decision] = []
            points = self._horses(win, verdict, horses, asked)
            yield from ((win.shown.seat, win.shown.seat, 0, decision) for decision in asked)
            yield from self._win(win, verdict, points)
        if not self.played.wins:
            yield from self._drawn()

    def _others(self, seat: int) -> Iterator[int]:
        return (other for other in self.played.playing if other != seat)

    def _kongs(self) -> Iterator[tuple[int, int, int, Decision]]:
        for kong in self.played.kongs:
            for payer in self._others(kong.by):
                situation = Konged(
                    kong_concealed=kong.kind == "concealed",
                    kong_direct=kong.kind == "direct",
                    kong_added=kong.kind == "added",
                    kong_chain=kong.chain,
                    konger_revealed=kong.by in self.played.revealed,
                    payer_fed=payer == kong.giver,
                    konger_choice=self.choices[kong.by],
                    payer_choice=self.choices[payer],
                )
                if not kong.robbed:
                    stakes, row = pay_kong(self.core, situation, self.options)
                    scene = Scene(self.options, situation)
                    yield payer, kong.by, stakes, Decision("pay.kong", scene, row)

    def _horses(
        self, win: Win, verdict: Verdict, left: list[int], decisions: list[Decision]
    ) -> int:
        """What the tiles score that are turned for a winner; they are taken from those left."""

        def said(kind: TableKind, asked: Asked) -> int:
            if not self.core.table(kind).rows:
                return 0
            answer, row = decide(self.core, kind, asked, self.options)
            decisions.append(Decision(kind, Scene(self.options, asked), row))
            return int(answer)

        way, kind = verdict.best.scene.situation, win.shown.hand.win
        assert isinstance(way, Won)
        if kind is None:
            return 0
        points, turned, wanted = 0, 0, said("horses.draw", horses_asked(way))
        while turned < min(wanted, MAX_HORSES) and left:
            turned += 1
            asked = horse_asked(left.pop(0), kind, turned)
            points += said("horses.hits", asked)
            wanted += said("horses.again", asked)
        return points

    def _win(
        self, win: Win, verdict: Verdict, horses: int
    ) -> Iterator[tuple[int, int, int, Decision]]:
        seat, revealed = win.shown.seat, self.played.revealed
        way = verdict.best.scene.situation
        assert isinstance(way, Won)
        winners = {one.shown.seat for one in self.played.wins}
        first = [one for one in revealed if one in winners][:1]
        way = replace(way, winner_preceded=first not in ([], [seat]), horses=horses)
        way = replace(way, winner_choice=self.choices[seat])
        for payer in self._others(seat):
            seen = replace(way, payer_revealed=payer in revealed, payer_fed=payer == win.giver)
            seen = replace(seen, payer_choice=self.choices[payer])
            stakes, row = pay_win(self.core, verdict.best, seen)
            scene = verdict.best.scene._replace(situation=seen, owed=stakes)
            yield payer, seat, stakes, Decision("pay.win", scene, row)
            also = pay_also(self.core, verdict.best, seen, stakes)
            if not also and self.core.table("pay.also").rows:
                yield payer, seat, 0, Decision("pay.also", scene, "")
            for row, more in also:
                yield payer, seat, more, Decision("pay.also", scene, row)

    def _drawn(self) -> Iterator[tuple[int, int, int, Decision]]:
        revealed = self.played.revealed
        worths = self._worths() if "hands" in asks(self.core) else {}
        for payer in self.played.playing:
            for payee in self._others(payer):
                worth = worths.get(payee, ())
                best = max(worth, default=(0, 0, UNLIMITED))
                situation = Drawn(
                    payer_revealed=payer in revealed,
                    payer_first_revealed=revealed[:1] == (payer,),
                    payee_revealed=payee in revealed,
                    payer_ready=bool(worths.get(payer)),
                    payee_ready=bool(worth),
                    payee_best=best[0],
                    payee_worst=min(worth, default=best)[0],
                    payer_choice=self.choices[payer],
                    payee_choice=self.choices[payee],
                    payee_points=best[1],
                    payee_cap=best[2],
                    ready=sum([bool(one) for one in worths.values()]),
                    revealed=len(revealed),
                )
                stakes, row = pay_drawn(self.core, situation, self.options)
                scene = scene_of_drawn(situation, self.options)
                yield payer, payee, stakes, Decision("pay.drawn", scene, row)

    def _worths(self) -> dict[int, tuple[tuple[int, int, int], ...]]:
        """What each wait of each hand is worth off a plain discard, its points, and its cap."""
        found = {}
        for shown in self.played.shown:
            way = won("discard", revealed=shown.seat in self.played.revealed)
            hands = [replace(shown.hand, win=kind) for kind in waits_of(shown.hand, self.core)]
            verdicts = [judge(self.core, hand, way, self.options) for hand in hands]
            best = [one.best for one in verdicts if one is not None]
            found[shown.seat] = tuple((one.value, one.scene.points, one.cap) for one in best)
        return found
