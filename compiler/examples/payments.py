"""What each player owes each other by the interpreter, and which tables say so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...runtime.circumstances import Drawn, Konged, Won, won
from ...runtime.declared import UNLIMITED
from ...runtime.horses import MAX_HORSES, horse_asked, horses_asked
from ..core.asks import asks
from ..interpret.judge import (
    decide,
    judge,
    pay_also,
    pay_drawn,
    pay_kong,
    pay_win,
    scene_of_drawn,
)
from ..interpret.scene import Scene
from .ending import waits_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...runtime.circumstances import Choices
    from ...runtime.round_report import RoundReport, Win
    from ...runtime.situations import Asked
    from ..core.nodes import Core
    from ..interpret.judge import Verdict
    from ..interpret.scene import Value
    from ..surface.nodes import TableKind


@dataclass(frozen=True, slots=True)
class Decision:
    """A table that was asked: what it could look at, and the row that decided.

    Of a table of which all rows count it is a row that asked for something, or none.
    """

    table: TableKind
    scene: Scene
    row: str


@dataclass(frozen=True, slots=True)
class Payments:
    """Asks the core what each player owes each other."""

    core: Core
    options: Mapping[str, Value]
    played: RoundReport
    choices: tuple[Choices, ...]

    def of(self, verdicts: tuple[Verdict, ...]) -> Iterator[tuple[int, int, int, Decision]]:
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

    def _together(self, *two: int) -> Choices:
        """What all who play but two have chosen together."""
        others = [dict(self.choices[seat]) for seat in self.played.playing if seat not in two]
        found = []
        for one in self.core.ruleset.choices:
            assert isinstance(one.default, int)
            found.append((one.id, sum([said.get(one.id, one.default) for said in others])))
        return tuple(found)

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
                    others_choice=self._together(kong.by, payer),
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
            others = self._together(seat, payer)
            seen = replace(seen, payer_choice=self.choices[payer], others_choice=others)
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
                    others_choice=self._together(payer, payee),
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
