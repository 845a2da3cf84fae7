"""The ways of winning in which modules are tried."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from ...runtime.circumstances import (
    all_circumstances,
    longest_chain,
    passing,
    won,
)
from ..core.nodes import OptionRead, Read, children
from ..interpret.judge import tile_set
from ..resolved.nodes import HAND_KINDS
from ..space.chosen import asked_of, varied
from ..space.passing import passed_told_apart

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    found = _told_apart(core, rules, lengths=not setting)
    choosing = [own for own in rules if any(_is_choice(path) for path in _paths(own))]
    if not choosing:
        return found
    # What players choose goes with what is read beside it, not with all that others read.
    chosen = varied(_told_apart(core, choosing, lengths=False), asked_of([core]), all_of_few=True)
    return tuple(dict.fromkeys((*found, *chosen)))


def _told_apart(core: Core, rules: Sequence[tuple[Expr, ...]], *, lengths: bool) -> tuple[Won, ...]:
    """Ways of winning that some rules tell apart, nobody having chosen anything."""
    read = {path for own in rules for path in _paths(own) if not _is_choice(path)} - _OF_READING
    seating = core.ruleset.seating
    most = longest_chain(seating.seats, tile_set(seating))
    ways = tuple(way for way in all_circumstances() if way.chain <= most)
    if lengths and "chain" in read:
        ways += tuple(
            won(by, (event,), length) for length in range(2, most + 1) for by, event in _KONGS
        )
    passed = passed_told_apart(expr for own in rules for expr in own)
    ways += tuple(passing(way, number) for number in passed for way in ways)
    # A way that needs a certain hand does not stand for one that does not.
    read |= {"self_draw", "replacement", "robbing"}
    names = sorted(path.replace(".", "_") for path in read)
    told: dict[object, Won] = {}
    for way in ways:
        told.setdefault(attrgetter(*names)(way), way)
    return tuple(told.values())


def _is_choice(path: str) -> bool:
    return ".choice." in path


def _paths(rule: tuple[Expr, ...]) -> set[str]:
    """What a rule reads."""
    return {path for expr in rule for path in _read(expr)}


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
