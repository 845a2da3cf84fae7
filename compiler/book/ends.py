"""The end of the book: what is assumed, the clauses of the sources, and a glossary."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from ..clause_texts import find_clause
from ..diagnostics.report import Sink
from ..source.text import SourceText
from ..source.yaml_nodes import Mapping, Scalar, Sequence, read_yaml
from .document import Code, Grid, GridRow, Paragraph, Quiet, Section, To, joined, stacked
from .naming import cited, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..source.yaml_nodes import Node
    from .document import Line
    from .shown import Town
    from .voice import Pair, Voice

_REMOVED = ("Not played here", "这里不打的")
_REMOVED_INTRO: Pair = (
    "These rules of {parents} are not taken over.",
    "{parents} 的这些规则没有沿用。",
)
_REMOVED_HEAD: Final[tuple[Pair, ...]] = (("Rule", "规则"), ("Rests on", "依据"))
_ASSUMPTIONS = ("What is assumed", "推定")
_ASSUMPTIONS_INTRO = (
    "Where no clause of the sources decides, this is how the rules are taken.",
    "出处没有明文的地方，规则这样取。",
)
_ASSUMED_HEAD: Final[tuple[Pair, ...]] = (("Of", "所属"), ("Assumed", "推定"))
_CLAUSES = ("Clauses of the sources", "依据的条文")
_CLAUSES_INTRO = (
    "What the clauses state, in our own words, and where this book rests on them.",
    "条文的用语和大意（大意为英文），以及本书哪些地方以它为依据。",
)
_CLAUSE_HEAD: Final[tuple[Pair, ...]] = (
    ("Clause", "条文"),
    ("States", "内容"),
    ("Carries", "用于"),
)
_GLOSSARY = ("Glossary", "名词对照")
_WORD_HEAD: Final[tuple[Pair, ...]] = (
    ("Chinese", "中文"),
    ("English", "英文"),
    ("Also called", "别名"),
)
_EXAMPLE: Pair = ("example {id}", "例 {id}")
_NO_RULE = ("No single rule", "不属某一条规则")


def removals(town: Town, voice: Voice) -> Section | None:
    """What of the rules this town's go back to is not played here."""
    ruleset = town.core.ruleset
    if not ruleset.removed:
        return None
    names = {f"{one.group}.{one.id}": (one.en, one.zh) for one in _words()}
    rows = []
    for gone in ruleset.removed:
        name = voice.say(names.get(gone.path, ("", "")))
        cells: tuple[Line, ...] = (
            stacked((name,) if name else (), (Code(gone.path),)),
            stacked(
                cited(gone.basis, voice),
                (voice.words(gone.basis.assumed),) if gone.basis.assumed else (),
            ),
        )
        rows.append(GridRow(cells, voice.anchor("removed", gone.path)))
    head = tuple(voice.say(one) for one in _REMOVED_HEAD)
    intro = Paragraph((voice.say(_REMOVED_INTRO, parents=voice.listed(ruleset.parents)),))
    blocks = (intro, Grid(head, tuple(rows)))
    return Section(voice.anchor("removals"), voice.say(_REMOVED), blocks)


def assumptions(town: Town, voice: Voice) -> Section | None:
    """Everything assumed: points of their own, then those of rules."""
    rows = [
        GridRow(
            (
                (voice.say(_NO_RULE),),
                (voice.words(one.text), *_cited([ref.id for ref in one.cites], voice)),
            ),
            voice.anchor("assumption", one.id),
        )
        for one in town.core.ruleset.assumptions
    ]
    rows += [
        GridRow(((To(anchor, name),), (voice.words(basis.assumed),)))
        for anchor, name, basis in places(town, voice)
        if basis.assumed is not None
    ]
    if not rows:
        return None
    head = tuple(voice.say(one) for one in _ASSUMED_HEAD)
    blocks = (Paragraph((voice.say(_ASSUMPTIONS_INTRO),)), Grid(head, tuple(rows)))
    return Section(voice.anchor("assumptions"), voice.say(_ASSUMPTIONS), blocks)


def _cited(ids: Iterable[str], voice: Voice) -> Line:
    links = [(To(voice.anchor("clause", id_), id_),) for id_ in ids]
    return (" (", *joined(links, voice.comma), ")") if links else ()


def clauses(town: Town, voice: Voice) -> Section | None:
    """The clauses that are cited, each with the way back to what rests on it."""
    uses: dict[str, dict[To, None]] = defaultdict(dict)
    for id_, place in _uses(town, voice):
        uses[id_][place] = None
    if not uses:
        return None
    rows = tuple(_clause(id_, tuple(uses[id_]), voice) for id_ in sorted(uses))
    head = tuple(voice.say(one) for one in _CLAUSE_HEAD)
    blocks = (Paragraph((voice.say(_CLAUSES_INTRO),)), Grid(head, rows))
    return Section(voice.anchor("clauses"), voice.say(_CLAUSES), blocks)


def _uses(town: Town, voice: Voice) -> Iterator[tuple[str, To]]:
    """Each clause with each place that cites it."""
    for anchor, name, basis in places(town, voice):
        for ref in basis.cites:
            yield ref.id, To(anchor, name)
    for assumption in town.core.ruleset.assumptions:
        for ref in assumption.cites:
            place = To(voice.anchor("assumption", assumption.id), voice.say(_ASSUMPTIONS))
            yield ref.id, place
    for example in town.core.ruleset.examples:
        for ref in example.cites:
            name = voice.say(_EXAMPLE, id=example.id)
            yield ref.id, To(voice.anchor("example", example.id), name)


def _clause(id_: str, uses: tuple[To, ...], voice: Voice) -> GridRow:
    clause = find_clause(id_)
    says = "" if clause is None else clause.says
    terms = "" if clause is None else clause.terms
    text: Line = (says,)
    if voice.lang == "zh" and terms:
        text = stacked((terms,), (Quiet(says),))
    back = joined([(one,) for one in uses], voice.comma)
    return GridRow(((id_,), text, back), voice.anchor("clause", id_))


class Word(NamedTuple):
    """An entry of the glossary."""

    group: str
    id: str
    zh: str
    en: str
    aliases: tuple[str, ...]


def glossary(town: Town, voice: Voice) -> Section:
    """What things are called in both languages; of fans only those of this book."""
    fans = set(town.core.order)
    rows = tuple(
        GridRow(((one.zh,), (one.en,), (voice.listed(one.aliases),)))
        for one in _words()
        if one.group != "fans" or one.id in fans
    )
    head = tuple(voice.say(one) for one in _WORD_HEAD)
    return Section(voice.anchor("glossary"), voice.say(_GLOSSARY), (Grid(head, rows),))


@cache
def _words() -> tuple[Word, ...]:
    text = files("kawuxing.grammar").joinpath("glossary.yaml").read_text("utf-8")
    root = read_yaml(SourceText.of(text, "glossary.yaml"), Sink())
    assert isinstance(root, Mapping)
    return tuple(
        _word(group.key.text, entry)
        for group in root.entries
        if isinstance(group.value, Sequence)
        for entry in group.value.items
    )


def _word(group: str, node: Node) -> Word:
    assert isinstance(node, Mapping)
    at = {entry.key.text: entry.value for entry in node.entries}
    texts = {key: value.text for key, value in at.items() if isinstance(value, Scalar)}
    aliases = at.get("aliases")
    also = aliases.items if isinstance(aliases, Sequence) else ()
    names = tuple(one.text for one in also if isinstance(one, Scalar))
    return Word(group, texts["id"], texts["zh"], texts["en"], names)
