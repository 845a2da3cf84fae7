"""Examples as text: canonical, ready to be pasted into a ruleset."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from ..diagnostics.report import Sink
from ..format.canonical import canonical
from ..source.text import SourceText

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..surface.nodes import Example

_BARE: Final = re.compile(r"[a-z][a-z0-9_.]*")
_HEAD: Final = "kawuxing: 1\n\nexamples:\n"


def example_text(example: Example) -> str:
    """The entry of an example in the list of examples, with its indentation and a line's end."""
    return examples_text([example])


def examples_text(entries: Iterable[Example | str]) -> str:
    """A list of examples in canonical form; a text among them stands there as a comment."""
    lines = [
        f"  # {one}\n" if isinstance(one, str) else f"  - {_flow(_entry(one))}\n" for one in entries
    ]
    if not lines:
        return ""
    sink = Sink()
    text = canonical(SourceText.of(_HEAD + "".join(lines)), sink)
    sink.raise_if_failed()
    assert text is not None
    return text.partition("examples:\n")[2]


def _entry(example: Example) -> dict[str, object]:
    entry: dict[str, object] = {"id": example.id}
    if example.golden is not None:
        entry["golden"] = example.golden
    entry["why"] = {"zh": example.why.zh, "en": example.why.en}
    if example.cites:
        entry["cite"] = [ref.id for ref in example.cites]
    return {**entry, **example.given, "expect": example.expect}


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
