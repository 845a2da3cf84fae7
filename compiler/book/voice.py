"""Says things in one language, and names the places of the book in that language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ..pages.markup import anchor_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..resolved.nodes import Words

Lang: TypeAlias = Literal["en", "zh"]
Pair: TypeAlias = "tuple[str, str]"
"""A text in both languages, English first."""


class Voice(NamedTuple):
    """One language."""

    lang: Lang

    def say(self, pair: Pair, **fields: object) -> str:
        """One of two texts of ours, its fields filled in."""
        text = pair[1] if self.lang == "zh" else pair[0]
        return text.format(**fields) if fields else text

    def words(self, words: Words | None) -> str:
        """An author's text."""
        if words is None:
            return ""
        return words.zh if self.lang == "zh" else words.en

    def listed(self, parts: Iterable[str]) -> str:
        """Things of a kind."""
        return self.comma.join(parts)

    @property
    def comma(self) -> str:
        """What stands between things of a kind."""
        return "、" if self.lang == "zh" else ", "

    @property
    def colon(self) -> str:
        """What stands before an explanation."""
        return "：" if self.lang == "zh" else ": "

    def anchor(self, *names: str) -> str:
        """The name of a place; each language has its own."""
        return anchor_of(self.lang, *names)
