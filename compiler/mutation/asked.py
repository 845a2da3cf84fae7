"""What one side says of hands: everything an example could expect, worked out once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...runtime.fields import SEVEN
from ...runtime.judge import decide
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
        self._scores: dict[tuple[Reading, Won], Score] = {}
        self._outcomes: dict[tuple[frozenset[Reading], Won], Outcome] = {}
        self._alike: dict[Outcome, Outcome] = {}  # a million answers are a few hundred

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

    def score(self, vector: int, won: Won) -> Score:
        """The fans of a reading, the hand won in some way."""
        key = (self.reading(vector), won)
        known = self._scores.get(key)
        if known is None:
            worth = self.side.program.worth(vector, won, self.side.options)
            known = self._scores[key] = Score(worth.product, worth.fans, worth.added)
        return known

    def outcome(self, vectors: tuple[int, ...], won: Won) -> Outcome:
        """What a hand comes to when won in some way."""
        key = (self.hand(vectors), won)
        known = self._outcomes.get(key)
        if known is None:
            judged = decide(self.side.program, self.side.options, vectors, won)
            made = Outcome(
                judged.value,
                judged.product,
                judged.fans,
                judged.added,
                judged.seven_pairs,
                judged.may_win,
                tuple(self._payments(judged, won)) if judged.may_win else (),
            )
            known = self._outcomes[key] = self._alike.setdefault(made, made)
        return known

    def _payments(self, judged: Judgement, won: Won) -> Iterator[Payment]:
        """What the payer of the circumstances owes, then every other there may be."""
        program: Any = self.side.program
        options = self.side.options
        worth = program.worth(judged.vector, won, options)
        for seen in (won, *other_payers(won)):
            owed, row = program.pay_win(judged.vector, seen, options, worth)
            beside: Any = ()
            if program.pay_also is not None:
                rows = program.rows["pay.also"]
                also = program.pay_also(judged.vector, seen, options, worth, owed)
                beside = tuple((amount, rows[at].id) for amount, at in also)
            yield owed, program.rows["pay.win"][row].id if owed else "", beside
