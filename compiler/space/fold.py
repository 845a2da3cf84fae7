"""Puts blocks together to hands: the signatures of all won hands, counted.

Only classes that can still become a won hand meet: they are kept in buckets by how many sets and
pairs they bring, whether they hold the winning tile, and how many tiles they have as pairs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...runtime.packed_readings import PAIRS, SETS, SEVEN, SUIT_BITS, SUITS, TILES, field
from .blocks import BlockBuilder
from .melds import ALONE_FLAG, KONG, WIN, with_melds
from .signatures import NotFoldableError, Signature, Space, witness_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...runtime.program import Program
    from .blocks import Vectors
    from .melds import BlockClass, Members
    from .signatures import Witness


class Partial(NamedTuple):
    """Some blocks of a hand together: as `BlockClass`, the tiles of suits among its fields."""

    standard: Vectors
    base: int
    even: int | None
    flags: int


class Folded(NamedTuple):
    """How many partial hands there are, and the least: a witness for each block."""

    number: int
    melds: int
    least: tuple[Witness, ...]


Bucket = dict[Partial, Folded]
Shape = tuple[int, int, int, int]
"""Sets, pairs (0, 1, or -1 for no arrangement), winning tiles, tiles as pairs (-1: not even)."""


MOST_CLASSES = 40_000
"""How many classes a block may have."""
MOST_PAIRS = 500_000
"""How many pairs of partial hands may meet: some seconds' worth, thirty times what towns need."""


def fold(program: Program[Any], options: object, suit_classes: Sequence[Sequence[int]]) -> Space:
    """The space of a program's won hands.

    Args:
        program: whose atoms are asked.
        options: its options, bound.
        suit_classes: for each suit in play and each number of tiles of it (0 to 18) the least
            number that rules cannot tell from it.

    Raises:
        NotFoldableError: if the rules tell too many hands apart.
    """
    known: dict[tuple[object, ...], dict[BlockClass, Members]] = {}
    blocks: list[dict[Shape, Bucket]] = []
    for index, block in enumerate(program.tiles.blocks):
        builder = BlockBuilder(program, options, block)
        behaviour = builder.behaviour()
        if behaviour not in known:
            known[behaviour] = _classes(builder)
        tiles = suit_classes[index] if block.runs else None
        blocks.append(_bucketed(known[behaviour], index, tiles))
    *others, last = blocks
    whole = others[0] if others else _nothing()
    for block_buckets in others[1:]:
        whole = _join(whole, block_buckets, last=False)
    whole = _join(whole, last, last=True)
    signatures = _signatures(whole.values(), lambda vectors: program.told(vectors, options))
    points = sum(signature.number for signature in signatures)
    return Space(signatures, _configurations(blocks), points)


def _nothing() -> dict[Shape, Bucket]:
    """The one partial hand of no blocks."""
    return {(0, 0, 0, 0): {Partial(frozenset((0,)), 0, 0, 0): Folded(1, 0, ())}}


def _classes(builder: BlockBuilder) -> dict[BlockClass, Members]:
    profiles = builder.profiles()
    if len(profiles) > MOST_CLASSES:
        raise NotFoldableError
    return with_melds(profiles, builder)


def _configurations(blocks: Sequence[dict[Shape, Bucket]]) -> int:
    """How many won hands there are, by counting alone."""
    whole: dict[Shape, int] = {(0, 0, 0, 0): 1}
    for block in blocks:
        sizes = {
            shape: sum(one.number for one in bucket.values()) for shape, bucket in block.items()
        }
        joined: dict[Shape, int] = {}
        for left, count in whole.items():
            for right, number in sizes.items():
                standard, even = _fits(left, right, last=False)
                if not right[2] and (standard or even):
                    sets, pairs = (left[0] + right[0], left[1] + right[1]) if standard else (-1, -1)
                    shape = (sets, pairs, 0, left[3] + right[3] if even else -1)
                    joined[shape] = joined.get(shape, 0) + count * number
        whole = joined
    return sum(
        count
        for (sets, pairs, _, tiles), count in whole.items()
        if (sets, pairs) == (4, 1) or tiles == 14
    )


def _bucketed(
    classes: dict[BlockClass, Members], index: int, tiles: Sequence[int] | None
) -> dict[Shape, Bucket]:
    """The classes of one block as partial hands, the tiles of its suit in their field."""
    found: dict[Shape, Bucket] = {}
    for one, (number, least) in classes.items():
        suit = 0 if tiles is None else tiles[one.tiles] << SUITS + SUIT_BITS * index
        even = None if one.even is None else one.even + suit
        base = one.base + suit if one.standard else 0
        partial = Partial(one.standard, base, even, one.flags)
        _add(found.setdefault(_shape(partial), {}), partial, Folded(number, least.melds, (least,)))
    return found


def _shape(partial: Partial) -> Shape:
    even = -1 if partial.even is None else field(partial.even, TILES, 8)
    won = partial.flags & WIN
    if not partial.standard:
        return (-1, -1, won, even)
    return (field(partial.base, SETS, 3), field(partial.base, PAIRS, 3), won, even)


def _add(bucket: Bucket, partial: Partial, folded: Folded) -> None:
    before = bucket.get(partial)
    if before is None:
        bucket[partial] = folded
        return
    least, melds = before.least, before.melds
    if folded.melds <= melds:
        mine = (folded.melds, [w.order()[1:] for w in folded.least])
        if mine < (melds, [w.order()[1:] for w in least]):
            least, melds = folded.least, folded.melds
    bucket[partial] = Folded(before.number + folded.number, melds, least)


def _join(
    left: dict[Shape, Bucket], right: dict[Shape, Bucket], *, last: bool
) -> dict[Shape, Bucket]:
    """All pairs of partial hands that can become a won hand."""
    found: dict[Shape, Bucket] = {}
    pairs = 0
    for shape, bucket in left.items():
        for other_shape, other in right.items():
            standard, even = _fits(shape, other_shape, last=last)
            if standard or even:
                pairs += len(bucket) * len(other)
                if pairs > MOST_PAIRS:
                    raise NotFoldableError
                _cross(bucket, other, standard, even, found)
    return found


def _fits(left: Shape, right: Shape, *, last: bool) -> tuple[bool, bool]:
    """Whether two buckets may meet as sets and a pair, and as pairs only."""
    won = left[2] + right[2]
    if won > 1 or (last and won != 1):
        return False, False
    sets, pairs = left[0] + right[0], left[1] + right[1]
    standard = left[0] >= 0 and right[0] >= 0 and sets <= 4 and pairs <= 1
    tiles = left[3] + right[3]
    even = left[3] >= 0 and right[3] >= 0 and tiles <= 14
    if last:
        standard = standard and sets == 4 and pairs == 1
        even = even and tiles == 14
    return standard, even


def _cross(
    left: Bucket, right: Bucket, standard: bool, even: bool, found: dict[Shape, Bucket]
) -> None:
    none: Vectors = frozenset()
    one_vector: Vectors = frozenset((0,))
    for a, (number_a, melds_a, least_a) in left.items():
        for b, (number_b, melds_b, least_b) in right.items():
            vectors, base = none, 0
            if standard:
                base = a.base + b.base
                if a.standard == one_vector:
                    vectors = b.standard
                elif b.standard == one_vector:
                    vectors = a.standard
                else:
                    vectors = frozenset(x + y for x in a.standard for y in b.standard)
            pairs = None
            if even and a.even is not None and b.even is not None:
                pairs = a.even + b.even
            partial = Partial(vectors, base, pairs, a.flags | b.flags)
            folded = Folded(number_a * number_b, melds_a + melds_b, least_a + least_b)
            _add(found.setdefault(_shape(partial), {}), partial, folded)


def _signatures(
    buckets: Iterable[Bucket], told: Callable[[Iterable[int]], tuple[int, ...]]
) -> tuple[Signature, ...]:
    """The won hands among all that was put together, counted by what rules can tell of them."""
    found: dict[tuple[tuple[int, ...], bool, bool], tuple[int, int, tuple[Witness, ...]]] = {}
    for bucket in buckets:
        for partial, (number, melds, least) in bucket.items():
            vectors = [partial.base + vector for vector in partial.standard]
            if partial.even is not None:
                tiles = field(partial.even, TILES, 8)
                vectors.append(partial.even - (tiles << TILES) + (1 << SEVEN))
            key = (
                told(sorted(vectors)),
                bool(partial.flags & KONG),
                bool(partial.flags & ALONE_FLAG),
            )
            before = found.get(key)
            order = (melds, [w.order()[1:] for w in least])
            if before is None:
                found[key] = (number, melds, least)
            elif order < (before[1], [w.order()[1:] for w in before[2]]):
                found[key] = (before[0] + number, melds, least)
            else:
                found[key] = (before[0] + number, before[1], before[2])
    made = [
        Signature(vectors, kong, alone, number, least)
        for (vectors, kong, alone), (number, _, least) in found.items()
    ]
    return tuple(sorted(made, key=lambda one: witness_order(one.witness)))
