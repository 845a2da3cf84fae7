"""What a program knows of its ruleset besides functions, as plain values.

A generated module writes them as literals; a program that is only run takes them as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ..core.nodes import Core, Table
    from ..resolved.nodes import Basis, Foul, Option, OptionValue, Ruleset, Words
    from ..source.text import SourceText

Rule: TypeAlias = tuple[str, str, str, tuple[str, ...], tuple[str, str] | None]
"""Of a fan or a row: id, names, clauses, and why it is assumed."""
Choice: TypeAlias = tuple[
    str, str, str, "OptionValue", tuple["OptionValue", ...], tuple[int, int, bool] | None
]
"""Of an option: id, names, default, and the values it takes."""

EACH_ROUND = "each_round"
"""How often players choose where nothing is said."""
LANGUAGE = 1
"""The version of the language and of what generated modules expect of the runtime."""


def fan_facts(core: Core) -> tuple[Rule, ...]:
    """The fans, in the author's order."""
    fans = {fan.id: fan for fan in core.fans}
    return tuple(_rule(one, fans[one].name, fans[one].basis) for one in core.order)


def row_facts(table: Table) -> tuple[Rule, ...]:
    """The rows of a table."""
    return tuple(_rule(row.id, row.name, row.basis) for row in table.rows)


def _rule(id_: str, name: Words | None, basis: Basis) -> Rule:
    assumed = None if basis.assumed is None else (basis.assumed.zh, basis.assumed.en)
    zh, en = (name.zh, name.en) if name else (id_, id_)
    return (id_, zh, en, tuple(ref.id for ref in basis.cites), assumed)


def option_facts(option: Option) -> Choice:
    """An option."""
    zh, en = (option.name.zh, option.name.en) if option.name else (option.id, option.id)
    return (option.id, zh, en, option.default, option.offered, option.accepts)


def choice_facts(
    choice: Option,
) -> tuple[str, str, str, OptionValue, tuple[OptionValue, ...], tuple[int, int, bool] | None, str]:
    """What each player chooses: the same, and how often they are asked."""
    return (*option_facts(choice), choice.asked)


def flow_facts(ruleset: Ruleset) -> tuple[tuple[str, object], ...]:
    """The facts about the course of a round, by the names the runtime has for them."""
    seating, turn = ruleset.seating, ruleset.turn
    shows = (("reveal_shows", turn.reveal_shows),) if turn.reveal_shows != "hand" else ()
    exchange = (("exchange", turn.exchange),) if turn.exchange else ()
    return (
        ("at_table", seating.at_table),
        ("out", seating.out),
        ("dealer_tiles", seating.dealer),
        ("precedence", turn.precedence),
        ("winners", turn.winners),
        ("tail", turn.tail),
        ("reveal_anytime", turn.reveal_anytime),
        *shows,
        ("must", turn.must),
        *exchange,
    )


def foul_facts(foul: Foul) -> tuple[bool, bool, str]:
    """What follows from a foul."""
    return foul.may_win, foul.may_kong, foul.kong_money


def value_text(value: OptionValue) -> str:
    """The literal of an option's value."""
    return "UNLIMITED" if value is None else repr(value)


def source_facts(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """The files it comes from, with their hashes."""
    return tuple((file_name(source), source.sha256) for source in ruleset.sources)


def file_name(source: SourceText) -> str:
    """The name of a file without its folder."""
    return source.name.replace("\\", "/").rpartition("/")[2]
