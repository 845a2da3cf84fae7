"""Every situation in which the rules are asked about the course of a round, and how one says it.

Facts that do not depend on each other are multiplied out, facts that cannot go together are left
out. Of numbers there are the ordinary ones and those on both sides of every number a rule speaks
of; what lies between two of them is all the same to rules that compare them with what is written.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import product
from typing import TYPE_CHECKING

from ..runtime.situations import HandEnded, KongAsked, MissedAsked, PungAsked, RevealAsked
from .core.nodes import Const, OptionRead, children

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..runtime.situations import Asked
    from .core.nodes import Core, Expr
    from .resolved.nodes import TableKind

_KONGS = 16
_WALL = (10, 2, 1, 0)
_VALUES = (1, 2, 4, 8, 16)
_NOT_READY = (False, False, False)
_EFFECTS = (
    (True, True, True),
    (True, False, True),
    (False, True, True),
    (False, False, True),
    _NOT_READY,
)
"""What a kong can do to a hand: the triplet is fixed, the waits stay, something still wins.

The last also stands for a hand that does not wait.
"""


def situations(kind: TableKind, cores: Sequence[Core]) -> tuple[Asked, ...]:
    """Every situation in which one of the tables about a round can be asked, the plainest first.

    Args:
        kind: the table.
        cores: the variants that are asked; one of them that can get there is enough.
    """
    written = _numbers(kind, cores)
    found: Iterable[Asked]
    match kind:
        case "turn.kong":
            found = _kongs(cores, written)
        case "turn.pung":
            wall = _between(_WALL, written, 0, _tiles(cores))
            found = (PungAsked(revealed, left) for revealed in (False, True) for left in wall)
        case "turn.reveal":
            wall = _between(_WALL, written, 0, _tiles(cores))
            late = any(core.ruleset.turn.reveal_anytime for core in cores)
            found = (RevealAsked(own, left) for own in (True, *(False,) * late) for left in wall)
        case "turn.missed":
            found = _missed(written)
        case _:
            found = _ended(cores, written)
    return tuple(sorted(found, key=_plainness))


def _plainness(asked: Asked) -> int:
    """How many facts are true; who asks for the plainest gets those of which the least is said."""
    return sum(value is True for value in _values(asked).values())


def _values(asked: Asked) -> dict[str, bool | int]:
    return asdict(asked)


def situation_text(asked: Asked) -> str:
    """A situation in the words rules have for it: those that are true of it, and the numbers."""
    words = []
    for name, value in _values(asked).items():
        said = name if name in _PLAIN else name.replace("_", ".", 1)
        if value is True:
            words.append(said)
        elif value is not False:
            words.append(f"{said} == {value}")
    return " and ".join(words) or "robbing == false"


_PLAIN = frozenset(("value", "robbing", "winners", "revealed", "kongs"))
"""Facts that are asked of nobody in particular."""


def _kongs(cores: Sequence[Core], written: Sequence[int]) -> Iterator[KongAsked]:
    wall = _between(_WALL, written, 0, _tiles(cores))
    old = _between((0, 1), written, 0, 4)
    must = any("announced_kong" in core.ruleset.turn.must for core in cores)
    shown = ((False, False), (True, False), *((True, True),) * must)
    for kind, drew, fresh, effects, before in (
        ("concealed", True, True, _EFFECTS, old),
        ("concealed", True, False, (_NOT_READY,), old),
        ("concealed", False, False, (_NOT_READY,), old),
        ("direct", False, True, _EFFECTS, (0,)),
        ("added", True, True, (_EFFECTS[0], _NOT_READY), old),
        ("added", True, False, (_NOT_READY,), old),
        ("added", False, False, (_NOT_READY,), old),
    ):
        for effect, (revealed, announced), count, left in product(effects, shown, before, wall):
            fixed, waits, ready = effect
            yield KongAsked(
                kong_concealed=kind == "concealed",
                kong_direct=kind == "direct",
                kong_added=kind == "added",
                kong_fresh=fresh,
                kong_fixed=fixed,
                kong_keeps_waits=waits,
                kong_keeps_ready=ready,
                kong_announced=announced,
                konger_revealed=revealed,
                turn_drew=drew,
                turn_concealed_kongs=count,
                wall_left=left,
            )


def _missed(written: Sequence[int]) -> Iterator[MissedAsked]:
    values = _between(_VALUES, written, 1, 10**12)
    for value, passed in product(values, values):
        for robbing, revealed in product((False, True), (False, True)):
            yield MissedAsked(value, passed, robbing, revealed)


def _ended(cores: Sequence[Core], written: Sequence[int]) -> Iterator[HandEnded]:
    seats = max(core.ruleset.seating.seats for core in cores)
    many = any(core.ruleset.turn.winners == "many" for core in cores)
    kongs = _between((0, 1, 2), written, 0, _KONGS)
    for winners in range(seats if many else 2):
        for won, lost in product((False, True), (False, True)):
            if won + lost > winners:
                continue
            for revealed, made in product(range(seats + 1), kongs):
                yield HandEnded(winners, won, lost, revealed, made)


def _tiles(cores: Sequence[Core]) -> int:
    seating = [core.ruleset.seating for core in cores]
    return max((9 * len(one.suits) + len(one.dragons)) * one.copies for one in seating)


def _between(plain: Sequence[int], written: Sequence[int], low: int, high: int) -> tuple[int, ...]:
    """The ordinary values, then those beside the numbers that are written."""
    near = [number + step for number in written for step in (-1, 0, 1)]
    return tuple(dict.fromkeys(one for one in (*plain, *near) if low <= one <= high))


def _numbers(kind: TableKind, cores: Sequence[Core]) -> tuple[int, ...]:
    """The numbers that the rows of a table speak of, those of options included."""
    found: set[int] = set()
    for core in cores:
        offered = {option.id: option.offered for option in core.options}
        for row in core.table(kind).rows:
            for expr in (row.when, row.result):
                found.update(_written(expr, offered))
    return tuple(sorted(found))


def _written(expr: Expr, offered: dict[str, tuple[int | bool | str | None, ...]]) -> Iterator[int]:
    values: tuple[int | bool | str | None, ...] = ()
    match expr:
        case Const(value=value):
            values = (value,)
        case OptionRead(id=id_):
            values = offered[id_]
        case _:
            for inner in children(expr):
                yield from _written(inner, offered)
    for one in values:
        if isinstance(one, int) and not isinstance(one, bool):
            yield one
