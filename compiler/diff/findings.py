"""What a comparison finds, as data; renderers and commands show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...runtime.circumstances import Won
    from ...runtime.hand import Hand
    from ..resolved.nodes import OptionValue
    from ..source.text import Span

Class: TypeAlias = Literal["scoring", "payment", "eligibility", "legality", "flow", "wording"]
Severity: TypeAlias = Literal["error", "warning", "note"]

SEVERITIES: dict[Class, Severity] = {
    "scoring": "error",
    "payment": "error",
    "eligibility": "warning",
    "legality": "warning",
    "flow": "warning",
    "wording": "note",
}
"""How bad a change is unless remapped: money first, then what one may do, then words."""


@dataclass(frozen=True, slots=True)
class Structural:
    """A difference between the files.

    Attributes:
        path: what is different, such as ``fans.x.times`` or ``cap.rows``.
        before: its text on the first side; None where it is not there.
        after: its text on the second side.
        where: the places on both sides, where there are any.
    """

    path: str
    before: str | int | None
    after: str | int | None
    kind: Class
    where: tuple[Span | None, Span | None] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one side makes of the witness."""

    value: int
    product: int
    may_win: bool
    owed: int
    fans: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class WonHand:
    """A hand won in one way under some options: it can be scored as it stands."""

    hand: Hand
    won: Won
    setting: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Situation:
    """A payment without a hand: what was asked, such as a kong and its chain."""

    words: Mapping[str, int | bool]


@dataclass(frozen=True, slots=True)
class Behavioural:
    """A difference for the players.

    Attributes:
        rules: the rules that make the difference, by path: ``fans.x``, ``cap.common``.
        count: (hand, winning tile) points on which some possible circumstance differs; for
            payments without a hand the situations that differ.
        of: how many there are in all.
        swing: the greatest change of a value or payment, in stakes.
        witness: the least example.
        fingerprint: twelve hexadecimal digits that stay as long as the difference does.
    """

    kind: Class
    rules: tuple[str, ...]
    count: int
    of: int
    swing: int
    witness: WonHand | Situation
    before: Outcome | int
    after: Outcome | int
    fingerprint: str

    @property
    def share(self) -> float:
        """The part of all points that differs."""
        return self.count / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class SpaceSize:
    """How much a comparison covered."""

    configurations: int
    points: int
    circumstances: int
    settings: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything found between two sides.

    Attributes:
        proven: whether everything was covered; if not, `reasons` says what was left out.
        renamed: fans that do the same under another name, (before, after).
    """

    names: tuple[str, str]
    space: SpaceSize
    structural: tuple[Structural, ...]
    behavioural: tuple[Behavioural, ...]
    renamed: tuple[tuple[str, str], ...] = ()
    proven: bool = True
    reasons: tuple[str, ...] = ()

    @property
    def equal(self) -> bool:
        """Whether nothing differs for the players, as far as was covered."""
        return not self.behavioural
