"""The vocabulary as data: what `grammar/vocabulary.yaml` says.

`grammar/vocabulary.json` keeps the same in a form that is read in no time; it names the file it was
made of, and where that has changed, or the kept form is not whole, it is made anew. The vocabulary
is ours, so a fault in it is a bug and raises; authors never see these errors.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..diagnostics.report import Sink
from ..resolved.nodes import FLOW_KINDS, TABLE_KINDS
from ..source.text import SourceText
from ..source.yaml_nodes import Mapping, Scalar, Sequence, read_yaml
from ..surface.expressions import QUANTIFIERS

if TYPE_CHECKING:
    from ..source.yaml_nodes import Node

CHOICE = "choice"
"""The type of what must be followed by one of the choices of the ruleset."""
_NOT_WHOLE: Final = (
    AttributeError,
    LookupError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What reading a kept form that is damaged, or not there, may raise."""
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
        """Whether it stands in tables about the course of a round, and among no hands."""
        round_ = [scope for scope in self.scopes if scope in FLOW_SCOPES]
        return bool(round_) and set(self.scopes) <= {*round_, "pay.drawn"}


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


def _term(name: str, at: dict[str, Any], scopes: tuple[str, ...] = ALL_SCOPES) -> Term:
    low, high = map(int, at.get("range") or ("0", at.get("length", "0")))
    return Term(
        name=name,
        type=at.get("type") or at.get("of", ""),
        low=low,
        high=high,
        optional=at.get("optional") == "true",
        scopes=tuple(at.get("scopes") or scopes),
        kind=at.get("kind", ""),
        en=at.get("en", ""),
        zh=at.get("zh", ""),
    )


def _terms(given: dict[str, dict[str, Any]], prefix: str = "") -> dict[str, Term]:
    return {name: _term(prefix + name, body) for name, body in given.items()}


@cache
def vocabulary() -> Vocabulary:
    """Read the vocabulary, once."""
    written = _FILE.read_bytes()
    try:
        kept = json.loads(_FILE.with_suffix(".json").read_bytes())
        if kept["made_of"] == sha256(written).hexdigest():
            return _built(kept)
    except _NOT_WHOLE:
        pass
    return _built(json.loads(kept_text(written)))


def _built(kept: dict[str, Any]) -> Vocabulary:
    """The vocabulary behind JSON values; for what is none, an error of `_NOT_WHOLE`."""
    return Vocabulary(
        words={name: tuple(body) for name, body in kept["words"].items()},
        records={name: _terms(body, f"{name}.") for name, body in kept["records"].items()},
        lists=_terms(kept["lists"]),
        names=_terms(kept["names"]),
        functions=_terms(kept["functions"]),
        also={name: tuple(body) for name, body in kept["also"].items()},
    )


def kept_text(written: bytes) -> str:
    """The vocabulary as it is kept beside its file: as JSON, with the hash of what it is made of.

    Args:
        written: the bytes of `vocabulary.yaml`.
    """
    sink = Sink()
    root = read_yaml(SourceText.of(written.decode("utf-8"), _FILE.name), sink)
    if not isinstance(root, Mapping) or sink.failed:
        raise ValueError(f"vocabulary.yaml cannot be read: {sink.diagnostics}")
    parts = [f"{json.dumps(entry.key.text)}: {_written(entry.value)}" for entry in root.entries]
    made_of = json.dumps(sha256(written).hexdigest())
    return "{\n" + ",\n".join([f'"made_of": {made_of}', *parts]) + "\n}\n"


def _plain(node: Node) -> object:
    """A node without the places of its parts."""
    match node:
        case Scalar():
            return node.text
        case Sequence():
            return [_plain(item) for item in node.items]
        case Mapping():
            return {entry.key.text: _plain(entry.value) for entry in node.entries}


def _written(node: Node) -> str:
    """A part of the vocabulary, one line an entry so that changes can be seen."""
    assert isinstance(node, Mapping)
    rows = [
        f"{json.dumps(entry.key.text)}: {json.dumps(_plain(entry.value), ensure_ascii=False)}"
        for entry in node.entries
    ]
    return "{\n" + ",\n".join(rows) + "\n}"
