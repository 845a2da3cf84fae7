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
        if reads & _WAITING and "points" in self.exprs:
            yield "points"
        if reads & ({"share", "product"} | _WAITING):
            yield from (one for one in self.exprs if one.startswith("fans."))

    def before(self, place: str) -> frozenset[str]:
        """The places through which alone it may be seen how a rule comes out.

        What a hand is worth, whether it may win and what is paid is seen by itself.
        """
        if place == "cap":
            return frozenset(one for one, reads in self._reads.items() if "capped" in reads)
        if not place.startswith("fans."):
            return frozenset()
        found, left = {"cap"}, [place]
        while left:
            one = left.pop()
            readers = {other for other, reads in self._reads.items() if one in reads} - found
            found |= readers
            left += [reader for reader in readers if reader.startswith("fans.")]
        return frozenset(found | {one for one, reads in self._reads.items() if "product" in reads})

    def met(self, option: str, places: frozenset[str]) -> Met:
        """What the rules of some places hold an option against."""
        exprs = [expr for place in sorted(places) for expr in self.exprs.get(place, ())]
        return met_by(exprs, option, self._carriers(option))

    def met_on_lines(self, option: str, places: frozenset[str]) -> Met:
        """The same where they calculate with it: every value at which it may go another way."""
        return met_on_lines(self._core, option, places)

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
            return frozenset((path,)) & (_WORDS | _SUMS)
        case Apply(function="capped"):
            return frozenset(("capped",)).union(*map(_read, children(expr)))
        case _:
            return frozenset().union(*map(_read, children(expr)))
