"""Which passages of the sources are a ruleset's own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ..source.yaml_nodes import Mapping
from .catalogue import data_of_rulesets, fields_of, read_catalogue
from .excuses import as_ids

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Mapping as MappingType


@cache
def own_texts() -> MappingType[str, tuple[str, ...]]:
    """The passages and single clauses of each built-in ruleset, by its id."""
    root = data_of_rulesets("clauses/texts.yaml")
    assert isinstance(root, Mapping)
    (texts,) = (entry.value for entry in root.entries)
    assert isinstance(texts, Mapping)
    return {id_: as_ids(said) for id_, said in fields_of(texts).items()}


def own_clause(ruleset: str, clauses: Iterable[str]) -> bool:
    """Whether one of some clauses is from a ruleset's own texts.

    Of a ruleset that is not built in no text is known, so every clause may be its own.
    """
    texts = own_texts().get(ruleset)
    if texts is None:
        return any(True for _ in clauses)
    known = read_catalogue()
    return any(id_ in texts or (id_ in known and known[id_].block in texts) for id_ in clauses)
