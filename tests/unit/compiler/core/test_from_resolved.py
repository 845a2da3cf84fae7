"""From a resolved ruleset to its typed core."""

from __future__ import annotations

import pytest

from kawuxing.compiler.compile import check
from kawuxing.compiler.core.nodes import (
    BOOL,
    NOTHING,
    Compare,
    Conditional,
    Const,
    Expr,
    FanRead,
    OptionRead,
    Read,
    Type,
    children,
    int_type,
    map_children,
)
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.library import builtin_ids
from kawuxing.compiler.resolved.nodes import OPTIONAL_KINDS, TABLE_KINDS

from ..towns import check_texts
from .rules import lowered, right

BASE_OF_CAP = OptionRead("cap", Type("int", low=1, high=100, limit=True), right("true").span)


def test_a_ruleset_becomes_its_fans_and_tables() -> None:
    core = lowered("define:\n  unused: win.pung\n").core
    assert core is not None
    assert core.order == ("cheap", "dear", "other")
    assert [fan.id for fan in core.fans] == ["dear", "cheap", "other"]
    cheap = core.fans[1]
    assert (cheap.when, cheap.times) == (Read("self_draw", BOOL, cheap.when.span), right("2"))
    assert (cheap.replaced_by, cheap.excluded_by) == (("dear",), ())
    needed = [kind for kind in TABLE_KINDS if kind not in OPTIONAL_KINDS]
    assert [table.kind for table in core.tables] == needed
    assert core.table("pay.also").rows == ()
    cap = core.table("cap")
    assert [row.id for row in cap.rows] == ["high", "middle", "common"]
    assert cap.rows[0].when == FanRead("dear", BOOL, cheap.when.span)
    assert [row.result for row in cap.rows] == [right("16"), right("12"), BASE_OF_CAP]
    assert [option.id for option in core.options] == ["cap", "tyrant"]


def test_the_last_row_always_holds() -> None:
    core = lowered("").core
    assert core is not None
    for table in core.tables:
        last = table.rows[-1]
        assert last.when == Const(True, BOOL, last.when.span)


def test_a_cap_may_be_none_and_a_payment_zero() -> None:
    core = lowered(
        "cap:\n  common: {at: none, assumed: test}\n"
        "pay:\n  kong:\n    nobody: {pay: kong.chain - 1, assumed: test}\n"
    ).core
    assert core is not None
    assert core.table("cap").rows[-1].result == Const(None, NOTHING, right("true").span)
    assert core.table("pay.kong").rows[-1].result.type == int_type(0, 15)


def test_a_cap_may_read_the_product() -> None:
    core = lowered("cap:\n  common: {at: product if chain > 2 else none, assumed: test}\n").core
    assert core is not None
    result = core.table("cap").rows[-1].result
    assert isinstance(result, Conditional)
    assert result.type == Type("int", low=1, high=10**12, limit=True)


def test_a_definition_nobody_uses_is_checked_all_the_same() -> None:
    assert lowered("define:\n  unused: payer.fed and kong.added and product > 8\n").codes == []
    assert lowered("define:\n  unused: payer.fdd\n").codes == ["KWX2409"]


def test_a_fault_in_a_definition_is_told_once_however_often_it_is_used() -> None:
    found = lowered(
        "define:\n  one: win.rnak == 5\n  two: one\n"
        "fans:\n"
        "  cheap: {when: one, assumed: test}\n"
        "  dear: {when: one or two, assumed: test}\n"
    )
    assert found.codes == ["KWX2409"]


def test_faults_of_all_rules_are_found_in_one_run() -> None:
    found = lowered(
        "fans:\n"
        "  cheap: {when: selfdraw, times: 0, assumed: test}\n"
        "  dear: {when: chain, assumed: test}\n"
        "cap:\n  common: {at: 0, assumed: test}\n"
        "pay:\n  win:\n    nobody: {pay: share - 1000000000000, assumed: test}\n"
    )
    assert found.codes == ["KWX2401", "KWX2304", "KWX2411", "KWX2305", "KWX2305"]
    assert found.core is None


def test_the_core_is_withheld_when_an_earlier_pass_failed() -> None:
    found = lowered("fans:\n  chaep: {times: 4, assumed: test}\n")
    assert found.codes
    assert found.core is None


def factor(times: int, when: str = "discard") -> str:
    return f"{{name: {{zh: 番, en: Fan}}, times: {times}, when: {when}, assumed: test}}"


MILLION = 10**6
"""The base's own fans multiply to 16 by themselves: of two that replace one another one counts."""


@pytest.mark.parametrize(
    ("fans", "shapes"),
    [
        ([(MILLION, "discard"), (MILLION // 16, "discard")], []),
        ([(MILLION, "discard"), (MILLION // 16 + 1, "discard")], ["standard"]),
        ([(MILLION, "pair.dragon"), (MILLION // 8, "seven_pairs")], []),
        ([(MILLION, "seven_pairs"), (MILLION // 8, "seven_pairs")], ["seven_pairs"]),
        ([(MILLION, "seven_pairs"), (MILLION // 8, "triplets == 4")], []),
        ([(MILLION, "self_draw"), (MILLION // 8, "not self_draw")], ["standard"]),
        ([(MILLION, "standard"), (MILLION // 8, "standard")], ["standard"]),
    ],
)
def test_products_are_bounded_within_each_shape(
    fans: list[tuple[int, str]], shapes: list[str]
) -> None:
    lines = [f"  x{index}: {factor(times, when)}\n" for index, (times, when) in enumerate(fans)]
    found = lowered("fans:\n" + "".join(lines))
    assert [diagnostic.params["shape"] for diagnostic in found.diagnostics] == shapes
    for diagnostic in found.diagnostics:
        assert diagnostic.code == "KWX2303"
        product = 16
        for times, _ in fans:
            product *= times
        assert diagnostic.params["product"] == product > 10**12
        span = diagnostic.span
        assert span is not None
        assert span.source.text[span.start : span.end] == str(fans[-1][0])
        check_texts(diagnostic)


def test_a_factor_counts_with_its_greatest_value() -> None:
    fan = factor(2).replace("times: 2", "times: 10 ** (win.held * 3)")
    assert lowered(f"fans:\n  x: {fan}\n").codes == ["KWX2303"]
    fan = factor(2).replace("times: 2", "times: 10 ** (win.held * 2)")
    assert lowered(f"fans:\n  x: {fan}\n").codes == []


@pytest.mark.parametrize("key", ["replaces", "excludes"])
def test_of_fans_that_keep_each_other_out_one_factor_counts(key: str) -> None:
    """The factor alone does not pass the limit; twice it does."""
    fan = factor(2).replace("times: 2", "times: 10 ** 6")
    assert lowered(f"fans:\n  x: {fan}\n  y: {fan}\n").codes == ["KWX2303"]
    other = fan.replace("times:", f"{key}: [x], times:")
    assert lowered(f"fans:\n  x: {fan}\n  y: {other}\n").codes == []


@pytest.mark.parametrize("variant", builtin_ids())
def test_the_towns_are_sound(variant: str) -> None:
    sink = Sink()
    core = check(load_ruleset(variant), sink)
    assert sink.diagnostics == ()
    assert core is not None
    assert {fan.id for fan in core.fans} == set(core.order)


def test_children_are_what_map_children_changes() -> None:
    texts = [
        "not discard",
        "self_draw and discard",
        "chain + 1 < win.held * 2",
        "win.rank in [2, options.cap]",
        "2 if discard else chain",
        "max(1, chain, 3)",
        "count(s.run for s in sets if s.won)",
        "count(s.run for s in sets)",
        "triplets",
        "win.pung",
    ]
    mark = Const(True, BOOL, right("true").span)
    for text in texts:
        expr = right(text)
        seen: list[Expr] = []

        def change(inner: Expr, seen: list[Expr] = seen) -> Expr:
            seen.append(inner)
            return mark

        changed = map_children(expr, change)
        assert sorted(map(repr, seen)) == sorted(map(repr, children(expr)))
        assert all(inner == mark for inner in children(changed))
        assert map_children(expr, lambda inner: inner) == expr
    compared = right("chain == 2")
    assert isinstance(compared, Compare)
    assert children(compared) == (compared.left, compared.right)
