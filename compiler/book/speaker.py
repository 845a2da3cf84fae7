"""The words for the parts of rules: what is asked, of what, and how it compares."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...runtime.tiles import tile_text, tile_zh
from ..core.nodes import BELOW
from ..core.vocabulary import vocabulary
from .document import Code, Line, To, filled
from .phrases import ATTRIBUTES, CIRCUMSTANCES, MEASURES, QUANTITIES, SUBJECTS, WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..core.nodes import Comparison, Const, Expr
    from .voice import Pair, Voice

NOT_SO = ("not so: ", "并非")
_NO_LIMIT = ("no limit", "不限")
_YES, _NO = ("yes", "是"), ("no", "否")
_IT = ("it", "它")
_BELOW = ("what the rows below come to", "以下各行的结果")
_NOT_BELOW = ("the rows below do not say so", "以下各行不成立")


class Speaker(NamedTuple):
    """Says the parts of rules in one language.

    Attributes:
        voice: the language.
        fans: what fans are called.
        options: what options are called, and their values in this book.
        notes: what the author says of definitions.
        table: the table whose rules are said; empty for fans.
        players: how many play, if that is known.
    """

    voice: Voice
    fans: Mapping[str, str]
    options: Mapping[str, tuple[str, str]]
    notes: Mapping[str, str]
    table: str = ""
    players: int = 0

    def say(self, pair: Pair, **fields: object) -> str:
        """One of two texts."""
        return self.voice.say(pair, **fields)

    @property
    def space(self) -> str:
        """What stands between words."""
        return "" if self.voice.lang == "zh" else " "

    def named(self, name: str, *, holds: bool = True) -> Line:
        """A definition that is too long to be spelled out: what its author says it is."""
        if name == BELOW:
            return (self.say(_BELOW if holds else _NOT_BELOW),)
        link = To(self.voice.anchor("define", name), self.notes.get(name) or name)
        return (link,) if holds else (self.say(NOT_SO), link)

    def written(self, expr: Expr) -> Line:
        """What its author wrote."""
        span = expr.span
        return (Code(" ".join(span.source.text[span.start : span.end].split())),)

    def circumstance(self, path: str, holds: bool) -> str:
        """A yes-or-no name of the vocabulary."""
        known = CIRCUMSTANCES.get(f"{self.table} {path}") or CIRCUMSTANCES.get(path)
        if known is not None:
            return self.say(known[0 if holds else 1])
        return self._negated(self.meaning(path), holds)

    def _negated(self, words: str, holds: bool) -> str:
        return words if holds else self.say(NOT_SO) + words

    def meaning(self, path: str) -> str:
        """What the vocabulary says of a name."""
        first, _, rest = path.partition(".")
        words = vocabulary()
        term = words.records.get(first, {}).get(rest) if rest else words.names.get(first)
        return path if term is None else self.say((term.en, term.zh))

    def subject(self, element: str) -> str:
        """The pair, or the winning tile."""
        return self.say(SUBJECTS.get(element, _IT))

    def asked(self, path: str, holds: bool) -> str:
        """A yes-or-no question to the pair or the winning tile."""
        element = path.partition(".")[0]
        return self.subject(element) + self.space + self.attribute(path, holds, several=False)

    def attribute(self, path: str, holds: bool, *, several: bool) -> str:
        """A yes-or-no question, as the rest of a sentence."""
        known = ATTRIBUTES.get(path)
        if known is None:
            return self._negated(self.meaning(path), holds)
        return self.say(known[0 if holds else 1], **_number(several))

    def measured(self, path: str, op: Comparison, value: Line, *, several: bool) -> Line | None:
        """What is compared with something, as the rest of a sentence; None if it never is."""
        known = MEASURES.get(path)
        if known is None:
            return None
        words = {name: (form,) for name, form in _number(several).items()}
        amount = filled(self.say(QUANTITIES[op]), n=value)
        return filled(self.say(known), n=amount, **words)

    def option(self, id_: str) -> To:
        """The name of an option."""
        name, _ = self.options.get(id_, (id_, ""))
        return To(self.voice.anchor("option", id_), f"“{name}”")

    def fan(self, id_: str) -> To:
        """The name of a fan."""
        return To(self.voice.anchor("fan", id_), self.fans.get(id_, id_))

    def constant(self, expr: Const) -> str:
        """A value."""
        match expr.value:
            case None:
                return self.say(_NO_LIMIT)
            case bool():
                return self.say(_YES if expr.value else _NO)
            case int() if expr.type.base == "tile":
                return tile_zh(expr.value) if self.voice.lang == "zh" else tile_text(expr.value)
            case int():
                return str(expr.value)
            case _:
                return self.say(WORDS.get(expr.value, (expr.value, expr.value)))


def _number(several: bool) -> dict[str, str]:
    """The forms of words for one or for several."""
    if several:
        return {"is": "are", "has": "have", "a": "", "s": "s"}
    return {"is": "is", "has": "has", "a": "a ", "s": ""}
