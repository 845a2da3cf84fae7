"""Standard streams that are closed, full, or read by somebody who goes away."""

from __future__ import annotations

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
