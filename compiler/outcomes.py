"""How a round can end: how many win, how many pay, and whether the dealer is among them.

Who pays for a win is for `pay.win` and `pay.also` to say. They are asked as far as they can be
without a hand: of a condition that depends on the hand nothing is known, and both answers are taken
to be possible.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from .core.nodes import (
    Arithmetic,
    Compare,
    Conditional,
    Const,
    Junction,
    Named,
    Not,
    Read,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from .core.nodes import Core, Expr
    from .resolved.nodes import TableKind


Known: TypeAlias = "Mapping[str, bool | int]"
"""What is known of a situation: truths, and numbers."""


class Outcome(NamedTuple):
    """Who has won and who has paid.

    Attributes:
        winners: how many have won.
        won: whether the dealer has.
        lost: whether the dealer has paid for a win.
        payers: how many have paid for the win, or for the drawn hand.
    """

    winners: int
    won: bool
    lost: bool
    payers: int


_ALONE: Final = {"self_draw": True, "discard": False, "robbing": False, "kong_discard": False}
_FED: Final = {"self_draw": False, "discard": True, "replacement": False}
_PAID: Final[tuple[TableKind, ...]] = ("pay.win", "pay.also")
_COMPARE: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_FIRST: Final = {"winner.preceded": False}


class Paying(NamedTuple):
    """Whether somebody can get away without paying, and whether they can have to pay."""

    nothing: bool
    something: bool

    @property
    def answers(self) -> tuple[bool, ...]:
        """Whether they pay: the answers that can be."""
        return (*((False,) if self.nothing else ()), *((True,) if self.something else ()))


NOBODY: Final = Paying(nothing=True, something=False)
"""Somebody who need not pay at all."""


def outcomes_of(core: Core) -> frozenset[Outcome]:
    """Every outcome there can be under a variant's rules."""
    return frozenset(_outcomes(core))


def _outcomes(core: Core) -> Iterator[Outcome]:
    """Go through who has won, and who the dealer is beside them."""
    seats = core.ruleset.seating.seats
    drawn = paying(core, _ALONE | _FIRST | {"payer.fed": False})
    giver = paying(core, _FED | _FIRST | {"payer.fed": True})
    others = paying(core, _FED | {"payer.fed": False})
    for payers in range(seats + 1 if can_be_paid(core, "pay.drawn") else 1):
        yield Outcome(0, False, False, payers)
    yield from _ends(1, (NOBODY,), (drawn,) * (seats - 1))
    for winners in range(1, seats if core.ruleset.turn.winners == "many" else 2):
        own = (NOBODY,) if winners == 1 else (others,) * winners  # winners pay each other
        yield from _ends(winners, own, (giver, *(others,) * (seats - winners - 1)))


def _ends(winners: int, those: tuple[Paying, ...], rest: tuple[Paying, ...]) -> Iterator[Outcome]:
    """Every end in which some have won and the rest have not, whoever of them deals."""
    for at, dealer in enumerate((*those, *rest)):
        people = [*those, *rest]
        del people[at]
        least = sum([not one.nothing for one in people])
        most = sum([one.something for one in people])
        for lost in dealer.answers:
            for payers in range(least, most + 1):
                yield Outcome(winners, at < len(those), lost, payers + lost)


def can_be_paid(core: Core, kind: TableKind) -> bool:
    """Whether a row of a table about money can ask for any."""
    return any(row.result.type.high > 0 for row in core.table(kind).rows)


def paying(core: Core, known: Known) -> Paying:
    """What somebody pays for a win of which so much is known."""
    nothing = something = False
    for row in core.table("pay.win").rows:
        holds = truth(row.when, known)
        if holds is False:
            continue
        nothing = nothing or row.result.type.low <= 0
        something = something or row.result.type.high > 0
        if holds:
            break
    beside = dict(known)
    if not something:
        beside["owed"] = 0
    if not _turned(core, known):
        beside["horses"] = 0
    for row in core.table("pay.also").rows:
        holds = truth(row.when, beside)
        if holds is not False and _number(row.result, beside) != 0:
            something = something or row.result.type.high > 0
            nothing = nothing and not (holds and row.result.type.low > 0)
    return Paying(nothing, something)


def settled_payers(core: Core) -> tuple[bool, ...] | None:
    """Who pays for a win, if that follows from how it is won, whatever the hand; else None.

    Of everybody but the winner of a self-draw whether they pay, of who has given the winning tile,
    and of the others.
    """
    rows = (row for kind in _PAID for row in core.table(kind).rows)
    if any(row.result.type.low < 0 for row in rows):
        return None
    drawn = paying(core, _ALONE | {"payer.fed": False})
    giver = paying(core, _FED | {"payer.fed": True})
    others = paying(core, _FED | {"payer.fed": False})
    answers = [own.answers for own in (drawn, giver, others)]
    return tuple([own[0] for own in answers]) if all(len(own) == 1 for own in answers) else None


def _turned(core: Core, known: Known) -> bool:
    """Whether tiles may be turned after a win of which so much is known."""
    rows = core.table("horses.draw").rows
    return any(row.result.type.high > 0 for row in rows if truth(row.when, known) is not False)


def may_be_allowed(core: Core, kind: TableKind, known: Known) -> bool:
    """Whether one of the tables about a round can allow what is asked, with so much known."""
    for row in core.table(kind).rows:
        holds = truth(row.when, known)
        if holds is False:
            continue
        if truth(row.result, known) is not False:
            return True
        if holds:
            break
    return False


def truth(expr: Expr, known: Known) -> bool | None:
    """Whether a condition holds, as far as it follows from what is known; else None."""
    match expr:
        case Const(value=bool() as value):
            return value
        case Read(path=path):
            found = known.get(path)
            return found if isinstance(found, bool) else None
        case Named(body=body):
            return truth(body, known)
        case Compare():
            return _compared(expr, known)
        case Not(operand=operand):
            holds = truth(operand, known)
            return None if holds is None else not holds
        case Junction(op=op, operands=operands):
            return _joined([truth(one, known) for one in operands], deciding=op == "or")
        case Conditional(test=test, then=then, otherwise=otherwise):
            return _chosen(truth(test, known), truth(then, known), truth(otherwise, known))
        case _:
            return None


def _compared(expr: Compare, known: Known) -> bool | None:
    """How two numbers compare, if both are known."""
    left, right = _number(expr.left, known), _number(expr.right, known)
    if left is None or right is None:
        return None
    return _COMPARE[expr.op](left, right)


def _number(expr: Expr, known: Known) -> int | None:
    """What an amount comes to, as far as it follows from what is known; else None."""
    match expr:
        case Const(value=int() as value) if not isinstance(value, bool):
            return value
        case Read(path=path):
            found = known.get(path)
            return None if isinstance(found, bool) else found
        case Named(body=body):
            return _number(body, known)
        case Arithmetic(op="*", left=left, right=right):
            return 0 if 0 in (_number(left, known), _number(right, known)) else None
        case Conditional(test=test, then=then, otherwise=otherwise):
            holds = truth(test, known)
            return None if holds is None else _number(then if holds else otherwise, known)
        case _:
            return None


def _joined(found: list[bool | None], *, deciding: bool) -> bool | None:
    """What several truths come to, of which one of a kind decides."""
    if deciding in found:
        return deciding
    return None if None in found else not deciding


def _chosen(test: bool | None, then: bool | None, otherwise: bool | None) -> bool | None:
    if test is None:
        return then if then == otherwise else None
    return then if test else otherwise
