"""What `trace` prints as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..trace.catalogue import read_catalogue
from ..trace.render_words import WORDS, count_rows, grouped, topic_of
from ..trace.shown import shown_by
from ..trace.view import counts
from .columns import hang, table, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..resolved.nodes import Words
    from ..trace.excuses import Excuse
    from ..trace.nodes import Carrier, Edition, Shown, Statement
    from ..trace.rules import Rule
    from ..trace.view import View
    from .settings import Settings

_WIDTH: Final = 80
_MOST_EXAMPLES: Final = 4
_COLUMNS: Final = ("document", "clauses", "distinct", "carried", "shown", "excused", "open")


def trace_lines(seen: View, settings: Settings) -> Iterator[str]:
    """What is to be seen, in lines."""
    return _Told(seen, settings).lines()


class _Told:
    def __init__(self, seen: View, settings: Settings) -> None:
        self.seen = seen
        self.settings = settings
        self.catalogue = read_catalogue()
        self.words = {key: settings.say(words) for key, words in WORDS.items()}

    def lines(self) -> Iterator[str]:
        if self.seen.whole:
            yield from self._counts()
        if self.seen.whole or not self.seen.editions:
            for statement in self.seen.statements:
                yield from self._statement(statement)
                yield ""
        for edition in self.seen.editions:
            yield from self._edition(edition)
            yield ""
        if self.seen.whole:
            left = [one.clause.id for one in self.seen.statements if one.state == "open"]
            if left:
                yield from hang(f"{self.words['neither']}: ", " ".join(left), _WIDTH).split("\n")

    def _counts(self) -> Iterator[str]:
        rows = [[self.words[key] for key in _COLUMNS]]
        rows += count_rows(counts(self.seen.statements), self.words["all"])
        yield from table(rows, right=frozenset(range(1, len(_COLUMNS))))
        yield ""

    def _statement(self, one: Statement) -> Iterator[str]:
        clause = one.clause
        place = " ".join(filter(None, (clause.document, clause.block, clause.section)))
        yield from wrap(
            f"{' '.join(one.clauses)}  {topic_of(clause, self.settings.lang)} · {place}", _WIDTH
        )
        if self.settings.lang == "zh":
            yield from self._entry("terms", clause.terms)
        yield from self._entry("says", clause.says)
        yield from self._entry("but", clause.difference)
        yield from self._entry("unclear", clause.ambiguous)
        for carrier in one.carriers:
            yield from self._entry("carried_by", self._carrier(carrier))
        yield from self._entry("sums_up", " ".join(one.parts))
        yield from self._entry("shown_by", self._examples(one.shown))
        if one.excuse is not None and one.state == "excused":
            yield from self._entry("no_rule", self._excuse(one.excuse))
            yield from self._entry("see", " ".join(one.excuse.see))
        for aside in one.set_aside:
            words = f"{aside.edition} {aside.golden}: {self._say(aside.why)}"
            yield from self._entry("aside", words)
        if one.state == "open":
            yield from self._entry(
                "open", self.words["neither" if self.seen.complete else "not_here"]
            )

    def _excuse(self, excuse: Excuse) -> str:
        kind = self._say(self.seen.trace.excuses.meaning(excuse.reason))
        return f"{self._say(excuse.why)} ({kind})"

    def _carrier(self, one: Carrier) -> str:
        where = f"{self.words['in']} {', '.join(one.editions)}"
        name = "" if one.name is None else f" {self._say(one.name)}"
        return f"{one.rule}{name} [{one.place}] {where}"

    def _examples(self, shown: Iterable[Shown], home: str = "") -> str:
        """A few of them; those that cite the clause come first."""
        ones = list(shown)
        names = grouped(ones[:_MOST_EXAMPLES], home)
        more = len(ones) - _MOST_EXAMPLES
        told = self.words["more"].format(count=more)
        return "; ".join([*names, told] if more > 0 else names)

    def _edition(self, edition: Edition) -> Iterator[str]:
        yield " ← ".join([f"{self._say(edition.name)} ({edition.id})", *edition.parents])
        if not self.seen.whole:
            for rule in edition.rules:
                yield from self._rule(rule, edition)
            return
        assumed = edition.assumed
        own = sum(rule.written == edition.id for rule in assumed)
        yield f"  {self.words['own'].format(count=len(assumed), own=own)}"
        for rule in assumed:
            yield from self._assumed(rule, f"  {rule.path} [{rule.place}] ")
        for rule in edition.unfounded:
            yield f"  {rule.path}: {self.words['nothing']}"

    def _rule(self, rule: Rule, edition: Edition) -> Iterator[str]:
        """A rule with the clauses it rests on and the examples that show those."""
        name = "" if rule.name is None else f"  {self._say(rule.name)}"
        yield f"  {rule.path}{name}  [{rule.place}]"
        for ref in rule.cites:
            clause = self.catalogue.get(ref.id)
            if clause is not None:
                words = clause.terms or clause.says if self.settings.lang == "zh" else clause.says
                yield from hang(f"    {ref.id} ", words, _WIDTH, 6).split("\n")
        if rule.assumed is not None:
            yield from self._assumed(rule, f"    {self.words['assumed']}: ")
        elif not rule.cites:
            yield f"    {self.words['nothing']}"
        shown = self._examples(shown_by(rule, edition), edition.id)
        if shown:
            yield from hang(f"    {self.words['shown_by']} ", shown, _WIDTH, 6).split("\n")

    def _assumed(self, rule: Rule, first: str) -> Iterator[str]:
        assert rule.assumed is not None
        yield from hang(first, self._say(rule.assumed), _WIDTH, 6).split("\n")

    def _entry(self, key: str, value: str) -> Iterator[str]:
        """What is empty is left out."""
        if value:
            yield from hang(f"  {self.words[key]}: ", value, _WIDTH, 6).split("\n")

    def _say(self, words: Words) -> str:
        return words.zh if self.settings.lang == "zh" else words.en
