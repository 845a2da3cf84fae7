"""Runs a generated module as a program: JSON lines in, JSON lines out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .requests import Requests

if TYPE_CHECKING:
    from .evaluator import Evaluator


def serve(evaluator: Evaluator[Any]) -> None:
    """Answer each line of standard input with a line on standard output, scores by default.

    With the argument ``waits`` the lines ask for waits. A bad line is answered in its place. Ends
    with the input; the exit status is 1 if any line was bad.
    """
    requests = Requests(evaluator)
    waits = sys.argv[1:] == ["waits"]
    if sys.argv[1:] and not waits:
        sys.stderr.write(f"usage: {sys.argv[0]} [waits] < requests.jsonl\n")
        raise SystemExit(2)
    bad = False
    for raw in sys.stdin.buffer:
        line = raw.decode("utf-8", "replace").strip()
        if line:
            answer = requests.waits_line(line) if waits else requests.score_line(line)
            bad = bad or answer.startswith('{"ok": false')
            sys.stdout.buffer.write(answer.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()
    raise SystemExit(int(bad))
