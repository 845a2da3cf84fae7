"""Witnesses as examples to paste into the second ruleset."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from ..compile import compile_core, run_module
from ..core.bind import bind
from ..diff import findings
from ..diff.findings import Asking, Carrying, Choice, Fact, PaidSo, Situation
from ..examples.written import examples_text
from ..mutation.catch import Rules, catch
from ..mutation.situations import Answered, CarriedOn, Looked, Lost, Paid, WonHand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diff.findings import Behavioural, Comparison
    from ..mutation.situations import Difference
    from ..surface.nodes import Example
    from .report import Report

_NO_EXAMPLE = "no example can show it / 没有例子能表明"


def examples_of(report: Report) -> str:
    """An example for each difference for the players, as a list in canonical form.

    It says what is right under the second ruleset, and fails under the first.
    """
    return examples_text(one for each in report.comparisons for one in _examples(each))


def _examples(comparison: Comparison) -> Iterator[Example | str]:
    """The examples of one comparison; what no example can say is told in words."""
    assert comparison.cores is not None
    before, after = comparison.cores
    right = Rules(after, run_module(compile_core(after)))
    for number, found in enumerate(comparison.behavioural, 1):
        bound = bind(before, found.settings[0])
        wrong = Rules(bound, run_module(compile_core(bound)))
        told = _difference(found)
        name = found.fingerprint or str(number)
        caught = catch([told], right, wrong, after.ruleset.origin.span)
        if caught is None:
            yield f"{name}: {' + '.join(found.rules)}: {_NO_EXAMPLE}"
        else:
            yield replace(caught.example, id=f"diff_{name}")


def _difference(found: Behavioural) -> Difference:
    setting = found.settings[1]
    match found.witness:
        case Situation(asked=asked):
            shown = found.shown
            return Paid(asked, setting, shown.hands if isinstance(shown, PaidSo) else ())
        case Choice(option=option, value=value):
            return Lost(option, value)
        case findings.WonHand(hand=hand, won=won) | findings.Bystander(hand=hand, won=won):
            return WonHand(hand, won, setting)
        case Asking(table=table, asked=asked):
            return Answered(table, asked, setting)
        case Carrying(asked=asked):
            return CarriedOn(asked, setting)
        case Fact(path=path):
            return Looked(path)
        case _:
            assert_never(found.witness)
