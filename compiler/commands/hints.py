"""What a person at the table waits for and what it is worth, as far as they can see."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from ...runtime.hand import pack
from ...runtime.tiles import tile_text
from .choices import named_tile
from .columns import hang, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.ready import Wait
    from ...runtime.round.game import Round
    from .settings import Settings

_WIDTH: Final = 80
_MOST_DISCARDS: Final = 6
_COMPLETE = ("complete: you can win", "已经成牌")
_AWAY = ("{count} away from ready; nearer with {tiles}", "差 {count} 张听牌；有用的牌 {tiles}")
_THROW = ("discard {tile}:", "打 {tile}：")
_HEADINGS = (("waits for", "听"), ("left", "剩"), ("self-draw", "自摸"), ("discard", "点炮"))
_BARRED = ("may not win", "不能胡")
_KONG: Final = 4
_PUNG: Final = 3


def hint_lines(game: Round, seat: int, settings: Settings) -> Iterator[str]:
    """What the hand waits for, or the discards that serve it best."""
    hand = game.hand(seat)
    answer = game.rules.evaluator.waits(hand, seen=seen_elsewhere(game, seat))
    if answer.shanten < 0:
        yield settings.say(_COMPLETE)
    if not answer.discards:
        yield from _waits(game, seat, None, answer.waits, answer.shanten, settings)
    for choice in answer.discards[:_MOST_DISCARDS]:
        yield settings.say(_THROW).format(tile=named_tile(choice.tile, settings))
        yield from _waits(game, seat, choice.tile, choice.waits, choice.shanten, settings)


def seen_elsewhere(game: Round, seat: int) -> tuple[int, ...]:
    """The tiles a seat sees outside its own hand: discards, melds and open hands of others."""
    rules, sight = game.rules, game.sight(seat)
    seen: Counter[int] = Counter(dict(enumerate(sight.river)))
    for other, tail in enumerate(sight.melds):
        for byte in tail[1:] if other != seat else b"":
            seen[byte & 31] += _KONG if byte >> 5 else _PUNG
    for one in sight.open:
        if one.seat != seat:
            seen.update(dict(enumerate(one.counts)))
    return tuple([rules.kinds[at] for at in sorted(seen) for _ in range(seen[at])])


def _waits(
    game: Round,
    seat: int,
    thrown: int | None,
    waits: Sequence[Wait],
    shanten: int,
    settings: Settings,
) -> Iterator[str]:
    say = settings.say
    if shanten > 0:
        tiles = " ".join(f"{tile_text(one.tile)}×{one.left}" for one in waits)
        text = say(_AWAY).format(count=shanten, tiles=tiles)
        yield from hang("  ", text, _WIDTH).split("\n")
        return
    rows = [[say(words) for words in _HEADINGS]]
    for wait in waits:
        own, fed, may = _worth(game, seat, thrown, wait)
        shown = str(fed) if may else say(_BARRED)
        rows.append([named_tile(wait.tile, settings), str(wait.left), str(own), shown])
    for line in table(rows, right=frozenset({1, 2, 3})):
        yield f"  {line}"


def _worth(game: Round, seat: int, thrown: int | None, wait: Wait) -> tuple[int, int, bool]:
    """What a wait is worth by self-draw and off a discard, with the reveal there has been."""
    evaluator, tiles = game.rules.evaluator, game.rules.tiles
    hand = game.hand(seat)
    concealed = list(hand.concealed)
    if thrown is not None:
        concealed.remove(thrown)
    packed = pack(type(hand)(tuple(concealed), hand.melds, wait.tile), tiles)
    revealed = seat in game.state.revealed
    own, fed = (
        evaluator.verdicts(by, revealed=revealed)[evaluator.key(packed)]
        for by in ("self_draw", "discard")
    )
    return own.value, fed.value, fed.may_win
