"""The wall of a round of which only the hands and the draws are known.

Tiles nobody drew have no influence on a round; they may lie in any order.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from ..errors import HandError
from ..notation import parse_tiles
from ..tiles import tile_text
from .errors import LogError
from .log import same
from .log_fields import in_short, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .log import Recorded
    from .rules import RoundRules

OF_ONE_TOO_MANY: Final = ("KWX3102", "KWX3134")
"""What is said of a text with more tiles of a kind than there are."""


def known_wall(rules: RoundRules, recorded: Recorded, order: tuple[int, ...]) -> tuple[int, ...]:
    """A wall that deals and gives what a log says, as kinds in drawing order.

    Args:
        rules: what is played.
        recorded: the log, whose first line names neither a seed nor a wall.
        order: the seats in the order in which they are dealt to.

    Raises:
        LogError: for a deal or a tile that cannot be, with its line.
    """
    seen = _Seen(rules)
    hands = [*_hands(rules, recorded, order, seen)]
    front: list[int] = []
    tail: list[int] = []
    replaced = False
    for at, line in enumerate(recorded.lines):
        number = recorded.number(at)
        match line["type"]:
            case "draw":
                drawn = seen.tiles(line, "tile", number)
                (tail if replaced and rules.flow.tail else front).extend(drawn)
                replaced = False
            case "horses":
                front.extend(seen.tiles(line, "tiles", number))
            case "kong":
                replaced = True
            case _:
                pass
    return (*_dealt(rules, hands), *front, *seen.rest(), *reversed(tail))


class _Seen:
    """The tiles met so far."""

    def __init__(self, rules: RoundRules) -> None:
        self.set = rules.tiles
        self.counts: Counter[int] = Counter()

    def tiles(self, line: Mapping[str, object], name: str, number: int) -> tuple[int, ...]:
        """The tiles of a field, none of them one too many."""
        found = line.get(name)
        try:
            kinds = parse_tiles(found if isinstance(found, str) else "?", self.set, name)
        except HandError as error:
            if error.code in OF_ONE_TOO_MANY:
                raise self._too_many(error.params["tile"], number) from None
            raise LogError(
                "KWX3626", number, {"found": shown(found, 20) if name in line else "nothing"}
            ) from None
        for kind in kinds:
            self.counts[kind] += 1
            if self.counts[kind] > self.set.copies:
                raise self._too_many(tile_text(kind), number)
        return kinds

    def _too_many(self, tile: str | int, number: int) -> LogError:
        most = self.set.copies
        params: dict[str, str | int] = {"tile": tile, "count": most + 1, "most": most}
        return LogError("KWX3627", number, params)

    def rest(self) -> Iterator[int]:
        """The tiles nobody has met."""
        for kind in self.set.kinds:
            yield from [kind] * (self.set.copies - self.counts[kind])


def _hands(
    rules: RoundRules, recorded: Recorded, order: tuple[int, ...], seen: _Seen
) -> Iterator[tuple[int, ...]]:
    """The hands that are dealt: after the first line one for each seat, in their order."""
    for at, (seat, places) in enumerate(zip(order, rules.deals, strict=True), 1):
        number = recorded.number(at)
        if at == len(recorded.lines):
            raise LogError("KWX3623", number, {})
        line, deal = recorded.lines[at], {"type": "deal", "seat": seat}
        if not all(same(line.get(name), value) for name, value in deal.items()):
            params = {"found": in_short(line), "expected": in_short(deal)}
            raise LogError("KWX3622", number, params)
        hand = seen.tiles(line, "tiles", number)
        if len(hand) != len(places):
            dealt = {"seat": seat, "count": len(hand), "most": len(places)}
            raise LogError("KWX3635", number, dealt)
        yield hand


def _dealt(rules: RoundRules, hands: list[tuple[int, ...]]) -> Iterator[int]:
    """The part of the wall that is dealt."""
    places: dict[int, int] = {}
    for wanted, hand in zip(rules.deals, hands, strict=True):
        places |= dict(zip(wanted, hand, strict=True))
    return (places[at] for at in sorted(places))
