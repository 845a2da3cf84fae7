"""What players may have chosen before the deal, as far as rules ask."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from ...runtime.choices import OTHERS, sums
from ...runtime.circumstances import Drawn, Konged, Won
from ..core.nodes import Apply, Const, Read, children, map_children, options_read
from ..interpret.evaluate import evaluate
from ..interpret.scene import Scene
from ..outcomes import truth
from ..resolved.nodes import HAND_KINDS
from .parts import largest_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ..core.nodes import Core, Expr
    from ..resolved.nodes import TableKind

S = TypeVar("S", "Won", "Konged", "Drawn")

Choice: TypeAlias = tuple[str, str]
"""A player, and what they choose."""
Combination: TypeAlias = "Mapping[Choice, int]"
Parts: TypeAlias = "tuple[Expr, ...]"

_ALL: Final = 64
"""So many combinations are few."""
_LOOKED_AT: Final = 4_096
"""So many are gone through to find those that rules tell apart."""
_TOLD_APART: Final = 512
"""So many that rules tell apart are tried; where there are more, one choice after the other is."""
_NOBODY: Final = Drawn(False, False, False)


class Asked(dict[Choice, tuple[int, ...]]):
    """The values there may be, the default first.

    Attributes:
        rows: conditions of rows, each with those largest parts of its row that depend on nothing
            but what players chose.
    """

    def __init__(self) -> None:
        """Start with nothing asked."""
        super().__init__()
        self.rows: list[tuple[Expr, Parts]] = []

    @property
    def number(self) -> int:
        """How many combinations there are."""
        return prod(map(len, self.values()))

    @property
    def parts(self) -> Parts:
        """All parts."""
        return tuple(dict.fromkeys(part for _, parts in self.rows for part in parts))

    def parts_in(self, known: Mapping[str, bool]) -> Parts:
        """Those of rows that can hold where so much is known."""
        rows = [parts for when, parts in self.rows if truth(when, known) is not False]
        return tuple(dict.fromkeys(part for parts in rows for part in parts))


def asked_of(cores: Iterable[Core], kinds: Iterable[TableKind] = HAND_KINDS) -> Asked:
    """What the rules of some tables ask of what players have chosen; all variants' values."""
    found = Asked()
    kinds = tuple(kinds)
    for core in cores:
        offered = _offered(core)
        for kind in kinds:
            for row in core.table(kind).rows:
                own = (row.when, row.result)
                parts = [part for expr in own for part in largest_parts(expr, _asks, _alone)]
                found.rows += [(row.when, tuple(parts))] if parts else []
                for who, id_ in (read for expr in own for read in _reads(expr)):
                    known = (*found.get((who, id_), ()), *offered(who, id_))
                    found[who, id_] = tuple(dict.fromkeys(known))
    return found


def _offered(core: Core) -> Callable[[str, str], tuple[int, ...]]:
    """What a player may choose, the default first; or all others together."""
    others = core.ruleset.seating.seats - 2
    known = {one.id: (one.default, *one.offered) for one in core.ruleset.choices}
    single = {id_: [v for v in values if isinstance(v, int)] for id_, values in known.items()}

    def offered(who: str, id_: str) -> tuple[int, ...]:
        values = single[id_]
        return (others * values[0], *sums(values, others)) if who == OTHERS else tuple(values)

    return offered


def _reads(expr: Expr) -> Iterator[Choice]:
    if isinstance(expr, Read) and expr.chosen is not None:
        yield expr.chosen
    for inner in children(expr):
        yield from _reads(inner)


def _asks(expr: Expr) -> bool:
    return next(_reads(expr), None) is not None


def _alone(expr: Expr) -> bool:
    """Whether nothing but what players chose matters to an expression."""
    match expr:
        case Read():
            return expr.chosen is not None
        case Const():
            return True
        case Apply(function="capped" | "in_some_reading"):
            return False
        case _:
            inner = children(expr)
            return bool(inner) and not options_read(expr) and all(map(_alone, inner))


def varied(situations: Iterable[S], asked: Asked, *, all_of_few: bool = False) -> tuple[S, ...]:
    """Situations, each with what players may have chosen; defaults first.

    As far as rules tell it apart that can hold there.

    Args:
        situations: those there are.
        asked: what rules ask.
        all_of_few: whether combinations are all gone through where they are not many: for who
            does not take rules at their word.
    """
    own = tuple(situations)
    if not asked:
        return own
    if all_of_few and asked.number <= _ALL:
        return tuple(_with(one, choice) for choice in _every(asked, asked) for one in own)
    combined: dict[Parts, tuple[Combination, ...]] = {}
    choices = []
    for one in own:
        parts = asked.parts_in(_known(one))
        if parts not in combined:
            combined[parts] = tuple(_combined(asked, parts))
        choices.append(combined[parts])
    return tuple(
        _with(one, each[at])
        for at in range(max(map(len, choices), default=0))
        for one, each in zip(own, choices, strict=True)
        if at < len(each)
    )


def _known(situation: Won | Konged | Drawn) -> dict[str, bool]:
    """What is so for every payer: of a win they are asked about one after the other."""
    match situation:
        case Won():
            return {
                "self_draw": situation.self_draw,
                "discard": situation.discard,
                "winner.revealed": situation.winner_revealed,
            }
        case Konged():
            return {
                "kong.concealed": situation.kong_concealed,
                "kong.direct": situation.kong_direct,
                "kong.added": situation.kong_added,
            }
        case Drawn():
            return {}


def left_out(asked: Asked) -> tuple[str, ...]:
    """The choices of which not all combinations are tried, because there are too many."""
    ids = dict.fromkeys(id_ for _, id_ in asked)
    if len(ids) == 1 or _told_apart(asked, asked.parts) is not None:
        return ()
    return tuple(ids)


def _combined(asked: Asked, parts: Parts) -> Iterator[Combination]:
    told = _told_apart(asked, parts)
    if told is not None:
        yield from told
        return
    for choice in dict.fromkeys(id_ for _, id_ in asked):
        yield from _every(asked, [key for key in asked if key[1] == choice])


def _every(asked: Asked, keys: Iterable[Choice]) -> Iterator[Combination]:
    keys = tuple(keys)
    for values in product(*(asked[key] for key in keys)):
        yield dict(zip(keys, values, strict=True))


def _told_apart(asked: Asked, of_rules: Parts) -> list[Combination] | None:
    """Of all combinations that rules do not tell apart the first; None if there are too many.

    What no part of a rule reads together is looked at by itself, and then combined.
    """
    found: list[Combination] = [{}]
    for keys in _together(asked, of_rules):
        parts = [one for one in of_rules if not keys.isdisjoint(_reads(one))]
        ordered = [key for key in asked if key in keys]
        if prod(len(asked[key]) for key in ordered) > _LOOKED_AT:
            return None
        first: dict[object, Combination] = {}
        for one in _every(asked, ordered):
            first.setdefault(tuple([_value(part, one) for part in parts]), one)
        if len(found) * len(first) > _TOLD_APART:
            return None
        found = [{**one, **more} for one in found for more in first.values()]
    return found


def _together(asked: Asked, parts: Parts) -> Sequence[frozenset[Choice]]:
    """What players choose, put together where some part of a rule reads it together."""
    found: list[frozenset[Choice]] = [frozenset((key,)) for key in asked]
    for part in parts:
        read = frozenset(_reads(part))
        touched = [one for one in found if not one.isdisjoint(read)]
        found = [one for one in found if one.isdisjoint(read)]
        found.append(frozenset().union(*touched))
    return found


def _value(part: Expr, chosen: Combination) -> object:
    return evaluate(_chosen(part, chosen), Scene({}, _NOBODY))


def _chosen(expr: Expr, chosen: Combination) -> Expr:
    """A part of a rule in which it stands what players chose."""
    if isinstance(expr, Read) and expr.chosen is not None:
        return Const(chosen[expr.chosen], expr.type, expr.span)
    return map_children(expr, lambda inner: _chosen(inner, chosen))


def _with(situation: S, chosen: Combination) -> S:
    for who in dict.fromkeys(who for who, _ in chosen):
        said = tuple((id_, value) for (whose, id_), value in chosen.items() if whose == who)
        change: dict[str, Any] = {f"{who}_choice": said}
        situation = replace(situation, **change)
    return situation


def chosen_by_choice(situation: Won | Konged | Drawn) -> dict[str, dict[str, int]]:
    """What players have chosen, by choice and player: the form in which `score` takes it."""
    found: dict[str, dict[str, int]] = {}
    for who, said in situation.chosen:
        for id_, value in said:
            found.setdefault(id_, {})[who] = value
    return found


def chosen_text(situation: Won | Konged | Drawn) -> list[str]:
    """What players have chosen, in the words rules have for it."""
    return [
        f"{who}.choice.{id_} == {value}" for who, said in situation.chosen for id_, value in said
    ]
