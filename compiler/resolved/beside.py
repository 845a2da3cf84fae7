"""Mix-ins beside what a ruleset has of its own for the same custom.

Whoever wrote a mix-in knows no ruleset it comes to lie upon. So a ruleset may say which mix-ins it
refuses, and two things are looked for: an option for the same custom, beside which it would count
twice, and money that rows of the ruleset add where a row of the mix-in now decides instead.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ..diagnostics.report import Diagnostic, Label
from ..surface.expressions import free_names
from .overlay import kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..diagnostics.report import Sink
    from ..source.text import Span
    from ..surface.expressions import Expr
    from ..surface.nodes import OptionDecl, Origin, Ref, RowDecl, RulesetDecl, Words

_ADDED: Final = ("points", "horses", "choice")
"""Words for money that comes on top of what the fans are worth."""
_WORD: Final = re.compile(r"\w+", re.ASCII)
"""A text that can only be meant for an id."""


def check_beside(chain: Sequence[RulesetDecl], merged: RulesetDecl, sink: Sink) -> None:
    """Report mix-ins that a ruleset below refuses or has an option for, and rows that hide money.

    Args:
        chain: The files, those on top first.
        merged: What they come to.
        sink: Takes what is wrong.
    """
    layers = {file.source.sha256: number for number, file in enumerate(chain)}
    for mixin in chain:
        if mixin.mixin and mixin.variant is not None:
            id = mixin.variant
            refused = _refused(mixin, id, merged, layers, sink)
            if not refused and not _has_its_own(mixin, id, merged, layers, sink):
                _check_rows(mixin, merged, layers, sink)


def _refused(
    mixin: RulesetDecl, id: Ref, merged: RulesetDecl, layers: Mapping[str, int], sink: Sink
) -> bool:
    """Report a mix-in that what lies below refuses, with the option to choose or the reason."""
    for refusal in kept(merged.refuses):
        if refusal.id.id == id.id and refusal.text and _stands_below(mixin, refusal.origin, layers):
            text = refusal.text.value
            labels = (Label(refusal.id.span, "refused"),)
            word = chosen_instead(text)
            for key, given in (("set", merged.options), ("choose", merged.choices)):
                if word in {one.id.id for one in kept(given)}:
                    params = {"mixin": id.id, "option": word, key: word}
                    sink.error("KWX2298", id.span, labels=labels, **params)
                    return True
            params = {"mixin": id.id, "zh": text.zh, "en": text.en}
            sink.error("KWX2289", id.span, labels=labels, **params)
            return True
    return False


def chosen_instead(text: Words) -> str:
    """The option a refusal names, or would if there were one: a single word, else nothing.

    A reason stands in both languages, and these never are one and the same word.
    """
    return text.en if text.zh == text.en and _WORD.fullmatch(text.en) else ""


def _has_its_own(
    mixin: RulesetDecl, id: Ref, merged: RulesetDecl, layers: Mapping[str, int], sink: Sink
) -> bool:
    """Report an option, or a choice of each player, of the id or the name of a mix-in."""
    found = False
    for key, given in (("set", merged.options), ("choose", merged.choices)):
        for one in kept(given):
            if _stands_below(mixin, one.origin, layers) and _for_the_same(mixin, one):
                labels = (Label(one.id.span, "option"),)
                params = {"mixin": id.id, "option": one.id.id, key: one.id.id}
                sink.error("KWX2298", id.span, labels=labels, **params)
                found = True
    return found


def _below(mixin: RulesetDecl, span: Span, layers: Mapping[str, int]) -> bool:
    """Whether something stands in a file that a mix-in lies upon."""
    return layers.get(span.source.sha256, -1) > layers[mixin.source.sha256]


def _stands_below(mixin: RulesetDecl, origin: Origin, layers: Mapping[str, int]) -> bool:
    """The same, whatever the mix-in itself or one that lies higher changes of it."""
    return any(_below(mixin, span, layers) for span in (origin.span, *origin.overrode))


def _for_the_same(mixin: RulesetDecl, option: OptionDecl) -> bool:
    """Whether both have one id, or one name."""
    if mixin.variant is not None and mixin.variant.id == option.id.id:
        return True
    return bool(_names(None if mixin.name is None else mixin.name.value) & _names_of(option))


def _names_of(option: OptionDecl) -> set[str]:
    return _names(None if option.name is None else option.name.value)


def _names(words: Words | None) -> set[str]:
    return set() if words is None else {words.zh, words.en.casefold()}


def _check_rows(
    mixin: RulesetDecl, merged: RulesetDecl, layers: Mapping[str, int], sink: Sink
) -> None:
    """Look at the rows for a win that a mix-in has put before others."""
    table = next((table for table in merged.tables if table.kind == "pay.win"), None)
    if table is None or mixin.variant is None:
        return
    bodies = {one.id.id: one.body.value for one in kept(merged.defines) if one.body is not None}
    rows = kept(table.rows)
    for number, row in enumerate(rows):
        if row.result is None or row.result.origin.span.source is not mixin.source:
            continue
        own = set(_added(row, bodies))
        behind = [one for one in rows[number + 1 :] if _below(mixin, one.id.span, layers)]
        for other in behind:
            lost = [word for word in _added(other, bodies) if word not in own]
            if lost and other.result is not None:
                labels = (Label(other.result.origin.span, "added", {"word": lost[0]}),)
                params = {"mixin": mixin.variant.id, "row": row.id.id, "other": other.id.id}
                span = row.result.origin.span
                sink.add(
                    Diagnostic("KWX2299", span, {**params, "word": lost[0]}, labels, "warning")
                )
                break


def _added(row: RowDecl, bodies: Mapping[str, Expr]) -> Iterator[str]:
    """The words for added money in what a row has paid, definitions spelled out."""
    waiting = [] if row.result is None else [row.result.value]
    known: set[str] = set()
    while waiting:
        for name in free_names(waiting.pop()):
            parts = name.parts
            if (parts[1] if len(parts) > 1 else parts[0]) in _ADDED:
                yield ".".join(parts)
            elif len(parts) == 1 and parts[0] in bodies and parts[0] not in known:
                known.add(parts[0])
                waiting.append(bodies[parts[0]])
