"""Where a mutant and the ruleset differ, and every payment there is without a hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from ...runtime.circumstances import Drawn, Konged, longest_chain
from ..space.waiting import Reach

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...runtime.circumstances import Won
    from ...runtime.hand import Hand
    from ...runtime.situations import Asked, HandEnded
    from ...runtime.tiles import TileSet
    from ..resolved.nodes import OptionValue, TableKind


@dataclass(frozen=True, slots=True)
class WonHand:
    """A hand won in some way."""

    hand: Hand
    won: Won
    setting: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment without a hand: for a kong, or when nobody won.

    Attributes:
        hands: of payer, payee and the others, where rules ask what they wait for.
    """

    situation: Konged | Drawn
    setting: Mapping[str, OptionValue]
    hands: tuple[Hand, ...] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """What a table about the course of a round is asked."""

    table: TableKind
    asked: Asked
    setting: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Lost:
    """An option that no longer accepts a value."""

    option: str
    value: OptionValue


@dataclass(frozen=True, slots=True)
class Seats:
    """Another number of players."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A fact that is another."""

    path: str


@dataclass(frozen=True, slots=True)
class CarriedOn:
    """The end of a round after which another number is carried on."""

    asked: HandEnded
    setting: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A preset under which something comes out otherwise."""

    preset: str
    difference: WonHand | Paid | Answered | CarriedOn


Difference: TypeAlias = WonHand | Paid | Answered | CarriedOn | Chosen | Lost | Seats | Looked


def kong_situations(seats: int, tiles: TileSet) -> Iterator[Konged]:
    """Every kong there is to pay for, as one payer sees it; the shortest chains first."""
    for chain in range(1, longest_chain(seats, tiles) + 1):
        for revealed in (False, True):
            for kind in ("concealed", "direct", "added"):
                for fed in (True, False) if kind == "direct" else (False,):
                    yield Konged(
                        kong_concealed=kind == "concealed",
                        kong_direct=kind == "direct",
                        kong_added=kind == "added",
                        kong_chain=chain,
                        konger_revealed=revealed,
                        payer_fed=fed,
                    )


def drawn_situations(seats: int, reach: Reach | None = None) -> Iterator[Drawn]:
    """Every pair of players there is when nobody won; the fewest reveals first.

    `reach` says what can be told of their hands, if rules ask.
    """
    reach = reach or Reach()
    others = max(0, seats - 2)
    for payer, first, payee in (
        (False, False, False),
        (True, True, False),
        (False, False, True),
        (True, True, True),
        (True, False, True),
        (True, False, False),
    ):
        alone = payer and not first and not payee  # somebody else has revealed before
        if seats > 2 or not alone:
            for ready, waiting in product(reach.payers(payer), tuple(reach.payees(payee))):
                two = Drawn(
                    payer,
                    first,
                    payee,
                    ready,
                    *waiting[:3],
                    payee_points=waiting.points,
                    payee_cap=waiting.cap,
                )
                more = range(alone, others + 1)
                for waits, shown in reach.tallies(ready + waiting.ready, payer + payee, more):
                    yield replace(two, ready=waits, revealed=shown)
