"""What a hand waits for, what each wait is worth, and how a hand gets nearer to ready.

The answers of `waits` to people and programs, put together from `waits`, `shanten` and the judge;
while a round is played, only the tables of `waits` and `discards` are asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, NamedTuple

from .arguments import foreign, packed_of
from .declared import O
from .errors import HandError
from .hand import NO_WIN, too_many
from .notation import parse_tiles
from .records import wrong_type
from .shanten import shanten_table
from .tiles import tile_text
from .waits import wait_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .hand import Hand
    from .judge import Judge, Verdicts
    from .parsing import Form

_FORMS: Final[tuple[Form, ...]] = ("waiting", "full")


class Wait(NamedTuple):
    """A tile a hand waits for, or, in a hand that is not ready, one that brings it nearer.

    Attributes:
        tile: the kind.
        left: how many of it the player neither has nor sees.
        self_draw: stakes per payer when it is drawn; 0 in a hand that is not ready.
        discard: stakes per payer when somebody discards it.
        may_win_off_discard: whether the variant allows that win.
    """

    tile: int
    left: int
    self_draw: int = 0
    discard: int = 0
    may_win_off_discard: bool = False

    def to_dict(self) -> dict[str, object]:
        """The wait as JSON."""
        return {**self._asdict(), "tile": tile_text(self.tile)}


class DiscardChoice(NamedTuple):
    """A tile to throw away, and what the hand waits for then."""

    tile: int
    shanten: int
    waits: tuple[Wait, ...]

    def to_dict(self) -> dict[str, object]:
        """The choice as JSON."""
        waits = [wait.to_dict() for wait in self.waits]
        return {"tile": tile_text(self.tile), "shanten": self.shanten, "waits": waits}


class WaitsAnswer(NamedTuple):
    """What `waits` answers.

    Attributes:
        shanten: tiles away from ready: 0 for a ready hand, -1 for a complete one.
        waits: ascending; for a hand that is not ready the tiles that lower `shanten`.
        discards: for a hand that must still discard, its best discards.
    """

    shanten: int
    waits: tuple[Wait, ...]
    discards: tuple[DiscardChoice, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """The answer as the JSON of `waits`, without the caller's id."""
        found: dict[str, object] = {
            "ok": True,
            "shanten": self.shanten,
            "waits": [wait.to_dict() for wait in self.waits],
        }
        if self.discards:
            found["discards"] = [choice.to_dict() for choice in self.discards]
        return found


class Ready(Generic[O]):
    """Answers about waits for one variant with its options bound."""

    __slots__ = ("_by_discard", "_by_self_draw", "_judge", "_tiles")

    def __init__(self, judge: Judge[O], by_self_draw: Verdicts[O], by_discard: Verdicts[O]) -> None:
        """Remember where plain wins by self-draw and off a discard are judged."""
        self._judge = judge
        self._by_self_draw = by_self_draw
        self._by_discard = by_discard
        self._tiles = judge.program.tiles

    def wait_set(self, hand: str | bytes | Hand) -> tuple[int, ...]:
        """The kinds a hand of 13 tiles waits for, ascending; those it owns all of are no waits."""
        packed = hand if type(hand) is bytes else packed_of(hand, self._tiles, _FORMS)
        return wait_table(self._tiles).waits(packed)

    def answer(self, hand: str | bytes | Hand, seen: str | Sequence[int]) -> WaitsAnswer:
        """What a hand of 13 or 14 tiles waits for, or which discards serve it best."""
        packed = packed_of(hand, self._tiles, _FORMS)
        if packed[len(self._tiles.kinds)] != NO_WIN:
            raise HandError("KWX3120", None, "hand")
        owned = self._owned(packed)
        if seen:
            self._see(seen, owned)
        size = len(self._tiles.kinds)
        melds = len(packed) - size - 1
        if sum(packed[:size]) + 3 * melds == 14:
            return self._full(packed, owned)
        waits = self._waits(packed, owned)
        if waits:
            return WaitsAnswer(0, waits)
        table = shanten_table(self._tiles)
        shanten = table.shanten(packed)
        return WaitsAnswer(shanten, self._nearer(table.nearer(packed), owned))

    def _owned(self, packed: bytes) -> bytearray:
        """How many of each position's tiles are the player's own."""
        size = len(self._tiles.kinds)
        owned = bytearray(packed[:size])
        for byte in packed[size + 1 :]:
            owned[byte & 31] += 4 if byte >> 5 else 3
        return owned

    def _see(self, seen: str | Sequence[int], owned: bytearray) -> None:
        """Add tiles that lie open elsewhere to those that are accounted for."""
        kinds = parse_tiles(seen, self._tiles, "seen") if isinstance(seen, str) else seen
        if not isinstance(kinds, tuple | list):
            raise wrong_type("seen", "string", seen)
        for kind in kinds:
            position = self._tiles.position.get(kind) if isinstance(kind, int) else None
            if position is None:
                raise foreign(kind, "seen")
            owned[position] += 1
            if owned[position] > self._tiles.copies:
                raise too_many(kind, self._tiles, None, "seen")

    def _waits(self, packed: bytes, owned: bytearray) -> tuple[Wait, ...]:
        """The waits of a ready hand with their worth; none if it is not ready."""
        judge, tiles = self._judge, self._tiles
        by_self_draw, by_discard = self._by_self_draw, self._by_discard
        found = []
        for kind in wait_table(tiles).waits(packed):
            at = tiles.position[kind]
            full = bytearray(packed)
            full[at] += 1
            full[len(tiles.kinds)] = at
            key = judge.key(bytes(full))
            off_discard = by_discard[key]
            found.append(
                Wait(
                    kind,
                    tiles.copies - owned[at],
                    by_self_draw[key].value,
                    off_discard.value,
                    off_discard.may_win,
                )
            )
        return tuple(found)

    def _nearer(self, kinds: Sequence[int], owned: bytearray) -> tuple[Wait, ...]:
        tiles = self._tiles
        return tuple(Wait(kind, tiles.copies - owned[tiles.position[kind]]) for kind in kinds)

    def _full(self, packed: bytes, owned: bytearray) -> WaitsAnswer:
        """A hand of 14 tiles: its best discards, each with what the hand waits for then."""
        table = shanten_table(self._tiles)
        choices = []
        for discard in table.discards(packed):
            rest = bytearray(packed)
            rest[self._tiles.position[discard.tile]] -= 1
            rest[len(self._tiles.kinds)] = NO_WIN
            waits = self._waits(bytes(rest), owned) if discard.shanten == 0 else ()
            near = waits or self._nearer(discard.nearer, owned)
            choices.append(DiscardChoice(discard.tile, discard.shanten, near))
        return WaitsAnswer(table.shanten(packed), (), tuple(choices))
