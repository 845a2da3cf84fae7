"""Every pair of several variants compared at once: how far apart they are, not which rules do it.

Hands are put together once for all variants that can be compared over the same tiles, and each
variant judges each kind of hand once. Everybody plays with the defaults.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ..diff.behavioural import HandComparer, field_of, outcome
from ..diff.common import on_common_tiles
from ..diff.findings import Bystander, Gap, WonHand
from ..diff.payments import situations as payments_of
from ..diff.rules import Renamed
from ..diff.settings import Settings, bound_options, changed_places, choices_left
from ..diff.turns import compare_facts
from ..flow import situations
from ..resolved.nodes import FLOW_KINDS
from ..space.groups import hand_of
from ..space.of_sides import space_of
from ..space.sides import sides
from ..space.signatures import NotFoldableError
from ..space.ways import other_payers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...runtime.circumstances import Drawn, Konged
    from ..core.nodes import Core
    from ..diff.behavioural import Pair
    from ..diff.differing import Case
    from ..diff.findings import Answer, Behavioural
    from ..space.sides import Side
    from ..surface.nodes import TableKind

DEFAULTS = Settings({}, {})
PAID: tuple[TableKind, ...] = ("pay.kong", "pay.drawn")
"""Payments without a hand."""


class Sample(NamedTuple):
    """One hand that two variants judge unlike.

    Attributes:
        witness: the hand, its win, and the payer if the win does not speak of that one.
        answers: what each variant says of it.
        swing: the largest difference in what one player owes for it.
    """

    witness: WonHand | Bystander
    answers: tuple[Answer, Answer]
    swing: int


class Contrast(NamedTuple):
    """The hands that two variants judge unlike.

    Attributes:
        hands: how many (hand, winning tile) there are: those that in some win are worth something
            else, may win or not, or are paid otherwise.
        worth: how many of them are worth something else.
        of: of how many.
        swing: the largest difference in what one player owes for one of them, in stakes.
        least: the least of them in its plainest win; None if there is no such hand.
        widest: the least of those with the largest swing; None if nobody owes anything else.
    """

    hands: int
    worth: int
    of: int
    swing: int
    least: Sample | None
    widest: Sample | None


class Cell(NamedTuple):
    """One pair of variants, by their places.

    Attributes:
        hands: what differs in hands; None if they cannot be compared.
        tables: for each table that is asked without a hand in how many situations the answers
            differ; those in which none does are left out.
        facts: the facts about a round that differ.
        gaps: what was not compared, and why.
    """

    before: int
    after: int
    hands: Contrast | None
    tables: Mapping[TableKind, int]
    facts: tuple[Behavioural, ...]
    gaps: tuple[Gap, ...]

    @property
    def payments(self) -> int:
        """How many payments for kongs and in drawn hands differ."""
        return sum(self.tables.get(kind, 0) for kind in PAID)

    @property
    def rounds(self) -> int:
        """In how many situations something else may be done or somebody else deals."""
        return sum(self.tables.values()) - self.payments

    @property
    def equal(self) -> bool:
        """Whether everything was compared, and nothing differs."""
        hands = self.hands is None or bool(self.hands.hands)
        return not (hands or self.tables or self.facts or self.gaps)


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
        facts = tuple(compare_facts(cores[i].ruleset, cores[j].ruleset))
        answers = _answers(cores[i], cores[j])
        gone_by = tuple(_other_rounds(cores[i], cores[j]))
        cells.append(Cell(i, j, contrast, answers, facts, (*gaps, *left, *gone_by)))
    return Matrix(tuple(cores), tuple(cells))


def _common(before: Core, after: Core) -> tuple[tuple[Core, Core] | None, tuple[Gap, ...]]:
    return on_common_tiles(before, after, (DEFAULTS,))


def _other_rounds(before: Core, after: Core) -> Iterator[Gap]:
    """What is not always as by default: numbers carried on, the dice, and what players choose."""
    bound = {**bound_options(before), **bound_options(after)}
    if bound and changed_places(before, after, Renamed({}, {})):
        yield Gap("rounds", {"options": ", ".join(bound)})
    for one in choices_left(before, after, Renamed({}, {})):
        yield Gap(one.what, {"options": ", ".join(one.options)})


def _tiles(core: Core) -> tuple[object, ...]:
    seating = core.ruleset.seating
    return (frozenset(seating.suits), frozenset(seating.dragons), seating.copies, seating.ranks)


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


class _Least:
    """The first of several cases in some order, as a sample."""

    def __init__(self) -> None:
        self.order: tuple[int, ...] | None = None
        self.case: tuple[Case, int, int] | None = None

    def offer(self, order: tuple[int, ...], case: Case, payer: int, swing: int) -> None:
        """Keep a case if it comes before the one kept."""
        if self.order is None or order < self.order:
            self.order, self.case = order, (case, payer, swing)

    def sample(self, comparer: HandComparer, pair: Pair) -> Sample | None:
        """The case kept."""
        if self.case is None:
            return None
        case, payer, swing = self.case
        group = comparer.field.groups[case.won_by.first]
        hand = hand_of(group.witness, pair[0].program.tiles)
        if payer:
            revealed = other_payers(case.won)[payer - 1].payer_revealed
            answers = (case.before.others[payer - 1], case.after.others[payer - 1])
            return Sample(Bystander(hand, case.won, revealed), answers, swing)
        said = (outcome(case.before, pair[0]), outcome(case.after, pair[1]))
        return Sample(WonHand(hand, case.won), said, swing)


def _contrast(comparer: HandComparer, pair: Pair) -> Contrast:
    field = comparer.field
    groups = dearer = 0
    least, widest = _Least(), _Least()
    most = 0
    for case in comparer.unlike(pair, tuple(comparer.ways(pair).alike(pair))):
        groups |= case.won_by.groups
        if case.before.value != case.after.value:
            dearer |= case.won_by.groups
        owed = ((case.before.owed, *case.before.others), (case.after.owed, *case.after.others))
        swings = [abs(one - other) for one, other in zip(*owed, strict=True)]
        swing = max(swings)
        least.offer((case.won_by.first, case.way), case, 0, swing)
        if swing and swing >= most:
            most, payer = swing, swings.index(swing)
            order = (-swing, min(payer, 1), case.won_by.first, case.way, payer)
            widest.offer(order, case, payer, swing)
    count, worth = field.hands(groups), field.hands(dearer)
    samples = (least.sample(comparer, pair), widest.sample(comparer, pair))
    return Contrast(count, worth, field.space.points, most, *samples)


def _answers(before: Core, after: Core) -> dict[TableKind, int]:
    """How many answers differ of the tables that are asked without a hand."""
    pair = [own[0] for own in sides([before, after], [[{}], [{}]])]
    kongs, drawn = payments_of((pair[0], pair[1]))
    found: dict[TableKind, int] = {
        "pay.kong": _unlike([_kongs(side, kongs) for side in pair]),
        "pay.drawn": _unlike([_drawn(side, drawn) for side in pair]),
    }
    for kind in FLOW_KINDS:
        found[kind] = _unlike([_round(side, pair, kind) for side in pair])
    return {kind: count for kind, count in found.items() if count}


def _kongs(side: Side, situations: Sequence[Konged]) -> list[object]:
    return [side.program.pay_kong(one, side.options)[0] for one in situations]


def _drawn(side: Side, situations: Sequence[Drawn]) -> list[object]:
    return [side.program.pay_drawn(one, side.options)[0] for one in situations]


def _round(side: Side, pair: Sequence[Side], kind: TableKind) -> Iterator[object]:
    for asked in situations(kind, [one.core for one in pair]):
        yield side.program.says(kind, asked, side.options)[0]


def _unlike(answers: Sequence[Iterable[object]]) -> int:
    return sum(one != other for one, other in zip(*answers, strict=True))
