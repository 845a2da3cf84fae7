"""`simulate` as a process that is killed in the middle of its work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ..running import environment

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


@pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="asks Linux what processes there are"
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_run_leaves_whole_rounds(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "rounds.jsonl"
    args = ["simulate", "suizhou", "--rounds", "100000", "--log", str(path), "--jobs", jobs]
    running = subprocess.Popen(
        [sys.executable, "-m", "kawuxing", *args],
        env=environment({}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        started = time.monotonic()
        while not (path.exists() and path.stat().st_size):
            assert running.poll() is None
            assert time.monotonic() - started < PATIENCE
            time.sleep(0.02)
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()
    while workers(running.pid) or writers(path):
        assert time.monotonic() - started < PATIENCE
        time.sleep(0.02)
    text = path.read_text("utf-8")
    assert text.endswith("\n")
    types = [json.loads(line)["type"] for line in text.splitlines()]
    assert types.count("start") == types.count("end") > 0
    assert (types[0], types[-1]) == ("start", "end")
