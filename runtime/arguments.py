"""What callers of the Python interface hand in, made sure of: anything wrong is a `HandError`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .errors import HandError
from .hand import Hand, check_packed, pack, too_many
from .notation import parse_packed
from .records import wrong_type
from .tiles import KIND_COUNT, tile_text, tile_zh

if TYPE_CHECKING:
    from collections.abc import Collection

    from .parsing import Form
    from .tiles import TileSet

_TRUTHS = ("revealed", "payer_revealed", "preceded")
Way: TypeAlias = tuple[str, tuple[str, ...], int, bool, bool, bool, int]
"""How a hand was won, as `way_of` says it."""

_COUNTS = {"won": 14, "waiting": 13, "full": 14}


def packed_of(hand: object, tiles: TileSet, forms: Collection[Form]) -> bytes:
    """The packed form of a hand given as text, as a `Hand`, or packed already.

    Raises:
        HandError: for a hand that cannot be, and for what is no hand at all.
    """
    if isinstance(hand, str):
        return parse_packed(hand, tiles, forms)
    if isinstance(hand, Hand):
        packed = _pack(hand, tiles)
    elif isinstance(hand, bytes | bytearray | memoryview):
        packed = bytes(hand)
    else:
        raise wrong_type("hand", "str, bytes or Hand", hand)
    check_packed(packed, tiles, tuple(sorted({_COUNTS[form] for form in forms})))
    return packed


def _pack(hand: Hand, tiles: TileSet) -> bytes:
    kinds = [*hand.held, *(meld.tile for meld in hand.melds for _ in range(meld.size))]
    for kind in kinds:
        if kind not in tiles.position:
            raise foreign(kind, "hand")
        if kinds.count(kind) > tiles.copies:
            raise too_many(kind, tiles, None, "hand")
    return pack(hand, tiles)


def foreign(kind: object, field: str) -> HandError:
    """The error for a kind that is not among a variant's tiles."""
    known = isinstance(kind, int) and 0 <= kind < KIND_COUNT
    params = {
        "tile": tile_text(int(str(kind))) if known else repr(kind),
        "tile_zh": tile_zh(int(str(kind))) if known else repr(kind),
    }
    return HandError("KWX3103", None, field, params)


def way_of(by: object, events: object, chain: object, *rest: object) -> Way:
    """How a hand was won, every part of the type it must be.

    Args:
        by: ``self_draw`` or ``discard``.
        events: what else happened.
        chain: kongs in the chain that led to the win.
        rest: whether the winner had revealed, whether the payer had, and whether another winner of
            the same tile had before this one; how many wins the winner has passed.

    Raises:
        HandError: naming the part that is not.
    """
    if not isinstance(by, str):
        raise wrong_type("by", "string", by)
    if not isinstance(events, tuple | list | set | frozenset):
        raise wrong_type("events", "array of strings", events)
    words = tuple(event for event in events if isinstance(event, str))
    if len(words) < len(events):
        raise wrong_type("events", "array of strings", events)
    if not isinstance(chain, int) or isinstance(chain, bool):
        raise wrong_type("chain", "integer", chain)
    *truths, passed = rest
    for name, truth in zip(_TRUTHS, truths, strict=True):
        if not isinstance(truth, bool):
            raise wrong_type(name, "true or false", truth)
    if not isinstance(passed, int) or isinstance(passed, bool):
        raise wrong_type("passed", "integer", passed)
    revealed, payer_revealed, preceded = map(bool, truths)
    return by, words, chain, revealed, payer_revealed, preceded, passed
