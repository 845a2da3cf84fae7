"""What the READMEs show is what happens: files are written and commands run, in order."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import kawuxing

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>[\w./]+) -->\n)?```(?P<kind>\w+)\n(?P<body>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
MUTATE = "kawuxing test .* --mutate"
"""It takes longer than all the others together."""
QUICK = f"(?!{MUTATE})"
pytestmark = pytest.mark.skipif(
    not (ROOT / "README.md").exists(), reason="the READMEs are not installed with the package"
)


def tools(folder: Path) -> Path:
    """A folder with `kawuxing` and `python`, as they are in an environment it is installed in."""
    folder.mkdir()
    python = shlex.quote(sys.executable)
    for name, command in (("kawuxing", f"{python} -m kawuxing"), ("python", python)):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        script.chmod(0o755)
    return folder


def environment(bin_: Path, lang: str) -> dict[str, str]:
    package = Path(str(kawuxing.__file__)).parent.parent
    return {
        **os.environ,
        "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(package),
        "LC_ALL": lang,
        "PYTHONIOENCODING": "utf-8",
    }


def steps(body: str) -> list[tuple[str, list[str]]]:
    """Each command of a console block with the lines it prints; `…` stands for any lines."""
    found: list[tuple[str, list[str]]] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def pattern(lines: list[str]) -> str:
    """What matches printed lines: `…` alone stands for any lines, within a line for any text."""
    return "".join(
        r"(?:.*\n)*?" if line == "…" else f"{re.escape(line).replace('…', '.*')}[ ]*\\n"
        for line in lines
    )


@pytest.mark.parametrize(
    ("name", "lang", "wanted", "least"),
    [
        ("README.md", "C", QUICK, 15),
        pytest.param("README.md", "C", f"sed|{MUTATE}", 3, marks=pytest.mark.slow),
        pytest.param("README.zh.md", "zh_CN.UTF-8", "", 15, marks=pytest.mark.slow),
    ],
)
def test_readme_shows_what_happens(
    name: str, lang: str, wanted: str, least: int, tmp_path: Path
) -> None:
    home = tmp_path / "work"
    home.mkdir()
    known = environment(tools(tmp_path / "bin"), lang)
    ran = 0
    for block in BLOCK.finditer((ROOT / name).read_text("utf-8")):
        if block["file"]:
            (home / block["file"]).write_text(block["body"], "utf-8")
        elif block["kind"] == "console":
            for command, printed in steps(block["body"]):
                if not re.match(wanted, command):
                    continue
                done = subprocess.run(
                    ["sh", "-c", command],
                    cwd=home,
                    env=known,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    check=False,
                )
                output = done.stdout.decode("utf-8")
                assert re.fullmatch(pattern(printed), output), f"$ {command}\n{output}"
                ran += 1
    assert ran >= least
