"""What each construct is typed as: the core expression and the place it remembers."""

from __future__ import annotations

import pytest

from kawuxing.compiler.core.nodes import (
    BOOL,
    NOTHING,
    TILE,
    Apply,
    Arithmetic,
    Ask,
    Compare,
    Conditional,
    Const,
    Expr,
    FanRead,
    Junction,
    Member,
    Named,
    Not,
    OptionRead,
    Quantified,
    Read,
    Type,
    int_type,
)
from kawuxing.compiler.source.text import SourceText, Span

from .rules import right

NOWHERE = Span(SourceText.of(""), 0, 0)
CHAIN = Read("chain", int_type(0, 16), NOWHERE)
SELF_DRAW = Read("self_draw", BOOL, NOWHERE)
HELD = Ask("win", "held", int_type(1, 4), NOWHERE)
RANK = Type("int", low=1, high=9, optional=True)
CAP = OptionRead("cap", Type("int", low=1, high=100, limit=True), NOWHERE)
STYLE = "options:\n  style: {default: plain, offered: [plain, fancy], assumed: test}\n"


def number(value: int) -> Const:
    return Const(value, int_type(value, value), NOWHERE)


def ask(element: str, attribute: str, type_: Type = BOOL) -> Ask:
    return Ask(element, attribute, type_, NOWHERE)  # type: ignore[arg-type]


def over(function: str, element: str, body: Expr, type_: Type = BOOL, **more: Expr) -> Quantified:
    condition = more.get("condition")
    return Quantified(function, element, body, condition, type_, NOWHERE)  # type: ignore[arg-type]


TRIPLETS = Named(
    "triplets",
    over("count", "set", ask("set", "triplet"), int_type(0, 4)),
    int_type(0, 4),
    NOWHERE,
)

TREES: list[tuple[str, Expr]] = [
    ("true", Const(True, BOOL, NOWHERE)),
    ("12", number(12)),
    ("none", Const(None, NOTHING, NOWHERE)),
    ("5p", Const(4, TILE, NOWHERE)),
    ("not self_draw", Not(SELF_DRAW, BOOL, NOWHERE)),
    (
        "self_draw and fan.cheap and options.tyrant",
        Junction(
            "and",
            (SELF_DRAW, FanRead("cheap", BOOL, NOWHERE), OptionRead("tyrant", BOOL, NOWHERE)),
            BOOL,
            NOWHERE,
        ),
    ),
    (
        "self_draw or not self_draw",
        Junction("or", (SELF_DRAW, Not(SELF_DRAW, BOOL, NOWHERE)), BOOL, NOWHERE),
    ),
    ("triplets == 4", Compare("==", TRIPLETS, number(4), BOOL, NOWHERE)),
    (
        "2 <= win.held < 4",
        Junction(
            "and",
            (
                Compare("<=", number(2), HELD, BOOL, NOWHERE),
                Compare("<", HELD, number(4), BOOL, NOWHERE),
            ),
            BOOL,
            NOWHERE,
        ),
    ),
    (
        "win.rank in [2, 5, 8]",
        Member(ask("win", "rank", RANK), tuple(map(number, (2, 5, 8))), False, BOOL, NOWHERE),
    ),
    (
        "options.cap not in [8, none]",
        Member(CAP, (number(8), Const(None, NOTHING, NOWHERE)), True, BOOL, NOWHERE),
    ),
    (
        "win.place == middle",
        Compare(
            "==",
            ask("win", "place", Type("word", "place")),
            Const("middle", Type("word", "place"), NOWHERE),
            BOOL,
            NOWHERE,
        ),
    ),
    (
        "'fancy' != options.style",
        Compare(
            "!=",
            Const("fancy", Type("word", "options.style"), NOWHERE),
            OptionRead("style", Type("word", "options.style"), NOWHERE),
            BOOL,
            NOWHERE,
        ),
    ),
    (
        "pair.suit in [dots, characters]",
        Member(
            ask("pair", "suit", Type("word", "suit", optional=True)),
            (
                Const("dots", Type("word", "suit"), NOWHERE),
                Const("characters", Type("word", "suit"), NOWHERE),
            ),
            False,
            BOOL,
            NOWHERE,
        ),
    ),
    ("chain - 1", Arithmetic("-", CHAIN, number(1), int_type(-1, 15), NOWHERE)),
    ("-3", number(-3)),
    ("-chain", Arithmetic("-", number(0), CHAIN, int_type(-16, 0), NOWHERE)),
    ("2 ** chain", Arithmetic("**", number(2), CHAIN, int_type(1, 65536), NOWHERE)),
    ("max(chain, 3)", Apply("max", (CHAIN, number(3)), int_type(3, 16), NOWHERE)),
    (
        "abs(chain - 1)",
        Apply(
            "abs",
            (Arithmetic("-", CHAIN, number(1), int_type(-1, 15), NOWHERE),),
            int_type(0, 15),
            NOWHERE,
        ),
    ),
    (
        "2 if self_draw else chain",
        Conditional(SELF_DRAW, number(2), CHAIN, int_type(0, 16), NOWHERE),
    ),
    (
        "8 if self_draw else none",
        Conditional(
            SELF_DRAW,
            number(8),
            Const(None, NOTHING, NOWHERE),
            Type("int", low=8, high=8, limit=True),
            NOWHERE,
        ),
    ),
    (
        "win.rank if self_draw else 12",
        Conditional(
            SELF_DRAW,
            ask("win", "rank", RANK),
            number(12),
            Type("int", low=1, high=12, optional=True),
            NOWHERE,
        ),
    ),
    ("any(s.kong for s in sets)", over("any", "set", ask("set", "kong"))),
    (
        "count(k.held == 4 for k in kinds if not k.dragon)",
        over(
            "count",
            "kind",
            Compare("==", ask("kind", "held", int_type(0, 4)), number(4), BOOL, NOWHERE),
            int_type(0, 30),
            condition=Not(ask("kind", "dragon"), BOOL, NOWHERE),
        ),
    ),
    (
        "sum(k.held * 2 for k in kinds)",
        over(
            "sum",
            "kind",
            Arithmetic(
                "*", ask("kind", "held", int_type(0, 4)), number(2), int_type(0, 8), NOWHERE
            ),
            int_type(0, 240),
        ),
    ),
    (
        "all(t.tiles == 0 or t.suit == dots for t in suits)",
        over(
            "all",
            "suit_view",
            Junction(
                "or",
                (
                    Compare(
                        "==", ask("suit_view", "tiles", int_type(0, 18)), number(0), BOOL, NOWHERE
                    ),
                    Compare(
                        "==",
                        ask("suit_view", "suit", Type("word", "suit")),
                        Const("dots", Type("word", "suit"), NOWHERE),
                        BOOL,
                        NOWHERE,
                    ),
                ),
                BOOL,
                NOWHERE,
            ),
        ),
    ),
    (
        "any(k.held >= options.cap for k in kinds)",
        over("any", "kind", Compare(">=", ask("kind", "held", int_type(0, 4)), CAP, BOOL, NOWHERE)),
    ),
]


@pytest.mark.parametrize(("text", "tree"), TREES, ids=[text for text, _ in TREES])
def test_constructs(text: str, tree: Expr) -> None:
    assert right(text, fragment=STYLE) == tree


def test_payments_know_shares_and_caps() -> None:
    share = Read("share", int_type(1, 10**12), NOWHERE)
    assert right("capped(share * (players - 1))", "pay.win") == Apply(
        "capped",
        (
            Arithmetic(
                "*",
                share,
                Arithmetic("-", number(3), number(1), int_type(2, 2), NOWHERE),
                int_type(2, 2 * 10**12),
                NOWHERE,
            ),
        ),
        int_type(1, 2 * 10**12),
        NOWHERE,
    )


@pytest.mark.parametrize(
    "text",
    [
        "not (self_draw and discard)",
        "(chain) == (2)",
        "4 < chain + 2",
        "win.rank in [2, 5]",
        "any(s.kong for s in sets)",
        "max(1, chain)",
        "triplets",
        "options.tyrant",
        "win.tile.rank in [5]",
    ],
)
def test_an_expression_remembers_where_it_is_written(text: str) -> None:
    span = right(text).span
    assert (span.start, span.end) == (0, len(text))


def test_a_link_of_a_chain_remembers_its_own_place() -> None:
    text = "(1) < win.held <= (3) and self_draw"
    chain = right(text).operands[0]  # type: ignore[union-attr]
    places = [text[link.span.start : link.span.end] for link in chain.operands]  # type: ignore[union-attr]
    assert places == ["1) < win.held", "win.held <= (3"]


def test_a_definition_is_spelled_out_where_it_is_used() -> None:
    fragment = "define:\n  many: triplets >= 3\n  few: not many\n"
    expr = right("few", fragment=fragment)
    many = Named("many", Compare(">=", TRIPLETS, number(3), BOOL, NOWHERE), BOOL, NOWHERE)
    assert expr == Named("few", Not(many, BOOL, NOWHERE), BOOL, NOWHERE)


def test_an_element_may_be_called_as_the_author_likes() -> None:
    assert right("any(mine.kong for mine in sets)") == right("any(s.kong for s in sets)")
