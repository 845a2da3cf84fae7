"""The rules of a ruleset: everything that must rest on clauses or on an assumption."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..resolved.nodes import Basis, Origin, Ref, Ruleset, Words
    from ..source.text import Span

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


def rules_of(ruleset: Ruleset) -> Iterator[Rule]:
    """The rules in the order of the file; points assumed for no single rule come last."""
    ids = (ruleset.id, *ruleset.parents)
    files = {source.name: id_ for source, id_ in zip(ruleset.sources, ids, strict=True)}

    def stands(span: Span) -> tuple[str, str]:
        return files[span.source.name], f"{span.source.name}:{span.position[0]}"

    def rule(
        path: str, name: Words | None, basis: Basis, origin: Origin, keys: Mapping[str, Origin]
    ) -> Rule:
        span = keys.get("basis", origin).span
        written, place = stands(span)
        does = tuple(stands(keys[key].span)[1] for key in sorted(keys) if key not in _WORDS)
        return Rule(path, name, basis.cites, basis.assumed, written, place, does)

    seating = ruleset.seating
    yield rule("table", None, seating.basis, seating.origin, seating.keys)
    for option in ruleset.options:
        yield rule(f"options.{option.id}", option.name, option.basis, option.origin, option.keys)
    for fan in ruleset.fans:
        yield rule(f"fans.{fan.id}", fan.name, fan.basis, fan.origin, fan.keys)
    for table in ruleset.tables:
        for row in table.rows:
            yield rule(f"{table.kind}.{row.id}", row.name, row.basis, row.origin, row.keys)
    turn = ruleset.turn
    yield rule("turn", None, turn.basis, turn.origin, turn.keys)
    for foul in ruleset.fouls:
        yield rule(f"fouls.{foul.id}", foul.name, foul.basis, foul.origin, foul.keys)
    for point in ruleset.assumptions:
        written, place = stands(point.origin.span)
        yield Rule(f"assumptions.{point.id}", None, point.cites, point.text, written, place, ())
