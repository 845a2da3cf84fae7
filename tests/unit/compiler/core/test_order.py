"""The order in which fans are judged, and what replaces what."""

from __future__ import annotations

import pytest

from ..towns import check_texts
from .rules import lowered

NAMES = "name: {zh: 番, en: Fan}, times: 2, assumed: test"


def fans(**given: str) -> str:
    """Fans by id, each with its own keys; those of the base are taken away."""
    lines = [f"  {one}: {{{NAMES}, {keys}}}\n" for one, keys in given.items()]
    gone = "".join(f"  {one}: removed\n" for one in ("cheap", "dear", "other") if one not in given)
    cap = "cap:\n  high: removed\n  middle: removed\n"
    return cap + "fans:\n" + "".join(lines) + gone


def order_of(fragment: str) -> list[str]:
    found = lowered(fragment)
    assert found.codes == []
    assert found.core is not None
    return [fan.id for fan in found.core.fans]


def test_fans_that_do_not_depend_on_each_other_keep_the_authors_order() -> None:
    assert order_of(fans(c="when: discard", a="when: discard", b="when: discard")) == [
        "c",
        "a",
        "b",
    ]


def test_a_fan_comes_after_those_it_reads() -> None:
    text = fans(a="when: fan.b and not fan.c", b="when: fan.c", c="when: discard", d="when: true")
    assert order_of(text) == ["c", "b", "a", "d"]


def test_a_factor_reads_fans_too() -> None:
    keys = NAMES.replace("times: 2", "times: 4 if fan.b else 2") + ", when: discard"
    text = f"fans:\n  a: {{{keys}}}\n  b: {{{NAMES}, when: discard}}\n"
    assert order_of(text) == ["dear", "cheap", "other", "b", "a"]


def test_reading_through_a_definition_counts() -> None:
    text = "define:\n  lucky: fan.b\n" + fans(a="when: lucky", b="when: discard")
    assert order_of(text) == ["b", "a"]


def test_what_replaces_or_excludes_comes_first() -> None:
    text = fans(a="when: discard", b="when: discard, replaces: [a]", c="when: true, excludes: [b]")
    assert order_of(text) == ["c", "b", "a"]


def test_the_authors_order_is_kept_beside_it() -> None:
    core = lowered(fans(a="when: fan.b", b="when: discard")).core
    assert core is not None
    assert core.order == ("a", "b")


def test_fans_that_ask_for_the_product_come_last() -> None:
    text = fans(a="when: product >= 4", b="when: fan.d", c="when: big", d="when: discard")
    assert order_of(f"define:\n  big: product >= 8\n{text}") == ["d", "b", "a", "c"]


def test_replacement_is_transitive() -> None:
    core = lowered(
        fans(
            small="when: discard",
            middle="when: discard, replaces: [small]",
            big="when: discard, replaces: [middle]",
            huge="when: discard, replaces: [big]",
            apart="when: discard, replaces: [small]",
        )
    ).core
    assert core is not None
    replaced = {fan.id: set(fan.replaced_by) for fan in core.fans}
    assert replaced == {
        "small": {"middle", "apart", "big", "huge"},
        "middle": {"big", "huge"},
        "big": {"huge"},
        "huge": set(),
        "apart": set(),
    }


def test_exclusion_is_not() -> None:
    core = lowered(
        fans(a="when: discard", b="when: true, excludes: [a]", c="when: true, excludes: [b, a]")
    ).core
    assert core is not None
    assert {fan.id: fan.excluded_by for fan in core.fans} == {"a": ("b", "c"), "b": ("c",), "c": ()}


CIRCLES = [
    (
        fans(a="when: not fan.b", b="when: not fan.a"),
        "a → b → a",
        [("fan.b", None), ("fan.a", "reads")],
    ),
    (
        fans(a="when: discard", b="when: fan.a, replaces: [a]"),
        "a → b → a",
        [("a", None), ("fan.a", "reads")],
    ),
    (
        fans(a="when: discard, replaces: [b]", b="when: true, excludes: [a]"),
        "a → b → a",
        [("a", None), ("b", "replaced")],
    ),
    (
        fans(
            x="when: fan.a",
            a="when: fan.b",
            b="when: discard",
            c="when: not fan.a, excludes: [b]",
        ),
        "a → b → c → a",
        [("fan.b", None), ("b", "excluded"), ("fan.a", "reads")],
    ),
    (fans(a="when: not fan.a"), "a → a", [("fan.a", None)]),
    (
        fans(a="when: product >= 4", b="when: fan.a"),
        "a → b → a",
        [("product", None), ("fan.a", "reads")],
    ),
]


@pytest.mark.parametrize(("text", "circle", "places"), CIRCLES)
def test_a_circle_names_every_step(
    text: str, circle: str, places: list[tuple[str, str | None]]
) -> None:
    (found,) = lowered(text).diagnostics
    assert (found.code, found.params["circle"]) == ("KWX2301", circle)
    steps = [(found.span, None), *((label.span, label.key) for label in found.labels)]
    shown = [(span.source.text[span.start : span.end], key) for span, key in steps if span]
    assert shown == places
    check_texts(found)


def test_circles_of_one_kind_are_told_where_the_fans_are_declared() -> None:
    text = fans(a="when: discard, replaces: [b]", b="when: true, replaces: [a]")
    assert lowered(text).codes == ["KWX2251"]
    text = fans(a="when: discard, excludes: [b]", b="when: true, excludes: [a]")
    assert lowered(text).codes == ["KWX2251"]
