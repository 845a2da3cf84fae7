"""What could stand in the place of a word: the slips that are no slips of numbers or signs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..core.asks import OF_HANDS
from ..core.vocabulary import vocabulary
from ..surface.expressions import Name, TileLiteral

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..surface.expressions import Expr

_DRAGONS: Final = ("red", "green", "white")
_KINDS: Final = range(30)


def other_words(expr: Name | TileLiteral) -> Iterator[Expr]:
    """The words of the same set, the other truths one may ask for, the neighbours of a tile."""
    match expr:
        case TileLiteral(kind):
            for other in (kind - 1, kind + 1):
                if other in _KINDS:
                    yield replace(expr, kind=other)
        case Name(parts):
            for word in _like(expr):
                if word != parts[-1]:
                    yield replace(expr, parts=(*parts[:-1], word))


def _like(expr: Name) -> tuple[str, ...]:
    """The words that a name's last one may be mistaken for, itself among them.

    Not those that need hands to be known which otherwise need not be: one would notice at once.
    Of what a quantifier goes through the record is not known here; any that has the word will do.
    """
    known, last = vocabulary(), expr.parts[-1]
    if len(expr.parts) == 1:
        alone = tuple(term.name for term in known.names.values() if term.type == "bool")
        sets = (*known.words.values(), _DRAGONS, alone)
        return next((words for words in sets if last in words), ())
    owner = known.names.get(expr.parts[0])
    own = known.records.get(owner.type, {}) if owner else {}
    found: dict[str, None] = {}
    for record in [own] if last in own else known.records.values():
        if last in record and record[last].type == "bool":
            truths = (one for one, term in record.items() if term.type == "bool")
            found |= dict.fromkeys(
                one for one in truths if f"{expr.parts[0]}.{one}" not in OF_HANDS
            )
    return tuple(found)
