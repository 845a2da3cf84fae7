"""The table as a person sees it in a terminal, and what happens at it, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...runtime.notation import format_hand, format_meld
from ...runtime.round.events import (
    Discarded,
    Drew,
    Gave,
    KongMade,
    Paid,
    Punged,
    Revealed,
    Turned,
    Won,
)
from ...runtime.tiles import tile_glyph, tile_text
from .choices import named_tile
from .columns import hang, pad

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...runtime.round.events import Event
    from ...runtime.round.game import Round
    from ...runtime.round.view import View
    from .settings import Settings

_WIDTH: Final = 80
_NAMES: Final = {
    2: (("you", "other"), ("你", "对家")),
    3: (("you", "right", "left"), ("你", "下家", "上家")),
    4: (("you", "right", "across", "left"), ("你", "下家", "对家", "上家")),
}
_OUT = ("out", "不打")
_HEAD = (
    "{name} · dealer: {dealer} · {left} tiles left",
    "{name} · 庄家：{dealer} · 剩 {left} 张",
)
_TILES = ("{count} tiles", "{count} 张")
_REVEALED = ("revealed, waits for {waits}", "已亮牌，听 {waits}")
_RIVER = ("discards", "打出")
_EVENTS: Final = {
    Drew: ("{who}: draw {tile}", "{who}：摸 {tile}"),
    Discarded: ("{who}: {tile}", "{who}：打 {tile}"),
    Punged: ("{who}: pung of {tile} from {giver}", "{who}：碰{giver}的 {tile}"),
    KongMade: ("{who}: {kind} kong of {tile}", "{who}：{kind} {tile}"),
    Revealed: ("{who}: reveal of {hand}, waiting for {waits}", "{who}：亮牌 {hand}，听 {waits}"),
    Won: ("{who}: win on {tile}", "{who}：胡 {tile}"),
}
_CLOSED = ("{who}: reveal, waiting for {waits}", "{who}：亮牌，听 {waits}")
_KINDS: Final = {
    "concealed": ("concealed", "暗杠"),
    "direct": ("direct", "直杠"),
    "added": ("added", "蓄杠"),
}
_TURNED = ("horses turned for {who}: {tiles}", "{who} 翻马：{tiles}")
_GAVE = ("{who}: {tiles} for {whom}", "{who}：{tiles} 给{whom}")
_PAID = ("{who} → {other}: {amount}", "{who}付{other} {amount}")


def names_of(
    playing: Sequence[int], seat: int, players: int, settings: Settings
) -> tuple[str, ...]:
    """What the player of one seat calls all seats, in the order of turns; it may rest itself."""
    order = sorted({*playing, seat}, key=lambda one: (one - seat) % players)
    words = _NAMES.get(len(order), _NAMES[4])[settings.lang == "zh"]
    known = dict(zip(order, words, strict=False))
    return tuple([known.get(one, settings.say(_OUT)) for one in range(players)])


class TableText:
    """Draws a round for one seat."""

    def __init__(self, names: tuple[str, ...], settings: Settings, *, closed: bool = False) -> None:
        """Call the seats by these names; revealed hands may stay closed to the others."""
        self.closed = closed
        self.names = names
        self.settings = settings

    def table(self, game: Round, seat: int) -> Iterator[str]:
        """Everything this seat can see, its own hand last."""
        program = game.rules.evaluator.program
        name = program.zh if self.settings.lang == "zh" else program.en
        view = game.view(seat)
        dealer = self.names[game.state.setup.dealer]
        head = self.settings.say(_HEAD).format(name=name, dealer=dealer, left=view.left)
        yield f"── {head} ──"
        rivers = rivers_of(game.events, game.rules.players)
        for other in game.state.setup.after[seat]:
            yield from self._other(game, view, other)
            yield from self._river(rivers[other])
        yield from self._line(self.names[seat], self._melds(view, seat))
        yield from self._river(rivers[seat])
        yield self._hand(view)

    def _other(self, game: Round, view: View, seat: int) -> Iterator[str]:
        open_hands, open_waits = dict(view.open_hands), dict(view.open_waits)
        if seat in open_hands:
            parts = [format_hand(open_hands[seat])]
        else:
            held = len(game.hand(seat).concealed)
            parts = [self.settings.say(_TILES).format(count=held), self._melds(view, seat)]
        if seat in open_waits:
            waits = " ".join(map(tile_text, open_waits[seat]))
            parts.append(self.settings.say(_REVEALED).format(waits=waits))
        yield from self._line(self.names[seat], "  ".join(filter(None, parts)))

    def _melds(self, view: View, seat: int) -> str:
        return " ".join(map(format_meld, view.melds[seat]))

    def _line(self, name: str, text: str) -> Iterator[str]:
        yield from hang(pad(name, 8), text, _WIDTH).split("\n")

    def _river(self, river: Sequence[int]) -> Iterator[str]:
        if river:
            said = pad(f"  {self.settings.say(_RIVER)}", 12)
            yield from hang(said, " ".join(map(tile_text, river)), _WIDTH).split("\n")

    def _hand(self, view: View) -> str:
        held = list(view.hand.concealed)
        if view.drawn is not None:
            held.remove(view.drawn)
        shown = " ".join(map(_short, held))
        if view.drawn is not None:
            shown += f" + {_short(view.drawn)}"
        return hang("  ", shown, _WIDTH)

    def event(self, event: Event, seat: int) -> str:
        """A line about something that has happened; empty if there is nothing to say."""
        say = self.settings.say
        match event:
            case Paid(one):
                who, other = self.names[one.payer], self.names[one.payee]
                return "   " + say(_PAID).format(who=who, other=other, amount=one.amount)
            case Turned(other_seat, tiles):
                shown = " ".join(map(tile_text, tiles)) or "–"
                return "   " + say(_TURNED).format(who=self.names[other_seat], tiles=shown)
            case Gave(giver, tiles, to) if seat in (giver, to):
                shown = " ".join(map(tile_text, tiles))
                who, whom = self.names[giver], self.names[to]
                return say(_GAVE).format(who=who, whom=whom, tiles=shown)
            case Drew(seat=other) if other != seat:
                return ""
            case Revealed(seat=other) if self.closed and other != seat:
                return say(_CLOSED).format(**self._words(event))
            case Drew() | Discarded() | Punged() | KongMade() | Revealed() | Won():
                return say(_EVENTS[type(event)]).format(**self._words(event))
            case _:
                return ""

    def _words(
        self, event: Drew | Discarded | Punged | KongMade | Revealed | Won
    ) -> dict[str, str]:
        found = {"who": self.names[event.seat]}
        match event:
            case Revealed(_, hand, waits, _):
                found |= {"hand": format_hand(hand), "waits": " ".join(map(tile_text, waits))}
            case Won(_, hand):
                assert hand.win is not None
                found["tile"] = named_tile(hand.win, self.settings)
            case Drew(tile=tile) | Discarded(tile=tile) | Punged(tile=tile) | KongMade(tile=tile):
                found["tile"] = named_tile(tile, self.settings)
        match event:
            case Punged(giver=giver):
                found["giver"] = self.names[giver]
            case KongMade(kind=kind):
                found["kind"] = self.settings.say(_KINDS[kind])
            case _:
                pass
        return found


def _short(kind: int) -> str:
    return tile_glyph(kind) + tile_text(kind)


def rivers_of(events: Iterable[Event], players: int) -> tuple[tuple[int, ...], ...]:
    """What each seat has discarded and nobody has taken, in order."""
    rivers: list[list[int]] = [[] for _ in range(players)]
    last: int | None = None
    for event in events:
        match event:
            case Discarded(seat, tile):
                rivers[seat].append(tile)
                last = seat
            case Punged(giver=giver) if giver == last:
                rivers[giver].pop()
            case KongMade(giver=int() as giver) if giver == last:
                rivers[giver].pop()
            case _:
                pass
    return tuple(tuple(one) for one in rivers)
