from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from kawuxing.compiler.library import builtin_ids

if TYPE_CHECKING:
    from .conftest import Kwx

UNTIDY = "variant: mytown\nkawuxing: 1 # here\nname: {en: My Town, zh: 我镇}\n"
TIDY = "kawuxing: 1  # here\nvariant: mytown\nname: {zh: 我镇, en: My Town}\n"
FILE = Path("mytown.yaml")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    FILE.write_bytes(UNTIDY.encode())


class Input(NamedTuple):
    """Standard input."""

    buffer: io.BytesIO


def give(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Input(io.BytesIO(data)))


def test_a_file_is_rewritten_once(kwx: Kwx) -> None:
    ran = kwx("fmt", "mytown.yaml")
    assert ran == (0, "mytown.yaml: rewritten\n", "")
    assert FILE.read_bytes() == TIDY.encode()
    before = FILE.stat()
    assert kwx("fmt", "mytown.yaml") == (0, "mytown.yaml: unchanged\n", "")
    assert FILE.stat() == before


def test_permissions_and_links_stay(kwx: Kwx) -> None:
    FILE.chmod(0o640)
    Path("link.yaml").symlink_to(FILE)
    assert kwx("fmt", "link.yaml").status == 0
    assert Path("link.yaml").is_symlink()
    assert FILE.read_text(encoding="utf-8") == TIDY
    assert FILE.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir()) == ["link.yaml", "mytown.yaml"]


def test_check_lists_what_would_change(kwx: Kwx) -> None:
    Path("tidy.yaml").write_text(TIDY, encoding="utf-8")
    ran = kwx("fmt", "--check", "tidy.yaml", "mytown.yaml")
    assert ran == (1, "mytown.yaml: not in canonical form\n", "")
    assert FILE.read_bytes() == UNTIDY.encode()
    assert kwx("fmt", "mytown.yaml", "--lang", "zh").out == "mytown.yaml：已重写\n"
    assert kwx("fmt", "--check", "tidy.yaml", "mytown.yaml") == (0, "", "")


def test_diff_shows_what_would_change(kwx: Kwx) -> None:
    ran = kwx("fmt", "--diff", "mytown.yaml")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out == (
        "--- mytown.yaml\n"
        "+++ mytown.yaml (fmt)\n"
        "@@ -1,3 +1,3 @@\n"
        "+kawuxing: 1  # here\n"
        " variant: mytown\n"
        "-kawuxing: 1 # here\n"
        "-name: {en: My Town, zh: 我镇}\n"
        "+name: {zh: 我镇, en: My Town}\n"
    )
    assert FILE.read_bytes() == UNTIDY.encode()


def test_line_ends_and_a_mark_are_a_difference_too(kwx: Kwx) -> None:
    FILE.write_bytes(b"\xef\xbb\xbf" + TIDY.replace("\n", "\r\n").encode())
    ran = kwx("fmt", "--diff", "mytown.yaml")
    assert ran == (1, "mytown.yaml: only line ends or a byte order mark differ\n", "")
    assert kwx("fmt", "mytown.yaml").out == "mytown.yaml: rewritten\n"
    assert FILE.read_bytes() == TIDY.encode()


def test_standard_input_goes_to_standard_output(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    give(UNTIDY.encode(), monkeypatch)
    assert kwx("fmt", "-") == (0, TIDY, "")
    give(TIDY.encode(), monkeypatch)
    assert kwx("fmt", "-") == (0, TIDY, "")
    give(UNTIDY.encode(), monkeypatch)
    assert kwx("fmt", "-", "--check") == (1, "<stdin>: not in canonical form\n", "")
    give(b"\xff", monkeypatch)
    ran = kwx("fmt", "-")
    assert (ran.status, ran.out, ran.err[:14]) == (2, "", "error[KWX0105]")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("kawuxing: 1\nfans: {a: [}\n", "KWX1105"),
        ("kawuxing: 1\nkawuxing: 1\n", "KWX1201"),
        ("kawuxing: 1\nfans: {a: {when: chain >}}\n", "KWX2040"),
        ("kawuxing: 2\n", "KWX2207"),
        ("kawuxing: []\n", "KWX2207"),
        ("name: some other YAML file\n", "KWX2202"),
        ("- kawuxing\n", "KWX2208"),
    ],
)
def test_a_file_that_cannot_be_read_is_left_alone(kwx: Kwx, text: str, code: str) -> None:
    FILE.write_text(text, encoding="utf-8")
    Path("other.yaml").write_text(UNTIDY, encoding="utf-8")
    ran = kwx("fmt", "mytown.yaml", "other.yaml")
    assert (ran.status, ran.out, ran.err[:14]) == (1, "other.yaml: rewritten\n", f"error[{code}]")
    assert FILE.read_text(encoding="utf-8") == text


def test_a_missing_file_outweighs_the_rest(kwx: Kwx) -> None:
    ran = kwx("fmt", "--check", "nowhere.yaml", "mytown.yaml")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0101]")
    assert ran.out == "mytown.yaml: not in canonical form\n"


def test_what_is_not_right_yet_can_be_formatted(kwx: Kwx) -> None:
    FILE.write_text(UNTIDY + "fns: {a: 1}\nextends: nobody\n", encoding="utf-8")
    assert kwx("fmt", "mytown.yaml").status == 0
    assert FILE.read_text(encoding="utf-8") == TIDY + "extends: nobody\nfns: {a: 1}\n"


def test_only_files_are_rewritten(kwx: Kwx) -> None:
    for variant in (builtin_ids()[0], "git:HEAD:mytown.yaml"):
        ran = kwx("fmt", "mytown.yaml", variant)
        assert (ran.status, ran.out, ran.err[:14]) == (2, "", "error[KWX0019]")
        assert FILE.read_bytes() == UNTIDY.encode()
    assert kwx("fmt", "--check", *builtin_ids()[:1], "hubei_short") == (0, "", "")


def test_a_file_that_cannot_be_written_is_said(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: str, target: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    ran = kwx("fmt", "mytown.yaml")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error[KWX0012]: mytown.yaml cannot be written: No space left")
    assert FILE.read_bytes() == UNTIDY.encode()
    assert os.listdir() == ["mytown.yaml"]


def test_a_file_one_may_not_write_is_not_replaced(
    kwx: Kwx, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    assert kwx("fmt", "mytown.yaml").err.startswith("error[KWX0012]: mytown.yaml cannot be written")
    assert FILE.read_bytes() == UNTIDY.encode()


@pytest.mark.parametrize("parent", builtin_ids())
def test_a_new_ruleset_is_in_canonical_form(kwx: Kwx, parent: str) -> None:
    kwx("new", "town", "--extends", parent)
    assert kwx("fmt", "--check", "town.yaml") == (0, "", "")
