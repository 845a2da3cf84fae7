"""Every pair of several variants compared at once: how far apart they are, not which rules do it.

Hands are put together once for all variants that can be compared over the same tiles, and each
variant judges each kind of hand once. Everybody plays with the defaults.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ..flow import situations
from ..mutation.situations import kong_situations
from ..resolved.nodes import FLOW_KINDS
from ..space.groups import circumstances_of, hand_of
from ..space.of_sides import space_of
from ..space.sides import sides
from ..space.signatures import NotFoldableError
from ..space.ways import told_apart
from .behavioural import HandComparer, field_of, outcome
from .common import on_common_tiles
from .findings import Gap, Outcome, WonHand
from .payments import situations as payments_of
from .settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...runtime.circumstances import Drawn
    from ..core.nodes import Core
    from ..space.sides import Side
    from .behavioural import Pair

DEFAULTS = Settings({}, {})


class Contrast(NamedTuple):
    """The hands that two variants judge unlike.

    Attributes:
        hands: how many (hand, winning tile) there are: those that in some win are worth something
            else, may win or not, or are paid otherwise.
        worth: how many of them are worth something else.
        of: of how many.
        swing: the largest difference in what one player owes for one of them, in stakes.
        witness: the least of them in its plainest win; None if there is no such hand.
        answers: what each variant says of the witness.
    """

    hands: int
    worth: int
    of: int
    swing: int
    witness: WonHand | None
    answers: tuple[Outcome, Outcome] | None


class Cell(NamedTuple):
    """One pair of variants, by their places.

    Attributes:
        hands: what differs in hands; None if they cannot be compared.
        payments: how many payments for kongs and in drawn hands differ.
        rounds: in how many situations of a round something else may be done or somebody else deals.
        gaps: what was not compared, and why.
    """

    before: int
    after: int
    hands: Contrast | None
    payments: int
    rounds: int
    gaps: tuple[Gap, ...]


class Matrix(NamedTuple):
    """Variants, and each two of them in order."""

    cores: tuple[Core, ...]
    cells: tuple[Cell, ...]

    def cell(self, one: int, other: int) -> Cell:
        """The cell of two variants, in whichever order."""
        places = (min(one, other), max(one, other))
        return next(cell for cell in self.cells if (cell.before, cell.after) == places)


def matrix(cores: Sequence[Core]) -> Matrix:
    """Compare each two of some variants under their defaults."""
    pairs = {(i, j): _common(cores[i], cores[j]) for i, j in combinations(range(len(cores)), 2)}
    tables: dict[tuple[object, ...], dict[int, Core]] = {}
    for (i, j), (played, _) in pairs.items():
        if played is not None:
            seats = tables.setdefault(_tiles(played[0]), {})
            seats.setdefault(i, played[0])
            seats.setdefault(j, played[1])
    courts = {tiles: _Court(seated) for tiles, seated in tables.items()}
    cells = []
    for (i, j), (played, gaps) in pairs.items():
        court = None if played is None else courts[_tiles(played[0])]
        contrast = None if court is None else court.contrast(i, j)
        left = (Gap("too_many"),) if court is not None and contrast is None else ()
        made = _paid(cores[i], cores[j])
        cells.append(Cell(i, j, contrast, made[0], made[1], (*gaps, *left)))
    return Matrix(tuple(cores), tuple(cells))


def _common(before: Core, after: Core) -> tuple[tuple[Core, Core] | None, tuple[Gap, ...]]:
    return on_common_tiles(before, after, (DEFAULTS,))


def _tiles(core: Core) -> tuple[object, ...]:
    seating = core.ruleset.seating
    return (frozenset(seating.suits), frozenset(seating.dragons), seating.copies)


class _Court:
    """Variants that play with the same tiles, judged over one space."""

    def __init__(self, seated: dict[int, Core]) -> None:
        """Put the hands together; there are none where the rules tell too many apart."""
        made = sides(list(seated.values()), [[{}]] * len(seated))
        self._sides = dict(zip(seated, (own[0] for own in made), strict=True))
        self._comparer: HandComparer | None = None
        try:
            space = space_of(list(self._sides.values()))
        except NotFoldableError:
            return
        everyone = list(self._sides.values())
        seats = min(side.program.seats for side in everyone)
        self._comparer = HandComparer(field_of(space, [(one, one) for one in everyone]), seats)

    def contrast(self, before: int, after: int) -> Contrast | None:
        """Two of the variants, by the places they have among all."""
        if self._comparer is None:
            return None
        pair = (self._sides[before], self._sides[after])
        return _contrast(self._comparer, pair)


def _contrast(comparer: HandComparer, pair: Pair) -> Contrast:
    field = comparer.field
    groups: set[int] = set()
    dearer: set[int] = set()
    swing = 0
    least: tuple[tuple[int, int], WonHand, tuple[Outcome, Outcome]] | None = None
    for case in comparer.unlike(pair, told_apart(pair, circumstances_of(pair))):
        groups.add(case.group)
        if case.before.value != case.after.value:
            dearer.add(case.group)
        owed = ((case.before.owed, *case.before.others), (case.after.owed, *case.after.others))
        swing = max(swing, *[abs(one - other) for one, other in zip(*owed, strict=True)])
        order = (case.group, case.way)
        if least is None or order < least[0]:
            hand = hand_of(field.groups[case.group].witness, pair[0].program.tiles)
            answers = (outcome(case.before, pair[0]), outcome(case.after, pair[1]))
            least = (order, WonHand(hand, case.won), answers)
    count, worth = (sum(field.groups[one].number for one in found) for found in (groups, dearer))
    witness, answers_ = (None, None) if least is None else least[1:]
    return Contrast(count, worth, field.space.points, swing, witness, answers_)


def _paid(before: Core, after: Core) -> tuple[int, int]:
    """How many payments without a hand differ, and how many answers about a round."""
    pair = [own[0] for own in sides([before, after], [[{}], [{}]])]
    seats = max(side.program.seats for side in pair)
    _, drawn = payments_of((pair[0], pair[1]))
    payments = [_kongs(side, seats) + _drawn(side, drawn) for side in pair]
    rounds = [list(_rounds(side, pair)) for side in pair]
    return _unlike(payments), _unlike(rounds)


def _kongs(side: Side, seats: int) -> list[object]:
    return [
        side.program.pay_kong(one, side.options)[0]
        for one in kong_situations(seats, side.program.tiles)
    ]


def _drawn(side: Side, situations: Sequence[Drawn]) -> list[object]:
    return [side.program.pay_drawn(one, side.options)[0] for one in situations]


def _rounds(side: Side, pair: Sequence[Side]) -> Iterator[object]:
    for kind in FLOW_KINDS:
        for asked in situations(kind, [one.core for one in pair]):
            yield side.program.answers[kind](asked, side.options)[0]


def _unlike(answers: Sequence[Iterable[object]]) -> int:
    return sum(one != other for one, other in zip(*answers, strict=True))
