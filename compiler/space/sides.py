"""Variants made comparable: plans over the same atoms, run, and asked by signature.

Proofs and diffs work on sides. Where no atom reads an option, one space serves all choices of
options; otherwise each choice is bound into the rules beforehand and gets its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from ...runtime.circumstances import Drawn
from ...runtime.options import bind as bind_options
from ..compile import program_of, run_aspects
from ..core.bind import bind
from ..core.nodes import Quantified, children
from ..interpret.evaluate import evaluate
from ..interpret.scene import Scene, SuitView
from ..plan.from_core import lower_together
from ..plan.local import reads_option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...runtime.program import Program
    from ..core.nodes import Core, Expr
    from ..plan.nodes import Plan
    from ..resolved.nodes import OptionValue

NOWHERE = Drawn(payer_revealed=False, payer_first_revealed=False, payee_revealed=False)
"""A situation for what asks none."""

Setting: TypeAlias = "dict[str, OptionValue]"
"""Options that differ from the defaults."""


@dataclass(frozen=True, slots=True)
class Side:
    """One variant under one choice of options.

    Attributes:
        core: its rules, options unbound.
        plan: the plan that was run, over atoms shared with the other sides.
        options: the bound options the program's functions take.
        aspects: all that the rules can make of a packed reading, whatever is chosen.
    """

    core: Core = field(repr=False)
    plan: Plan = field(repr=False)
    program: Program[Any] = field(repr=False)
    options: Any = field(repr=False)
    setting: Mapping[str, OptionValue]
    aspects: Callable[[int], tuple[int | bool, ...]] = field(repr=False)


def sides(cores: Sequence[Core], settings: Sequence[Sequence[Setting]]) -> list[list[Side]]:
    """For each core its sides, one for each of its settings; all share their atoms."""
    plans = lower_together(cores)
    if not any(reads_option(atom.body) for plan in plans for atom in plan.atoms):
        return [_unbound(plan, own) for plan, own in zip(plans, settings, strict=True)]
    bound = [bind(core, one) for core, own in zip(cores, settings, strict=True) for one in own]
    made = iter(lower_together(bound))
    return [
        [_bound(core, next(made), one) for one in own]
        for core, own in zip(cores, settings, strict=True)
    ]


def _unbound(plan: Plan, settings: Sequence[Setting]) -> list[Side]:
    """One program for all settings."""
    program = program_of(plan)
    aspects = run_aspects(plan)
    return [
        Side(plan.core, plan, program, bind_options(program, one), one, aspects) for one in settings
    ]


def _bound(core: Core, plan: Plan, setting: Setting) -> Side:
    """A program of its own for rules in which the options are constants."""
    program = program_of(plan)
    return Side(core, plan, program, program.defaults, setting, run_aspects(plan))


def suit_classes(sides_: Sequence[Side]) -> tuple[tuple[int, ...], ...]:
    """For each suit and number of tiles the least number the rules of no side tell from it."""
    suits = sides_[0].program.tiles.suits
    plans = {id(side.plan): side.plan for side in sides_}
    asked = {number: tuple(dict.fromkeys(_suit_questions(plan))) for number, plan in plans.items()}
    questions = [(_scene(side), asked[id(side.plan)]) for side in sides_]
    return tuple(_classes(suit, questions) for suit in suits)


def _classes(suit: str, questions: Sequence[tuple[Scene, tuple[Expr, ...]]]) -> tuple[int, ...]:
    first: dict[tuple[object, ...], int] = {}
    found = []
    for count in range(19):
        view = SuitView(suit, count)
        answers = tuple(
            evaluate(question, scene, view) for scene, own in questions for question in own
        )
        found.append(first.setdefault(answers, count))
    return tuple(found)


def _scene(side: Side) -> Scene:
    values = {name.removeprefix("x_"): value for name, value in side.options._asdict().items()}
    return Scene(values, NOWHERE)


def _suit_questions(plan: Plan) -> Iterator[Expr]:
    for fan in plan.fans:
        yield from _asked_of_suits(fan.when)
        yield from _asked_of_suits(fan.times)
    for table in plan.tables:
        for row in table.rows:
            yield from _asked_of_suits(row.when)
            yield from _asked_of_suits(row.result)
    for atom in plan.atoms:
        if atom.element == "reading":
            yield from _asked_of_suits(atom.body)


def _asked_of_suits(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, Quantified) and expr.element == "suit_view":
        yield expr.body
        if expr.condition is not None:
            yield expr.condition
        return
    for inner in children(expr):
        yield from _asked_of_suits(inner)
