"""Variants over different tiles: the tiles both have, and what rules ask about the others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...runtime.circumstances import all_circumstances
from ...runtime.declared import UNLIMITED
from ...runtime.elements import Kind
from ...runtime.tiles import TileSet
from ..core.nodes import Quantified, children
from ..interpret.evaluate import evaluate
from ..interpret.scene import Scene, SuitView
from .findings import Gap
from .rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..core.nodes import Core, Expr
    from ..resolved.nodes import Seating
    from ..space.sides import Setting
    from .settings import Settings


def on_common_tiles(
    before: Core, after: Core, settings: Sequence[Settings]
) -> tuple[tuple[Core, Core] | None, tuple[Gap, ...]]:
    """Both variants as played with the tiles that both have.

    Returns:
        The variants, None where there is nothing to compare; and what is left out thereby.
    """
    one, other = before.ruleset.seating, after.ruleset.seating
    gaps = [] if one.seats == other.seats else [_gap("seats", one.seats, other.seats)]
    if _tiles(one) == _tiles(other):
        return (before, after), tuple(gaps)
    common = TileSet(
        tuple(suit for suit in one.suits if suit in other.suits) if _meet(one, other) else (),
        tuple(dragon for dragon in one.dragons if dragon in other.dragons),
        min(one.copies, other.copies),
        _common_ranks(one, other),
    )
    if not common.suits:
        return None, (*gaps, _gap("no_tiles", *_listed(one, other)))
    values = [[one.before for one in settings], [one.after for one in settings]]
    outside = [
        Gap("outside", {"rule": path})
        for core, own in zip((before, after), values, strict=True)
        for path in dict.fromkeys(_rules_about_others(core, common, own))
    ]
    if outside:
        return None, (*gaps, *outside)
    gaps.append(_gap("tiles", *_listed(one, other)))
    return (_narrowed(before, common), _narrowed(after, common)), tuple(gaps)


def _gap(key: str, before: str | int, after: str | int) -> Gap:
    params = {"before": before, "after": after}
    match key:
        case "seats":
            return Gap("seats", params)
        case "tiles":
            return Gap("tiles", params)
        case _:
            return Gap("no_tiles", params)


def _common_ranks(one: Seating, other: Seating) -> tuple[int, int]:
    """The numbers both have; where there are none, no suit is common either."""
    low, high = max(one.ranks[0], other.ranks[0]), min(one.ranks[1], other.ranks[1])
    return (low, high) if low <= high else (1, 9)


def _tiles(seating: Seating) -> tuple[frozenset[str], frozenset[str], int, tuple[int, int]]:
    return frozenset(seating.suits), frozenset(seating.dragons), seating.copies, seating.ranks


def _meet(one: Seating, other: Seating) -> bool:
    """Whether some number is in both."""
    return one.ranks[0] <= other.ranks[1] and other.ranks[0] <= one.ranks[1]


def _listed(one: Seating, other: Seating) -> tuple[str, str]:
    """The tiles of both, and how many there are of each where that is what differs."""
    numbers = ["{}–{}".format(*seating.ranks) for seating in (one, other)]
    shown = [[own] if numbers[0] != numbers[1] else [] for own in numbers]
    names = [
        ", ".join((*seating.suits, *own, *seating.dragons))
        for seating, own in zip((one, other), shown, strict=True)
    ]
    if one.copies == other.copies:
        return names[0], names[1]
    return f"{names[0]} × {one.copies}", f"{names[1]} × {other.copies}"


def _narrowed(core: Core, tiles: TileSet) -> Core:
    ruleset = core.ruleset
    seating = replace(
        ruleset.seating,
        suits=tiles.suits,
        dragons=tiles.dragons,
        copies=tiles.copies,
        ranks=tiles.ranks,
    )
    return replace(core, ruleset=replace(ruleset, seating=seating))


def _rules_about_others(core: Core, common: TileSet, settings: Sequence[Setting]) -> Iterator[str]:
    """The rules for which tiles a player has none of are not all the same as no tiles."""
    seating = core.ruleset.seating
    own = TileSet(seating.suits, seating.dragons, seating.copies, seating.ranks)
    absent: list[Kind | SuitView] = [
        *(Kind(kind, 0) for kind in own.kinds if kind not in common.position),
        *(SuitView(suit, 0) for suit in own.suits if suit not in common.suits),
    ]
    scenes = [scene for values in settings for scene in _scenes(core, values)]
    for rule in rules_of(core):
        asked = [one for expr in rule.exprs for one in _asked(expr)]
        if not all(_is_nothing(one, thing, scenes) for one in asked for thing in absent):
            yield rule.path


def _scenes(core: Core, values: Setting) -> Iterator[Scene]:
    options = {option.id: values.get(option.id, option.default) for option in core.options}
    bound = {id_: UNLIMITED if value is None else value for id_, value in options.items()}
    for won in all_circumstances():
        yield Scene(bound, won)


def _asked(expr: Expr) -> Iterator[Quantified]:
    """The questions over kinds of tiles and suits."""
    if isinstance(expr, Quantified) and expr.element in {"kind", "suit_view"}:
        yield expr
    for inner in children(expr):
        yield from _asked(inner)


def _is_nothing(asked: Quantified, thing: Kind | SuitView, scenes: Sequence[Scene]) -> bool:
    """Whether an element adds nothing to the answer, whatever else holds."""
    if isinstance(thing, Kind) != (asked.element == "kind"):
        return True
    nothing = asked.function == "all"
    return all(
        (asked.condition is not None and not evaluate(asked.condition, scene, thing))
        or evaluate(asked.body, scene, thing) == nothing
        for scene in scenes
    )
