from __future__ import annotations

import ast
import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ...plain_flow import FLOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Kwx

SMALL = """\
kawuxing: 1
variant: {id}
name: {{zh: 小镇, en: Small}}
table:
  seats: 3
  at_table: {{out: nobody}}
  tiles: {{suits: [dots], dragons: [red], copies: 4}}
  deal: {{dealer: 14, others: 13, direction: counterclockwise}}
  assumed: test
fans:
  drawn: {{name: {{zh: 自摸, en: Drawn}}, times: 2, when: self_draw, assumed: test}}
cap: [{{id: cap, at: none, assumed: test}}]
may_win: [{{id: any, allowed: true, assumed: test}}]
pay:
  win: [{{id: all, pay: share, assumed: test}}]
  kong: [{{id: nobody, pay: 0, assumed: test}}]
  drawn: [{{id: nobody, pay: 0, assumed: test}}]
"""
"""A town whose module is tried beside the interpreter in no time: it tells few hands apart."""
IDS = ("east", "west", "north")
TOWNS = tuple(f"{id_}.yaml" for id_ in IDS)
BY = ("self_draw", "discard")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with three small towns."""
    monkeypatch.chdir(tmp_path)
    for id_, file in zip(IDS, TOWNS, strict=True):
        Path(file).write_text(SMALL.format(id=id_) + FLOW, encoding="utf-8")


def test_modules_are_written_and_then_left_alone(kwx: Kwx) -> None:
    ran = kwx("build", *TOWNS, "-d", "out/deep")
    assert (ran.status, ran.err) == (0, "")
    files = sorted(Path("out/deep").iterdir())
    assert [file.name for file in files] == [f"{id_}.py" for id_ in sorted(IDS)]
    for file in files:
        os.utime(file, (1, 1))
    again = kwx("build", *TOWNS, "-d", "out/deep")
    assert again.out.count(": unchanged\n") == 3
    assert all(file.stat().st_mtime == 1 for file in files)


def test_a_module_scores(kwx: Kwx) -> None:
    kwx("build", "east.yaml", "-d", "out")
    spec = importlib.util.spec_from_file_location("east", "out/east.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert [module.score("1122334455667p+7p", by=by).value for by in BY] == [2, 1]


def test_a_stale_build_is_a_finding(kwx: Kwx) -> None:
    assert kwx("build", *TOWNS, "-d", "out", "--check").status == 1
    assert not Path("out").exists()
    kwx("build", "east.yaml", "north.yaml", "-d", "out")
    with Path("out/east.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    ran = kwx("build", *TOWNS, "-d", "out", "--check")
    assert ran.status == 1
    assert ran.out == f"{Path('out/east.py')}: stale\n{Path('out/west.py')}: missing\n"
    kwx("build", *TOWNS, "-d", "out")
    assert kwx("build", *TOWNS, "-d", "out", "--check") == (0, "", "")


def test_a_fault_in_one_leaves_all_as_they_were(kwx: Kwx) -> None:
    Path("bad.yaml").write_text("kawuxing: 1\nvariant: bad\n", encoding="utf-8")
    ran = kwx("build", "east.yaml", "bad.yaml", "-d", "out")
    assert ran.status == 1
    assert not Path("out").exists()


def test_a_failed_write_leaves_nothing_half_written(
    kwx: Kwx, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    kwx("build", "east.yaml", "-d", "out")
    before = Path("out/east.py").read_bytes()
    Path("out/east.py").write_bytes(before + b"#")
    monkeypatch.setattr(os, "replace", fail)
    ran = kwx("build", "east.yaml", "-d", "out")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0012]")
    assert "No space left" in ran.err
    assert [file.name for file in Path("out").iterdir()] == ["east.py"]
    assert Path("out/east.py").read_bytes() == before + b"#"


def test_a_folder_that_cannot_be(kwx: Kwx) -> None:
    Path("out").write_text("a file", encoding="utf-8")
    ran = kwx("build", "east.yaml", "-d", "out")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0012]")


def test_two_rulesets_of_one_id(kwx: Kwx) -> None:
    Path("mine.yaml").write_text(SMALL.format(id="east") + FLOW + "# mine\n", encoding="utf-8")
    ran = kwx("build", "east.yaml", "mine.yaml", "-d", "out")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0014]")


@pytest.mark.usefixtures("untried")
def test_one_ruleset_by_several_names_is_built_once(kwx: Kwx) -> None:
    names = ("suizhou", "east.yaml", "随州", "./east.yaml", "suizhou")
    ran = kwx("build", *names, "-d", "out")
    lines = "".join(f"{Path('out', name)}: written\n" for name in ("suizhou.py", "east.py"))
    assert ran == (0, lines, "")


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo], ids=["folder", "pipe"])
@pytest.mark.parametrize("more", [(), ("--check",)])
def test_what_is_no_file_is_not_written_over(
    make: Callable[[str], None], more: tuple[str, ...], kwx: Kwx
) -> None:
    Path("out").mkdir()
    make("out/east.py")
    ran = kwx("build", "east.yaml", "-d", "out", *more)
    assert (ran.status, ran.out, ran.err[:14]) == (2, "", "error[KWX0033]")


def test_a_folder_without_a_name_is_none(kwx: Kwx) -> None:
    ran = kwx("build", "east.yaml", "-d", "")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0006]")
    assert sorted(path.name for path in Path().iterdir()) == sorted(TOWNS)


def test_files_may_be_read_by_others(kwx: Kwx) -> None:
    kwx("build", "east.yaml", "-d", "out")
    Path("plain").write_text("", encoding="utf-8")
    assert Path("out/east.py").stat().st_mode == Path("plain").stat().st_mode


def test_a_standalone_file_imports_the_standard_library_only(kwx: Kwx) -> None:
    kwx("build", "east.yaml", "-d", "out", "--standalone")
    tree = ast.parse(Path("out/east.py").read_text(encoding="utf-8"))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    at_once = [node for node in imported if node in tree.body]
    late = [node for node in imported if node not in tree.body]
    names = {one.name for node in at_once if isinstance(node, ast.Import) for one in node.names}
    names |= {str(node.module) for node in at_once if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    extras = [one.name for node in late if isinstance(node, ast.Import) for one in node.names]
    extras += [str(node.module) for node in late if isinstance(node, ast.ImportFrom)]
    others = [name for name in extras if name.partition(".")[0] not in sys.stdlib_module_names]
    assert others == ["kawuxing.runtime.batch.batch"]  # where NumPy is asked for, and is there
    assert kwx("build", "east.yaml", "-d", "out", "--standalone", "--check").status == 0
    assert kwx("build", "east.yaml", "-d", "out", "--check").status == 1
