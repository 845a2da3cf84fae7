"""The program as a process: streams, encodings, pipes, what it loads, what it writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kawuxing

from ..running import module_in

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = str(Path(kawuxing.__file__).parent.parent)


def environment(changes: Mapping[str, str]) -> dict[str, str]:
    kept = {
        name: os.environ[name]
        for name in ("PATH", "HOME", "KAWUXING_CACHE_DIR")
        if name in os.environ
    }
    return {**kept, "PYTHONPATH": ROOT, **changes}


def kwx(
    *args: str,
    cwd: Path | None = None,
    stdin: bytes = b"",
    variables: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "kawuxing", *args],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        env=environment(variables or {}),
        check=False,
    )


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1", "zh_CN.GB18030"])
def test_output_is_utf8_whatever_the_locale(locale: str) -> None:
    ran = kwx("score", "suizhou", "1122334455667s+7s", "--lang", "zh", variables={"LC_ALL": locale})
    assert ran.returncode == 0
    assert "×4  清一色 (qingyise)" in ran.stdout.decode()
    bad = kwx("score", "suizhou", "11111s+1s", "--lang", "zh", variables={"LC_ALL": locale})
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.decode().startswith("错误[KWX3102]: 五张 1s\n")


def test_the_locale_chooses_the_language() -> None:
    assert kwx("lst", variables={"LANG": "zh_CN.UTF-8"}).stderr.decode().startswith("错误[KWX0001]")
    assert (
        kwx("lst", variables={"LANG": "en_US.UTF-8"}).stderr.decode().startswith("error[KWX0001]")
    )


def test_bytes_that_are_no_text_as_an_argument() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "kawuxing", "check", b"\xff.yaml"],
        capture_output=True,
        env=environment({}),
        check=False,
    )
    assert ran.returncode == 2
    assert b"KWX0101" in ran.stderr
    assert b"Traceback" not in ran.stderr
    ran.stderr.decode()


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    lines = tmp_path / "hands.jsonl"
    lines.write_text('{"hand": "1122334455667s+7s"}\n' * 20_000, encoding="utf-8")
    args = [sys.executable, "-m", "kawuxing", "score", "suizhou", "--batch", str(lines)]
    with subprocess.Popen(
        args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment({})
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["value"] == 8
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_an_answer_comes_before_the_next_question_is_asked() -> None:
    """A batch from a pipe can be a conversation only if nothing is held back at its end."""
    ran = kwx("score", "suizhou", "--batch", "-", stdin=b'{"hand": "1122334455667s+7s"}')
    assert json.loads(ran.stdout)["value"] == 8


def test_a_module_needs_the_runtime_alone(tmp_path: Path) -> None:
    module_in(tmp_path)
    program = (
        "import sys\n"
        "for name in ('click', 'yaml', 'lark', 'jinja2', 'wcwidth', 'kawuxing.compiler'):\n"
        "    sys.modules[name] = None\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "import suizhou\n"
        "print(suizhou.score('1122334455667s+7s', by='discard').value)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True,
        env=environment({}),
        check=False,
    )
    assert (ran.stdout, ran.stderr) == (b"8\n", b"")


def test_a_module_as_a_program(tmp_path: Path) -> None:
    module_in(tmp_path)
    ran = subprocess.run(
        [sys.executable, str(tmp_path / "suizhou.py")],
        input=b'{"hand": "1122334455667s+7s", "by": "discard", "id": 7}\nnonsense\n',
        capture_output=True,
        env=environment({}),
        check=False,
    )
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 1
    assert (answers[0]["id"], answers[0]["value"]) == (7, 8)
    assert answers[1]["error"]["code"] == "KWX3402"


LOADED = """
import json, sys
from kawuxing.compiler.commands.main import run
status = run(sys.argv[1:])
print("\\n" + json.dumps([status, sorted(sys.modules)]))
"""


@pytest.mark.parametrize(
    ("args", "unwanted"),
    [
        (["--help"], {"yaml", "lark", "jinja2", "kawuxing.runtime.evaluator"}),
        (["list"], {"lark", "jinja2", "kawuxing.runtime.evaluator"}),
        (["check", "suizhou"], {"lark", "jinja2", "wcwidth", "kawuxing.runtime.evaluator"}),
        (["score", "suizhou", "1122334455667s+7s"], {"wcwidth", "kawuxing.runtime.settle"}),
        (["explain", "KWX3102"], {"yaml", "lark", "jinja2", "wcwidth"}),
    ],
)
def test_a_verb_loads_only_what_it_needs(args: list[str], unwanted: set[str]) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, *args],
        capture_output=True,
        env=environment({}),
        check=False,
    )
    status, modules = json.loads(ran.stdout.splitlines()[-1])
    assert status == 0, ran.stderr
    assert unwanted & set(modules) == set()


def test_the_town_of_a_revision(tmp_path: Path) -> None:
    """A file as it was, with its parent as it was."""

    def git(*args: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *args],
                       cwd=tmp_path, check=True, capture_output=True)  # fmt: skip

    head = "kawuxing: 1\nvariant: {}\nname: {{zh: 镇, en: Town}}\nextends: {}\n"
    git("init", "-q", ".")
    cap = "options:\n  cap: {default: 4, assumed: so}\n"
    (tmp_path / "base.yaml").write_text(head.format("base", "hubei") + cap, encoding="utf-8")
    (tmp_path / "town.yaml").write_text(head.format("town", "base.yaml"), encoding="utf-8")
    git("add", ".")
    git("commit", "-q", "-m", "rules")
    (tmp_path / "base.yaml").write_text("broken", encoding="utf-8")
    hand = ("1122334455667s+7s", "--format", "json")
    then = kwx("score", "git:HEAD:town.yaml", *hand, cwd=tmp_path)
    assert json.loads(then.stdout)["value"] == 4, then.stderr
    assert kwx("score", "town.yaml", *hand, cwd=tmp_path).returncode == 1


def test_both_names_of_the_program() -> None:
    project = Path(ROOT).parent / "pyproject.toml"
    if project.exists():
        text = project.read_text(encoding="utf-8")
        assert 'kawuxing = "kawuxing.compiler.commands.main:main"' in text
        assert 'kwx = "kawuxing.compiler.commands.main:main"' in text
