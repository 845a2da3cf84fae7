"""`simulate` as a process that is killed in the middle of its work."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from ..running import environment

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 60


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
    text = path.read_text("utf-8")
    assert text.endswith("\n")
    types = [json.loads(line)["type"] for line in text.splitlines()]
    assert types.count("start") == types.count("end") > 0
    assert (types[0], types[-1]) == ("start", "end")
