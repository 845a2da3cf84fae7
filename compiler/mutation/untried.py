"""Values of an option that were not tried, and whether a change can matter under them.

There are too many numbers to try them all where rules calculate with one. But what was changed
shows whether others can matter. Something made of one option alone comes out otherwise under a few
of its values, or none. And a condition that reads no option, nor anything that does, is so under
all of them or under none: if it is the same of every reading of every hand, nothing changed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ...runtime.declared import UNLIMITED
from ..core.nodes import (
    BOOL,
    Apply,
    Arithmetic,
    Compare,
    Conditional,
    Const,
    Junction,
    Member,
    Named,
    Not,
    OptionRead,
    asks_product,
    children,
    int_type,
    options_read,
)
from ..core.order import fans_read
from ..interpret.evaluate import evaluate
from ..interpret.scene import Scene
from ..space.settings import settings_of
from ..space.sides import NOWHERE
from ..space.values import accepts_value
from ..space.wiring import Wiring
from .delta import delta_of
from .settings import more_settings
from .suspect import Suspect

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ..core.nodes import Core, Expr
    from ..resolved.nodes import Option
    from ..space.settings import Uncovered


class _Part(NamedTuple):
    """Something that was changed, as large as its kind allows.

    Attributes:
        fan: the fan it is part of; empty for a row.
    """

    fan: str
    before: Expr
    after: Expr


def nothing_left(core: Core, suspect: Suspect, uncovered: Sequence[Uncovered]) -> bool:
    """Whether a change that makes no difference where it was tried makes none at all.

    Args:
        core: the ruleset.
        suspect: the mutant.
        uncovered: the choices of options that were not tried.
    """
    if not uncovered:
        return True
    ids = {id_ for one in uncovered for id_ in one.options}
    delta = suspect.delta
    if len(ids) > 1 or uncovered[0].what != "values" or delta.everything or delta.given:
        return False
    (id_,) = ids
    option = next(one for one in core.options if one.id == id_)
    tried = [
        setting.get(id_, option.default)
        for setting in (*settings_of(core), *more_settings(core, [suspect]))
    ]
    return all(_tried(part, option, tried) or _never(part, core, id_) for part in _changed(suspect))


def _changed(suspect: Suspect) -> Iterator[_Part]:
    delta = suspect.delta
    for one, other in delta.fans:
        yield from _parts(one.id, one.when, other.when)
        yield from _parts(one.id, one.times, other.times)
    for before, after in delta.tables:
        for row, changed in zip(before.rows, after.rows, strict=True):
            yield from _parts("", row.when, changed.when)
            yield from _parts("", row.result, changed.result)
    for following, changed_too in delta.carried:
        yield from _parts("", following, changed_too)


def _parts(fan: str, before: Expr, after: Expr) -> Iterator[_Part]:
    """The largest changed parts of one kind; whatever is of none, as it is."""
    if before == after:
        return
    whole = _of_options(before) and _of_options(after)
    free = before.type.base == "bool" and not options_read(before, after)
    if whole or free or _frame(before) != _frame(after):
        yield _Part(fan, before, after)
        return
    for one, other in zip(children(before), children(after), strict=True):
        yield from _parts(fan, one, other)


def _frame(expr: Expr) -> object:
    """What an expression is but for what stands inside; nothing is alike that is not known."""
    match expr:
        case Arithmetic(op=own) | Junction(op=own) | Compare(op=own):
            return type(expr), own, len(children(expr))
        case Named(name=own) | Apply(function=own):
            return type(expr), own, len(children(expr))
        case Not() | Conditional():
            return type(expr)
        case _:
            return object()


def _of_options(expr: Expr) -> bool:
    """Whether something is made of options and written values, without any calculation."""
    match expr:
        case Const() | OptionRead():
            return True
        case Apply(function="min" | "max"):
            return all(map(_of_options, children(expr)))
        case Named() | Not() | Junction() | Compare() | Member() | Conditional():
            return all(map(_of_options, children(expr)))
        case _:
            return False


def _tried(part: _Part, option: Option, tried: Collection[object]) -> bool:
    """Whether all values were tried under which a part made of this option comes out otherwise.

    Between two neighbouring numbers that are written there it is one number or the value itself,
    so that the first and the last of those between speak for all.
    """
    if not (_of_options(part.before) and _of_options(part.after)):
        return False
    if options_read(part.before, part.after) - {option.id}:
        return False
    low, high, _ = option.accepts or (0, 0, False)
    written = {*_numbers(part.before), *_numbers(part.after), low, high}
    near = {number + step for number in written for step in (-1, 0, 1)}
    values = [one for one in (*option.offered, *near, None) if accepts_value(option, one)]
    return all(value in tried for value in values if _unlike(part, option.id, value))


def _unlike(part: _Part, id_: str, value: int | bool | str | None) -> bool:
    scene = Scene({id_: UNLIMITED if value is None else value}, NOWHERE)
    return evaluate(part.before, scene) != evaluate(part.after, scene)


def _numbers(expr: Expr) -> Iterator[int]:
    if isinstance(expr, Const) and type(expr.value) is int:
        yield expr.value
    for inner in children(expr):
        yield from _numbers(inner)


def _never(part: _Part, core: Core, id_: str) -> bool:
    """Whether a condition that an option has no part in is the same in every reading."""
    if not part.fan or part.before.type != BOOL or options_read(part.before, part.after):
        return False
    wiring = Wiring(core)
    behind = [place for place in _asked(part, core) for place in wiring.behind(f"fans.{place}")]
    if any(id_ in wiring.options(place) for place in behind):
        return False
    from .prove import same_readings  # noqa: PLC0415 - which looks through the space

    ours, theirs = (_probe(core, part.fan, one) for one in (part.before, part.after))
    return same_readings(ours, Suspect(theirs, delta_of(ours, theirs)))


def _asked(part: _Part, core: Core) -> set[str]:
    """The fans that a condition asks about."""
    found = {*fans_read(part.before), *fans_read(part.after)}
    if asks_product(part.before) or asks_product(part.after):
        found |= {fan.id for fan in core.fans if not fan.asks_product}
    return found


def _probe(core: Core, id_: str, when: Expr) -> Core:
    """The ruleset with a fan that scores wherever a condition holds."""
    two = Const(2, int_type(2, 2), when.span)
    fans = tuple(
        replace(fan, when=when, times=two, replaced_by=(), excluded_by=()) if fan.id == id_ else fan
        for fan in core.fans
    )
    return replace(core, fans=fans)
