from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.diagnostics.report import Diagnostic, Sink
from kawuxing.compiler.source.files import decode, read_file
from kawuxing.compiler.source.limits import MAX_BYTES
from kawuxing.compiler.source.yaml_nodes import read_yaml

if TYPE_CHECKING:
    from pathlib import Path


def refused(path: Path | str) -> Diagnostic:
    sink = Sink()
    assert read_file(path, "town.yaml", sink) is None
    (found,) = sink.diagnostics
    return found


def test_a_file_is_read_with_its_digest_and_without_its_mark(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + "名字: 随州\r\n".encode()
    path = tmp_path / "a.yaml"
    path.write_bytes(data)
    sink = Sink()
    source = read_file(path, "town.yaml", sink)
    assert source is not None
    assert (source.name, source.text) == ("town.yaml", "名字: 随州\r\n")
    assert source.sha256 == hashlib.sha256(data).hexdigest()
    assert not sink.diagnostics


def test_a_missing_file(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.yaml").code == "KWX0101"


def test_a_path_no_file_can_have() -> None:
    assert refused("a\0b").code == "KWX0101"


def test_a_folder(tmp_path: Path) -> None:
    assert refused(tmp_path).code == "KWX0102"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe").code == "KWX0103"


def test_a_link_to_itself_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    found = refused(tmp_path / "loop")
    assert found.code == "KWX0104"
    assert found.params["reason"]


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: b")

    def deny(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", deny)
    found = refused(path)
    assert (found.code, found.params["reason"]) == ("KWX0104", "Permission denied")


def test_the_longest_file_is_read_and_a_longer_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"#" * MAX_BYTES)
    assert read_file(path, "town.yaml", Sink()) is not None
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    found = refused(path)
    assert found.code == "KWX1001"
    assert found.span is not None
    assert found.span.source.name == "town.yaml"


def test_a_file_that_never_ends_is_not_read_to_its_end() -> None:
    assert refused("/dev/zero").code == "KWX0103"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_byte_that_is_not_utf8_is_pointed_at(mark: bytes) -> None:
    sink = Sink()
    assert decode(mark + "名: a\nb: é".encode() + b"x\xe9y\xff\n", "town.yaml", sink) is None
    (found,) = sink.diagnostics
    assert (found.code, found.params) == ("KWX0105", {"byte": "0xE9"})
    assert found.span is not None
    assert found.span.position == (2, 6)


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("variant: 随州卡五星\n".encode("utf-16"), "UTF-16"),
        ("variant: suizhou\n".encode("utf-16-be"), None),
        (b"\xfe\xff" + "variant: 随州\n".encode("utf-16-be"), "UTF-16"),
        ("variant: 随州\n".encode("utf-32"), "UTF-32"),
        ("名字：随州 # 一二三\n".encode("gbk"), "GB18030"),
    ],
)
def test_another_encoding_is_named(data: bytes, encoding: str | None) -> None:
    sink = Sink()
    source = decode(data, "town.yaml", sink)
    if encoding is None:  # bytes that are UTF-8, but not a text: NUL characters
        assert source is not None
        assert read_yaml(source, sink) is None
        assert {found.code for found in sink.diagnostics} == {"KWX1006"}
    else:
        (found,) = sink.diagnostics
        assert (found.code, found.params["encoding"]) == ("KWX0106", encoding)
