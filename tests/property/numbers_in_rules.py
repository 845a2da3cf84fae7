"""Every number of a ruleset's rules, and what becomes of it when a digit is mistyped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.library import builtin_path
from kawuxing.compiler.source.text import SourceText
from kawuxing.compiler.source.yaml_nodes import Mapping, Scalar, Sequence, read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kawuxing.compiler.source.yaml_nodes import Node

RULES = ("table", "options", "define", "fans", "cap", "may_win", "pay")
WORDS = ("name", "note", "cite", "assumed", "id")
NUMBER = re.compile(r"(?<![\w.-])\d+(?![\w.])")


class Digit(NamedTuple):
    """One digit of a number: the ruleset, the path, its place in the file and what it is."""

    variant: str
    path: str
    at: int
    digit: str

    def text(self) -> str:
        """The ruleset's text."""
        return builtin_path(self.variant).read_text("utf-8")

    def mistyped(self, digit: str) -> str:
        """The text with another digit there."""
        text = self.text()
        assert text[self.at] == self.digit
        return text[: self.at] + digit + text[self.at + 1 :]


def digits(variant: str) -> Iterator[Digit]:
    """All digits of the numbers in a ruleset's own rules."""
    text = builtin_path(variant).read_text("utf-8")
    source = SourceText.of(text.partition("\nexamples:\n")[0], f"{variant}.yaml")
    root = read_yaml(source, Sink())
    assert isinstance(root, Mapping)
    for entry in root.entries:
        if entry.key.text in RULES:
            for path, scalar in _scalars(entry.value, entry.key.text):
                for found in NUMBER.finditer(scalar.text):
                    for place in range(found.start(), found.end()):
                        at = scalar.part(place, place + 1).start
                        yield Digit(variant, path, at, source.text[at])


def _scalars(node: Node, path: str) -> Iterator[tuple[str, Scalar]]:
    match node:
        case Scalar():
            yield path, node
        case Mapping(entries=entries):
            for entry in entries:
                if entry.key.text not in WORDS:
                    yield from _scalars(entry.value, f"{path}.{entry.key.text}")
        case Sequence(items=items):
            for index, item in enumerate(items):
                yield from _scalars(item, f"{path}.{_id(item) or index}")


def _id(node: Node) -> str:
    """The id of a row."""
    entries = node.entries if isinstance(node, Mapping) else ()
    found = [entry.value for entry in entries if entry.key.text == "id"]
    return found[0].text if found and isinstance(found[0], Scalar) else ""
