"""What each piece of an expression means: the tree and the places."""

import re
from pathlib import Path

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.surface.expression import (
    MAX_LENGTH,
    MAX_NUMBER,
    MAX_WORDS,
    parse_expression,
)
from kawuxing.compiler.surface.expressions import (
    MAX_DEPTH,
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
    Text,
    TileLiteral,
    Truth,
    children,
    map_children,
)

NOWHERE = Span(SourceText.of(""), 0, 0)


def parse(text: str) -> Expr:
    source, sink = SourceText.of(text), Sink()
    expr = parse_expression(text, lambda start, end: Span(source, start, end), sink)
    assert not sink.diagnostics
    assert expr is not None
    return expr


def errors(text: str) -> list[tuple[str, int, int]]:
    source, sink = SourceText.of(text), Sink()
    assert parse_expression(text, lambda start, end: Span(source, start, end), sink) is None
    return [
        (found.code, found.span.start, found.span.end) for found in sink.diagnostics if found.span
    ]


def number(value: int) -> Number:
    return Number(value, NOWHERE)


def name(text: str) -> Name:
    return Name(tuple(text.split(".")), (), NOWHERE)


def calc(left: Expr, op: ArithmeticOp, right: Expr) -> Arithmetic:
    return Arithmetic(op, left, right, NOWHERE)


def compare(first: Expr, *rest: tuple[CompareOp, Expr]) -> Compare:
    return Compare(first, rest, NOWHERE)


A, B, C, D = (name(letter) for letter in "abcd")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", number(0)),
        ("16", number(16)),
        ("1000000000000", number(10**12)),
        ("true", Truth(True, NOWHERE)),
        ("True", Truth(True, NOWHERE)),
        ("false", Truth(False, NOWHERE)),
        ("False", Truth(False, NOWHERE)),
        ("none", Nothing(NOWHERE)),
        ("None", Nothing(NOWHERE)),
        ("'before'", Text("before", NOWHERE)),
        ('"it\'s"', Text("it's", NOWHERE)),
        ("'say \"so\"'", Text('say "so"', NOWHERE)),
        ("''", Text("", NOWHERE)),
        ("'先'", Text("先", NOWHERE)),
        ("a", name("a")),
        ("_a1", name("_a1")),
        ("win.tile.rank", name("win.tile.rank")),
        ("android", name("android")),
        ("notes", name("notes")),
        ("in_some", name("in_some")),
        ("true_", name("true_")),
        ("f", name("f")),
        ("[]", ListLiteral((), NOWHERE)),
        ("[a]", ListLiteral((A,), NOWHERE)),
        ("[2, 5, 8]", ListLiteral((number(2), number(5), number(8)), NOWHERE)),
        ("f()", Call("f", NOWHERE, (), NOWHERE)),
        ("f (a)", Call("f", NOWHERE, (A,), NOWHERE)),
        ("max(a, b + 1)", Call("max", NOWHERE, (A, calc(B, "+", number(1))), NOWHERE)),
        ("(a)", A),
        ("((a))", A),
    ],
)
def test_a_single_value(text: str, expected: Expr) -> None:
    assert parse(text) == expected


TILES = {
    **{f"{rank}p": rank - 1 for rank in range(1, 10)},
    **{f"{rank}s": rank + 8 for rank in range(1, 10)},
    **{f"{rank}m": rank + 17 for rank in range(1, 10)},
    **{"5z": 27, "6z": 28, "7z": 29},
}


@pytest.mark.parametrize(("text", "kind"), TILES.items())
def test_every_tile(text: str, kind: int) -> None:
    assert parse(text) == TileLiteral(kind, NOWHERE)


@pytest.mark.parametrize("op", ["+", "-", "*", "//", "%", "**"])
def test_every_arithmetic_operator(op: ArithmeticOp) -> None:
    assert parse(f"a {op} b") == parse(f"a{op}b") == calc(A, op, B)


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">=", "in", "not in"])
def test_every_comparison(op: CompareOp) -> None:
    assert parse(f"a {op} b") == compare(A, (op, B))


def test_not_in_is_one_operator_however_far_apart() -> None:
    assert parse("a not \n  in b") == compare(A, ("not in", B))


@pytest.mark.parametrize("function", ["all", "any", "count", "sum"])
def test_every_quantifier(function: str) -> None:
    expr = parse(f"{function}(s.run for s in sets)")
    assert isinstance(expr, Quantified)
    assert (expr.function, expr.variable, expr.condition) == (function, "s", None)
    assert (expr.body, expr.source) == (name("s.run"), name("sets"))


def test_a_quantifier_with_a_condition() -> None:
    expr = parse("sum(s.rank if a else 1 for s in hand.sets if s.run or s.kong)")
    assert isinstance(expr, Quantified)
    assert expr.body == Conditional(A, name("s.rank"), number(1), NOWHERE)
    assert expr.source == name("hand.sets")
    assert expr.condition == Or((name("s.run"), name("s.kong")), NOWHERE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # From the tightest to the loosest, each level against the next.
        ("-a ** b", Negate(calc(A, "**", B), NOWHERE)),
        ("a ** -b", calc(A, "**", Negate(B, NOWHERE))),
        ("-a * b", calc(Negate(A, NOWHERE), "*", B)),
        ("a * -b", calc(A, "*", Negate(B, NOWHERE))),
        ("a + b * c", calc(A, "+", calc(B, "*", C))),
        ("a * b + c", calc(calc(A, "*", B), "+", C)),
        ("a < b + c", compare(A, ("<", calc(B, "+", C)))),
        ("not a == b", Not(compare(A, ("==", B)), NOWHERE)),
        ("not a and b", And((Not(A, NOWHERE), B), NOWHERE)),
        ("a and b or c", Or((And((A, B), NOWHERE), C), NOWHERE)),
        ("a or b and c", Or((A, And((B, C), NOWHERE)), NOWHERE)),
        ("a or b if c else d", Conditional(C, Or((A, B), NOWHERE), D, NOWHERE)),
        ("a if b or c else d", Conditional(Or((B, C), NOWHERE), A, D, NOWHERE)),
        ("a if b else c or d", Conditional(B, A, Or((C, D), NOWHERE), NOWHERE)),
        # Associativity.
        ("a - b - c", calc(calc(A, "-", B), "-", C)),
        ("a // b * c % d", calc(calc(calc(A, "//", B), "*", C), "%", D)),
        ("a ** b ** c", calc(A, "**", calc(B, "**", C))),
        ("- - a", Negate(Negate(A, NOWHERE), NOWHERE)),
        ("not not a", Not(Not(A, NOWHERE), NOWHERE)),
        (
            "a if b else c if d else a",
            Conditional(B, A, Conditional(D, C, A, NOWHERE), NOWHERE),
        ),
        # Brackets.
        ("a - (b - c)", calc(A, "-", calc(B, "-", C))),
        ("(a + b) * c", calc(calc(A, "+", B), "*", C)),
        ("(-a) ** b", calc(Negate(A, NOWHERE), "**", B)),
        ("a == (not b)", compare(A, ("==", Not(B, NOWHERE)))),
        ("(a if b else c) if d else a", Conditional(D, parse("a if b else c"), A, NOWHERE)),
        # What is flat and what is not.
        ("a and b and c", And((A, B, C), NOWHERE)),
        ("(a and b) and c", And((A, B, C), NOWHERE)),
        ("a and (b and c)", And((A, B, C), NOWHERE)),
        ("a or (b or (c or d))", Or((A, B, C, D), NOWHERE)),
        ("a < b <= c", compare(A, ("<", B), ("<=", C))),
        ("a == b not in c", compare(A, ("==", B), ("not in", C))),
        ("(a < b) < c", compare(compare(A, ("<", B)), ("<", C))),
        ("a < (b < c)", compare(A, ("<", compare(B, ("<", C))))),
    ],
)
def test_precedence(text: str, expected: Expr) -> None:
    assert parse(text) == expected


def test_blanks_and_line_breaks_do_not_matter() -> None:
    assert parse(" a\tand\r\n\n( b==c\n) \n") == parse("a and (b == c)")


def texts(expr: Expr) -> list[str]:
    """The characters of every node, outside in."""
    return [expr.span.text, *(text for child in children(expr) for text in texts(child))]


def test_spans_cover_the_words_of_a_node() -> None:
    expr = parse(" (a + bb) * c not in [5p, 'x'] ")
    assert texts(expr) == [
        "(a + bb) * c not in [5p, 'x']",
        "(a + bb) * c",
        "a + bb",
        "a",
        "bb",
        "c",
        "[5p, 'x']",
        "5p",
        "'x'",
    ]


def test_spans_of_choices_calls_and_quantifiers() -> None:
    text = "capped((x)) if not -y else all(s.run and s.kong for s in my.sets if (none))"
    expr = parse(text)
    assert texts(expr) == [
        text,
        "capped((x))",
        "x",
        "not -y",
        "-y",
        "y",
        "all(s.run and s.kong for s in my.sets if (none))",
        "s.run and s.kong",
        "s.run",
        "s.kong",
        "my.sets",
        "none",
    ]
    assert isinstance(expr, Conditional)
    assert isinstance(expr.then, Call)
    assert expr.then.function_span.text == "capped"
    assert isinstance(expr.otherwise, Quantified)
    assert expr.otherwise.variable_span.start == text.index("s in my")
    assert [span.text for span in expr.otherwise.source.part_spans] == ["my", "sets"]


def test_places_come_from_the_locator() -> None:
    source = SourceText.of("when: 'a  and b'")
    expr = parse_expression("a and b", lambda i, j: Span(source, i + 7 + (i > 1), j + 8), Sink())
    assert expr is not None
    assert texts(expr) == ["a  and b", "a ", "b"]


def test_every_example_of_the_grammar_parses() -> None:
    grammar = Path(__file__).parents[4] / "grammar" / "expression.lark"
    examples = re.findall(r"^(?![?a-z/]*//).*\S {2,}// (.+)$", grammar.read_text("utf-8"), re.M)
    assert len(examples) > 30
    for example in examples:
        filters = example.startswith("if ")
        parse(f"all(s for s in sets {example})" if filters else f"f({example})")


def test_map_children_changes_each_child_once() -> None:
    expr = parse("f(a, b) if a < b < c else all(a and b for b in c if -a ** b) or [not a]")
    changed: list[str] = []

    def rename(child: Expr) -> Expr:
        if isinstance(child, Name):
            changed.append(child.parts[0])
            return Name(("x",), child.part_spans, child.span)
        return map_children(child, rename)

    renamed = map_children(expr, rename)
    expected = "f(x, x) if x < x < x else all(x and x for b in x if -x ** x) or [not x]"
    assert renamed == parse(expected)
    assert sorted(changed) == list("aaaaabbbbcc")
    assert texts(renamed) == texts(expr)


def test_a_source_must_stay_a_name() -> None:
    with pytest.raises(TypeError, match="all"):
        map_children(parse("all(s for s in sets)"), lambda _: number(1))


def test_length_is_limited() -> None:
    longest = "a" + " " * (MAX_LENGTH - 1)
    assert parse(longest) == A
    assert errors(longest + " b") == [("KWX2002", MAX_LENGTH, MAX_LENGTH + 2)]


def test_words_are_limited() -> None:
    most = "f(" + "a," * ((MAX_WORDS - 4) // 2) + "a)"
    assert isinstance(parse(most), Call)
    assert errors(most + "+a+a") == [("KWX2003", MAX_WORDS, MAX_WORDS + 1)]


def test_numbers_are_limited() -> None:
    assert parse(str(MAX_NUMBER)) == number(MAX_NUMBER)
    assert errors(f"a + {MAX_NUMBER + 1}") == [("KWX2005", 4, 17)]
    assert errors("9" * MAX_LENGTH) == [("KWX2005", 0, MAX_LENGTH)]


NESTINGS = {
    "brackets": ("(", "a", ")"),
    "lists": ("[", "a", "]"),
    "calls": ("f(", "a", ")"),
    "not": ("not ", "a", ""),
    "minus": ("-", "a", ""),
    "powers": ("2**", "a", ""),
    "sums": ("", "a", "+a"),
    "products": ("", "a", "*a"),
    "choices": ("a if a else ", "a", ""),
    "quantifiers": ("all(", "a", " for s in t)"),
}


@pytest.mark.parametrize("nesting", NESTINGS.values(), ids=NESTINGS)
def test_depth_is_limited(nesting: tuple[str, str, str]) -> None:
    before, inside, after = nesting
    deepest = before * (MAX_DEPTH - 1) + inside + after * (MAX_DEPTH - 1)
    parse(deepest)
    assert [code for code, _, _ in errors(before + deepest + after)] == ["KWX2004"]


def test_flat_chains_are_not_deep() -> None:
    for joined in (" and ", " or ", " < ", " and not "):
        parse(joined.join("a" * 90))


def test_a_depth_error_stands_at_the_word_that_goes_too_deep() -> None:
    assert errors("(" * 70 + "a" + ")" * 70) == [("KWX2004", 70 - MAX_DEPTH, 71 - MAX_DEPTH)]


@pytest.mark.parametrize(
    "text",
    [
        *("not " * 1000 + "a", "(" * 10_000, "(" * 10_000 + ")" * 10_000, "-" * 1_900 + "a"),
        *("[" * 490, "f(" * 240, "a if " * 240, "a ** " * 240, "not " * 490 + "a"),
        *("(" * 249 + ")" * 249, "'" * 2_000, "." * 2_000, "碰" * 2_000, "🀄" * 1_999),
        *("1" * 1_999, "a" * 2_000 + "!"),
    ],
    ids=range(16),
)
def test_one_clean_error_whatever_is_thrown_at_it(text: str) -> None:
    assert len(errors(text)) == 1
