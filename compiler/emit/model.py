"""The view of a module that the template fills in: only text, numbers and tuples of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option: its field with its type and default, and its description as literals."""

    id: str
    annotation: str
    default: str
    info: str


@dataclass(frozen=True, slots=True)
class ModuleView:
    """A whole module. Everything that came from the author is already a literal.

    `asks` is empty where the rules ask nothing that need not be known elsewhere, `use` where no
    mix-in lies on top.
    """

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
    ranks: str
    seats: int
    options: tuple[OptionView, ...]
    fan_infos: tuple[str, ...]
    row_infos: tuple[tuple[str, tuple[str, ...]], ...]
    functions: str
    use: str
    reading_bits: str
    on_top: str
    flow: tuple[str, ...]
    asks: str
    fouls: tuple[str, ...]
    also: bool
    carry: bool
    choices: tuple[str, ...]
    chain: bool
    horses: tuple[str, ...]
