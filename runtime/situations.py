"""What a round asks the rules of a variant: may this be done, and who deals next.

Rules read these by their attributes, which are the words of the language with underscores in the
place of dots.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .chains import ChainAsked
    from .declared import OptionValues, RuleInfo
    from .horses import HorseAsked, HorsesAsked

Out = Literal["nobody", "rests", "watches"]
Claim = Literal["win", "kong", "pung"]
Winners = Literal["many", "one"]
Exchange: TypeAlias = "tuple[int, Literal['one_suit', 'any'], Literal['next', 'previous', 'dice']]"
"""How many tiles each player gives away before play, of what, and to whom."""
Must = Literal["announced_kong", "win_by_self_draw", "win_off_discard"]
KongMoney = Literal["kept", "void", "last_void"]


@dataclass(frozen=True, slots=True)
class KongAsked:
    """A kong somebody could make.

    Attributes:
        kong_fresh: the fourth tile is the one just drawn or just discarded.
        kong_fixed: the player waits, and in every reading of every wait the triplet is a triplet.
        kong_keeps_waits: the player waits, and would wait for the same kinds after it.
        kong_keeps_ready: the player waits, and would still wait for something after it. All three
            are false of a kong that is not fresh: it would leave another tile in the hand.
        kong_announced: the kind was named when the player revealed.
        kong_awaited: another player who has revealed waits for the tile.
        turn_drew: the turn began with a draw, that of a replacement included.
        turn_concealed_kongs: concealed kongs of this turn from tiles held before it.
        wall_left: tiles in the wall.
    """

    kong_concealed: bool
    kong_direct: bool
    kong_added: bool
    kong_fresh: bool
    kong_fixed: bool
    kong_keeps_waits: bool
    kong_keeps_ready: bool
    kong_announced: bool
    konger_revealed: bool
    turn_drew: bool
    turn_concealed_kongs: int
    wall_left: int
    kong_awaited: bool = False


@dataclass(frozen=True, slots=True)
class PungAsked:
    """A pung somebody could make.

    It is one of `passed_pung` if they have passed one of this kind of tile since their last draw.
    """

    punger_revealed: bool
    wall_left: int
    passed_pung: bool = False


@dataclass(frozen=True, slots=True)
class RevealAsked:
    """A reveal of a hand that waits; `turn_own` is false out of turn."""

    turn_own: bool
    wall_left: int


@dataclass(frozen=True, slots=True)
class MissedAsked:
    """A win of a player who has passed one, worth `passed_value`, since their last draw.

    It is the `passed_same` if they have passed one on a tile of this kind.
    """

    value: int
    passed_value: int
    robbing: bool
    winner_revealed: bool
    passed_same: bool = False


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The end of a round.

    Attributes:
        dealer_lost: the dealer paid for a win.
        payers: how many paid for the win, or for the drawn hand.
        ready: how many wait when nobody has won; 0 where no rule asks.
    """

    winners: int
    dealer_won: bool
    dealer_lost: bool
    revealed: int
    kongs: int
    payers: int = 0
    ready: int = 0


Asked: TypeAlias = (
    "KongAsked | ChainAsked | PungAsked | RevealAsked | MissedAsked | HandEnded"
    " | HorsesAsked | HorseAsked"
)


@dataclass(frozen=True, slots=True)
class Foul:
    """What follows for a player who has done what the rules forbid at a table."""

    may_win: bool = True
    may_kong: bool = True
    kong_money: KongMoney = "kept"


@dataclass(frozen=True, slots=True)
class Flow:
    """Facts of a variant about the course of a round.

    Attributes:
        at_table: seats at the table, those included that do not play.
        dealer_tiles: tiles dealt to the dealer; the others have one less.
        precedence: who goes first when several claim one tile.
        tail: replacement tiles come from the tail of the wall.
        reveal_anytime: a waiting player may also reveal out of turn.
        exchange: what each player gives away before play, if anything.
        reveal_shows: what the others see of who has revealed: the ``hand``, or only for what it is
            ``waiting``; or the option that says which, as ``options.…``.
    """

    at_table: int = 3
    out: Out = "nobody"
    dealer_tiles: int = 14
    precedence: tuple[Claim, ...] = ("win", "kong", "pung")
    winners: Winners = "many"
    tail: bool = True
    reveal_anytime: bool = False
    reveal_shows: str = "hand"
    must: tuple[Must, ...] = ()
    fouls: Mapping[str, Foul] = field(default_factory=dict)
    exchange: Exchange | None = None


def as_chosen(fact: str, options: OptionValues) -> int | str:
    """A word, or what the option says to which it is left."""
    option = fact.removeprefix("options.")
    return fact if option == fact else options._asdict()[f"x_{option}"]


class FlowRules(Protocol):
    """The part of a program that a round follows.

    Each function answers with a result and the number of the row that gave it; `rows` has the rows
    of `turn.kong`, `turn.pung`, `turn.reveal`, `turn.missed` and `dealer`.
    """

    @property
    def flow(self) -> Flow:
        """The facts."""

    @property
    def rows(self) -> Mapping[str, tuple[RuleInfo, ...]]:
        """The rows of the tables."""

    @property
    def may_kong(self) -> Callable[[KongAsked, Any], tuple[bool, int]]:
        """Whether a kong may be made."""

    @property
    def may_chain(self) -> Callable[[ChainAsked, Any], tuple[bool, int]] | None:
        """Whether a kong right after a kong continues its chain; None if every one does."""

    @property
    def may_pung(self) -> Callable[[PungAsked, Any], tuple[bool, int]]:
        """Whether a pung may be made."""

    @property
    def may_reveal(self) -> Callable[[RevealAsked, Any], tuple[bool, int]]:
        """Whether a waiting hand may be revealed."""

    @property
    def may_win_later(self) -> Callable[[MissedAsked, Any], tuple[bool, int]]:
        """Whether a win may be taken after one was passed."""

    @property
    def next_dealer(self) -> Callable[[HandEnded, Any], tuple[str, int]]:
        """Who deals next, as one of the words that `dealing` knows."""
