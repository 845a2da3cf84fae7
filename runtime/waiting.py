"""What a hand would have been worth that still waits when nobody has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from .evaluator import Evaluator


class Waiting(NamedTuple):
    """A hand when nobody has won.

    Attributes:
        ready: whether it waits for something.
        best: the value of its dearest wait, won off a discard; 0 if there is none.
        worst: the same of its cheapest.
    """

    ready: bool
    best: int
    worst: int


NOT_READY: Final = Waiting(False, 0, 0)


def waiting_of(rules: Evaluator[Any], packed: bytes, *, revealed: bool) -> Waiting:
    """What a packed hand of 13 tiles waits for, its player revealed or not.

    Each wait is a discard like any other, neither the last tile nor after a kong; that the hand may
    perhaps not win on it does not matter.
    """
    tiles = rules.program.tiles
    size = len(tiles.kinds)
    verdicts = rules.verdicts("discard", revealed=revealed)
    values = []
    for kind in rules.wait_set(packed):
        at = tiles.position[kind]
        full = bytearray(packed)
        full[at] += 1
        full[size] = at
        values.append(verdicts[rules.key(bytes(full))].value)
    return Waiting(True, max(values), min(values)) if values else NOT_READY
