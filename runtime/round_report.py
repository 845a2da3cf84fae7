"""The end of a round as it is reported: decoded and well-formed, but not yet believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .cashier import MAX_STAKE
from .circumstances import EVENTS, MAX_PASSED, longest_chain, won
from .declared import OptionInfo
from .errors import HandError
from .notation import parse_hand_fields, parse_tiles
from .options import check_json, values_of
from .records import Record, inside, whole_number, wrong_type

if TYPE_CHECKING:
    from .circumstances import KongKind
    from .hand import Hand
    from .parsing import Form
    from .tiles import TileSet

STAKE: Final = OptionInfo("stake", "底", "Stake", 1, (1,), (1, MAX_STAKE, False))
"""What one unit of payments is: said among the options, though no ruleset has it."""
KONG_EVENTS: Final = ("replacement", "kong_discard", "robbing")
"""The ways to win that a kong has led to."""

_MOST_SEATS: Final = 8
_DICE: Final = 2
_PIPS: Final = 6
_ROUND: Final = (
    *("carried", "choices", "dealer", "dice", "end", "horses", "kongs"),
    *("options", "out", "players", "revealed"),
)
_KONG: Final = ("by", "chain", "from", "kind", "robbed", "tile")
_END: Final = ("hands", "kind", "last_drawer", "wins")
_WIN: Final = ("by", "chain", "events", "from", "hand", "melds", "passed", "seat", "win")
_SHOWN: Final = ("hand", "melds", "seat")
_KONG_KINDS: Final[tuple[KongKind, ...]] = ("concealed", "direct", "added")
_ENDS: Final = ("win", "drawn")
_WON: Final[tuple[Form, ...]] = ("won",)
_WAITING: Final[tuple[Form, ...]] = ("waiting",)


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong somebody declared. `giver` gave the tile of a direct one; `path` is its place."""

    by: int
    kind: KongKind
    tile: int
    giver: int | None
    chain: int
    robbed: bool
    path: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand laid open at the end: a winner's, or that of anybody when nobody won."""

    seat: int
    hand: Hand
    path: str


@dataclass(frozen=True, slots=True)
class Win:
    """How a shown hand was won. `giver` fed it, if anybody did; a `chain` of 0 is left unsaid.

    The winner has `passed` so many wins before.
    """

    shown: Shown
    by: str
    giver: int | None
    events: tuple[str, ...]
    chain: int
    passed: int = 0


@dataclass(frozen=True, slots=True)
class RoundReport:
    """The end of a round.

    Attributes:
        players: the seats at the table.
        out: the seat that rests or watches, if one does.
        revealed: seats in the order in which they revealed.
        shown: the hands of the winners, or those laid open in a drawn round.
        horses: the tiles turned after the wins, in order; None if nothing is said of them.
        drawer: who drew the last tile, if it is said.
        dice: what the dice showed before the deal, if it is said.
    """

    players: int
    out: int | None
    dealer: int
    revealed: tuple[int, ...]
    kongs: tuple[Kong, ...]
    wins: tuple[Win, ...]
    shown: tuple[Shown, ...]
    horses: tuple[int, ...] | None = None
    drawer: int | None = None
    dice: tuple[int, int] | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play."""
        return tuple(seat for seat in range(self.players) if seat != self.out)


class _Table:
    """The seats at the table, for reading everything that names one."""

    def __init__(self, record: Record, seats: int, most_winners: int) -> None:
        out = record.has("out")
        self.players = record.between("players", 2, _MOST_SEATS, seats + out)
        self.out = None
        if out:
            self.out = self.seat(record.get("out"), record.at("out"))
        if self.players - out != seats:
            params = {"found": self.players - out, "expected": seats}
            raise HandError("KWX3502", None, record.at("players"), params)
        self.seats = seats
        self.most_winners = most_winners

    def seat(self, value: object, path: str) -> int:
        """A seat that plays."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise wrong_type(path, "integer", value)
        if not 0 <= value < self.players:
            params = {"found": value, "last": self.players - 1}
            raise HandError("KWX3503", None, path, params)
        if value == self.out:
            raise HandError("KWX3504", None, path, {"seat": value})
        return value

    def nth(self, index: int, of: int) -> int:
        """The seat at an index of a list: of so many, one for each seat, or for each who plays."""
        if self.out is None or of == self.players:
            return index
        return index + (index >= self.out)

    def giver(self, record: Record, taker: int, wanted: bool) -> int | None:
        """Who gave a tile, where somebody must have, and nobody where nobody can."""
        path = record.at("from")
        if not record.has("from"):
            if wanted:
                raise HandError("KWX3506", None, path)
            return None
        if not wanted:
            raise HandError("KWX3507", None, path)
        seat = self.seat(record.get("from"), path)
        if seat == taker:
            raise HandError("KWX3508", None, path, {"seat": seat})
        return seat


def split_options(given: object) -> tuple[int, dict[str, object]]:
    """The stake, 1 if nothing is said, and what else the options of a round say.

    Raises:
        HandError: if they are no object, or the stake is none.
    """
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise wrong_type("options", "object", given)
    options = {str(name): value for name, value in given.items()}
    said = {STAKE.id: options.pop(STAKE.id, STAKE.default)}
    check_json((STAKE,), said)
    stake = values_of((STAKE,), said)[STAKE.id]
    assert isinstance(stake, int)
    return stake, options


def read_round(
    given: object, tiles: TileSet, seats: int, *, one_winner: bool = False
) -> RoundReport:
    """Decode a round; its options are left to `split_options`.

    Args:
        given: the round as JSON has it.
        tiles: the tiles it is played with.
        seats: how many play.
        one_winner: whether a tile can be won on only once.

    Raises:
        HandError: with the path of the first field that is wrong in itself.
    """
    record = Record(given, "", _ROUND)
    table = _Table(record, seats, 1 if one_winner else seats - 1)
    dealer = table.seat(record.get("dealer"), "dealer")
    revealed = tuple(table.seat(value, path) for path, value in record.items("revealed"))
    _check_once(revealed, [path for path, _ in record.items("revealed")])
    kongs = tuple(
        _kong(Record(value, path, _KONG), table, tiles) for path, value in record.items("kongs")
    )
    end = Record(record.get("end"), "end", _END)
    wins, shown = _end(end, table, tiles)
    return RoundReport(
        players=table.players,
        out=table.out,
        dealer=dealer,
        revealed=revealed,
        kongs=kongs,
        wins=wins,
        shown=shown,
        horses=_horses(record, tiles),
        drawer=_drawer(end, table),
        dice=dice_shown(record),
    )


def dice_shown(record: Record) -> tuple[int, int] | None:
    """What the dice showed before the deal; None if nothing is said of them."""
    if not record.has("dice"):
        return None
    found = [whole_number(value, path, 1, _PIPS) for path, value in record.items("dice")]
    if len(found) != _DICE:
        raise wrong_type(record.at("dice"), "array of two numbers", record.get("dice"))
    first, second = found
    return first, second


def _horses(record: Record, tiles: TileSet) -> tuple[int, ...] | None:
    """The tiles turned after the wins; None if nothing is said of them."""
    if not record.has("horses"):
        return None
    path = record.at("horses")
    said = record.get("horses")
    texts = (said,) if isinstance(said, str) else record.words("horses")
    found = [parse_tiles(text, tiles, path) for text in texts]
    return tuple([kind for kinds in found for kind in kinds])


def _drawer(end: Record, table: _Table) -> int | None:
    """Who drew the last tile; None if nothing is said."""
    if not end.has("last_drawer"):
        return None
    return table.seat(end.get("last_drawer"), end.at("last_drawer"))


def _check_once(seats: tuple[int, ...], paths: list[str]) -> None:
    """Refuse a seat that comes a second time."""
    for index, seat in enumerate(seats):
        if seat in seats[:index]:
            raise HandError("KWX3505", None, paths[index], {"seat": seat})


def _kong(record: Record, table: _Table, tiles: TileSet) -> Kong:
    by = table.seat(record.get("by"), record.at("by"))
    kind = record.one_of("kind", _KONG_KINDS)
    found = parse_tiles(record.word("tile"), tiles, record.at("tile"))
    if len(found) != 1:
        raise HandError("KWX3509", None, record.at("tile"), {"found": len(found)})
    giver = table.giver(record, by, kind == "direct")
    chain = record.between("chain", 1, max(1, longest_chain(table.seats, tiles)), 1)
    robbed = record.truth("robbed")
    if robbed and kind != "added":
        raise HandError("KWX3510", None, record.at("robbed"), {"kind": kind})
    return Kong(by, kind, found[0], giver, chain, robbed, record.path)


def _end(
    record: Record, table: _Table, tiles: TileSet
) -> tuple[tuple[Win, ...], tuple[Shown, ...]]:
    """The wins and the hands shown."""
    kind = record.one_of("kind", _ENDS)
    idle = "hands" if kind == "win" else "wins"
    if record.items(idle):
        raise HandError("KWX3520", None, record.at(idle), {"kind": kind, "found": idle})
    wins = _wins(record, table, tiles) if kind == "win" else ()
    shown = tuple(win.shown for win in wins) or _hands(record, table, tiles)
    _check_once(tuple(one.seat for one in shown), [f"{one.path}.seat" for one in shown])
    return wins, shown


def _wins(record: Record, table: _Table, tiles: TileSet) -> tuple[Win, ...]:
    items = record.items("wins")
    if not items:
        raise HandError("KWX3521", None, record.at("wins"))
    if len(items) > table.most_winners:
        params = {"found": len(items), "most": table.most_winners}
        raise HandError("KWX3522", None, record.at("wins"), params)
    return tuple(_win(Record(value, path, _WIN), table, tiles) for path, value in items)


def _win(record: Record, table: _Table, tiles: TileSet) -> Win:
    seat = table.seat(record.get("seat"), record.at("seat"))
    hand, melds = record.word("hand"), record.words("melds")
    tile = record.word("win") if record.has("win") else None
    by, said = record.word("by", "self_draw"), tuple(dict.fromkeys(record.words("events")))
    chain = record.number("chain", 0)
    with inside(record.path):
        held = parse_hand_fields(hand, melds, tile, tiles, _WON)
        won(by, said, chain, most=longest_chain(table.seats, tiles))
    giver = table.giver(record, seat, by == "discard")
    events = tuple(event for event in EVENTS if event in said)
    passed = record.between("passed", 0, MAX_PASSED, 0)
    return Win(Shown(seat, held, record.path), by, giver, events, chain, passed)


def _hands(record: Record, table: _Table, tiles: TileSet) -> tuple[Shown, ...]:
    """The hands of a drawn round: texts in the order of the seats, or objects that name theirs.

    ``null`` stands for a hand that is not shown. Who is out has no place in the list, or ``null``.
    """
    found = []
    hands = record.items("hands")
    for index, (path, value) in enumerate(hands):
        if value is None:
            continue
        one = Record({"hand": value} if isinstance(value, str) else value, path, _SHOWN)
        seat = table.seat(one.get("seat", table.nth(index, len(hands))), one.at("seat"))
        hand, melds = one.word("hand"), one.words("melds")
        with inside(path):
            held = parse_hand_fields(hand, melds, None, tiles, _WAITING)
        found.append(Shown(seat, held, path))
    return tuple(found)
