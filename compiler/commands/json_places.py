"""Places in a JSON text: where a field stands that an error names by its path."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ...runtime.errors import HandError
from ..source.text import Span
from ..source.yaml_nodes import Mapping, Scalar, Sequence
from .faults import UsageFault
from .hand_faults import hand_diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostics.report import Diagnostic
    from ..source.text import SourceText
    from ..source.yaml_nodes import Node

_STEP: Final = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
_WHOLE: Final = "line"
"""What errors call a text that is no JSON."""

_OF_NAMES: Final = frozenset(("KWX3404", "KWX3405", "KWX3409"))


@contextmanager
def naming_fields(source: SourceText) -> Iterator[None]:
    """Turn an error about a JSON object into a fault that points into its text.

    Raises:
        UsageFault: in the place of every `HandError`.
    """
    try:
        yield
    except HandError as error:
        raise FieldFault(error, source) from None


class FieldFault(UsageFault):
    """Something in a JSON object that cannot be."""

    def __init__(self, error: HandError, source: SourceText) -> None:
        """Keep the error and the text it is about."""
        super().__init__(error.code)
        self._error = error
        self._source = source

    @property
    def diagnostic(self) -> Diagnostic:
        """The fault with its place."""
        error = self._error
        found = hand_diagnostic(error)
        named = error.code in _OF_NAMES
        return replace(found, span=place_of(self._source, error.field, error.at, named=named))


def place_of(source: SourceText, field: str, at: int | None, *, named: bool = False) -> Span | None:
    """The characters an error is about; None where they cannot be found.

    Args:
        source: the text, JSON or nearly.
        field: a path such as ``end.wins[0].hand``; of one that is missing, what should hold it.
        at: an offset in the text of that field.
        named: the error is about the name of the field, not about what it holds.
    """
    if field == _WHOLE:
        start = at or 0
        return Span(source, start, min(start + 1, len(source.text)))
    node = _root(source)
    if node is None:
        return None
    found = _walk(node, field, named)
    if isinstance(found, Scalar):
        return found.part(0, len(found.text)) if at is None else found.part(at, at + 1)
    return Span(found.span.source, found.span.start, found.span.start + 1)


def _root(source: SourceText) -> Node | None:
    """The nodes of the text; JSON is read as the YAML it also is."""
    from ..diagnostics.report import Sink  # noqa: PLC0415 - only when something is wrong
    from ..source.yaml_nodes import read_yaml  # noqa: PLC0415

    return read_yaml(source, Sink())


def _walk(node: Node, field: str, named: bool) -> Node:
    """As far along a path as there is something; to the name at its end, if that is asked for."""
    steps = _STEP.findall(field)
    for left, (name, index) in zip(reversed(range(len(steps))), steps, strict=True):
        following: Node | None = None
        match node:
            case Mapping(entries=entries) if name:
                entry = next((one for one in entries if one.key.text == name), None)
                if entry is not None:
                    following = entry.key if named and not left else entry.value
            case Sequence(items=items) if index and int(index) < len(items):
                following = items[int(index)]
            case _:
                pass
        if following is None:
            return node
        node = following
    return node
