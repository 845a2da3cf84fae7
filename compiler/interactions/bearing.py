"""What two switches both change: only there can they meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from ..core.nodes import options_read
from ..diff.rules import Renamed
from ..diff.settings import meanings, unlike_places
from ..resolved.nodes import FLOW_KINDS
from ..space.values import same_value
from .follows import Changed, Units, declared_unlike, follows, rows_unlike

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..core.nodes import Core, Expr
    from ..diff.canonical import Form
    from ..resolved.nodes import OptionValue
    from .follows import Meets

Area: TypeAlias = Literal["worth", "hands", "paid", "kongs", "drawn", "rounds", "carried"]
"""What hands are worth, and whatever else is asked of them, who pays for them among that; what is
paid for kongs and in drawn hands; the course of a round, and what is carried into the next."""
Ruled: TypeAlias = "tuple[Core, Mapping[str, OptionValue]]"
"""Rules, and the options that are not at their defaults."""

_AREAS: Final[Mapping[str, tuple[Area, ...]]] = {
    "worth": ("worth", "hands"),
    "cap": ("worth", "hands"),
    "points": ("worth", "hands"),
    "may_win": ("worth", "hands"),
    "pay.win": ("hands", "paid"),
    "pay.also": ("hands", "paid"),
    "pay.kong": ("kongs",),
    "pay.drawn": ("drawn",),
    **dict.fromkeys(FLOW_KINDS, ("rounds",)),
}
_OF_HANDS: Final[tuple[Area, ...]] = ("hands",)


class Bearing(NamedTuple):
    """What each of two switches changes, be the other on or not.

    Attributes:
        one: where the first does.
        other: where the second does.
        fans: for each the fans it changes, if it changes nothing else of hands.
        follows: the facts that one changes and by which the other's change may come out otherwise.
    """

    one: frozenset[Area]
    other: frozenset[Area]
    fans: tuple[frozenset[str] | None, frozenset[str] | None] = (None, None)
    follows: tuple[Meets, ...] = ()

    @property
    def both(self) -> frozenset[Area]:
        """What both of them change."""
        return self.one & self.other

    @property
    def waits(self) -> bool:
        """Whether one changes what a wait is worth, the other that or what is paid for it."""
        paid: frozenset[Area] = frozenset(("worth", "drawn"))
        one, other = self.one & paid, self.other & paid
        return bool(one and other) and "worth" in one | other


class Bearings:
    """Finds out what switches change; of rules that are met again it is known."""

    def __init__(self) -> None:
        """Start with nothing known."""
        self._meanings: dict[int, dict[str, Form]] = {}
        self._changed: dict[tuple[int, int], frozenset[str]] = {}
        self._options: dict[int, list[tuple[str, frozenset[str]]]] = {}
        self._declared: dict[tuple[int, int], frozenset[str]] = {}
        self._follows: dict[object, tuple[Meets, ...]] = {}
        self._units = Units()

    def of(self, four: Sequence[Ruled]) -> Bearing:
        """What two switches change: rules with neither, with one, with the other, with both."""
        neither, one, other, both = four
        first = self._places(neither, one) | self._places(other, both)
        second = self._places(neither, other) | self._places(one, both)
        fans = (_fans_alone(first), _fans_alone(second))
        followed = self._followed(
            [core for core, _ in four],
            first | self._other(neither, one) | self._other(other, both),
            second | self._other(neither, other) | self._other(one, both),
        )
        return Bearing(_areas_of(first), _areas_of(second), fans, followed)

    def _followed(
        self, cores: Sequence[Core], first: frozenset[str], second: frozenset[str]
    ) -> tuple[Meets, ...]:
        key = (*map(id, cores), first, second)
        if key not in self._follows:
            changed = Changed.of(first), Changed.of(second)
            self._follows[key] = tuple(dict.fromkeys(follows(self._units, cores, *changed)))
        return self._follows[key]

    def _other(self, before: Ruled, after: Ruled) -> frozenset[str]:
        """What is declared otherwise, and the rows among all that are added up."""
        key = (id(before[0]), id(after[0]))
        if before[0] is after[0]:
            return frozenset()
        if key not in self._declared:
            cores = before[0], after[0]
            self._declared[key] = frozenset((*declared_unlike(*cores), *rows_unlike(*cores)))
        return self._declared[key]

    def _places(self, before: Ruled, after: Ruled) -> frozenset[str]:
        if before[0] is after[0]:
            return frozenset(self._told_by_options(before, after))
        key = (id(before[0]), id(after[0]))
        if key not in self._changed:
            self._changed[key] = frozenset(self._unlike(before[0], after[0]))
        return self._changed[key]

    def _unlike(self, before: Core, after: Core) -> Iterator[str]:
        if before.by_maximum != after.by_maximum:
            yield "worth"
        meaning = (self._meaning(before), self._meaning(after))
        yield from (a or b for a, b in unlike_places(before, after, Renamed({}, {}), meaning))

    def _told_by_options(self, before: Ruled, after: Ruled) -> Iterator[str]:
        """The places of some rules that read options of which another value is chosen."""
        core = before[0]
        values = [
            {option.id: option.default for option in core.options} | dict(setting)
            for _, setting in (before, after)
        ]
        unlike = {id_ for id_, one in values[0].items() if not same_value(one, values[1][id_])}
        if id(core) not in self._options:
            self._options[id(core)] = [(at, options_read(*own)) for at, own in _exprs(core)]
        yield from (at for at, read in self._options[id(core)] if not read.isdisjoint(unlike))

    def _meaning(self, core: Core) -> dict[str, Form]:
        if id(core) not in self._meanings:
            self._meanings[id(core)] = meanings(core, {})
        return self._meanings[id(core)]


def _fans_alone(places: Iterable[str]) -> frozenset[str] | None:
    """The fans among some places, if nothing else there is asked of hands."""
    asked = [place for place in places if "hands" in _areas_of([place])]
    fans = frozenset(place.removeprefix("fans.") for place in asked if place.startswith("fans."))
    return fans if len(fans) == len(asked) else None


def _areas_of(places: Iterable[str]) -> frozenset[Area]:
    found: set[Area] = set()
    for place in places:
        if place.startswith("carried."):
            found.add("carried")
        elif place.startswith("fans."):
            found |= {"worth", "hands"}
        else:
            found.update(_AREAS.get(place, _OF_HANDS))
    return frozenset(found)


def _exprs(core: Core) -> Iterator[tuple[str, tuple[Expr, ...]]]:
    """The conditions and results of everything, by its place."""
    for fan in core.fans:
        yield f"fans.{fan.id}", (fan.when, fan.times)
    for table in core.tables:
        for row in table.rows:
            yield table.kind, (row.when, row.result)
            if table.kind == "pay.also":  # each row by itself, too: they are added up
                yield f"{table.kind}.{row.id}", (row.when, row.result)
    for id_, following in core.carried:
        yield f"carried.{id_}", (following,)
