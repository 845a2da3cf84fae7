"""Why an expression has its value: the values of its parts, down to what the hand says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, assert_never

from ...runtime.elements import Kind
from ...runtime.notation import format_set
from ...runtime.readings import Set
from ...runtime.tiles import tile_text
from ..core.nodes import (
    Apply,
    Arithmetic,
    Ask,
    AtomRead,
    Compare,
    Conditional,
    Const,
    FanRead,
    Junction,
    Member,
    Named,
    Not,
    OptionRead,
    Quantified,
    Read,
    children,
)
from .evaluate import ABSENT, evaluate, things, truth, where_so
from .scene import SuitView

if TYPE_CHECKING:
    from ..core.nodes import Expr, Type
    from .evaluate import Thing
    from .scene import Scene, Value

    Found: TypeAlias = Value | None
    """A value; None for what is asked of a thing that is not there."""

Role: TypeAlias = Literal["and", "or", "not", "operands", "define", "elements", "choice", "leaf"]


@dataclass(frozen=True, slots=True)
class Asked:
    """One element a quantifier went through.

    Attributes:
        name: What it is: a set or a tile in notation, or a suit.
        counted: Whether it meets the condition, if there is one, and the body holds.
        answers: What was asked of it, with the answers.
        mine: Whether the player has any of it.
    """

    name: str
    counted: bool
    answers: tuple[tuple[str, Found], ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class Why:
    """An expression with its value.

    Attributes:
        text: The expression as its author wrote it, on one line.
        value: Its value.
        type: Its type, which says how a value is to be read.
        role: How the parts make up the value.
        parts: What it consists of, constants left out.
        elements: What a quantifier went through.
    """

    text: str
    value: Found
    type: Type
    role: Role
    parts: tuple[Why, ...] = ()
    elements: tuple[Asked, ...] = ()


def why(expr: Expr, scene: Scene, thing: Thing | None = None) -> Why:
    """Look into an expression."""
    text = " ".join(expr.span.text.split())
    value = _found(expr, scene, thing)

    def looked_into(role: Role, *inner: Expr) -> Why:
        parts = tuple(why(one, scene, thing) for one in inner if not isinstance(one, Const))
        return Why(text, value, expr.type, role, parts)

    match expr:
        case Const() | Read() | OptionRead() | FanRead() | Ask() | AtomRead():
            return looked_into("leaf")
        case Named(name=name, body=body):
            return Why(name, value, expr.type, "define", (why(body, scene, thing),))
        case Quantified():
            return Why(text, value, expr.type, "elements", elements=_elements(expr, scene))
        case Not(operand=operand):
            return looked_into("not", operand)
        case Junction(op=op, operands=operands):
            return looked_into(op, *operands)
        case Conditional(test=test, then=then, otherwise=otherwise):
            chosen = then if truth(test, scene, thing) else otherwise
            return looked_into("choice", test, chosen)
        case Apply(function="in_some_reading", arguments=(body,)):
            return Why(text, value, expr.type, "operands", (why(body, where_so(body, scene)),))
        case Arithmetic() | Compare() | Member() | Apply():
            return looked_into("operands", *children(expr))
        case _:
            assert_never(expr)


def deciding(found: Why) -> tuple[Why, ...]:
    """The parts that make an expression what it is: of a false `and` the false ones only."""
    if found.role == "and" and found.value is False:
        return tuple(part for part in found.parts if part.value is not True)
    if found.role == "or" and found.value is True:
        return tuple(part for part in found.parts if part.value is True)
    return found.parts


def _found(expr: Expr, scene: Scene, thing: Thing | None) -> Found:
    if isinstance(expr, Ask) and thing is None and _is_absent(expr, scene):
        return None
    value = evaluate(expr, scene, thing)
    return None if value is ABSENT else _plain(value)


def _plain(value: object) -> Value:
    assert isinstance(value, int | str)
    return value


def _is_absent(ask: Ask, scene: Scene) -> bool:
    """Whether the pair is asked where there is none: the answer is false, but for that reason."""
    return ask.element == "pair" and (scene.reading is None or scene.reading.pair is None)


def _elements(expr: Quantified, scene: Scene) -> tuple[Asked, ...]:
    return tuple(_asked(expr, thing, scene) for thing in things(expr.element, scene))


def _asked(expr: Quantified, thing: Thing, scene: Scene) -> Asked:
    parts = [expr.body] if expr.condition is None else [expr.body, expr.condition]
    asks = {ask.attribute: ask for part in parts for ask in _asks(part)}
    answers = tuple((name, _found(ask, scene, thing)) for name, ask in sorted(asks.items()))
    admitted = expr.condition is None or truth(expr.condition, scene, thing)
    if expr.body.type.base == "int":
        counted = admitted and bool(evaluate(expr.body, scene, thing))
    else:
        counted = admitted and truth(expr.body, scene, thing)
    if expr.function == "all" and not admitted:
        counted = True
    return Asked(_name(thing), counted, answers, _is_mine(thing))


def _asks(expr: Expr) -> list[Ask]:
    if isinstance(expr, Ask):
        return [expr]
    return [ask for inner in children(expr) for ask in _asks(inner)]


def _name(thing: Thing) -> str:
    if isinstance(thing, Set):
        return format_set(thing)
    return thing.suit if isinstance(thing, SuitView) else tile_text(thing.tile)


def _is_mine(thing: Thing) -> bool:
    """Whether the player has any of it; sets are always the player's."""
    if isinstance(thing, SuitView):
        return thing.tiles > 0
    return thing.owned > 0 if isinstance(thing, Kind) else True
