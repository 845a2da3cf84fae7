"""Definitions: no circles, and of a size that can be spelled out."""

from __future__ import annotations

import pytest

from kawuxing.compiler.core.definitions import MAX_PARTS
from kawuxing.compiler.core.nodes import Compare, Junction, Named, Quantified
from kawuxing.compiler.surface.expressions import MAX_DEPTH

from ..towns import check_texts
from .rules import lowered


def text_at(diagnostic_span: object) -> str:
    span = diagnostic_span
    return span.source.text[span.start : span.end]  # type: ignore[attr-defined,no-any-return]


def test_a_circle_is_reported_once_with_every_step() -> None:
    found = lowered(
        "define:\n"
        "  one: two and discard\n"
        "  two: not three\n"
        "  three: self_draw or one\n"
        "  far: one or discard\n"
        "fans:\n"
        "  cheap: {when: far and two, assumed: test}\n"
    )
    (circle,) = found.diagnostics
    assert circle.code == "KWX2414"
    assert circle.params["circle"] == "one → two → three → one"
    assert [text_at(circle.span), *(text_at(label.span) for label in circle.labels)] == [
        "two",
        "three",
        "one",
    ]
    check_texts(circle)
    assert found.core is None


def test_a_definition_of_itself_is_a_circle() -> None:
    (circle,) = lowered("define:\n  one: not one\n").diagnostics
    assert (circle.code, circle.params["circle"]) == ("KWX2414", "one → one")
    assert circle.labels == ()


def test_faults_beside_a_circle_are_found_too() -> None:
    found = lowered(
        "define:\n  one: not one\nfans:\n  cheap: {when: one and selfdraw, assumed: test}\n"
    )
    assert found.codes == ["KWX2414", "KWX2401"]


def test_the_same_name_may_be_used_twice() -> None:
    found = lowered("define:\n  one: discard\n  two: one or not one\n  three: one and two\n")
    assert found.codes == []


def test_the_name_of_an_element_goes_before_a_definition() -> None:
    found = lowered(
        "define:\n"
        "  s: count(s.run for s in sets)\n"
        "  t: any(t.tiles > 6 for t in suits if t.suit == dots) and s == 0\n"
        "fans:\n"
        "  cheap: {when: any(s.kong for s in sets) and s == 1 and t, assumed: test}\n"
    )
    assert found.codes == []
    assert found.core is not None
    (cheap,) = (fan for fan in found.core.fans if fan.id == "cheap")
    assert isinstance(cheap.when, Junction)
    first, second, third = cheap.when.operands
    assert isinstance(first, Quantified)
    assert not isinstance(first.body, Named)
    assert isinstance(second, Compare)
    assert isinstance(second.left, Named)
    assert isinstance(third, Named)
    assert (second.left.name, third.name) == ("s", "t")


def test_outside_its_brackets_the_name_is_the_definition_s() -> None:
    found = lowered(
        "define:\n  s: discard\n"
        "fans:\n  cheap: {when: any(s.run for s in sets) and s.run, assumed: test}\n"
    )
    assert found.codes == ["KWX2408"]


def chain_of(length: int) -> str:
    """Definitions each of which is the opposite of the one before: `2 * length` levels."""
    lines = ["  d1: not discard"]
    lines += [f"  d{number}: not d{number - 1}" for number in range(2, length + 1)]
    return "define:\n" + "\n".join(lines) + "\n"


def test_depth_counts_through_definitions() -> None:
    levels_of_one = 2  # `not` and the name
    most = MAX_DEPTH // levels_of_one
    assert lowered(chain_of(most)).codes == []
    found = lowered(chain_of(most + 1))
    (deep,) = found.diagnostics
    assert deep.code == "KWX2434"
    assert text_at(deep.span) == f"not d{most}"
    assert deep.params == {"depth": MAX_DEPTH + 2, "limit": MAX_DEPTH}
    check_texts(deep)


def test_a_rule_is_as_deep_as_its_definitions() -> None:
    most = MAX_DEPTH // 2
    rule = f"fans:\n  cheap: {{when: d{most}, assumed: test}}\n"
    (deep,) = lowered(chain_of(most) + rule).diagnostics
    assert (deep.code, text_at(deep.span)) == ("KWX2434", f"d{most}")


@pytest.mark.parametrize(("doublings", "codes"), [(13, []), (15, ["KWX2435"]), (60, ["KWX2435"])])
def test_definitions_cannot_be_made_to_explode(doublings: int, codes: list[str]) -> None:
    lines = ["  d1: discard or self_draw"]
    lines += [f"  d{n}: d{n - 1} and d{n - 1}" for n in range(2, doublings + 1)]
    found = lowered("define:\n" + "\n".join(lines) + "\n")
    assert found.codes == codes
    for diagnostic in found.diagnostics:
        check_texts(diagnostic)
        assert diagnostic.params["limit"] in {MAX_PARTS, MAX_DEPTH}


def choice(cases: int) -> str:
    """One of so many tiles."""
    tiles = [f"{rank}{suit}" for suit in "ps" for rank in range(1, 10)]
    parts = [f"{tiles[number % 18]} if chain == {number % 17} else " for number in range(cases - 1)]
    return "".join(parts) + "red"


def test_comparisons_of_choices_are_limited() -> None:
    def rule(left: int, right: int) -> str:
        when = f"(win.tile if chain == 0 else {choice(left - 1)}) == ({choice(right)})"
        return f"fans:\n  cheap: {{when: {when}, assumed: test}}\n"

    assert lowered(rule(16, 16)).codes == []
    (many,) = lowered(rule(17, 16)).diagnostics
    assert many.code == "KWX2436"
    check_texts(many)
