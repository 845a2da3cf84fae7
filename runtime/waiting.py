"""What a hand would have been worth that still waits when nobody has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .declared import UNLIMITED

if TYPE_CHECKING:
    from .judge import Judgement
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

    That the hand may perhaps not win on a wait does not matter.
    """
    waits = judged_waits(rules, packed, revealed=revealed)
    found = [(judged.value, judged.points, judged.vector) for judged in waits.values()]
    if not found:
        return NOT_READY
    (best, points, _), (worst, _, _) = max(found), min(found)
    dearest = {vector for value, more, vector in found if (value, more) == (best, points)}
    won = rules.verdicts("discard", revealed=revealed).won
    caps = [rules.program.worth(one, won, rules.options).cap for one in dearest]
    return Waiting(True, best, worst, points, max(caps))


def judged_waits(rules: Scorer[Any], packed: bytes, *, revealed: bool) -> dict[int, Judgement]:
    """By kind what a packed hand of 13 tiles waits for, and what it would be worth on that.

    Each wait is a discard like any other, neither the last tile nor after a kong.
    """
    tiles = rules.program.tiles
    size = len(tiles.kinds)
    verdicts = rules.verdicts("discard", revealed=revealed)
    found = {}
    for kind in rules.wait_set(packed):
        at = tiles.position[kind]
        full = bytearray(packed)
        full[at] += 1
        full[size] = at
        found[kind] = verdicts[rules.key(bytes(full))]
    return found
