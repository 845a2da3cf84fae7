"""What a pass has to say, as data.

Any pass may report; only commands render. A diagnostic carries a code, a place and the values its
text needs. The text itself, in both languages, is in ``pages/<code>.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..source.text import Span

Severity: TypeAlias = Literal["error", "warning", "note"]
Value: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Label:
    """Another place that has to do with a diagnostic.

    Attributes:
        span: The place.
        key: Which ``label.<key>`` text of the diagnostic's page says what the place is.
        params: Values for that text; those of the diagnostic may be used in it too.
    """

    span: Span
    key: str
    params: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    Attributes:
        code: ``KWX`` and four digits; names a page of the catalogue.
        span: The place to change, or None for what has no place.
        params: Values for the texts of the page.
        labels: The other places involved.
        severity: How bad it is.
        fix: A text which, put in the place of the span, mends it; only where that is certain
            enough to offer.
    """

    code: str
    span: Span | None
    params: Mapping[str, Value] = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    severity: Severity = "error"
    fix: str | None = None


class CompileFailed(Exception):  # noqa: N818 - reads as what happened
    """A ruleset cannot be compiled; says why in ``diagnostics``."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Keep what was found, in the order given."""
        self.diagnostics = tuple(diagnostics)
        super().__init__(", ".join(dict.fromkeys(found.code for found in self.diagnostics)))


class Sink:
    """Collects the diagnostics of one run; the same finding twice is kept once."""

    def __init__(self) -> None:
        """Start empty."""
        self._found: dict[tuple[object, ...], Diagnostic] = {}

    def add(self, diagnostic: Diagnostic) -> None:
        """Take one in."""
        key = (
            diagnostic.code,
            diagnostic.span,
            tuple(sorted(diagnostic.params.items())),
            tuple((label.span, label.key) for label in diagnostic.labels),
            diagnostic.severity,
        )
        self._found.setdefault(key, diagnostic)

    def withdraw(self, diagnostic: Diagnostic) -> None:
        """Take back what was found, for a later pass knows better."""
        self._found = {key: one for key, one in self._found.items() if one is not diagnostic}

    def error(
        self,
        code: str,
        span: Span | None,
        *,
        labels: Iterable[Label] = (),
        fix: str | None = None,
        **params: Value,
    ) -> None:
        """Report what must be mended before the ruleset means anything."""
        self.add(Diagnostic(code, span, params, tuple(labels), "error", fix))

    def warning(
        self,
        code: str,
        span: Span | None,
        *,
        labels: Iterable[Label] = (),
        fix: str | None = None,
        **params: Value,
    ) -> None:
        """Report what has a meaning, but hardly the one intended."""
        self.add(Diagnostic(code, span, params, tuple(labels), "warning", fix))

    def note(
        self,
        code: str,
        span: Span | None,
        *,
        labels: Iterable[Label] = (),
        fix: str | None = None,
        **params: Value,
    ) -> None:
        """Report what is worth knowing."""
        self.add(Diagnostic(code, span, params, tuple(labels), "note", fix))

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything found, in source order.

        What has no place comes first, then file by file in the order in which the files were
        first spoken of, and by position within a file.
        """
        found = tuple(self._found.values())
        files: dict[str, int] = {}
        for diagnostic in found:
            if diagnostic.span is not None:
                files.setdefault(diagnostic.span.source.name, len(files))

        def order(diagnostic: Diagnostic) -> tuple[int, int, int, str]:
            span = diagnostic.span
            if span is None:
                return (-1, 0, 0, diagnostic.code)
            return (files[span.source.name], span.start, span.end, diagnostic.code)

        return tuple(sorted(found, key=order))

    @property
    def count(self) -> int:
        """How many findings there are so far."""
        return len(self._found)

    @property
    def failed(self) -> bool:
        """Whether an error is among them."""
        return any(found.severity == "error" for found in self._found.values())

    def raise_if_failed(self) -> None:
        """Stop the run between two passes when an error was found.

        Raises:
            CompileFailed: With everything found so far, warnings included.
        """
        if self.failed:
            raise CompileFailed(self.diagnostics)
