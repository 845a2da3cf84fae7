"""Every mutant of a ruleset: the ruleset changed in one place.

The change is made in the resolved ruleset, and the compiler checks it as it checks every other: a
change that makes no ruleset (an exponent below zero, a fan worth nothing) is no mutant.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from ...runtime.options import show
from ..coverage.places import Place, fan_span, place_of, row_span
from ..resolved.nodes import SUMMED_KINDS
from ..surface.expressions import And, Truth
from ..surface.keys import COMBINE
from ..surface.printer import print_expression
from .edits import EditKind, edits, other_dealers
from .facts import fact_changes
from .options import option_mutants, other_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..resolved.nodes import Carried, Define, Fan, Option, Row, Ruleset, Table
    from ..source.text import Span
    from ..surface.expressions import Expr
    from .edits import Edit

Kind: TypeAlias = (
    EditKind
    | Literal["never", "always", "swapped", "replaces", "excludes"]
    | Literal["default", "accepts", "offered", "seats", "fact", "combine", "on_top"]
    | Literal["start", "preset"]
)
Key: TypeAlias = tuple[Place, str, str]

_SEATS = range(2, 5)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A ruleset changed in one place.

    Attributes:
        kind: what was changed.
        rule: the path of the rule: ``fans.x``, ``pay.win.x``, ``define.x``, ``options.x``.
        span: the place.
        before: what stands there; empty where a whole rule is meant.
        after: what is put there instead; empty where something is only taken away.
        ruleset: the ruleset with the change.
    """

    kind: Kind
    rule: str
    span: Span = field(repr=False)
    before: str
    after: str
    ruleset: Ruleset = field(repr=False, compare=False)

    @property
    def key(self) -> Key:
        """What it is known by in every ruleset that has the changed rule."""
        return (place_of(self.span), self.kind, f"{self.before}→{self.after}")


def mutants_of(ruleset: Ruleset) -> tuple[Mutant, ...]:
    """Every mutant, in the order of the sections."""
    return (
        *_of_seats(ruleset),
        *_of_facts(ruleset),
        *_of_options(ruleset),
        *_of_carried(ruleset),
        *_of_presets(ruleset),
        *_of_defines(ruleset),
        *_of_fans(ruleset),
        *_of_worth(ruleset),
        *_of_tables(ruleset),
    )


def _of_facts(ruleset: Ruleset) -> Iterator[Mutant]:
    for one in fact_changes(ruleset):
        yield Mutant("fact", one.rule, one.span, one.before, one.after, one.ruleset)


def _of_seats(ruleset: Ruleset) -> Iterator[Mutant]:
    seating = ruleset.seating
    span = seating.keys["seats"].span if "seats" in seating.keys else seating.origin.span
    for seats in (seating.seats - 1, seating.seats + 1):
        if seats in _SEATS:
            changed = replace(ruleset, seating=replace(seating, seats=seats))
            yield Mutant("seats", "table", span, str(seating.seats), str(seats), changed)


def _of_options(ruleset: Ruleset) -> Iterator[Mutant]:
    for option in ruleset.options:
        for kind, before, after, changed in option_mutants(option):
            span = option.keys[kind].span if kind in option.keys else option.origin.span
            rest = _with_option(ruleset, option, changed)
            yield Mutant(kind, f"options.{option.id}", span, before, after, rest)


def _with_option(ruleset: Ruleset, option: Option, changed: Option) -> Ruleset:
    options = tuple(changed if one is option else one for one in ruleset.options)
    return replace(ruleset, options=options)


def _of_carried(ruleset: Ruleset) -> Iterator[Mutant]:
    for number in ruleset.carried:
        rule = f"carried.{number.id}"
        for kind, before, after, bound in option_mutants(number.bound):
            if kind == "default":
                changed = replace(number, bound=bound)
                span, rest = number.origin.span, _with_carried(ruleset, number, changed)
                yield Mutant("start", rule, span, before, after, rest)
        for edit in edits(number.next):
            changed = replace(number, next=edit.expr)
            yield _edited(edit, rule, _with_carried(ruleset, number, changed))


def _with_carried(ruleset: Ruleset, number: Carried, changed: Carried) -> Ruleset:
    numbers = tuple(changed if one is number else one for one in ruleset.carried)
    return replace(ruleset, carried=numbers)


def _of_presets(ruleset: Ruleset) -> Iterator[Mutant]:
    options = {option.id: option for option in ruleset.options}
    for preset in ruleset.presets:
        for id_, value in preset.values.items():
            for other in other_values(options[id_], value):
                changed = replace(preset, values={**preset.values, id_: other})
                presets = tuple(changed if one is preset else one for one in ruleset.presets)
                texts = (f"{id_}={show(value)}", f"{id_}={show(other)}")
                mutated, span = replace(ruleset, presets=presets), preset.origin.span
                yield Mutant("preset", f"presets.{preset.id}", span, *texts, mutated)


def _of_defines(ruleset: Ruleset) -> Iterator[Mutant]:
    for define in ruleset.defines:
        for edit in edits(define.body):
            changed = _with_define(ruleset, define, edit.expr)
            yield _edited(edit, f"define.{define.id}", changed)


def _with_define(ruleset: Ruleset, define: Define, body: Expr) -> Ruleset:
    changed = replace(define, body=body)
    defines = tuple(changed if one is define else one for one in ruleset.defines)
    return replace(ruleset, defines=defines)


def _edited(edit: Edit, rule: str, ruleset: Ruleset) -> Mutant:
    return Mutant(edit.kind, rule, edit.span, edit.before, edit.after, ruleset)


def _of_fans(ruleset: Ruleset) -> Iterator[Mutant]:
    for fan in ruleset.fans:
        rule = f"fans.{fan.id}"
        span = fan_span(fan, ruleset)
        never = replace(fan, when=Truth(value=False, span=fan.when.span))
        yield Mutant("never", rule, span, "", "", _with_fan(ruleset, fan, never))
        for edit in edits(fan.times):
            yield _edited(edit, rule, _with_fan(ruleset, fan, replace(fan, times=edit.expr)))
        for edit in edits(fan.when):
            yield _edited(edit, rule, _with_fan(ruleset, fan, replace(fan, when=edit.expr)))
        if not isinstance(fan.when, And | Truth):
            always = replace(fan, when=Truth(value=True, span=fan.when.span))
            before = print_expression(fan.when)
            changed = _with_fan(ruleset, fan, always)
            yield Mutant("always", rule, fan.when.span, before, "true", changed)
        if ruleset.worth is not None and ruleset.worth.combine == "maximum":
            at = fan.keys["on_top"].span if "on_top" in fan.keys else span
            changed = _with_fan(ruleset, fan, replace(fan, on_top=not fan.on_top))
            yield Mutant("on_top", rule, at, *_truths(fan.on_top), changed)
        for ref in fan.replaces:
            left = tuple(one for one in fan.replaces if one is not ref)
            changed = _with_fan(ruleset, fan, replace(fan, replaces=left))
            yield Mutant("replaces", rule, ref.span, ref.id, "", changed)
        for ref in fan.excludes:
            left = tuple(one for one in fan.excludes if one is not ref)
            changed = _with_fan(ruleset, fan, replace(fan, excludes=left))
            yield Mutant("excludes", rule, ref.span, ref.id, "", changed)


def _truths(value: bool) -> tuple[str, str]:
    return ("true", "false") if value else ("false", "true")


def _of_worth(ruleset: Ruleset) -> Iterator[Mutant]:
    worth = ruleset.worth
    if worth is not None:
        other = next(one for one in COMBINE if one != worth.combine)
        changed = replace(ruleset, worth=replace(worth, combine=other))
        span = worth.keys["combine"].span if "combine" in worth.keys else worth.origin.span
        yield Mutant("combine", "worth", span, worth.combine, other, changed)


def _with_fan(ruleset: Ruleset, fan: Fan, changed: Fan) -> Ruleset:
    return replace(ruleset, fans=tuple(changed if one is fan else one for one in ruleset.fans))


def _of_tables(ruleset: Ruleset) -> Iterator[Mutant]:
    for table in ruleset.tables:
        for index, row in enumerate(table.rows):
            yield from _of_row(ruleset, table, row)
            if index + 2 < len(table.rows) and table.kind not in SUMMED_KINDS:
                after = table.rows[index + 1]
                rows = (*table.rows[:index], after, row, *table.rows[index + 2 :])
                changed = _with_rows(ruleset, table, rows)
                span = row_span(row, table.kind, ruleset)
                yield Mutant("swapped", f"{table.kind}.{row.id}", span, row.id, after.id, changed)


def _of_row(ruleset: Ruleset, table: Table, row: Row) -> Iterator[Mutant]:
    rule = f"{table.kind}.{row.id}"
    rests = ruleset.seating.out == "rests"
    of_result = other_dealers(row.result, rests) if table.kind == "dealer" else edits(row.result)
    for edit in of_result:
        changed = _with_row(ruleset, table, row, replace(row, result=edit.expr))
        yield _edited(edit, rule, changed)
    if row.when is None:
        return
    never = replace(row, when=Truth(value=False, span=row.when.span))
    span = row_span(row, table.kind, ruleset)
    yield Mutant("never", rule, span, "", "", _with_row(ruleset, table, row, never))
    for edit in edits(row.when):
        changed = _with_row(ruleset, table, row, replace(row, when=edit.expr))
        yield _edited(edit, rule, changed)
    if not isinstance(row.when, And | Truth):
        always = replace(row, when=Truth(value=True, span=row.when.span))
        before = print_expression(row.when)
        changed = _with_row(ruleset, table, row, always)
        yield Mutant("always", rule, row.when.span, before, "true", changed)


def _with_row(ruleset: Ruleset, table: Table, row: Row, changed: Row) -> Ruleset:
    rows = tuple(changed if one is row else one for one in table.rows)
    return _with_rows(ruleset, table, rows)


def _with_rows(ruleset: Ruleset, table: Table, rows: tuple[Row, ...]) -> Ruleset:
    changed = replace(table, rows=rows)
    tables = tuple(changed if one is table else one for one in ruleset.tables)
    return replace(ruleset, tables=tables)
