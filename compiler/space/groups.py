"""Signatures put together further: those that the rules of some sides judge alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from ...runtime.circumstances import all_circumstances, longest_chain, passing
from ...runtime.packed_readings import SEVEN
from ..core.nodes import Read, children
from .chosen import asked_of, varied
from .horses import with_horses
from .passing import passed_told_apart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ...runtime.circumstances import Won
    from ...runtime.hand import Hand
    from ...runtime.tiles import TileSet
    from ..core.nodes import Expr
    from ..plan.nodes import Plan
    from .sides import Side
    from .signatures import Signature, Witness

Asking: TypeAlias = "Callable[[int], tuple[int | bool, ...]]"
"""Says all that some rules can make of a packed reading."""


@dataclass(frozen=True, slots=True)
class Group:
    """Won hands that the rules of every side judge alike.

    Attributes:
        aspects: for each side a number for all that its rules can make of the readings.
        vectors: the packed readings of the witness.
        kong: whether a kong lies melded, so that a replacement tile may have won.
        alone: whether the winning tile may have been robbed from a kong.
        number: how many (hand, winning tile) there are.
        witness: the least of them.
    """

    aspects: tuple[int, ...]
    vectors: tuple[int, ...]
    kong: bool
    alone: bool
    number: int
    witness: tuple[Witness, ...]


def group(signatures: Iterable[Signature], sides: Sequence[Side]) -> tuple[Group, ...]:
    """Put together the signatures that no side tells apart, the least witnesses first.

    Args:
        signatures: the least witness first.
        sides: who must be able to tell them apart.
    """
    return group_by(signatures, [side.aspects for side in sides])


def group_by(signatures: Iterable[Signature], asking: Sequence[Asking]) -> tuple[Group, ...]:
    """The same for anybody who answers something of packed readings."""
    numbers: dict[tuple[tuple[int, ...], bool, bool], int] = {}
    least: dict[tuple[tuple[int, ...], bool, bool], Signature] = {}
    readings = [_Readings(one) for one in asking]
    known: dict[tuple[int, ...], tuple[int, ...]] = {}
    for one in signatures:
        vectors, kong, alone, number, _ = one
        if vectors not in known:
            known[vectors] = tuple([each.of(vectors) for each in readings])
        key = (known[vectors], kong, alone)
        if key in numbers:
            numbers[key] += number
        else:
            numbers[key] = number
            least[key] = one
    return tuple(
        Group(key[0], one.vectors, one.kong, one.alone, numbers[key], one.witness)
        for key, one in least.items()
    )


def numbers_by(signatures: Iterable[Signature], asking: Asking) -> tuple[int, ...]:
    """For each signature a number for all that somebody answers of its readings."""
    readings = _Readings(asking)
    return tuple([readings.of(one.vectors) for one in signatures])


class _Readings:
    """What somebody answers of packed readings, numbered; of each it is asked once."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._known: dict[int, int] = {}
        self._answers: dict[tuple[int | bool, ...], int] = {}
        self._hands: dict[frozenset[int], int] = {}

    def of(self, vectors: tuple[int, ...]) -> int:
        """A number for the answers to all readings of a hand."""
        known = self._known
        for vector in vectors:
            if vector not in known:
                answer = (vector >> SEVEN & 1, *self._asking(vector))
                known[vector] = self._answers.setdefault(answer, len(self._answers))
        each = frozenset([known[vector] for vector in vectors])
        return self._hands.setdefault(each, len(self._hands))


def hand_of(witness: tuple[Witness, ...], tiles: TileSet) -> Hand:
    """The hand a witness stands for."""
    from ...runtime.hand import Hand, Meld, MeldKind  # noqa: PLC0415 - only to show something

    types = (MeldKind.PUNG, MeldKind.DIRECT_KONG, MeldKind.CONCEALED_KONG)
    concealed: list[int] = []
    melds: list[Meld] = []
    win: int | None = None
    for block, one in zip(tiles.blocks, witness, strict=True):
        kinds = tiles.kinds[block.start : block.start + block.length]
        for at, kind in enumerate(kinds):
            held = one.code >> 3 * (len(kinds) - 1 - at) & 7
            concealed += [kind] * held
        melds += [Meld(types[type_], kinds[at]) for at, type_ in one.laid]
        if one.win >= 0:
            win = kinds[one.win]
    if win is not None:
        concealed.remove(win)
    return Hand(tuple(concealed), tuple(melds), win)


def circumstances_of(sides: Iterable[Side]) -> tuple[Won, ...]:
    """All ways of winning that some rule of a side can tell apart by its events or chain.

    Where there cannot be a kong, none that follow one.
    """
    sides = list(sides)
    most = max(longest_chain(side.program.seats, side.program.tiles) for side in sides)
    plans = {id(side.plan): side.plan for side in sides}
    asked = frozenset(path for plan in plans.values() for path in _reads(plan))
    chains = "chain" in asked
    lengths = tuple(range(1, most + 1)) if chains and most else (0,)
    found = tuple(won for won in all_circumstances(lengths) if won.chain <= most)
    if "winner.preceded" in asked:
        found += tuple(replace(won, winner_preceded=True) for won in found if won.discard)
    passed = passed_told_apart(expr for plan in plans.values() for expr in _exprs(plan))
    found += tuple(passing(won, number) for number in passed for won in found)
    found += with_horses(sides, found)
    return varied(found, asked_of({id(side.core): side.core for side in sides}.values()))


def _exprs(plan: Plan) -> Iterator[Expr]:
    for fan in plan.fans:
        yield from (fan.when, fan.times)
    for table in plan.tables:
        for row in table.rows:
            yield from (row.when, row.result)


def _reads(plan: Plan) -> Iterator[str]:
    """What the rules of a plan ask for that is no part of the hand."""
    left = list(_exprs(plan))
    while left:
        expr = left.pop()
        left += children(expr)
        if isinstance(expr, Read):
            yield expr.path


def possible(one: Group, won: Won) -> bool:
    """Whether the hands of a group can have been won so."""
    return (one.kong or not won.replacement) and (one.alone or not won.robbing)
