"""The value of an expression in a scene."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from ...runtime.declared import UNLIMITED
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
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...runtime.circumstances import Choices
    from ...runtime.elements import Kind
    from ...runtime.readings import Pair, Set, Win
    from ..core.nodes import Element, Expr
    from .scene import Scene, SuitView, Value

    Thing: TypeAlias = Set | Pair | Win | Kind | SuitView


class _Absent:
    """The value of what is asked of a thing that is not there."""


ABSENT: Final = _Absent()

_CIRCUMSTANCES: Final[dict[str, Callable[[object], Value]]] = {
    path: attrgetter(path.replace(".", "_"))
    for path in (
        *("self_draw", "discard", "replacement", "kong_discard", "robbing", "last_tile", "chain"),
        *("winner.revealed", "winner.preceded", "winner.passed"),
        *("payer.revealed", "payer.fed"),
        *("payer.first_revealed", "payee.revealed", "konger.revealed"),
        *("horses", "horse.rank", "horse.dragon", "horse.won", "horse.grouped", "horse.turned"),
        *("payer.ready", "payee.ready", "payee.best", "payee.worst"),
        "payee.points",
        *("kong.concealed", "kong.direct", "kong.added", "kong.chain"),
        *("kong.fresh", "kong.fixed", "kong.keeps_waits", "kong.keeps_ready", "kong.announced"),
        *("kong.awaited", "passed.same", "passed.pung"),
        *("punger.revealed", "turn.drew", "turn.concealed_kongs", "turn.own", "wall.left"),
        *("value", "passed.value", "winners", "dealer.won", "dealer.lost", "revealed", "kongs"),
        *("payers", "ready"),
    )
}
"""What a situation is asked for, by the name rules have for it."""
_CHOICES: Final[dict[str, Callable[[object], Choices]]] = {
    who: attrgetter(f"{who}_choice") for who in ("winner", "payer", "payee", "konger", "others")
}


def evaluate(  # noqa: C901 - a case a node
    expr: Expr, scene: Scene, thing: Thing | None = None
) -> Value | _Absent:
    """The value of an expression; `thing` is the element a quantifier is at."""
    match expr:
        case Const(value=value):
            return UNLIMITED if value is None else value
        case Ask():
            return _ask(expr, scene, thing)
        case Read():
            return _read(expr, scene)
        case Junction():
            return _junction(expr, scene, thing)
        case Compare() | Member():
            return _question(expr, scene, thing)
        case Quantified():
            return _quantified(expr, scene)
        case Named(body=body):
            return evaluate(body, scene, thing)
        case OptionRead(id=id_):
            return scene.options[id_]
        case FanRead(id=id_):
            return id_ in scene.fans
        case Not(operand=operand):
            return not truth(operand, scene, thing)
        case Conditional(test=test, then=then, otherwise=otherwise):
            return evaluate(then if truth(test, scene, thing) else otherwise, scene, thing)
        case Apply(function="in_some_reading", arguments=(body,)):
            return truth(body, where_so(body, scene))
        case Apply(function="or_zero", arguments=(inner,)):
            found = evaluate(inner, scene, thing)
            return 0 if found is ABSENT else found
        case Arithmetic() | Apply():
            return _calculate(expr, scene, thing)
        case AtomRead():
            raise AssertionError("atoms belong to plans")
        case _:
            assert_never(expr)


def truth(expr: Expr, scene: Scene, thing: Thing | None = None) -> bool:
    """The value of a truth."""
    value = evaluate(expr, scene, thing)
    return value is True


def number(expr: Expr, scene: Scene, thing: Thing | None = None) -> int:
    """The value of a number."""
    value = evaluate(expr, scene, thing)
    assert isinstance(value, int)
    return int(value)


def where_so(body: Expr, scene: Scene) -> Scene:
    """The scene of a reading of the hand in which something is so; the scene itself if in none."""
    if truth(body, scene):
        return scene
    others = (scene._replace(reading=reading) for reading in scene.among)
    return next((other for other in others if truth(body, other)), scene)


def _junction(expr: Junction, scene: Scene, thing: Thing | None) -> bool:
    """The first operand that settles it does."""
    settled = expr.op == "or"
    for operand in expr.operands:
        if truth(operand, scene, thing) is settled:
            return settled
    return not settled


def _read(expr: Read, scene: Scene) -> Value:
    asked = _CIRCUMSTANCES.get(expr.path)
    if asked is not None:
        return asked(scene.situation)
    reading = scene.reading
    match expr.path:
        case "seven_pairs":
            return reading is not None and reading.shape == "seven_pairs"
        case "standard":
            return reading is not None and reading.shape == "standard"
        case "product":
            return scene.product
        case "others":
            return scene.others
        case "share":
            return scene.share
        case "points":
            return scene.points
        case "owed":
            return scene.owed
        case _:
            return _chosen(expr, scene)


def _chosen(expr: Read, scene: Scene) -> Value:
    """What a player has chosen before the deal."""
    asked = expr.chosen
    assert asked is not None
    said = dict(_CHOICES[asked[0]](scene.situation))
    return said.get(asked[1], expr.default)


def _ask(expr: Ask, scene: Scene, thing: Thing | None) -> Value | _Absent:
    asked: Thing | None = thing
    if thing is None and scene.reading is not None:
        asked = scene.reading.pair if expr.element == "pair" else scene.reading.win
    value = None if asked is None else getattr(asked, expr.attribute)
    if value is None:
        return False if expr.type.base == "bool" else ABSENT
    assert isinstance(value, int | str)
    return value


def things(element: Element, scene: Scene) -> tuple[Thing, ...]:
    """What a quantifier over such elements goes through."""
    match element:
        case "set":
            return scene.reading.sets if scene.reading is not None else ()
        case "kind":
            return scene.kinds
        case "suit_view":
            return scene.suits
        case "pair" | "win" | "reading":
            raise AssertionError("no quantifier goes through these")


def _quantified(expr: Quantified, scene: Scene) -> Value:
    chosen = [
        thing
        for thing in things(expr.element, scene)
        if expr.condition is None or truth(expr.condition, scene, thing)
    ]
    match expr.function:
        case "all":
            return all(truth(expr.body, scene, thing) for thing in chosen)
        case "any":
            return any(truth(expr.body, scene, thing) for thing in chosen)
        case "count":
            return sum(truth(expr.body, scene, thing) for thing in chosen)
        case "sum":
            return sum(number(expr.body, scene, thing) for thing in chosen)


def _question(expr: Compare | Member, scene: Scene, thing: Thing | None) -> bool:
    """A comparison or membership; false as soon as something asked about is absent."""
    if isinstance(expr, Member):
        item = evaluate(expr.item, scene, thing)
        if isinstance(item, _Absent):
            return False
        found = item in [evaluate(choice, scene, thing) for choice in expr.choices]
        return found is not expr.negated
    left, right = evaluate(expr.left, scene, thing), evaluate(expr.right, scene, thing)
    if isinstance(left, _Absent) or isinstance(right, _Absent):
        return False
    match expr.op:
        case "==":
            return left == right
        case "!=":
            return left != right
        case _:
            assert isinstance(left, int)
            assert isinstance(right, int)
            order = (left > right) - (left < right)
            return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[expr.op]


def _calculate(expr: Arithmetic | Apply, scene: Scene, thing: Thing | None) -> int:
    if isinstance(expr, Apply):
        return _apply(expr, [number(argument, scene, thing) for argument in expr.arguments], scene)
    left, right = number(expr.left, scene, thing), number(expr.right, scene, thing)
    match expr.op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right
        case "%":
            return left % right
        case "**":
            return int(left**right)


def _apply(expr: Apply, numbers: list[int], scene: Scene) -> int:
    match expr.function:
        case "min":
            return min(numbers)
        case "max":
            return max(numbers)
        case "abs":
            return abs(numbers[0])
        case "capped":
            return min(numbers[0], scene.cap)
        case "or_zero" | "in_some_reading":
            raise AssertionError("of what may be absent or is a truth, evaluated elsewhere")
