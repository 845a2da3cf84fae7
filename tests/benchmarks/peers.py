"""Two scorers of other rules on the same hands, put into their form before the clock starts.

`mahjong` is pure Python and scores riichi; `PyMahjongGB` is C++ and scores the Chinese official
rules. Neither knows Kawuxing, so only the work is comparable: take a hand apart, find its fans,
keep the best reading.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from kawuxing.runtime.hand import MeldKind

from .measuring import Row, rates
from .ours import SCORE_PACKED, SCORE_TEXT, WAIT_SET

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kawuxing.runtime.hand import Hand, Meld

    from .hands import Won

COMPARED = {SCORE_PACKED: "score", SCORE_TEXT: "score", WAIT_SET: "waits"}
"""Which of our rows may be put beside which of theirs."""


class Peer(NamedTuple):
    """A package, and its rows: `score` and `waits`."""

    name: str
    rows: dict[str, Row]


def peers(hands: Sequence[Won], runs: int) -> Iterator[Peer | str]:
    """Each peer's figures, or the name of one that is not installed."""
    known: dict[str, Callable[[Sequence[Won]], tuple[Callable[[], int], ...]]] = {
        "mahjong": _mahjong,
        "PyMahjongGB": _mahjong_gb,
    }
    for name, prepare in known.items():
        try:
            score, waits = prepare(hands)
        except ImportError:
            yield name
            continue
        answered = score()
        note = "" if answered == len(hands) else f"{len(hands) - answered:,} hands refused"
        score_row = Row(f"{name}: score", "/s", rates(score, runs), None, note)
        yield Peer(
            name, {"score": score_row, "waits": Row(f"{name}: waits", "/s", rates(waits, runs))}
        )


# --- mahjong: a tile is a number below 136, four for each of 34 kinds ----------------------------

_DOTS, _BAMBOOS, _DRAGONS = range(9, 18), range(18, 27), range(31, 34)
_RIICHI = (*_DOTS, *_BAMBOOS, *range(9), *_DRAGONS)
"""Their kind for each of ours; they have characters first, then dots, bamboos and winds."""
_IN_PLAY = (*_DOTS, *_BAMBOOS, *_DRAGONS)


def _mahjong(hands: Sequence[Won]) -> tuple[Callable[[], int], Callable[[], int]]:
    calculator: Any = import_module("mahjong.hand_calculating.hand").HandCalculator
    agari: Any = import_module("mahjong.agari").Agari
    prepared = [_riichi(won) for won in hands]
    waiting = [_counts(won) for won in hands]

    def score() -> int:
        answered = 0
        for tiles, win, melds, config in prepared:
            found = calculator.estimate_hand_value(tiles, win, melds=melds, config=config)
            answered += found.error is None or found.error == "no_yaku"
        return answered

    def waits() -> int:
        for counts in waiting:
            found = []
            for kind in _IN_PLAY:
                if counts[kind] < 4:
                    counts[kind] += 1
                    if agari.is_agari(counts):
                        found.append(kind)
                    counts[kind] -= 1
        return len(waiting)

    return score, waits


def _riichi(won: Won) -> tuple[list[int], int, list[Any], Any]:
    by, events, *_ = won.way
    drawn = by == "self_draw"
    config: Any = import_module("mahjong.hand_calculating.hand_config").HandConfig
    used = dict.fromkeys(range(34), 0)

    def take(kind: int, count: int) -> list[int]:
        first = 4 * _RIICHI[kind] + used[_RIICHI[kind]]
        used[_RIICHI[kind]] += count
        return list(range(first, first + count))

    hand = won.hand
    melds = [_riichi_meld(meld, take(meld.tile, meld.size)) for meld in hand.melds]
    tiles = [tile for kind in hand.concealed for tile in take(kind, 1)]
    assert hand.win is not None
    win = take(hand.win, 1)
    tiles += win + [tile for meld in melds for tile in meld.tiles]
    how = config(
        is_tsumo=drawn,
        is_rinshan=drawn and "replacement" in events,
        is_chankan="robbing" in events,
        is_haitei=drawn and "last_tile" in events and "replacement" not in events,
        is_houtei=not drawn and "last_tile" in events,
    )
    return tiles, win[0], melds, how


def _riichi_meld(meld: Meld, tiles: list[int]) -> Any:  # noqa: ANN401 - a class of theirs
    made: Any = import_module("mahjong.meld").Meld
    form = "pon" if meld.kind is MeldKind.PUNG else "kan"
    return made(form, tiles, opened=meld.kind is not MeldKind.CONCEALED_KONG)


def _counts(won: Won) -> list[int]:
    """How many of each of their kinds a waiting hand holds concealed."""
    counts = [0] * 34
    for kind in won.hand.concealed:
        counts[_RIICHI[kind]] += 1
    return counts


# --- PyMahjongGB: a tile is a letter and a digit --------------------------------------------------

_GB = (
    *(f"B{rank}" for rank in range(1, 10)),
    *(f"T{rank}" for rank in range(1, 10)),
    *(f"W{rank}" for rank in range(1, 10)),
    *("J3", "J2", "J1"),
)
"""Their tile for each of our kinds."""


def _mahjong_gb(hands: Sequence[Won]) -> tuple[Callable[[], int], Callable[[], int]]:
    library: Any = import_module("MahjongGB")
    calculate, shanten = library.MahjongFanCalculator, library.RegularShanten
    prepared = [_official(won) for won in hands]
    waiting = [tuple(_GB[kind] for kind in won.hand.concealed) for won in hands]

    def score() -> int:
        answered = 0
        for given in prepared:
            with suppress(TypeError):  # what they raise for everything
                calculate(*given)
                answered += 1
        return answered

    def waits() -> int:
        for tiles in waiting:
            shanten(tiles)
        return len(waiting)

    return score, waits


def _official(won: Won) -> tuple[object, ...]:
    by, events, *_ = won.way
    hand = won.hand
    assert hand.win is not None
    return (
        tuple(_official_meld(meld) for meld in hand.melds),
        tuple(_GB[kind] for kind in hand.concealed),
        _GB[hand.win],
        0,  # flowers
        by == "self_draw",
        _is_fourth(hand),
        "replacement" in events or "robbing" in events,
        "last_tile" in events,
        0,  # seat wind
        0,  # prevalent wind
    )


def _official_meld(meld: Meld) -> tuple[str, str, int]:
    form = "PENG" if meld.kind is MeldKind.PUNG else "GANG"
    return form, _GB[meld.tile], int(meld.kind is not MeldKind.CONCEALED_KONG)


def _is_fourth(hand: Hand) -> bool:
    """Whether the other three of the winning tile lie open, in a pung of the winner's."""
    return any(meld.tile == hand.win for meld in hand.melds)
