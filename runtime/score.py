"""A score: what a hand is worth, and, when asked, why."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from .hand import unpack
from .notation import format_set
from .tiles import tile_text

if TYPE_CHECKING:
    from .circumstances import Won
    from .explain import Explainer
    from .hand import Hand
    from .judge import Judgement
    from .readings import Reading

_Rows: TypeAlias = tuple[tuple[str, int], ...]
_Said: TypeAlias = tuple[tuple[bool, bool, int, int], _Rows, _Rows, int, _Rows]
"""Complete, may win, value, product; the fans; the points; what is owed; what is paid beside."""


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
        return self._explainer.reading(self.judgement, self.packed)

    def explain(self, lang: str = "en") -> str:
        """Why the hand is worth what it is worth, as text in English or Chinese."""
        return self._explainer.explain(self.judgement, self.packed, self.won, lang)

    def to_dict(self) -> dict[str, object]:
        """The score as the JSON answer of `score`, without the caller's id."""
        reading = self.reading
        shown = None if reading is None else reading_dict(reading)
        return _answer(_said(self.judgement), shown)

    def to_json(self) -> str:
        """The same as the text of JSON, put together in a fraction of the time."""
        judged = self.judgement
        if not judged.shown:
            judged.shown = _begun(_said(judged))
        return f"{judged.shown}{self._explainer.reading_json(judged, self.packed)}}}"

    def __repr__(self) -> str:
        """The figures at a glance."""
        fans = " ".join(f"{fan}×{times}" for fan, times in self.fans)
        return f"Score(value={self.value}, product={self.product}, fans=[{fans}])"


def _said(judged: Judgement) -> _Said:
    """What an answer says of a judgement."""
    return (
        (judged.complete, judged.may_win, judged.value, judged.product),
        judged.fans,
        judged.added,
        judged.owed,
        judged.also,
    )


def _answer(said: _Said, reading: dict[str, object] | None) -> dict[str, object]:
    """What is said of a hand, as JSON has it."""
    figures, fans, added, owed, also = said
    return {
        "ok": True,
        **dict(zip(("complete", "may_win", "value", "product"), figures, strict=True)),
        "fans": [{"id": fan, "times": times} for fan, times in fans],
        **({"added": [{"id": row, "add": amount} for row, amount in added]} if added else {}),
        "owed": owed,
        **({"also": [{"id": row, "pay": amount} for row, amount in also]} if also else {}),
        "reading": reading,
    }


@lru_cache(maxsize=1 << 12)
def _begun(said: _Said) -> str:
    """The text of an answer up to the reading; few are told apart."""
    import json  # noqa: PLC0415 - not for those who only want figures

    return json.dumps(_answer(said, None), ensure_ascii=False).removesuffix("null}")


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
