"""What a variant says of itself besides its functions: its options, and the names of its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

UNLIMITED: Final = 10**18
"""An option's ``none``: above every number a ruleset can make."""

O = TypeVar("O", bound="OptionValues")  # noqa: E741 - the options of a variant


class OptionValues(Protocol):
    """The bound options of a variant: a named tuple of its module."""

    def _asdict(self) -> dict[str, int | str]: ...


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """One option: `accepts` is (lowest, highest, whether `none`); without it only `offered`.

    Of what each player chooses, `asked` says how often: in ``each_round``, or ``once`` in a match;
    or it is the option that says so, as ``options.…``.
    """

    id: str
    zh: str
    en: str
    default: int | bool | str | None
    offered: tuple[int | bool | str | None, ...]
    accepts: tuple[int, int, bool] | None = None
    asked: str = "each_round"


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A fan or a row of a table, for people: names, clauses, and whether it is assumed."""

    id: str
    zh: str
    en: str
    cite: tuple[str, ...] = ()
    assumed: tuple[str, str] | None = None
