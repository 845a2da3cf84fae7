"""How a hand was won, and the other situations in which money moves.

Rules read these by their attributes. A `Won` is interned: equal circumstances are one object.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from .declared import UNLIMITED
from .errors import HandError
from .hand import MAX_MELDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .tiles import TileSet

By = Literal["self_draw", "discard"]
KongKind = Literal["concealed", "direct", "added"]
EVENTS: Final = ("replacement", "kong_discard", "robbing", "last_tile")
MAX_PASSED: Final = 12
"""How many wins that were passed count."""
MAX_CHAIN: Final = 16
"""The longest chain at any table: four players with four kongs each."""


Choices: TypeAlias = tuple[tuple[str, int], ...]
"""What a player chose before the deal, by the ids of choices; what is not said is the default."""


def chosen(choices: Choices, wanted: str, default: int) -> int:
    """What a player has chosen."""
    for choice, value in choices:
        if choice == wanted:
            return value
    return default


_OFTEN_EMPTY: Final = frozenset(
    (
        *("winner_choice", "payer_choice", "payee_choice", "konger_choice", "others_choice"),
        *("winner_passed", "horses", "payee_points", "ready", "revealed"),
    )
)
"""What is not shown where there is nothing to say."""


def _told(situation: Won | Konged | Drawn) -> str:
    """A situation as Python would show it, without choices that nobody has made."""
    said = asdict(situation)
    shown = [
        name
        for name, value in said.items()
        if (name not in _OFTEN_EMPTY or value) and value != UNLIMITED
    ]
    parts = [f"{name}={value!r}" for name, value in said.items() if name in shown]
    return f"{type(situation).__name__}({', '.join(parts)})"


@dataclass(frozen=True, slots=True)
class Won:
    """How a hand was won, as one payer sees it.

    Attributes:
        chain: kongs in the chain that led to the win.
        payer_revealed: whether the payer (the discarder) had revealed.
        payer_fed: whether this payer dealt the winning tile or had the kong robbed.
        winner_choice: what the winner chose before the deal, and `payer_choice` the payer;
            `others_choice` is what all others chose together, where rules ask.
        winner_preceded: whether another winner of the same tile revealed before this one.
        horses: what the tiles turned after the win score together.
        winner_passed: how many wins the winner has passed; known only where rules ask.
    """

    self_draw: bool
    replacement: bool = False
    kong_discard: bool = False
    robbing: bool = False
    last_tile: bool = False
    chain: int = 0
    winner_revealed: bool = False
    payer_revealed: bool = False
    payer_fed: bool = False
    winner_preceded: bool = False
    winner_passed: int = 0
    winner_choice: Choices = ()
    payer_choice: Choices = ()
    others_choice: Choices = ()
    horses: int = 0

    @property
    def chosen(self) -> tuple[tuple[str, Choices], ...]:
        """What was chosen before the deal, by player."""
        both = ("winner", self.winner_choice), ("payer", self.payer_choice)
        return *both, ("others", self.others_choice)

    def __repr__(self) -> str:
        """All that is said of it."""
        return _told(self)

    @property
    def discard(self) -> bool:
        """Whether another player's tile won, a robbed one included."""
        return not self.self_draw

    @property
    def events(self) -> tuple[str, ...]:
        """The events, in their fixed order."""
        flags = (self.replacement, self.kong_discard, self.robbing, self.last_tile)
        return tuple(event for event, flag in zip(EVENTS, flags, strict=True) if flag)


@dataclass(frozen=True, slots=True)
class Konged:
    """A kong, as one payer sees it; `chain` counts from 1."""

    kong_concealed: bool
    kong_direct: bool
    kong_added: bool
    kong_chain: int
    konger_revealed: bool
    payer_fed: bool
    konger_choice: Choices = ()
    payer_choice: Choices = ()
    others_choice: Choices = ()

    @property
    def chosen(self) -> tuple[tuple[str, Choices], ...]:
        """What was chosen before the deal, by player."""
        both = ("konger", self.konger_choice), ("payer", self.payer_choice)
        return *both, ("others", self.others_choice)

    def __repr__(self) -> str:
        """All that is said of it."""
        return _told(self)


@dataclass(frozen=True, slots=True)
class Drawn:
    """The end of a hand nobody won, for one who may pay and one who may be paid.

    Attributes:
        payer_ready: whether the payer waits for something; known, like what follows, only where
            rules ask.
        payee_best: the value of the dearest wait, won off a discard; 0 if there is none.
        payee_worst: the same of the cheapest.
        payee_points: the points of the dearest wait, and `payee_cap` the cap it is under; without
            limit where there is none.
        ready: how many of all players wait; `revealed` how many have revealed.
    """

    payer_revealed: bool
    payer_first_revealed: bool
    payee_revealed: bool
    payer_ready: bool = False
    payee_ready: bool = False
    payee_best: int = 0
    payee_worst: int = 0
    payer_choice: Choices = ()
    payee_choice: Choices = ()
    others_choice: Choices = ()
    payee_points: int = 0
    payee_cap: int = UNLIMITED
    ready: int = 0
    revealed: int = 0

    @property
    def chosen(self) -> tuple[tuple[str, Choices], ...]:
        """What was chosen before the deal, by player."""
        both = ("payer", self.payer_choice), ("payee", self.payee_choice)
        return *both, ("others", self.others_choice)

    def __repr__(self) -> str:
        """All that is said of it."""
        return _told(self)


def longest_chain(seats: int, tiles: TileSet) -> int:
    """How many kongs there can be in a round: nobody has room for a fifth, and each takes a kind.

    Where there are not four of a kind there are none.
    """
    return min(seats * MAX_MELDS, len(tiles.kinds)) if tiles.copies == 4 else 0


@lru_cache(maxsize=4096)
def won(
    by: str,
    events: tuple[str, ...] = (),
    chain: int = 0,
    revealed: bool = False,
    payer_revealed: bool = False,
    most: int = MAX_CHAIN,
) -> Won:
    """The circumstances of a win; the payer is the one who fed it, if somebody did.

    `most` is the longest chain there can be at the table.

    Raises:
        HandError: for words that mean nothing and for combinations that cannot be.
    """
    self_draw = by == "self_draw"
    if not self_draw and by != "discard":
        raise HandError("KWX3201", None, "by", {"found": str(by)})
    flags = dict.fromkeys(EVENTS, False)
    for event in events:
        if event not in flags:
            raise HandError("KWX3202", None, "events", {"found": str(event)})
        flags[event] = True
    _check_together(self_draw, flags)
    kongs = flags["replacement"] or flags["kong_discard"] or flags["robbing"]
    length = chain or int(kongs)
    if not 0 <= length <= most or (chain and not kongs):
        raise HandError("KWX3204", None, "chain", {"found": length, "most": most})
    return Won(
        self_draw=self_draw,
        replacement=flags["replacement"],
        kong_discard=flags["kong_discard"],
        robbing=flags["robbing"],
        last_tile=flags["last_tile"],
        chain=length,
        winner_revealed=revealed,
        payer_revealed=payer_revealed,
        payer_fed=not self_draw,
    )


@lru_cache(maxsize=4096)
def behind_another(way: Won) -> Won:
    """The same win where another winner of the same tile had revealed before this one.

    Raises:
        HandError: for a tile one has drawn oneself, on which nobody else can win.
    """
    if way.self_draw:
        params = {"one": "self_draw", "other": "preceded"}
        raise HandError("KWX3203", None, "preceded", params)
    return replace(way, winner_preceded=True)


def passing(way: Won, passed: int) -> Won:
    """The same win of a player who has passed some before.

    Raises:
        HandError: for more than count.
    """
    if not 0 <= passed <= MAX_PASSED:
        raise HandError("KWX3207", None, "passed", {"found": passed, "most": MAX_PASSED})
    return replace(way, winner_passed=passed) if passed else way


def _check_together(self_draw: bool, flags: dict[str, bool]) -> None:
    """Refuse events that exclude each other or the way the hand was won."""
    clashes = (
        (self_draw and flags["robbing"], "self_draw", "robbing"),
        (self_draw and flags["kong_discard"], "self_draw", "kong_discard"),
        (not self_draw and flags["replacement"], "discard", "replacement"),
        (flags["robbing"] and flags["kong_discard"], "robbing", "kong_discard"),
        (flags["robbing"] and flags["last_tile"], "robbing", "last_tile"),
    )
    for clash, one, other in clashes:
        if clash:
            raise HandError("KWX3203", None, "events", {"one": one, "other": other})


def all_circumstances(chains: Sequence[int] = (0,)) -> tuple[Won, ...]:
    """Every possible way to win, for each of the given lengths of chain.

    With `chains` left alone there are 28: self-draw plain, replacement, last tile, both; discard
    plain, after a kong, last tile, both; robbing; each with the winner revealed or not and, off a
    discard, the payer revealed or not.
    """
    by_self = ((), ("replacement",), ("last_tile",), ("replacement", "last_tile"))
    by_other = ((), ("kong_discard",), ("last_tile",), ("kong_discard", "last_tile"), ("robbing",))
    found: dict[Won, None] = {}
    for chain in chains:
        for revealed in (False, True):
            for events in by_self:
                length = chain if "replacement" in events else 0
                found[won("self_draw", events, length, revealed)] = None
            for events in by_other:
                length = chain if events and events != ("last_tile",) else 0
                for payer in (False, True):
                    found[won("discard", events, length, revealed, payer)] = None
    return tuple(found)
