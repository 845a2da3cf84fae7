"""The reference of the language in both languages: what it shows is so, its tables are in step.

``pytest --update`` writes the generated tables anew.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import pytest

from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.core import definitions, environment
from kawuxing.compiler.core.check import check as check_expression
from kawuxing.compiler.core.check_values import MAX_CASES
from kawuxing.compiler.core.environment import describe
from kawuxing.compiler.core.from_resolved import environment_of
from kawuxing.compiler.core.vocabulary import ALL_SCOPES, vocabulary
from kawuxing.compiler.diagnostics import catalogue
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset, resolve_variant
from kawuxing.compiler.examples.run import run_examples
from kawuxing.compiler.interpret.evaluate import truth
from kawuxing.compiler.interpret.judge import all_options, judge, tile_set
from kawuxing.compiler.source import limits as yaml_limits
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.surface import expression, expressions, keys
from kawuxing.compiler.surface.expression import parse_expression
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.horses import MAX_HORSES
from kawuxing.runtime.notation import parse_hand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kawuxing.compiler.core.nodes import Core, Expr
    from kawuxing.compiler.core.vocabulary import Term
    from kawuxing.compiler.resolved.nodes import Ruleset

Lang: TypeAlias = Literal["en", "zh"]

GRAMMAR = Path(str(resources.files("kawuxing.grammar")))
PAGES: dict[Lang, Path] = {"en": GRAMMAR / "LANGUAGE.md", "zh": GRAMMAR / "LANGUAGE.zh.md"}
LANGS: tuple[Lang, ...] = ("en", "zh")
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HEADING = {
    "kawuxing": "1",
    "variant": "example",
    "name": "{zh: 例子, en: Example}",
    "extends": "hubei",
}


class Block(NamedTuple):
    """A fenced block: its kind, what stands behind the kind, and its text."""

    kind: str
    about: str
    text: str


def page(lang: Lang) -> str:
    return PAGES[lang].read_text("utf-8")


def blocks(lang: Lang, kind: str) -> list[Block]:
    found = [Block(*match.groups()) for match in BLOCK.finditer(page(lang))]
    return [block for block in found if block.kind == kind]


def lines(kind: str) -> list[tuple[str, str, str]]:
    """What each line of the blocks of a kind claims: about, before the arrow, behind it."""
    found = []
    for block in blocks("en", kind):
        for line in block.text.splitlines():
            shown, _, claimed = line.partition("→")
            found.append((block.about.strip(), shown.strip(), claimed.strip()))
    return found


def test_the_two_pages_show_the_same() -> None:
    shown = [BLOCK.findall(page(lang)) for lang in LANGS]
    assert len(shown[0]) > 25
    assert shown[0] == shown[1]
    english, chinese = (re.findall(r"^#+ (?=\S)", page(lang), re.MULTILINE) for lang in LANGS)
    assert english == chinese


def complete(fragment: str) -> str:
    """A piece of a file under the heading that every file needs."""
    if fragment.startswith("kawuxing:"):
        return fragment
    written = set(re.findall(r"^(\w+):", fragment, re.MULTILINE))
    return "".join(f"{key}: {HEADING[key]}\n" for key in HEADING if key not in written) + fragment


YAML = blocks("en", "yaml")


@pytest.mark.parametrize("block", YAML, ids=lambda block: block.text.splitlines()[0])
def test_rulesets_are_sound_or_have_the_error_named(block: Block) -> None:
    sink = Sink()
    ruleset = resolve_variant(complete(block.text), None, sink)
    core = None if ruleset is None else check(ruleset, sink)
    codes = block.about.strip().removeprefix("error=").split(",")
    assert {found.code for found in sink.diagnostics} == set(filter(None, codes))
    if core is not None:
        outcomes = list(run_examples(core, run_module(compile_core(core))))
        assert [outcome.example.id for outcome in outcomes if not outcome.passed] == []
        assert len(outcomes) == block.text.count("expect:")


@cache
def base() -> Ruleset:
    return load_ruleset("hubei")


def typed(text: str, scope: str = "fan") -> tuple[Expr | None, list[str]]:
    source, sink = SourceText.of(text), Sink()
    env = replace(environment_of(base(), sink), scope=scope)
    parsed = parse_expression(text, lambda start, end: Span(source, start, end), sink)
    assert parsed is not None
    expr = check_expression(parsed, env)
    return expr, [found.code for found in sink.diagnostics]


@pytest.mark.parametrize(("scope", "text", "claimed"), lines("expressions"))
def test_expressions_have_the_type_or_the_error_named(scope: str, text: str, claimed: str) -> None:
    expr, codes = typed(text, scope or "fan")
    if claimed.startswith("KWX"):
        assert codes == [claimed]
    else:
        assert codes == []
        assert expr is not None
        assert describe(expr.type) == claimed


@cache
def core_of(variant: str) -> Core:
    core = check(load_ruleset(variant), Sink())
    assert core is not None
    return core


@pytest.mark.parametrize(("about", "text", "claimed"), lines("hands"))
def test_hands_are_worth_what_is_claimed(about: str, text: str, claimed: str) -> None:
    variant, _, asked = about.partition(" asked ")
    core = core_of(variant)
    hand = parse_hand(text, tile_set(core.ruleset.seating))
    verdict = judge(core, hand, won("self_draw"), all_options(core, {}))
    assert verdict is not None
    if asked:
        expr, _ = typed(asked)
        assert expr is not None
        assert str(truth(expr, verdict.best.scene)).lower() == claimed
    else:
        value, *fans = claimed.split()
        assert verdict.best.value == int(value)
        assert {fan for fan, _ in verdict.best.fans} == set(fans)


def test_every_kind_of_block_is_tried() -> None:
    kinds = {kind for kind, _, _ in BLOCK.findall(page("en"))}
    assert kinds == {"yaml", "expressions", "hands"}


@pytest.mark.parametrize("lang", LANGS)
def test_codes_and_keys_exist(lang: Lang) -> None:
    text = page(lang)
    assert set(re.findall(r"KWX\d{4}", text)) <= set(catalogue.all_codes())
    section = text.split("\n## ")[2]
    assert tuple(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == keys.TOP


@pytest.mark.parametrize("lang", LANGS)
def test_links_lead_somewhere(lang: Lang) -> None:
    text = page(lang)
    anchors = {
        re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^##+ (.*)$", text, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in anchors
        else:
            assert (GRAMMAR / target).exists()


# The generated tables.

WORDS: dict[Lang, dict[str, str]] = {
    "en": {
        "name": "name", "type": "type", "where": "where", "means": "means", "element": "elements",
        "absent": ", or absent", "everywhere": "everywhere", "hands": "hands",
        "names": "Names", "lists": "Lists", "questions": "What may be asked of what",
        "functions": "Functions", "words": "Words",
        "limit": "limit", "most": "at most", "code": "code",
    },
    "zh": {
        "name": "名字", "type": "类型", "where": "用在", "means": "意思", "element": "元素",
        "absent": "，可能没有", "everywhere": "到处", "hands": "手牌",
        "names": "名字", "lists": "列表", "questions": "各样东西可以问什么",
        "functions": "函数", "words": "词",
        "limit": "限制", "most": "至多", "code": "代码",
    },
}  # fmt: skip
SECTIONS = {"fan": "fans"}
OF_HANDS = ("fan", "cap", "points", "may_win", "pay.win", "pay.also")
ELEMENTS: dict[str, tuple[str, str]] = {
    "set": ("a set", "一副"),
    "pair": ("the `pair`", "`pair`"),
    "win": ("`win`", "`win`"),
    "kind": ("a kind", "一种牌"),
    "suit_view": ("a suit", "一门"),
    "tile": ("a `tile`", "`tile`"),
}
"""The records that have a table of their own; of the others every attribute is a name."""
DRAGONS = (("red", "7z"), ("green", "6z"), ("white", "5z"))


def table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    all_rows = [header, ("---",) * len(header), *rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in all_rows)


def grouped(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def type_text(term: Term, lang: Lang) -> str:
    plain = f"{term.low}–{grouped(term.high)}" if term.type == "int" else f"`{term.type}`"
    return plain + (WORDS[lang]["absent"] if term.optional else "")


def scopes_text(term: Term, lang: Lang) -> str:
    if term.scopes == ALL_SCOPES:
        return WORDS[lang]["everywhere"]
    shown = [f"`{SECTIONS.get(scope, scope)}`" for scope in term.scopes]
    if term.scopes[: len(OF_HANDS)] == OF_HANDS:
        shown[: len(OF_HANDS)] = [WORDS[lang]["hands"]]
    return ", ".join(shown)


def meaning(term: Term, lang: Lang) -> str:
    return term.zh if lang == "zh" else term.en


def row_of(term: Term, lang: Lang, type_: str | None = None) -> tuple[str, ...]:
    shown = type_ or type_text(term, lang)
    return (f"`{term.name}`", shown, scopes_text(term, lang), meaning(term, lang))


def vocabulary_text(lang: Lang) -> str:
    found, word = vocabulary(), WORDS[lang]
    columns = (word["name"], word["type"], word["where"], word["means"])
    names: list[Term] = []
    for term in found.names.values():
        attributes = found.records.get(term.type, {})
        names += [term] if term.type in ELEMENTS or not attributes else attributes.values()
    parts = [f"### {word['names']}\n\n", table(columns, [row_of(term, lang) for term in names])]
    lists = [row_of(term, lang, ELEMENTS[term.type][lang == "zh"]) for term in found.lists.values()]
    columns = (word["name"], word["element"], word["where"], word["means"])
    parts += [f"\n### {word['lists']}\n\n", table(columns, lists)]
    parts.append(f"\n### {word['questions']}\n")
    for record, titles in ELEMENTS.items():
        rows = [
            (f"`.{name}`", type_text(term, lang), meaning(term, lang))
            for name, term in found.records[record].items()
        ]
        parts.append("\n" + table((titles[lang == "zh"], word["type"], word["means"]), rows))
    parts += [f"\n### {word['functions']}\n\n", _functions(lang)]
    parts += [f"\n### {word['words']}\n\n", _words(lang)]
    return "".join(parts)


def _functions(lang: Lang) -> str:
    word = WORDS[lang]
    rows = [
        (f"`{name}`", scopes_text(term, lang), meaning(term, lang))
        for name, term in vocabulary().functions.items()
    ]
    return table((word["name"], word["where"], word["means"]), rows)


def _words(lang: Lang) -> str:
    word = WORDS[lang]
    rows = [
        (f"`{name}`", ", ".join(f"`{one}`" for one in members))
        for name, members in vocabulary().words.items()
    ]
    rows.append(("`tile`", ", ".join(f"`{name}` = `{tile}`" for name, tile in DRAGONS)))
    return table((word["type"], word["words"]), rows)


class Limit(NamedTuple):
    en: str
    zh: str
    most: int
    code: str


LIMITS = [
    Limit("bytes of a file", "文件的字节数", yaml_limits.MAX_BYTES, "KWX1001"),
    Limit(
        "mappings and lists inside one another",
        "映射和列表的层数",
        yaml_limits.MAX_DEPTH,
        "KWX1002",
    ),
    Limit("keys and values of a file", "文件里键和值的个数", yaml_limits.MAX_NODES, "KWX1003"),
    Limit("files of a chain of `extends`", "`extends` 一串文件的个数", keys.MAX_CHAIN, "KWX2231"),
    Limit("mix-ins of a file", "一个文件用的附加规则", keys.MAX_USES, "KWX2219"),
    Limit("mix-ins it refuses", "一个文件不收的附加规则", keys.MAX_REFUSES, "KWX2219"),
    Limit("letters of an id", "id 的字母数", keys.MAX_ID, "KWX2210"),
    Limit("characters of a name", "名字的字数", keys.MAX_NAME, "KWX2216"),
    Limit("characters of a note or a reason", "注释或理由的字数", keys.MAX_TEXT, "KWX2216"),
    Limit("fans", "番种", keys.MAX_FANS, "KWX2219"),
    Limit("options", "选项", keys.MAX_OPTIONS, "KWX2219"),
    Limit("choices", "选择", keys.MAX_CHOICES, "KWX2219"),
    Limit("carried numbers", "带到下一局的数", keys.MAX_CARRIED, "KWX2219"),
    Limit("values of a carried number", "这样的数的值", keys.MAX_CARRIED_VALUES, "KWX2267"),
    Limit("tiles turned for a winner", "一人胡牌后翻的马", MAX_HORSES, "KWX2309"),
    Limit("presets", "预设", keys.MAX_PRESETS, "KWX2219"),
    Limit("definitions", "定义", keys.MAX_DEFINES, "KWX2219"),
    Limit("rows of a table", "表的行数", keys.MAX_ROWS, "KWX2219"),
    Limit("examples", "例子", keys.MAX_EXAMPLES, "KWX2219"),
    Limit("items of a list", "列表的项数", keys.MAX_ITEMS, "KWX2219"),
    Limit("characters of an expression", "表达式的字数", expression.MAX_LENGTH, "KWX2002"),
    Limit("words of an expression", "表达式的词数", expression.MAX_WORDS, "KWX2003"),
    Limit("levels of an expression", "表达式的层数", expressions.MAX_DEPTH, "KWX2004"),
    Limit(
        "levels of an expression with its definitions spelled out",
        "把定义写开之后表达式的层数",
        expressions.MAX_DEPTH,
        "KWX2434",
    ),
    Limit(
        "names, values and operators of all rules with their definitions spelled out",
        "把定义写开之后所有规则里名字、值、运算符的个数",
        definitions.MAX_PARTS,
        "KWX2435",
    ),
    Limit("pairs of values in one comparison", "一次比较里成对的值", MAX_CASES, "KWX2436"),
    Limit("a written number", "写出的数", expression.MAX_NUMBER, "KWX2005"),
    Limit("a product of fans", "番数之积", environment.PRODUCT_LIMIT, "KWX2303"),
    Limit("any other value", "其他的值", environment.VALUE_LIMIT, "KWX2421"),
]


def limits_text(lang: Lang) -> str:
    word = WORDS[lang]
    rows = [
        (limit.zh if lang == "zh" else limit.en, grouped(limit.most), limit.code)
        for limit in LIMITS
    ]
    return table((word["limit"], word["most"], word["code"]), rows)


def with_tables(text: str, lang: Lang) -> str:
    for name, made in (("vocabulary", vocabulary_text(lang)), ("limits", limits_text(lang))):
        begin, end = f"<!-- {name} -->\n", "<!-- end -->\n"
        before, mark, rest = text.partition(begin)
        _, closing, after = rest.partition(end)
        assert mark
        assert closing
        text = f"{before}{begin}{made}{end}{after}"
    return text


@pytest.mark.parametrize("lang", LANGS)
def test_the_tables_are_in_step(lang: Lang, update: bool) -> None:
    wanted = with_tables(page(lang), lang)
    if update:
        PAGES[lang].write_text(wanted, "utf-8")
    assert page(lang) == wanted


def test_every_limit_has_its_code() -> None:
    assert {limit.code for limit in LIMITS} <= set(catalogue.all_codes())
