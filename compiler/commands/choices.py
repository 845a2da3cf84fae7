"""What a person at the table can choose: the menu, and what may be typed instead of a number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ...runtime.errors import HandError
from ...runtime.notation import parse_tiles
from ...runtime.round.actions import PASS, PUNG, WIN, Discard, Give, Kong, Pass, Pung, Reveal, Win
from ...runtime.round.state import Phase
from ...runtime.round.wins import on_tile, self_draw
from ...runtime.tiles import tile_glyph, tile_text, tile_zh
from .columns import hang

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.round.actions import Action
    from ...runtime.round.game import Round
    from .settings import Settings

_WIDTH: Final = 80
_WIN = ("win on {tile}, worth {value}", "胡 {tile}，值 {value}")
_PUNG = ("pung of {tile}", "碰 {tile}")
_KONGS: Final = {
    "concealed": ("concealed kong of {tile}", "暗杠 {tile}"),
    "direct": ("direct kong of {tile}", "直杠 {tile}"),
    "added": ("added kong of {tile}", "蓄杠 {tile}"),
}
_PASS = ("pass (or just Enter)", "过（直接回车也行）")
_REVEAL = ("discard {tile} and reveal, waiting for {waits}", "打 {tile} 亮牌，听 {waits}")
_LATE = ("reveal, waiting for {waits}", "亮牌，听 {waits}")
_ANNOUNCED = (", announcing a kong of {tiles}", "，报杠 {tiles}")
_GIVE = ("give {tiles}", "换出 {tiles}")
_GIFTS = (
    "give {count} tiles away{of}, such as: give {tiles}",
    "换出{of} {count} 张，例如：give {tiles}",
)
_ONE_SUIT = (", all of one suit", "同一花色的")
_DISCARDS = ("discard", "打")
_WORDS: Final = {
    "win": ("win", "hu", "胡", "和"),
    "pung": ("pung", "peng", "碰"),
    "kong": ("kong", "gang", "杠"),
    "reveal": ("reveal", "liang", "亮", "亮牌"),
    "discard": ("discard", "da", "打"),
    "pass": ("pass", "guo", "过"),
    "give": ("give", "huan", "换"),
}
_TYPED: Final = re.compile(r"([a-z]{2,}|[胡和碰杠打过换]|亮牌?)?\s*(.*)", re.IGNORECASE)


def menu_lines(game: Round, seat: int, settings: Settings) -> Iterator[str]:
    """The allowed actions with their numbers; plain discards share lines."""
    actions = game.legal_actions(seat)
    if game.state.phase is Phase.EXCHANGE:  # hundreds
        yield _gifts(game, actions, settings)
        return
    plain: list[str] = []
    for number, action in enumerate(actions, 1):
        if isinstance(action, Discard) and not action.reveal:
            plain.append(f"[{number}]{tile_text(action.tile)}")
            continue
        if plain:
            yield _discards(plain, settings)
            plain = []
        yield from hang(f"  [{number}] ", _named(game, seat, action, settings), _WIDTH).split("\n")
    if plain:
        yield _discards(plain, settings)


def _gifts(game: Round, actions: Sequence[Action], settings: Settings) -> str:
    """What may be given away before play, with an example."""
    exchange = game.rules.flow.exchange
    of = settings.say(_ONE_SUIT) if exchange is not None and "one_suit" in exchange else ""
    tiles = actions[0].tiles if isinstance(actions[0], Give) else ()
    shown = " ".join(map(tile_text, tiles))
    return hang("  ", settings.say(_GIFTS).format(count=len(tiles), of=of, tiles=shown), _WIDTH)


def _discards(plain: Sequence[str], settings: Settings) -> str:
    return hang(f"  {settings.say(_DISCARDS)}  ", " ".join(plain), _WIDTH)


def named_tile(kind: int, settings: Settings) -> str:
    """A tile with its glyph, its notation and, in Chinese, its name."""
    name = f" {tile_zh(kind)}" if settings.lang == "zh" else ""
    return f"{tile_glyph(kind)} {tile_text(kind)}{name}"


def _named(game: Round, seat: int, action: Action, settings: Settings) -> str:
    say = settings.say
    match action:
        case Win():
            return _win(game, seat, settings)
        case Pung():
            return say(_PUNG).format(tile=named_tile(_open_tile(game), settings))
        case Kong(kind, tile):
            return say(_KONGS[kind]).format(tile=named_tile(tile, settings))
        case Pass():
            return say(_PASS)
        case Discard(tile, _, kongs):
            waits = _waits(game, seat, tile)
            said = say(_REVEAL).format(tile=named_tile(tile, settings), waits=waits)
            return said + _announced(kongs, settings)
        case Give(tiles):
            return say(_GIVE).format(tiles=" ".join(map(tile_text, tiles)))
        case Reveal(kongs):
            return say(_LATE).format(waits=_waits(game, seat, None)) + _announced(kongs, settings)


def _announced(kongs: tuple[int, ...], settings: Settings) -> str:
    said = " ".join(map(tile_text, kongs))
    return settings.say(_ANNOUNCED).format(tiles=said) if kongs else ""


def _win(game: Round, seat: int, settings: Settings) -> str:
    """A win with its worth."""
    state = game.state
    own = state.phase is Phase.TURN
    winning = self_draw(game.rules, state) if own else on_tile(game.rules, state, seat)
    assert winning is not None
    tile = named_tile(game.rules.kinds[winning.tile], settings)
    return settings.say(_WIN).format(tile=tile, value=winning.judgement.value)


def _open_tile(game: Round) -> int:
    return game.rules.kinds[game.state.tile]


def _waits(game: Round, seat: int, thrown: int | None) -> str:
    """What the hand waits for, when a tile has been thrown away."""
    rules, state = game.rules, game.state
    counts = bytearray(state.counts[seat])
    if thrown is not None:
        counts[rules.position[thrown]] -= 1
    return " ".join(map(tile_text, rules.waits(bytes(counts) + state.melds[seat])))


def action_typed(game: Round, seat: int, text: str) -> Action | None:
    """The action a person means: a number of the menu, a tile to discard, or words.

    Returns:
        An action, allowed or not; None if nothing can be made of the text.
    """
    actions = game.legal_actions(seat)
    if text.isascii() and text.isdigit() and game.state.phase is not Phase.EXCHANGE:
        number = int(text[:4])
        return actions[number - 1] if 0 < number <= len(actions) else None
    if not text:
        return actions[0] if len(actions) == 1 else PASS if PASS in actions else None
    found = _TYPED.fullmatch(text)
    assert found is not None
    word = (found[1] or "").lower()
    verb = next((name for name, words in _WORDS.items() if word in words), None)
    if word and verb is None:
        return None
    return _meant(game, seat, verb or "discard", found[2].strip())


def _meant(game: Round, seat: int, verb: str, rest: str) -> Action | None:
    """What a word means, with the tile behind it."""
    try:
        kinds = parse_tiles(rest, game.rules.tiles, "tile")
    except HandError:
        return None
    if verb == "give" or (verb == "discard" and game.state.phase is Phase.EXCHANGE):
        return Give(tuple(sorted(kinds))) if kinds else None
    return _done(game, seat, verb, () if game.state.phase is Phase.EXCHANGE else kinds)


def _done(game: Round, seat: int, verb: str, kinds: tuple[int, ...]) -> Action | None:
    """What a word means that is said in play, with the tiles behind it."""
    tile = kinds[0] if len(kinds) == 1 else None
    match verb:
        case "win" if not kinds:
            return WIN
        case "pung" if len(kinds) < 2:
            return PUNG
        case "pass" if not kinds:
            return PASS
        case "kong" if len(kinds) < 2:
            return _kong(game, seat, tile)
        case "discard" if tile is not None:
            return Discard(tile)
        case "reveal" if tile is not None:
            return Discard(tile, True)
        case "reveal" if not kinds and game.state.phase is not Phase.TURN:
            return Reveal()
        case _:
            return None


def _kong(game: Round, seat: int, tile: int | None) -> Kong | None:
    """The kong somebody means who names its tile, or the only one there can be."""
    state = game.state
    if state.phase is not Phase.TURN:
        return Kong("direct", _open_tile(game) if tile is None else tile)
    kongs = [one for one in game.legal_actions(seat) if isinstance(one, Kong)]
    if tile is None:
        return kongs[0] if len(kongs) == 1 else None
    melded = game.rules.position[tile] in state.melds[seat][1:]
    return Kong("added" if melded else "concealed", tile)
