"""Blocks with their melds: classes that rules cannot tell apart.

Kinds whose melds are worth the same are interchangeable, so melds are counted by binomials over
the kinds that are not held, or held once.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from ...runtime.packed_readings import TILES, field
from .signatures import Witness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .blocks import BlockBuilder, Counted, Profile, Vectors

WIN, ALONE_FLAG, KONG = 1, 2, 4
"""Flags of a class: the winning tile is here; the player has no other of its kind, so that it may
have been robbed from a kong; a kong lies here."""

Choice = tuple[int, int, int, int]
"""Of one group of kinds: exposed pungs, exposed kongs and concealed kongs of kinds not held, and
exposed pungs of kinds held once."""


class BlockClass(NamedTuple):
    """Blocks, melds included, that rules cannot tell apart.

    Attributes:
        standard: the packed vectors of the arrangements, less `base`; empty if there are none.
        base: what all of them have; the least of them is 0 above it.
        even: the packed vector of the block as pairs only, melds excluded; None if it is not even
            or has melds. Its `TILES` field is filled.
        flags: `WIN`, `ALONE_FLAG`, `KONG`.
        tiles: how many tiles, melds included.
    """

    standard: Vectors
    base: int
    even: int | None
    flags: int
    tiles: int


class Members(NamedTuple):
    """How many blocks are in a class, and the least of them."""

    number: int
    least: Witness


@lru_cache(maxsize=4096)
def _choices(empty: int, single: int, room: int, copies: int) -> tuple[tuple[int, Choice], ...]:
    """For one group of kinds all numbers of melds that fit, with the ways to place them."""
    if copies < 4:
        room_for_pungs = min(empty, room) if copies == 3 else 0
        return tuple((comb(empty, own), (own, 0, 0, 0)) for own in range(room_for_pungs + 1))
    found = []
    for pungs in range(min(empty, room) + 1):
        for open_ in range(min(empty - pungs, room - pungs) + 1):
            left = empty - pungs - open_
            for hidden in range(min(left, room - pungs - open_) + 1):
                ways = comb(empty, pungs) * comb(empty - pungs, open_) * comb(left, hidden)
                rest = room - pungs - open_ - hidden
                for fourths in range(min(single, rest) + 1):
                    choice = (pungs, open_, hidden, fourths)
                    found.append((ways * comb(single, fourths), choice))
    return tuple(found)


@lru_cache(maxsize=4096)
def _combined(
    empty: tuple[int, ...], single: tuple[int, ...], room: int, copies: int
) -> tuple[tuple[int, tuple[Choice, ...]], ...]:
    """The same for all groups together."""
    if not empty:
        return ((1, ()),)
    found = []
    for ways, choice in _choices(empty[0], single[0], room, copies):
        for more, rest in _combined(empty[1:], single[1:], room - sum(choice), copies):
            found.append((ways * more, (choice, *rest)))
    return tuple(found)


def with_melds(
    profiles: dict[Profile, Counted], builder: BlockBuilder
) -> dict[BlockClass, Members]:
    """All classes of a block, melds included."""
    found: dict[BlockClass, Members] = {}
    laying = _Laying(builder)
    for profile, counted in profiles.items():
        for key, number, choice in laying.classes(profile, counted):
            before = found.get(key)
            total = number * counted.number
            if before is None:
                found[key] = Members(total, laying.witness(profile, counted, choice))
            elif sum(map(sum, choice)) + profile.pung <= before.least.melds:
                least = min(
                    before.least, laying.witness(profile, counted, choice), key=Witness.order
                )
                found[key] = Members(before.number + total, least)
            else:
                found[key] = before._replace(number=before.number + total)
    return found


class _Laying:
    """Lays melds beside concealed tiles."""

    def __init__(self, builder: BlockBuilder) -> None:
        self._builder = builder
        firsts = [builder.groups.index(group) for group in range(max(builder.groups) + 1)]
        self._worth = [
            (
                builder.melded(at, 0, held=0, won=False),
                builder.melded(at, 1, held=0, won=False),
                builder.melded(at, 2, held=0, won=False),
                builder.melded(at, 0, held=1, won=False),
            )
            for at in firsts
        ]

    def classes(
        self, profile: Profile, counted: Counted
    ) -> Iterator[tuple[BlockClass, int, tuple[Choice, ...]]]:
        """The classes a profile becomes, with the ways to lay the melds and which they are."""
        builder = self._builder
        tiles = field(profile.base, TILES, 8)
        flags = WIN if counted.win >= 0 else 0
        if profile.won_single >= 0 and not profile.pung:
            flags |= ALONE_FLAG
        even = None if profile.even is None else profile.even + profile.base
        if not profile.standard:
            key = BlockClass(profile.standard, 0, even, flags, tiles)
            yield key, 1, tuple((0, 0, 0, 0) for _ in profile.empty)
            return
        least = min(profile.standard)
        base = profile.base - (tiles << TILES) + least
        standard = frozenset(vector - least for vector in profile.standard)
        room = 4 - tiles // 3
        if profile.pung:
            if builder.copies < 4:
                return
            room -= 1
            tiles += 3
            base += builder.melded(counted.win, 0, held=1, won=True)
        if room < 0:
            return
        for ways, choice in _combined(profile.empty, profile.single, room, builder.copies):
            vector, laid = base, tiles
            kong = False
            for worth, (pungs, open_, hidden, fourths) in zip(self._worth, choice, strict=True):
                vector += (
                    pungs * worth[0] + open_ * worth[1] + hidden * worth[2] + fourths * worth[3]
                )
                laid += 3 * (pungs + fourths) + 4 * (open_ + hidden)
                kong = kong or open_ + hidden > 0
            bare = laid == tiles and not profile.pung
            own = flags | KONG if kong else flags
            yield BlockClass(standard, vector, even if bare else None, own, laid), ways, choice

    def witness(self, profile: Profile, counted: Counted, choice: tuple[Choice, ...]) -> Witness:
        """The least block of a profile with such melds: the lowest kinds lie melded."""
        builder = self._builder
        held = [counted.code >> lane & 7 for lane in builder.lanes]
        laid: list[tuple[int, int]] = []
        if profile.pung:
            laid.append((counted.win, 0))
        for group, (pungs, open_, hidden, fourths) in enumerate(choice):
            own = [at for at, each in enumerate(builder.groups) if each == group]
            free = [at for at in own if held[at] == 0]
            once = [at for at in own if held[at] == 1 and at != counted.win]
            types = [0] * pungs + [1] * open_ + [2] * hidden
            laid += zip(free, types, strict=False)
            laid += [(at, 0) for at in once[:fourths]]
        return Witness(len(laid), counted.code, counted.win, tuple(sorted(laid)))
