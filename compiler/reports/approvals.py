"""The file of approvals: differences somebody has looked at and wants.

A list under ``approved``, each with the fingerprint a comparison has shown, the reason, and
perhaps who says so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..source.files import read_file
from ..source.text import Span
from ..source.yaml_nodes import read_yaml
from ..surface.decode import At, Reader, fields_of, list_of, scalar_of
from ..surface.nodes import Ref
from ..surface.values import plain_text, repeats, words
from .report import Approval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..diagnostics.report import Sink
    from ..source.text import SourceText

_KEYS = ("fingerprint", "reason", "by")
_FINGERPRINT = re.compile("[0-9a-f]{12}")
_MOST = 1000
_LONGEST = 80

_name = plain_text(_LONGEST)


def read_approvals(path: str, sink: Sink) -> Mapping[str, Approval]:
    """The approvals of a file, by fingerprint; what is wrong with it goes to the sink."""
    source = read_file(path, path, sink)
    return {} if source is None else approvals_of(source, sink)


def approvals_of(source: SourceText, sink: Sink) -> Mapping[str, Approval]:
    """The approvals of a text, by fingerprint."""
    root = read_yaml(source, sink)
    if root is None:
        return {}
    start = Span(source, 0, 0)
    fields = fields_of(At(root, "", start, Reader(sink, ())), ("approved",))
    if fields is None:
        return {}
    fields.need("approved")
    inside = fields.at_key("approved")
    found = None if inside is None else _APPROVALS(inside)
    if inside is None or found is None:
        return {}
    repeats([Ref(one.fingerprint, one.span) for one in found], inside)
    return {one.fingerprint: one for one in found}


def _approval(at: At) -> Approval | None:
    fields = fields_of(at, _KEYS)
    if fields is None:
        return None
    fingerprint = fields.get("fingerprint", _fingerprint)
    reason, by = fields.value("reason", words), fields.value("by", _name)
    fields.need("fingerprint", "reason")
    if fingerprint is None or reason is None or not fields.sound:
        return None
    return Approval(fingerprint.value, reason, by, fingerprint.origin.span)


def _fingerprint(at: At) -> str | None:
    scalar = scalar_of(at)
    if scalar is None or _FINGERPRINT.fullmatch(scalar.text):
        return None if scalar is None else scalar.text
    at.reader.sink.error("KWX0301", scalar.span, found=scalar.text)
    return None


_APPROVALS = list_of(_approval, _MOST)
