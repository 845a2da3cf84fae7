"""What the shape of a reading alone decides."""

from __future__ import annotations

import pytest

from kawuxing.compiler.core.shapes import holds

from ..towns import check_texts, place, unmark
from .rules import lowered, right, typed

YES, NO, OPEN = True, False, None


@pytest.mark.parametrize(
    ("text", "standard", "seven_pairs"),
    [
        ("true", YES, YES),
        ("false", NO, NO),
        ("standard", YES, NO),
        ("seven_pairs", NO, YES),
        ("not seven_pairs", YES, NO),
        ("self_draw", OPEN, OPEN),
        ("seven_pairs and self_draw", NO, OPEN),
        ("seven_pairs or self_draw", OPEN, YES),
        ("standard or self_draw", YES, OPEN),
        ("not (standard and self_draw)", OPEN, YES),
        ("pair.dragon", OPEN, NO),
        ("not pair.dragon", OPEN, YES),
        ("pair.rank == 5", OPEN, NO),
        ("pair.rank != 5", OPEN, NO),
        ("pair.tile in [red, green]", OPEN, NO),
        ("pair.rank not in [2, 5, 8]", OPEN, NO),
        ("not (pair.rank in [2, 5, 8])", OPEN, YES),
        ("pair.dragon == false", OPEN, OPEN),
        ("win.pung", OPEN, OPEN),
        ("win.rank == 5", OPEN, OPEN),
        ("any(s.kong for s in sets)", OPEN, NO),
        ("all(s.kong for s in sets)", OPEN, YES),
        ("any(k.held == 4 for k in kinds)", OPEN, OPEN),
        ("triplets == 4", OPEN, NO),
        ("triplets >= 1", OPEN, NO),
        ("triplets > 0", OPEN, NO),
        ("0 < triplets", OPEN, NO),
        ("4 == triplets", OPEN, NO),
        ("triplets == 0", OPEN, YES),
        ("triplets <= 3", OPEN, YES),
        ("triplets < options.cap", OPEN, OPEN),
        ("count(s.run for s in sets) >= triplets", OPEN, YES),
        ("sum(1 for s in sets if s.run) != 0", OPEN, NO),
        ("triplets == win.held", OPEN, NO),
        ("1 <= triplets <= 3", OPEN, NO),
        ("self_draw if seven_pairs else true", YES, OPEN),
        ("true if self_draw else standard", YES, OPEN),
        ("false if self_draw else pair.won", OPEN, NO),
    ],
)
def test_holds(text: str, standard: bool | None, seven_pairs: bool | None) -> None:
    expr = right(text)
    assert holds(expr, "standard") is standard
    assert holds(expr, "seven_pairs") is seven_pairs


def test_definitions_are_seen_through() -> None:
    fragment = "define:\n  many: triplets >= 3\n  eyes: pair.rank\n"
    assert holds(right("many", fragment=fragment), "seven_pairs") is False
    assert holds(right("eyes == 5", fragment=fragment), "seven_pairs") is False


ALL = "all(s.triplet for s in sets)"


@pytest.mark.parametrize(
    ("when", "warned"),
    [
        (f"⟦{ALL}⟧", True),
        (f"not ⟦{ALL}⟧", True),
        (f"self_draw and ⟦{ALL}⟧", True),
        (f"standard or ⟦{ALL}⟧", True),
        (f"standard and {ALL}", False),
        (f"not seven_pairs and {ALL}", False),
        (f"{ALL} and pair.dragon", False),
        (f"triplets == 4 and (self_draw or {ALL})", False),
        (f"seven_pairs or {ALL}", False),
        (f"{ALL} or not standard", False),
        (f"{ALL} if standard else self_draw", False),
        (f"self_draw if seven_pairs else {ALL}", False),
        (f"⟦{ALL}⟧ if self_draw else discard", True),
        ("any(s.triplet for s in sets)", False),
        ("all(k.held < 4 for k in kinds)", False),
    ],
)
def test_all_over_no_sets_is_warned_of(when: str, warned: bool) -> None:
    fan = f"fans:\n  cheap: {{when: {when}, assumed: test}}\n"
    text, places, _ = unmark(fan)
    found = lowered(text)
    assert found.core is not None
    assert found.codes == ["KWX2420"] * warned
    for diagnostic in found.diagnostics:
        heading = diagnostic.span.source.text.index("fans:")  # type: ignore[union-attr]
        start, end = place(diagnostic.span) or (0, 0)
        assert [(start - heading, end - heading)] == places
        assert diagnostic.severity == "warning"
        check_texts(diagnostic)


def test_a_definition_is_judged_where_it_is_used() -> None:
    define = f"define:\n  full: {ALL}\n"
    used = "fans:\n  cheap: {when: standard and full, assumed: test}\n"
    assert lowered(define).codes == ["KWX2420"]
    assert lowered(define + used).codes == []
    assert typed("full", fragment=define).codes == []
