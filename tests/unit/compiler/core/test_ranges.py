"""The range of every number is right, and no wider than it must be."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kawuxing.compiler.core.check import join
from kawuxing.compiler.core.check_values import foregone
from kawuxing.compiler.core.nodes import BOOL, NOTHING, TILE, Comparison, Type, int_type

from .rules import right, typed

LEAVES = {"chain": range(17), "win.held": range(1, 5), "triplets": range(5)}


def outcomes(text: str) -> list[int]:
    """The values of an expression under all values of the names in it, by Python's arithmetic."""
    names = [name for name in LEAVES if name in text]
    code = text.replace("win.held", "held")
    return [
        eval(code, {}, dict(zip((name.replace("win.held", "held") for name in names), chosen)))  # noqa: B905
        for chosen in product(*(LEAVES[name] for name in names))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "chain + win.held",
        "chain - win.held",
        "win.held - chain",
        "chain * triplets",
        "(chain - 3) * (triplets - 2)",
        "(chain - 3) * (2 - triplets)",
        "chain // win.held",
        "(chain - 9) // win.held",
        "(0 - chain) // win.held",
        "3 ** triplets",
        "1 ** chain",
        "2 ** (win.held - 1)",
        "min(chain, win.held)",
        "max(chain, win.held, 3)",
        "min(2, triplets, chain)",
        "abs(triplets - 3)",
        "abs(triplets - 9)",
        "abs(win.held)",
        "-chain",
        "-(chain - 20)",
    ],
)
def test_bounds_are_reached(text: str) -> None:
    found = right(text).type
    values = outcomes(text)
    assert (found.low, found.high) == (min(values), max(values))


@pytest.mark.parametrize("text", ["chain % win.held", "(chain - 5) % 7", "chain % 3"])
def test_a_remainder_is_below_the_divisor(text: str) -> None:
    found = right(text).type
    assert (found.low, found.high) == (0, max(outcomes(text)))


NUMBERS = st.recursive(
    st.one_of(st.integers(0, 6).map(str), st.sampled_from(sorted(LEAVES))),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "//", "%"]), inner).map(
            lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
        ),
        st.tuples(st.integers(1, 3), inner).map(lambda parts: f"{parts[0]} ** ({parts[1]})"),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(
            lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})"
        ),
        inner.map(lambda one: f"abs({one})"),
        inner.map(lambda one: f"(-({one}))"),
        st.tuples(inner, inner, inner).map(
            lambda parts: f"({parts[0]} if {parts[1]} < 4 else {parts[2]})"
        ),
    ),
    max_leaves=6,
)
NOT_SURE = {"KWX2421", "KWX2424", "KWX2425", "KWX2426", "KWX2428"}


@settings(max_examples=200, deadline=None)
@given(NUMBERS)
def test_no_value_lies_outside(text: str) -> None:
    found = typed(text)
    assert set(found.codes) <= NOT_SURE
    if found.expr is not None:
        assert all(found.expr.type.low <= value <= found.expr.type.high for value in outcomes(text))


LIMITED = (
    "options:\n"
    "  low: {default: none, offered: [2, 16, none], assumed: test}\n"
    "  high: {default: none, offered: [8, 50, none], assumed: test}\n"
)
NONE = 10**18


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("min(options.low, 9)", [min(low, 9) for low in (2, 16, NONE)]),
        ("max(options.low, 9)", [max(low, 9) for low in (2, 16, NONE)]),
        (
            "min(options.low, options.high)",
            [min(low, high) for low in (2, 16, NONE) for high in (8, 50, NONE)],
        ),
        (
            "max(options.low, options.high)",
            [max(low, high) for low in (2, 16, NONE) for high in (8, 50, NONE)],
        ),
        ("min(none, options.low)", [2, 16, NONE]),
        ("max(none, 3)", [NONE]),
        (
            "min(options.low, options.high, 4)",
            [min(low, high, 4) for low in (2, 16, NONE) for high in (8, 50, NONE)],
        ),
    ],
)
def test_none_is_above_every_number(text: str, values: list[int]) -> None:
    found = right(text, fragment=LIMITED).type
    numbers = [value for value in values if value != NONE]
    assert found.limit == (NONE in values)
    assert all(found.low <= value <= found.high for value in numbers)


SPANS = [int_type(low, high) for low in range(-1, 4) for high in range(low, 4)]
COMPARISONS: tuple[Comparison, ...] = ("==", "!=", "<", "<=", ">", ">=")


@pytest.mark.parametrize("op", COMPARISONS)
def test_a_comparison_is_foregone_when_all_values_agree(op: Comparison) -> None:
    for one, other in product(SPANS, SPANS):
        results = {
            eval(f"{a} {op} {b}")
            for a in range(one.low, one.high + 1)
            for b in range(other.low, other.high + 1)
        }
        assert foregone(op, one, other) == (results.pop() if len(results) == 1 else None)


def test_what_may_be_absent_can_only_be_sure_to_fail() -> None:
    absent = Type("int", low=1, high=9, optional=True)
    assert foregone("==", absent, int_type(10, 10)) is False
    assert foregone("<", absent, int_type(10, 10)) is None
    assert foregone("!=", int_type(0, 0), absent) is None
    assert foregone("<", Type("int", low=1, high=3, limit=True), int_type(9, 9)) is None
    assert foregone("==", BOOL, BOOL) is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (int_type(1, 3), int_type(5, 9), int_type(1, 9)),
        (int_type(1, 3), NOTHING, Type("int", low=1, high=3, limit=True)),
        (NOTHING, NOTHING, NOTHING),
        (TILE, Type("tile", optional=True), Type("tile", optional=True)),
        (BOOL, BOOL, BOOL),
        (BOOL, int_type(0, 1), None),
        (Type("word", "place"), Type("word", "suit"), None),
    ],
)
def test_join(one: Type, other: Type, expected: Type | None) -> None:
    assert join(one, other) == expected
    assert join(other, one) == expected
