from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.reports.approvals import approvals_of, read_approvals
from kawuxing.compiler.source.text import SourceText

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """\
approved:
  # what was agreed in May
  - fingerprint: a485c5c44370
    reason: {zh: 五月议定, en: agreed in May}
    by: 李四
  - {fingerprint: 000000000000, reason: so}
"""


def codes(text: str) -> list[tuple[str, str]]:
    """What is wrong, with the text it is pointed out at."""
    sink = Sink()
    approvals_of(SourceText.of(text, "a.yaml"), sink)
    return [(one.code, one.span.text if one.span else "") for one in sink.diagnostics]


def test_what_is_approved() -> None:
    sink = Sink()
    found = approvals_of(SourceText.of(GOOD), sink)
    assert not sink.diagnostics
    assert list(found) == ["a485c5c44370", "000000000000"]
    first, second = found.values()
    assert (first.reason.zh, first.reason.en, first.by) == ("五月议定", "agreed in May", "李四")
    assert (second.reason.zh, second.reason.en, second.by) == ("so", "so", None)
    assert first.span.text == "a485c5c44370"
    assert first.span.position == (3, 18)


def test_nothing_need_be_approved() -> None:
    assert codes("approved: []\n") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("approved:\n  - {fingerprint: nonsense, reason: so}\n", [("KWX0301", "nonsense")]),
        ("approved:\n  - {fingerprint: A485C5C44370, reason: so}\n", [("KWX0301", "A485C5C44370")]),
        ("approved:\n  - {fingerprint: a485c5c44370}\n", [("KWX2202", "fingerprint")]),
        ("approved:\n  - {reason: so}\n", [("KWX2202", "reason")]),
        (
            "approved:\n  - {fingerprint: a485c5c44370, reason: so, who: me}\n",
            [("KWX2201", "who")],
        ),
        ("approve: []\n", [("KWX2201", "approve")]),
        ("approved: a485c5c44370\n", [("KWX2204", "a485c5c44370")]),
        ("- a485c5c44370\n", [("KWX2203", "-")]),
        (
            "approved:\n  - {fingerprint: a485c5c44370, reason: so}\n"
            "  - {fingerprint: a485c5c44370, reason: again}\n",
            [("KWX2218", "a485c5c44370")],
        ),
        ("approved: [\n", [("KWX1101", "")]),
    ],
)
def test_what_is_wrong_is_pointed_out(text: str, expected: list[tuple[str, str]]) -> None:
    found = codes(text)
    if expected[0][0].startswith("KWX11"):
        assert found
        assert found[0][0].startswith("KWX1")
    else:
        assert found == expected


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    sink = Sink()
    assert read_approvals(str(tmp_path / "no.yaml"), sink) == {}
    assert [one.code for one in sink.diagnostics] == ["KWX0101"]
