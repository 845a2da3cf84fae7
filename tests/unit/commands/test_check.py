from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.library import builtin_ids

if TYPE_CHECKING:
    from .conftest import Kwx

HEAD = "kawuxing: 1\nvariant: mytown\nname: {zh: 我镇, en: My Town}\nextends: suizhou\n"
TWO_ERRORS = (
    HEAD + "fans:\n  qidui: {times: 4x, assumed: so}\n  pengpnghu: {times: 4, assumed: so}\n"
)
WARNED = HEAD + (
    "fans:\n"
    "  runs:\n"
    "    name: {zh: 全顺, en: All runs}\n"
    "    times: 2\n"
    "    when: all(s.run for s in sets)\n"
    "    assumed: so\n"
)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(text: str, name: str = "mytown.yaml") -> None:
    Path(name).write_text(text, encoding="utf-8")


def test_the_built_in_rulesets_are_sound(kwx: Kwx) -> None:
    """Nothing is said of any: no rule of theirs never matters, either."""
    ran = kwx("check", "--strict", *builtin_ids())
    assert (ran.status, ran.err) == (0, "")
    assert len(ran.out.splitlines()) == len(builtin_ids())


def test_all_errors_of_a_file_are_told_in_one_run(kwx: Kwx) -> None:
    write(TWO_ERRORS)
    ran = kwx("check", "mytown.yaml")
    assert (ran.status, ran.out) == (1, "")
    assert " --> mytown.yaml:6:" in ran.err
    assert " --> mytown.yaml:7:" in ran.err
    assert "did you mean to change `pengpenghu`?" in ran.err
    assert ran.err.endswith("\n2 errors\n")
    assert kwx("check", "mytown.yaml", "--lang", "zh").err.endswith("\n2 个错误\n")


def test_warnings_fail_only_when_told_to(kwx: Kwx) -> None:
    write(WARNED)
    ran = kwx("check", "mytown.yaml")
    assert ran.status == 0
    assert ran.out.startswith("mytown.yaml: My Town, 17 fans")
    assert ran.err.startswith("warning[")
    assert kwx("check", "--strict", "mytown.yaml").status == 1


def test_a_file_that_cannot_be_read_outweighs_errors(kwx: Kwx) -> None:
    write(TWO_ERRORS)
    ran = kwx("check", "mytown.yaml", "other.yaml", "suizhou")
    assert ran.status == 2
    assert "KWX0101" in ran.err
    assert ran.out.startswith("suizhou: ")


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"\xff\xfe\x00", 2),
        ("variant: 随州".encode("gb18030"), 2),
        (b"a: \x00\n", 1),
        (b"a: &x 1\nb: *x\n", 1),
        (b"[" * 3000, 1),
        (b"", 1),
        (b"- 1\n", 1),
    ],
)
def test_whatever_the_bytes_there_is_a_plain_answer(kwx: Kwx, data: bytes, status: int) -> None:
    Path("mytown.yaml").write_bytes(data)
    ran = kwx("check", "mytown.yaml")
    assert ran.status == status
    assert ran.err.startswith("error[KWX")


def test_a_fault_of_a_common_parent_is_told_once(kwx: Kwx) -> None:
    write(
        HEAD.replace("mytown", "base") + "fans:\n  qidui: {times: 4x, assumed: so}\n", "base.yaml"
    )
    for name in ("one", "two"):
        write(HEAD.replace("mytown", name).replace("suizhou", "base.yaml"), f"{name}.yaml")
    ran = kwx("check", "one.yaml", "two.yaml")
    assert ran.status == 1
    assert ran.err.count("--> base.yaml:6:") == 1


def test_machine_formats_go_to_standard_output(kwx: Kwx) -> None:
    write(TWO_ERRORS)
    found = kwx("check", "mytown.yaml", "--format", "json")
    assert (found.status, found.err) == (1, "")
    assert [one["line"] for one in found.json()] == [6, 7]
    github = kwx("check", "mytown.yaml", "--format", "github")
    assert (github.status, github.err) == (1, "")
    assert [line[:28] for line in github.out.splitlines()] == ["::error file=mytown.yaml,lin"] * 2
    log = kwx("check", "mytown.yaml", "--format", "sarif").json()
    assert log["version"] == "2.1.0"
    assert len(log["runs"][0]["results"]) == 2
    assert kwx("check", "suizhou", "--format", "json").out == "[]\n"


def test_a_parent_elsewhere_needs_root(kwx: Kwx, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    write(HEAD.replace("mytown", "base"), "base.yaml")
    write(HEAD.replace("suizhou", "../base.yaml"), "inner/mytown.yaml")
    ran = kwx("check", "inner/mytown.yaml")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0206]")
    assert kwx("check", "inner/mytown.yaml", "--root", ".").status == 0


ODD = f"""{HEAD}fans:
  odd: {{name: {{zh: 番, en: Odd}}, times: 2, when: robbing and self_draw, assumed: test}}
"""


def test_a_rule_that_never_matters_is_a_warning(kwx: Kwx) -> None:
    write(ODD)
    ran = kwx("check", "mytown.yaml")
    assert ran.status == 0
    assert "warning[KWX2601]: `odd` holds in no hand\n --> mytown.yaml:6:49\n" in ran.err
    assert "proven over 170828673 hands" in ran.err
    assert ran.out.startswith("mytown.yaml: ")
    assert kwx("check", "mytown.yaml", "--strict").status == 1
    (found,) = kwx("check", "mytown.yaml", "--format", "json").json()
    assert (found["code"], found["severity"]) == ("KWX2601", "warning")
    assert "对任何一手牌都不成立" in kwx("check", "mytown.yaml", "--lang", "zh").err


def test_a_rule_that_never_matters_is_not_looked_for_among_errors(kwx: Kwx) -> None:
    write(ODD.replace("times: 2", "times: 0"))
    ran = kwx("check", "mytown.yaml")
    assert ran.status == 1
    assert "KWX26" not in ran.err


def test_an_abstract_ruleset_is_not_played(kwx: Kwx) -> None:
    write(ODD.replace("extends:", "abstract: true\nextends:"))
    assert kwx("check", "mytown.yaml", "--strict").status == 0


def test_figures_are_shown_when_they_are_asked_for(kwx: Kwx) -> None:
    ran = kwx("check", "hubei", "--facts", "--strict")
    assert ran.status == 0
    assert "note[KWX2608]: the dearest hand of `hubei` is worth 512" in ran.err
    assert "note[KWX2606]: `dasanyuan` replaces `xiaosanyuan`, but the two never meet" in ran.err
    assert "drop" not in ran.err
    assert kwx("check", "hubei") == (0, ran.out, "")


def test_rules_that_are_too_fine_are_not_proven(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAWUXING_CACHE", "off")
    monkeypatch.setattr("kawuxing.compiler.space.fold.MOST_PAIRS", 1000)
    ran = kwx("check", "suizhou")
    assert ran.status == 3
    assert "warning[KWX2612]: not proven" in ran.err
    assert kwx("check", "suizhou", "--strict").status == 1
    write(ODD.replace("times: 2", "times: 0"))
    assert kwx("check", "suizhou", "mytown.yaml").status == 1


@pytest.mark.parametrize(
    ("example", "marked", "code"),
    [
        ("hand: zz, expect: {waits: [5p]}", "z", "KWX3117"),
        ("hand: 11223344556678s+7s, expect: {value: 1}", "+", "KWX3101"),
        (
            "hand: 1122334455667s+7s, by: discard, events: [replacement], expect: {value: 1}",
            "[replacement]",
            "KWX3203",
        ),
        (
            "round: {players: 4, end: {kind: drawn}}, expect: {totals: [0, 0, 0]}",
            "4",
            "KWX3502",
        ),
    ],
)
def test_an_example_that_cannot_be_is_found_without_a_test(
    kwx: Kwx, example: str, marked: str, code: str
) -> None:
    write(f"{HEAD}examples:\n  - {{id: odd, why: so, {example}}}\n")
    ran = kwx("check", "mytown.yaml", "--format", "json")
    assert ran.status == 1
    first, second = ran.json()
    assert (first["code"], second["code"]) == ("KWX5002", code)
    line = Path("mytown.yaml").read_text(encoding="utf-8").splitlines()[second["line"] - 1]
    assert line[second["column"] - 1 :].startswith(marked)
    assert kwx("check", "mytown.yaml").out == ""


def test_one_example_is_not_examples(kwx: Kwx) -> None:
    example = "{id: one, why: so, hand: 1122334455667s+7s, expect: {value: 8}}"
    write(f"{HEAD}examples:\n  - {example}\n")
    assert kwx("check", "mytown.yaml").out.endswith(", 4 options, 1 example; no errors\n")
    assert kwx("test", "mytown.yaml").out == "mytown.yaml: 1 example, 1 passed, 0 failed\n"


def test_what_an_example_expects_is_not_looked_at(kwx: Kwx) -> None:
    write(
        f"{HEAD}examples:\n"
        "  - {id: wrong, why: so, hand: 1122334455667s+7s, expect: {value: 12345}}\n"
    )
    assert kwx("check", "mytown.yaml").status == 0
    assert kwx("test", "mytown.yaml").status == 1
