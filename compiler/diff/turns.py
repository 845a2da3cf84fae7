"""The course of a round: every situation asked of both sides, and the facts of both."""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...runtime.situations import HandEnded
from ..flow import situations
from ..resolved.nodes import FLOW_KINDS
from .declared import carried_otherwise, choices_otherwise
from .effects import mark
from .findings import Asking, Behavioural, Carrying, Fact, Said, Structural
from .places import origins, places
from .rules import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...runtime.situations import Asked
    from ..resolved.nodes import Exchange, Foul, Ruleset, TableKind
    from ..space.sides import Side
    from .behavioural import Pair
    from .naming import Differing


Situations: TypeAlias = "Mapping[TableKind, Sequence[Asked]]"


class Case(NamedTuple):
    """One situation with what each side says: the answer and the path of its row."""

    asked: Asked
    before: tuple[int | str, str]
    after: tuple[int | str, str]


def asked_of(pair: Pair) -> Situations:
    """All that the sides are asked about the course of a round, by table."""
    cores = [side.core for side in pair]
    return {kind: situations(kind, cores) for kind in FLOW_KINDS}


def compare_turns(
    pair: Pair, differing: Differing, asked_of_all: Situations
) -> Iterator[Behavioural]:
    """Every difference in what may be done, and in who deals next.

    Args:
        pair: the sides.
        differing: which rules differ.
        asked_of_all: what the sides are asked; the same for all choices of options.
    """
    yield from _compare_carried(pair, asked_of_all["dealer"])
    for kind, every in asked_of_all.items():
        for rules, cases in cases_of(kind, pair, differing, every).items():
            yield _finding(kind, rules, cases, (pair, len(every)))


def cases_of(
    kind: TableKind, pair: Pair, differing: Differing, every: Iterable[Asked]
) -> dict[tuple[str, ...], list[Case]]:
    """The situations in which a table answers otherwise, by the rules behind it."""
    found: dict[tuple[str, ...], list[Case]] = {}
    for asked in every:
        one = Case(asked, *(_said(side, kind, asked) for side in pair))
        if one.before[0] != one.after[0]:
            rows = (one.before[1], differing.renamed.path(one.after[1]))
            found.setdefault(differing.to_blame(rows), []).append(one)
    return found


def _said(side: Side, kind: TableKind, asked: Asked) -> tuple[int | str, str]:
    answer, row = side.program.says(kind, asked, side.options)
    return answer, f"{kind}.{row}" if row else kind


def _compare_carried(pair: Pair, ends: Sequence[Asked]) -> Iterator[Behavioural]:
    """For each number that both sides carry on the ends of a round after which it is another."""
    found: dict[str, list[tuple[HandEnded, int, int]]] = {}
    for end in ends:
        assert isinstance(end, HandEnded)
        ours, theirs = (_carried(side, end) for side in pair)
        for id_, number in ours.items():
            if number != theirs.get(id_, number):
                found.setdefault(id_, []).append((end, number, theirs[id_]))
    for id_, cases in found.items():
        least, one, other = cases[0]
        yield Behavioural(
            kind="flow",
            rules=(f"carried.{id_}",),
            count=len(cases),
            of=len(ends),
            swing=0,
            witness=Carrying(id_, least),
            settings=(pair[0].setting, pair[1].setting),
            before=Said(one),
            after=Said(other),
            effects=sum(mark(*astuple(case[0]), *case[1:]) for case in cases),
        )


def _carried(side: Side, end: HandEnded) -> dict[str, int]:
    carry = side.program.carry
    return {} if carry is None else dict(carry(end, side.options))


def _finding(
    kind: TableKind, rules: tuple[str, ...], cases: Sequence[Case], among: tuple[Pair, int]
) -> Behavioural:
    pair, of = among
    least = cases[0]
    said = (least.before[0], least.after[0])
    return Behavioural(
        kind=CLASSES[kind],
        rules=rules,
        count=len(cases),
        of=of,
        swing=0,
        witness=Asking(kind, least.asked),
        settings=(pair[0].setting, pair[1].setting),
        before=Said(said[0]),
        after=Said(said[1]),
        effects=sum(mark(*astuple(one.asked), one.before[0], one.after[0]) for one in cases),
    )


def structural_facts(before: Ruleset, after: Ruleset) -> Iterator[Structural]:
    """Every fact about a round that the files state otherwise."""
    yield from choices_otherwise(before, after)
    yield from carried_otherwise(before, after)
    seats, others = before.seating, after.seating
    for key, mine, yours in (
        ("out", seats.out, others.out),
        ("direction", seats.direction, others.direction),
    ):
        if mine != yours:
            at = places(seats, others, key)
            path = f"table.{'at_table' if key == 'out' else 'deal'}.{key}"
            yield Structural(path, mine, yours, "flow", at, (path,))
    one, other = before.turn, after.turn
    for key, mine, yours in (
        ("exchange", exchange_text(one.exchange), exchange_text(other.exchange)),
        ("precedence", ", ".join(one.precedence), ", ".join(other.precedence)),
        ("winners", one.winners, other.winners),
        ("tail", _truth(one.tail), _truth(other.tail)),
        ("reveal_anytime", _truth(one.reveal_anytime), _truth(other.reveal_anytime)),
        ("reveal_shows", one.reveal_shows, other.reveal_shows),
        ("must", ", ".join(sorted(one.must)), ", ".join(sorted(other.must))),
    ):
        if mine != yours:
            path = f"turn.{key}"
            yield Structural(path, mine, yours, "flow", places(one, other, key), (path,))
    yield from _fouls(before, after)


def exchange_text(exchange: Exchange) -> str:
    """What changes hands before play, in the words of the language."""
    return ", ".join(map(str, exchange)) or "none"


def _fouls(before: Ruleset, after: Ruleset) -> Iterator[Structural]:
    ours = {foul.id: foul for foul in before.fouls}
    theirs = {foul.id: foul for foul in after.fouls}
    for id_ in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(id_), theirs.get(id_)
        path = f"fouls.{id_}"
        mine, yours = _consequences(one), _consequences(other)
        if mine != yours:
            yield Structural(path, mine, yours, "flow", origins(one, other), (path,))


def _consequences(foul: Foul | None) -> str | None:
    if foul is None:
        return None
    may_win, may_kong = _truth(foul.may_win), _truth(foul.may_kong)
    return f"may_win: {may_win}, may_kong: {may_kong}, kong_money: {foul.kong_money}"


def _truth(value: bool) -> str:
    return "true" if value else "false"


_HARMLESS = "may_win: true, may_kong: true, kong_money: kept"
"""What a foul that is only recorded comes to."""


def compare_facts(before: Ruleset, after: Ruleset) -> Iterator[Behavioural]:
    """Every fact that makes a round go otherwise; in which direction one sits does not."""
    for one in structural_facts(before, after):
        told = [_HARMLESS if side is None else str(side) for side in (one.before, one.after)]
        if one.path == "table.deal.direction" or told[0] == told[1]:
            continue
        yield Behavioural(
            kind="flow",
            rules=one.rules,
            count=1,
            of=1,
            swing=0,
            witness=Fact(one.path),
            settings=({}, {}),
            before=Said(told[0]),
            after=Said(told[1]),
        )
