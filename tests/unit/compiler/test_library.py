"""The built-in rulesets: listed, found by their names, each in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from kawuxing.compiler import library
from kawuxing.compiler.driver import load_ruleset

RULESETS = Path(library.__file__).parent.parent / "rulesets"


def test_every_ruleset_of_the_folder_is_listed_and_nothing_else() -> None:
    rulesets = {
        path.stem
        for path in RULESETS.glob("*.yaml")
        if "\nkawuxing: 1\n" in "\n" + path.read_text(encoding="utf-8")
    }
    assert rulesets
    assert set(library.builtin_ids()) == rulesets
    assert list(library.builtin_ids()) == sorted(rulesets)


@pytest.mark.parametrize("id", library.builtin_ids())
def test_every_built_in_ruleset_resolves(id: str) -> None:
    ruleset = load_ruleset(id)
    assert ruleset.id == id
    assert library.is_builtin(id)


def test_a_list_shows_what_the_files_say() -> None:
    for known in library.builtins():
        ruleset = load_ruleset(known.id)
        assert (known.zh, known.en) == (ruleset.name.zh, ruleset.name.en)
        assert known.abstract == ruleset.abstract
        assert known.extends == (ruleset.parents[0] if ruleset.parents else None)


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("suizhou", "suizhou"),
        ("随州", "suizhou"),
        ("随州卡五星", "suizhou"),
        ("孝感", "xiaogan"),
        ("隨州", "suizhou"),
        ("襄陽卡五星", "xiangyang"),
        ("sui", None),
        ("随", None),
        ("", None),
        ("Suizhou", None),
        ("glossary", None),
        ("../rulesets/suizhou", None),
    ],
)
def test_a_ruleset_is_found_by_its_id_or_its_chinese_name(name: str, id: str | None) -> None:
    assert library.find_builtin(name) == id


@pytest.mark.parametrize(
    "name", ["suizou", "Suizhou", "SUIZHOU", "隨州", "隨州卡五星", "suizhou kawuxing"]
)
def test_close_names_are_suggested(name: str) -> None:
    assert library.closest_builtins(name)[0] == "suizhou"


def test_nothing_is_suggested_for_what_is_far_off() -> None:
    assert library.closest_builtins("qwertzuiop") == ()


@pytest.mark.parametrize("id", library.builtin_ids())
def test_examples_come_last_so_that_a_parent_is_read_without_them(id: str) -> None:
    text = library.builtin_path(id).read_text(encoding="utf-8")
    _, found, rest = text.partition("\nexamples:\n")
    keys = [line for line in rest.splitlines() if line and line[0].isalpha()]
    assert not found or keys in ([], ["excused:"])
