"""Witnesses as examples to paste into the second ruleset."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, assert_never

from ..compile import compile_core, run_module
from ..core.bind import bind
from ..diagnostics.report import Sink
from ..format.canonical import canonical
from ..mutation.catch import Rules, catch
from ..mutation.situations import Lost, Paid, WonHand
from ..source.text import SourceText
from ..surface.options import spelled_value
from . import findings
from .findings import Asking, Choice, Fact, Situation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..mutation.situations import Difference
    from ..surface.nodes import Example
    from .findings import Behavioural, Comparison
    from .report import Report

_NO_EXAMPLE = "no example can show it / 没有例子能表明"
_HEAD = "kawuxing: 1\n\nexamples:\n"


def examples_text(report: Report) -> str:
    """An example for each difference for the players, as a list in canonical form.

    It says what is right under the second ruleset, and fails under the first.
    """
    items = [text for each in report.comparisons for text in _items(each)]
    if not items:
        return ""
    sink = Sink()
    written = canonical(SourceText.of(_HEAD + "".join(items)), sink)
    sink.raise_if_failed()
    assert written is not None
    return written.partition("examples:\n")[2]


def _items(comparison: Comparison) -> Iterator[str]:
    """The examples of one comparison, each a line of a list; what no example can say is told."""
    assert comparison.cores is not None
    before, after = comparison.cores
    right = Rules(after, run_module(compile_core(after)))
    for found in comparison.behavioural:
        bound = bind(before, found.settings[0])
        wrong = Rules(bound, run_module(compile_core(bound)))
        told = _difference(found)
        caught = catch([told] if told else [], right, wrong, after.ruleset.origin.span)
        if caught is None:
            rules = " + ".join(found.rules)
            yield f"  # {found.fingerprint}: {rules}: {_NO_EXAMPLE}\n"
        else:
            yield f"  - {_item(f'diff_{found.fingerprint}', caught.example)}\n"


def _difference(found: Behavioural) -> Difference | None:
    setting = found.settings[1]
    match found.witness:
        case Situation(asked=asked):
            return Paid(asked, setting)
        case Choice(option=option, value=value):
            return Lost(option, value)
        case findings.WonHand(hand=hand, won=won) | findings.Bystander(hand=hand, won=won):
            return WonHand(hand, won, setting)
        case Asking() | Fact():
            return None
        case _:
            assert_never(found.witness)


def _item(id_: str, example: Example) -> str:
    why = {"zh": example.why.zh, "en": example.why.en}
    return _flow({"id": id_, "why": why, **example.given, "expect": example.expect})


def _flow(value: object) -> str:
    """A value on one line."""
    match value:
        case dict():
            return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_flow, value)) + "]"
        case bool() | int() | None:
            return spelled_value(value)
        case _:
            return json.dumps(str(value), ensure_ascii=False)
