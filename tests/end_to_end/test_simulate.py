"""`simulate` as a process that is killed, or told to end, in the middle of its work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ..running import environment

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 60


def workers(session: int) -> list[int]:
    """The processes of a session that are left."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def writers(path: Path) -> list[str]:
    """The processes that have been told of a file."""
    found = []
    for told in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = told.read_bytes().split(b"\0")
        except OSError:
            continue
        if os.fsencode(path) in words:
            found.append(told.parent.name)
    return found


linux = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="asks Linux what processes there are"
)


def started(*args: str) -> subprocess.Popen[str]:
    """A run that is far from its end."""
    return subprocess.Popen(
        [sys.executable, "-m", "kawuxing", "simulate", "suizhou", "--rounds", "100000", *args],
        env=environment({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for(happened: Callable[[], object], running: subprocess.Popen[str] | None = None) -> None:
    began = time.monotonic()
    while not happened():
        assert running is None or running.poll() is None
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.02)


def is_whole(text: str) -> bool:
    """Whether a text is rounds from their beginning to their end."""
    types = [json.loads(line)["type"] for line in text.splitlines()]
    counts = types.count("start"), types.count("end")
    return text.endswith("\n") and counts[0] == counts[1] > 0 and types[-1] == "end"


@linux
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_run_leaves_whole_rounds(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "rounds.jsonl"
    running = started("--log", str(path), "--jobs", jobs)
    try:
        wait_for(lambda: path.exists() and path.stat().st_size, running)
    finally:
        running.send_signal(signal.SIGKILL)
        running.communicate()
    wait_for(lambda: not workers(running.pid) and not writers(path))
    assert is_whole(path.read_text("utf-8"))


@linux
@pytest.mark.parametrize(
    ("jobs", "number"),
    [("1", signal.SIGTERM), ("2", signal.SIGTERM), ("2", signal.SIGINT), ("2", signal.SIGHUP)],
)
def test_a_run_that_is_told_to_end_puts_everything_away(
    tmp_path: Path, jobs: str, number: signal.Signals
) -> None:
    """All of its group are told, and twice, as `timeout` does; 143 is what shells call 15."""
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("whoever started the tests has them ignore this")
    folder = tmp_path / "logs"
    running = started("--log", f"{folder}/", "--jobs", jobs)
    try:
        wait_for(lambda: folder.exists() and any(folder.glob("*.jsonl")), running)
    finally:
        os.killpg(running.pid, number)
        os.killpg(running.pid, number)
        out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out, err) == (128 + number, "", "")
    wait_for(lambda: not workers(running.pid))
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{n:07}.jsonl" for n in range(1, len(files) + 1)]
    assert all(is_whole(file.read_text("utf-8")) for file in files)


@linux
def test_a_killed_worker_is_said_to_be_gone(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    running = started("--log", str(path), "--jobs", "2")
    try:
        wait_for(lambda: path.exists() and path.stat().st_size, running)
        worker = max(one for one in workers(running.pid) if one != running.pid)
        os.kill(worker, signal.SIGKILL)
        out, err = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
    assert (running.returncode, out) == (2, "")
    assert err.startswith("error[KWX0045]: a process that played rounds was killed")
    wait_for(lambda: not workers(running.pid))
    assert is_whole(path.read_text("utf-8"))
