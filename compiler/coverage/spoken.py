"""Which rules come into play in an example, and are what it speaks of."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from ..diagnostics.report import CompileFailed
from .family import member_of
from .marks import rows_that_count, said_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..core.nodes import Core
    from ..resolved.nodes import Ruleset
    from .family import Member, Run

Spoken: TypeAlias = "tuple[frozenset[str], frozenset[str]]"
"""The paths of the rules that apply, and of the fans that do not, where the example would notice if
it were otherwise."""


def spoken_by(rulesets: Iterable[Ruleset]) -> dict[str, dict[str, Spoken]]:
    """What the examples of rulesets speak of.

    Of rulesets that nobody plays, or that do not compile, there is nothing.
    """
    found = {}
    for ruleset in rulesets:
        if not ruleset.abstract:
            with suppress(CompileFailed):
                found[ruleset.id] = spoken_of(member_of(ruleset))
    return found


def spoken_of(member: Member) -> dict[str, Spoken]:
    """For each example that passes what it speaks of."""
    return {run.example.id: _spoken(run, member.core) for run in member.runs}


def _spoken(run: Run, core: Core) -> Spoken:
    applying, absent = set(_rows(run, core)), set[str]()
    said = said_by(run.example)
    for verdict in run.trace.verdicts:
        for fan in core.order:
            if fan in verdict.best.scene.fans:
                if said.scores(fan):
                    applying.add(f"fans.{fan}")
            elif said.lacking(fan):
                absent.add(f"fans.{fan}")
    return frozenset(applying), frozenset(absent - applying)


def _rows(run: Run, core: Core) -> Iterator[str]:
    """The rows that have a part in what the example expects, or the foul it asks for."""
    said = said_by(run.example)
    if run.trace.fact:
        yield run.trace.fact
    for decision in run.trace.decisions:
        if said.table(decision.table):
            rows = core.table(decision.table).rows
            yield from (
                f"{decision.table}.{rows[one].id}" for one in rows_that_count(decision, core)
            )
