"""For each fan a hand to show: of the ruleset's examples, else the least hand of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ...runtime.declared import UNLIMITED
from ...runtime.errors import HandError
from ..examples.by_interpreter import trace
from ..examples.given import is_waiting, way_of
from ..interpret.judge import judge, tile_set
from ..proofs.survey import all_cells
from ..proofs.surveyor import Surveyor
from ..space.groups import hand_of
from ..space.of_sides import space_of
from ..space.sides import sides
from ..space.signatures import NotFoldableError
from .hands import read_won

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...runtime.circumstances import Won
    from ...runtime.evaluator import Evaluator
    from ...runtime.hand import Hand
    from ...runtime.tiles import TileSet
    from ..core.nodes import Core
    from ..examples.by_interpreter import Trace
    from ..interpret.judge import Verdict
    from ..interpret.scene import Value
    from ..proofs.cells import Cell
    from ..resolved.nodes import OptionValue
    from ..surface.nodes import Example


class Worked(NamedTuple):
    """An example and what comes of it; None for one that is refused."""

    example: Example
    trace: Trace | None


class Shown(NamedTuple):
    """A hand in which a fan scores; `example` names the one it is from."""

    verdict: Verdict
    hand: Hand
    won: Won
    example: str = ""


@dataclass(frozen=True, slots=True)
class Town:
    """A ruleset with everything the book tells of it that has to be worked out.

    Attributes:
        core: its rules.
        rules: its evaluator, options bound.
        values: the options of this book.
        worked: its examples.
        shown: for each fan a hand, where there is one.
        searched: whether a fan without a hand has none; else nobody knows.
    """

    core: Core
    rules: Evaluator[Any]
    values: Mapping[str, OptionValue]
    worked: tuple[Worked, ...]
    shown: Mapping[str, Shown]
    searched: bool = True

    @property
    def bound(self) -> dict[str, Value]:
        """The options as rules read them."""
        return {id_: UNLIMITED if one is None else one for id_, one in self.values.items()}


def town(core: Core, rules: Evaluator[Any]) -> Town:
    """Work everything out.

    Args:
        core: the rules.
        rules: their evaluator, with the options of this book.
    """
    bound = {name.removeprefix("x_"): value for name, value in rules.options._asdict().items()}
    values: dict[str, OptionValue] = {
        option.id: _plain(option.default, bound[option.id]) for option in core.options
    }
    worked = tuple(Worked(one, _traced(one, core, rules)) for one in core.ruleset.examples)
    shown = _from_examples(core, bound)
    wanted = [fan for fan in core.order if fan not in shown]
    setting = {
        option.id: values[option.id]
        for option in core.options
        if values[option.id] != option.default
    }
    more = _from_space(core, setting, bound, wanted) if wanted else {}
    return Town(core, rules, values, worked, shown | (more or {}), more is not None)


def _plain(default: OptionValue, value: Any) -> OptionValue:  # noqa: ANN401 - any option
    """An option's value as authors write it."""
    if value == UNLIMITED:
        return None
    return bool(value) if isinstance(default, bool) else value


def _traced(example: Example, core: Core, rules: Evaluator[Any]) -> Trace | None:
    try:
        return trace(example, core, rules)
    except HandError:
        return None


def _from_examples(core: Core, bound: Mapping[str, Value]) -> dict[str, Shown]:
    """For each fan the example with the fewest fans beside it, among those the first."""
    hands = list(_won_hands(core, bound))
    found: dict[str, Shown] = {}
    for fan in core.order:
        own = [
            (len(one.verdict.best.fans), at, one)
            for at, one in enumerate(hands)
            if any(fan == id_ for id_, _ in one.verdict.best.fans)
        ]
        if own:
            found[fan] = min(own, key=lambda hand: hand[:2])[2]
    return found


def _won_hands(core: Core, bound: Mapping[str, Value]) -> Iterator[Shown]:
    """The hands of examples that may win under the options of the book."""
    tiles = tile_set(core.ruleset.seating)
    for example in core.ruleset.examples:
        if "hand" not in example.given or "options" in example.given or is_waiting(example):
            continue
        way = way_of(example)
        try:
            hand = read_won(str(example.given["hand"]), tiles)
            how = way.won()
        except HandError:
            continue
        verdict = judge(core, hand, how, bound)
        if verdict is not None and verdict.may_win:
            yield Shown(verdict, hand, how, example.id)


def _from_space(
    core: Core,
    setting: Mapping[str, OptionValue],
    bound: Mapping[str, Value],
    wanted: Sequence[str],
) -> dict[str, Shown] | None:
    """For each fan the hand of the space with the fewest fans beside it, among those the least.

    None if the rules tell too many hands apart to look through them.
    """
    place = {fan: 1 << at for at, fan in enumerate(core.order)}
    try:
        own = sides([core], [[dict(setting)]])[0]
        surveyor = Surveyor(space_of(own).signatures, own)
    except NotFoldableError:
        return None
    cells: dict[str, Cell] = {}
    alone = 0
    for cell in all_cells(surveyor):
        scored = cell.best.scored
        for fan in wanted if cell.verdict.allowed else ():
            if scored & place[fan] and (fan not in cells or _fewer(cell, cells[fan])):
                cells[fan] = cell
                alone += scored == place[fan]
        if alone == len(wanted):
            break
    return {fan: _judged(core, cell, own[0].program.tiles, bound) for fan, cell in cells.items()}


def _fewer(one: Cell, other: Cell) -> bool:
    """Whether a cell has fewer fans than another."""
    return one.best.scored.bit_count() < other.best.scored.bit_count()


def _judged(core: Core, cell: Cell, tiles: TileSet, bound: Mapping[str, Value]) -> Shown:
    hand = hand_of(cell.group.witness, tiles)
    verdict = judge(core, hand, cell.won, bound)
    assert verdict is not None
    return Shown(verdict, hand, cell.won)
