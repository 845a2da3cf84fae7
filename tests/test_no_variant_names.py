"""Code knows mahjong, but no town's rules: no variant and no fan is named in it.

Pages that explain messages are not code; their examples may be taken from rulesets.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from .sources import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CODE = ("compiler", "runtime")
PROSE = {".md"}
OURS = {"kawuxing", "卡五星"}
"""The fan and the game have one name, and so has this program."""

# What these are called are words that the language, or anybody, has too.
WORDS = {
    "Seven pairs": "a shape of hands",
    "Robbing a kong": "a way to win",
    "ancestor": "a ruleset that another extends",
    "counting": "what functions do",
    "resting": "what players do",
    "亮倒": "what players do, and log",
}


def load(path: Path) -> dict[str, Any]:
    """A file without its examples, which are most of it."""
    found = yaml.safe_load(path.read_text("utf-8").partition("\nexamples:\n")[0])
    assert isinstance(found, dict)
    return found


def names() -> Iterator[str]:
    """Every variant, mix-in and fan, by id and by name, as rulesets and glossary have them."""
    folder = ROOT / "rulesets"
    for path in (*folder.glob("*.yaml"), *folder.glob("options/*.yaml")):
        ruleset = load(path)
        yield ruleset.get("variant") or ruleset["mixin"]
        yield from ruleset["name"].values()
        yield from town(ruleset["name"])
        for id_, fan in ruleset.get("fans", {}).items():
            yield id_
            if isinstance(fan, dict):
                yield from fan.get("name", {}).values()
    for fan in load(ROOT / "grammar/glossary.yaml")["fans"]:
        yield from (fan["id"], fan["zh"], fan["en"])


def town(name: dict[str, str]) -> Iterator[str]:
    """The town in the name of a variant."""
    for text, game in ((name["zh"], "卡五星"), (name["en"], " Kawuxing")):
        if text.endswith(game):
            yield text.removesuffix(game)


def searched_for() -> list[str]:
    return sorted(set(names()) - OURS - WORDS.keys())


def occurrences(name: str, text: str) -> list[str]:
    """Where a name stands as a word of its own, or, in Chinese, at all."""
    if name.lower() not in text.lower():
        return []
    pattern = re.escape(name)
    if name.isascii():
        pattern = rf"(?<![a-z]){pattern}(?![a-z])"
    return [found[0] for found in re.finditer(rf".*{pattern}.*", text, re.IGNORECASE)]


@cache
def code() -> dict[PurePath, str]:
    return dict(_code())


def _code() -> Iterator[tuple[PurePath, str]]:
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix not in {".pyc", *PROSE}:
                yield path.relative_to(ROOT), path.read_text("utf-8")


def test_names_are_found() -> None:
    found = set(searched_for())
    assert {"hubei", "suizhou", "xiangyang", "xiaogan"} <= found
    assert {"duiliang", "对亮翻番"} <= found
    assert {"随州", "Xiaogan", "qidui", "七对", "Pure suit", "屁胡"} <= found
    assert PurePath("compiler/emit/templates/module.py.j2") in code()
    assert PurePath("runtime/evaluator.py") in code()


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("qidui", "def longqidui():", False),
        ("qidui", "h_qidui = 1", True),
        ("qidui", "# Qidui.", True),
        ("七对", "七对子", True),
        ("Pure suit", "a pure suit, say", True),
        ("Pure suit", "pure suits", False),
    ],
)
def test_occurrences(name: str, text: str, found: bool) -> None:
    assert bool(occurrences(name, text)) == found


def test_code_does_not_name_them() -> None:
    wanted = searched_for()
    found = {
        (name, path): lines
        for path, text in code().items()
        for name in wanted
        if (lines := occurrences(name, text))
    }
    assert found == {}
