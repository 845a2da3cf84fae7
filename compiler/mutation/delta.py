"""What a mutant changed in the typed rules, and whether an example can tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..examples.said import said_by_ruleset
from ..interpret.evaluate import evaluate, number, truth
from ..resolved.nodes import SUMMED_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..core.nodes import Core, Expr, Fan, Table
    from ..examples.by_interpreter import Trace
    from ..examples.said import Said
    from ..interpret.judge import ReadingWorth
    from ..interpret.scene import Scene
    from ..surface.nodes import TableKind


@dataclass(frozen=True, slots=True)
class Delta:
    """The difference between two cores.

    Attributes:
        everything: more changed than single conditions and numbers: fans replace or exclude others,
            options have other values, others sit at the table.
        given: what rules are given changed: options or seats.
        fans: the fans that changed, before and after.
        tables: the tables that changed, before and after.
        facts: the paths of facts that changed.
        carried: what comes after a round of numbers that are carried on, before and after.
        presets: the presets that changed.
    """

    everything: bool
    given: bool
    fans: tuple[tuple[Fan, Fan], ...]
    tables: tuple[tuple[Table, Table], ...]
    facts: frozenset[str] = frozenset()
    carried: tuple[tuple[Expr, Expr], ...] = ()
    presets: frozenset[str] = frozenset()

    @property
    def nothing(self) -> bool:
        """Whether the rules are the same."""
        rules = self.fans or self.tables or self.facts or self.carried or self.presets
        return not (self.everything or self.given or rules)

    def changes(self, *kinds: TableKind) -> bool:
        """Whether one of these tables changed."""
        return any(before.kind in kinds for before, _ in self.tables)

    def exprs(self) -> Iterator[Expr]:
        """The conditions and results of what changed, before and after."""
        for fans in self.fans:
            for fan in fans:
                yield from (fan.when, fan.times)
        for before, after in self.tables:
            rows = [row for row in before.rows if row not in after.rows]
            rows += [row for row in after.rows if row not in before.rows]
            for row in rows or before.rows:
                yield from (row.when, row.result)
        for exprs in self.carried:
            yield from exprs

    @property
    def of_fans(self) -> bool:
        """Whether the fans of some reading may be others."""
        return self.everything or bool(self.fans)


def delta_of(before: Core, after: Core) -> Delta:
    """Compare two cores of which one is a mutant of the other."""
    old = {fan.id: fan for fan in before.fans}
    pairs = tuple((old[fan.id], fan) for fan in after.fans if old[fan.id] != fan)
    tables = tuple(
        (one, other) for one, other in zip(before.tables, after.tables, strict=True) if one != other
    )
    return Delta(
        everything=_shape(before) != _shape(after),
        given=_given(before) != _given(after),
        fans=pairs,
        tables=tables,
        facts=_unlike(said_by_ruleset(before.ruleset), said_by_ruleset(after.ruleset)),
        carried=tuple(
            (one, other)
            for (_, one), (_, other) in zip(before.carried, after.carried, strict=True)
            if one != other
        ),
        presets=frozenset(
            one.id
            for one, other in zip(before.ruleset.presets, after.ruleset.presets, strict=True)
            if one.values != other.values
        ),
    )


def _shape(core: Core) -> list[tuple[object, ...]]:
    """How the fans bear on one another."""
    by_maximum = core.by_maximum
    return [
        (fan.id, fan.on_top or not by_maximum, fan.replaced_by, fan.excluded_by)
        for fan in core.fans
    ]


def _unlike(ours: Mapping[str, Said], theirs: Mapping[str, Said]) -> frozenset[str]:
    paths = ours.keys() | theirs.keys()
    return frozenset(path for path in paths if _at(ours, path) != _at(theirs, path))


def _at(said: Mapping[str, Said], path: str) -> Said:
    """A fact; a foul that is not declared is only recorded."""
    return said.get(path, ())


def _given(core: Core) -> tuple[object, ...]:
    """What hands, options and rounds are read by."""
    options = [
        (one.id, one.default, () if one.accepts else one.offered, one.accepts)
        for one in core.options
    ]
    seating, winners = core.ruleset.seating, core.ruleset.turn.winners
    tiles = (seating.suits, seating.ranks, seating.dragons, seating.copies)
    return (seating.seats, tiles, winners, options)


def may_differ(delta: Delta, trace: Trace) -> bool:
    """Whether anything judged in an example comes out differently under the mutant.

    Where nothing does, the whole example gives what it gave. Where something does, it has to be
    run to see whether that matters.
    """
    if (
        delta.everything
        or delta.given
        or trace.fact in delta.facts
        or trace.preset in delta.presets
    ):
        return True
    end = trace.end
    if end and any(number(one, end) != number(other, end) for one, other in delta.carried):
        return True
    readings = [one for verdict in trace.verdicts for one in verdict.readings]
    return any(_differ(delta, one) for one in readings) or any(
        _decided(before, scene) != _decided(after, scene)
        for before, after in delta.tables
        for kind, scene in _asked(trace)
        if kind == before.kind
    )


def _asked(trace: Trace) -> Iterator[tuple[TableKind, Scene]]:
    for decision in trace.decisions:
        yield decision.table, decision.scene
    for verdict in trace.verdicts:
        for one in verdict.readings:
            yield "cap", one.scene
            yield "points", one.scene


def _differ(delta: Delta, one: ReadingWorth) -> bool:
    return any(_fan(before, one.scene) != _fan(after, one.scene) for before, after in delta.fans)


def _fan(fan: Fan, scene: Scene) -> object:
    return evaluate(fan.times, scene) if truth(fan.when, scene) else None


def _decided(table: Table, scene: Scene) -> tuple[object, object]:
    if table.kind in SUMMED_KINDS:
        held = [row for row in table.rows if truth(row.when, scene)]
        return "", [(row.id, evaluate(row.result, scene)) for row in held]
    row = next(row for row in table.rows if truth(row.when, scene))
    return row.id, evaluate(row.result, scene)
