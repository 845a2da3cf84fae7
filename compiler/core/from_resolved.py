"""Resolved ruleset in, typed core out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .check import check, check_bool
from .environment import ANYWHERE, LIMIT, Environment, describe
from .nodes import BOOL, Const, Core, Fan, Row, Table
from .order import closure_of_replacement, edges, fans_read, judging_order
from .shapes import SHAPES, holds
from .vocabulary import vocabulary

if TYPE_CHECKING:
    from ..diagnostics.report import Sink
    from ..resolved import nodes as r
    from ..source.text import Span
    from ..surface import expressions as s
    from .nodes import Expr


def lower(ruleset: r.Ruleset, sink: Sink) -> Core | None:
    """Look up every name, type every expression, put the fans in order.

    Returns:
        None if anything was wrong; all of it has been reported.
    """
    faults = len(sink.diagnostics)
    env = Environment(
        scope="fan",
        sink=sink,
        vocabulary=vocabulary(),
        options={option.id: option for option in ruleset.options},
        defines={define.id: define for define in ruleset.defines},
        fans={fan.id: fan for fan in ruleset.fans},
        seats=ruleset.seating.seats,
    )
    _check_own_names(ruleset, env)
    fans = _fans(ruleset, env)
    tables = tuple(table for table in (_table(t, env) for t in ruleset.tables) if table)
    _check_unused_defines(ruleset, env)
    if sink.failed and len(sink.diagnostics) > faults:
        return None
    if len(fans) < len(ruleset.fans):
        return None
    _check_products(fans, sink)
    order = tuple(fan.id for fan in ruleset.fans)
    core = Core(ruleset, ruleset.options, fans, order, tables)
    return None if sink.failed else core


def _scoped(env: Environment, scope: str) -> Environment:
    return replace(env, scope=scope)


def _check_own_names(ruleset: r.Ruleset, env: Environment) -> None:
    """Names the author chooses must not hide names of the language."""
    taken = {*env.vocabulary.names, *env.vocabulary.lists, *env.vocabulary.functions}
    taken |= {"all", "any", "count", "sum", "options", "fan", "red", "green", "white", "none"}
    taken |= {"and", "or", "not", "in", "if", "else", "for", "true", "false"}
    taken |= {word for words in env.vocabulary.words.values() for word in words}
    for define in ruleset.defines:
        if define.id in taken:
            env.sink.error("KWX2302", define.origin.span, found=define.id)
    for option in ruleset.options:
        if option.id in taken | {"stake", "seed"}:
            env.sink.error("KWX2302", option.origin.span, found=option.id)


def _fans(ruleset: r.Ruleset, env: Environment) -> tuple[Fan, ...]:
    typed: dict[str, tuple[Expr, Expr]] = {}
    for fan in ruleset.fans:
        when, times = check_bool(fan.when, env), _times(fan.times, env)
        if when is not None and times is not None:
            typed[fan.id] = (when, times)
    reads: dict[str, dict[str, Span]] = {
        one: fans_read(when) | fans_read(times) for one, (when, times) in typed.items()
    }
    order = judging_order(edges(ruleset.fans, reads), env.sink)
    replaced = closure_of_replacement(ruleset.fans)
    by_id = {fan.id: fan for fan in ruleset.fans}
    made = []
    for one in order:
        if one in typed:
            fan = by_id[one]
            excluded = tuple(f.id for f in ruleset.fans if one in {x.id for x in f.excludes})
            when, times = typed[one]
            made.append(
                Fan(
                    one,
                    fan.name,
                    when,
                    times,
                    replaced[one],
                    excluded,
                    fan.basis,
                    fan.note,
                    fan.origin,
                )
            )
    return tuple(made)


def _times(expr: s.Expr, env: Environment) -> Expr | None:
    times = check(expr, env)
    if times is None:
        return None
    if times.type.base != "int" or times.type.limit or times.type.optional:
        env.sink.error("KWX2411", expr.span, found=describe(times.type), wanted="int")
        return None
    if times.type.low < 1:
        env.sink.error("KWX2304", expr.span, low=times.type.low, high=times.type.high)
        return None
    return times


def _table(table: r.Table, env: Environment) -> Table | None:
    inner = _scoped(env, table.kind)
    rows = [_row(row, table.kind, inner) for row in table.rows]
    known = tuple(row for row in rows if row is not None)
    return Table(table.kind, known) if len(known) == len(rows) else None


def _row(row: r.Row, kind: r.TableKind, env: Environment) -> Row | None:
    always = Const(value=True, type=BOOL, span=row.origin.span)
    when = always if row.when is None else check_bool(row.when, env)
    result = check(row.result, env)
    if when is None or result is None or not _fits(kind, result, env):
        return None
    return Row(row.id, row.name, when, result, row.basis, row.note, row.origin)


def _fits(kind: r.TableKind, result: Expr, env: Environment) -> bool:
    """Whether a row's result is of the kind its table gives."""
    found = result.type
    if kind == "may_win":
        wanted, fits = "bool", found.base == "bool"
    elif kind == "cap":
        wanted, fits = "int or none", found.base in {"int", "nothing"} and not found.optional
    else:
        wanted, fits = "int", found.base == "int" and not found.limit and not found.optional
    if not fits:
        env.sink.error("KWX2411", result.span, found=describe(found), wanted=wanted)
        return False
    least = 1 if kind == "cap" else 0
    if found.base == "int" and found.low < least:
        env.sink.error("KWX2305", result.span, low=found.low, high=found.high, least=least)
        return False
    return True


def _check_unused_defines(ruleset: r.Ruleset, env: Environment) -> None:
    """A definition nobody uses is still checked, where any name may stand."""
    anywhere = _scoped(env, ANYWHERE)
    for define in ruleset.defines:
        check(define.body, anywhere.within(define.id))


def _check_products(fans: tuple[Fan, ...], sink: Sink) -> None:
    """No product may pass the limit within one shape of hand."""
    for shape in SHAPES:
        product = 1
        for fan in fans:
            if holds(fan.when, shape) is not False:
                product *= fan.times.type.high
                if product > LIMIT:
                    sink.error("KWX2303", fan.times.span, shape=shape, product=product)
                    return
