"""An example as text: canonical, ready to be pasted into a ruleset."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from ..diagnostics.report import Sink
from ..format.canonical import canonical
from ..source.text import SourceText

if TYPE_CHECKING:
    from ..surface.nodes import Example

_BARE: Final = re.compile(r"[a-z][a-z0-9_.]*")
_HEAD: Final = "kawuxing: 1\nexamples:"


def example_text(example: Example) -> str:
    """The entry of an example in the list of examples, with its indentation and a line's end."""
    entry: dict[str, object] = {"id": example.id}
    if example.golden is not None:
        entry["golden"] = example.golden
    entry["why"] = {"zh": example.why.zh, "en": example.why.en}
    if example.cites:
        entry["cite"] = [ref.id for ref in example.cites]
    source = SourceText.of(
        f"{_HEAD} [{_flow({**entry, **example.given, 'expect': example.expect})}]\n"
    )
    text = canonical(source, Sink())
    assert text is not None
    return text.partition("examples:\n")[2]


def _flow(value: object) -> str:
    """A value in brackets; the canonical form takes it from there."""
    match value:
        case dict():
            return f"{{{', '.join(f'{key}: {_flow(inside)}' for key, inside in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(_flow, value))}]"
        case None:
            return "none"
        case str() if _BARE.fullmatch(value):
            return value
        case _:
            return json.dumps(value, ensure_ascii=False)
