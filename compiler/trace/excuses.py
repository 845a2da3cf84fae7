"""Clauses that no ruleset carries, each with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..source.yaml_nodes import Mapping, Sequence
from ..surface.nodes import Words
from .catalogue import data_of_rulesets, fields_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..source.yaml_nodes import Node


class Reason(NamedTuple):
    """Why a clause is not carried, in one word, and what the word means."""

    word: str
    meaning: Words


class Excuse(NamedTuple):
    """Why one clause is not carried.

    Attributes:
        reason: The kind of reason.
        why: The reason itself.
        see: The clauses that say it instead.
    """

    reason: str
    why: Words
    see: tuple[str, ...]


class Excuses(NamedTuple):
    """All of them."""

    reasons: tuple[Reason, ...]
    clauses: dict[str, Excuse]

    def meaning(self, reason: str) -> Words:
        """What the word for a kind of reason means."""
        return next(one.meaning for one in self.reasons if one.word == reason)


def read_excuses(root: Node | None = None) -> Excuses:
    """The file of the built-in rulesets, or what is given."""
    root = root or data_of_rulesets("clauses/excused.yaml")
    parts = {one.key.text: one.value for one in _mapping(root).entries}
    reasons = tuple(
        Reason(entry.key.text, _words(_mapping(entry.value)))
        for entry in _mapping(parts["reasons"]).entries
    )
    clauses: dict[str, Excuse] = {}
    for ids, excuse in _entries(parts["excused"]):
        clauses.update(dict.fromkeys(ids, excuse))
    return Excuses(reasons, clauses)


def _entries(node: Node) -> Iterator[tuple[tuple[str, ...], Excuse]]:
    for item in node.items if isinstance(node, Sequence) else ():
        mapping = _mapping(item)
        fields = fields_of(mapping)
        yield (
            as_ids(fields.get("clauses", ())),
            Excuse(str(fields["reason"]), _words(mapping), as_ids(fields.get("see", ()))),
        )


def as_ids(value: str | tuple[str, ...]) -> tuple[str, ...]:
    """One id, or several."""
    return (value,) if isinstance(value, str) else value


def _words(mapping: Mapping) -> Words:
    fields = fields_of(mapping)
    return Words(str(fields["zh"]), str(fields["en"]))


def _mapping(node: Node | None) -> Mapping:
    assert isinstance(node, Mapping)
    return node
