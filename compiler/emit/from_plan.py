"""Plan in, view of a module out: its facts as literals, its functions as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.asks import asks
from ..core.environment import option_type
from ..resolved.nodes import HORSE_KINDS
from .facts import (
    EACH_ROUND,
    LANGUAGE,
    choice_facts,
    fan_facts,
    file_name,
    flow_facts,
    foul_facts,
    option_facts,
    row_facts,
    source_facts,
    value_text,
)
from .functions import FLOW, functions_text, reading_bits
from .model import ModuleView, OptionView

if TYPE_CHECKING:
    from ..plan.nodes import Plan
    from ..resolved.nodes import Option, Ruleset


def lower(plan: Plan) -> ModuleView:
    """Decide the text of every part of the module."""
    ruleset = plan.core.ruleset
    name = ruleset.name
    return ModuleView(
        header=_header(ruleset),
        title=repr(f"{name.zh} · {name.en}"),
        variant=repr(ruleset.id),
        zh=repr(name.zh),
        en=repr(name.en),
        language=LANGUAGE,
        sources=tuple(map(repr, source_facts(ruleset))),
        suits=repr(ruleset.seating.suits),
        dragons=repr(ruleset.seating.dragons),
        copies=ruleset.seating.copies,
        ranks="" if ruleset.seating.ranks == (1, 9) else repr(ruleset.seating.ranks),
        seats=ruleset.seating.seats,
        options=tuple(map(_option, plan.core.options)),
        fan_infos=tuple(map(_literals, fan_facts(plan.core))),
        row_infos=tuple(
            (repr(table.kind), tuple(map(_literals, row_facts(table)))) for table in plan.tables
        ),
        functions=functions_text(plan),
        use=repr(ruleset.use) if ruleset.use else "",
        on_top="" if (on_top := plan.core.on_top) is None else repr(on_top),
        reading_bits=f"{bits:#x}" if (bits := reading_bits(plan)) else "",
        flow=tuple(f"{name}={value!r}" for name, value in flow_facts(ruleset)),
        asks=repr(asked) if (asked := asks(plan.core)) else "",
        fouls=tuple(f"{foul.id!r}: Foul({_literals(foul_facts(foul))})" for foul in ruleset.fouls),
        choices=tuple(map(_choice, ruleset.choices)),
        carry=bool(plan.core.carried),
        also=bool(plan.table("pay.also").rows),
        chain=bool(plan.table("turn.chain").rows),
        horses=tuple(FLOW[kind] for kind in HORSE_KINDS if plan.table(kind).rows),
    )


def _header(ruleset: Ruleset) -> tuple[str, ...]:
    """The files it comes from, without their folders: the same bytes wherever they lie."""
    return tuple(f"{file_name(source)!a} sha256 {source.sha256}" for source in ruleset.sources)


def _option(option: Option) -> OptionView:
    base = option_type(option).base
    annotation = "str" if base == "word" else base
    return OptionView(
        option.id, annotation, value_text(option.default), _literals(option_facts(option))
    )


def _choice(choice: Option) -> str:
    """A choice; that players are asked in every round goes without saying."""
    facts = choice_facts(choice)
    return _literals(facts[:-1] if choice.asked == EACH_ROUND else facts)


def _literals(facts: tuple[object, ...]) -> str:
    return ", ".join(map(repr, facts))
