"""Logs of many rounds: whole ones only, whatever happens."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.simulation.logs import log_writer

if TYPE_CHECKING:
    from pathlib import Path


def test_one_file(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text("something older", encoding="utf-8")
    with log_writer(str(path)) as write:
        write("一\n")
        assert path.read_text("utf-8") == "一\n"
        write("2\n3\n")
        assert path.read_text("utf-8") == "一\n2\n3\n"


@pytest.mark.parametrize("there", [True, False])
def test_a_folder(tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "logs"
    if there:
        folder.mkdir()
    with log_writer(str(folder) if there else f"{folder}/") as write:
        write("1\n")
        write("2\n")
    found = {path.name: path.read_text("utf-8") for path in folder.iterdir()}
    assert found == {"0000001.jsonl": "1\n", "0000002.jsonl": "2\n"}


def test_what_cannot_be_written_whole_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full in the middle of the second round."""
    path = tmp_path / "rounds.jsonl"
    real = os.write
    room = [7]

    def write_some(handle: int, data: bytes) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = real(handle, data[: room[0]])
        room[0] -= written
        return written

    with log_writer(str(path)) as write:
        monkeypatch.setattr(os, "write", write_some)
        write("1234\n")
        with pytest.raises(OSError, match="No space"):
            write("5678\n")
        monkeypatch.setattr(os, "write", real)
        assert path.read_text("utf-8") == "1234\n"
        write("90\n")
    assert path.read_text("utf-8") == "1234\n90\n"


def test_a_folder_keeps_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path as AnyPath  # noqa: PLC0415

    def fail(path: AnyPath, target: AnyPath) -> AnyPath:
        raise OSError(errno.EIO, "Input/output error")

    with log_writer(f"{tmp_path}/logs/") as write:
        write("1\n")
        monkeypatch.setattr(AnyPath, "replace", fail)
        with pytest.raises(OSError, match="Input/output"):
            write("2\n")
    assert [path.name for path in (tmp_path / "logs").iterdir()] == ["0000001.jsonl"]
