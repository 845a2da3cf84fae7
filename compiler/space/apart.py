"""Fans of which no hand counts two, as far as conditions and bars tell.

They bound what fans may multiply each other to: a kong's tile drawn and a kong robbed, seven pairs
and sets, a fan and one that replaces it. What else tiles keep apart is not looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.circumstances import all_circumstances
from ..core.nodes import Const, Junction, Named, Not, Read, children
from ..interpret.evaluate import evaluate
from ..interpret.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.nodes import Core, Expr, Fan

_EVENTS = frozenset(
    (
        *("self_draw", "discard", "replacement", "kong_discard", "robbing", "last_tile"),
        *("winner.revealed", "payer.revealed"),
    )
)
_SHAPES = {"seven_pairs": True, "standard": False}
"""The two shapes of a hand, and whether each is that of pairs."""
_SCENES = tuple((Scene({}, won), pairs) for won in all_circumstances() for pairs in (False, True))
"""Every way to win, with either shape."""


def kept_apart(core: Core, fans: Iterable[Fan]) -> list[list[Fan]]:
    """Fans in lists; of each list a hand counts one at most.

    Where the greatest counts and not the product, those that are not on top are one list.
    """
    found: list[list[Fan]] = []
    beside: list[Fan] = []
    ways: dict[str, int] = {}
    for fan in fans:
        if core.by_maximum and not fan.on_top:
            beside.append(fan)
            continue
        ways[fan.id] = _ways(fan.when)
        for own in found:
            if all(_bars(fan, one) or not ways[fan.id] & ways[one.id] for one in own):
                own.append(fan)
                break
        else:
            found.append([fan])
    return [*([beside] if beside else []), *found]


def _bars(one: Fan, other: Fan) -> bool:
    """Whether one of two fans keeps the other from counting."""
    return other.id in (*one.replaced_by, *one.excluded_by) or one.id in (
        *other.replaced_by,
        *other.excluded_by,
    )


def _ways(when: Expr) -> int:
    """In which ways to win a condition may hold, as bits."""
    return sum([_may(when, scene, pairs) << at for at, (scene, pairs) in enumerate(_SCENES)])


def _may(expr: Expr, scene: Scene, pairs: bool) -> bool:
    """Whether a condition may hold; what asks for more than the way to win may always."""
    match expr:
        case Const(value=bool() as value):
            return value
        case Read(path=path) if path in _SHAPES:
            return _SHAPES[path] == pairs
        case Named(body=body):
            return _may(body, scene, pairs)
        case Junction(op="and", operands=parts):
            return all(_may(one, scene, pairs) for one in parts)
        case Junction(operands=parts):
            return any(_may(one, scene, pairs) for one in parts)
        case Not() | Read() if _alone(expr):
            return bool(evaluate(expr, scene))
        case _:
            return True


def _alone(expr: Expr) -> bool:
    """Whether nothing but events matters to an expression."""
    if isinstance(expr, Read):
        return expr.path in _EVENTS
    return isinstance(expr, Not | Junction | Named) and all(map(_alone, children(expr)))
