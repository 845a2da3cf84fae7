"""That the benchmarks run, and print what they promise; how fast it was is not asked here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .__main__ import main
from .measuring import Row
from .table import NAME, table

README = Path(__file__).with_name("README.md").read_text("utf-8")


@pytest.mark.slow
def test_everything_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--hands", "40", "--runs", "1"])
    printed = capsys.readouterr().out
    promised = re.findall(r"^\| (.+?) \| ([≥≤] [\d,]+)", README, re.MULTILINE)
    assert len(promised) == 26
    for name, target in promised:
        line = next(line for line in printed.splitlines() if line[:NAME].rstrip() == name)
        assert target in line
        assert "met" in line or "MISSED" in line


@pytest.mark.parametrize(
    ("row", "state"),
    [
        (Row("a", "/s", (9.0, 11.0, 30.0), 10), "met"),
        (Row("a", "/s", (9.0, 9.5, 30.0), 10), "MISSED"),
        (Row("a", "ms", (9.0, 9.5, 30.0), 10), "met"),
        (Row("a", "MB", (11.0, 11.0), 10), "MISSED"),
    ],
)
def test_medians_are_held_against_targets(row: Row, state: str) -> None:
    assert state in list(table([row], []))[1].split()
