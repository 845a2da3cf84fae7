"""How a round can end: how many win, how many pay, and whether the dealer is among them.

Who pays for a win is for `pay.win` and `pay.also` to say. They are asked as far as they can be
without a hand: of a condition that depends on the hand nothing is known, and both answers are taken
to be possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from .core.nodes import Conditional, Const, Junction, Named, Not, Read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .core.nodes import Core, Expr
    from .resolved.nodes import TableKind


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


def paying(core: Core, known: Mapping[str, bool]) -> Paying:
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
    for row in core.table("pay.also").rows:
        holds = truth(row.when, known)
        if holds is not False:
            something = something or row.result.type.high > 0
            nothing = nothing and not (holds and row.result.type.low > 0)
    return Paying(nothing, something)


def may_be_allowed(core: Core, kind: TableKind, known: Mapping[str, bool]) -> bool:
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


def truth(expr: Expr, known: Mapping[str, bool]) -> bool | None:
    """Whether a condition holds, as far as it follows from what is known; else None."""
    match expr:
        case Const(value=bool() as value):
            return value
        case Read(path=path):
            return known.get(path)
        case Named(body=body):
            return truth(body, known)
        case Not(operand=operand):
            found = truth(operand, known)
            return None if found is None else not found
        case Junction(op=op, operands=operands):
            return _joined([truth(one, known) for one in operands], deciding=op == "or")
        case Conditional(test=test, then=then, otherwise=otherwise):
            return _chosen(truth(test, known), truth(then, known), truth(otherwise, known))
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
