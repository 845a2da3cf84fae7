"""A repository to throw away, and programs run in it as people and runners would."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import kawuxing
from kawuxing.compiler.commands.main import run

if TYPE_CHECKING:
    from collections.abc import Mapping

HOME = Path(str(kawuxing.__file__)).parents[1]
"""The folder the package lies in."""

TOWN = """\
kawuxing: 1
variant: {id}
name: {{zh: 我镇, en: My Town}}
extends: {parent}
{rules}"""


def town(id_: str, parent: str = "suizhou", rules: str = "") -> str:
    """The text of a ruleset that says little of its own."""
    return TOWN.format(id=id_, parent=parent, rules=rules)


class Ran(NamedTuple):
    """What came of a run."""

    status: int
    out: str
    err: str


class Repository:
    """A git repository in a folder of its own, and the environment to run things in it."""

    def __init__(self, folder: Path) -> None:
        """Begin it; the program is on the path as `kawuxing`, and `python` installs nothing."""
        self.folder = folder / "repository"
        self.folder.mkdir()
        self.tools = folder / "tools"
        self.tools.mkdir()
        self._script("kawuxing", f'exec "{sys.executable}" -m kawuxing "$@"')
        self._script("python", f'printf "%s\\n" "$*" >> "{folder}/python.log"')
        self.asked_of_python = folder / "python.log"
        self.git("init", "--quiet", "--initial-branch", "main")

    def _script(self, name: str, text: str) -> None:
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)

    @property
    def environment(self) -> dict[str, str]:
        """What programs run with: nobody's own settings."""
        kept = {name: os.environ[name] for name in ("KAWUXING_CACHE_DIR",) if name in os.environ}
        return {
            **kept,
            "PATH": f"{self.tools}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.folder.parent),
            "PYTHONPATH": str(HOME),
            "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_AUTHOR_NAME": "somebody",
            "GIT_AUTHOR_EMAIL": "somebody@example.org",
            "GIT_COMMITTER_NAME": "somebody",
            "GIT_COMMITTER_EMAIL": "somebody@example.org",
        }

    def run(
        self, *command: str, cwd: Path | None = None, more: Mapping[str, str] | None = None
    ) -> Ran:
        """Run a program in the repository."""
        ran = subprocess.run(
            command,
            cwd=cwd or self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**self.environment, **(more or {})},
            check=False,
        )
        return Ran(ran.returncode, ran.stdout.decode("utf-8"), ran.stderr.decode("utf-8"))

    def git(self, *arguments: str) -> str:
        """Run git; it must succeed."""
        ran = self.run("git", *arguments)
        assert ran.status == 0, ran.err
        return ran.out

    def kawuxing(self, *arguments: str, cwd: Path | None = None) -> Ran:
        """Run the program here: where it is not the process that is looked at, none is begun."""
        out, err = StringIO(), StringIO()
        with (
            patch.dict(os.environ, self.environment, clear=True),
            chdir(cwd or self.folder),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            status = run(arguments)
        return Ran(status, out.getvalue(), err.getvalue())

    def write(self, path: str, text: str) -> None:
        """Put a file there."""
        full = self.folder / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text, encoding="utf-8")

    def commit(self, message: str) -> str:
        """Commit everything; gives the commit."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD").strip()
