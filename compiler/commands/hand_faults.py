"""Hands that cannot be, shown with the place in what was typed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from ...runtime.errors import HandError
from .faults import FINE, UsageFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ..diagnostics.report import Diagnostic
    from ..source.text import Span
    from .settings import Settings

_SHOWN: Final = {"hand": "HAND", "seen": "--seen"}
_LISTED: Final = {"KWX3301": "offered", "KWX3303": "offered"}

_NONE: Final = "–"
"""What stands for a list of names where there are none."""


@contextmanager
def naming_places(texts: Mapping[str, str]) -> Iterator[None]:
    """Turn a hand's error into a fault that points into the text it was read from.

    Args:
        texts: What was typed, by the field the error names.

    Raises:
        UsageFault: in the place of every `HandError`.
    """
    try:
        yield
    except HandError as error:
        raise HandFault(error, texts) from None


def answer_as_json(answer: Callable[[], object], settings: Settings) -> int:
    """Write an answer about a hand, or its refusal, and give back the exit status."""
    from .output import write_json  # noqa: PLC0415 - not for text

    try:
        write_json(answer(), pretty=False)
    except HandFault as fault:
        from ...runtime.requests import refusal  # noqa: PLC0415

        write_json(refusal(fault.error, settings.lang), pretty=False)
        return fault.status
    return FINE


class HandFault(UsageFault):
    """A hand or circumstances that cannot be."""

    def __init__(self, error: HandError, texts: Mapping[str, str]) -> None:
        """Keep the error and the texts it is about."""
        super().__init__(error.code)
        self.error = error
        self._texts = texts

    @property
    def diagnostic(self) -> Diagnostic:
        """The fault, with its place where there is one."""
        return hand_diagnostic(self.error, self._texts)


def hand_diagnostic(error: HandError, texts: Mapping[str, str] | None = None) -> Diagnostic:
    """A hand's error as a diagnostic."""
    from ..diagnostics.report import Diagnostic  # noqa: PLC0415 - only when it is shown
    from ..meant import did_you_mean  # noqa: PLC0415

    params = dict(error.params)
    listed = params.get(_LISTED.get(error.code, ""))
    if listed is not None:
        names = () if listed == _NONE else str(listed).split(", ")
        close, _ = did_you_mean(str(params["found"]), names)
        params["close"] = close
    return Diagnostic(error.code, _span(error, texts or {}), params)


def _span(error: HandError, texts: Mapping[str, str]) -> Span | None:
    """One character of what was typed, or the place behind it."""
    from ..source.text import SourceText, Span  # noqa: PLC0415

    text = texts.get(error.field)
    if error.at is None or text is None:
        return None
    source = SourceText.of(text, _SHOWN.get(error.field, error.field))
    return Span(source, error.at, min(error.at + 1, len(text)))
