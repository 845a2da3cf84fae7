"""Where the sources disagree, and what each ruleset does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..source.yaml_nodes import Mapping, Sequence
from ..surface.nodes import Words
from .catalogue import data_of_rulesets, fields_of
from .excuses import as_ids
from .texts import own_clause

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as MappingType

    from ..source.yaml_nodes import Node

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json] | None"


class Point(NamedTuple):
    """One disagreement.

    Attributes:
        id: Its number.
        what: What it is about.
        clauses: The clauses that disagree.
        at: The paths of the resolved ruleset that say what it does.
        fixed: What holds in all rulesets, where there is no such path.
        more: What the rules do not say by themselves.
        stated: The rulesets whose own texts say it, so that all others assume it; None where the
            grounds of the rules tell.
        assumed: Rulesets that assume it beside those whose grounds tell; or ``all``.
    """

    id: str
    what: Words
    clauses: tuple[str, ...]
    at: tuple[str, ...]
    fixed: Words | None
    more: Words | None = None
    stated: tuple[str, ...] | None = None
    assumed: tuple[str, ...] = ()

    def assumes(self, ruleset: str) -> bool:
        """Whether the point itself says that a ruleset assumes what it does."""
        unstated = self.stated is not None and ruleset not in self.stated
        return unstated or ruleset in self.assumed or "all" in self.assumed


class Section(NamedTuple):
    """Disagreements that belong together."""

    heading: Words
    points: tuple[Point, ...]


class Found(NamedTuple):
    """What stands at a path of a ruleset.

    Attributes:
        value: The value; None where the ruleset has nothing there. Rows of a table that are assumed
            have ``foreign`` set.
        assumed: Whether the rule it belongs to is assumed, and no clause of its own texts says it.
    """

    value: Json
    assumed: bool


def read_conflicts() -> tuple[Section, ...]:
    """All of them, in the order in which they are numbered."""
    root = _parts(data_of_rulesets("clauses/conflicts.yaml"))
    return tuple(
        Section(_words(_parts(one)["heading"]), tuple(map(_point, _items(_parts(one)["points"]))))
        for one in _items(root["sections"])
    )


def _point(node: Node) -> Point:
    parts = _parts(node)
    fields = fields_of(node) if isinstance(node, Mapping) else {}
    fixed, more, stated = parts.get("fixed"), parts.get("more"), fields.get("stated")
    return Point(
        str(fields["id"]),
        _words(node),
        as_ids(fields["clauses"]),
        as_ids(fields.get("at", ())),
        None if fixed is None else _words(fixed),
        None if more is None else _words(more),
        None if stated is None else as_ids(stated),
        as_ids(fields.get("assumed", ())),
    )


def _words(node: Node) -> Words:
    fields = fields_of(node) if isinstance(node, Mapping) else {}
    return Words(str(fields["zh"]), str(fields["en"]))


def _parts(node: Node | None) -> dict[str, Node]:
    return {one.key.text: one.value for one in node.entries} if isinstance(node, Mapping) else {}


def _items(node: Node) -> Iterator[Node]:
    yield from node.items if isinstance(node, Sequence) else ()


def find(ruleset: MappingType[str, Json], path: str) -> Found:
    """What stands at a path of a ruleset's plain data; in lists the ids lead on."""
    at: Json = dict(ruleset)
    rule: dict[str, Json] = {}
    left = path
    while left and at is not None:
        at, left = _step(at, left)
        if isinstance(at, dict) and "cite" in at:
            rule = at
    if at is None:
        rule = _removal(ruleset, path) or rule
    if isinstance(at, list):
        at = [_marked(ruleset, row) for row in at]
    return Found(at, _foreign(ruleset, rule))


def _marked(ruleset: MappingType[str, Json], row: Json) -> Json:
    """A row of a table, marked if it is assumed."""
    if isinstance(row, dict) and _foreign(ruleset, row):
        return {**row, "foreign": True}
    return row


def _foreign(ruleset: MappingType[str, Json], rule: MappingType[str, Json]) -> bool:
    """Whether a rule is assumed, and no clause of the ruleset's own texts says it."""
    cite = rule.get("cite")
    cites = map(str, cite) if isinstance(cite, list) else ()
    return bool(rule.get("assumed")) and not own_clause(str(ruleset.get("id")), cites)


def _removal(ruleset: MappingType[str, Json], path: str) -> dict[str, Json] | None:
    """On what it rests that there is nothing at a path."""
    removed = ruleset.get("removed")
    for one in removed if isinstance(removed, list) else ():
        if isinstance(one, dict) and f"{path}.".startswith(f"{one['path']}."):
            return one
    return None


def _step(at: Json, path: str) -> tuple[Json, str]:
    """The part of a value that the beginning of a path leads to, and the rest of the path.

    A key may hold dots, so the longest that fits is taken.
    """
    known = _keyed(at)
    words = path.split(".")
    for count in range(len(words), 0, -1):
        key = ".".join(words[:count])
        if key in known:
            return known[key], ".".join(words[count:])
    return None, ""


def _keyed(at: Json) -> dict[str, Json]:
    if isinstance(at, list):
        return {str(one["id"]): one for one in at if isinstance(one, dict) and "id" in one}
    return at if isinstance(at, dict) else {}
