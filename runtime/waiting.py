"""What a hand would have been worth that still waits when nobody has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .declared import UNLIMITED

if TYPE_CHECKING:
    from .scorer import Scorer


class Waiting(NamedTuple):
    """A hand when nobody has won.

    Attributes:
        ready: whether it waits for something.
        best: the value of its dearest wait, won off a discard; 0 if there is none.
        worst: the same of its cheapest.
        points: the points of its dearest wait; of several the most.
        cap: the cap that wait is under; of several the highest.
    """

    ready: bool
    best: int
    worst: int
    points: int = 0
    cap: int = UNLIMITED


NOT_READY: Final = Waiting(False, 0, 0)


def waiting_of(rules: Scorer[Any], packed: bytes, *, revealed: bool) -> Waiting:
    """What a packed hand of 13 tiles waits for, its player revealed or not.

    Each wait is a discard like any other, neither the last tile nor after a kong; that the hand may
    perhaps not win on it does not matter.
    """
    tiles = rules.program.tiles
    size = len(tiles.kinds)
    verdicts = rules.verdicts("discard", revealed=revealed)
    found = []
    for kind in rules.wait_set(packed):
        at = tiles.position[kind]
        full = bytearray(packed)
        full[at] += 1
        full[size] = at
        judged = verdicts[rules.key(bytes(full))]
        found.append((judged.value, judged.points, judged.vector))
    if not found:
        return NOT_READY
    (best, points, _), (worst, _, _) = max(found), min(found)
    dearest = {vector for value, more, vector in found if (value, more) == (best, points)}
    caps = [rules.program.worth(one, verdicts.won, rules.options).cap for one in dearest]
    return Waiting(True, best, worst, points, max(caps))
