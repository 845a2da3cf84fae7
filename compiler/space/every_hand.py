"""All won hands of a tile set, one by one, in chunks that NumPy can work on.

Blocks are put together in every way that makes four sets and a pair, or seven pairs that are not
four sets and a pair too, with every concealed tile as the winning one. No hand comes twice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from ...runtime.batch.hands import PackedHands
from ...runtime.batch.melds import MELD_STATES
from ...runtime.batch.room import CHUNK
from ...runtime.batch.words import WIN_STATES, lanes_of, words_of
from .block_states import MOST_SETS, PairShape, SetShape, block_states

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...runtime.batch.arrays import Bytes, Ints, Masks, Words
    from ...runtime.tiles import TileSet
    from .block_states import BlockStates, States
    from .signatures import Witness

Shape: TypeAlias = SetShape | PairShape

_BYTE = 8
_RANK_BITS = 21
_RANKS_TOGETHER = 2
_PAIRS_OF_A_HAND = 7


class Hands(NamedTuple):
    """Parts of hands, or whole ones, n of them.

    Attributes:
        counts: uint64 (words, n), as in `PackedHands`.
        melds: uint32 (n,), likewise.
        wins: uint8 (n,), likewise; 0 in parts that do not hold the winning tile.
        order: int64 (2 or more, n), by which the least witness is found: the first decide first.
    """

    counts: Words
    melds: Masks
    wins: Bytes
    order: Ints


class EveryHand:
    """All won hands of a tile set.

    Attributes:
        configurations: how many there are, winning tiles not told apart.
        concealed: how many of them have no meld.
        points: how many (hand, winning tile) there are.
    """

    def __init__(self, tiles: TileSet) -> None:
        """List the blocks; hands are put together when they are asked for."""
        self.tiles = tiles
        self._lanes = lanes_of(tiles)
        self._blocks = tuple(
            _states(block.length, tiles.copies, block.runs) for block in tiles.blocks
        )
        bare = list(self._combinations(won=False))
        self._won = sorted(self._combinations(won=True), key=_melds)
        self.points = sum(map(self._size, self._won))
        self.configurations = sum(map(self._size, bare))
        self.concealed = sum(self._size(shapes) for shapes in bare if not _melds(shapes))

    def chunks(self) -> Iterator[tuple[PackedHands, Ints]]:
        """Every won hand with every winning tile, those with few melds first, and their order."""
        for shapes in self._won:
            for whole in _crossed(list(self._parts(shapes))):
                yield PackedHands(self.tiles, whole.counts, whole.melds, whole.wins), whole.order

    def sample(self, number: int, seed: int) -> PackedHands:
        """Some won hands with a winning tile, each as likely as any other."""
        random = np.random.default_rng(seed)
        shares = np.array([self._size(shapes) for shapes in self._won]) / self.points
        found = [
            _drawn(list(self._parts(shapes)), int(own), random)
            for shapes, own in zip(self._won, random.multinomial(number, shares), strict=True)
            if own
        ]
        counts = np.concatenate([one.counts for one in found], axis=1)
        melds = np.concatenate([one.melds for one in found])
        wins = np.concatenate([one.wins for one in found])
        return PackedHands(self.tiles, counts, melds, wins)[random.permutation(number)]

    def witness(self, order: Sequence[int]) -> tuple[Witness, ...]:
        """The hand at a place in the order."""
        found = []
        for index, block in enumerate(self._blocks):
            which, shift = _rank_place(index)
            found.append(block.witness(order[which] >> shift & (1 << _RANK_BITS) - 1))
        return tuple(found)

    def _combinations(self, *, won: bool) -> Iterator[tuple[Shape, ...]]:
        """The shapes of blocks that make whole hands together."""
        sets = [
            [one for one, states in block.sets.items() if len(states.counts)]
            for block in self._blocks
        ]
        yield from _four_sets(sets, MOST_SETS, 1, int(won))
        even = [
            [one for one, states in block.even.items() if len(states.counts)]
            for block in self._blocks
        ]
        for shapes in _seven_pairs(even, _PAIRS_OF_A_HAND, int(won)):
            standard = [one.standard for one in shapes]
            if min(standard) < 0 or sum(standard) != 1:
                yield shapes

    def _size(self, shapes: Iterable[Shape]) -> int:
        """How many hands have these shapes."""
        size = 1
        for block, shape in zip(self._blocks, shapes, strict=True):
            size *= len(_of_shape(block, shape).counts)
        return size

    def _parts(self, shapes: Sequence[Shape]) -> Iterator[Hands]:
        """The blocks of some shapes as parts of hands."""
        laid = 0
        for index, shape in enumerate(shapes):
            yield self._part(index, shape, laid)
            laid += _melds((shape,))

    def _part(self, index: int, shape: Shape, laid: int) -> Hands:
        """The blocks of one shape; `laid` is how many melds come before theirs."""
        blocks, lanes, own = (
            _of_shape(self._blocks[index], shape),
            self._lanes[index],
            _melds((shape,)),
        )
        number = len(blocks.counts)
        counts = np.zeros((len(words_of(self.tiles)), number), dtype=np.uint64)
        counts[lanes.word] = blocks.counts.astype(np.uint64) << np.uint64(lanes.shift)
        which, shift = _rank_place(index)
        order = np.zeros((_rank_place(len(self._blocks) - 1)[0] + 1, number), dtype=np.int64)
        order[which] = blocks.order << shift
        order[0] += own << _RANKS_TOGETHER * _RANK_BITS
        melds = blocks.melds
        if own:
            moved = sum(MELD_STATES * lanes.start << _BYTE * at for at in range(own))
            melds = (melds + np.uint32(moved)) << np.uint32(_BYTE * laid)
        wins = blocks.wins + np.uint8(WIN_STATES * lanes.start if shape.won else 0)
        return Hands(counts, melds, wins, order)


@lru_cache(maxsize=16)
def _states(kinds: int, copies: int, runs: bool) -> BlockStates:
    return block_states(kinds, copies, runs=runs)


def _of_shape(block: BlockStates, shape: Shape) -> States:
    return block.sets[shape] if isinstance(shape, SetShape) else block.even[shape]


def _melds(shapes: Iterable[Shape]) -> int:
    """How many melds blocks have."""
    return sum(one.melds for one in shapes if isinstance(one, SetShape))


def _rank_place(index: int) -> tuple[int, int]:
    """Where the rank of a block is in the order of a hand: in which number, and how far up."""
    which, last = divmod(index, _RANKS_TOGETHER)
    return which, _RANK_BITS * (_RANKS_TOGETHER - 1 - last)


def _four_sets(
    blocks: Sequence[Sequence[SetShape]], sets: int, pairs: int, won: int
) -> Iterator[tuple[SetShape, ...]]:
    """The shapes of blocks that have so many sets, pairs and winning tiles together."""
    if not blocks:
        if sets == pairs == won == 0:
            yield ()
        return
    for one in blocks[0]:
        if one.sets <= sets and one.pairs <= pairs and one.won <= won:
            left = (sets - one.sets, pairs - one.pairs, won - one.won)
            for rest in _four_sets(blocks[1:], *left):
                yield (one, *rest)


def _seven_pairs(
    blocks: Sequence[Sequence[PairShape]], pairs: int, won: int
) -> Iterator[tuple[PairShape, ...]]:
    """The shapes of blocks that have so many pairs and winning tiles together."""
    if not blocks:
        if pairs == won == 0:
            yield ()
        return
    for one in blocks[0]:
        if one.pairs <= pairs and one.won <= won:
            for rest in _seven_pairs(blocks[1:], pairs - one.pairs, won - one.won):
                yield (one, *rest)


def _crossed(parts: Sequence[Hands]) -> Iterator[Hands]:
    """Each of the first parts with each of the second and so on, not many at a time."""
    first, *others = parts
    if not others:
        for start in range(0, len(first.wins), CHUNK):
            yield _some(first, start, CHUNK)
        return
    for right in _crossed(others):
        step = max(1, CHUNK // len(right.wins))
        for start in range(0, len(first.wins), step):
            yield _together(_some(first, start, step), right)


def _some(hands: Hands, start: int, number: int) -> Hands:
    part = slice(start, start + number)
    return Hands(hands.counts[:, part], hands.melds[part], hands.wins[part], hands.order[:, part])


def _together(left: Hands, right: Hands) -> Hands:
    """Each on the left with each on the right."""
    one = Hands(
        left.counts[:, :, None], left.melds[:, None], left.wins[:, None], left.order[:, :, None]
    )
    other = Hands(right.counts[:, None], right.melds, right.wins, right.order[:, None])
    each = _joined(one, other)
    return Hands(
        each.counts.reshape(len(each.counts), -1),
        each.melds.reshape(-1),
        each.wins.reshape(-1),
        each.order.reshape(len(each.order), -1),
    )


def _drawn(parts: Sequence[Hands], number: int, random: np.random.Generator) -> Hands:
    """So many hands of random parts."""
    whole: Hands | None = None
    for part in parts:
        which = random.integers(0, len(part.wins), number)
        own = Hands(
            part.counts[:, which], part.melds[which], part.wins[which], part.order[:, which]
        )
        whole = own if whole is None else _joined(whole, own)
    assert whole is not None
    return whole


def _joined(left: Hands, right: Hands) -> Hands:
    """Each on the left with the one beside it on the right."""
    return Hands(
        left.counts | right.counts,
        left.melds | right.melds,
        left.wins | right.wins,
        left.order + right.order,
    )
