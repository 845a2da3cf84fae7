"""Every small change of what a ruleset says without a table: tiles, facts of a round, fouls."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from ..coverage.places import foul_span
from ..examples.said import said_by_ruleset
from ..surface.keys import EXCHANGED, EXCHANGED_TO, MAX_EXCHANGED, SHOWS, WHEN_ASKED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..resolved.nodes import Foul, Origin, Ruleset, Seating, Turn
    from ..source.text import Span
    from ..surface.nodes import Exchange

_COPIES: Final = range(2, 5)
_OUT: Final = ("nobody", "rests", "watches")
_DUTIES: Final = ("announced_kong",)
_MONEY: Final = ("kept", "void", "last_void")


class FactChange(NamedTuple):
    """One fact of a ruleset put otherwise.

    Attributes:
        rule: the path of what it belongs to: ``table``, ``turn``, ``fouls.x``.
        span: the place.
        before: the fact, spelled.
        after: what is put there instead.
        ruleset: the ruleset with the change.
    """

    rule: str
    span: Span
    before: str
    after: str
    ruleset: Ruleset


def fact_changes(ruleset: Ruleset) -> Iterator[FactChange]:
    """Every change of a fact, in the order of the sections."""
    seating, turn = ruleset.seating, ruleset.turn
    for path, changed in _of_seating(seating):
        span = _place(seating.keys, path, seating.origin)
        yield _change(path, "table", span, ruleset, replace(ruleset, seating=changed))
    for path, other in _of_turn(turn):
        span = _place(turn.keys, path, turn.origin)
        yield _change(path, "turn", span, ruleset, replace(ruleset, turn=other))
    for foul in ruleset.fouls:
        path = f"fouls.{foul.id}"
        for one in _of_foul(foul):
            fouls = tuple(one if own is foul else own for own in ruleset.fouls)
            mutated = replace(ruleset, fouls=fouls)
            yield _change(path, path, foul_span(foul, ruleset), ruleset, mutated)
    yield from _of_choices(ruleset)


def _of_choices(ruleset: Ruleset) -> Iterator[FactChange]:
    """How often players choose, where it is said."""
    for choice in ruleset.choices:
        for other in WHEN_ASKED if "asked" in choice.keys else ():
            if other != choice.asked:
                path = f"choices.{choice.id}.asked"
                asked = replace(choice, asked=other)
                choices = tuple(asked if own is choice else own for own in ruleset.choices)
                mutated = replace(ruleset, choices=choices)
                yield _change(path, path, choice.keys["asked"].span, ruleset, mutated)


def _place(keys: Mapping[str, Origin], path: str, origin: Origin) -> Span:
    key = path.rpartition(".")[2]
    return keys[key].span if key in keys else origin.span


def _change(path: str, rule: str, span: Span, ruleset: Ruleset, changed: Ruleset) -> FactChange:
    before, after = (", ".join(said_by_ruleset(one)[path]) or "–" for one in (ruleset, changed))
    return FactChange(rule, span, before, after, changed)


def _of_seating(seating: Seating) -> Iterator[tuple[str, Seating]]:
    """Fewer tiles of a kind; others out. More kinds no example can see: it may not use them."""
    for suit in seating.suits:
        left = tuple(one for one in seating.suits if one != suit)
        if left:
            yield "table.tiles.suits", replace(seating, suits=left)
    for ranks in _fewer(*seating.ranks):
        yield "table.tiles.ranks", replace(seating, ranks=ranks)
    for dragon in seating.dragons:
        left = tuple(one for one in seating.dragons if one != dragon)
        if left:
            yield "table.tiles.dragons", replace(seating, dragons=left)
    for copies in (seating.copies - 1, seating.copies + 1):
        if copies in _COPIES:
            yield "table.tiles.copies", replace(seating, copies=copies)
    for out in _OUT:
        if out != seating.out:
            at_table = seating.seats + (out != "nobody")
            yield "table.at_table.out", replace(seating, out=out, at_table=at_table)


def _fewer(low: int, high: int) -> list[tuple[int, int]]:
    """One number less, where some are left out already."""
    return [(low + 1, high), (low, high - 1)] if 1 < high - low + 1 < 9 else []


def _of_turn(turn: Turn) -> Iterator[tuple[str, Turn]]:
    first, second, third = turn.precedence
    for order in ((second, first, third), (first, third, second)):
        yield "turn.precedence", replace(turn, precedence=order)
    yield "turn.winners", replace(turn, winners="one" if turn.winners == "many" else "many")
    yield "turn.tail", replace(turn, tail=not turn.tail)
    yield "turn.reveal_anytime", replace(turn, reveal_anytime=not turn.reveal_anytime)
    if "reveal_shows" in turn.keys:  # few say it
        for other in SHOWS:
            if other != turn.reveal_shows:
                yield "turn.reveal_shows", replace(turn, reveal_shows=other)
    for exchange in _otherwise_exchanged(turn.exchange):
        yield "turn.exchange", replace(turn, exchange=exchange)
    for duty in _DUTIES:
        left = tuple(one for one in turn.must if one != duty)
        must = left if duty in turn.must else (*turn.must, duty)
        yield "turn.must", replace(turn, must=must)


def _otherwise_exchanged(exchange: Exchange) -> Iterator[Exchange]:
    """One tile more or less, of something else, to somebody else."""
    if exchange:
        tiles, of, to = exchange
        for other in (tiles - 1, tiles + 1):
            if 1 <= other <= MAX_EXCHANGED:
                yield other, of, to
        yield from ((tiles, other, to) for other in EXCHANGED if other != of)
        yield from ((tiles, of, other) for other in EXCHANGED_TO if other != to)


def _of_foul(foul: Foul) -> Iterator[Foul]:
    yield replace(foul, may_win=not foul.may_win)
    yield replace(foul, may_kong=not foul.may_kong)
    for money in _MONEY:
        if money != foul.kong_money:
            yield replace(foul, kong_money=money)
