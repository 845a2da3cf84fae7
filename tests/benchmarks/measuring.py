"""Measuring: CPU time of one core, several runs, the median."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from statistics import median
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..running import HOME

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

Unit = Literal["/s", "ms", "MB"]


class Row(NamedTuple):
    """One thing measured.

    Attributes:
        name: what was done.
        unit: of the values; of a rate more is better, of everything else less.
        values: one a run.
        target: what was promised, if anything.
        note: what else is to be said.
    """

    name: str
    unit: Unit
    values: tuple[float, ...]
    target: float | None = None
    note: str = ""

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def met(self) -> bool:
        """Whether the target is met; so it is where there is none."""
        if self.target is None:
            return True
        return self.median >= self.target if self.unit == "/s" else self.median <= self.target


def rates(work: Callable[[], int], runs: int) -> tuple[float, ...]:
    """How many things a second some work gets done; it says how many it did."""
    found = []
    for _ in range(runs):
        begun = time.process_time()
        done = work()
        found.append(done / (time.process_time() - begun))
    return tuple(found)


def process(
    args: Sequence[str],
    folder: Path,
    given: str = os.devnull,
    variables: Mapping[str, str] | None = None,
    *,
    status: int = 0,
) -> float:
    """Run Python in a folder until it ends: the seconds of CPU it took.

    Args:
        args: the arguments of the interpreter.
        folder: where to run it.
        given: the file it reads as its standard input; what it prints is thrown away.
        variables: more of its environment.
        status: what it may end with beside 0.

    Raises:
        RuntimeError: if it ends with anything else.
    """
    with open(given, "rb") as stdin, open(os.devnull, "wb") as nowhere:
        running = subprocess.Popen(
            [sys.executable, *args],
            cwd=folder,
            env={**os.environ, **(variables or {}), "PYTHONPATH": str(HOME)},
            stdin=stdin,
            stdout=nowhere,
        )
        _, ended, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(ended)
    if running.returncode not in (0, status):
        raise RuntimeError(f"{args} ended with status {running.returncode}")
    return used.ru_utime + used.ru_stime
