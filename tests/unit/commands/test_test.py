from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from kawuxing.compiler.library import builtin_ids

if TYPE_CHECKING:
    from .conftest import Kwx

HEAD = "kawuxing: 1\nvariant: mytown\nname: {zh: 我镇, en: My Town}\nextends: suizhou\n"
EXAMPLES = HEAD + (
    "examples:\n"
    "  - id: right\n"
    "    why: seven pairs of one suit\n"
    '    hand: "1122334455667s+7s"\n'
    "    by: discard\n"
    "    expect: {value: 8, product: 16, fans: [qidui, qingyise]}\n"
    "  - id: wrong\n"
    "    why: seven pairs of one suit\n"
    '    hand: "1122334455667s+7s"\n'
    "    expect: {value: 9, has: [kawuxing], lacks: [qidui, liangdao]}\n"
    "  - id: five\n"
    "    why: five of a kind\n"
    '    hand: "1111122334455s+5s"\n'
    "    expect: {value: 1}\n"
    "  - id: waits\n"
    "    why: one tile\n"
    '    hand: "46p123456s77z [555s]"\n'
    "    expect: {waits: [5p, 8p]}\n"
    "  - id: nobody\n"
    "    why: the one who revealed pays\n"
    "    round: {dealer: 0, revealed: [1], end: {kind: drawn}}\n"
    "    expect: {totals: [1, -2, 2]}\n"
)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mytown.yaml").write_text(EXAMPLES, encoding="utf-8")


def test_the_examples_of_the_built_in_rulesets_pass(kwx: Kwx) -> None:
    found = kwx("test", *builtin_ids(), "--format", "json")
    assert found.status == 0
    summary = found.json()
    assert summary["ok"] is True
    assert summary["failed"] == 0
    assert summary["passed"] > 300
    excused = {one["variant"]: one["excused"] for one in summary["files"]}
    assert excused["xiaogan"] == ["GT-07", "GT-32", "GT-37"]


def test_failures_are_shown_at_their_places(kwx: Kwx) -> None:
    ran = kwx("test", "mytown.yaml")
    assert ran.status == 1
    assert ran.out == "mytown.yaml: 5 examples, 1 passed, 4 failed\n"
    lines = EXAMPLES.splitlines()
    wrong = lines.index("  - id: wrong") + 4
    assert f"--> mytown.yaml:{wrong}:21\n" in ran.err
    assert "example `wrong`: `value` is 8, expected 9" in ran.err
    assert "missing: kawuxing" in ran.err
    assert "not expected: qidui" in ran.err
    five = lines.index("  - id: five") + 3
    column = lines[five - 1].index("1111122") + 5
    assert f"error[KWX3102]: five 1s\n  --> mytown.yaml:{five}:{column}\n" in ran.err
    assert "`waits` is [5p], expected [5p, 8p]" in ran.err
    assert "`totals` is [1, -2, 1], expected [1, -2, 2]" in ran.err


def test_the_explanation_stands_beside_the_failure(kwx: Kwx) -> None:
    ran = kwx("test", "mytown.yaml", "--lang", "zh")
    assert "  ×4  清一色 (qingyise)" in ran.err
    assert "1 → 0: 1  pay.drawn.revealed" in ran.err
    assert ran.out == "mytown.yaml：5 个例子，通过 1 个，失败 4 个\n"


def test_programs_get_expected_and_found(kwx: Kwx) -> None:
    examples = kwx("test", "mytown.yaml", "--format", "json").json()["files"][0]["examples"]
    assert [one["passed"] for one in examples] == [True, False, False, False, False]
    value = examples[1]["failures"][0]
    assert (value["kind"], value["key"], value["expected"], value["found"]) == (
        "different",
        "value",
        "9",
        "8",
    )
    assert examples[2]["failures"][0]["code"] == "KWX3102"


def test_junit(kwx: Kwx) -> None:
    root = ElementTree.fromstring(kwx("test", "mytown.yaml", "--format", "junit").out)
    (suite,) = root.findall("testsuite")
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == (
        "mytown.yaml",
        "5",
        "4",
    )
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == ["right", "wrong", "five", "waits", "nobody"]
    assert [case.find("failure") is not None for case in cases] == [False, True, True, True, True]
    failure = cases[1].find("failure")
    assert failure is not None
    assert "`value` is 8, expected 9" in (failure.get("message") or "")


def test_a_broken_file_does_not_keep_others_from_being_tested(kwx: Kwx) -> None:
    Path("broken.yaml").write_text(HEAD + "fans: 1\n", encoding="utf-8")
    ran = kwx("test", "broken.yaml", "suizhou")
    assert ran.status == 1
    assert ran.err.startswith("broken.yaml: has errors, its examples were not run\nerror[KWX")
    assert ran.out.startswith("suizhou: ")
    assert kwx("test", "nowhere.yaml", "suizhou").status == 2


def test_nothing_to_test_is_no_failure(kwx: Kwx) -> None:
    ran = kwx("test", "hubei_article")
    assert (ran.status, ran.out) == (0, "hubei_article: 0 examples, 0 passed, 0 failed\n")
