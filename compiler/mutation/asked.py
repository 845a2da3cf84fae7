"""What one side says of hands: everything an example could expect, worked out once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...runtime.judge import decide
from ...runtime.packed_readings import SEVEN
from ..space.ways import other_payers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.circumstances import Won
    from ...runtime.judge import Judgement
    from ..space.sides import Side

Reading: TypeAlias = tuple[int | bool, ...]
"""All that the rules make of a packed reading."""

Payment: TypeAlias = tuple[int, str, tuple[tuple[int, str], ...]]
"""What one payer owes, the row that says so, none where nothing is owed, and what comes beside."""


class Score(NamedTuple):
    """The fans of one reading, their product, and the points."""

    product: int
    fans: tuple[tuple[int, int], ...]
    added: tuple[tuple[int, int], ...]


class Outcome(NamedTuple):
    """What a hand comes to: its score, whether it may win, and what each payer owes."""

    value: int
    product: int
    fans: tuple[tuple[str, int], ...]
    added: tuple[tuple[str, int], ...]
    seven_pairs: bool
    may_win: bool
    payments: tuple[Payment, ...]


class Asked:
    """The answers of one side."""

    def __init__(self, side: Side) -> None:
        """Start with nothing asked."""
        self.side = side
        self._readings: dict[int, Reading] = {}
        self._hands: dict[tuple[int, ...], frozenset[Reading]] = {}
        self._ways: dict[Won, AskedOfWay] = {}
        self.alike: dict[Outcome, Outcome] = {}  # a million answers are a few hundred

    def reading(self, vector: int) -> Reading:
        """What the rules make of a packed reading."""
        known = self._readings.get(vector)
        if known is None:
            asked = self.side.aspects(vector)
            known = self._readings[vector] = (vector >> SEVEN & 1, *asked)
        return known

    def hand(self, vectors: tuple[int, ...]) -> frozenset[Reading]:
        """What the rules make of all readings of a hand."""
        known = self._hands.get(vectors)
        if known is None:
            known = self._hands[vectors] = frozenset(map(self.reading, vectors))
        return known

    def way(self, won: Won) -> AskedOfWay:
        """The answers about hands that are won in some way."""
        if won not in self._ways:
            self._ways[won] = AskedOfWay(self, won)
        return self._ways[won]


class AskedOfWay:
    """The answers of one side about hands that are won in one way."""

    def __init__(self, asked: Asked, won: Won) -> None:
        """Start with nothing asked."""
        self._asked = asked
        self._side = asked.side
        self._won = won
        self._payers = (won, *other_payers(won))
        self._scores: dict[Reading, Score] = {}
        self._outcomes: dict[frozenset[Reading], Outcome] = {}

    def score(self, vector: int) -> Score:
        """The fans of a reading."""
        reading = self._asked.reading(vector)
        known = self._scores.get(reading)
        if known is None:
            worth = self._side.program.worth(vector, self._won, self._side.options)
            known = self._scores[reading] = Score(worth.product, worth.fans, worth.added)
        return known

    def outcome(self, vectors: tuple[int, ...]) -> Outcome:
        """What a hand comes to."""
        hand = self._asked.hand(vectors)
        known = self._outcomes.get(hand)
        if known is None:
            judged = decide(self._side.program, self._side.options, vectors, self._won)
            made = Outcome(
                judged.value,
                judged.product,
                judged.fans,
                judged.added,
                judged.seven_pairs,
                judged.may_win,
                tuple(self._payments(judged)) if judged.may_win else (),
            )
            known = self._outcomes[hand] = self._asked.alike.setdefault(made, made)
        return known

    def _payments(self, judged: Judgement) -> Iterator[Payment]:
        """What the payer of the circumstances owes, then every other there may be."""
        program: Any = self._side.program
        options = self._side.options
        worth = program.worth(judged.vector, self._won, options)
        for seen in self._payers:
            owed, row = program.pay_win(judged.vector, seen, options, worth)
            beside: Any = ()
            if program.pay_also is not None:
                rows = program.rows["pay.also"]
                also = program.pay_also(judged.vector, seen, options, worth, owed)
                beside = tuple((amount, rows[at].id) for amount, at in also)
            yield owed, program.rows["pay.win"][row].id if owed else "", beside
