"""What changed in the files without changing a rule: names, notes, clauses, assumptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .findings import Structural
from .places import origins, places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..resolved.nodes import Assumption, Basis, Fan, Foul, Option, Ref, Row, Ruleset, Words
    from ..source.text import Span
    from .rules import Renamed

    Told = Fan | Row | Option | Foul
    Text = str | None


def wording(before: Ruleset, after: Ruleset, renamed: Renamed) -> Iterator[Structural]:
    """Every difference of wording between two rulesets."""
    where = (before.origin.span, after.origin.span)
    if before.id != after.id:
        yield Structural("variant", before.id, after.id, "wording", where)
    yield from _words("name", before.name, after.name, where)
    yield from _words("note", before.note, after.note, where)
    yield from _basis("table", before.seating.basis, after.seating.basis, where)
    at = places(before.turn, after.turn, "basis")
    yield from _basis("turn", before.turn.basis, after.turn.basis, at)
    yield from _words("turn.note", before.turn.note, after.turn.note, at)
    if before.worth is not None and after.worth is not None:
        at = places(before.worth, after.worth, "basis")
        yield from _basis("worth", before.worth.basis, after.worth.basis, at)
        yield from _words("worth.note", before.worth.note, after.worth.note, at)
    yield from _assumptions("assumptions", before.assumptions, after.assumptions)
    yield from _assumptions("refuses", before.refuses, after.refuses)
    ours, theirs = _told(before, None), _told(after, renamed)
    for path, one in ours.items():
        if path in theirs:
            yield from _thing(path, one, theirs[path])


def _told(ruleset: Ruleset, renamed: Renamed | None) -> dict[str, Told]:
    """What has a name, a note and a basis, by its path on the first side."""
    found: dict[str, Told] = {}
    for option in ruleset.options:
        found[f"options.{option.id}"] = option
    for fan in ruleset.fans:
        found[f"fans.{fan.id}"] = fan
    for table in ruleset.tables:
        for row in table.rows:
            found[f"{table.kind}.{row.id}"] = row
    for foul in ruleset.fouls:
        found[f"fouls.{foul.id}"] = foul
    return found if renamed is None else {renamed.path(path): one for path, one in found.items()}


def _thing(path: str, one: Told, other: Told) -> Iterator[Structural]:
    for key, mine, yours in (("name", one.name, other.name), ("note", one.note, other.note)):
        yield from _words(f"{path}.{key}", mine, yours, places(one, other, key))
    yield from _basis(path, one.basis, other.basis, places(one, other, "basis"))


def _words(
    path: str, one: Words | None, other: Words | None, where: tuple[Span, Span]
) -> Iterator[Structural]:
    pairs: tuple[tuple[str, Text, Text], ...] = (
        ("zh", None if one is None else one.zh, None if other is None else other.zh),
        ("en", None if one is None else one.en, None if other is None else other.en),
    )
    for lang, mine, yours in pairs:
        if mine != yours:
            yield Structural(f"{path}.{lang}", mine, yours, "wording", where)


def _basis(path: str, one: Basis, other: Basis, where: tuple[Span, Span]) -> Iterator[Structural]:
    cites = (_ids(one.cites), _ids(other.cites))
    if cites[0] != cites[1]:
        yield Structural(f"{path}.cite", *cites, "wording", where)
    yield from _words(f"{path}.assumed", one.assumed, other.assumed, where)


def _ids(refs: Sequence[Ref]) -> str | None:
    return ", ".join(sorted({ref.id for ref in refs})) or None


def _assumptions(
    section: str, before: Sequence[Assumption], after: Sequence[Assumption]
) -> Iterator[Structural]:
    ours = {one.id: one for one in before}
    theirs = {one.id: one for one in after}
    for id_ in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(id_), theirs.get(id_)
        path = f"{section}.{id_}"
        if one is None or other is None:
            mine = None if one is None else one.text.en
            yours = None if other is None else other.text.en
            yield Structural(path, mine, yours, "wording", origins(one, other))
        else:
            yield from _assumption(path, one, other)


def _assumption(path: str, one: Assumption, other: Assumption) -> Iterator[Structural]:
    where = (one.origin.span, other.origin.span)
    yield from _words(path, one.text, other.text, where)
    cites = (_ids(one.cites), _ids(other.cites))
    if cites[0] != cites[1]:
        yield Structural(f"{path}.cite", *cites, "wording", where)
