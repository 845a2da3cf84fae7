"""Any text is an expression or gets an answer; any tree survives being printed."""

from collections import abc
from typing import TypeVar

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.source.yaml_nodes import Mapping, Scalar, Sequence, read_yaml
from kawuxing.compiler.surface.expression import parse_expression
from kawuxing.compiler.surface.expressions import (
    QUANTIFIERS,
    And,
    Arithmetic,
    ArithmeticOp,
    Call,
    Compare,
    CompareOp,
    Conditional,
    Expr,
    ListLiteral,
    Name,
    Negate,
    Not,
    Nothing,
    Number,
    Or,
    Quantified,
    Quantifier,
    Text,
    TileLiteral,
    Truth,
    children,
)
from kawuxing.compiler.surface.printer import print_expression
from kawuxing.compiler.surface.words import RESERVED

T = TypeVar("T")
NOWHERE = Span(SourceText.of(""), 0, 0)


def parse(text: str) -> tuple[Expr | None, Sink]:
    source, sink = SourceText.of(text), Sink()
    return parse_expression(text, lambda start, end: Span(source, start, end), sink), sink


# Trees.

identifiers = st.from_regex(r"[a-z_][a-z0-9_]{0,5}", fullmatch=True).filter(
    lambda text: text not in RESERVED
)
functions = identifiers.filter(lambda text: text not in QUANTIFIERS)
names = st.builds(
    lambda parts: Name(tuple(parts), (), NOWHERE), st.lists(identifiers, min_size=1, max_size=3)
)
words = st.text(st.characters(exclude_characters="\\\r\n", exclude_categories=["Cs"]), max_size=5)
leaves: st.SearchStrategy[Expr] = st.one_of(
    st.builds(Number, st.integers(0, 10**12), st.just(NOWHERE)),
    st.builds(Truth, st.booleans(), st.just(NOWHERE)),
    st.builds(Nothing, st.just(NOWHERE)),
    st.builds(TileLiteral, st.integers(0, 29), st.just(NOWHERE)),
    st.builds(Text, words.filter(lambda word: not {"'", '"'} <= set(word)), st.just(NOWHERE)),
    names,
)


class Pick:
    """Draws what is inside a tree, ever smaller."""

    def __init__(self, draw: DrawFn, depth: int) -> None:
        self.draw = draw
        self.depth = depth

    def __call__(self) -> Expr:
        if self.depth == 0 or self.upto(0, 3) == 0:
            return self.draw(leaves)
        return self.of(BUILDERS)(Pick(self.draw, self.depth - 1))

    def of(self, choices: abc.Sequence[T]) -> T:
        return choices[self.upto(0, len(choices) - 1)]

    def upto(self, lowest: int, highest: int) -> int:
        return self.draw(st.integers(lowest, highest))

    def several(self) -> tuple[Expr, ...]:
        return tuple(self() for _ in range(self.upto(0, 3)))


ARITHMETIC: list[ArithmeticOp] = ["+", "-", "*", "//", "%", "**"]
QUANTIFYING: list[Quantifier] = ["all", "any", "count", "sum"]
COMPARISONS: list[CompareOp] = ["==", "!=", "<", "<=", ">", ">=", "in", "not in"]
BUILDERS: list[abc.Callable[[Pick], Expr]] = [
    lambda pick: Not(pick(), NOWHERE),
    lambda pick: Negate(pick(), NOWHERE),
    lambda pick: And(flat(And, pick), NOWHERE),
    lambda pick: Or(flat(Or, pick), NOWHERE),
    lambda pick: Arithmetic(pick.of(ARITHMETIC), pick(), pick(), NOWHERE),
    lambda pick: Compare(
        pick(), tuple((pick.of(COMPARISONS), pick()) for _ in range(pick.upto(1, 3))), NOWHERE
    ),
    lambda pick: Conditional(pick(), pick(), pick(), NOWHERE),
    lambda pick: Call(pick.draw(functions), NOWHERE, pick.several(), NOWHERE),
    lambda pick: ListLiteral(pick.several(), NOWHERE),
    lambda pick: Quantified(
        pick.of(QUANTIFYING),
        pick(),
        pick.draw(identifiers),
        NOWHERE,
        pick.draw(names),
        pick() if pick.upto(0, 1) else None,
        NOWHERE,
    ),
]


def flat(kind: type[And] | type[Or], pick: Pick) -> tuple[Expr, ...]:
    """Two operands or three: nested `and`s and `or`s are flat by nature."""
    drawn = (pick() for _ in range(pick.upto(2, 3)))
    return tuple(Not(expr, NOWHERE) if isinstance(expr, kind) else expr for expr in drawn)


@st.composite
def trees(draw: DrawFn) -> Expr:
    return Pick(draw, 3)()


@given(trees())
@settings(max_examples=300, deadline=None)
def test_printing_and_parsing_gives_the_tree_back(tree: Expr) -> None:
    text = print_expression(tree)
    assume(len(text) < 1_000)
    parsed, sink = parse(text)
    assert not sink.diagnostics
    assert parsed == tree
    assert print_expression(parsed) == text


# Texts.

SPELT = """
a b s sets win.tile and or not if else for in true none all( count( max( ( ) [ ] , + - * // % **
== != < <= > >= 0 5 16 5p 7z 9m 'x' "y" ' " \\ . .. = / && ! <> # @ { } : ; ? ~ ^ 1.5 010 10p 3x
A Win is lambda f'x' （ ） ＝ ，： 碰碰胡 五筒 🀄 👨‍👩‍👧 “ ” \u200b é
"""
PIECES = SPELT.split()
noise = st.lists(
    st.sampled_from(PIECES)
    | st.sampled_from([" ", "\n", "\t", "\r\n", "\u3000"])
    | st.characters(),
    max_size=30,
)


def check_answer(text: str) -> None:
    expr, sink = parse(text)
    assert (expr is None) == sink.failed
    for found in sink.diagnostics:
        assert found.span is not None
        assert found.code.startswith("KWX20")
        for place in (found.span, *(label.span for label in found.labels)):
            assert 0 <= place.start <= place.end <= len(text)
    if expr is not None:
        check_spans(expr)
        assert parse(print_expression(expr))[0] == expr


def check_spans(expr: Expr) -> None:
    """A node's place holds those of its children, and reading it alone gives the node."""
    assert parse(expr.span.text)[0] == expr
    for child in children(expr):
        assert expr.span.start <= child.span.start <= child.span.end <= expr.span.end
        check_spans(child)


@given(noise.map("".join) | noise.map(" ".join) | st.text(max_size=60))
@example("(" * 2_000)
@example("a" + " if a else a" * 100)
@settings(max_examples=1_000, deadline=None)
def test_any_text_is_parsed_or_answered(text: str) -> None:
    check_answer(text)


@given(trees().map(print_expression), st.data())
@settings(max_examples=300, deadline=None)
def test_a_damaged_expression_is_parsed_or_answered(text: str, data: st.DataObject) -> None:
    """Cut out a stretch of a valid expression, or put a piece in."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 3)))
    check_answer(text[:start] + data.draw(st.sampled_from(["", *PIECES])) + text[end:])


# Places in YAML.

VALID = (
    "count(s.triplet and s.dragon for s in sets) >= 2 and not self_draw or max(16, options.cap) < "
    "product * (players - 1) and win.tile in [5p, 5s] if payer.revealed else false"
)
"""Its blanks stand between two words everywhere; a stray sign there is wrong wherever it is."""
BLANKS = [place for place, sign in enumerate(VALID) if sign == " "]

LAYOUTS = {
    "plain": ("随州卡五星: 碰碰胡\n清一色: {}\n后: 1\n", "\n   "),
    "flow": ("{{名字: 卡五星, 条件: '{}', 后: 1}}\n", " "),
    "single": ("名: '碰'\n清一色: '{}'\n", "\n\n "),
    "double": ('名: "碰"\n清一色: "{}"   # 注\n', "\n "),
    "literal": ("清一色: |\n  {}\n后: 1\n", "\n  "),
    "folded": ("表:\n  - 清一色: >-\n      {}\n  - 1\n", "\n      "),
}
"""For each style of a scalar a file around it, and how the scalar goes on on the next line."""
HERE = "\N{WHITE RIGHT POINTING INDEX}"


@given(st.sampled_from(sorted(LAYOUTS)), st.data())
@settings(max_examples=300, deadline=None)
def test_a_stray_sign_is_found_where_it_stands_in_yaml(layout: str, data: st.DataObject) -> None:
    around, next_line = LAYOUTS[layout]
    place = data.draw(st.sampled_from(BLANKS))
    breaks = data.draw(st.sets(st.sampled_from(BLANKS)))
    signs = [next_line if at in breaks else sign for at, sign in enumerate(VALID)]
    signs[place] += f"{HERE} "
    marked = around.format("".join(signs))
    stray = data.draw(st.sampled_from(["@", "＝＝", "碰碰胡", "$", "；", "🀄🀄", "=", "ABC"]))
    start, text = marked.index(HERE), marked.replace(HERE, stray)

    sink = Sink()
    scalar = scalar_at(start, SourceText.of(text), sink)
    assert not sink.diagnostics
    assert parse_expression(scalar.text, scalar.part, sink) is None
    (found,) = sink.diagnostics
    assert found.span is not None
    assert (found.span.start, found.span.text) == (start, stray)
    before = text[:start]
    assert found.span.position == (before.count("\n") + 1, start - before.rfind("\n"))


def scalar_at(place: int, source: SourceText, sink: Sink) -> Scalar:
    """The scalar that has the character at a place."""
    waiting = [read_yaml(source, sink)]
    while waiting:
        match waiting.pop():
            case Scalar(span=span) as scalar if span.start <= place < span.end:
                return scalar
            case Mapping(entries=entries):
                waiting += [entry.value for entry in entries]
            case Sequence(items=items):
                waiting += items
            case _:
                pass
    raise AssertionError(source.text)
