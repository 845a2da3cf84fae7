"""The public face of a compiled variant: hands one by one, rounds, and many hands at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arguments import way_of
from .declared import O
from .scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .batch.arrays import AnyInts, Masks
    from .batch.batch import Batch
    from .batch.hands import Hands
    from .batch.scores import BatchScores
    from .program import Program
    from .settle import Settlement


class Evaluator(Scorer[O]):
    """A variant with its options bound.

    Safe to share between threads: what it remembers are answers of pure functions.
    """

    __slots__ = ("_batch",)

    def __init__(self, program: Program[O], options: O) -> None:
        """Bind a program to options; nothing is worked out yet."""
        super().__init__(program, options)
        self._batch: Batch | None = None

    def settle(self, round: Mapping[str, object]) -> Settlement:
        """Who pays whom at the end of a round.

        Args:
            round: the round as JSON has it; its options are bound first, as `load` binds them,
                and ``stake`` among them is what a stake is worth.

        Raises:
            HandError: for a round that cannot have ended so; no payment has been made then.
        """
        # Most callers never settle a round; scoring should not wait for what it needs.
        from .settle import settle  # noqa: PLC0415

        return settle(self, round)

    def score_many(  # noqa: PLR0913 - all that may be said of a win
        self,
        hands: Hands,
        *,
        by: str = "self_draw",
        events: Sequence[str] = (),
        chain: int = 0,
        revealed: bool = False,
        payer_revealed: bool = False,
        preceded: bool = False,
        passed: int = 0,
    ) -> BatchScores:
        """What many won hands are worth, all won in the same way; needs NumPy.

        Args:
            hands: a `kawuxing.runtime.batch.hands.PackedHands`, which is the fast way, or hands as
                `score` takes them.
            by: this and the others are as for `score`.
            events: see `score`.
            chain: see `score`.
            revealed: see `score`.
            payer_revealed: see `score`.
            preceded: see `score`.
            passed: see `score`.

        Returns:
            The figures as arrays: ``value``, ``product``, ``owed``, ``may_win``, ``complete``, and
            ``possible``, which says of each hand whether it can have been won so at all.

        Raises:
            HandError: for the first hand that cannot be, with its ``index``, and for circumstances
                that cannot be.
        """
        way = way_of(by, events, chain, revealed, payer_revealed, preceded, passed)
        return self._many().score(hands, self._won(*way))

    def score_each(self, hands: Hands, ways: AnyInts) -> BatchScores:
        """What many won hands are worth, each won in its own way; needs NumPy.

        Args:
            hands: as for `score_many`.
            ways: for each hand the index of its way in `circumstances.all_circumstances()`.

        Raises:
            HandError: for the first hand that cannot be, with its ``index``, and for ways that are
                none, or not as many as there are hands.
        """
        return self._many().score_each(hands, ways)

    def waits_many(self, hands: Hands) -> Masks:
        """What many hands of 13 tiles wait for; needs NumPy.

        Args:
            hands: as for `score_many`.

        Returns:
            For each hand a mask, uint32: bit k is set if it waits for the kind at position k of the
            variant's tiles. A hand that has won waits for nothing.

        Raises:
            HandError: for the first hand that cannot be, with its ``index``.
        """
        return self._many().waits(hands)

    def _many(self) -> Batch:
        """The side for many hands, made when it is first needed."""
        if self._batch is None:
            # NumPy is an extra, and takes longer to import than all the rest.
            try:
                from .batch.batch import Batch  # noqa: PLC0415
            except ModuleNotFoundError as error:
                wanted = "many hands at once need NumPy: pip install 'kawuxing[batch]'"
                raise ImportError(wanted, name=error.name) from error
            self._batch = Batch(self.program, self.options)
        return self._batch
