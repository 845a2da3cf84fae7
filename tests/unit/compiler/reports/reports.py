"""Reports that between them have everything that can be shown."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kawuxing.compiler.diff.settings import Settings
from kawuxing.compiler.reports.report import Approval, Entry, Policy, Report
from kawuxing.compiler.resolved.nodes import Words
from kawuxing.compiler.source.text import SourceText, Span

from ..diff.variants import BASE, changed, compared, only

if TYPE_CHECKING:
    from kawuxing.compiler.diff.findings import Comparison
    from kawuxing.compiler.reports.words import Lang

LANGS: tuple[Lang, ...] = ("en", "zh")
PLACE = Span(SourceText.of("approved: []\n", "approvals.yaml"), 0, 8)
CARRYING = changed(
    (
        "define:\n",
        "carried: {floor: {from: 0, to: 2, start: 0, next: 1, assumed: test}}\ndefine:\n",
    )
)
MANY = (
    ("triplets}, times: 2", "triplets}, times: 3"),
    ("pairs}, times: 4", "pairs}, times: 5"),
    ("win.rank == 5", "win.rank == 4"),
    ("when: last_tile", "when: last_tile and self_draw"),
    ("pay: 2,", "pay: 3,"),
    ("nobody, pay: 0, assumed: test}\n  kong", "nobody, pay: 5, assumed: test}\n  kong"),
    ("pay: 1,", "pay: 4,"),
    ("next: dealer", "next: payer"),
    ("reveal: [{id: else, allowed: true", "reveal: [{id: else, allowed: false"),
    ("winners: many", "winners: one"),
    ("default: false", "default: true"),
    ("to: 100", "to: 90"),
    ("zh: 末张", "zh: 最后"),
    ("id: hidden", "id: secret"),
)


@cache
def many() -> Comparison:
    return compared(BASE, changed(*MANY))


@cache
def one() -> Comparison:
    return compared(BASE, changed(("pairs}, times: 4", "pairs}, times: 5")))


def approved(fingerprint: str) -> Policy:
    return Policy(
        approvals={fingerprint: Approval(fingerprint, Words("议定", "agreed"), "李四", PLACE)}
    )


def report(found: Comparison, policy: Policy = Policy()) -> Report:  # noqa: B008 - never changed
    return Report((Entry("", "changed", found),), policy)


def several() -> Report:
    entries = (
        Entry("a.yaml", "changed", many()),
        Entry("b.yaml", "added"),
        Entry("c.yaml", "removed"),
        Entry("d.yaml", "broken"),
        Entry("e.yaml", "unsupported"),
        Entry("f.yaml", "changed", compared(BASE, BASE)),
    )
    return Report(entries, approved("0" * 12), "main")


def everything() -> list[Report]:
    """Reports that between them have everything that can be shown."""
    two = changed(("suits: [dots]", "suits: [dots, bamboos]"), ("seats: 3", "seats: 4"))
    return [
        report(many()),
        report(one(), approved(only(one()).fingerprint)),
        report(compared(BASE, BASE)),
        report(compared(BASE, two)),
        report(compared(CARRYING, changed(("next: 1", "next: 2"), text=CARRYING))),
        report(compared(BASE, changed(("suits: [dots]", "suits: [bamboos]")))),
        report(compared(BASE, BASE, Settings({"cap": 8}, {"cap": None}))),
        several(),
        Report((), Policy(), "main"),
    ]
