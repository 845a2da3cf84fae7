"""From a resolved ruleset to everything the commands need of it."""

from __future__ import annotations

import linecache
import sys
from collections import namedtuple
from dataclasses import dataclass, field
from functools import lru_cache
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from ..runtime.circumstances import chosen
from ..runtime.declared import UNLIMITED, OptionInfo, RuleInfo
from ..runtime.program import Program, Worth
from ..runtime.situations import Flow, Foul
from ..runtime.tiles import TileSet
from .core.asks import asks
from .core.from_resolved import lower as to_core

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..runtime.circumstances import Won
    from ..runtime.evaluator import Evaluator
    from .core.nodes import Core, Expr
    from .diagnostics.report import Sink
    from .plan.nodes import Plan
    from .resolved.nodes import Ruleset

_EXECUTING: Final = RLock()
"""Held while a module is executed under its name, which another thread may want as well."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A variant that may be scored: its typed core, and its plan."""

    core: Core = field(repr=False)
    plan: Plan = field(repr=False)

    @property
    def text(self) -> str:
        """The text of its module, written anew each time."""
        # Only where a module is wanted: the template engine costs more than all the checks.
        from .emit.from_plan import lower as to_view  # noqa: PLC0415
        from .emit.render import render  # noqa: PLC0415

        return render(to_view(self.plan))


def check(ruleset: Ruleset, sink: Sink) -> Core | None:
    """Everything the compiler can find wrong with a resolved ruleset."""
    return to_core(ruleset, sink)


def compile_core(core: Core) -> Compiled:
    """Plan a core."""
    from .plan.from_core import lower as to_plan  # noqa: PLC0415 - not for those who only check

    plan = to_plan(core)
    return Compiled(plan.core, plan)


def program_of(plan: Plan) -> Program[Any]:
    """The program of a plan, for those who only run it: the functions of its module, no module."""
    from .emit.facts import (  # noqa: PLC0415 - as above
        LANGUAGE,
        choice_facts,
        fan_facts,
        flow_facts,
        foul_facts,
        option_facts,
        row_facts,
        source_facts,
    )
    from .emit.functions import (  # noqa: PLC0415
        ALSO,
        ATOMS,
        CARRY,
        FLOW,
        JUDGING,
        READING_ATOMS,
        functions_text,
        reading_bits,
    )

    ruleset, options = plan.core.ruleset, plan.core.options
    made = _run(functions_text(plan), ruleset.id, {"UNLIMITED": UNLIMITED, "Worth": Worth})
    fields = [f"x_{option.id}" for option in options]
    defaults = [UNLIMITED if one.default is None else one.default for one in options]
    bound = namedtuple("Options", fields, defaults=defaults)  # type: ignore[misc]
    seating = ruleset.seating
    return Program(
        variant=ruleset.id,
        zh=ruleset.name.zh,
        en=ruleset.name.en,
        language=LANGUAGE,
        sources=source_facts(ruleset),
        tiles=TileSet(seating.suits, seating.dragons, seating.copies, seating.ranks),
        seats=seating.seats,
        options=tuple(OptionInfo(*option_facts(option)) for option in options),
        defaults=bound(),
        choices=tuple(OptionInfo(*choice_facts(one)) for one in ruleset.choices),
        make_options=bound,
        fans=tuple(RuleInfo(*facts) for facts in fan_facts(plan.core)),
        rows={
            table.kind: tuple(RuleInfo(*facts) for facts in row_facts(table))
            for table in plan.tables
        },
        flow=_flow(dict(flow_facts(ruleset)), {f.id: foul_facts(f) for f in ruleset.fouls}),
        reading_atoms=made.get(READING_ATOMS),
        reading_bits=reading_bits(plan),
        asks=asks(plan.core),
        use=ruleset.use,
        pay_also=made.get(ALSO),
        carry=made.get(CARRY),
        on_top=plan.core.on_top,
        **{name: made[name] for name in (*ATOMS, *JUDGING, *FLOW.values()) if name in made},
    )


def _flow(facts: dict[str, Any], fouls: dict[str, tuple[Any, ...]]) -> Flow:
    return Flow(**facts, fouls={kind: Foul(*what) for kind, what in fouls.items()})


def run_aspects(
    plan: Plan, rules: Sequence[Expr] | None = None
) -> Callable[[int], tuple[int | bool, ...]]:
    """The function that says of a packed reading all that the rules of a plan can make of it.

    It reads no options: what it tells apart serves all choices of them. With `rules` only these
    count.
    """
    from .emit.aspects import NAME, aspects_text  # noqa: PLC0415 - only for proofs

    made: Callable[[int], tuple[int | bool, ...]] = _function(aspects_text(plan, rules), NAME)
    return made


def run_survey(plan: Plan) -> tuple[Mapping[str, Any], Callable[[int], tuple[Any, ...]]]:
    """The functions that say what holds of a reading, and one that says what they can tell of it.

    The latter does what that of `run_aspects` does.
    """
    from .emit.aspects import NAME, aspects_text  # noqa: PLC0415 - only for proofs
    from .emit.survey import survey_text  # noqa: PLC0415

    text = survey_text(plan) + aspects_text(plan)
    made = _run(text, "survey", {"UNLIMITED": UNLIMITED})
    return made, made[NAME]


def run_cap(plan: Plan) -> Callable[[int, Won, Any, Worth], tuple[int, int]]:
    """The function that says of a judged reading what the cap is, and which row gives it."""
    from .emit.cap import NAME, cap_text  # noqa: PLC0415 - only for comparisons

    made: Callable[[int, Won, Any, Worth], tuple[int, int]] = _function(cap_text(plan), NAME)
    return made


@lru_cache(maxsize=256)
def _function(text: str, name: str) -> Any:  # noqa: ANN401 - what is called so in the text
    """A function of a plan that many plans have alike."""
    return _run(text, name, {"UNLIMITED": UNLIMITED})[name]


def _run(text: str, name: str, names: dict[str, Any]) -> dict[str, Any]:
    """Execute functions we wrote, among names they may use."""
    whole = f"from __future__ import annotations\n\n{text}"
    names["chosen"] = chosen
    exec(compile(whole, f"<kawuxing {name}>", "exec", dont_inherit=True), names)
    return names


def run(compiled: Compiled) -> Evaluator[Any]:
    """The evaluator that the module of a variant would hand on, without a module: faster."""
    from ..runtime.evaluator import Evaluator  # noqa: PLC0415 - proofs do without

    program = program_of(compiled.plan)
    return Evaluator(program, program.defaults)


def run_module(compiled: Compiled) -> Evaluator[Any]:
    """Write the module of a variant, execute it and hand on its evaluator."""
    from ..runtime.evaluator import Evaluator  # noqa: PLC0415 - proofs do without

    rules = module_of(compiled.text, compiled.core.ruleset.id).__dict__["rules"]
    assert isinstance(rules, Evaluator)
    return rules


def module_of(text: str, variant: str) -> ModuleType:
    """Execute the text of a module we wrote.

    Of the author's it holds checked literals only. It is kept for tracebacks and debuggers under
    the name of the variant.
    """
    name = f"<kawuxing {variant}>"
    module = ModuleType(f"kawuxing_{variant}")
    code = compile(text, name, "exec", dont_inherit=True)
    with _EXECUTING:
        sys.modules[module.__name__] = module  # dataclasses look there while they are made
        try:
            exec(code, module.__dict__)
        finally:
            del sys.modules[module.__name__]
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    return module
