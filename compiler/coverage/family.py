"""A ruleset, the mix-ins it uses and those it extends, each with its examples run.

Examples are never inherited, but rules are: what a file takes from its parents is tried by the
parents' own examples, under the parents' own rules; what it takes from a mix-in by the mix-in's, on
the ruleset on which that is tried.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...runtime.errors import HandError
from ..compile import check, compile_core, run_module
from ..diagnostics.report import Sink
from ..driver import load_chain
from ..examples.by_interpreter import trace
from ..examples.facts import differences
from ..locate import locate_mixin, locate_parent, locate_variant
from ..resolved.from_surface import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.evaluator import Evaluator
    from ..core.nodes import Core
    from ..examples.by_interpreter import Trace
    from ..locate import Location
    from ..resolved.nodes import Ruleset
    from ..surface.nodes import Example, RulesetDecl


@dataclass(frozen=True, slots=True)
class Run:
    """An example that passes, with what was judged on the way."""

    example: Example
    trace: Trace


@dataclass(frozen=True, slots=True)
class Member:
    """One ruleset of a family.

    Attributes:
        core: its typed rules.
        rules: its compiled module; the examples are run on the core, this reads their options.
        runs: its examples; those that do not pass are left out.
        failing: how many were left out.
    """

    core: Core = field(repr=False)
    rules: Evaluator[Any] = field(repr=False)
    runs: tuple[Run, ...] = field(repr=False)
    failing: int


def family(variant: str, root: str | None = None) -> tuple[Member, ...]:
    """A variant, and the mix-ins and ancestors of it that can be played, the nearest first.

    An abstract variant has no members: nobody plays it, and its rules are tried by the examples
    of those that extend it.

    Raises:
        CompileFailed: with everything that is wrong with one of them.
    """
    members = []
    for ruleset in _lineage(variant, root):
        if not ruleset.abstract:
            members.append(member_of(ruleset))
        elif not members:
            return ()
    return tuple(members)


def member_of(ruleset: Ruleset) -> Member:
    """Compile a ruleset and run its examples.

    Raises:
        CompileFailed: with everything that is wrong with it.
    """
    sink = Sink()
    core = check(ruleset, sink)
    sink.raise_if_failed()
    assert core is not None
    rules = run_module(compile_core(core))
    runs = tuple(_runs(core, rules))
    return Member(core, rules, runs, len(ruleset.examples) - len(runs))


def _lineage(variant: str, root: str | None) -> Iterator[Ruleset]:
    """The ruleset, its mix-ins and its ancestors, each resolved by itself, examples and all."""
    sink = Sink()
    location = locate_variant(variant, sink)
    while location is not None:
        file, ruleset = _resolved(location, root, sink)
        yield ruleset
        for used in file.uses:
            place = locate_mixin(used, location, root, sink)
            if place is not None:
                yield _resolved(place, root, sink)[1]
        extends = file.extends
        location = None if extends is None else locate_parent(extends, location, root, sink)
    sink.raise_if_failed()


def _resolved(location: Location, root: str | None, sink: Sink) -> tuple[RulesetDecl, Ruleset]:
    """A file, and what it says with all it lies upon."""
    chain = load_chain(location, root, sink)
    ruleset = None if chain is None else resolve(chain, sink)
    sink.raise_if_failed()
    assert chain is not None
    assert ruleset is not None
    return chain[0], ruleset


def _runs(core: Core, rules: Evaluator[Any]) -> Iterator[Run]:
    for example in core.ruleset.examples:
        try:
            found = trace(example, core, rules)
        except HandError:
            continue
        if not differences(example, found.facts):
            yield Run(example, found)
