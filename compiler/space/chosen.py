"""What players may have chosen before the deal, as far as rules ask."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from ..core.nodes import Read, children
from ..resolved.nodes import HAND_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...runtime.circumstances import Drawn, Konged, Won
    from ..core.nodes import Core, Expr
    from ..resolved.nodes import TableKind

S = TypeVar("S", "Won", "Konged", "Drawn")

Asked: TypeAlias = "dict[tuple[str, str], tuple[int, ...]]"
"""By player and choice the values there may be, the default first."""

_MOST: Final = 64
"""How many combinations are tried; where there are more, one choice after the other is."""


def asked_of(cores: Iterable[Core], kinds: Iterable[TableKind] = HAND_KINDS) -> Asked:
    """What the rules of some tables ask of what players have chosen; all variants' values."""
    found: Asked = {}
    kinds = tuple(kinds)
    for core in cores:
        offered = {one.id: (one.default, *one.offered) for one in core.ruleset.choices}
        for kind in kinds:
            for row in core.table(kind).rows:
                for who, id_ in (*_reads(row.when), *_reads(row.result)):
                    values = (v for v in offered[id_] if isinstance(v, int))
                    known = (*found.get((who, id_), ()), *values)
                    found[who, id_] = tuple(dict.fromkeys(known))
    return found


def _reads(expr: Expr) -> Iterator[tuple[str, str]]:
    if isinstance(expr, Read) and expr.chosen is not None:
        yield expr.chosen
    for inner in children(expr):
        yield from _reads(inner)


def varied(situations: Iterable[S], asked: Asked) -> tuple[S, ...]:
    """Situations, each with everything that players may have chosen; defaults first."""
    own = tuple(situations)
    if not asked:
        return own
    return tuple(_with(one, choice) for choice in _combined(asked) for one in own)


def left_out(asked: Asked) -> tuple[str, ...]:
    """The choices of which not all combinations are tried, because there are too many."""
    ids = dict.fromkeys(id_ for _, id_ in asked)
    few = prod(map(len, asked.values())) <= _MOST
    return () if few or len(ids) == 1 else tuple(ids)


def _combined(asked: Asked) -> Iterator[Mapping[tuple[str, str], int]]:
    if prod(map(len, asked.values())) <= _MOST:
        for values in product(*asked.values()):
            yield dict(zip(asked, values, strict=True))
        return
    for choice in dict.fromkeys(id_ for _, id_ in asked):
        keys = [key for key in asked if key[1] == choice]
        for values in product(*(asked[key] for key in keys)):
            yield dict(zip(keys, values, strict=True))


def _with(situation: S, chosen: Mapping[tuple[str, str], int]) -> S:
    for who in dict.fromkeys(who for who, _ in chosen):
        said = tuple((id_, value) for (whose, id_), value in chosen.items() if whose == who)
        change: dict[str, Any] = {f"{who}_choice": said}
        situation = replace(situation, **change)
    return situation


def chosen_text(situation: Won | Konged | Drawn) -> list[str]:
    """What players have chosen, in the words rules have for it."""
    return [
        f"{who}.choice.{id_} == {value}" for who, said in situation.chosen for id_, value in said
    ]
