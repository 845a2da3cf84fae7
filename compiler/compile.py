"""From a resolved ruleset to everything the commands need of it."""

from __future__ import annotations

import linecache
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..runtime.evaluator import Evaluator
from ..runtime.program import UNLIMITED
from .core.from_resolved import lower as to_core

if TYPE_CHECKING:
    from collections.abc import Callable

    from .core.nodes import Core
    from .diagnostics.report import Sink
    from .plan.nodes import Plan
    from .resolved.nodes import Ruleset


@dataclass(frozen=True, slots=True)
class Compiled:
    """A variant that may be scored: its typed core, its plan, and the text of its module."""

    core: Core = field(repr=False)
    plan: Plan = field(repr=False)
    text: str = field(repr=False)


def check(ruleset: Ruleset, sink: Sink) -> Core | None:
    """Everything the compiler can find wrong with a resolved ruleset."""
    return to_core(ruleset, sink)


def compile_core(core: Core) -> Compiled:
    """Plan a core and write its module."""
    from .plan.from_core import lower as to_plan  # noqa: PLC0415 - as below

    return compile_plan(to_plan(core))


def compile_plan(plan: Plan) -> Compiled:
    """Write the module of a plan."""
    # Only where a module is wanted: the template engine costs more than all the checks.
    from .emit.from_plan import lower as to_view  # noqa: PLC0415
    from .emit.render import render  # noqa: PLC0415

    return Compiled(plan.core, plan, render(to_view(plan)))


def run_aspects(plan: Plan) -> Callable[[int, Any], tuple[int | bool, ...]]:
    """The function that says of a packed reading all that the rules of a plan can make of it."""
    from .emit.aspects import NAME, aspects_text  # noqa: PLC0415 - only for proofs

    namespace: dict[str, Any] = {"UNLIMITED": UNLIMITED}
    exec(compile(aspects_text(plan), f"<kawuxing {NAME}>", "exec", dont_inherit=True), namespace)
    made: Callable[[int, Any], tuple[int | bool, ...]] = namespace[NAME]
    return made


def run_module(compiled: Compiled) -> Evaluator[Any]:
    """Execute a module we wrote and hand on its evaluator.

    Its text is ours: of the author's it holds checked literals only. It is kept for tracebacks and
    debuggers under the name of the variant.
    """
    name = f"<kawuxing {compiled.core.ruleset.id}>"
    module = ModuleType(f"kawuxing_{compiled.core.ruleset.id}")
    code = compile(compiled.text, name, "exec", dont_inherit=True)
    exec(code, module.__dict__)
    lines = compiled.text.splitlines(keepends=True)
    linecache.cache[name] = (len(compiled.text), None, lines, name)
    rules = module.__dict__["rules"]
    assert isinstance(rules, Evaluator)
    return rules
