"""Logs of many rounds: whole ones only, whatever happens."""

from __future__ import annotations

import errno
import os
from io import BytesIO
from pathlib import Path

import pytest

from kawuxing.compiler.simulation.logs import log_writer
from kawuxing.compiler.simulation.writer import serve


def test_one_file(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    with log_writer(str(path)) as write:
        write("一\n")
        assert path.read_text("utf-8") == "一\n"
        write("2\n3\n")
        assert path.read_text("utf-8") == "一\n2\n3\n"
    with pytest.raises(FileExistsError), log_writer(str(path)):
        pass
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
    """A disk that is full in the middle of the second piece."""
    real = os.write
    room = [7]

    def write_some(handle: int, data: bytes) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = real(handle, data[: room[0]])
        room[0] -= written
        return written

    path = tmp_path / "rounds.jsonl"
    given, told = BytesIO(), BytesIO()
    for data in (b"1234\n", b"5678\n"):
        given.write(len(data).to_bytes(4, "big") + data)
    given.seek(0)
    monkeypatch.setattr(os, "write", write_some)
    serve(str(path), given, told)
    assert path.read_bytes() == b"1234\n"
    assert told.getvalue() == b"0\n0\n%d\n" % errno.ENOSPC


def test_half_a_piece_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    serve(str(path), BytesIO(b"\0\0\0\x041234\0\0\0\x0912"), BytesIO())
    assert path.read_bytes() == b"1234"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no full disk")
def test_a_full_disk_is_an_error() -> None:
    with log_writer("/dev/full") as write, pytest.raises(OSError, match="No space"):
        write("1\n")


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), log_writer(str(tmp_path / "no" / "file")):
        pass


def pieces(*texts: bytes) -> BytesIO:
    return BytesIO(b"".join(len(text).to_bytes(4, "big") + text for text in texts))


def test_a_folder_keeps_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.replace

    def fail(path: str, target: str) -> None:
        if target.endswith("2.jsonl"):
            raise OSError(errno.EIO, "Input/output error")
        real(path, target)

    monkeypatch.setattr(os, "replace", fail)
    told = BytesIO()
    serve(f"{tmp_path}/logs/", pieces(b"1\n", b"2\n", b"3\n"), told)
    assert told.getvalue() == b"0\n0\n%d\n" % errno.EIO
    assert [path.name for path in (tmp_path / "logs").iterdir()] == ["0000001.jsonl"]


def test_a_folder_is_taken_once(tmp_path: Path) -> None:
    """Rounds of two runs do not mix; anything else in the folder is left alone."""
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with log_writer(str(tmp_path)) as write:
        write("1\n")
    with pytest.raises(FileExistsError), log_writer(str(tmp_path)):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0000001.jsonl", "notes.txt"]


def test_a_folder_that_cannot_be_written_to_is_found_out_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OSError, match="irectory"), log_writer(f"{tmp_path}/file/logs/"):
        pass
