"""What a variant's tables answer during a round, remembered by the facts they are asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..memo import Memo
from ..situations import KongAsked, PungAsked, RevealAsked

if TYPE_CHECKING:
    from ..circumstances import KongKind
    from ..declared import OptionValues
    from ..situations import FlowRules

_LIMIT: Final = 1 << 12

Answer = tuple[bool, int]
"""Whether something may be done, and the number of the row that says so."""


class Effect(NamedTuple):
    """What a kong does to the hand that waits before it.

    All false if it does not wait, and if the fourth tile is not the one just drawn or discarded.
    """

    fixed: bool = False
    keeps_waits: bool = False
    keeps_ready: bool = False


class KongFacts(NamedTuple):
    """What a kong is judged by; the words are those of `KongAsked`."""

    kind: KongKind
    fresh: bool
    effect: Effect
    announced: bool
    revealed: bool
    drew: bool
    old_fours: int
    left: int
    awaited: bool = False

    def asked(self) -> KongAsked:
        """The kong as the variant's rules see it."""
        fixed, keeps_waits, keeps_ready = self.effect
        return KongAsked(
            kong_concealed=self.kind == "concealed",
            kong_direct=self.kind == "direct",
            kong_added=self.kind == "added",
            kong_fresh=self.fresh,
            kong_fixed=fixed,
            kong_keeps_waits=keeps_waits,
            kong_keeps_ready=keeps_ready,
            kong_announced=self.announced,
            konger_revealed=self.revealed,
            turn_drew=self.drew,
            turn_concealed_kongs=self.old_fours,
            wall_left=self.left,
            kong_awaited=self.awaited,
        )


class Decisions:
    """The answers of one variant with its options bound.

    Attributes:
        kong: whether a kong may be made.
        pung: whether a pung may be made, by whether the player has revealed, the tiles left, and
            whether they have passed one of this kind.
        reveal: whether a waiting hand may be revealed, by whether it is the player's own turn and
            the tiles left.
    """

    def __init__(self, play: FlowRules, options: OptionValues) -> None:
        """Start with nothing asked."""
        self.kong: Memo[KongFacts, Answer] = Memo(
            lambda facts: play.may_kong(facts.asked(), options), _LIMIT
        )
        self.pung: Memo[tuple[bool, int, bool], Answer] = Memo(
            lambda asked: play.may_pung(PungAsked(*asked), options), _LIMIT
        )
        self.reveal: Memo[tuple[bool, int], Answer] = Memo(
            lambda asked: play.may_reveal(RevealAsked(*asked), options), _LIMIT
        )
