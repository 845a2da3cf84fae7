"""Which rules' outcome is a fact that other rules ask: there two switches may meet unseen.

Situations are judged with facts as they are given: so many horses, a hand worth so much. Where one
switch changes how such a fact comes about, and the other what follows from it, nothing is seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..core.asks import OF_WORTH
from ..core.nodes import Apply, Ask, Compare, Const, FanRead, Quantified, Read, children
from ..resolved.nodes import HAND_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..core.nodes import Core, Expr

MADE_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "value": ("fans", "worth", "cap", "may_win"),
    "passed.value": ("fans", "worth", "cap", "may_win"),
    "winner.passed": ("may_win", "turn.missed"),
    "horses": ("horses.draw", "horses.again", "horses.hits"),
    "chain": ("turn.chain",),
    "kong.chain": ("turn.chain",),
    "choice": ("choices",),
}
"""Facts that rules ask by name, and the places from which they come."""

HEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "turn.missed": ("may_win",),
    "turn.must": ("may_win", "turn.missed", "turn.kong"),
    "turn.winners": ("may_win", "turn.missed"),
    "turn.precedence": ("may_win", "turn.missed", "turn.kong", "turn.pung"),
    "fouls": ("may_win", "turn.missed", "turn.kong", "pay.kong"),
}
"""What heeds the outcome of other places without naming it."""

_ONE_BY_ONE: Final = frozenset(("horses.draw",))
"""A fact that is their answer, not a sum or a sequence of answers: that is judged as it is."""
_SCORING: Final = frozenset(("fans", "worth", "cap", "points"))
_WORTH: Final = frozenset(("product", "points", "share", "owed", "value")) | OF_WORTH
_WHO_PAID: Final = frozenset(("payers", "dealer.lost"))
_PAYERS: Final = frozenset(("payer", "odd_payer"))
_PAYS: Final = ("pay.win", "pay.also", "pay.kong", "pay.drawn")


class Changed(NamedTuple):
    """What a switch changes.

    Attributes:
        places: tables, `fans`, and what is declared.
        rows: the rows among all that are paid beside each other.
    """

    places: frozenset[str]
    rows: frozenset[str]

    @classmethod
    def of(cls, places: frozenset[str]) -> Changed:
        """What is changed at some places."""
        tables = frozenset("fans" if one.startswith("fans.") else one for one in places)
        return cls(tables, frozenset(one for one in places if one.startswith("pay.also.")))


class Meets(NamedTuple):
    """A fact through which two switches may meet: who makes it, and who asks."""

    fact: str
    asking: str


class Unit(NamedTuple):
    """Rules that say one thing together: a table, or a row whose amount is added to others.

    Attributes:
        place: the table; `fans` for all that says what hands are worth and who may win.
        row: the row, if it is one by itself.
        asked: what is asked by name.
        worth: whether it is asked what a hand is worth, or which reading of it is taken.
    """

    place: str
    row: str | None
    asked: frozenset[str]
    worth: bool


class Units:
    """Finds such rules; of a core that is met again they are known."""

    def __init__(self) -> None:
        """Start with nothing known."""
        self._of_core: dict[int, list[Unit]] = {}

    def of(self, cores: Sequence[Core]) -> list[Unit]:
        """Those of all cores, of each place together."""
        found: dict[tuple[str, str | None], Unit] = {}
        for core in cores:
            if id(core) not in self._of_core:
                self._of_core[id(core)] = list(_units(core))
            for own in self._of_core[id(core)]:
                known = found.get(own[:2], own)
                both = known.asked | own.asked, known.worth or own.worth
                found[own[:2]] = Unit(own.place, own.row, *both)
        return list(found.values())


def follows(known: Units, cores: Sequence[Core], one: Changed, other: Changed) -> Iterator[Meets]:
    """The facts through which two switches may meet, under the rules of any of some cores."""
    units = known.of(cores)
    for makes, moves, off in ((one, other, cores[::2]), (other, one, cores[:2])):
        without = {(own.place, own.row): own.asked for own in known.of(off)}
        yield from _named(units, without, makes, moves)
        made = _with_who_may_win(units, makes)
        for place in sorted(HEEDS.keys() & moves.places):
            for fact in _heeded(place, cores):
                if fact in made:
                    yield Meets(fact, place)
        yield from _who_paid(cores, units, makes, moves)


def _named(
    units: Iterable[Unit],
    without: Mapping[tuple[str, str | None], frozenset[str]],
    makes: Changed,
    moves: Changed,
) -> Iterator[Meets]:
    """Facts that are asked by name.

    What is asked only where the switch is on that makes it is no matter: with it off, whatever the
    other changes is the same for each such fact, and with it on every one is looked at.
    """
    for unit in units:
        for path in sorted(unit.asked):
            places = _makers(path) & makes.places
            if _is_given(path) and path not in without.get((unit.place, unit.row), ()):
                continue
            if places and (_moves(moves, unit) or _makes_too(moves, unit.asked, places)):
                yield Meets(path, unit.row or unit.place)


def _makers(path: str) -> frozenset[str]:
    """The places from which a fact comes."""
    _, _, chosen = path.partition(".choice.")
    return frozenset((f"choices.{chosen}",) if chosen else MADE_BY.get(path, ()))


def _is_given(path: str) -> bool:
    """Whether each of four sides is asked with every such fact there may be for any of them."""
    return path == "horses" or ".choice." in path


def _makes_too(other: Changed, asked: Iterable[str], places: frozenset[str]) -> bool:
    """Whether another switch makes facts that are asked together with one from some places."""
    made = frozenset().union(*map(_makers, asked)) & other.places
    return bool(made) and not (made == places and made <= _ONE_BY_ONE)


def _moves(changed: Changed, unit: Unit) -> bool:
    """Whether a switch changes what some rules say, or anything they ask beside."""
    places = changed.places
    if unit.place == "fans":
        return not places.isdisjoint(_SCORING | {"may_win", "pay.win", "pay.also"})
    if unit.row in changed.rows or (unit.row is None and unit.place in places):
        return True
    if unit.place not in _PAYS:
        return False
    if unit.place in HAND_KINDS and "may_win" in places:
        return True
    scored = unit.worth and not places.isdisjoint(_SCORING)
    return scored or ("pay.win" in places and "owed" in unit.asked)


def _with_who_may_win(units: Iterable[Unit], makes: Changed) -> frozenset[str]:
    """The places a switch changes; who may win with what a hand is worth, where that is asked."""
    asked = any(unit.place == "may_win" and unit.worth for unit in units)
    if asked and not makes.places.isdisjoint(_SCORING):
        return makes.places | {"may_win"}
    return makes.places


def _heeded(place: str, cores: Sequence[Core]) -> Iterator[str]:
    if place != "turn.must":
        yield from HEEDS[place]
        return
    words = [word for core in cores for word in core.ruleset.turn.must]
    wins = any(word.startswith("win_") for word in words)
    kongs = any(word.endswith("_kong") for word in words)
    yield from (one for one in HEEDS[place] if (kongs if one == "turn.kong" else wins))


def _who_paid(
    cores: Sequence[Core], units: Iterable[Unit], makes: Changed, moves: Changed
) -> Iterator[Meets]:
    """What is paid by facts that a switch makes, and who deals or what is carried on after that."""
    after = [place for place in moves.places if place == "dealer" or place.startswith("carried.")]
    if not after or not any(map(_asks_who_paid, cores)):
        return
    if not makes.places.isdisjoint(("pay.win", "pay.also", "pay.drawn")):
        return  # whom it makes pay is looked at
    for unit in units:
        for path in sorted(unit.asked):
            if unit.place in _PAYS and _makers(path) & makes.places:
                yield Meets(path, min(after))


def _asks_who_paid(core: Core) -> bool:
    rows = core.table("dealer").rows
    words = [row.result.value for row in rows if isinstance(row.result, Const)]
    exprs = [*(row.when for row in rows), *(following for _, following in core.carried)]
    asked = {path for expr in exprs for path in _reads(expr)}
    return not _WHO_PAID.isdisjoint(asked) or not _PAYERS.isdisjoint(map(str, words))


def _units(core: Core) -> Iterator[Unit]:
    found: dict[tuple[str, str | None], list[Expr]] = {("fans", None): []}
    for fan in core.fans:
        found["fans", None] += (fan.when, fan.times)
    for table in core.tables:
        for row in table.rows:
            beside = f"{table.kind}.{row.id}" if table.kind == "pay.also" else None
            found.setdefault((table.kind, beside), []).extend((row.when, row.result))
            if table.kind in HAND_KINDS and table.kind not in _PAYS:
                found["fans", None] += (row.when, row.result)
    for (place, beside), exprs in found.items():
        asked = frozenset[str]().union(*map(_reads, exprs))
        yield Unit(place, beside, asked, any(map(_asks_worth, exprs)))


def _reads(expr: Expr) -> frozenset[str]:
    own = frozenset((expr.path,)) if isinstance(expr, Read) else frozenset()
    return own.union(*map(_reads, children(expr)))


def _asks_worth(expr: Expr) -> bool:
    """Whether it is asked what a hand is worth, or how the reading is made up that is taken."""
    match expr:
        case FanRead() | Ask() | Quantified() | Apply(function="capped"):
            return True
        case Compare(left=Read(path="owed"), op=">" | "!=", right=Const(value=0)):
            return False  # a hand that may win is worth something
        case Read(path=path) if path in _WORTH:
            return True
        case _:
            return any(map(_asks_worth, children(expr)))


def declared_unlike(before: Core, after: Core) -> Iterator[str]:
    """What players may choose and what they must do, where that is not the same."""
    ours, theirs = before.ruleset, after.ruleset
    offered = [
        {one.id: (one.default, frozenset(one.offered)) for one in own.choices}
        for own in (ours, theirs)
    ]
    for id_ in sorted(offered[0].keys() | offered[1].keys()):
        if offered[0].get(id_) != offered[1].get(id_):
            yield f"choices.{id_}"
    turns = {
        "turn.must": (ours.turn.must, theirs.turn.must),
        "turn.winners": (ours.turn.winners, theirs.turn.winners),
        "turn.precedence": (ours.turn.precedence, theirs.turn.precedence),
        "fouls": (_fouls(before), _fouls(after)),
    }
    yield from (place for place, (one, other) in turns.items() if one != other)


def _fouls(core: Core) -> list[tuple[object, ...]]:
    return [(one.id, one.may_win, one.may_kong, one.kong_money) for one in core.ruleset.fouls]


def rows_unlike(before: Core, after: Core) -> Iterator[str]:
    """The rows of what is added up that only one of two has."""
    ours, theirs = (
        {(f"pay.also.{row.id}", row.when, row.result) for row in core.table("pay.also").rows}
        for core in (before, after)
    )
    yield from sorted({id_ for id_, _, _ in ours ^ theirs})
