from __future__ import annotations

import pytest

from kawuxing.compiler.diagnostics.report import CompileFailed, Diagnostic, Label, Sink
from kawuxing.compiler.source.text import SourceText, Span

ONE = SourceText.of("abcdef", "one.yaml")
TWO = SourceText.of("abcdef", "two.yaml")


def test_the_same_finding_is_kept_once() -> None:
    sink = Sink()
    for _ in range(2):
        sink.error("KWX1201", Span(ONE, 0, 1), key="a")
    sink.error("KWX1201", Span(ONE, 0, 1), key="b")
    sink.error("KWX1201", Span(TWO, 0, 1), key="a")
    sink.warning("KWX1201", Span(ONE, 0, 1), key="a")
    sink.error("KWX1201", Span(ONE, 0, 1), key="a", labels=[Label(Span(ONE, 2, 3), "first")])
    assert len(sink.diagnostics) == 5


def test_findings_come_in_source_order() -> None:
    sink = Sink()
    sink.error("KWX1203", Span(TWO, 4, 5))
    sink.error("KWX1202", Span(ONE, 2, 4))
    sink.note("KWX1201", Span(ONE, 2, 3))
    sink.warning("KWX1205", Span(TWO, 0, 1))
    sink.error("KWX0101", None, file="x")
    sink.error("KWX1201", Span(ONE, 2, 4), key="a")
    assert [(found.code, found.severity) for found in sink.diagnostics] == [
        ("KWX0101", "error"),
        ("KWX1205", "warning"),
        ("KWX1203", "error"),
        ("KWX1201", "note"),
        ("KWX1201", "error"),
        ("KWX1202", "error"),
    ]


def test_only_errors_fail() -> None:
    sink = Sink()
    sink.warning("KWX1201", None, key="a")
    sink.note("KWX1201", None, key="a")
    sink.raise_if_failed()
    sink.error("KWX1201", None, key="a")
    with pytest.raises(CompileFailed, match=r"^KWX1201$") as caught:
        sink.raise_if_failed()
    assert caught.value.diagnostics == sink.diagnostics


def test_values_labels_and_the_fix_are_kept() -> None:
    sink = Sink()
    label = Label(Span(TWO, 0, 1), "first", {"n": 3})
    sink.note("KWX1201", Span(ONE, 0, 1), labels=[label], fix="x", key="a", number=2)
    assert sink.diagnostics == (
        Diagnostic(
            "KWX1201", Span(ONE, 0, 1), {"key": "a", "number": 2}, (label,), "note", fix="x"
        ),
    )


def test_failing_is_a_matter_of_errors() -> None:
    calm, alarmed = Sink(), Sink()
    calm.warning("KWX1201", None, key="a")
    alarmed.error("KWX1201", None, key="a")
    assert (calm.failed, alarmed.failed) == (False, True)
