"""The batch side of a compiled variant: what `Evaluator` hands the calls for many hands to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..circumstances import all_circumstances
from ..errors import HandError
from ..hand import NO_WIN
from ..records import wrong_type
from ..suits import suit_counts
from .hands import BatchError, packed_hands
from .scores import BatchScores, FigureTable
from .signatures import Signatures
from .waits import wait_masks

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..circumstances import Won
    from ..program import Program
    from .arrays import AnyInts, Masks
    from .hands import Hands, PackedHands

WAYS = all_circumstances()
"""The ways of winning by the index under which `Batch.score_each` knows them."""


class Batch:
    """Scores and waits of many hands, for one variant with its options bound."""

    def __init__(self, program: Program[Any], options: object) -> None:
        """Nothing is worked out yet."""
        self._program = program
        self._options = options
        self._tables: tuple[Signatures, FigureTable] | None = None

    def score(self, hands: Hands, way: Won) -> BatchScores:
        """What hands are worth, all won in the same way.

        Raises:
            BatchError: for the first hand that cannot be, or has not won.
        """
        packed = self._won(hands)
        signatures, figures = self._scoring()
        return BatchScores(signatures.of(packed), figures, (way,))

    def score_each(self, hands: Hands, ways: AnyInts) -> BatchScores:
        """What hands are worth, each won in its own way.

        Args:
            hands: n hands.
            ways: (n,), indices into `WAYS`.

        Raises:
            BatchError: for the first hand that cannot be, or has not won.
            HandError: for ways of another shape, or an index out of range.
        """
        packed = self._won(hands)
        which = _indices(ways, len(packed))
        signatures, figures = self._scoring()
        return BatchScores(signatures.of(packed), figures, WAYS, which)

    def waits(self, hands: Hands) -> Masks:
        """What hands wait for: bit k of a mask for the kind at position k.

        Raises:
            BatchError: for the first hand that cannot be.
        """
        tiles = self._program.tiles
        return wait_masks(tiles).of(packed_hands(tiles, hands))

    def _scoring(self) -> tuple[Signatures, FigureTable]:
        """The tables for scoring, worked out when they are first needed."""
        if self._tables is None:
            program, options = self._program, self._options
            signatures = Signatures(program, options, suit_counts(program, options))
            self._tables = signatures, FigureTable(program, options, signatures.found)
        return self._tables

    def _won(self, hands: Hands) -> PackedHands:
        """Hands, packed, all of them won."""
        packed = packed_hands(self._program.tiles, hands)
        waiting = packed.wins == NO_WIN
        if waiting.any():
            raise BatchError(int(np.argmax(waiting)), HandError("KWX3119"))
        return packed


def _indices(ways: object, hands: int) -> npt.NDArray[np.int64]:
    """For each hand the index of its way in `WAYS`."""
    try:
        which = np.asarray(ways, dtype=np.int64)
    except (TypeError, ValueError, OverflowError):  # no numbers at all, or huge ones
        which = np.array(-1)
    known = bool(((which >= 0) & (which < len(WAYS))).all())
    if which.shape != (hands,) or not known:
        raise wrong_type("ways", f"{hands} integers 0…{len(WAYS) - 1}", ways)
    return which
