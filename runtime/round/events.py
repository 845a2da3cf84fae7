"""Everything that can be observed in a round, as the events of its log.

Seats are those at the table; tiles are kinds here and text in the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from ..notation import format_hand, format_meld, format_tiles
from ..tiles import tile_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..circumstances import KongKind
    from ..hand import Hand
    from ..ledger import Transfer


@dataclass(frozen=True, slots=True)
class Started:
    """The first event: what is played, and where the wall comes from.

    Attributes:
        source: a hash over the files of the ruleset.
        seed: where the wall comes from, None if it was given.
        wall: the kinds of a given wall in drawing order, empty if it comes from a seed.
        out: the seat that does not play, if one does not.
        choices: what players choose before the deal, and what each seat has chosen.
        use: the mix-ins that were laid upon the variant from outside.
        number: which round of its match it is, from 1, if that is said.
    """

    variant: str
    options: tuple[tuple[str, int | str], ...]
    stake: int
    source: str
    seed: int | None
    wall: tuple[int, ...]
    dice: tuple[int, int] | None
    dealer: int
    players: int
    out: int | None
    choices: tuple[tuple[str, tuple[int, ...]], ...] = ()
    use: tuple[str, ...] = ()
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Dealt:
    """The tiles a player is dealt; the dealer draws one more."""

    seat: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gave:
    """Tiles given to another player before play."""

    seat: int
    tiles: tuple[int, ...]
    to: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A tile from the wall."""

    seat: int
    tile: int
    replacement: bool = False


@dataclass(frozen=True, slots=True)
class Discarded:
    """A tile thrown away."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class Punged:
    """A discarded tile taken for a pung."""

    seat: int
    tile: int
    giver: int


@dataclass(frozen=True, slots=True)
class KongMade:
    """A kong declared; `chain` counts the kongs of its chain, this one included."""

    seat: int
    kind: KongKind
    tile: int
    giver: int | None
    chain: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """A hand laid open; a discard follows where it was the player's own turn."""

    seat: int
    hand: Hand
    waits: tuple[int, ...]
    kongs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """A win; `giver` discarded the tile or had its kong robbed.

    How many wins the winner has `passed` before is told where rules ask.
    """

    seat: int
    hand: Hand
    giver: int | None
    events: tuple[str, ...]
    chain: int
    value: int
    passed: int = 0


@dataclass(frozen=True, slots=True)
class Turned:
    """Tiles turned up after a win, for the winner."""

    seat: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A claim that could have been made and was not."""

    seat: int


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """Nobody has won and the wall is empty."""


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment, as the ledger has it."""

    transfer: Transfer


@dataclass(frozen=True, slots=True)
class Fouled:
    """Something the rules forbid was done at the table."""

    seat: int
    kind: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The last event: what each seat has gained or lost, and who deals next."""

    totals: tuple[int, ...]
    next_dealer: int


Event: TypeAlias = (
    Started
    | Dealt
    | Gave
    | Drew
    | Discarded
    | Punged
    | KongMade
    | Revealed
    | Won
    | Turned
    | Passed
    | DrawnHand
    | Paid
    | Fouled
    | Ended
)

TYPES: Final[Mapping[type, str]] = {
    Started: "start",
    Dealt: "deal",
    Gave: "give",
    Drew: "draw",
    Discarded: "discard",
    Punged: "pung",
    KongMade: "kong",
    Revealed: "reveal",
    Won: "win",
    Turned: "horses",
    Passed: "pass",
    DrawnHand: "drawn",
    Paid: "transfer",
    Fouled: "foul",
    Ended: "end",
}


def to_dict(event: Event) -> dict[str, object]:
    """The event as an object of the log."""
    return {"type": TYPES[type(event)], **_fields(event)}


def _fields(event: Event) -> dict[str, object]:
    match event:
        case Drew(seat, tile, replacement):
            more = {"replacement": True} if replacement else {}
            return {"seat": seat, "tile": tile_text(tile), **more}
        case Discarded(seat, tile):
            return {"seat": seat, "tile": tile_text(tile)}
        case Passed(seat):
            return {"seat": seat}
        case Turned(seat, tiles):
            return {"seat": seat, "tiles": "".join(map(tile_text, tiles))}
        case Dealt(seat, tiles):
            return {"seat": seat, "tiles": format_tiles(tiles)}
        case Gave(seat, tiles, to):
            return {"seat": seat, "tiles": format_tiles(tiles), "to": to}
        case Punged(seat, tile, giver):
            return {"seat": seat, "tile": tile_text(tile), "from": giver}
        case Fouled(seat, kind):
            return {"seat": seat, "kind": kind}
        case DrawnHand():
            return {}
        case _:
            return _long_fields(event)


def _long_fields(
    event: Started | KongMade | Revealed | Won | Paid | Ended,
) -> dict[str, object]:
    match event:
        case Started():
            return _start_fields(event)
        case KongMade(seat, kind, tile, giver, chain):
            kong = {"kind": kind, "tile": tile_text(tile), "from": giver, "chain": chain}
            return {"seat": seat, **kong}
        case Revealed(seat, hand, waits, kongs):
            said = [tile_text(kind) for kind in kongs]
            return {
                "seat": seat,
                **_hand_fields(hand),
                "waits": [tile_text(kind) for kind in waits],
                **({"kongs": said} if said else {}),
            }
        case Won():
            return _win_fields(event)
        case Paid(one):
            money: dict[str, object] = {"amount": one.amount, "rule": one.rule}
            return {"from": one.payer, "to": one.payee, **money}
        case Ended(totals, next_dealer):
            return {"totals": list(totals), "next_dealer": next_dealer}


def _start_fields(event: Started) -> dict[str, object]:
    source: dict[str, object] = {"seed": event.seed}
    if event.seed is None:
        source = {"wall": "".join([tile_text(kind) for kind in event.wall])}
    return {
        "variant": event.variant,
        **({"use": list(event.use)} if event.use else {}),
        "options": dict(event.options),
        "stake": event.stake,
        "hash": event.source,
        **source,
        "dice": None if event.dice is None else list(event.dice),
        **({} if event.number is None else {"round": event.number}),
        "dealer": event.dealer,
        "players": event.players,
        **({} if event.out is None else {"out": event.out}),
        **_choices_field(event),
    }


def _choices_field(event: Started) -> dict[str, object]:
    """What was chosen, where something may be."""
    if not event.choices:
        return {}
    return {"choices": {id_: list(values) for id_, values in event.choices}}


def _hand_fields(hand: Hand) -> dict[str, object]:
    return {
        "hand": format_tiles(hand.concealed),
        "melds": [format_meld(meld) for meld in hand.melds],
    }


def _win_fields(event: Won) -> dict[str, object]:
    assert event.hand.win is not None
    how: dict[str, object] = {"by": "self_draw"}
    if event.giver is not None:
        how = {"by": "discard", "from": event.giver}
    return {
        "seat": event.seat,
        **_hand_fields(event.hand),
        "win": tile_text(event.hand.win),
        **how,
        "events": list(event.events),
        "chain": event.chain,
        "value": event.value,
        **({"passed": event.passed} if event.passed else {}),
    }


def hand_text(event: Revealed | Won) -> str:
    """The hand of an event in the notation."""
    return format_hand(event.hand)
