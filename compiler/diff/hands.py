"""What a comparison found about hands, and how that is kept between runs.

It is kept as JSON beside the spaces of hands (`space.cache`). What is read back is built up part by
part, so a file that holds anything else is as if it were not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from ...runtime.notation import format_hand, parse_hand
from ..space.cache import cache_folder, read, write
from .findings import SEVERITIES, Behavioural, Bystander, Outcome, WonHand
from .rules import Renamed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.circumstances import Won
    from ...runtime.parsing import Form
    from .behavioural import Pair
    from .findings import Answer

    Row: TypeAlias = "list[Any]"
    """What JSON gives back; `_Reader` looks at every value of it."""

T = TypeVar("T")

_KIND: Final = "hands"
_KINDS: Final = {kind: kind for kind in SEVERITIES}
_FORMS: Final[tuple[Form, ...]] = ("won",)


class Hands(NamedTuple):
    """All hands compared.

    Attributes:
        configurations: how many hands that are.
        points: how many with their winning tile.
        renamed: rules that do the same under another name.
        found: the differences under each choice of options.
    """

    configurations: int
    points: int
    renamed: Renamed
    found: tuple[tuple[Behavioural, ...], ...]


def kept_hands(key: str, pairs: Sequence[Pair], ways: Sequence[Won]) -> Hands | None:
    """What was found for these pairs, kept under a name; None if it is not there."""
    folder = cache_folder()
    given: Any = None if folder is None else read(folder, _KIND, key)
    try:
        return None if given is None else _Reader(given, pairs, ways).hands()
    except (AttributeError, LookupError, TypeError, ValueError):
        return None


def keep_hands(key: str, hands: Hands, pairs: Sequence[Pair], ways: Sequence[Won]) -> None:
    """Keep what was found, if there is a place for it and it can be read back."""
    folder = cache_folder()
    if folder is not None:
        try:
            given = _encoded(hands, ways)
        except ValueError:  # a win that is only possible under some of the options
            return
        if _Reader(given, pairs, ways).hands() == hands:
            write(folder, _KIND, key, given)


def _encoded(hands: Hands, ways: Sequence[Won]) -> dict[str, Any]:
    """As JSON values; what is found under several choices of options is written once."""
    told = [[_row(one, ways) for one in found] for found in hands.found]
    once = [own for number, own in enumerate(told) if own not in told[:number]]
    return {
        "configurations": hands.configurations,
        "points": hands.points,
        "fans": dict(hands.renamed.fans),
        "rows": dict(hands.renamed.rows),
        "once": once,
        "found": [once.index(own) for own in told],
    }


def _row(found: Behavioural, ways: Sequence[Won]) -> list[Any]:
    witness = found.witness
    assert isinstance(witness, WonHand | Bystander)
    payer = witness.payer_revealed if isinstance(witness, Bystander) else None
    shown = (format_hand(witness.hand), ways.index(witness.won), payer)
    return [
        *(found.kind, found.rules, found.count, found.swing, found.effects),
        *(shown, found.before, found.after),
    ]


class _Reader:
    """Reads what `_encoded` has made; its errors are those of Python for values of another kind."""

    def __init__(self, given: dict[str, Any], pairs: Sequence[Pair], ways: Sequence[Won]) -> None:
        self._given = given
        self._pairs = pairs
        self._ways = ways
        self._tiles = pairs[0][0].program.tiles
        self._points = _number(given["points"])

    def hands(self) -> Hands:
        """All of it."""
        given, once = self._given, self._given["once"]
        found = [
            tuple([self._found(row, pair) for row in once[_a(int, number)]])
            for pair, number in zip(self._pairs, given["found"], strict=True)
        ]
        renamed = Renamed(_names(given["fans"]), _names(given["rows"]))
        return Hands(
            _number(given["configurations"], self._points), self._points, renamed, tuple(found)
        )

    def _found(self, row: Row, pair: Pair) -> Behavioural:
        kind, rules, count, swing, effects, (hand, way, payer), before, after = row
        shown = parse_hand(hand, self._tiles, _FORMS), self._ways[_a(int, way)]
        return Behavioural(
            kind=_KINDS[kind],
            rules=tuple([_a(str, rule) for rule in rules]),
            count=_number(count, self._points),
            of=self._points,
            swing=_number(swing),
            witness=WonHand(*shown) if payer is None else Bystander(*shown, _a(bool, payer)),
            settings=(pair[0].setting, pair[1].setting),
            before=_answer(before),
            after=_answer(after),
            effects=_number(effects),
        )


def _answer(given: Row | int) -> Answer:
    if not isinstance(given, list | tuple):
        return _a(int, given)
    value, product, may_win, owed, fans = given
    return Outcome(
        *(_a(int, value), _a(int, product), _a(bool, may_win), _a(int, owed)),
        tuple([(_a(str, fan), _a(int, times)) for fan, times in fans]),
    )


def _names(given: dict[Any, Any]) -> dict[str, str]:
    return {_a(str, one): _a(str, other) for one, other in given.items()}


def _number(value: object, most: int | None = None) -> int:
    """A number of things, of which there are so many in all."""
    number = _a(int, value)
    if number < 0 or (most is not None and number > most):
        raise ValueError(number)
    return number


def _a(kind: type[T], value: object) -> T:
    """A value that is of a kind, and of no other that would pass for it."""
    if type(value) is not kind:
        raise TypeError(value)
    return value
