from __future__ import annotations

import ast
import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Kwx

TOWNS = ("suizhou", "xiangyang", "xiaogan")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_modules_are_written_and_then_left_alone(kwx: Kwx) -> None:
    ran = kwx("build", *TOWNS, "-d", "out/deep")
    assert (ran.status, ran.err) == (0, "")
    files = sorted(Path("out/deep").iterdir())
    assert [file.name for file in files] == [f"{town}.py" for town in sorted(TOWNS)]
    for file in files:
        os.utime(file, (1, 1))
    again = kwx("build", *TOWNS, "-d", "out/deep")
    assert again.out.count(": unchanged\n") == 3
    assert all(file.stat().st_mtime == 1 for file in files)


def test_a_module_scores(kwx: Kwx) -> None:
    kwx("build", "suizhou", "-d", "out")
    spec = importlib.util.spec_from_file_location("suizhou", "out/suizhou.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.score("1122334455667s+7s", by="discard").value == 8


def test_a_stale_build_is_a_finding(kwx: Kwx) -> None:
    assert kwx("build", *TOWNS, "-d", "out", "--check").status == 1
    assert not Path("out").exists()
    kwx("build", "suizhou", "xiaogan", "-d", "out")
    with Path("out/suizhou.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    ran = kwx("build", *TOWNS, "-d", "out", "--check")
    assert ran.status == 1
    assert ran.out == f"{Path('out/suizhou.py')}: stale\n{Path('out/xiangyang.py')}: missing\n"
    kwx("build", *TOWNS, "-d", "out")
    assert kwx("build", *TOWNS, "-d", "out", "--check") == (0, "", "")


def test_a_fault_in_one_leaves_all_as_they_were(kwx: Kwx) -> None:
    Path("bad.yaml").write_text("kawuxing: 1\nvariant: bad\n", encoding="utf-8")
    ran = kwx("build", "suizhou", "bad.yaml", "-d", "out")
    assert ran.status == 1
    assert not Path("out").exists()


def test_a_failed_write_leaves_nothing_half_written(
    kwx: Kwx, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    kwx("build", "suizhou", "-d", "out")
    before = Path("out/suizhou.py").read_bytes()
    Path("out/suizhou.py").write_bytes(before + b"#")
    monkeypatch.setattr(os, "replace", fail)
    ran = kwx("build", "suizhou", "-d", "out")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0012]")
    assert "No space left" in ran.err
    assert [file.name for file in Path("out").iterdir()] == ["suizhou.py"]
    assert Path("out/suizhou.py").read_bytes() == before + b"#"


def test_a_folder_that_cannot_be(kwx: Kwx) -> None:
    Path("out").write_text("a file", encoding="utf-8")
    ran = kwx("build", "suizhou", "-d", "out")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0012]")


def test_two_rulesets_of_one_id(kwx: Kwx) -> None:
    head = "kawuxing: 1\nvariant: suizhou\nname: {zh: 随, en: S}\nextends: hubei\n"
    Path("mine.yaml").write_text(head, encoding="utf-8")
    ran = kwx("build", "suizhou", "mine.yaml", "-d", "out")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0014]")


def test_one_ruleset_by_several_names_is_built_once(kwx: Kwx) -> None:
    head = "kawuxing: 1\nvariant: mine\nname: {zh: 我的, en: Mine}\nextends: hubei\n"
    Path("mine.yaml").write_text(head, encoding="utf-8")
    ran = kwx("build", "suizhou", "mine.yaml", "随州", "./mine.yaml", "suizhou", "-d", "out")
    lines = "".join(f"{Path('out', name)}: written\n" for name in ("suizhou.py", "mine.py"))
    assert ran == (0, lines, "")


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo], ids=["folder", "pipe"])
@pytest.mark.parametrize("more", [(), ("--check",)])
def test_what_is_no_file_is_not_written_over(
    make: Callable[[str], None], more: tuple[str, ...], kwx: Kwx
) -> None:
    Path("out").mkdir()
    make("out/suizhou.py")
    ran = kwx("build", "suizhou", "-d", "out", *more)
    assert (ran.status, ran.out, ran.err[:14]) == (2, "", "error[KWX0033]")


def test_a_folder_without_a_name_is_none(kwx: Kwx) -> None:
    ran = kwx("build", "suizhou", "-d", "")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0006]")
    assert not list(Path().iterdir())


def test_files_may_be_read_by_others(kwx: Kwx) -> None:
    kwx("build", "suizhou", "-d", "out")
    Path("plain").write_text("", encoding="utf-8")
    assert Path("out/suizhou.py").stat().st_mode == Path("plain").stat().st_mode


def test_a_standalone_file_imports_the_standard_library_only(kwx: Kwx) -> None:
    kwx("build", "suizhou", "-d", "out", "--standalone")
    tree = ast.parse(Path("out/suizhou.py").read_text(encoding="utf-8"))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    at_once = [node for node in imported if node in tree.body]
    late = [node for node in imported if node not in tree.body]
    names = {one.name for node in at_once if isinstance(node, ast.Import) for one in node.names}
    names |= {str(node.module) for node in at_once if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    extras = [str(node.module) for node in late if isinstance(node, ast.ImportFrom)]
    others = [name for name in extras if name.partition(".")[0] not in sys.stdlib_module_names]
    assert others == ["kawuxing.runtime.batch.batch"]  # where NumPy is asked for, and is there
    assert len(extras) == len(late)
    assert kwx("build", "suizhou", "-d", "out", "--standalone", "--check").status == 0
    assert kwx("build", "suizhou", "-d", "out", "--check").status == 1
