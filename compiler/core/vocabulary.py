"""The vocabulary as data: reads `grammar/vocabulary.yaml`.

The file is ours, so a fault in it is a bug and raises; authors never see these errors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..diagnostics.report import Sink
from ..resolved.nodes import FLOW_KINDS, TABLE_KINDS
from ..source.text import SourceText
from ..source.yaml_nodes import Mapping, Scalar, Sequence, read_yaml
from ..surface.expressions import QUANTIFIERS

if TYPE_CHECKING:
    from ..source.yaml_nodes import Node

CHOICE = "choice"
"""The type of what must be followed by one of the choices of the ruleset."""
_FILE: Final = Path(__file__).parents[2] / "grammar" / "vocabulary.yaml"
FLOW_SCOPES = FLOW_KINDS
"""The tables about the course of a round, which know no hand."""
ALL_SCOPES = ("fan", *TABLE_KINDS)
OWN_NAMES = ("options", "carried", "fan", "red", "green", "white")
"""Names whose meaning the vocabulary does not say: what a ruleset declares, and three tiles."""


@dataclass(frozen=True, slots=True)
class Term:
    """A name, a list, or an attribute of a record.

    Attributes:
        name: as the author writes it; an attribute has its record's name before the dot.
        type: ``bool``, ``int``, ``tile``, a set of words, or a record; for a list its element.
        scopes: where it may stand.
        kind: what the hand space makes of it; empty for attributes.
    """

    name: str
    type: str
    low: int
    high: int
    optional: bool
    scopes: tuple[str, ...]
    kind: str
    en: str
    zh: str

    @property
    def of_flow(self) -> bool:
        """Whether it stands only in tables about the course of a round."""
        return all(scope in FLOW_SCOPES for scope in self.scopes)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All names.

    Attributes:
        words: the members of each set of words.
        records: the attributes of each record.
        also: what else people call some of the names; only suggestions look there.
    """

    words: dict[str, tuple[str, ...]]
    records: dict[str, dict[str, Term]]
    lists: dict[str, Term]
    names: dict[str, Term]
    functions: dict[str, Term]
    also: dict[str, tuple[str, ...]]

    def word_sets(self, word: str) -> tuple[str, ...]:
        """The sets of words that a word belongs to."""
        return tuple(name for name, members in self.words.items() if word in members)

    def reserved(self) -> set[str]:
        """Every name and word that has a meaning by itself, wherever a hand is asked about.

        Names of the tables that know no hand are free: there nothing else can be meant by them.
        """
        names = {name for name, term in self.names.items() if not term.of_flow}
        found = {*names, *self.lists, *self.functions, *QUANTIFIERS}
        return found.union(OWN_NAMES, *self.words.values())


def _pairs(node: Node) -> list[tuple[str, Node]]:
    if not isinstance(node, Mapping):
        raise TypeError("a mapping was expected in the vocabulary")
    return [(entry.key.text, entry.value) for entry in node.entries]


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _texts(node: Node | None) -> tuple[str, ...]:
    return tuple(_text(item) for item in node.items) if isinstance(node, Sequence) else ()


def _term(name: str, node: Node, scopes: tuple[str, ...] = ALL_SCOPES) -> Term:
    at = dict(_pairs(node))
    low, high = (
        int(text) for text in _texts(at.get("range")) or ("0", _text(at.get("length")) or "0")
    )
    return Term(
        name=name,
        type=_text(at.get("type") or at.get("of")),
        low=low,
        high=high,
        optional=_text(at.get("optional")) == "true",
        scopes=_texts(at.get("scopes")) or scopes,
        kind=_text(at.get("kind")),
        en=_text(at.get("en")),
        zh=_text(at.get("zh")),
    )


def _terms(node: Node, prefix: str = "") -> dict[str, Term]:
    return {name: _term(prefix + name, body) for name, body in _pairs(node)}


@cache
def vocabulary() -> Vocabulary:
    """Read the vocabulary, once."""
    sink = Sink()
    root = read_yaml(SourceText.of(_FILE.read_text("utf-8"), _FILE.name), sink)
    if root is None or sink.failed:
        raise ValueError(f"vocabulary.yaml cannot be read: {sink.diagnostics}")
    top = dict(_pairs(root))
    return Vocabulary(
        words={name: _texts(body) for name, body in _pairs(top["words"])},
        records={name: _terms(body, f"{name}.") for name, body in _pairs(top["records"])},
        lists=_terms(top["lists"]),
        names=_terms(top["names"]),
        functions=_terms(top["functions"]),
        also={name: _texts(body) for name, body in _pairs(top["also"])},
    )
