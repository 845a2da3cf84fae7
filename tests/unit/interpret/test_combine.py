"""Fans that are combined by the maximum: the greatest counts, those on top multiply it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.compile import check, compile_core, module_of, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.driver import load_ruleset, resolve_variant
from kawuxing.compiler.interpret.judge import all_options, judge
from kawuxing.compiler.mutation.delta import delta_of
from kawuxing.compiler.mutation.mutants import mutants_of
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.notation import parse_hand

if TYPE_CHECKING:
    from pathlib import Path

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.runtime.evaluator import Evaluator

HEAD = "kawuxing: 1\nvariant: town\nname: {zh: 某地, en: Town}\nextends: hubei\n"
NAMED = f"""{HEAD}
define:
  exposed: count(k.pung and k.held == 1 for k in kinds)
  closed: win.rank == 5 and win.place == middle
  pure: fan.qingyise
fans:
  liangdao: {{on_top: true, assumed: test}}
  gangshanghua: {{on_top: true, assumed: test}}
  mingsigui: {{when: exposed >= 1, assumed: test}}
  two: {{name: {{zh: 双明四, en: Two}}, times: 4, when: exposed == 2, assumed: test}}
  five_one: {{name: {{zh: 卡明, en: F1}}, times: 4, when: closed and exposed == 1, assumed: test}}
  five_two: {{name: {{zh: 卡双, en: F2}}, times: 16, when: closed and exposed == 2, assumed: t}}
  pure_pairs: {{name: {{zh: 清七对, en: PP}}, times: 8, when: pure and fan.qidui, assumed: test}}
worth: {{combine: maximum, assumed: a list of named hands}}
"""
"""Irregular steps as in a list of named hands: one exposed four beside a closed five is worth 4,
two are worth 16; a pure suit of seven pairs 8."""
MULTIPLIED = NAMED.replace("combine: maximum", "combine: product")


@cache
def town(text: str) -> tuple[Core, Evaluator[Any]]:
    sink = Sink()
    core = check(load_ruleset(text), sink)
    assert core is not None, sink.diagnostics
    return core, run_module(compile_core(core))


PURE_PAIRS = "1122334466779p+9p"
FIVE_TWO = "[777p][444p]46p789p11s+5p"
FIVE_ONE = "[777p]46p789p12399s+5p"


@pytest.mark.parametrize(
    ("text", "hand", "product"),
    [
        (NAMED, PURE_PAIRS, 8),
        ("hubei", PURE_PAIRS, 4 * 4),
        (MULTIPLIED, PURE_PAIRS, 4 * 4 * 8),
        (NAMED, FIVE_TWO, 16),
        (NAMED, FIVE_ONE, 4),
        (MULTIPLIED, FIVE_ONE, 2 * 2 * 4),
        (NAMED, "123456p123789s7z+7z", 1),
    ],
)
def test_the_greatest_counts(text: str, hand: str, product: int) -> None:
    core, rules = town(text)
    walked = judge(
        core, parse_hand(hand, rules.program.tiles), won("discard"), all_options(core, {})
    )
    assert walked is not None
    assert rules.score(hand, by="discard").product == walked.best.product == product


def test_what_is_on_top_multiplies_the_greatest() -> None:
    rules = town(NAMED)[1]
    shown = rules.score(PURE_PAIRS, revealed=True)
    assert (shown.product, shown.value) == (16, 16)
    assert dict(shown.fans) == {"qingyise": 4, "qidui": 4, "pure_pairs": 8, "liangdao": 2}
    bloom = rules.score("46p123789s99s(1111p)+5p", events=["replacement"], revealed=True)
    assert (dict(bloom.fans), bloom.product) == (
        {"kawuxing": 2, "gangshanghua": 2, "liangdao": 2},
        8,
    )
    assert "greatest fan 8, on top 2: 16, cap" in shown.explain("en")
    assert "最大的番 8，另乘 2：16，" in shown.explain("zh")
    assert "greatest fan 8, cap" in rules.score(PURE_PAIRS).explain("en")


FULL = NAMED.replace(
    "worth:",
    """  full:
    name: {zh: 满, en: Full}
    times: (16 - 1) // product + 1
    on_top: true
    when: fan.two and product < 16
    assumed: test
worth:""",
)


def test_fans_that_ask_for_the_product_are_told_what_the_others_come_to() -> None:
    rules = town(FULL)[1]
    hand = "[777p][444p]45p789p11s+6p"  # not closed: two exposed fours, 4, raised to 16
    score = rules.score(hand, by="discard")
    assert (dict(score.fans)["full"], score.product) == (4, 16)
    score = rules.score(hand, by="discard", revealed=True)  # 4 and 2 on top: 8
    assert (dict(score.fans)["full"], score.product) == (2, 16)


@pytest.mark.slow
@pytest.mark.parametrize("text", [NAMED, MULTIPLIED, FULL])
def test_module_and_interpreter_agree_everywhere(text: str) -> None:
    core = town(text)[0]
    assert disagreement(core, module_of(compile_core(core).text, "town")) is None


def test_nothing_changes_where_nothing_is_said() -> None:
    core = town("hubei")[0]
    assert (core.by_maximum, core.on_top) == (False, None)
    assert "most" not in compile_core(core).text
    assert set(town(NAMED)[0].on_top or ()) == {"liangdao", "gangshanghua"}


def test_no_product_is_too_great_where_none_is_made() -> None:
    many = "".join(
        f"  f{at}: {{name: {{zh: 番, en: F}}, times: 1000000, when: win.rank == {at}, assumed: t}}"
        "\n"
        for at in (1, 2, 3)
    )
    codes = {}
    for combine in ("product", "maximum"):
        text = f"{HEAD}fans:\n{many}worth: {{combine: {combine}, assumed: t}}\n"
        sink = Sink()
        ruleset = resolve_variant(text, None, sink)
        assert ruleset is not None
        check(ruleset, sink)
        codes[combine] = {found.code for found in sink.diagnostics}
    assert codes == {"product": {"KWX2303"}, "maximum": set()}


@pytest.mark.parametrize(
    ("section", "code"),
    [
        ("worth: {combine: maximum}", "KWX2221"),
        ("worth: {note: some}", "KWX2202"),
        ("worth: {combine: greatest, assumed: t}", "KWX2215"),
        ("worth: {}", "KWX2206"),
        ("fans:\n  liangdao: {on_top: true}", "KWX2222"),
        ("fans:\n  liangdao: {on_top: 2, assumed: t}", "KWX2214"),
    ],
)
def test_faults(section: str, code: str) -> None:
    sink = Sink()
    resolve_variant(f"{HEAD}{section}\n", None, sink)
    assert [found.code for found in sink.diagnostics if found.severity == "error"] == [code]


def test_a_child_changes_it_on_grounds(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(NAMED.replace("variant: town", "variant: house"), "utf-8")
    for patch, codes in (
        ("worth: {combine: product}", ["KWX2222"]),
        ("worth: {combine: product, assumed: t}", []),
        ("worth: {note: some}", []),
    ):
        child = tmp_path / "child.yaml"
        text = HEAD.replace("variant: town", "variant: child").replace("hubei", "house.yaml")
        child.write_text(f"{text}{patch}\n", "utf-8")
        sink = Sink()
        ruleset = resolve_variant(str(child), None, sink)
        assert [found.code for found in sink.diagnostics] == codes
        assert ruleset is not None
        assert ruleset.worth is not None


def test_a_comparison_blames_the_way_of_combining() -> None:
    found = compare(town(MULTIPLIED)[0], town(NAMED)[0], ("a", "b"))
    (written,) = [one for one in found.structural if one.kind != "wording"]
    assert (written.path, written.before, written.after) == ("worth.combine", "product", "maximum")
    assert {one.rules for one in found.behavioural} == {("worth.combine",)}
    other = NAMED.replace(
        "liangdao: {on_top: true, assumed: test}", "liangdao: {times: 2, assumed: t}"
    )
    found = compare(town(NAMED)[0], town(other)[0], ("a", "b"))
    assert {one.rules for one in found.behavioural} == {("fans.liangdao",)}


def test_mutants_turn_it_round() -> None:
    core = town(NAMED)[0]
    made = [one for one in mutants_of(core.ruleset) if one.kind in {"combine", "on_top"}]
    assert [one.rule for one in made if one.kind == "combine"] == ["worth"]
    assert {one.rule for one in made if one.kind == "on_top"} == {f"fans.{f.id}" for f in core.fans}
    for one in made:
        changed = check(one.ruleset, Sink())
        assert changed is not None
        assert delta_of(core, changed).everything
    hubei = town("hubei")[0].ruleset
    assert not [one for one in mutants_of(hubei) if one.kind in {"combine", "on_top"}]
