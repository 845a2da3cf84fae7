"""Which rules bear on which, and so which options must be tried together.

A rule comes out otherwise only through what it reads, and what it gives is seen only through what
reads it. The rows of a table are one: the first that holds decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.nodes import Apply, FanRead, OptionRead, Read, children
from .lines import met_on_lines
from .values import OWED_AT_LEAST_1, carries, met_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Core, Expr
    from .values import Met

_WAITING = frozenset(("payee.best", "payee.worst", "payee.points"))
_WORDS = frozenset(("product", "share", "capped")) | _WAITING
_SUMS = frozenset(("points", "owed"))
_PAID = frozenset(("pay.win", "pay.also"))
_HORSES = frozenset(("horses.draw", "horses.hits", "horses.again"))


class Wiring:
    """What the rules of a variant read of each other.

    A rule goes by its place: `fans.x` for a fan, `pay.win` for all rows of a table, `carried.x` for
    what comes after a round.

    Attributes:
        exprs: by place the conditions and results.
    """

    def __init__(self, core: Core) -> None:
        """Look through the rules."""
        self._core = core
        self.exprs: dict[str, tuple[Expr, ...]] = {}
        self._reads: dict[str, frozenset[str]] = {}
        barring: dict[str, frozenset[str]] = {}
        for fan in core.fans:
            place = f"fans.{fan.id}"
            self.exprs[place] = (fan.when, fan.times)
            barring[place] = frozenset(
                f"fans.{id_}" for id_ in (*fan.replaced_by, *fan.excluded_by)
            )
        for table in core.tables:
            exprs = tuple(expr for row in table.rows for expr in (row.when, row.result))
            self.exprs[table.kind] = exprs
        self.exprs |= {f"carried.{id_}": (following,) for id_, following in core.carried}
        for place, exprs in self.exprs.items():
            found = {name for expr in exprs for name in _read(expr)}
            self._reads[place] = frozenset(found) | barring.get(place, frozenset())

    def options(self, place: str) -> frozenset[str]:
        """The options that the rules of a place read themselves."""
        return frozenset(
            name.removeprefix("options.") for name in self._reads[place] if name[:8] == "options."
        )

    def behind(self, place: str) -> frozenset[str]:
        """The places that decide how a rule comes out, its own among them."""
        found: set[str] = set()
        left = [place] if place in self.exprs else []
        while left:
            one = left.pop()
            if one not in found:
                found.add(one)
                left += self._sources(one)
        return frozenset(found)

    def _sources(self, place: str) -> Iterator[str]:
        reads = self._reads[place]
        yield from (name for name in reads if name in self.exprs)
        if reads & ({"share", "capped"} | _WAITING):
            yield "cap"
        if "owed" in reads:
            yield "pay.win"
        if "horses" in reads:
            yield from _HORSES & self.exprs.keys()
        if reads & _WAITING and "points" in self.exprs:  # which reading is taken may hang on both
            yield from ("points", "may_win")
        if reads & ({"share", "product"} | _WAITING):
            yield from (one for one in self.exprs if one.startswith("fans."))

    def before(self, place: str) -> frozenset[str]:
        """The places through which alone it may be seen how a rule comes out.

        What a hand is worth, whether it may win and what a table says about the course of a round
        is seen by itself; what is paid, where the hand may win.
        """
        if place == "cap":
            return self._readers(frozenset(("capped",)))
        found: set[str] = set()
        left = [place]
        while left:
            one = left.pop()
            if _unseen(one):
                readers = self._readers(_words_of(one)) - found
                found |= readers
                left += readers
        if _PAID & {place, *found}:  # only who may win is paid
            found |= {"may_win"} & self.exprs.keys()
        named = [other for one in found for other in self._named_by(one)]
        return frozenset(found.union(named, ("cap",) if place.startswith("fans.") else ()))

    def _readers(self, words: frozenset[str]) -> frozenset[str]:
        return frozenset(one for one, reads in self._reads.items() if reads & words)

    def _named_by(self, place: str) -> set[str]:
        """The fans and tables that a place names, and those that these name: all may hide it."""
        found: set[str] = set()
        left = [place]
        while left:
            named = {one for one in self._reads[left.pop()] if one in self.exprs} - found
            found |= named
            left += named
        return found

    def met(self, option: str, places: frozenset[str]) -> Met:
        """What the rules of some places hold an option against."""
        exprs = [expr for place in sorted(places) for expr in self.exprs.get(place, ())]
        return self._whole(met_by(exprs, option, self._carriers(option)), option, places)

    def met_on_lines(self, option: str, places: frozenset[str]) -> Met:
        """The same where they calculate with it: every value at which it may go another way."""
        return self._whole(met_on_lines(self._core, option, places), option, places)

    def _whole(self, met: Met, option: str, places: frozenset[str]) -> Met:
        """Where as many tiles are turned as the value is, or score so much, each is a case."""
        turned = [result for place in places & _HORSES for result in self.exprs[place][1::2]]
        return met._replace(calculated=met.calculated or any(carries(r, option) for r in turned))

    def _carriers(self, option: str) -> frozenset[str]:
        """The words that carry the value of an option further."""
        for place, exprs in self.exprs.items():
            if place.startswith("fans.") and carries(exprs[1], option):
                return _WORDS | _SUMS
        found: frozenset[str] = frozenset()
        if any(carries(result, option) for result in self.exprs.get("points", ())[1::2]):
            found |= {"points", "payee.points"}
        if any(carries(result, option) for result in self.exprs["cap"][1::2]):
            found |= _WAITING.union(("share", "capped"))
        paying = [one for one in self.exprs["pay.win"][1::2] if _made_of(one, option, found)]
        if not paying:
            return found
        least = min(result.type.low for result in paying)
        return found | {"owed", *([OWED_AT_LEAST_1] if least >= 1 else ())}


def _unseen(place: str) -> bool:
    """Whether it may be that what a place gives is seen by nobody."""
    return place == "points" or place.startswith("fans.")


def _words_of(place: str) -> frozenset[str]:
    """The words by which rules read what a place gives."""
    if place == "points":
        return frozenset(("points", "payee.points"))
    return frozenset((place, "product"))


def _made_of(expr: Expr, option: str, words: frozenset[str]) -> bool:
    """Whether an amount is made of the value of an option, or of words that carry it."""
    return carries(expr, option) or bool(_read(expr) & words)


def _read(expr: Expr) -> frozenset[str]:
    """The options, fans and words that an expression reads."""
    match expr:
        case OptionRead(id=id_):
            return frozenset((f"options.{id_}",))
        case FanRead(id=id_):
            return frozenset((f"fans.{id_}",))
        case Read(path=path):
            return frozenset((path,)) & (_WORDS | _SUMS | {"horses"})
        case Apply(function="capped"):
            return frozenset(("capped",)).union(*map(_read, children(expr)))
        case _:
            return frozenset().union(*map(_read, children(expr)))
