"""Resolved ruleset in, typed core out."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from ..diagnostics.report import Label
from ..resolved.nodes import SUMMED_KINDS
from ..surface.expressions import Name
from .below import nothing_below, stand_in, with_row
from .check import check, check_bool
from .check_numbers import plain_int
from .definitions import circular, fit
from .environment import ANYWHERE, PRODUCT_LIMIT, VALUE_LIMIT, Environment
from .faults import key_of, mismatch
from .nodes import BOOL, NEXT, Const, Core, Fan, Named, Row, Table, children
from .order import closure_of_replacement, edges, fans_before, judging_order
from .shapes import SHAPES, holds, warn_of_empty
from .vocabulary import vocabulary

MAX_HORSES = 12
"""How many tiles are turned after a win at most."""

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostics.report import Sink
    from ..resolved import nodes as r
    from ..surface import expressions as s
    from .nodes import Expr


def lower(ruleset: r.Ruleset, sink: Sink) -> Core | None:
    """Look up every name, type every expression, put the fans in order.

    Returns:
        None if anything was wrong; all of it has been reported.
    """
    env = environment_of(ruleset, sink)
    if not fit(ruleset, sink):
        return None
    _check_own_names(ruleset, env)
    fans = _fans(ruleset, env)
    tables = tuple(_tables(ruleset, env))
    _check_other_defines(ruleset, fans, tables, env)
    for expr in _typed(fans, tables):
        warn_of_empty(expr, sink)
    carried = tuple(_carried(ruleset, env))
    order = tuple(fan.id for fan in ruleset.fans)
    options = (*ruleset.options, *(one.bound for one in ruleset.carried), *ruleset.dice)
    core = Core(ruleset, options, fans, order, tables, carried)
    _check_products(core, sink)
    return None if sink.failed else core


def environment_of(ruleset: r.Ruleset, sink: Sink) -> Environment:
    """The names in force in a ruleset's fans; circles among its definitions are reported."""
    return Environment(
        scope="fan",
        sink=sink,
        vocabulary=vocabulary(),
        options={option.id: option for option in ruleset.options},
        defines={define.id: define for define in ruleset.defines},
        fans={fan.id: fan for fan in ruleset.fans},
        choices={choice.id: choice for choice in ruleset.choices},
        carried={one.id: one.bound for one in ruleset.carried},
        seats=ruleset.seating.seats,
        broken=circular(ruleset, sink),
        gone=dict(_gone(ruleset)),
    )


def _gone(ruleset: r.Ruleset) -> Iterator[tuple[str, Label]]:
    """What was taken away, and the place in the file that did it."""
    files = list(zip(ruleset.sources, ruleset.files, strict=True))
    for removal in ruleset.removed:
        span = removal.origin.span
        by = next((file for source, file in files if source is span.source), "")
        yield removal.path, Label(span, "removed", {"by": by})


def _carried(ruleset: r.Ruleset, env: Environment) -> Iterator[tuple[str, Expr]]:
    """What comes after a round of each carried number: one of the values it can have."""
    inner = replace(env, scope="dealer")
    for one in ruleset.carried:
        found = check(one.next, inner)
        if found is None or not plain_int(found, inner):
            continue
        values = [value for value in one.bound.offered if isinstance(value, int)]
        low, high = min(values), max(values)
        if low <= found.type.low and found.type.high <= high:
            yield one.id, found
        else:
            env.sink.error(
                "KWX2307",
                found.span,
                low=found.type.low,
                high=found.type.high,
                least=low,
                most=high,
                path=f"carried.{one.id}",
            )


def _typed(fans: tuple[Fan, ...], tables: tuple[Table, ...]) -> Iterator[Expr]:
    """Everything typed that can hold or give a value."""
    for fan in fans:
        yield from (fan.when, fan.times)
    for table in tables:
        for row in table.rows:
            yield from (row.when, row.result)


def _check_own_names(ruleset: r.Ruleset, env: Environment) -> None:
    """Names the author chooses must not hide names of the language."""
    taken = env.vocabulary.reserved()
    bound = {one.id for one in ruleset.dice}
    things: list[r.Define | r.Option] = [*ruleset.defines, *ruleset.options]
    for thing in things:
        if thing.id in taken or (thing in ruleset.options and thing.id in bound):
            env.sink.error("KWX2302", key_of(thing), found=thing.id)


def _fans(ruleset: r.Ruleset, env: Environment) -> tuple[Fan, ...]:
    typed: dict[str, tuple[Expr, Expr]] = {}
    for fan in ruleset.fans:
        when, times = check_bool(fan.when, env), _times(fan.times, env)
        if when is not None and times is not None:
            typed[fan.id] = (when, times)
    order = judging_order(edges(ruleset.fans, fans_before(typed)), env.sink)
    replaced = closure_of_replacement(ruleset.fans)
    by_id = {fan.id: fan for fan in ruleset.fans}
    excluded = {
        one: tuple(fan.id for fan in ruleset.fans if any(ref.id == one for ref in fan.excludes))
        for one in order
    }
    return tuple(
        _fan(by_id[one], typed[one], replaced[one], excluded[one]) for one in order if one in typed
    )


def _fan(
    fan: r.Fan, typed: tuple[Expr, Expr], replaced: tuple[str, ...], excluded: tuple[str, ...]
) -> Fan:
    when, times = typed
    basis, note, origin = fan.basis, fan.note, fan.origin
    on_top = fan.on_top
    return Fan(fan.id, fan.name, when, times, on_top, replaced, excluded, basis, note, origin)


def _times(expr: s.Expr, env: Environment) -> Expr | None:
    times = check(expr, env)
    if times is None or not plain_int(times, env):
        return None
    if times.type.low < 1:
        env.sink.error("KWX2304", times.span, low=times.type.low, high=times.type.high)
        return None
    return times


def _tables(ruleset: r.Ruleset, env: Environment) -> Iterator[Table]:
    """The tables; points are as many as their rows give, and `pay.also` adds to `pay.win`.

    What horses score is as much as the most that are turned can.
    """
    env = replace(env, ranges={**env.ranges, "horses": (0, 0), "points": (0, 0)})
    for declared in ruleset.tables:
        table = _table(declared, env)
        if table is None:
            continue
        yield table
        if table.kind == "horses.hits":
            most = MAX_HORSES * max(row.result.type.high for row in table.rows)
            env = replace(env, ranges={**env.ranges, "horses": (0, most)})
        if table.kind == "pay.win":
            results = [row.result.type for row in table.rows]
            owed = min(one.low for one in results), max(one.high for one in results)
            env = replace(env, ranges={**env.ranges, "owed": owed})
        elif table.kind in SUMMED_KINDS:
            total = _check_sum(table, env)
            if table.kind == "points":
                env = replace(env, ranges={**env.ranges, "points": (0, total)})


def _check_sum(table: Table, env: Environment) -> int:
    """All rows together must stay below what any value may be; the most they come to."""
    total, limit = 0, PRODUCT_LIMIT
    if table.kind == "pay.also":
        total, limit = env.ranges.get("owed", (0, 0))[1], VALUE_LIMIT
    for row in table.rows:
        total += row.result.type.high
        if total > limit:
            env.sink.error("KWX2306", row.result.span, total=total, limit=limit)
            break
    return total


def _table(table: r.Table, env: Environment) -> Table | None:
    inner = replace(env, scope=table.kind)
    known: list[Row] = []
    below = nothing_below(table)
    for declared in reversed(table.rows):
        row = _row(declared, table.kind, replace(inner, below=below))
        if row is not None:
            known.append(row)
            below = with_row(table.kind, row, below)
        elif below is None:
            below = stand_in(table.kind, declared.origin.span)
    known.reverse()
    return Table(table.kind, tuple(known)) if len(known) == len(table.rows) else None


def _row(row: r.Row, kind: r.TableKind, env: Environment) -> Row | None:
    always = Const(value=True, type=BOOL, span=row.origin.span)
    when = always if row.when is None else check_bool(row.when, env)
    result = _next(row.result) if kind == "dealer" else check(row.result, env)
    if when is None or result is None or not _fits(kind, result, env):
        return None
    return Row(row.id, row.name, when, result, row.basis, row.note, row.origin)


def _next(word: s.Expr) -> Expr:
    """Who deals next: one of the words of the language, whatever else is called so."""
    assert isinstance(word, Name)
    return Const(word.parts[0], NEXT, word.span)


def _fits(kind: r.TableKind, result: Expr, env: Environment) -> bool:
    """Whether a row's result is of the kind its table gives."""
    found = result.type
    if kind == "dealer":
        return True
    if kind in ("may_win", "horses.again") or kind.startswith("turn."):
        if found.base != "bool":
            mismatch(result, env, "bool")
        return found.base == "bool"
    if kind == "cap" and found.base == "nothing":
        return True
    if not (_limit(result, env) if kind == "cap" else plain_int(result, env)):
        return False
    least = 1 if kind == "cap" else 0
    if found.low < least:
        env.sink.error("KWX2305", result.span, low=found.low, high=found.high, least=least)
    if kind == "horses.draw" and found.high > MAX_HORSES:
        env.sink.error("KWX2309", result.span, high=found.high, most=MAX_HORSES)
    return found.low >= least


def _limit(expr: Expr, env: Environment) -> bool:
    """Whether an expression is a number that is always there, `none` perhaps."""
    if expr.type.base != "int":
        mismatch(expr, env, "int or none")
    elif expr.type.optional:
        env.sink.error("KWX2423", expr.span)
    return expr.type.base == "int" and not expr.type.optional


def _check_other_defines(
    ruleset: r.Ruleset, fans: tuple[Fan, ...], tables: tuple[Table, ...], env: Environment
) -> None:
    """A definition nobody uses is still checked, where any name may stand."""
    used: set[str] = set()
    for expr in _typed(fans, tables):
        used |= _names_used(expr)
    for define in ruleset.defines:
        if define.id not in used | env.broken:
            body = check(define.body, replace(env, scope=ANYWHERE))
            if body is not None:
                warn_of_empty(body, env.sink)


def _names_used(expr: Expr) -> set[str]:
    used = {expr.name} if isinstance(expr, Named) else set()
    return used.union(*map(_names_used, children(expr)))


def _check_products(core: Core, sink: Sink) -> None:
    """No product may pass the limit within one shape of hand."""
    for shape in SHAPES:
        apart: list[list[Fan]] = []
        greatest = 1
        for fan in core.fans:
            if holds(fan.when, shape) is not False:
                if core.by_maximum and not fan.on_top:
                    greatest = max(greatest, fan.times.type.high)
                else:
                    _put_apart(fan, apart)
                most = (max(one.times.type.high for one in fans) for fans in apart)
                product = greatest * prod(most)
                if product > PRODUCT_LIMIT:
                    labels = _of_mixins(core)
                    sink.error(
                        "KWX2303",
                        fan.times.span,
                        labels=labels,
                        shape=shape,
                        product=product,
                        limit=PRODUCT_LIMIT,
                        mixins=", ".join(dict.fromkeys(str(one.params["mixin"]) for one in labels)),
                    )
                    return


def _of_mixins(core: Core) -> list[Label]:
    """The factors that mix-ins have brought."""
    ruleset = core.ruleset
    ids = {
        source.sha256: id_
        for source, id_ in zip(ruleset.sources, ruleset.files, strict=True)
        if id_ in ruleset.uses
    }
    spans = [fan.times.span for fan in core.fans if fan.times.type.high > 1]
    return [
        Label(span, "mixin", {"mixin": ids[span.source.sha256]})
        for span in spans
        if span.source.sha256 in ids
    ]


def _put_apart(fan: Fan, apart: list[list[Fan]]) -> None:
    """Put a fan among others none of which scores beside another: one factor counts of them all."""
    for fans in apart:
        if all(_bars(one, fan) or _bars(fan, one) for one in fans):
            fans.append(fan)
            return
    apart.append([fan])


def _bars(one: Fan, other: Fan) -> bool:
    """Whether a fan does not score where another does."""
    return other.id in one.replaced_by or other.id in one.excluded_by
