"""The package is whole: links, data, dependencies, versions, and what an import loads."""

from __future__ import annotations

import importlib.metadata
import json
import re
import tomllib
from contextlib import suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing import HandError, RulesetError, Score, load, simulate
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.round.errors import RoundError
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules

from .running import HOME, module_in, python
from .sources import PARTS, ROOT, modules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LINKS = ROOT / ".importroot/kawuxing"
OUTSIDERS = ("click", "jinja2", "lark", "numpy", "wcwidth", "yaml")
BLOCK = f"import sys; sys.modules.update(dict.fromkeys({OUTSIDERS}))\n"
"""Makes an import of anything outside the standard library an error."""


def project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)


@pytest.mark.parametrize("part", PARTS)
def test_the_package_is_made_of_links(part: str) -> None:
    link = LINKS / part
    assert link.is_symlink()
    assert str(link.readlink()) == f"../../{part}"
    assert (link / "__init__.py").is_file()


def test_nothing_else_lies_beside_the_links() -> None:
    own = {path.name for path in LINKS.iterdir()} - {"__pycache__"}
    assert own == {*PARTS, "__init__.py", "__main__.py", "py.typed"}


def content(folder: Path) -> set[str]:
    """Every file below a folder but what Python keeps for itself."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.parametrize("part", PARTS)
def test_every_file_is_in_the_package(part: str) -> None:
    """In a checkout the two are one folder; an installed wheel may have forgotten some."""
    assert content(HOME / "kawuxing" / part) == content(ROOT / part)
    assert (HOME / "kawuxing/py.typed").is_file()


@pytest.mark.parametrize(
    ("package", "name", "begins"),
    [
        ("kawuxing.grammar", "expression.lark", "//"),
        ("kawuxing.grammar", "expression.json", "{"),
        ("kawuxing.grammar", "vocabulary.yaml", "#"),
        ("kawuxing.grammar", "vocabulary.json", "{"),
        ("kawuxing.grammar", "ruleset.schema.json", "{"),
        ("kawuxing.rulesets", "hubei.yaml", "kawuxing: 1"),
        ("kawuxing.rulesets", "options/haidi.yaml", "mixin: haidi"),
        ("kawuxing.rulesets", "live/s1_xiangyang.yaml", "variant: s1_xiangyang"),
        ("kawuxing.compiler.emit", "templates/module.py.j2", "# Generated"),
        ("kawuxing.compiler.diagnostics", "pages/KWX2201.md", "---"),
        ("kawuxing.compiler.pages", "page.css", ":root"),
        ("kawuxing.compiler.pages", "tiles.css", ":root"),
        ("kawuxing.compiler.book", "book.css", "article"),
    ],
)
def test_resources_are_readable(package: str, name: str, begins: str) -> None:
    text = files(package).joinpath(*name.split("/")).read_text("utf-8")
    assert any(line.startswith(begins) for line in text.splitlines()[:20])


def loaded(code: str) -> list[str]:
    """The modules of the package that are loaded when some code has run."""
    report = "\nimport json; print(json.dumps([n for n in sys.modules if n[:8] == 'kawuxing']))"
    found: list[str] = json.loads(python("-c", BLOCK + code + report))
    return found


def test_importing_the_package_loads_nothing_of_it() -> None:
    assert loaded("import kawuxing; assert 'Round' in dir(kawuxing)") == ["kawuxing"]


@pytest.mark.parametrize("name", ["HandError", "Score", "Round", "Match", "RoundRules", "replay"])
def test_names_of_the_runtime_load_no_compiler(name: str) -> None:
    found = loaded(f"from kawuxing import {name}")
    assert "kawuxing.runtime" in found
    assert [one for one in found if one.startswith("kawuxing.compiler")] == []


def test_all_public_names_are_there() -> None:
    names = {name: getattr(kawuxing, name) for name in kawuxing.__all__}
    played = (Match, Round, RoundError, RoundRules, replay)
    public = (HandError, RulesetError, Score, load, simulate, *played)
    assert names.keys() <= set(dir(kawuxing))
    assert names == {one.__name__: one for one in public}
    assert issubclass(HandError, ValueError)
    assert issubclass(RulesetError, ValueError)
    with pytest.raises(AttributeError, match="no attribute 'laod'"):
        kawuxing.laod  # noqa: B018 - the point of this test


def test_a_generated_module_loads_the_runtime_only(tmp_path: Path) -> None:
    module_in(tmp_path)
    found = loaded(
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "import suizhou\n"
        "score = suizhou.score('1122334455667s+7s', by='discard')\n"
        "assert score.value == 8\n"
        "assert score.explain() and score.explain('zh') and score.to_dict()['owed'] == 8\n"
        "assert suizhou.waits('2245667s [555z] [666z]').shanten == 0\n"
        "assert suizhou.rules.settle({'dealer': 0, 'end': {'kind': 'drawn'}}).totals == (0, 0, 0)"
    )
    assert "kawuxing.runtime.evaluator" in found
    allowed = ("kawuxing", "kawuxing.runtime")
    assert [one for one in found if one not in allowed and one[:17] != "kawuxing.runtime."] == []


def test_all_of_the_runtime_needs_the_standard_library_only() -> None:
    names = [
        f"kawuxing.{module.name}" for module in modules() if module.path.parts[-2] == "runtime"
    ]
    assert len(names) > 20
    assert set(names) <= set(loaded("\n".join(f"import {name}" for name in names)))


def requirements(lines: list[str]) -> Iterator[str]:
    for line in lines:
        found = re.match(r"[\w-]+", line)
        assert found is not None
        yield found[0].lower()


def test_dependencies_are_the_ones_agreed_on() -> None:
    declared = project()["project"]
    assert set(requirements(declared["dependencies"])) == {
        "click", "jinja2", "lark", "pyyaml", "wcwidth",
    }  # fmt: skip
    assert set(requirements(declared["optional-dependencies"]["batch"])) == {"numpy"}


def test_there_is_one_version() -> None:
    version = project()["project"]["version"]
    assert kawuxing.__version__ == version
    assert python("-m", "kawuxing", "--version") == f"kawuxing {version}\n"
    heading = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert heading is not None
    assert heading[1] == version
    with suppress(importlib.metadata.PackageNotFoundError):  # a checkout that is not installed
        assert importlib.metadata.version("kawuxing") == version


def test_both_scripts_are_the_same_program() -> None:
    scripts = project()["project"]["scripts"]
    assert scripts.keys() == {"kawuxing", "kwx"}
    (target,) = set(scripts.values())
    module, _, function = target.partition(":")
    program = f"from {module} import {function}; import sys; sys.argv[1:] = ['--version']; "
    assert python("-c", program + f"{function}()") == python("-m", "kawuxing", "--version")


def test_no_folder_is_a_package_of_its_own(tmp_path: Path) -> None:
    """`compiler` and the others are only there as parts of `kawuxing`."""
    program = "from importlib.util import find_spec; print([*map(find_spec, {names})])"
    names = (*PARTS, "tests")
    expected = f"{[None] * len(names)}\n"
    assert python("-c", program.format(names=names), cwd=tmp_path) == expected
