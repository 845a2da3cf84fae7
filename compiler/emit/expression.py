"""Expressions as Python text.

Author text reaches the output only as literals made by `repr` and as names that carry a prefix of
ours before an id of the form ``[a-z][a-z0-9_]*``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from ...runtime.packed_readings import SEVEN, SUIT_BITS, SUITS
from ..core.nodes import (
    BELOW,
    OTHERS,
    Apply,
    Arithmetic,
    Ask,
    AtomRead,
    Compare,
    Conditional,
    Const,
    FanRead,
    Junction,
    Member,
    Named,
    Not,
    OptionRead,
    Quantified,
    Read,
    asks_product,
    children,
)
from ..core.order import fans_read

if TYPE_CHECKING:
    from ..core.nodes import Expr

UNLIMITED = "UNLIMITED"
ELEMENT = "e"
"""What the parameter for the element of an atom is called in generated code."""
CIRCUMSTANCE = "c"
"""What the parameter for the circumstances is called in generated code."""

CHOSEN = "chosen"
"""The function of the runtime that says what a player has chosen."""
OWED = "owed"
"""What the parameter for what `pay_win` asks for is called in generated code."""

_SEVEN = f"(v >> {SEVEN} & 1 == 1)"
_READS = {
    "seven_pairs": _SEVEN,
    "standard": f"(not {_SEVEN})",
    "share": "w.value",
    "points": "w.points",
    "owed": OWED,
}


@dataclass(frozen=True, slots=True)
class Suit:
    """The suit that a quantifier over suits is at: its place among the fields, and its name."""

    index: int
    name: str


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes expressions for one function of a generated module.

    Attributes:
        suits: the numbered suits in play.
        suit: the one a quantifier over suits is at.
        product: what the product of the fans is called in the function.
        spelled_out: whether the author's definitions are written out instead of named.
        cap: what the cap in force is called in the function.
    """

    suits: tuple[Suit, ...]
    suit: Suit | None = None
    product: str = "w.product"
    spelled_out: bool = False
    cap: str = "w.cap"

    def write(self, expr: Expr) -> str:  # noqa: C901 - a case a node
        """The Python text of an expression; brackets stand around whatever has an operator."""
        match expr:
            case Const(value=value):
                return UNLIMITED if value is None else repr(value)
            case Read(path="product"):
                return self.product
            case Read(path="others"):
                return OTHERS
            case Read(path=path, default=default):
                if expr.chosen is not None:
                    who, id_ = expr.chosen
                    return f"{CHOSEN}({CIRCUMSTANCE}.{who}_choice, {id_!r}, {default})"
                return _READS.get(path) or f"{CIRCUMSTANCE}.{path.replace('.', '_')}"
            case OptionRead(id=id_):
                return f"o.x_{id_}"
            case FanRead(id=id_):
                return f"f_{id_}"
            case AtomRead(index=index):
                return f"a{index}"
            case Ask():
                return self._ask(expr)
            case Quantified():
                return self._over_suits(expr)
            case Named(name=name, body=body):
                named = not self.spelled_out and name != BELOW and not _late(body)
                return f"d_{name}" if named else self.write(body)
            case Not(operand=operand):
                return f"(not {self.write(operand)})"
            case Junction(op=op, operands=operands):
                return f"({f' {op} '.join(map(self.write, operands))})"
            case Arithmetic(op=op, left=left, right=right):
                return f"({self.write(left)} {op} {self.write(right)})"
            case Compare() | Member():
                return self._question(expr)
            case Conditional(test=test, then=then, otherwise=otherwise):
                return f"({self.write(then)} if {self.write(test)} else {self.write(otherwise)})"
            case Apply():
                return self._apply(expr)
            case _:
                assert_never(expr)

    def top(self, expr: Expr) -> str:
        """The text of an expression that stands alone, without brackets around the whole."""
        text = self.write(expr)
        if text.startswith("(") and _closing(text) == len(text) - 1:
            return text[1:-1]
        return text

    def _ask(self, expr: Ask) -> str:
        if self.suit is None:
            return f"{ELEMENT}.{expr.attribute}"
        if expr.attribute == "suit":
            return repr(self.suit.name)
        return f"(v >> {SUITS + SUIT_BITS * self.suit.index} & {(1 << SUIT_BITS) - 1})"

    def _question(self, expr: Compare | Member) -> str:
        """A comparison; what is asked of an absent thing is false."""
        known = self._of_suit(expr)
        if known is not None:
            return repr(known)
        if isinstance(expr, Compare):
            sides: tuple[Expr, ...] = (expr.left, expr.right)
            text = f"{self.write(expr.left)} {expr.op} {self.write(expr.right)}"
        else:
            sides = (expr.item, *expr.choices)
            choices = ", ".join(map(self.write, expr.choices))
            text = f"{self.write(expr.item)} {'not in' if expr.negated else 'in'} ({choices},)"
        absent = [f"{self.write(side)} is not None" for side in sides if side.type.optional]
        return f"({' and '.join([*absent, text])})"

    def _of_suit(self, expr: Compare | Member) -> bool | None:
        """The answer to which suit a quantifier is at; None to any other question."""
        if self.suit is None:
            return None
        match expr:
            case Compare(left=Ask(attribute="suit"), right=Const(value=word), op=op):
                return (self.suit.name == word) is (op == "==")
            case Compare(left=Const(value=word), right=Ask(attribute="suit"), op=op):
                return (self.suit.name == word) is (op == "==")
            case Member(item=Ask(attribute="suit"), choices=choices, negated=negated):
                if all(isinstance(choice, Const) for choice in choices):
                    words = [choice.value for choice in choices if isinstance(choice, Const)]
                    return (self.suit.name in words) is not negated
            case Compare() | Member():
                pass
        return None

    def _apply(self, expr: Apply) -> str:
        arguments = ", ".join(map(self.write, expr.arguments))
        if expr.function == "or_zero":
            return f"({arguments} or 0)"
        return (
            f"min({arguments}, {self.cap})"
            if expr.function == "capped"
            else f"{expr.function}({arguments})"
        )

    def _over_suits(self, expr: Quantified) -> str:
        """A quantifier over suits, spelled out suit by suit."""
        parts: list[str] = []
        for suit in self.suits:
            at = replace(self, suit=suit)
            body = at.write(expr.body)
            if expr.condition is not None:
                body = _when(expr.function, at.write(expr.condition), body)
            parts.append(body)
        match expr.function:
            case "all":
                return f"({' and '.join(parts) or 'True'})"
            case "any":
                return f"({' or '.join(parts) or 'False'})"
            case "count" | "sum":
                # A single truth would stay one; added to something it is a number.
                return f"({' + '.join(parts if len(parts) > 1 else [*parts, '0'])})"


def _closing(text: str) -> int:
    """Where the bracket that opens a text is closed; literals of words hold no brackets."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if not depth:
            return at
    return -1


def _when(function: str, condition: str, body: str) -> str:
    match function:
        case "all":
            return f"(not {condition} or {body})"
        case "sum":
            return f"({body} if {condition} else 0)"
        case _:
            return f"({condition} and {body})"


def _late(expr: Expr) -> bool:
    """Whether an expression asks for fans, or for what they come to."""
    return bool(fans_read(expr)) or asks_product(expr) is not None


def defines(expr: Expr) -> dict[str, Expr]:
    """The author's definitions an expression uses, those that others use first.

    One that asks for fans is not among them: it is written out where it is used, since the fans
    it asks for may not have been judged earlier.
    """
    found: dict[str, Expr] = {}
    for inner in children(expr):
        found |= defines(inner)
    if isinstance(expr, Named) and expr.name != BELOW and not _late(expr.body):
        found[expr.name] = expr.body
    return found


def atoms_read(expr: Expr) -> set[int]:
    """The atoms an expression uses."""
    if isinstance(expr, AtomRead):
        return {expr.index}
    return {index for inner in children(expr) for index in atoms_read(inner)}
