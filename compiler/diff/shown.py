"""Ends of rounds and hands in which that comes about which a finding says of a witness.

Whatever is shown has been asked of both sides the way anybody would ask them: a round is settled, a
hand is scored. What neither side says so is not shown.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...runtime.circumstances import Drawn, Konged
from ...runtime.errors import HandError
from ...runtime.evaluator import Evaluator
from ...runtime.situations import MissedAsked
from ...runtime.tiles import tile_text
from ..core.asks import OF_HANDS
from ..mutation.witness import paid_rounds, won_rounds
from ..space.horses import tiles_that_score
from ..space.waiting import asked_by
from ..space.waiting_hands import WaitingHands
from .findings import Asking, Bystander, Outcome, PaidSo, Said, Situation, WonHand
from .passed import passed_so
from .turns import cases_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ...runtime.circumstances import Won
    from ...runtime.hand import Hand
    from ...runtime.settle import Settlement
    from ..mutation.witness import Given
    from ..space.sides import Side
    from ..space.signatures import Space
    from .behavioural import Pair
    from .findings import Behavioural, Shown
    from .naming import Differing
    from .payments import Paid, Payments
    from .turns import Case, Situations

_TRIED: Final = 40
"""So many situations are tried of those in which a difference shows."""
_FIRST, _SECOND, _THIRD = 0, 1, 2
_KONGS: Final = ("concealed", "direct", "added")


class Showing:
    """Looks how the witnesses of findings come about."""

    def __init__(
        self,
        payments: Payments,
        asked: Situations,
        differing: Differing,
        space: Callable[[], Space],
    ) -> None:
        """Look at nothing yet.

        Args:
            payments: finds all situations in which a payment without a hand differs.
            asked: what the sides are asked about the course of a round.
            differing: which rules differ.
            space: gives the space of all sides.
        """
        self._payments, self._asked = payments, asked
        self._differing, self._space = differing, space
        self._rules: dict[int, Evaluator[Any]] = {}

    def shown(self, found: Behavioural, pair: Pair) -> Behavioural:
        """A finding with what shows it, perhaps under another of the situations it is about.

        Args:
            found: a finding.
            pair: both sides under the options it speaks of.
        """
        match found.witness:
            case Situation():
                return self._situation(found, pair)
            case Asking(table="turn.missed"):
                return self._passed(found, pair)
            case Bystander(hand, won, revealed):
                assert isinstance(found.before, int)
                assert isinstance(found.after, int)
                seen = (hand, won, revealed, _THIRD if won.discard else _SECOND)
                return _with(found, self._won(pair, seen, (found.before, found.after)))
            case WonHand(hand, won) if won.horses and found.kind == "payment":
                assert isinstance(found.before, Outcome)
                assert isinstance(found.after, Outcome)
                seen = (hand, won, won.payer_revealed, _SECOND)
                return _with(found, self._won(pair, seen, (found.before.owed, found.after.owed)))
            case _:
                return found

    def _situation(self, found: Behavioural, pair: Pair) -> Behavioural:
        cases = self._payments.cases(pair, self._differing).get(found.rules, [])
        for case, hands in islice(self._standing(pair, cases), _TRIED):
            situation, paid = case.situation, (case.before[0], case.after[0])
            program = pair[0].program
            for one in paid_rounds(situation, program.tiles, program.seats, hands):
                seats = _seats(situation, one, program.seats)
                chosen, kong = _chosen(situation.chosen, seats), isinstance(situation, Konged)
                shown = self._settled(pair, one, _Claim(*seats, paid, chosen, kong))
                if shown is not None:
                    told, shown = Situation(situation), shown._replace(hands=hands)
                    return replace(found, witness=told, before=paid[0], after=paid[1], shown=shown)
        return replace(found, imagined=True)

    def _standing(
        self, pair: Pair, cases: Sequence[Paid]
    ) -> Iterator[tuple[Paid, tuple[Hand, ...]]]:
        """Situations with hands where rules ask for these, those of which some are found."""
        drawn: dict[Drawn, Paid] = {}
        for one in cases:
            if isinstance(one.situation, Drawn) and self._asks_hands(pair):
                drawn[one.situation] = one
            else:
                yield one, ()
        if drawn:
            hands = WaitingHands(pair, self._space)
            for situation, found in hands.some(drawn, pair[0].program.seats):
                yield drawn[situation], found

    @staticmethod
    def _asks_hands(pair: Pair) -> bool:
        return bool(asked_by([side.core for side in pair]) & OF_HANDS)

    def _passed(self, found: Behavioural, pair: Pair) -> Behavioural:
        every = self._asked["turn.missed"]
        cases = cases_of("turn.missed", pair, self._differing, every).get(found.rules, [])
        wanted: dict[MissedAsked, Case] = {}
        for case in cases:
            assert isinstance(case.asked, MissedAsked)
            wanted[case.asked] = case
        shown = passed_so(pair, self._space, wanted)
        if shown is None:
            return replace(found, imagined=True)
        asked, how = shown
        said = (Said(wanted[asked].before[0]), Said(wanted[asked].after[0]))
        witness = Asking("turn.missed", asked)
        return replace(found, witness=witness, before=said[0], after=said[1], shown=how)

    def _won(
        self, pair: Pair, seen: tuple[Hand, Won, bool, int], owed: tuple[int, int]
    ) -> Shown | None:
        """A round won so, in which a payer who had revealed or had not owes so much."""
        hand, won, revealed, payer = seen
        program = pair[0].program
        turned = tiles_that_score(pair, hand, won)
        if turned is None:
            return None
        claim = _Claim(payer, _FIRST, owed, _chosen(won.chosen, (payer, _FIRST)), False)
        for one in won_rounds(hand, won, program.tiles, program.seats):
            shown = one["revealed"]
            assert isinstance(shown, list)
            if (payer in shown) == revealed:
                tiles = [tile_text(kind) for kind in turned]
                played = {**one, "horses": tiles} if tiles else one
                found = self._settled(pair, played, claim)
                if found is not None:
                    return found
        return None

    def _settled(self, pair: Pair, played: Given, claim: _Claim) -> PaidSo | None:
        """A round if on both sides one seat owes another in it what is claimed."""
        rounds = tuple([_asked_of(side, played, claim.chosen) for side in pair])
        for side, one, amount in zip(pair, rounds, claim.amounts, strict=True):
            if id(side) not in self._rules:
                self._rules[id(side)] = Evaluator(side.program, side.options)
            try:
                settled = self._rules[id(side)].settle(one)
            except HandError:
                return None
            if claim.found_in(settled) != amount:
                return None
        return PaidSo((rounds[0], rounds[1]), claim.payer, claim.payee)


class _Claim(NamedTuple):
    """What one seat owes another on each side: for the last kong, or for how a round has ended.

    Attributes:
        chosen: what players have chosen before the deal, by choice and seat.
    """

    payer: int
    payee: int
    amounts: tuple[int, int]
    chosen: Mapping[str, Mapping[int, int]]
    kong: bool

    def found_in(self, settled: Settlement) -> int:
        """What it comes to when a round is settled."""
        items = [one for one in settled.items if not self.kong or one.what in _KONGS]
        seats = (self.payer, self.payee)
        return sum([one.amount for one in items[-1].transfers if (one.payer, one.payee) == seats])


def _with(found: Behavioural, shown: Shown | None) -> Behavioural:
    return replace(found, shown=shown, imagined=shown is None)


def _asked_of(
    side: Side, played: Mapping[str, object], choices: Mapping[str, Mapping[int, int]]
) -> dict[str, object]:
    """A round as one side is asked about it: with what it lets players choose and turns up."""
    seats = side.program.seats
    made = {**played, "players": seats}
    if side.program.horses_draw is None:
        made.pop("horses", None)
    else:
        made.setdefault("horses", [])
    offered = {one.id: one.default for one in side.program.choices}
    told = {
        id_: [said.get(seat, offered[id_]) for seat in range(seats)]
        for id_, said in choices.items()
        if id_ in offered
    }
    return {**made, "choices": told} if told else made


def _chosen(
    chosen: Iterable[tuple[str, Iterable[tuple[str, int]]]], seats: tuple[int, int]
) -> dict[str, dict[int, int]]:
    """What players have chosen, by choice and seat."""
    payer, payee = seats
    found: dict[str, dict[int, int]] = {}
    for who, said in chosen:
        for id_, value in said:
            found.setdefault(id_, {})[payer if who == "payer" else payee] = value
    return found


def _seats(situation: Konged | Drawn, played: Given, seats: int) -> tuple[int, int]:
    """Who pays and who is paid; the same seat where there is nobody to pay."""
    if isinstance(situation, Drawn):
        return _FIRST, _SECOND
    kongs = played["kongs"]
    assert isinstance(kongs, list)
    konger, giver = kongs[-1]["by"], kongs[-1].get("from")
    if situation.payer_fed:
        return giver, konger
    others = (seat for seat in range(seats) if seat not in (konger, giver))
    return next(others, konger), konger
