"""Whether a kong may be made: its tiles, what it does to a waiting hand, the variant's table."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..hand import Hand
from ..readings import readings
from ..situations import KongAsked
from .actions import Kong
from .state import CONCEALED, EXPOSED, NONE, hand_of, laid, with_tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..circumstances import KongKind
    from .rules import RoundRules
    from .state import State

_FOUR = 4


class Effect(NamedTuple):
    """What a kong does to the hand that waits before it.

    All false if it does not wait, and if the fourth tile is not the one just drawn or discarded.
    """

    fixed: bool = False
    keeps_waits: bool = False
    keeps_ready: bool = False


def own_kongs(rules: RoundRules, state: State, seat: int) -> Iterator[Kong]:
    """The kongs a player has the tiles for in their own turn, allowed or not."""
    counts = state.counts[seat]
    if _FOUR in counts:
        for at, count in enumerate(counts):
            if count == _FOUR:
                yield Kong("concealed", rules.kinds[at])
    for byte in state.melds[seat][1:]:
        if byte < EXPOSED and counts[byte]:
            yield Kong("added", rules.kinds[byte])


def has_tiles(state: State, seat: int, kind: KongKind, tile: int) -> bool:
    """Whether a player has the tiles for a kong."""
    match kind:
        case "concealed":
            return state.counts[seat][tile] == _FOUR
        case "direct":
            return state.tile == tile and state.counts[seat][tile] == _FOUR - 1
        case "added":
            return state.counts[seat][tile] == 1 and tile in state.melds[seat][1:]


def after_kong(counts: bytes, tail: bytes, kind: KongKind, tile: int) -> tuple[bytes, bytes]:
    """Concealed tiles and melds when a kong has been laid out."""
    match kind:
        case "concealed":
            return with_tile(counts, tile, -4), laid(tail, CONCEALED | tile)
        case "direct":
            return with_tile(counts, tile, -3), laid(tail, EXPOSED | tile)
        case "added":
            return with_tile(counts, tile, -1), laid(tail, EXPOSED | tile)


def is_fresh(state: State, kind: KongKind, tile: int) -> bool:
    """Whether the fourth tile has just been drawn or discarded."""
    return kind == "direct" or state.drawn == tile


def kong_asked(rules: RoundRules, state: State, seat: int, kind: KongKind, tile: int) -> KongAsked:
    """The kong as the variant's rules see it."""
    fixed, keeps_waits, keeps_ready = effect(rules, state, seat, kind, tile)
    return KongAsked(
        kong_concealed=kind == "concealed",
        kong_direct=kind == "direct",
        kong_added=kind == "added",
        kong_fresh=is_fresh(state, kind, tile),
        kong_fixed=fixed,
        kong_keeps_waits=keeps_waits,
        kong_keeps_ready=keeps_ready,
        kong_announced=tile in state.announced[seat],
        konger_revealed=seat in state.revealed,
        turn_drew=kind != "direct" and state.drawn != NONE,
        turn_concealed_kongs=0 if kind == "direct" else state.old_fours,
        wall_left=state.left,
    )


def effect(rules: RoundRules, state: State, seat: int, kind: KongKind, tile: int) -> Effect:
    """What a kong does to the waits of the player who makes it.

    One of tiles held before would leave the drawn tile in the hand: not the same hand any more.
    """
    before = state.waits[seat]
    if not before or not is_fresh(state, kind, tile):
        return Effect()
    counts, tail = after_kong(state.counts[seat], state.melds[seat], kind, tile)
    after = rules.waits(counts + tail)
    fixed = _is_fixed(rules, state, seat, kind, tile)
    return Effect(fixed, before == after, bool(after))


def _is_fixed(rules: RoundRules, state: State, seat: int, kind: KongKind, tile: int) -> bool:
    """Whether the triplet lies melded, or is a triplet in every reading of every wait."""
    if kind == "added":
        return True
    hand = hand_of(rules, state, seat)
    concealed = list(hand.concealed)
    if kind == "concealed":
        concealed.remove(rules.kinds[tile])
    return always_triplet(Hand(tuple(concealed), hand.melds), state.waits[seat], rules.kinds[tile])


@lru_cache(maxsize=4096)
def always_triplet(hand: Hand, waits: tuple[int, ...], kind: int) -> bool:
    """Whether a concealed triplet of a kind stands in every reading of a hand, whatever wins."""
    return all(
        any(one.triplet and not one.melded and one.tile == kind for one in reading.sets)
        for wait in waits
        for reading in readings(Hand(hand.concealed, hand.melds, wait))
    )


def must_kong(rules: RoundRules, state: State, seat: int) -> tuple[Kong, ...]:
    """The announced kongs a player has come to have the tiles for and has to make."""
    announced = state.announced[seat]
    if not announced or "announced_kong" not in rules.flow.must:
        return ()
    return tuple(
        one
        for one in own_kongs(rules, state, seat)
        if rules.position[one.tile] in announced and kong_allowed(rules, state, seat, one)[0]
    )


def kong_allowed(rules: RoundRules, state: State, seat: int, kong: Kong) -> tuple[bool, int]:
    """What the variant's table says, and the row; the tiles are taken to be there."""
    asked = kong_asked(rules, state, seat, kong.kind, rules.position[kong.tile])
    return rules.play.may_kong(asked, rules.options)


def announceable(rules: RoundRules, counts: bytes, tail: bytes) -> tuple[int, ...]:
    """Kinds a player can announce: those of which three are held or lie in a pung."""
    triplets = [at for at, count in enumerate(counts) if count == _FOUR - 1]
    pungs = [byte for byte in tail[1:] if byte < EXPOSED]
    return tuple([rules.kinds[at] for at in sorted(triplets + pungs)])
