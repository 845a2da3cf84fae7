"""What is said about expressions that are none, and where.

In the tables the carets stand under the characters a finding points at; a `|` is a place between
two characters, `~` marks those of a label.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from kawuxing.compiler.diagnostics.report import Diagnostic, Sink, Value
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.surface.expression import MAX_UNKNOWN, parse_expression

ROOT = Path(__file__).parents[4]
PAGES = ROOT / "compiler" / "diagnostics" / "pages"


def findings(text: str) -> tuple[Diagnostic, ...]:
    source, sink = SourceText.of(text), Sink()
    expr = parse_expression(text, lambda start, end: Span(source, start, end), sink)
    assert (expr is None) == sink.failed
    return sink.diagnostics


def only(text: str) -> Diagnostic:
    (found,) = findings(text)
    return found


class Wrong(NamedTuple):
    text: str
    marks: str
    code: str
    params: dict[str, Value] = {}  # noqa: RUF012 - never changed
    fix: str | None = None

    def place(self) -> tuple[int, int]:
        if "|" in self.marks:
            return self.marks.index("|"), self.marks.index("|")
        return self.marks.index("^"), self.marks.rindex("^") + 1

    def label_places(self) -> list[tuple[int, int]]:
        return [match.span() for match in re.finditer("~+", self.marks)]


def check(wrong: Wrong) -> None:
    found = only(wrong.text)
    assert found.span is not None
    assert found.code == wrong.code
    assert (found.span.start, found.span.end) == wrong.place()
    assert [(label.span.start, label.span.end) for label in found.labels] == wrong.label_places()
    assert dict(found.params) == wrong.params
    assert found.fix == wrong.fix


def spelt(
    before: str, wrong: str, after: str, instead: str, code: str = "KWX2010", marked: str = "^"
) -> Wrong:
    """A wrong word with what stands before and after it, and what to write."""
    marks = " " * len(before) + marked * len(wrong)
    return Wrong(before + wrong + after, marks, code, {"found": wrong, "instead": instead}, instead)


SPELLINGS = [
    *(spelt("a ", wrong, " b", right) for wrong, right in [
        ("&&", "and"), ("&", "and"), ("AND", "and"), ("And", "and"), ("||", "or"), ("|", "or"),
        ("OR", "or"), ("<>", "!="), ("===", "=="), ("!==", "!="), ("=<", "<="), ("=>", ">="),
        ("≤", "<="), ("≥", ">="), ("≠", "!="), ("×", "*"), ("÷", "//"), ("−", "-"), ("–", "-"),
        ("∧", "and"), ("∨", "or"), ("∈", "in"), ("∉", "not in"), ("^", "**"), ("is", "=="),
        ("且", "and"), ("并且", "and"), ("或者", "or"), ("等于", "=="), ("大于等于", ">="),
        ("＆＆", "and"), ("｜｜", "or"), ("IF", "if"),
    ]),
    *(spelt("", wrong, "a", right) for wrong, right in [
        ("!", "not"), ("~", "not"), ("¬", "not"), ("！", "not"),
    ]),
    *(spelt("a == ", wrong, "", right) for wrong, right in [
        ("TRUE", "true"), ("FALSE", "false"), ("null", "none"), ("NULL", "none"), ("NONE", "none"),
        ("5P", "5p"), ("7Z", "7z"), ("五筒", "5p"), ("五饼", "5p"), ("5饼", "5p"), ("5筒", "5p"),
        ("九条", "9s"), ("九索", "9s"), ("9条", "9s"), ("一万", "1m"), ("1萬", "1m"),
        ("红中", "7z"), ("中", "7z"), ("发财", "6z"), ("发", "6z"), ("白板", "5z"), ("白", "5z"),
        ("🀙", "1p"), ("🀘", "9s"), ("🀇", "1m"), ("🀄", "7z"), ("🀅", "6z"), ("🀆", "5z"),
    ]),
    *(spelt("max", wrong, "a)", right, "KWX2013") for wrong, right in [("（", "(")]),
    *(spelt("a ", wrong, " b", right, "KWX2013") for wrong, right in [
        ("＞", ">"), ("＜", "<"), ("＋", "+"), ("－", "-"), ("＊", "*"), ("％", "%"),
        ("＝＝", "=="), ("！＝", "!="), ("＞＝", ">="), ("，", ","), ("、", ","), ("）", ")"),
        ("［", "["), ("【", "["), ("】", "]"), ("ａｎｄ", "and"),
    ]),
    *(spelt("a == ", wrong, "", right, "KWX2013") for wrong, right in [
        ("５ｐ", "5p"), ("５p", "5p"), ("１６", "16"), ("ｗｉｎ", "win"), ("win．tile", "win.tile"),
    ]),
]  # fmt: skip

WORDS = [
    Wrong("a = 3", "  ^", "KWX2011", {"found": "="}, "=="),
    Wrong("f(x=1)", "   ^", "KWX2011", {"found": "="}, "=="),
    Wrong("a=-1", " ^", "KWX2011", {"found": "="}, "=="),
    Wrong("a += 3", "  ^^", "KWX2011", {"found": "+="}),
    Wrong("a := 3", "  ^^", "KWX2011", {"found": ":="}),
    Wrong("a **= 3", "  ^^^", "KWX2011", {"found": "**="}),
    Wrong("a / 2", "  ^", "KWX2012", {"found": "/"}, "//"),
    Wrong("a/2", " ^", "KWX2012", {"found": "/"}, "//"),
    Wrong("a　and b", " ^", "KWX2014", {"found": "U+3000"}),
    Wrong("a\xa0and b", " ^", "KWX2014", {"found": "U+00A0"}),
    Wrong("a\u200b and b", " ^", "KWX2014", {"found": "U+200B"}),
    Wrong("a \x07", "  ^", "KWX2014", {"found": "U+0007"}),
    Wrong("a @ b", "  ^", "KWX2015", {"found": "@"}),
    Wrong("$a", "^", "KWX2015", {"found": "$"}),
    Wrong("a; b", " ^", "KWX2015", {"found": ";"}),
    Wrong("a：b", " ^", "KWX2015", {"found": "："}),
    Wrong("a: b", " ^", "KWX2015", {"found": ":"}),
    Wrong("a << 2", "  ^^", "KWX2015", {"found": "<<"}),
    Wrong("a -> b", "  ^^", "KWX2015", {"found": "->"}),
    Wrong("{", "^", "KWX2015", {"found": "{"}),
    Wrong("a \\ b", "  ^", "KWX2015", {"found": "\\"}),
    Wrong("a 💥💥 b", "  ^^", "KWX2015", {"found": "💥💥"}),
    Wrong("a 👨‍👩‍👧 b", "  ^^^^^", "KWX2015", {"found": "👨‍👩‍👧"}),
    Wrong("Win.tile == 5p", "^^^", "KWX2016", {"found": "Win"}, "win"),
    Wrong("win.Tile == 5p", "    ^^^^", "KWX2016", {"found": "Tile"}, "tile"),
    Wrong("Max(1, 2)", "^^^", "KWX2016", {"found": "Max"}, "max"),
    Wrong("a and 碰碰胡", "      ^^^", "KWX2016", {"found": "碰碰胡"}),
    Wrong("fan.碰碰胡 and a", "    ^^^", "KWX2016", {"found": "碰碰胡"}),
    Wrong("fan.3x", "    ^^", "KWX2016", {"found": "3x"}),
    Wrong("été", "^^^", "KWX2016", {"found": "été"}),
    Wrong("10p", "^^^", "KWX2017", {"found": "10p"}),
    Wrong("a == 0p", "     ^^", "KWX2017", {"found": "0p"}),
    Wrong("1z", "^^", "KWX2017", {"found": "1z"}),
    Wrong("4z", "^^", "KWX2017", {"found": "4z"}),
    Wrong("8z", "^^", "KWX2017", {"found": "8z"}),
    Wrong("a * 1.5", "    ^^^", "KWX2018", {"found": "1.5"}),
    Wrong("a * .5", "    ^^", "KWX2018", {"found": ".5"}),
    Wrong("a * 5.", "    ^^", "KWX2018", {"found": "5."}),
    Wrong("a * 1e3", "    ^^^", "KWX2018", {"found": "1e3"}),
    Wrong("a * 1.5e3", "    ^^^^^", "KWX2018", {"found": "1.5e3"}),
    Wrong("a == 007", "     ^^^", "KWX2019", {"found": "007"}, "7"),
    Wrong("a == 00", "     ^^", "KWX2019", {"found": "00"}, "0"),
    Wrong("a == 1_000", "     ^^^^^", "KWX2019", {"found": "1_000"}, "1000"),
    Wrong("a == 0x1F", "     ^^^^", "KWX2019", {"found": "0x1F"}),
    Wrong("a == 0b11", "     ^^^^", "KWX2019", {"found": "0b11"}),
    Wrong("3x + 1", "^^", "KWX2020", {"found": "3x"}),
    Wrong("2win.tile", "^^^^^^^^^", "KWX2020", {"found": "2win.tile"}),
    Wrong("5x.rank", "^^^^^^^", "KWX2020", {"found": "5x.rank"}),
    Wrong("a == 'abc or b", "     ^^^^^^^^^", "KWX2021", {"found": "'abc or b", "quote": "'"}),
    Wrong('"', "^", "KWX2021", {"found": '"', "quote": '"'}),
    Wrong("“abc”", "^^^^^", "KWX2022", {"found": "“abc”", "instead": "'abc'"}),
    Wrong("a == ‘abc’", "     ^^^^^", "KWX2022", {"found": "‘abc’", "instead": "'abc'"}),
    Wrong("「abc」", "^^^^^", "KWX2022", {"found": "「abc」", "instead": "'abc'"}),
    Wrong("'''abc'''", "^^^^^^^^^", "KWX2022", {"found": "'''abc'''", "instead": "'abc'"}),
    Wrong('"""abc"""', "^^^^^^^^^", "KWX2022", {"found": '"""abc"""', "instead": "'abc'"}),
    Wrong("'a\\nb' or c", "^^^^^^", "KWX2023", {"found": "'a\\nb'"}),
    Wrong("'a\\'b' or c", "^^^^^^", "KWX2023", {"found": "'a\\'b'"}),
    Wrong("f'x' == a", "^^^^", "KWX2024", {"found": "f'x'", "prefix": "f"}),
    Wrong('Rb"x"', "^^^^^", "KWX2024", {"found": 'Rb"x"', "prefix": "Rb"}),
    Wrong("lambda", "^^^^^^", "KWX2025", {"found": "lambda"}),
    Wrong("a and while", "      ^^^^^", "KWX2025", {"found": "while"}),
    Wrong("fan.in", "    ^^", "KWX2026", {"found": "in", "name": "fan.in"}),
    Wrong("not.a", "^^^", "KWX2026", {"found": "not", "name": "not.a"}),
    Wrong("a.class.b", "  ^^^^^", "KWX2026", {"found": "class", "name": "a.class.b"}),
    Wrong("a.true", "  ^^^^", "KWX2026", {"found": "true", "name": "a.true"}),
    Wrong("win . tile", "    ^", "KWX2027", {"found": "."}),
    Wrong("win.", "^^^^", "KWX2027", {"found": "win."}),
    Wrong("win .tile", "    ^^^^^", "KWX2027", {"found": ".tile"}),
    Wrong("win..tile", "^^^^^^^^^", "KWX2027", {"found": "win..tile"}),
    Wrong("f(x).y", "    ^^", "KWX2028", {"found": ".y"}),
    Wrong("[a].y", "   ^^", "KWX2028", {"found": ".y"}),
    Wrong("'a'.y", "   ^^", "KWX2028", {"found": ".y"}),
    Wrong("5p.rank", "^^^^^^^", "KWX2028", {"found": ".rank"}),
    Wrong("a #b", "  ^", "KWX2029", {"found": "#"}),
    Wrong("a ? b", "  ^", "KWX2030", {"found": "?"}),
    Wrong("a ?? b", "  ^^", "KWX2030", {"found": "??"}),
]

ORDER = [
    Wrong("a and", "     |", "KWX2040", {"before": "and"}),
    Wrong("a and  \n", "     |", "KWX2040", {"before": "and"}),
    Wrong("not", "   |", "KWX2040", {"before": "not"}),
    Wrong("a not", "     |", "KWX2040", {"before": "not"}),
    Wrong("a if b else", "           |", "KWX2040", {"before": "else"}),
    Wrong("a <", "   |", "KWX2040", {"before": "<"}),
    Wrong("-", " |", "KWX2040", {"before": "-"}),
    Wrong("(a", "~ |", "KWX2041", {"found": "(", "instead": ")"}),
    Wrong("max(1, [2", "       ~ |", "KWX2041", {"found": "[", "instead": "]"}),
    Wrong("max(1, [2]", "   ~      |", "KWX2041", {"found": "(", "instead": ")"}),
    Wrong("(a and ", "~     |", "KWX2041", {"found": "(", "instead": ")"}),
    Wrong("all(s for", "   ~     |", "KWX2041", {"found": "(", "instead": ")"}),
    Wrong("(a]", "~ ^", "KWX2042", {"found": "]", "instead": ")"}),
    Wrong("max([1, 2)", "    ~    ^", "KWX2042", {"found": ")", "instead": "]"}),
    Wrong("a)", " ^", "KWX2043", {"found": ")"}),
    Wrong("(a) + b] and", "       ^", "KWX2043", {"found": "]"}),
    Wrong("a b", "  ^", "KWX2044", {"before": "a", "found": "b"}),
    Wrong("a if b c else d", "       ^", "KWX2044", {"before": "b", "found": "c"}),
    Wrong("(a)(b)", "   ^", "KWX2044", {"before": ")", "found": "("}),
    Wrong("2 (b)", "  ^", "KWX2044", {"before": "2", "found": "("}),
    Wrong("kongs 'x'", "      ^^^", "KWX2044", {"before": "kongs", "found": "'x'"}),
    Wrong("a 5p", "  ^^", "KWX2044", {"before": "a", "found": "5p"}),
    Wrong("a and and b", "      ^^^", "KWX2045", {"found": "and"}),
    Wrong("== a", "^^", "KWX2045", {"found": "=="}),
    Wrong("(a and)", "      ^", "KWX2045", {"found": ")"}),
    Wrong("f(, a)", "  ^", "KWX2045", {"found": ","}),
    Wrong("f(a,, b)", "    ^", "KWX2045", {"found": ","}),
    Wrong("if a", "^^", "KWX2045", {"found": "if"}),
    Wrong("a < > b", "    ^", "KWX2045", {"found": ">"}),
    Wrong("f(*a)", "  ^", "KWX2045", {"found": "*"}),
    Wrong("+a", "^", "KWX2046"),
    Wrong("a + + b", "    ^", "KWX2046"),
    Wrong("a ++ b", "   ^", "KWX2046"),
    Wrong("a == not b", "     ^^^", "KWX2047"),
    Wrong("-not a", " ^^^", "KWX2047"),
    Wrong("a if b", "  ~~  |", "KWX2048"),
    Wrong("(a if b)", "   ~~  ^", "KWX2048"),
    Wrong("f(a if b, c)", "    ~~  ^", "KWX2048"),
    Wrong("[a if b]", "   ~~  ^", "KWX2048"),
    Wrong("a if b if c else d", "  ~~   ^^", "KWX2048"),
    Wrong("all(a if b for s in t)", "      ~~   ^^^", "KWX2048"),
    Wrong("a else b", "  ^^^^", "KWX2049"),
    Wrong("a if b else c else d", "              ^^^^", "KWX2049"),
    Wrong("a for s in t", "  ^^^", "KWX2050"),
    Wrong("(a for s in t)", "   ^^^", "KWX2050"),
    Wrong("sum(1, a for s in t)", "         ^^^", "KWX2050"),
    Wrong("[a for s in t]", "   ^^^", "KWX2051"),
    Wrong("any(a for s in t for u in v)", "      ~~~        ^^^", "KWX2052"),
    Wrong("any(a for s in t if b for u in v)", "      ~~~             ^^^", "KWX2052"),
    Wrong("all(a)", "^^^", "KWX2053", {"function": "all"}),
    Wrong("1 + sum(a, b)", "    ^^^", "KWX2053", {"function": "sum"}),
    Wrong("any()", "^^^", "KWX2053", {"function": "any"}),
    Wrong("count s.run for s in t", "^^^^^", "KWX2053", {"function": "count"}),
    Wrong("max(a for s in t)", "^^^", "KWX2054", {"function": "max"}),
    Wrong("my.all(a for s in t)", "^^^^^^", "KWX2054", {"function": "my.all"}),
    Wrong("all(a for 5 in t)", "          ^", "KWX2055", {"found": "5"}),
    Wrong("all(a for (s) in t)", "          ^", "KWX2055", {"found": "("}),
    Wrong("all(a for s.x in t)", "          ^^^", "KWX2055", {"found": "s.x"}),
    Wrong("all(a for s in 5)", "               ^", "KWX2056", {"found": "5"}),
    Wrong("all(a for s in [1, 2])", "               ^", "KWX2056", {"found": "["}),
    Wrong("all(a for s in f(x))", "                ^", "KWX2056", {"found": "("}),
    Wrong("all(a for s in t[0])", "                ^", "KWX2056", {"found": "["}),
    Wrong("a[0]", " ^", "KWX2057", {"before": "a"}),
    Wrong("f(x)[0]", "    ^", "KWX2057", {"before": ")"}),
    Wrong("a.b(c)", "^^^", "KWX2058", {"found": "a.b"}),
    Wrong("a.b()", "^^^", "KWX2058", {"found": "a.b"}),
    Wrong("a, b", " ^", "KWX2059"),
    Wrong("a in (2, 5)", "       ^", "KWX2059"),
    Wrong("a or ()", "     ^", "KWX2060"),
    Wrong("f(a, )", "   ^", "KWX2061"),
    Wrong("[a,]", "  ^", "KWX2061"),
    Wrong("all(a for s in t if b, c)", "                     ^", "KWX2062", {"found": ","}),
    Wrong("all(a for s in t if b if c)", "                 ~~   ^^", "KWX2063"),
    Wrong("all(a for s in t if b if c else d)", "                 ~~   ^^", "KWX2063"),
    Wrong("all(a for s in t if b else c)", "                      ^^^^", "KWX2049"),
    Wrong("a not b", "      ^", "KWX2064", {"before": "not", "found": "b"}),
    Wrong("all(a for s t)", "            ^", "KWX2064", {"before": "s", "found": "t"}),
    Wrong("all(a for s)", "           ^", "KWX2064", {"before": "s", "found": ")"}),
    Wrong("all(a for s in t and b)", "                 ^^^", "KWX2065", {"found": "and"}),
    Wrong("all(a for s in t, u)", "                ^", "KWX2065", {"found": ","}),
]


@pytest.mark.parametrize("wrong", SPELLINGS, ids=lambda wrong: wrong.text)
def test_other_spellings(wrong: Wrong) -> None:
    check(wrong)


@pytest.mark.parametrize("wrong", WORDS, ids=lambda wrong: wrong.text)
def test_words_that_are_none(wrong: Wrong) -> None:
    check(wrong)


@pytest.mark.parametrize("wrong", ORDER, ids=lambda wrong: wrong.text)
def test_words_in_no_order(wrong: Wrong) -> None:
    check(wrong)


@pytest.mark.parametrize("text", ["", " ", "\n\t "])
def test_nothing_at_all(text: str) -> None:
    found = only(text)
    assert (found.code, found.span and found.span.end) == ("KWX2001", len(text))


def test_every_wrong_word_is_reported() -> None:
    found = findings("a = 3，b && c")
    assert [(one.code, one.params["found"]) for one in found] == [
        ("KWX2011", "="),
        ("KWX2013", "，"),
        ("KWX2010", "&&"),
    ]


def test_but_not_more_than_can_be_read() -> None:
    assert len(findings("@ " * 100)) == MAX_UNKNOWN


@pytest.mark.parametrize("wrong", SPELLINGS, ids=lambda wrong: wrong.text)
def test_a_fix_mends_its_place(wrong: Wrong) -> None:
    found = only(wrong.text)
    assert found.span is not None
    assert found.fix is not None
    mended = wrong.text[: found.span.start] + found.fix + wrong.text[found.span.end :]
    assert not any(again.params.get("found") == wrong.params["found"] for again in findings(mended))


def codes_in_sources() -> set[str]:
    modules = (ROOT / "compiler" / "surface").glob("*.py")
    return {code for path in modules for code in re.findall(r"KWX20\d\d", path.read_text("utf-8"))}


def examples(page: str) -> list[tuple[str, str]]:
    """The bare examples of a page with the headings they stand under."""
    return re.findall(r"^## (.+)\n\n```\n([^`]*)\n```", page, re.M)


PAGES_2 = sorted(PAGES.glob("KWX20*.md"))
LIMITS = {"KWX2001", "KWX2002", "KWX2003", "KWX2004"}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {path.stem for path in PAGES_2} == codes_in_sources()


def test_every_code_is_tried_here() -> None:
    tried = {wrong.code for wrong in [*SPELLINGS, *WORDS, *ORDER]}
    assert codes_in_sources() - tried == LIMITS | {"KWX2005"}


@pytest.mark.parametrize("path", PAGES_2, ids=lambda path: path.stem)
def test_pages_show_what_they_speak_of(path: Path) -> None:
    shown = examples(path.read_text("utf-8"))
    wrong = [text for heading, text in shown if heading in {"Example", "例子"}]
    right = [text for heading, text in shown if heading in {"Instead", "改法"}]
    assert len(wrong) == (0 if path.stem in LIMITS else 2)
    assert path.stem in LIMITS or len(right) == 2
    for text in wrong:
        assert {found.code for found in findings(text)} == {path.stem}
    for text in right:
        assert not findings(text)


@pytest.mark.parametrize("wrong", [*SPELLINGS, *WORDS, *ORDER], ids=lambda wrong: wrong.text)
def test_pages_ask_only_for_what_is_given(wrong: Wrong) -> None:
    front = (PAGES / f"{wrong.code}.md").read_text("utf-8").split("---\n")[1]
    labels = only(wrong.text).labels
    assert set(re.findall(r"\{(\w+)\}", front)) <= set(wrong.params)
    assert set(re.findall(r"^label\.(\w+)\.en", front, re.M)) == {label.key for label in labels}
