"""A trace as one page that loads nothing."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from ..pages.markup import NOTHING, Html, anchor_of, element, joined, link, table
from ..pages.shell import contents, language_tag, page, section
from .render_words import WORDS, count_rows, grouped, topic_of
from .shown import shown_by
from .view import counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Literal

    from ..resolved.nodes import Words
    from .nodes import Carrier, Edition, Shown, Statement
    from .rules import Rule
    from .view import View

_MOST_EXAMPLES: Final = 6
_STYLE: Final = """
.clause { scroll-margin-top: 1rem; }
.clause header { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; }
.clause h4 { margin: 0; font-size: 1rem; }
.clause p { margin: .35rem 0; }
.clause dl { font-size: .9375rem; }
.clause dd > div + div { margin-top: .25rem; }
.clause a, td a, section p a { white-space: nowrap; }
.open { color: var(--warm); font-weight: 600; }
summary { cursor: pointer; padding: .35rem 0; }
details details { margin-left: .2rem; }
@media (max-width: 36rem) {
  .stacks td:has(> div:empty) { display: none; }
}
"""


def trace_page(seen: View, lang: Literal["en", "zh"]) -> str:
    """The page of what is to be seen."""
    return _Page(seen, lang).whole()


class _Page:
    def __init__(self, seen: View, lang: Literal["en", "zh"]) -> None:
        self.seen = seen
        self.lang: Literal["en", "zh"] = lang
        self.anchors = {id_ for one in seen.statements for id_ in one.clauses}

    def whole(self) -> str:
        title = self.word("title")
        parts: list[tuple[str, str, Html]] = []
        if self.seen.whole:
            parts.append(("summary", self.word("summary"), self._summary()))
        parts += [
            (anchor_of("edition", one.id), self.say(one.name), self._edition(one))
            for one in self.seen.editions
        ]
        for document, ones in groupby(self.seen.statements, _document):
            name = f"{self.word('document')} {document}" if document else self.word("live")
            body = joined(self._statement(one) for one in ones)
            parts.append((anchor_of("document", document or "live"), name, body))
        menu = contents(self.word("contents"), [(anchor, name) for anchor, name, _ in parts])
        sections = [section(anchor, name, body) for anchor, name, body in parts]
        header = element("header", element("h1", title), element("p", self.word("about")))
        return page(title, self.lang, header, menu, element("main", *sections), style=_STYLE)

    def word(self, key: str) -> str:
        return WORDS[key][self.lang == "zh"]

    def say(self, words: Words) -> str:
        return words.zh if self.lang == "zh" else words.en

    def _summary(self) -> Html:
        rows = count_rows(counts(self.seen.statements), self.word("all"))
        names = ("document", "clauses", "distinct", "carried", "shown", "excused", "open")
        counted = table([self.word(name) for name in names], rows, numbers=range(1, 7))
        left = [one.clause.id for one in self.seen.statements if one.state == "open"]
        gaps = joined((self._clause(id_) for id_ in left), " ")
        told = element("p", self.word("neither"), ": ", gaps, class_="open") if left else NOTHING
        return joined([counted, self._reasons(), told])

    def _reasons(self) -> Html:
        """Why clauses have no rule, and which they are."""
        return joined(
            element(
                "details",
                element("summary", f"{self.say(one.meaning)} ({len(ids)})"),
                element("p", joined(map(self._clause, ids), " ")),
            )
            for one in self.seen.trace.excuses.reasons
            for ids in [
                [
                    id_
                    for statement in self.seen.statements
                    if statement.state == "excused"
                    and statement.excuse is not None
                    and statement.excuse.reason == one.word
                    for id_ in statement.clauses
                ]
            ]
            if ids
        )

    def _statement(self, one: Statement) -> Html:
        clause = one.clause
        anchors = [element("span", id=anchor_of(other.id)) for other in one.again]
        state = "open" if one.state == "open" else "badge"
        label = self.word("not_here" if self._elsewhere(one) else one.state)
        head = element(
            "header",
            element("h4", " ".join(one.clauses)),
            element("span", label, class_=state),
            element("span", topic_of(clause, self.lang), " · ", _place(one), class_="muted small"),
        )
        terms = element("p", clause.terms, lang=language_tag("zh"))
        says = element("p", clause.says, lang="en")
        rows = element("dl", *self._rows(one))
        return element(
            "article",
            *(*anchors, head, terms if clause.terms else NOTHING, says, rows),
            id=anchor_of(clause.id),
            class_="clause panel",
        )

    def _elsewhere(self, one: Statement) -> bool:
        """Whether nothing can be said of it, because not all rulesets were looked at."""
        return one.state == "open" and not self.seen.complete

    def _rows(self, one: Statement) -> Iterator[Html]:
        clause = one.clause
        yield from self._row("but", [clause.difference] if clause.difference else [])
        yield from self._row("unclear", [clause.ambiguous] if clause.ambiguous else [])
        yield from self._row("carried_by", map(self._carrier, one.carriers))
        yield from self._row(
            "sums_up", [joined(map(self._clause, one.parts), " ")][: len(one.parts)]
        )
        yield from self._row("shown_by", self._examples(one.shown))
        if one.excuse is not None and one.state == "excused":
            see = joined(map(self._clause, one.excuse.see), " ")
            yield from self._row("no_rule", [self.say(one.excuse.why), *([see] if see else [])])
        aside = [f"{one.edition} {one.golden}: {self.say(one.why)}" for one in one.set_aside]
        yield from self._row("aside", aside)

    def _row(self, key: str, values: Iterable[str]) -> Iterator[Html]:
        """What is empty is left out."""
        cells = [element("div", value) for value in values]
        if cells:
            yield element("dt", self.word(key))
            yield element("dd", *cells)

    def _carrier(self, one: Carrier) -> Html:
        name = NOTHING if one.name is None else joined([" ", self.say(one.name)])
        where = joined([" ", self.word("in"), " ", ", ".join(one.editions)])
        place = element("span", f" {one.place}", class_="muted small")
        return joined([element("code", one.rule), name, where, place])

    def _examples(self, shown: Iterable[Shown], home: str = "") -> list[str]:
        ones = list(shown)
        named = grouped(ones[:_MOST_EXAMPLES], home)
        more = len(ones) - _MOST_EXAMPLES
        told = [self.word("more").format(count=more)] if more > 0 else []
        return ["; ".join([*named, *told])] if ones else []

    def _edition(self, edition: Edition) -> Html:
        line = " ← ".join([edition.id, *edition.parents])
        assumed = edition.assumed
        own = sum(rule.written == edition.id for rule in assumed)
        count = self.word("own").format(count=len(assumed), own=own)
        head = [self.word("rule"), self.word("rests_on"), self.word("assumed")]
        rows = [self._rule(rule, edition) for rule in edition.rules]
        return joined(
            [
                element("p", line, class_="muted"),
                element("details", element("summary", count), table(head, rows, stacks=True)),
            ]
        )

    def _rule(self, rule: Rule, edition: Edition) -> list[str]:
        name = NOTHING if rule.name is None else joined([" ", self.say(rule.name)])
        place = element("div", rule.place, class_="muted small")
        shown = self._examples(shown_by(rule, edition), edition.id)
        examples = [element("div", one, class_="small") for one in shown]
        cites = joined((self._clause(ref.id) for ref in rule.cites), " ")
        nothing = element("span", self.word("nothing"), class_="open")
        grounded = rule.cites or rule.assumed is not None
        return [
            joined([element("code", rule.path), name, place, *examples]),
            cites if grounded else nothing,
            "" if rule.assumed is None else self.say(rule.assumed),
        ]

    def _clause(self, id_: str) -> Html:
        return link(anchor_of(id_), id_) if id_ in self.anchors else element("span", id_)


def _document(one: Statement) -> str:
    return "" if one.clause.live else one.clause.document


def _place(one: Statement) -> str:
    clause = one.clause
    return " ".join(filter(None, (clause.document, clause.block, clause.section)))
