"""A town's rulebook in one language, section by section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .choices import options, terms
from .course import course
from .decisions import paying, winning
from .document import Book
from .ends import assumptions, clauses, glossary, removals
from .fans import fans, glance
from .overview import reckoning, table
from .voice import Voice
from .worked import examples

if TYPE_CHECKING:
    from .shown import Town
    from .voice import Lang

_CONTENTS = ("Contents", "目录")
_COLOPHON = (
    "Written by kawuxing from the ruleset {variant}; every figure in it is reckoned by the rules "
    "themselves.",
    "由 kawuxing 据规则 {variant} 写成；书中每个数目都由规则算出。",
)
_TITLE = ("Rulebook of {name}", "{name}规则")


def rulebook(town: Town, lang: Lang) -> Book:
    """The whole book."""
    voice, ruleset = Voice(lang), town.core.ruleset
    sections = (
        table(town, voice),
        glance(town, voice),
        reckoning(town, voice),
        fans(town, voice),
        winning(town, voice),
        paying(town, voice),
        course(town, voice),
        options(town, voice),
        terms(town, voice),
        examples(town, voice),
        removals(town, voice),
        assumptions(town, voice),
        clauses(town, voice),
        glossary(town, voice),
    )
    other = ruleset.name.en if lang == "zh" else ruleset.name.zh
    name = voice.words(ruleset.name)
    return Book(
        lang,
        voice.anchor("book"),
        voice.say(_TITLE, name=name),
        "" if other == name else other,
        voice.say(_CONTENTS),
        tuple(one for one in sections if one is not None),
        voice.say(_COLOPHON, variant=ruleset.id),
    )
