"""Which example of a family notices a mutant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.errors import HandError
from ..compile import check, compile_core, run_module
from ..diagnostics.report import Sink
from ..examples.by_interpreter import facts_by_interpreter
from ..examples.facts import differences
from .delta import delta_of, may_differ

if TYPE_CHECKING:
    from ...runtime.evaluator import Evaluator
    from ..core.nodes import Core
    from ..coverage.family import Member
    from ..resolved.nodes import Ruleset
    from ..surface.nodes import Example
    from .delta import Delta


def core_of(ruleset: Ruleset) -> Core | None:
    """The typed rules of a mutant; None if the change makes no ruleset."""
    return check(ruleset, Sink())


def rules_for(member: Member, core: Core, delta: Delta) -> Evaluator[Any]:
    """What reads the options of an example, and the seats of its round, for a mutant."""
    return run_module(compile_core(core)) if delta.given else member.rules


def killer(member: Member, mutated: Core) -> str | None:
    """The first example of a ruleset that fails under a mutant of it."""
    delta = delta_of(member.core, mutated)
    if delta.nothing:
        return None
    rules = rules_for(member, mutated, delta)
    for run in member.runs:
        if may_differ(delta, run.trace) and fails(run.example, mutated, rules):
            return run.example.id
    return None


def fails(example: Example, core: Core, rules: Evaluator[Any]) -> bool:
    """Whether rules do not give what an example expects."""
    try:
        facts = facts_by_interpreter(example, core, rules)
    except HandError:
        return True
    return bool(differences(example, facts))
