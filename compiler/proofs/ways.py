"""The ways of winning in which modules are tried."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from ...runtime.circumstances import (
    MAX_PASSED,
    all_circumstances,
    longest_chain,
    passing,
    won,
)
from ..core.nodes import OptionRead, Read, children
from ..interpret.judge import tile_set
from ..resolved.nodes import HAND_KINDS
from ..space.chosen import asked_of, varied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.circumstances import Won
    from ..core.nodes import Core, Expr
    from ..space.sides import Setting

_OF_READING = {"seven_pairs", "standard", "product", "others", "share", "owed", "points"}
_KONGS = (("self_draw", "replacement"), ("discard", "kong_discard"), ("discard", "robbing"))


def ways_to_try(core: Core, setting: Setting) -> tuple[Won, ...]:
    """Of each combination of all that rules for won hands read the first way that has it.

    Under the defaults these are all rules, and, if some rule reads the chain of kongs, each of its
    lengths once in each way it comes about. Under a setting they are the rules that read one of
    its options.
    """
    rules = [own for own in _rules(core) if not setting or _options(own) & setting.keys()]
    read = {path for own in rules for expr in own for path in _read(expr)} - _OF_READING
    chosen = {path for path in read if ".choice." in path}
    read -= chosen
    seating = core.ruleset.seating
    most = longest_chain(seating.seats, tile_set(seating))
    ways = tuple(way for way in all_circumstances() if way.chain <= most)
    if not setting and "chain" in read:
        lengths = range(2, most + 1)
        ways += tuple(won(by, (event,), length) for length in lengths for by, event in _KONGS)
    if "winner.passed" in read:
        ways += tuple(passing(way, number) for number in range(1, MAX_PASSED + 1) for way in ways)
    # A way that needs a certain hand does not stand for one that does not.
    read |= {"self_draw", "replacement", "robbing"}
    names = sorted(path.replace(".", "_") for path in read)
    told: dict[object, Won] = {}
    for way in ways:
        told.setdefault(attrgetter(*names)(way), way)
    return varied(told.values(), asked_of([core]) if chosen else {})


def _rules(core: Core) -> Iterator[tuple[Expr, Expr]]:
    for fan in core.fans:
        yield fan.when, fan.times
    for kind in HAND_KINDS:
        for row in core.table(kind).rows:
            yield row.when, row.result


def _options(rule: tuple[Expr, ...]) -> set[str]:
    """The options that a rule reads."""
    found = {expr.id for expr in rule if isinstance(expr, OptionRead)}
    return found.union(*(_options(children(expr)) for expr in rule))


def _read(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Read):
        yield expr.path
    for inner in children(expr):
        yield from _read(inner)
