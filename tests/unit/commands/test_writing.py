"""Where results may go besides standard output."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest

from kawuxing.compiler.commands.faults import UsageFault
from kawuxing.compiler.commands.program import PROGRAM
from kawuxing.compiler.commands.writing import check_writable, save

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .conftest import Kwx

NAMED_PLACES = ("FILE", "DIR", "PATH")


def places() -> Iterator[tuple[str, click.Option]]:
    """All options of all verbs that are followed by a file or a folder."""
    context = click.Context(PROGRAM)
    for name in PROGRAM.list_commands(context):
        command = PROGRAM.get_command(context, name)
        assert command is not None
        for option in command.params:
            if isinstance(option, click.Option) and option.metavar in NAMED_PLACES:
                yield name, option


def test_every_place_has_a_name(kwx: Kwx) -> None:
    found = tuple(places())
    assert {"--root", "--log", "--html", "--out", "--save", "--batch", "-d", "--approvals"} == {
        option.opts[0] for _, option in found
    }
    for verb, option in found:
        ran = kwx(verb, option.opts[0], "")
        assert ran.status == 2
        assert ran.err.startswith(f"error[KWX0006]: `{option.opts[0]}` ")


@pytest.mark.parametrize(("verb", "option"), [("build", "-d"), ("play", "--save")])
def test_no_stream_where_none_can_be(kwx: Kwx, verb: str, option: str) -> None:
    assert "KWX0006" in kwx(verb, "suizhou", option, "-").err


def test_a_dash_is_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    check_writable("-")
    save("-", "五\n")
    assert capsys.readouterr().out == "五\n"


def test_a_link_is_followed_not_replaced(tmp_path: Path) -> None:
    real, link = tmp_path / "real.html", tmp_path / "link.html"
    link.symlink_to(real)
    for text in ("new", "newer"):
        check_writable(str(link))
        save(str(link), text)
        assert link.is_symlink()
        assert real.read_text("utf-8") == text


@pytest.mark.parametrize("name", ["n" * 300, "no/such/folder", "file/below", "folder", "folder/"])
def test_what_cannot_be_written_is_found_out_before_any_work(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    (tmp_path / "folder").mkdir()
    with pytest.raises(UsageFault) as fault:
        check_writable(f"{tmp_path}/{name}")
    assert fault.value.code == "KWX0012"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


def test_one_file_does_not_hold_two_results(kwx: Kwx, tmp_path: Path) -> None:
    path, same = str(tmp_path / "one"), f"{tmp_path}/./one"
    ran = kwx("simulate", "suizhou", "--rounds", "1", "--log", path, "--html", same)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error[KWX0302]: `--log` cannot be used together with `--html`")
    ran = kwx("diff", "suizhou", "hubei", "--also", f"json={path}", "--also", f"text={same}")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error[KWX0302]: `--also json=` cannot")
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_is_a_link_to_nowhere_is_left_alone(kwx: Kwx, tmp_path: Path) -> None:
    link = tmp_path / "log.jsonl"
    link.symlink_to("nowhere")
    ran = kwx("simulate", "suizhou", "--rounds", "1", "--bots", "random", "--log", str(link))
    assert (ran.status, ran.err.partition(":")[0]) == (2, "error[KWX0011]")
    assert link.is_symlink()
