"""Runs Python in a process of its own, with the package as these tests have it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import kawuxing

if TYPE_CHECKING:
    from collections.abc import Mapping

HOME = Path(str(kawuxing.__file__)).parents[1]
"""The folder the package lies in: part of the checkout, or where a wheel was installed."""


SNAPSHOTS = Path(__file__).parent / "snapshots"
"""Modules as they are built: `test_generated` sees to it that they are up to date."""


def module_in(folder: Path, town: str = "suizhou") -> Path:
    """The module of a town, laid into a folder."""
    return Path(shutil.copy(SNAPSHOTS / f"{town}.py", folder))


def environment(variables: Mapping[str, str]) -> dict[str, str]:
    """What a process of its own needs to know, and more."""
    names = ("PATH", "HOME", "KAWUXING_CACHE_DIR")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return {**kept, "PYTHONPATH": str(HOME), **variables}


def strictly_typed(*modules: Path, known: Path) -> str:
    """What mypy says of modules in one folder that use the package.

    Args:
        modules: the modules.
        known: the folder where it keeps what it knows.
    """
    # A checkout's packages are not found by themselves; an installed wheel's may not be named.
    beside = {} if HOME.name == "site-packages" else {"MYPYPATH": str(HOME)}
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file="),
            *("--cache-dir", str(known)),
            *(module.name for module in modules),
        ],
        cwd=modules[0].parent,
        env={**os.environ, **beside},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stdout


def python(
    *args: str,
    cwd: Path | None = None,
    stdin: str = "",
    variables: Mapping[str, str] | None = None,
    statuses: tuple[int, ...] = (0,),
) -> str:
    """What Python writes to standard output; nothing may come on standard error.

    Args:
        args: the arguments of the interpreter.
        cwd: the folder to run in.
        stdin: what it reads.
        variables: the environment besides the path to the package.
        statuses: the exit statuses that are expected.
    """
    ran = subprocess.run(
        [sys.executable, *args],
        cwd=cwd,
        input=stdin.encode(),
        capture_output=True,
        env=environment(variables or {}),
        check=False,
    )
    assert ran.stderr.decode("utf-8", "replace") == ""
    assert ran.returncode in statuses
    return ran.stdout.decode("utf-8")
