"""Judges a hand and the payments of a variant straight from the core."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from ...runtime.declared import UNLIMITED
from ...runtime.tiles import TileSet
from .evaluate import evaluate, number, truth
from .scene import Scene
from .scene import scenes_of as scenes_of_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...runtime.circumstances import Drawn, Konged, Won
    from ...runtime.hand import Hand
    from ...runtime.readings import Reading
    from ...runtime.situations import Asked
    from ..core.nodes import Core, Expr, Fan, Row
    from ..resolved.nodes import Seating, TableKind
    from .scene import Value

    Holds = Callable[[Expr, Scene], bool]


@dataclass(frozen=True, slots=True)
class ReadingWorth:
    """One reading judged. `fans` are (id, factor) in the ruleset's order.

    `held` are the fans whose condition holds, those that do not score included; `cap_row` is the
    row that gave the cap; `added` are the points, rows with their numbers.
    """

    reading: Reading
    fans: tuple[tuple[str, int], ...]
    held: frozenset[str]
    product: int
    cap: int
    cap_row: str
    value: int
    scene: Scene
    added: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A won hand judged: its best reading, and what the tables say of it.

    What is owed has in it what is paid beside: `also`, rows with their stakes.
    """

    best: ReadingWorth
    readings: tuple[ReadingWorth, ...]
    may_win: bool
    may_win_row: str
    owed: int
    pay_row: str
    also: tuple[tuple[str, int], ...] = ()


def tile_set(seating: Seating) -> TileSet:
    """The tiles a variant is played with."""
    return _tile_set(seating.suits, seating.dragons, seating.copies, seating.ranks)


_tile_set = lru_cache(TileSet)  # every hand that is judged needs it


def judge(core: Core, hand: Hand, won: Won, options: Mapping[str, Value]) -> Verdict | None:
    """Judge a hand; None if it is not complete.

    The circumstances are taken as given: whether they fit the hand is the caller's business.
    """
    scenes = scenes_of(core, hand, won, options)
    return judge_scenes(core, scenes) if scenes else None


def scenes_of(core: Core, hand: Hand, won: Won, options: Mapping[str, Value]) -> tuple[Scene, ...]:
    """The scenes in which a hand is judged: one for each of its readings."""
    tiles = tile_set(core.ruleset.seating)
    return scenes_of_hand(hand, tiles, won, options)


def judge_scenes(core: Core, scenes: Sequence[Scene], holds: Holds = truth) -> Verdict:
    """Judge a hand by the scenes of its readings: the dearest of those that may win.

    Where none may, the dearest of all.

    Args:
        core: the rules.
        scenes: one scene or more.
        holds: evaluates the conditions of fans; who judges many hands may remember answers.
    """
    found = tuple(judge_reading(core, scene, holds) for scene in scenes)
    position = {fan: index for index, fan in enumerate(core.order)}
    able = [one for one in found if _may_win(core, one)] if len(found) > 1 else ()
    counted = able or found
    most = max(_rank(one, position) for one in counted)
    alike = [_verdict(core, one, found) for one in counted if _rank(one, position) == most]
    # The first of the best: `max` keeps the order of the readings among equals.
    return max(alike, key=lambda one: _answers(core, one))


def _rank(
    one: ReadingWorth, position: Mapping[str, int]
) -> tuple[int, int, int, bool, int, list[int]]:
    seven = one.reading.shape == "seven_pairs"
    fans = [-position[fan] for fan, _ in one.fans]
    with_points = one.value + one.scene.points
    return (with_points, one.value, one.product, seven, -len(one.fans), fans)


def _may_win(core: Core, one: ReadingWorth) -> bool:
    return truth(_decide(core, "may_win", one.scene).result, one.scene)


def _verdict(core: Core, one: ReadingWorth, found: tuple[ReadingWorth, ...]) -> Verdict:
    """What the tables say of one reading."""
    allow = _decide(core, "may_win", one.scene)
    allowed = truth(allow.result, one.scene)
    paid = _decide(core, "pay.win", one.scene)
    if not allowed:
        return Verdict(one, found, False, allow.id, 0, paid.id)
    owed = number(paid.result, one.scene)
    also = _summed(core, "pay.also", one.scene._replace(owed=owed))
    owed += sum(amount for _, amount in also)
    return Verdict(one, found, True, allow.id, owed, paid.id, also)


def _summed(core: Core, kind: TableKind, scene: Scene) -> tuple[tuple[str, int], ...]:
    """Every row of a table that holds and gives something, where the rows add up."""
    asked = (
        (row.id, number(row.result, scene))
        for row in core.table(kind).rows
        if truth(row.when, scene)
    )
    return tuple((row, amount) for row, amount in asked if amount)


def _answers(core: Core, one: Verdict) -> tuple[bool, int, int, int]:
    """The order of readings that rank alike: may win, is owed more, rows that stand first."""
    may_win = [row.id for row in core.table("may_win").rows].index(one.may_win_row)
    pay_win = [row.id for row in core.table("pay.win").rows].index(one.pay_row)
    return (one.may_win, one.owed, -may_win, -pay_win)


def standing(core: Core, one: ReadingWorth) -> tuple[bool, int, int, int]:
    """What decides between readings that rank alike, the greatest first.

    Whether it may win, what a payer owes, and how early the rows stand that say so.
    """
    return _answers(core, _verdict(core, one, ()))


def judge_reading(core: Core, scene: Scene, holds: Holds = truth) -> ReadingWorth:
    """The fans of one reading, their product and its value after the cap."""
    reading = scene.reading
    assert reading is not None
    held: set[str] = set()
    scored: dict[str, int] = {}
    asking = {fan.id for fan in core.fans if fan.asks_product}
    inner = scene
    for fan in core.fans:
        if holds(fan.when, inner):
            held.add(fan.id)
            found = _scores(fan, held, scored, inner)
            if found:
                scored |= found
                others = combined(core, {one: scored[one] for one in scored if one not in asking})
                inner = scene._replace(fans=frozenset(scored), others=others)
    fans = tuple((fan, scored[fan]) for fan in core.order if fan in scored)
    product = combined(core, scored)
    after = inner._replace(product=product)
    row = _decide(core, "cap", after)
    cap = number(row.result, after)
    value = min(product, cap)
    added = _summed(core, "points", after)
    points = sum(amount for _, amount in added)
    after = after._replace(share=value, cap=cap, points=points)
    return ReadingWorth(reading, fans, frozenset(held), product, cap, row.id, value, after, added)


def combined(core: Core, scored: Mapping[str, int]) -> int:
    """What fans come to together, given the factors of those that score."""
    if not core.by_maximum:
        return prod(scored.values())
    on_top = {fan.id for fan in core.fans if fan.on_top}
    greatest = max([times for fan, times in scored.items() if fan not in on_top], default=1)
    return greatest * prod(times for fan, times in scored.items() if fan in on_top)


def _scores(fan: Fan, held: set[str], scored: dict[str, int], scene: Scene) -> dict[str, int]:
    """The fan with its factor, unless something replaces or excludes it."""
    if any(one in held for one in fan.replaced_by) or any(one in scored for one in fan.excluded_by):
        return {}
    return {fan.id: number(fan.times, scene)}


def _decide(core: Core, kind: TableKind, scene: Scene) -> Row:
    """The first row of a table that holds."""
    return next(row for row in core.table(kind).rows if truth(row.when, scene))


def pay_win(core: Core, best: ReadingWorth, won: Won) -> tuple[int, str]:
    """What one payer owes a winner, in stakes, and the row that says so.

    Args:
        core: The rules.
        best: The reading the winner's hand is taken in.
        won: The win as this payer sees it.
    """
    scene = best.scene._replace(situation=won)
    row = _decide(core, "pay.win", scene)
    return number(row.result, scene), row.id


def pay_also(core: Core, best: ReadingWorth, won: Won, owed: int) -> tuple[tuple[str, int], ...]:
    """What one payer owes a winner beside, as rows with their stakes.

    Args:
        core: The rules.
        best: The reading the winner's hand is taken in.
        won: The win as this payer sees it.
        owed: What `pay_win` says.
    """
    return _summed(core, "pay.also", best.scene._replace(situation=won, owed=owed))


def pay_kong(core: Core, kong: Konged, options: Mapping[str, Value]) -> tuple[int, str]:
    """What a payer owes for a kong, in stakes, and the row that says so."""
    return _pay(core, "pay.kong", Scene(options, kong))


def scene_of_drawn(drawn: Drawn, options: Mapping[str, Value]) -> Scene:
    """What may be looked at when nobody has won: the cap is that of the dearest wait."""
    return Scene(options, drawn, cap=drawn.payee_cap)


def pay_drawn(core: Core, drawn: Drawn, options: Mapping[str, Value]) -> tuple[int, str]:
    """What one player owes another when nobody won, in stakes, and the row that says so."""
    return _pay(core, "pay.drawn", scene_of_drawn(drawn, options))


def _pay(core: Core, kind: TableKind, scene: Scene) -> tuple[int, str]:
    row = _decide(core, kind, scene)
    return number(row.result, scene), row.id


def carried_on(
    core: Core, asked: Asked, options: Mapping[str, Value]
) -> tuple[tuple[str, int], ...]:
    """The numbers carried into the next round, at the end of one."""
    scene = Scene(options, asked)
    return tuple((id_, number(expr, scene)) for id_, expr in core.carried)


def decide(
    core: Core, kind: TableKind, asked: Asked, options: Mapping[str, Value]
) -> tuple[Value, str]:
    """What a table about the course of a round says, and the row that does.

    Where a variant has no table about chains, every kong continues one.
    """
    if kind == "turn.chain" and not core.table(kind).rows:
        return True, ""
    scene = Scene(options, asked)
    row = _decide(core, kind, scene)
    value = evaluate(row.result, scene)
    assert isinstance(value, int | str)
    return value, row.id


def all_options(core: Core, given: Mapping[str, Value]) -> dict[str, Value]:
    """The options with their defaults where nothing is given; `none` as the unlimited number."""
    values: dict[str, Value] = {}
    for option in core.options:
        default = UNLIMITED if option.default is None else option.default
        values[option.id] = given.get(option.id, default)
    return values
