"""From a difference to examples that show it: what would be given, as an author would write it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, assert_never

from ...runtime.circumstances import Drawn, Konged
from ...runtime.dealing import CARRIED_AS, DICE_PAIR
from ...runtime.hand import MAX_MELDS, Hand, MeldKind
from ...runtime.notation import format_hand
from ...runtime.tiles import tile_text
from ..examples.given import given_of
from ..space.chosen import chosen_by_choice
from .situations import Answered, CarriedOn, Chosen, Looked, Lost, Paid, Seats, WonHand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...runtime.circumstances import Won
    from ...runtime.hand import Meld
    from ...runtime.situations import HandEnded
    from ...runtime.tiles import TileSet
    from ..resolved.nodes import OptionValue
    from .situations import Difference

Given: TypeAlias = dict[str, object]
"""The keys of an example that describe a hand or a round, as plain values."""

_PAIRS = 7
_WINNER, _GIVER, _THIRD = 0, 1, 2
"""Seats: who wins or is paid, who fed that, and the one who has nothing to do with it."""


def givens(difference: Difference, tiles: TileSet, seats: int) -> Iterator[Given]:
    """Examples that may show a difference, the simplest first."""
    match difference:
        case WonHand(hand, won, setting):
            yield _with_options(hand_given(hand, won), setting)
        case Answered(table, asked, setting):
            yield _with_options({"asked": given_of(table, asked)}, setting)
        case Chosen(preset, inner):
            yield from ({**given, "preset": preset} for given in givens(inner, tiles, seats))
        case Lost(option, value):
            given: Given = {"hand": format_hand(_plain_hand(tiles))}
            yield _with_options(given, {option: value})
        case Looked(path):
            yield {"asked": {"fact": path}}
        case _:
            pass
    for round_ in _rounds_of(difference, tiles, seats):
        yield {"round": round_}


def _rounds_of(difference: Difference, tiles: TileSet, seats: int) -> Iterator[Given]:
    """Rounds that may show a difference."""
    setting: Mapping[str, OptionValue] = {}
    match difference:
        case WonHand(hand, won, setting):
            found = _rounds(hand, won, tiles, seats)
        case Paid(situation, setting, hands):
            found = paid_rounds(situation, tiles, seats, hands)
        case CarriedOn(asked, setting):
            found = _ended_rounds(asked, tiles, seats)
        case Seats():
            found = iter([_round([], [], seats, {"kind": "drawn"})])
        case _:
            return
    yield from (_with_options(round_, setting) for round_ in found)


def _with_options(given: Given, setting: Mapping[str, OptionValue]) -> Given:
    """With options as they are set; what has been carried, and the dice, are said beside them."""
    carried = {
        id_.removeprefix(CARRIED_AS): value
        for id_, value in setting.items()
        if id_.startswith(CARRIED_AS)
    }
    said_else = (CARRIED_AS, DICE_PAIR)
    options = {id_: value for id_, value in setting.items() if not id_.startswith(said_else)}
    made = {**given, "carried": carried} if carried else given
    if setting.get(DICE_PAIR):
        made = {**made, "dice": [1, 1]}
    return {**made, "options": options} if options else made


def hand_given(hand: Hand, won: Won) -> Given:
    """A hand and how it was won."""
    given: Given = {"hand": format_hand(hand)}
    if won.discard:
        given["by"] = "discard"
    if won.events:
        given["events"] = list(won.events)
    if won.chain > 1:
        given["chain"] = won.chain
    if won.winner_revealed:
        given["revealed"] = True
    if won.discard and won.payer_revealed:
        given["payer_revealed"] = True
    if won.winner_preceded:
        given["preceded"] = True
    if won.winner_passed:
        given["passed"] = won.winner_passed
    choices = chosen_by_choice(won)
    return {**given, "choices": choices} if choices else given


def _plain_hand(tiles: TileSet) -> Hand:
    """A hand that is won in every variant: seven pairs of the first kinds."""
    return _pairs_of(tiles.kinds)


def _pairs_of(kinds: Sequence[int]) -> Hand:
    """Seven pairs of the first of some kinds, won with the last of these."""
    kinds = kinds[:_PAIRS]
    return Hand(tuple(sorted((*kinds, *kinds[:-1]))), (), kinds[-1])


def _round(revealed: list[int], kongs: list[Given], seats: int, end: Mapping[str, object]) -> Given:
    given: Given = {"players": seats, "dealer": 0, "revealed": revealed}
    if kongs:
        given["kongs"] = kongs
    return {**given, "end": dict(end)}


def _rounds(hand: Hand, won: Won, tiles: TileSet, seats: int) -> Iterator[Given]:
    """Rounds that end with the win, one tile turned after it if any score."""
    turned = tuple(map(tile_text, tiles.kinds if won.horses else ()))
    for played in won_rounds(hand, won, tiles, seats):
        yield from ({**played, "horses": [tile]} for tile in turned)
        if not won.horses:
            yield played


def won_rounds(hand: Hand, won: Won, tiles: TileSet, seats: int) -> Iterator[Given]:
    """Rounds that end with the win of the first seat, the other players revealed or not.

    It is the second that has fed it.
    """
    if won.chain > 1:
        return
    win: Given = {
        "seat": _WINNER,
        "hand": format_hand(replace(hand, win=None)),
        "win": tile_text(hand.win or 0),
        "by": "discard" if won.discard else "self_draw",
    }
    if won.discard:
        win["from"] = _GIVER
    if won.winner_passed:
        win["passed"] = won.winner_passed
    if won.events:
        win["events"] = list(won.events)
    kongs = [*map(_laid, filter(_is_kong, hand.melds)), *_kong_behind(hand, won, tiles)]
    own = [_WINNER] if won.winner_revealed else []
    fed = [_GIVER] if won.discard and won.payer_revealed else []
    others = [_THIRD] if won.discard else [_GIVER]
    for more in ([], others if seats > 2 or not won.discard else []):
        yield _round([*own, *fed, *more], kongs, seats, {"kind": "win", "wins": [win]})


def _ended_rounds(ended: HandEnded, tiles: TileSet, seats: int) -> Iterator[Given]:
    """Rounds that may have ended so; who pays is for the rules to say."""
    kongs = [
        _kong(seats - 1 - at // MAX_MELDS, "concealed", kind)
        for at, kind in enumerate(tiles.kinds[: -ended.kongs - 1 : -1])
    ]
    if (kongs and ended.kongs > MAX_MELDS * (seats - 1)) or ended.kongs > len(tiles.kinds):
        return
    revealed = list(range(seats))[::-1][: ended.revealed]
    if not ended.winners:
        yield _round(revealed, kongs, seats, {"kind": "drawn"})
        return
    plain = _plain_hand(tiles)
    win: Given = {"hand": format_hand(replace(plain, win=None)), "win": tile_text(plain.win or 0)}
    giver = ended.winners  # the winners sit before whoever gave the tile
    fed = [{"seat": seat, **win, "by": "discard", "from": giver} for seat in range(giver)]
    drawn = [{"seat": 0, **win, "by": "self_draw"}]
    for wins in (fed, drawn) if ended.winners == 1 else (fed,):
        for dealer in range(seats):
            if (dealer < ended.winners) == ended.dealer_won:
                end = {"kind": "win", "wins": wins}
                yield {**_round(revealed, kongs, seats, end), "dealer": dealer}


def _is_kong(meld: Meld) -> bool:
    return meld.kind.kong


def _laid(meld: Meld, seat: int = _WINNER) -> Given:
    """How a kong that lies melded came about."""
    if meld.kind is MeldKind.CONCEALED_KONG:
        return _kong(seat, "concealed", meld.tile)
    return _kong(seat, "direct", meld.tile, giver=_GIVER if seat != _GIVER else _WINNER)


def _kong_behind(hand: Hand, won: Won, tiles: TileSet) -> Iterator[Given]:
    """The other player's kong that led to a win."""
    if won.robbing:
        yield {**_kong(_GIVER, "added", hand.win or 0), "robbed": True}
    elif won.kong_discard:
        owned = {*hand.held, *(meld.tile for meld in hand.melds)}
        yield _kong(_GIVER, "concealed", next(kind for kind in tiles.kinds if kind not in owned))


def _kong(by: int, kind: str, tile: int, *, giver: int | None = None, chain: int = 1) -> Given:
    source: Given = {} if giver is None else {"from": giver}
    return {"by": by, "kind": kind, "tile": tile_text(tile), **source, "chain": chain}


def paid_rounds(
    situation: Konged | Drawn, tiles: TileSet, seats: int, hands: tuple[Hand, ...]
) -> Iterator[Given]:
    """Rounds that nobody has won, in which a player stands so to another.

    The first seat has made the last kong and the second has given it if anybody has; where nobody
    has won the first may pay the second.
    """
    match situation:
        case Konged() if situation.kong_chain <= len(tiles.kinds):
            yield from _kong_rounds(situation, tiles, seats)
        case Konged():
            return
        case Drawn():
            yield from _drawn_rounds(situation, seats, hands)
        case _:
            assert_never(situation)


def _kong_rounds(kong: Konged, tiles: TileSet, seats: int) -> Iterator[Given]:
    """Rounds with a kong at its place in a chain; nobody wins, or somebody who has no kong."""
    kind = "concealed" if kong.kong_concealed else "direct" if kong.kong_direct else "added"
    chain = list(_chain(kong.kong_chain, kind, tiles, seats))
    revealed = [_WINNER] if kong.konger_revealed else []
    yield _round(revealed, chain, seats, {"kind": "drawn"})
    left = tiles.kinds[len(chain) :]
    winner = next((seat for seat in range(seats) if all(one["by"] != seat for one in chain)), None)
    if winner is not None and len(left) >= _PAIRS:
        hand = _pairs_of(left)
        win: Given = {"hand": format_hand(replace(hand, win=None)), "win": tile_text(hand.win or 0)}
        ended = {"kind": "win", "wins": [{"seat": winner, **win, "by": "self_draw"}]}
        yield _round(revealed, chain, seats, ended)


def _chain(length: int, kind: str, tiles: TileSet, seats: int) -> Iterator[Given]:
    """Kongs of which the last has that place in the chain and is of that kind."""
    before: int | None = None
    for place, seat in enumerate(_kongers(length, kind == "direct", seats), 1):
        said = kind if place == length else "added"
        if before is not None and seat != before:
            said = "direct"
        giver = (_GIVER if before is None else before) if said == "direct" else None
        yield _kong(seat, said, tiles.kinds[place - 1], giver=giver, chain=place)
        before = seat


def _kongers(length: int, direct: bool, seats: int) -> list[int]:
    """Who makes each kong of a chain; the first player makes the last.

    A player goes on from one kong to the next, and none makes more than four; a direct kong hands
    the chain on.
    """
    others = [(seat, MAX_MELDS) for seat in range(1, seats)]
    if direct and length > 1:
        runs = [(_WINNER, 1), *others, (_WINNER, MAX_MELDS - 1)]
    else:
        runs = [(_WINNER, MAX_MELDS), *others]
    backwards = [seat for seat, number in runs for _ in range(number)]
    return backwards[:length][::-1]


def _drawn_rounds(drawn: Drawn, seats: int, hands: tuple[Hand, ...]) -> Iterator[Given]:
    """Rounds nobody won in which some player stands so to some other.

    What two players pay each other may be as much; so the others reveal too, one after the other.
    """
    payer, payee, third = 0, 1, 2
    revealed = [payer] if drawn.payer_revealed else []
    if drawn.payee_revealed:
        revealed = [*revealed, payee] if drawn.payer_first_revealed else [payee, *revealed]
    elif drawn.payer_revealed and not drawn.payer_first_revealed:
        revealed = [third, *revealed]
    others = [seat for seat in range(2, seats) if seat not in revealed]
    shown: Given = {"hands": [format_hand(hand) for hand in hands]} if hands else {}
    laid = [(seat, one) for seat, hand in enumerate(hands) for one in hand.melds if _is_kong(one)]
    kongs = [_laid(one, seat) for seat, one in laid]
    for count in range(len(others) + 1):
        yield _round([*revealed, *others[:count]], kongs, seats, {"kind": "drawn", **shown})
