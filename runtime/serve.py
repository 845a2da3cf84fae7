"""Runs a generated module as a program: JSON lines in, JSON lines out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .requests import Requests

if TYPE_CHECKING:
    from .evaluator import Evaluator


def serve(evaluator: Evaluator[Any]) -> None:
    """Answer each line of standard input with a line on standard output, scores by default.

    With the argument ``waits`` the lines ask for waits, with ``settle`` they are ends of rounds. A
    bad line is answered in its place. Ends with the input; the exit status is 1 if any line was
    bad.
    """
    requests = Requests(evaluator)
    match sys.argv[1:]:
        case []:
            answer = requests.score_line
        case ["waits"]:
            answer = requests.waits_line
        case ["settle"]:
            answer = requests.settle_line
        case _:
            sys.stderr.write(f"usage: {sys.argv[0]} [waits | settle] < requests.jsonl\n")
            raise SystemExit(2)
    bad = False
    for raw in sys.stdin.buffer:
        line = raw.decode("utf-8", "replace").strip()
        if line:
            answered = answer(line)
            bad = bad or answered.startswith('{"ok": false')
            sys.stdout.buffer.write(answered.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()
    raise SystemExit(int(bad))
