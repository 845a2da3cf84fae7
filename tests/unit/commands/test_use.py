"""`--use` lays mix-ins upon whatever a command is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.library import mixin_path

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Kwx

HAND = "4556p123789s777z+5p"


def test_a_hand_is_scored_under_the_mixin(kwx: Kwx) -> None:
    score = ("score", "suizhou", HAND, "--format", "json")
    assert kwx(*score).json()["value"] == 2
    assert kwx(*score, "--use", "kawuxing_4").json()["value"] == 4
    assert kwx(*score, "-u", "卡五星四番", "-u", "haidi").json()["value"] == 4
    late = kwx(*score, "--event", "last_tile", "-u", "kawuxing_4", "-u", "haidi").json()
    assert (late["value"], late["product"]) == (8, 8)


def test_a_path_names_a_mixin_too(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    text = mixin_path("kawuxing_4").read_text("utf-8")
    file.write_text(text.replace("mixin: kawuxing_4", "mixin: mine"), encoding="utf-8")
    assert (
        kwx("score", "suizhou", HAND, "--use", str(file), "--format", "json").json()["value"] == 4
    )
    assert kwx("check", str(file)).status == 0
    assert kwx("fmt", "--check", str(file)).status == 0
    assert kwx("test", str(file)).out == f"{file}: 3 examples, 3 passed, 0 failed\n"


def test_a_mixin_that_is_not_there_is_named(kwx: Kwx) -> None:
    ran = kwx("score", "suizhou", HAND, "--use", "kawuxin_4")
    assert ran.status == 2
    assert "KWX2292" in ran.err
    assert "did you mean `kawuxing_4`?" in ran.err
    assert "--use:1:1" in ran.err


def test_diff_shows_what_a_mixin_changes(kwx: Kwx) -> None:
    ran = kwx("diff", "suizhou", "suizhou", "--other-use", "kawuxing_4", "--format", "json")
    found = ran.json()
    assert (found["equal"], found["proven"]) == (False, True)
    assert found["use"] == {"before": [], "after": ["kawuxing_4"]}
    changed = [one["path"] for one in found["structural"] if one["class"] != "wording"]
    assert changed == ["fans.kawuxing.times"]
    same = ("diff", "suizhou", "suizhou", "-u", "kawuxing_4", "-U", "kawuxing_4")
    assert kwx(*same).status == 0


@pytest.mark.parametrize("option", ["--use", "--other-use"])
@pytest.mark.parametrize("other", [("--since", "HEAD"), ("--matrix",)])
def test_diff_of_many_rulesets_takes_no_mixins(
    kwx: Kwx, option: str, other: tuple[str, ...]
) -> None:
    ran = kwx("diff", *other, option, "haidi")
    assert ran.status == 2
    assert "KWX0302" in ran.err


def test_diff_shows_which_mixins_bear_on_one_another(kwx: Kwx) -> None:
    ran = kwx(
        *["diff", "suizhou", "--interactions", "-u", "haidi", "-u", "duiliang", "--format", "json"]
    )
    assert ran.status == 0
    found = ran.json()
    assert found["switches"][:2] == [{"mixin": "haidi"}, {"mixin": "duiliang"}]
    assert found["pairs"][0]["kind"] == "capped"


def test_mixins_of_which_one_refuses_the_other_exclude_each_other(kwx: Kwx) -> None:
    two = ["-u", "baohu_fengding", "-u", "bu_baohu"]
    text = kwx("diff", "suizhou", "--interactions", *two, "--lang", "zh").out
    assert text.startswith("哪些开关互相影响：随州卡五星\n")
    assert "baohu_fengding # bu_baohu" in text


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("--interactions", "KWX0004"),
        ("suizhou hubei --interactions", "KWX0005"),
        ("suizhou --interactions -o cap=8", "KWX0302"),
        ("suizhou --interactions --matrix", "KWX0302"),
        ("suizhou --interactions --format markdown", "KWX0003"),
        ("hubei_article --interactions", "KWX0010"),
        ("suizhou --interactions --use nobody", "KWX2292"),
    ],
)
def test_what_interactions_do_not_take(kwx: Kwx, arguments: str, code: str) -> None:
    ran = kwx("diff", *arguments.split())
    assert ran.status == 2
    assert code in ran.err


def test_examples_of_a_town_run_under_a_mixin(kwx: Kwx) -> None:
    ran = kwx("test", "hubei", "--use", "kawuxing_4")
    assert ran.status == 1
    assert "KWX5001" in ran.err
    assert kwx("test", "hubei", "--use", "kawuxing_4", "--cover").status == 2


@pytest.mark.usefixtures("untried")
def test_modules_with_mixins_name_them(kwx: Kwx, tmp_path: Path) -> None:
    assert kwx("build", "suizhou", "-d", str(tmp_path), "--use", "haidi").status == 0
    text = (tmp_path / "suizhou.py").read_text("utf-8")
    assert "haidi.yaml' sha256" in text
    check = ("build", "suizhou", "-d", str(tmp_path), "--check")
    assert kwx(*check, "--use", "haidi").status == 0
    assert kwx(*check).status == 1


def test_show_names_the_mixins(kwx: Kwx) -> None:
    lines = kwx("show", "suizhou", "-u", "haidi", "-u", "kawuxing_4").out.splitlines()
    assert lines[1] == "  < hubei  + haidi + kawuxing_4"
    shown = kwx("show", "suizhou", "-u", "haidi", "--format", "json").json()
    assert (shown["uses"], shown["parents"]) == (["haidi"], ["hubei"])


def test_a_new_ruleset_does_not_start_from_a_mixin(kwx: Kwx) -> None:
    ran = kwx("new", "mytown", "-", "--extends", "haidi")
    assert (ran.out, "KWX2294" in ran.err) == ("", True)
    assert ran.status == 2


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ("score suizhou H --use haidi,piao", 2, "`--use haidi --use piao`"),
        ("score suizhou H --use haidi --use nobody", 2, "--use #2:1:1"),
        ("score suizhou H --use haidi --use haidi", 2, "--use #2:1:1"),
        ("score suizhou H --use piao --choose piao", 2, "`--choose piao` is not"),
        ("score suizhou H --use piao --choose piao=1,2,3,4", 2, "KWX0023"),
        ("score suizhou H --use piao --choose piao=x", 2, "KWX3552"),
        ("show suizhou piao", 2, "with `--use piao`"),
        ("show suizhou hubei", 2, "takes one variant at a time"),
        ("score suizhou 1167p 123s", 2, "stands in quotes"),
        ("show suizhou --use nobody.yaml", 2, "KWX0101"),
        ("check suizhou --use nobody.yaml", 2, "KWX0101"),
        ("score resting H --use jiansi_2", 1, "a factor of the mix-in `jiansi_2`"),
        ("score resting H --use jiansi_2", 1, "leave out what brings more factors: jiansi_2"),
    ],
)
def test_what_is_said_of_arguments_that_do_not_fit(
    kwx: Kwx, arguments: str, status: int, said: str
) -> None:
    ran = kwx(*[HAND if one == "H" else one for one in arguments.split()])
    assert (ran.status, ran.out) == (status, "")
    assert said in ran.err
