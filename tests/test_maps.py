"""The map of a folder, its README, names everything that stands in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from .sources import PARTS, ROOT

if TYPE_CHECKING:
    from pathlib import Path

MAPS = sorted(path for part in PARTS for path in (ROOT / part).rglob("README.md"))


def unnamed(map_: str, things: set[str]) -> set[str]:
    """What a map leaves out; a name that ends in ``…`` stands for all that begin with it."""
    named = {name.removesuffix(".py") for name in re.findall(r"`([^`\n]+)`", map_)}
    begun = tuple(name.removesuffix("…") for name in named if name.endswith("…"))
    return {thing for thing in things - named if not begun or not thing.startswith(begun)}


def things_in(folder: Path) -> set[str]:
    """The modules of a folder, and its rooms with a slash behind them."""
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "__main__"}
    return modules | {f"{path.parent.name}/" for path in folder.glob("*/__init__.py")}


def test_a_name_that_is_missing_is_found() -> None:
    map_ = "`one`, `two.py`, `render_…` and [`room/`](room)"
    assert unnamed(map_, {"one", "two", "render_x", "room/"}) == set()
    assert unnamed("`render_…` of one", {"one", "render_x"}) == {"one"}


def test_there_are_maps() -> None:
    assert {"compiler", "core", "runtime", "match"} <= {path.parent.name for path in MAPS}


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.parent.name)
def test_a_map_names_all_that_stands_in_its_folder(path: Path) -> None:
    assert unnamed(path.read_text("utf-8"), things_in(path.parent)) == set()
