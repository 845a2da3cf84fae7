"""Every situation in which the rules are asked about the course of a round, and how one says it.

Facts that do not depend on each other are multiplied out, facts that cannot go together are left
out. Of a number that rules only compare with what is written there are the ordinary values and
those on both sides of what is written: between two of them nothing changes. Of a number that rules
calculate with there are all values; of what hands are worth, which has no end, the ordinary ones.
"""

from __future__ import annotations

import itertools
from dataclasses import fields, replace
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from ..runtime.chains import ChainAsked, every_chain
from ..runtime.circumstances import all_circumstances, longest_chain
from ..runtime.hand import MAX_MELDS
from ..runtime.horses import MAX_HORSES, HorseAsked, HorsesAsked, every_horse, horses_asked
from ..runtime.situations import HandEnded, KongAsked, MissedAsked, PungAsked, RevealAsked
from ..runtime.tiles import TileSet
from .core.asks import reads
from .core.nodes import Compare, Const, Member, OptionRead, Read, children
from .outcomes import may_be_allowed, outcomes_of
from .resolved.nodes import HORSE_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ..runtime.situations import Asked
    from .core.nodes import Core, Expr
    from .resolved.nodes import TableKind

_MOST = 1_000
"""How many values of one number are tried at most."""
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
_ADDED = ((True, True, True), (True, False, True), (True, False, False), _NOT_READY)
"""The same for a tile just drawn that is added to a pung: the pung stays what it is.

The last is a hand that does not wait, and so was not revealed, or has been spoilt since.
"""
_TWO: Final = 2
_COPIES: Final = 4
_REVEALED_PUNG = {"punger.revealed": True}
_SPOILING = tuple(
    {
        "konger.revealed": True,
        "kong.fresh": True,
        "kong.keeps_waits": False,
        "kong.keeps_ready": False,
        "kong.fixed": kind == "added",
        "turn.drew": kind != "direct",
        **{f"kong.{one}": one == kind for one in ("concealed", "direct", "added")},
    }
    for kind in ("concealed", "direct", "added")
)
"""Kongs after which the hand of somebody who has revealed would not wait any more."""


def situations(kind: TableKind, cores: Sequence[Core]) -> tuple[Asked, ...]:
    """Every situation in which one of the tables about a round can be asked, the plainest first.

    Args:
        kind: the table.
        cores: the variants that are asked; one of them that can get there is enough.
    """
    if kind in HORSE_KINDS and not _turned(kind, cores):
        return ()
    numbers = _Numbers(kind, cores)
    found: Iterable[Asked]
    match kind:
        case "turn.kong":
            found = _kongs(cores, numbers)
        case "turn.chain":
            found = every_chain() if any(core.table(kind).rows for core in cores) else ()
        case "turn.pung":
            found = _pungs(cores, numbers)
        case "turn.reveal":
            late = any(core.ruleset.turn.reveal_anytime for core in cores)
            own = (True, False) if late else (True,)
            found = itertools.starmap(RevealAsked, product(own, numbers.wall))
        case "turn.missed":
            values = numbers.of("value", _VALUES, 1, 10**12)
            both = (False, True)
            same = both if "passed.same" in _asked(cores) else (False,)
            found = itertools.starmap(MissedAsked, product(values, values, both, both, same))
        case "horses.draw":
            found = dict.fromkeys(map(horses_asked, all_circumstances()))
        case "horses.hits" | "horses.again":
            turned = numbers.of("horse.turned", (1, 2), 1, MAX_HORSES)
            seating = [core.ruleset.seating for core in cores]
            tiles = [TileSet(one.suits, one.dragons, one.copies, one.ranks) for one in seating]
            every = dict.fromkeys(one for own in tiles for one in every_horse(own))
            found = (replace(one, horse_turned=count) for one in every for count in turned)
        case _:
            found = _ended(cores, numbers)
    return tuple(sorted(found, key=_plainness))


def _turned(kind: TableKind, cores: Sequence[Core]) -> bool:
    """Whether tiles are turned everywhere, and somebody says this of them.

    Where nothing is said about more tiles none are turned, which is an answer, too.
    """
    everywhere = all(core.table("horses.draw").rows for core in cores)
    return everywhere and any(core.table(kind).rows for core in cores)


def _plainness(asked: Asked) -> int:
    """How many facts are true; who asks for the plainest gets those of which the least is said."""
    return sum([value is True for value in _values(asked).values()])


def _values(asked: Asked) -> dict[str, bool | int]:
    return {name: ask(asked) for name, ask in _FACTS[type(asked)]}


def situation_text(asked: Asked) -> str:
    """A situation in the words rules have for it: those that are true of it, and the numbers."""
    words = []
    for name, value in _values(asked).items():
        said = name if name in _PLAIN else name.replace("_", ".", 1)
        if value is True:
            words.append(said)
        elif value is not False and (value or name not in _SELDOM):
            words.append(f"{said} == {value}")
    return " and ".join(words) or "robbing == false"


_FACTS: Final[Mapping[type[Asked], Sequence[tuple[str, Callable[[Asked], bool | int]]]]] = {
    kind: tuple((one.name, attrgetter(one.name)) for one in fields(kind))
    for kind in (
        *(KongAsked, ChainAsked, PungAsked, RevealAsked, MissedAsked, HandEnded),
        *(HorsesAsked, HorseAsked),
    )
}
"""What can be told of each kind of situation, and how to ask for it."""

_SELDOM = frozenset(("payers", "ready"))
"""Numbers that few rules ask: they are told only where there is something to count."""

_PLAIN = frozenset(
    (
        *("value", "robbing", "winners", "revealed", "kongs", "payers", "ready"),
        *("self_draw", "discard", "replacement", "last_tile"),
    )
)
"""Facts that are asked of nobody in particular."""


def _kongs(cores: Sequence[Core], numbers: _Numbers) -> Iterator[KongAsked]:
    wall = numbers.wall
    most = most_left(cores)
    old = numbers.of("turn.concealed_kongs", (0, 1), 0, MAX_MELDS - 1)  # there is room for one more
    must = any("announced_kong" in core.ruleset.turn.must for core in cores)
    shown = ((False, False), (True, False), *((True, True),) * must)
    punged, spoilt = _may_pung(cores), _may_spoil(cores)
    awaiting = (False, True) if "kong.awaited" in _asked(cores) else (False,)
    for kind, drew, fresh, effects in (
        ("concealed", True, True, _EFFECTS),
        ("concealed", True, False, (_NOT_READY,)),
        ("concealed", False, False, (_NOT_READY,)),
        ("direct", False, True, _EFFECTS),
        ("added", True, True, _ADDED),
        ("added", True, False, (_NOT_READY,)),
        ("added", False, False, (_NOT_READY,)),
    ):
        before = old if drew else (0,)  # after a kong there is a replacement
        for effect, (revealed, announced), count, left, awaited in product(
            effects, shown, before, wall, awaiting
        ):
            fixed, waits, ready = effect
            if effects is _ADDED and revealed and not fixed and not spoilt:
                continue
            if announced and not fresh and not punged:  # of three the fourth is the one that comes
                continue
            if left + count > most:
                continue
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
                kong_awaited=awaited,
            )


def _pungs(cores: Sequence[Core], numbers: _Numbers) -> Iterator[PungAsked]:
    """Who passes a pung can be offered it again before they draw: of a third player, and not first.

    Two of the tiles lie in the hand, so that there have to be four.
    """
    seatings = [core.ruleset.seating for core in cores]
    again = any(one.copies == _COPIES and one.seats > _TWO for one in seatings)
    passing = again and "passed.pung" in _asked(cores)
    most = most_left(cores)
    for revealed, left in product((False, True), numbers.wall):
        yield PungAsked(revealed, left)
        if passing and left < most:
            yield PungAsked(revealed, left, passed_pung=True)


def _asked(cores: Iterable[Core]) -> frozenset[str]:
    """What some rules ask."""
    return frozenset().union(*map(reads, cores))


def _may_pung(cores: Iterable[Core]) -> bool:
    """Whether somebody who has revealed may take a pung."""
    return any(may_be_allowed(core, "turn.pung", _REVEALED_PUNG) for core in cores)


def _may_spoil(cores: Iterable[Core]) -> bool:
    """Whether somebody who has revealed may wait for nothing any more."""
    return _may_pung(cores) or any(
        may_be_allowed(core, "turn.kong", facts) for core in cores for facts in _SPOILING
    )


def most_left(cores: Iterable[Core]) -> int:
    """How many tiles are left in the wall at most when somebody decides: after the first draw.

    Tiles that are too few for a deal are only scored with, and as many as there are may be left.
    """
    return max(map(_most_left, cores))


def _most_left(core: Core) -> int:
    tiles = _tiles(core).size
    left = tiles - core.ruleset.seating.seats * _dealt(core) - 1
    return left if left >= 0 else tiles


def _tiles(core: Core) -> TileSet:
    seating = core.ruleset.seating
    return TileSet(seating.suits, seating.dragons, seating.copies, seating.ranks)


def _dealt(core: Core) -> int:
    """How many tiles each player is dealt; the dealer draws one more."""
    return core.ruleset.seating.dealer - 1


def _ended(cores: Sequence[Core], numbers: _Numbers) -> Iterator[HandEnded]:
    seats = max(core.ruleset.seating.seats for core in cores)
    kongs = numbers.of("kongs", (0, 1, 2), 0, max(map(_most_kongs, cores)))
    asked = _asked(cores)
    outcomes = {outcome for core in cores for outcome in outcomes_of(core)}
    if "payers" not in asked:
        outcomes = {one._replace(payers=0) for one in outcomes}
    spoilt = _may_spoil(cores)
    for one in sorted(outcomes):
        waits = range(seats + 1 if "ready" in asked and not one.winners else 1)
        for revealed, made, ready in product(range(seats + 1), kongs, waits):
            if len(waits) == 1 or spoilt or revealed <= ready:
                yield HandEnded(*one[:3], revealed, made, one.payers, ready)


def _most_kongs(core: Core) -> int:
    return longest_chain(core.ruleset.seating.seats, _tiles(core))


class _Numbers:
    """Which values of numbers are to be tried."""

    def __init__(self, kind: TableKind, cores: Sequence[Core]) -> None:
        self._cores = cores
        written: set[int] = set()
        self._calculated: set[str] = set()
        for core in cores:
            offered = {option.id: option.offered for option in core.options}
            exprs = [expr for row in core.table(kind).rows for expr in (row.when, row.result)]
            if kind == "dealer":  # what is carried on asks the same
                exprs += [following for _, following in core.carried]
            for expr in exprs:
                written.update(_written(expr, offered))
                self._calculated.update(_calculated(expr))
        self._written = tuple(sorted(written))

    @property
    def wall(self) -> tuple[int, ...]:
        """How many tiles may be left."""
        return self.of("wall.left", _WALL, 0, most_left(self._cores))

    def of(self, path: str, plain: Sequence[int], low: int, high: int) -> tuple[int, ...]:
        """The values of a number, the ordinary ones first."""
        if path in self._calculated and high - low < _MOST:
            others = list(range(low, high + 1))
        else:
            others = [number + step for number in self._written for step in (-1, 0, 1)]
        return tuple(dict.fromkeys(one for one in (*plain, *others) if low <= one <= high))


def _calculated(expr: Expr) -> Iterator[str]:
    """What is asked otherwise than in a comparison with something fixed."""
    match expr:
        case Read(path=path):
            yield path
        case Compare(left=Read(), right=Const() | OptionRead()):
            return
        case Compare(left=Const() | OptionRead(), right=Read()):
            return
        case Member(item=Read()):
            return
        case _:
            for inner in children(expr):
                yield from _calculated(inner)


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
