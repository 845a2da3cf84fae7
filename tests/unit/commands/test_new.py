from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.library import builtin_ids

from ...slow import slow_but

if TYPE_CHECKING:
    from .conftest import Kwx

PARENTS = ("hubei", "hubei_article", "suizhou_eleven", "ancestor")
"""One that extends nothing, an abstract one, a child, and one with three suits."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def uncommented(text: str) -> str:
    """The file with every change it offers made."""
    body = re.sub("^# (options|fans|turn):$", r"\1:", text, flags=re.MULTILINE)
    lines = [
        line.removeprefix("# ") if line.startswith("#   ") and is_code(line) else line
        for line in body.splitlines()
    ]
    return "\n".join(lines) + "\n"


def is_code(line: str) -> bool:
    return ":" in line and "kawuxing " not in line


@pytest.mark.parametrize("parent", slow_but(PARENTS, builtin_ids()))
def test_a_new_ruleset_passes_as_it_is(kwx: Kwx, parent: str) -> None:
    assert kwx("new", "mytown", "--extends", parent).status == 0
    checked = kwx("check", "--strict", "mytown.yaml")
    assert (checked.status, checked.err) == (0, "")
    tested = kwx("test", "mytown.yaml")
    assert (tested.status, tested.out) == (0, "mytown.yaml: 2 examples, 2 passed, 0 failed\n")


@pytest.mark.parametrize("parent", slow_but(PARENTS, builtin_ids()))
def test_the_changes_it_offers_pass_too(kwx: Kwx, parent: str) -> None:
    text = kwx("new", "mytown", "-", "--extends", parent).out
    changed = uncommented(text)
    assert "\nfans:\n" in changed
    assert "  my_fan:\n" in changed
    assert "\nturn:\n  missed:\n" in changed
    assert re.search("^  [a-z]+: removed$", changed, re.MULTILINE)
    Path("mytown.yaml").write_text(changed, encoding="utf-8")
    assert kwx("check", "mytown.yaml").err == ""


def test_comments_speak_both_languages(kwx: Kwx) -> None:
    text = kwx("new", "-", "--extends", "随州").out
    assert "variant: my_town\n" in text
    assert "extends: suizhou\n" in text
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert any(re.search("[\u4e00-\u9fff]", line) for line in comments)
    assert any("extends Suizhou Kawuxing" in line for line in comments)


def test_a_file_of_ones_own_can_be_the_parent(kwx: Kwx) -> None:
    kwx("new", "base", "--extends", "hubei")
    assert kwx("new", "mytown", "--extends", "./base.yaml").status == 0
    assert "\nextends: base.yaml\n" in Path("mytown.yaml").read_text(encoding="utf-8")
    assert kwx("check", "mytown.yaml").status == 0


def test_the_parent_must_lie_in_the_folder_of_the_child(kwx: Kwx, tmp_path: Path) -> None:
    kwx("new", "base", "--extends", "hubei")
    (tmp_path / "inner").mkdir()
    ran = kwx("new", "mytown", "inner/mytown.yaml", "--extends", "base.yaml")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0017]")
    assert not (tmp_path / "inner" / "mytown.yaml").exists()


def test_nothing_is_overwritten(kwx: Kwx) -> None:
    Path("mytown.yaml").write_text("mine", encoding="utf-8")
    ran = kwx("new", "mytown", "--extends", "hubei")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0011]")
    assert Path("mytown.yaml").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_is_not_there(kwx: Kwx) -> None:
    ran = kwx("new", "mytown", "nowhere/mytown.yaml", "--extends", "hubei")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0012]")


@pytest.mark.parametrize(
    "name", ["我镇", "My", "9a", "a-b", "suizhou", "class", "none", "../a", "a" * 41]
)
def test_not_everything_is_a_name(kwx: Kwx, name: str) -> None:
    ran = kwx("new", name, "--extends", "hubei")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0013]")
    assert list(Path().iterdir()) == []


def test_an_unknown_parent_is_told_as_everywhere(kwx: Kwx) -> None:
    ran = kwx("new", "mytown", "--extends", "suizou")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0201]")
