"""The view of a module that the template fills in: only text, numbers and tuples of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AtomsView:
    """One `…_atoms` function: each line is (condition or None, amount added)."""

    name: str
    element: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FanView:
    """One fan in `worth`: `holds` before replacement and exclusion, `scores` after."""

    id: str
    index: int
    holds: str
    scores: str
    times: str


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of a table: `when` is empty in the last."""

    id: str
    index: int
    when: str
    result: str


@dataclass(frozen=True, slots=True)
class TableView:
    """One decision table as a function: first the names it needs, then its rows."""

    name: str
    prelude: tuple[str, ...]
    rows: tuple[RowView, ...]


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option: its field with its type and default, and its description as a literal."""

    id: str
    annotation: str
    default: str
    info: str


@dataclass(frozen=True, slots=True)
class ModuleView:
    """A whole module. Everything that came from the author is already a literal."""

    header: tuple[str, ...]
    title: str
    variant: str
    zh: str
    en: str
    language: int
    sources: tuple[str, ...]
    suits: str
    dragons: str
    copies: int
    seats: int
    options: tuple[OptionView, ...]
    fan_infos: tuple[str, ...]
    row_infos: tuple[tuple[str, tuple[str, ...]], ...]
    atoms: tuple[AtomsView, ...]
    atom_reads: tuple[str, ...]
    fans: tuple[FanView, ...]
    author_order: tuple[FanView, ...]
    cap: TableView
    may_win: TableView
    pay_win: TableView
    pay_kong: TableView
    pay_drawn: TableView
