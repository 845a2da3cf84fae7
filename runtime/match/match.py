"""A match: rounds that follow from each other, the seats and the totals of those who play it.

Everything comes from the seed of the match. Its number 0, 1, … (`round.wall.derive`) is the seed of
its first, second, … round; `first_dealer` says how the first dealer is found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..choices import holding, kept, without_defaults
from ..errors import HandError
from ..records import expect, whole_number, wrong_type
from ..round.finish import end_of
from ..round.game import Round, check_seat
from ..round.rules import RoundRules
from ..round.wall import MAX_SEED, derive, mix

if TYPE_CHECKING:
    from ..circumstances import Choices
    from ..declared import OptionInfo

_PERSONS = 1 << 32
"""Numbers of a round's seed from here on are seeds for what the persons decide by chance."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two rounds.

    Persons have the numbers of the seats they take at first. Where the winner rests, winner and
    newcomer change places, and the place that is out stays where it is.

    Attributes:
        number: rounds that are over.
        dealer: the seat that deals next.
        chairs: the person in each seat.
        out: the seat whose person rests or only watches the next round.
        totals: what each person has gained or lost; they always add up to nothing.
        choices: what each person chooses before every deal, if anybody chooses anything.
        held: of what each person has chosen what holds for the match; empty before they have.
    """

    rules: RoundRules
    seed: int
    number: int
    dealer: int
    chairs: tuple[int, ...]
    out: int | None
    totals: tuple[int, ...]
    choices: tuple[Choices, ...] = ()
    held: tuple[Choices, ...] = ()

    @classmethod
    def new(cls, rules: RoundRules, seed: int, choices: tuple[Choices, ...] = ()) -> Match:
        """The match of a seed, before its first round.

        Raises:
            HandError: for choices the variant does not have, and for what is none of all these.
        """
        expect(rules, "rules", "RoundRules", RoundRules)
        whole_number(seed, "seed", 0, MAX_SEED)
        if choices != ():
            choices = without_defaults(rules.evaluator.program.choices, choices, rules.players)
        dealer, out = first_dealer(rules, seed)
        players = rules.players
        return cls(rules, seed, 0, dealer, tuple(range(players)), out, (0,) * players, choices)

    @property
    def round_seed(self) -> int:
        """The seed of the next round."""
        return derive(self.seed, self.number)

    def deal(self, choices: tuple[Choices, ...] = ()) -> Round:
        """The next round, dealt; `choices` are what each seat has chosen before.

        If nothing is said of them, the persons in the seats choose what they always do. What they
        were asked once in the match they cannot choose again.

        Raises:
            HandError: for choices the variant does not have, and for what are none.
        """
        if choices != ():
            choices = without_defaults(
                self.rules.evaluator.program.choices, choices, self.rules.players
            )
        if self.choices and not choices:
            choices = tuple([self.choices[person] for person in self.chairs])
        if self.held:
            held = [self.held[person] for person in self.chairs]
            chosen = choices or ((),) * len(held)
            choices = holding(self.rules.evaluator.program.choices, chosen, held)
        return Round.of_match(
            self.rules,
            self.round_seed,
            self.number + 1,
            dealer=self.dealer,
            out=self.out,
            choices=choices,
        )

    def asked_of(self, person: int) -> tuple[OptionInfo, ...]:
        """What a person is to choose before the next deal.

        Raises:
            RoundError: for who does not sit at the table.
        """
        check_seat(person, self.rules.players)
        held = dict(self.held[person]) if self.held else {}
        infos = self.rules.evaluator.program.choices
        return tuple([info for info in infos if info.id not in held])

    def _holding_after(self, game: Round) -> tuple[Choices, ...]:
        """What holds for the match after a round: also what was first chosen in it."""
        setup, rules = game.state.setup, self.rules
        held = list(self.held or ((),) * rules.players)
        for seat in setup.playing:
            person = self.chairs[seat]
            chosen = setup.choices[seat] if setup.choices else ()
            held[person] = held[person] or kept(rules.evaluator.program.choices, rules.once, chosen)
        return tuple(held)

    @property
    def seeds(self) -> tuple[int, ...]:
        """Where decisions by chance in the next round come from: the persons', by their seats."""
        seed = self.round_seed
        return tuple([derive(seed, _PERSONS + person) for person in self.chairs])

    def after(self, game: Round) -> Match:
        """The match when its next round has been played.

        Raises:
            HandError: for what is no round, or one that is not over.
        """
        expect(game, "game", "Round", Round)
        dealer = game.next_dealer
        if dealer is None:
            raise wrong_type("game", "a round that is over", game)
        gained = game.ledger.totals(self.rules.players)
        following = self.next(gained, game.state.winners, dealer)
        if self.rules.once:
            following = replace(following, held=self._holding_after(game))
        if self.rules.evaluator.program.carry is None:
            return following
        return replace(following, rules=game.rules.after(end_of(game.rules, game.state)))

    def next(self, gained: tuple[int, ...], winners: tuple[int, ...], dealer: int) -> Match:
        """The match after a round with these totals by seat, these winners and the next dealer.

        Raises:
            RoundError: for winners or a dealer who do not sit at the table.
            HandError: for what are no totals, or not as many as there are seats.
        """
        players = self.rules.players
        expect(gained, "gained", "array of integers", tuple)
        for at, amount in enumerate(gained):
            expect(amount, f"gained[{at}]", "integer", int)
        if len(gained) != players:
            raise HandError("KWX3550", None, "gained", {"found": len(gained), "expected": players})
        expect(winners, "winners", "array of seats", tuple)
        for seat in (dealer, *winners):
            check_seat(seat, players)
        totals = list(self.totals)
        for person, amount in zip(self.chairs, gained, strict=True):
            totals[person] += amount
        chairs, out = list(self.chairs), self.out
        if out is not None and self.rules.flow.out == "rests" and len(winners) == 1:
            (seat,) = winners
            chairs[seat], chairs[out] = chairs[out], chairs[seat]
            if dealer == out:  # the newcomer, who has left that place
                dealer = seat
        elif dealer == out:  # nobody has come
            dealer = self.dealer
        return replace(
            self,
            number=self.number + 1,
            dealer=dealer,
            chairs=tuple(chairs),
            totals=tuple(totals),
        )


def first_dealer(rules: RoundRules, seed: int) -> tuple[int, int | None]:
    """Who deals the first round, and which seat is out.

    The output that belongs to the seed itself gives a seat among those that play. Where one rests,
    it gives one of all seats, and the seat before the dealer's, the last to have its turn, rests;
    where one only watches, it is the last seat.
    """
    players = rules.players
    match rules.flow.out:
        case "rests":
            dealer = mix(seed & (1 << 64) - 1) * players >> 64
            return dealer, (dealer - 1) % players
        case "watches":
            return mix(seed & (1 << 64) - 1) * (players - 1) >> 64, players - 1
        case "nobody":
            return mix(seed & (1 << 64) - 1) * players >> 64, None
