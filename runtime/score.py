"""A score: what a hand is worth, and, when asked, why."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .hand import unpack
from .notation import format_set
from .tiles import tile_text

if TYPE_CHECKING:
    from .circumstances import Won
    from .explain import Explainer
    from .hand import Hand
    from .judge import Judgement
    from .readings import Reading


class Score:
    """What a hand is worth, won in one way.

    The figures are looked up; the reading behind them and the explanation are worked out when
    asked for.

    Attributes:
        packed: the packed hand.
        won: how it was won.
        judgement: the figures; the properties below hand them on.
    """

    __slots__ = ("_explainer", "judgement", "packed", "won")

    def __init__(
        self, judgement: Judgement, packed: bytes, won: Won, explainer: Explainer[Any]
    ) -> None:
        """Keep what is needed to answer later."""
        self.judgement = judgement
        self.packed = packed
        self.won = won
        self._explainer = explainer

    @property
    def complete(self) -> bool:
        """Whether the tiles are a won hand at all."""
        return self.judgement.complete

    @property
    def may_win(self) -> bool:
        """Whether the variant lets this hand win in this way."""
        return self.judgement.may_win

    @property
    def value(self) -> int:
        """The capped product, in stakes per paying player; 0 for an incomplete hand."""
        return self.judgement.value

    @property
    def product(self) -> int:
        """The product of the fans before the cap."""
        return self.judgement.product

    @property
    def fans(self) -> tuple[tuple[str, int], ...]:
        """(id, factor) of each fan, in the ruleset's order."""
        return self.judgement.fans

    @property
    def points(self) -> int:
        """What is added to the worth of the hand."""
        return self.judgement.points

    @property
    def added(self) -> tuple[tuple[str, int], ...]:
        """What the points are: (id of the row, points)."""
        return self.judgement.added

    @property
    def owed(self) -> int:
        """What one payer owes this winner, in stakes; 0 if the hand may not win."""
        return self.judgement.owed

    @property
    def also(self) -> tuple[tuple[str, int], ...]:
        """Of that what is paid beside `pay.win`: (id of the row, stakes)."""
        return self.judgement.also

    @property
    def hand(self) -> Hand:
        """The hand; its exposed kongs are read as direct kongs."""
        return unpack(self.packed, self._explainer.tiles)

    @property
    def reading(self) -> Reading | None:
        """The reading that was taken; None for an incomplete hand."""
        return self._explainer.reading(self)

    def explain(self, lang: str = "en") -> str:
        """Why the hand is worth what it is worth, as text in English or Chinese."""
        return self._explainer.explain(self, lang)

    def to_dict(self) -> dict[str, object]:
        """The score as the JSON answer of `score`, without the caller's id."""
        judged = self.judgement
        reading = self.reading
        also = [{"id": row, "pay": amount} for row, amount in judged.also]
        added = [{"id": row, "add": amount} for row, amount in judged.added]
        return {
            "ok": True,
            "complete": judged.complete,
            "may_win": judged.may_win,
            "value": judged.value,
            "product": judged.product,
            "fans": [{"id": fan, "times": times} for fan, times in judged.fans],
            **({"added": added} if added else {}),
            "owed": judged.owed,
            **({"also": also} if also else {}),
            "reading": None if reading is None else reading_dict(reading),
        }

    def to_json(self) -> str:
        """The same as the text of JSON, put together in a fraction of the time."""
        judged = self.judgement
        if not judged.shown:
            judged.shown = _judgement_json(judged)
        return f"{judged.shown}{self._explainer.reading_json(self)}}}"

    def __repr__(self) -> str:
        """The figures at a glance."""
        fans = " ".join(f"{fan}×{times}" for fan, times in self.fans)
        return f"Score(value={self.value}, product={self.product}, fans=[{fans}])"


def _judgement_json(judged: Judgement) -> str:
    """An answer as far as the judgement says it: up to the reading."""
    figures = _figures_json(judged.complete, judged.may_win, judged.value, judged.product)
    added = _added_json(judged.added) if judged.added else ""
    also = _also_json(judged.also) if judged.also else ""
    return _shared(
        f'{{"ok": true, {figures}, "fans": [{_fans_json(judged.fans)}], {added}'
        f'"owed": {judged.owed}, {also}"reading": '
    )


@lru_cache(maxsize=1 << 12)
def _shared(text: str) -> str:
    """The same text as one object, however many judgements are told so."""
    return text


@lru_cache(maxsize=1 << 10)
def _figures_json(complete: bool, may_win: bool, value: int, product: int) -> str:
    """The figures, which many hands share."""
    return (
        f'"complete": {"true" if complete else "false"}, '
        f'"may_win": {"true" if may_win else "false"}, "value": {value}, "product": {product}'
    )


@lru_cache(maxsize=1 << 12)
def _fans_json(fans: tuple[tuple[str, int], ...]) -> str:
    return ", ".join([f'{{"id": "{fan}", "times": {times}}}' for fan, times in fans])


@lru_cache(maxsize=1 << 10)
def _also_json(also: tuple[tuple[str, int], ...]) -> str:
    """What is paid beside, and the comma after it."""
    rows = ", ".join([f'{{"id": "{row}", "pay": {amount}}}' for row, amount in also])
    return f'"also": [{rows}], '


@lru_cache(maxsize=1 << 10)
def _added_json(added: tuple[tuple[str, int], ...]) -> str:
    """The points, and the comma after them."""
    rows = ", ".join([f'{{"id": "{row}", "add": {amount}}}' for row, amount in added])
    return f'"added": [{rows}], '


def reading_dict(reading: Reading) -> dict[str, object]:
    """A reading as JSON: sets and pair, or pairs, and where the winning tile went."""
    win = reading.win
    if reading.shape == "seven_pairs":
        pairs = [tile_text(kind) for kind in reading.pairs]
        target, sets, pair = tile_text(win.tile), [], None
    else:
        pairs = []
        sets = [format_set(one) for one in reading.sets]
        pair = tile_text(reading.pair.tile) if reading.pair else None
        target = pair or ""
        for one in reading.sets:
            if one.won:
                target = format_set(one)
    return {
        "shape": reading.shape,
        "pairs": pairs,
        "sets": sets,
        "pair": pair,
        "win": {"in": target, "place": win.place},
    }
