"""Differences as workflow commands, which GitHub shows beside the changed lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..diagnostics.annotations import Annotation, workflow_commands
from ..diagnostics.visible import visible
from .shown_words import shown_texts
from .words import CLASSES, Phrase, position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..diff.findings import Behavioural, Comparison, Severity
    from ..source.text import Span
    from .report import Report
    from .words import Lang

_FROM_GIT: Final = "git:"


class _Note(NamedTuple):
    """Something to say, and where."""

    severity: Severity
    title: str
    text: str
    span: Span | None = None


def render_github(report: Report, lang: Lang = "en") -> str:
    """At most ten annotations, the gravest first, and a notice that counts what was left out."""
    phrase = Phrase(lang)
    return workflow_commands(
        map(_annotation, _notes(report, phrase)),
        lambda count: phrase.say(
            (
                f"{count} more not shown here; `kawuxing diff` tells them all",
                f"另有 {count} 条没有在这里列出，`kawuxing diff` 会全部列出",
            )
        ),
    )


def _notes(report: Report, phrase: Phrase) -> Iterator[_Note]:
    for wrong in report.diagnostics:
        from ..diagnostics import catalogue  # noqa: PLC0415 - only when something is wrong

        title = f"{wrong.code} {catalogue.title(wrong.code, phrase.lang)}"
        yield _Note(wrong.severity, title, catalogue.message(wrong, phrase.lang), wrong.span)
    for entry in report.entries:
        comparison = entry.comparison
        if comparison is None:
            continue
        for found in comparison.behavioural:
            if report.policy.approval(found) is None:
                severity = report.policy.of(found, comparison)
                yield _note(found, comparison, severity, phrase)
        for gap in comparison.gaps:
            title = phrase.say(("not proven", "未经证明"))
            yield _Note("warning", title, f"{_name(comparison)}: {phrase.gap(gap)}")
        if comparison.equal:
            yield _Note("note", _name(comparison), phrase.conclusion(comparison))
    for approval in report.unused:
        title = phrase.say(("approved, but not found", "已认可，但没有出现"))
        yield _Note("warning", title, approval.fingerprint, approval.span)


def _name(comparison: Comparison) -> str:
    before, after = (side.name for side in comparison.sides)
    return before if before == after else f"{before} → {after}"


def _note(found: Behavioural, comparison: Comparison, severity: Severity, phrase: Phrase) -> _Note:
    title = phrase.colon(phrase.say(CLASSES[found.kind]), " + ".join(found.rules))
    options = phrase.options(found)
    lines = [
        phrase.titled(found, comparison),
        phrase.affected(found),
        *([options] if options else []),
        phrase.witness(found.witness),
        *shown_texts(found, phrase),
        phrase.colon(
            phrase.say(("before", "前")), phrase.outcome(found.before, comparison.sides[0])
        ),
        phrase.colon(phrase.say(("after", "后")), phrase.outcome(found.after, comparison.sides[1])),
        *(
            phrase.colon(phrase.say(("was at", "原在")), position(span))
            for span in comparison.places(found, 0)[:1]
        ),
        phrase.colon(phrase.say(("fingerprint", "指纹")), phrase.fingerprint(found)),
    ]
    text = "\n".join(line for line in lines if line)
    return _Note(severity, title, text, _here(comparison.places(found, 1)))


def _here(spans: Sequence[Span]) -> Span | None:
    """The first of some places that is in a file as it is now."""
    here = [span for span in spans if not span.source.name.startswith(_FROM_GIT)]
    return here[0] if here else None


def _annotation(note: _Note) -> Annotation:
    properties = [("title", note.title)]
    if note.span is not None:
        line = str(note.span.position[0])
        properties = [("file", visible(note.span.source.name)), ("line", line), *properties]
    return Annotation(note.severity, tuple(properties), note.text)
