"""Whether a kong may be made: its tiles, what it does to a waiting hand, the variant's table."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..hand import Hand
from ..readings import readings
from .decisions import Effect, KongFacts
from .state import CONCEALED, EXPOSED, NONE, hand_of, laid, with_tile

if TYPE_CHECKING:
    from ..circumstances import KongKind
    from .actions import Kong
    from .rules import RoundRules
    from .state import State

_FOUR = 4
NO_EFFECT: Final = Effect()


def kongs_of(rules: RoundRules, counts: bytes | bytearray, tail: bytes) -> list[Kong]:
    """The kongs a player has the tiles for in their own turn, allowed or not."""
    found: list[Kong] = []
    at = counts.find(_FOUR)
    while at >= 0:
        found.append(rules.concealed_kongs[at])
        at = counts.find(_FOUR, at + 1)
    for byte in tail:
        if byte < EXPOSED and counts[byte]:
            found.append(rules.added_kongs[byte])
    return found


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


def kong_facts(rules: RoundRules, state: State, seat: int, kind: KongKind, tile: int) -> KongFacts:
    """What a kong is judged by."""
    direct = kind == "direct"
    return KongFacts(
        kind,
        is_fresh(state, kind, tile),
        effect(rules, state, seat, kind, tile),
        tile in state.announced[seat],
        seat in state.revealed,
        not direct and state.drawn != NONE,
        0 if direct else state.old_fours,
        state.left,
        is_awaited(rules, state, seat, tile),
    )


def is_awaited(rules: RoundRules, state: State, seat: int, tile: int) -> bool:
    """Whether another player who has revealed waits for a tile."""
    kind = rules.kinds[tile]
    return any(kind in state.waits[one] for one in state.revealed if one != seat)


def effect(rules: RoundRules, state: State, seat: int, kind: KongKind, tile: int) -> Effect:
    """What a kong does to the waits of the player who makes it.

    One of tiles held before would leave the drawn tile in the hand: not the same hand any more.
    """
    before = state.waits[seat]
    if not before or not is_fresh(state, kind, tile):
        return NO_EFFECT
    counts, tail = after_kong(state.counts[seat], state.melds[seat], kind, tile)
    after = rules.waits(counts + tail)
    fixed = _is_fixed(rules, state, seat, kind, tile)
    return Effect(fixed, before == after, bool(after))


def _is_fixed(rules: RoundRules, state: State, seat: int, kind: KongKind, tile: int) -> bool:
    """Whether the triplet lies melded, or is a triplet in every reading of every wait."""
    if kind == "added":
        return True
    hand = hand_of(rules.kinds, state, seat)
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
        for one in kongs_of(rules, state.counts[seat], state.melds[seat])
        if rules.position[one.tile] in announced and kong_allowed(rules, state, seat, one)[0]
    )


def kong_allowed(rules: RoundRules, state: State, seat: int, kong: Kong) -> tuple[bool, int]:
    """What the variant's table says, and the row; the tiles are taken to be there."""
    facts = kong_facts(rules, state, seat, kong.kind, rules.position[kong.tile])
    return rules.decisions.kong[facts]


def announceable(rules: RoundRules, counts: bytes, tail: bytes) -> tuple[int, ...]:
    """Kinds a player can announce: those of which three are held or lie in a pung."""
    triplets = [at for at, count in enumerate(counts) if count == _FOUR - 1]
    pungs = [byte for byte in tail[1:] if byte < EXPOSED]
    return tuple([rules.kinds[at] for at in sorted(triplets + pungs)])
