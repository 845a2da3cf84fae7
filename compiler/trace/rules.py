"""The rules of a ruleset: everything that must rest on clauses or on an assumption."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..resolved.nodes import Basis

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..resolved.nodes import Fan, Foul, Option, Origin, Ref, Row, Ruleset, Words

_WORDS: Final = frozenset(("basis", "name", "note"))
"""What a rule says of itself, and not what it does."""


class Rule(NamedTuple):
    """One rule and what it rests on.

    Attributes:
        path: Its place in the ruleset, such as ``pay.win.discard``.
        name: What people call it.
        cites: The clauses it follows.
        assumed: What is assumed of it, if anything.
        written: The ruleset in whose file that stands.
        place: That file, and the line.
        does: Where it is written what the rule does; the same where it is inherited unchanged.
    """

    path: str
    name: Words | None
    cites: tuple[Ref, ...]
    assumed: Words | None
    written: str
    place: str
    does: tuple[str, ...]


class _Written(NamedTuple):
    """What has grounds, and where it is written."""

    path: str
    name: Words | None
    basis: Basis
    origin: Origin
    keys: Mapping[str, Origin]


def rules_of(ruleset: Ruleset) -> Iterator[Rule]:
    """The rules, what is removed, and the points assumed for no single rule."""
    files = {source.name: id_ for source, id_ in zip(ruleset.sources, ruleset.files, strict=True)}
    for path, name, basis, origin, keys in _written(ruleset):
        source, place = _stands(keys.get("basis", origin))
        does = tuple(_stands(keys[key])[1] for key in sorted(keys) if key not in _WORDS)
        yield Rule(path, name, basis.cites, basis.assumed, files[source], place, does)


def _stands(origin: Origin) -> tuple[str, str]:
    """The file, and the file with the line."""
    name, line = origin.span.source.name, origin.span.position[0]
    return name, f"{name}:{line}"


def _written(ruleset: Ruleset) -> Iterator[_Written]:
    seating, turn = ruleset.seating, ruleset.turn
    yield _Written("table", None, seating.basis, seating.origin, seating.keys)
    named: list[tuple[str, Sequence[Option | Fan | Foul | Row]]]
    named = [("options", ruleset.options), ("fans", ruleset.fans), ("fouls", ruleset.fouls)]
    named += [(table.kind, table.rows) for table in ruleset.tables]
    for section, ones in named:
        for one in ones:
            yield _Written(f"{section}.{one.id}", one.name, one.basis, one.origin, one.keys)
    if ruleset.worth is not None:
        worth = ruleset.worth
        yield _Written("worth", None, worth.basis, worth.origin, worth.keys)
    yield _Written("turn", None, turn.basis, turn.origin, turn.keys)
    for gone in ruleset.removed:
        if gone.basis != Basis():
            yield _Written(gone.path, None, gone.basis, gone.origin, {})
    for point in ruleset.assumptions:
        basis = Basis(point.cites, point.text)
        yield _Written(f"assumptions.{point.id}", None, basis, point.origin, {})
