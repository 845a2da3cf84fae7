"""Standard streams that are closed, full, or read by somebody who goes away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..running import environment, module_in

LINES = b'{"hand": "1122334455667s+7s"}\n' * 20_000
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


def shell(
    program: str, redirected: str, cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run Python with its streams redirected by a shell."""
    return subprocess.run(
        ["sh", "-c", f'exec "$0" {program} {redirected}', sys.executable],
        cwd=cwd,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=environment({}),
        check=False,
    )


def kwx(args: str, redirected: str) -> tuple[int, list[str]]:
    """The status, and the first words of what is said."""
    ran = shell(f"-m kawuxing {args}", redirected)
    said = ran.stderr.decode()
    assert "Traceback" not in said
    return ran.returncode, [line.split(":")[0] for line in said.splitlines() if line[:1].isalpha()]


@needs_full
@pytest.mark.parametrize(
    "args", ["list", "--help", "show suizhou", "score suizhou 1122334455667s+7s --format json"]
)
def test_a_result_that_finds_no_room_is_said_in_one_line(args: str) -> None:
    assert kwx(args, ">/dev/full") == (2, ["error[KWX0031]"])


@pytest.mark.parametrize("args", ["list", "--version", "score suizhou 1122334455667s+7s"])
def test_a_closed_output_is_said_in_one_line(args: str) -> None:
    assert kwx(args, ">&-") == (2, ["error[KWX0031]"])


@pytest.mark.parametrize(
    "args", ["score suizhou --batch -", "waits suizhou --batch -", "settle suizhou -", "fmt -"]
)
def test_a_closed_input_is_said_in_one_line(args: str) -> None:
    assert kwx(args, "<&-") == (2, ["error[KWX0032]"])


@pytest.mark.parametrize("where", ["2>&-", pytest.param("2>/dev/full", marks=needs_full)])
def test_where_nothing_can_be_said_the_status_still_tells(where: str) -> None:
    assert kwx("check nowhere.yaml", where)[0] == 2
    assert kwx("list", where)[0] == 0
    assert kwx("list", f">&- {where}")[0] == 2


@pytest.mark.parametrize("program", ["-m kawuxing score suizhou --batch -", "suizhou.py"])
def test_a_reader_that_goes_away_ends_the_answers_quietly(program: str, tmp_path: Path) -> None:
    module_in(tmp_path)
    with subprocess.Popen(
        [sys.executable, *program.split()],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment({}),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(LINES[:30])
        process.stdin.flush()
        process.stdout.close()
        try:
            process.stdin.write(LINES)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.parametrize(
    "redirected", ["<&-", ">&-", pytest.param("<hands.jsonl >/dev/full", marks=needs_full)]
)
def test_a_module_says_in_one_line_what_is_wrong_with_its_streams(
    redirected: str, tmp_path: Path
) -> None:
    (tmp_path / "hands.jsonl").write_bytes(LINES[:30])
    ran = shell(module_in(tmp_path).name, redirected, tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"suizhou.py: ")
    assert ran.stderr.count(b"\n") == 1


ROUND = "-m kawuxing simulate suizhou --rounds 1 --bots random --lang en"


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="streams have no names here")
def test_standard_output_by_its_name_is_added_to(tmp_path: Path) -> None:
    """Redirected to a file, it must be neither replaced nor written over."""
    ran = shell(f"{ROUND} --log /dev/stdout --html /dev/stdout", "> both", tmp_path)
    assert (ran.returncode, ran.stderr) == (0, b"")
    lines = (tmp_path / "both").read_text("utf-8").splitlines()
    assert json.loads(lines[0])["type"] == "start"
    page = next(at for at, line in enumerate(lines) if line.startswith("<!DOCTYPE html>"))
    assert json.loads(lines[page - 1])["type"] in {"drawn", "settled", "end"}
    assert "Suizhou Kawuxing" in lines[page:]
    assert [path.name for path in tmp_path.iterdir()] == ["both"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_log_goes_into_a_pipe_once_it_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    args = [sys.executable, *ROUND.split(), "--log", str(pipe)]
    with subprocess.Popen(
        args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment({})
    ) as running:
        events = [json.loads(line) for line in pipe.read_text("utf-8").splitlines()]
        assert events[0]["type"] == "start"
        said, wrong = running.communicate()
        assert (running.returncode, wrong) == (0, b"")
        assert said.startswith(b"Suizhou Kawuxing\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_who_waits_for_a_reader_can_be_told_to_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    args = [sys.executable, *ROUND.split(), "--log", str(pipe)]
    with subprocess.Popen(
        args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment({})
    ) as running:
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(1)
        running.terminate()
        said = running.communicate(timeout=10)  # which ends only when nobody holds the streams
        assert said == (b"", b"")
