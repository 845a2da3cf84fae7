"""The clauses of the sources, all of them, and which of them say the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..diagnostics.report import Sink
from ..source.text import SourceText
from ..source.yaml_nodes import Mapping, Node, Scalar, Sequence, read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as MappingType

_FILES: Final = ("S0", "S1", "S2", "S3", "S4", "live")
_FOLDER: Final = Path(__file__).parent.parent.parent / "rulesets"


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement of a source.

    Attributes:
        id: Its id.
        document: The text it is from; for a live program, what the notes call it.
        block: The passage of the text; empty where it belongs to none.
        section: Where in the passage it stands.
        topic: What it is about, in one word.
        town: For whom the text says it.
        says: What it states, in English.
        terms: The Chinese words it uses.
        same_as: The clauses it repeats.
        difference: In what it differs from those all the same; empty if in nothing.
        ambiguous: Why it can be read in more than one way; empty if it cannot.
        live: Whether it is about a live program, which decides no edition.
    """

    id: str
    document: str
    block: str
    section: str
    topic: str
    town: str
    says: str
    terms: str
    same_as: tuple[str, ...]
    difference: str
    ambiguous: str
    live: bool

    @property
    def repeats(self) -> str | None:
        """The one clause it says again, word for word as far as the rules go."""
        return self.same_as[0] if len(self.same_as) == 1 and not self.difference else None

    @property
    def sums_up(self) -> tuple[str, ...]:
        """The clauses it says again all at once, and nothing besides."""
        return self.same_as if len(self.same_as) > 1 and not self.difference else ()


@cache
def read_catalogue() -> MappingType[str, Clause]:
    """Every clause by its id, in the order of the texts."""
    return {clause.id: clause for name in _FILES for clause in _read(name)}


def data_of_rulesets(path: str) -> Node | None:
    """A data file among the built-in rulesets, by its path below their folder."""
    text = (_FOLDER / path).read_text(encoding="utf-8")
    return read_yaml(SourceText.of(text, path), Sink())


def _read(name: str) -> Iterator[Clause]:
    root = data_of_rulesets(f"clauses/{name}.yaml")
    for item in root.items if isinstance(root, Sequence) else ():
        if isinstance(item, Mapping):
            yield _clause(fields_of(item), name == "live")


def _clause(fields: MappingType[str, str | tuple[str, ...]], live: bool) -> Clause:
    def text(key: str) -> str:
        value = fields.get(key, "")
        return value if isinstance(value, str) else ", ".join(value)

    same_as = fields.get("same_as", ())
    return Clause(
        id=text("id"),
        document=text("key") if live else text("file"),
        block=text("block"),
        section=text("section"),
        topic=text("topic"),
        town=text("variant"),
        says=text("says"),
        terms=text("zh_terms"),
        same_as=(same_as,) if isinstance(same_as, str) else same_as,
        difference=text("difference"),
        ambiguous=text("ambiguous"),
        live=live,
    )


def fields_of(mapping: Mapping) -> dict[str, str | tuple[str, ...]]:
    """A mapping of texts and lists of texts as plain data."""
    fields: dict[str, str | tuple[str, ...]] = {}
    for entry in mapping.entries:
        if isinstance(entry.value, Scalar):
            fields[entry.key.text] = entry.value.text
        elif isinstance(entry.value, Sequence):
            texts = (one.text for one in entry.value.items if isinstance(one, Scalar))
            fields[entry.key.text] = tuple(texts)
    return fields


def head_of(id_: str, catalogue: MappingType[str, Clause]) -> str:
    """The clause that is repeated by the one of that id, directly or by way of others."""
    seen = {id_}
    while (before := catalogue[id_].repeats) is not None and before not in seen:
        id_ = before
        seen.add(id_)
    return id_
