"""From YAML nodes to declarations: the one function is `read_ruleset`.

Keys, shapes and single values are checked here, each by the place it stands at. What a file may
leave to its parents is not: whether anything is missing is known when the chain has been put
together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..source.text import Span
from ..source.yaml_nodes import Mapping
from .declarations import assumption, define, fan, foul, seating, worth
from .decode import At, Fields, Reader, fields_of, list_of
from .examples import examples, excused
from .keys import (
    LANGUAGE_VERSION,
    MAX_ASSUMPTIONS,
    MAX_CARRIED,
    MAX_CHOICES,
    MAX_DEFINES,
    MAX_FANS,
    MAX_FOULS,
    MAX_INTEGER,
    MAX_OPTIONS,
    MAX_PRESETS,
    MAX_REFUSES,
    MAX_USES,
    NOT_IN_MIXINS,
    RESERVED_IDS,
    RESERVED_OPTIONS,
    TOP,
)
from .nodes import TABLE_KINDS, Origin, Ref, RulesetDecl
from .options import carried, choice, option, preset
from .sections import section
from .stated import stated
from .tables import horse_tables, pay_tables, table, turn
from .values import (
    different,
    integer_between,
    module_id,
    name_words,
    places_of,
    plain_text,
    reference,
    truth,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import TypeVar

    from ..diagnostics.report import Sink
    from ..source.yaml_nodes import Node
    from .nodes import Removed, TableDecl, TableKind

    D = TypeVar("D")

_VERSION = integer_between(0, MAX_INTEGER)
_PLACE = plain_text(1_000)
_TABLES = places_of(TABLE_KINDS)
_USES = different(list_of(reference, MAX_USES))


def read_ruleset(
    root: Node, clauses: Collection[str], sink: Sink, *, parent: bool = False
) -> RulesetDecl | None:
    """Read what a file declares.

    Args:
        root: Its root node.
        clauses: The ids that may be cited.
        sink: Takes what is wrong.
        parent: Whether it is read for the sake of a child, which inherits no examples: they are
            then not looked at.

    Returns:
        The declarations, with ``sound`` false where errors were reported; None when the file is
        no ruleset of this language at all.
    """
    beginning = Span(root.span.source, root.span.start, root.span.start)
    at = At(root, "", beginning, Reader(sink, clauses))
    if not isinstance(root, Mapping):
        sink.error("KWX2208", root.span.opening)
        return None
    fields = fields_of(at, TOP)
    if fields is None or not _is_this_language(fields):
        return None
    mixin = "mixin" in fields
    fields.need("kawuxing", *(("mixin", "name", "on") if mixin else ("variant", "name")))
    for key in NOT_IN_MIXINS if mixin else ("on",):
        misplaced = fields.at_key(key)
        if misplaced is not None:
            uses, tried = (key, "") if key == "uses" else ("", "on")  # what to say instead
            code = "KWX2290" if mixin else "KWX2291"
            sink.error(code, misplaced.key, found=key, list=uses, tried=tried)
            fields.sound = False
    return _ruleset(root, fields, parent)


def _is_this_language(fields: Fields) -> bool:
    version = fields.get("kawuxing", _VERSION)
    if version is None or version.value == LANGUAGE_VERSION:
        return True
    span = version.origin.span
    known = LANGUAGE_VERSION
    fields.at.reader.sink.error("KWX2207", span, found=version.value, known=known)
    return False


def _ruleset(root: Mapping, fields: Fields, parent: bool) -> RulesetDecl:
    mixin = "mixin" in fields
    variant = fields.value("mixin" if mixin else "variant", module_id)
    extends = fields.get("on" if mixin else "extends", _PLACE)
    uses = None if mixin else fields.value("uses", _USES)
    name, abstract = fields.get("name", name_words), fields.get("abstract", truth)
    note = fields.get("note", words)
    table_at = fields.at_key("table")
    seats = None if table_at is None else seating(table_at)
    assumptions = _section(fields, "assumptions", assumption, MAX_ASSUMPTIONS)
    refuses = _section(fields, "refuses", assumption, MAX_REFUSES)
    options = _section(fields, "options", option, MAX_OPTIONS, RESERVED_OPTIONS)
    choices = _section(fields, "choices", choice, MAX_CHOICES)
    numbers = _section(fields, "carried", carried, MAX_CARRIED)
    presets = _section(fields, "presets", preset, MAX_PRESETS)
    defines = _section(fields, "define", define, MAX_DEFINES)
    fans = _section(fields, "fans", fan, MAX_FANS)
    worth_at = fields.at_key("worth")
    tables, exclusive = _tables(fields), fields.get("exclusive", _TABLES)
    turn_at = fields.at_key("turn")
    turns, of_turns = (None, ()) if turn_at is None else turn(turn_at)
    fouls = _section(fields, "fouls", foul, MAX_FOULS)
    shown, spared = fields.at_key("examples"), fields.at_key("excused")
    return RulesetDecl(
        source=fields.at.node.span.source,
        origin=Origin(fields.at.node.span),
        sound=fields.sound,
        variant=variant,
        name=name,
        abstract=abstract,
        extends=None if extends is None else Ref(extends.value, extends.origin.span),
        mixin=mixin,
        uses=uses or (),
        note=note,
        seating=seats,
        assumptions=assumptions,
        refuses=refuses,
        options=options,
        choices=choices,
        carried=numbers,
        presets=presets,
        defines=defines,
        fans=fans,
        worth=None if worth_at is None else worth(worth_at),
        tables=(*tables, *of_turns),
        turn=turns,
        fouls=fouls,
        exclusive=exclusive,
        examples=() if shown is None or parent else examples(shown),
        excused=() if spared is None or parent else excused(spared),
        stated=stated(root) if mixin or uses else {},
    )


def _section(
    fields: Fields,
    key: str,
    declare: Callable[[Ref, Origin, At], D],
    limit: int,
    reserved: frozenset[str] = frozenset(),
) -> tuple[D | Removed, ...]:
    at = fields.at_key(key)
    if at is None:
        return ()
    found = section(at, limit, declare, RESERVED_IDS | reserved)
    fields.sound = fields.sound and found is not None
    return found or ()


def _tables(fields: Fields) -> tuple[TableDecl, ...]:
    tables: list[TableDecl] = []
    alone: tuple[TableKind, ...] = ("cap", "points", "may_win", "dealer")
    for kind in alone:
        at = fields.at_key(kind)
        if at is not None:
            tables.append(table(kind, at))
    for key, read in (("horses", horse_tables), ("pay", pay_tables)):
        at = fields.at_key(key)
        if at is not None:
            found = read(at)
            fields.sound = fields.sound and found is not None
            tables += found or ()
    return tuple(tables)
