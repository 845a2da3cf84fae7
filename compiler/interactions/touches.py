"""How what is said under neither of two switches, each, and both hangs together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.circumstances import Drawn
    from ...runtime.hand import Hand
    from ..diff.findings import Answer, Witness

Touch: TypeAlias = Literal["multiply", "capped", "depend"]
"""What two switches do to something that both bear on."""
TOUCHES: Final[tuple[Touch, ...]] = ("multiply", "capped", "depend")
"""The gravest last."""
Heard: TypeAlias = "tuple[int, bool, int, tuple[int, ...], int, int]"
"""Of a hand the value, whether it may win, what the payer and what others owe, product, cap."""


class WaitingHand(NamedTuple):
    """A hand of 13 tiles that waits when nobody has won.

    Attributes:
        hand: the hand, which has no winning tile.
        asked: how its player and who may pay stand, without what the hand waits for: that is not
            the same to every side.
    """

    hand: Hand
    asked: Drawn


class Wait(NamedTuple):
    """A kind that a hand waits for, and what the hand would be worth on it, off a discard."""

    kind: int
    value: int
    points: int


class WaitsPaid(NamedTuple):
    """What one side makes of a hand that waits.

    Attributes:
        pays: what is paid for it.
        best: the value of its dearest wait.
        worst: that of its cheapest.
        waits: all of them.
    """

    pays: int
    best: int
    worst: int
    waits: tuple[Wait, ...]


Shown: TypeAlias = "Witness | WaitingHand"
"""What shows that two switches meet."""
Told: TypeAlias = "Answer | WaitsPaid"
"""What is said of that under one of the four."""


class Sight(NamedTuple):
    """Where two switches meet in one way.

    Attributes:
        witness: the least of it.
        answers: what the four sides say of that.
        hands: how many (hand, winning tile) show it in some win.
        payments: how many payments for kongs and in drawn hands.
        rounds: how many situations of a round.
    """

    witness: Shown
    answers: tuple[Told, ...]
    hands: int = 0
    payments: int = 0
    rounds: int = 0


def counted(before: Sight | None, sight: Sight) -> Sight:
    """The first with all that there is."""
    if before is None:
        return sight
    return before._replace(
        payments=before.payments + sight.payments, rounds=before.rounds + sight.rounds
    )


def apart(four: Sequence[object]) -> bool:
    """Whether one of two switches changes nothing, be the other on or not."""
    neither, one, other, both = four
    return (one == neither and both == other) or (other == neither and both == one)


def touch_of(four: Sequence[Heard], *, all_payers: bool = True) -> Touch | None:
    """How four verdicts hang together: what may be won, what it is worth, what is owed.

    Nothing comes of a hand that may not win; where one switch forbids what the other changes, that
    depends.
    """
    won = [one if one[1] else None for one in four]
    if apart(won):
        return None
    if None in won:
        return "depend"
    values, _, owed, others, products, caps = zip(*four, strict=True)
    sums = [values, owed, *(zip(*others, strict=True) if all_payers else ())]
    found = [(touch_of_numbers(each), max(each)) for each in sums]
    if len(set(caps)) == 1 and touch_of_numbers(products) != "depend":
        found = [
            ("capped" if one == "depend" and most >= caps[0] else one, most) for one, most in found
        ]
    touches = {touch for touch, _ in found}
    return next((touch for touch in reversed(TOUCHES) if touch in touches), None)


def touch_of_numbers(four: Sequence[int]) -> Touch | None:
    """How four numbers hang together; None where one switch adds the same whatever the other is."""
    neither, one, other, both = four
    if one - neither == both - other:
        return None
    return "multiply" if neither and neither * both == one * other else "depend"
