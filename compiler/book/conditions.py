"""Rules in words: what an expression asks, as one would say it at the table.

What cannot be said so is shown as its author wrote it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..core.nodes import (
    BELOW,
    Apply,
    Arithmetic,
    Ask,
    Compare,
    Comparison,
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
    children,
)
from .document import Line, filled, joined
from .phrases import CHOOSERS, ELEMENTS, NUMBERS, QUANTITIES, RELATIONS
from .speaker import NOT_SO, Speaker

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.nodes import Expr
    from .voice import Pair

_MOST_SPELLED_OUT: Final = 12
"""Definitions of more parts than this are named, not spelled out."""

_RECKONED = (Apply, Arithmetic, Conditional)

_TURNED: Final[dict[Comparison, Comparison]] = {
    **{"==": "!=", "!=": "==", "<": ">=", ">=": "<"},
    **{">": "<=", "<=": ">"},
}
_AND, _OR = (" and ", "，且"), (" or ", "，或")
_OR_SHORT, _AND_SHORT = (" or ", "或"), (" and ", "与")
_BRACKETS: Pair = ("({n})", "（{n}）")
_ALWAYS, _NEVER = ("always", "总是"), ("never", "从不")
_ON, _OFF = ("the option {n} is on", "选项{n}开启"), ("the option {n} is off", "选项{n}未开启")
_COUNTS, _COUNTS_NOT = ("{n} counts", "{n}成立"), ("{n} does not count", "{n}不成立")
_HERE: Pair = (" (here {value})", "（此处{value}）")
_OTHERWISE = ("{then} if {test}, else {otherwise}", "若{test}则{then}，否则{otherwise}")
_IN_SOME = ("in some reading of the hand {n}", "有一种拆法里{n}")
_IN_NONE = ("in no reading of the hand {n}", "没有一种拆法里{n}")
_SOME, _NO = ("some {one} {body}", "有一{one}{body}"), ("no {one} {body}", "没有一{one}{body}")
_EVERY = ("every {one} {body}", "每一{one}都{body}")
_NOT_EVERY = ("not every {one} {body}", "并非每一{one}都{body}")
_COUNTED = ("{n} {one} {body}", "有{n}{one}{body}")
_EXACTLY = ("exactly {n} {one} {body}", "恰有{n}{one}{body}")
_HOW_MANY = ("the number of {one} that {body}", "{body}的{one}数")
_CHOSEN: Pair = (" (of those where it {n})", "（只看{n}的）")
_ANY, _NONE = ("one or more", "至少1"), ("none", "0")
_SIGNS: Final[dict[str, Pair]] = {
    "+": (" + ", " + "),
    "-": (" − ", " − "),
    "*": (" × ", " × "),
    "//": (" ÷ (rounded down) ", " ÷（舍去余数）"),
    "%": (" modulo ", " 除后余数，除数"),
    "**": (" to the power of ", " 的乘方，次数"),
}
_FUNCTIONS: Final[dict[str, Pair]] = {
    "min": ("the least of {n}", "{n}中最小的"),
    "max": ("the greatest of {n}", "{n}中最大的"),
    "or_zero": ("{n} (0 where there is none)", "{n}（没有算 0）"),
    "abs": ("the size of {n}", "{n}的绝对值"),
    "in_some_reading": ("whether {n} in some reading", "某种拆法里是否{n}"),
    "capped": ("{n}, but not above the cap", "{n}，但不超过封顶"),
}


class Teller(Speaker):
    """Says whole rules in one language."""

    __slots__ = ()

    def clause(self, expr: Expr, *, holds: bool = True) -> Line:
        """What is so, or not so, when an expression holds."""
        match _short(expr):
            case Not(operand=operand):
                return self.clause(operand, holds=not holds)
            case Junction(op=op, operands=operands):
                lines = [self.clause(one, holds=holds) for one in operands]
                return self._junction((op == "and") == holds, lines, operands)
            case Compare(left=left) | Member(item=left) as asked if (
                not holds and left.type.optional
            ):
                return (self.say(NOT_SO), *self.clause(asked))
            case Compare() as compared:
                return self._compare(compared, _TURNED[compared.op] if not holds else compared.op)
            case Member() as member:
                return self._member(member, holds)
            case Quantified() as quantified:
                return self._quantified(quantified, holds)
            case Apply(function="in_some_reading", arguments=(body,)):
                return filled(self.say(_IN_SOME if holds else _IN_NONE), n=self.clause(body))
            case other:
                return self._plain(other, holds)

    def _junction(self, both: bool, lines: list[Line], operands: Iterable[Expr]) -> Line:
        mixed = [
            filled(self.say(_BRACKETS), n=line) if isinstance(_bare(one), Junction) else line
            for one, line in zip(operands, lines, strict=True)
        ]
        return joined(mixed, self.say(_AND if both else _OR))

    def _plain(self, expr: Expr, holds: bool) -> Line:
        match expr:
            case Named(name=name):
                return self.named(name, holds=holds)
            case Const(value=value):
                return (self.say(_ALWAYS if bool(value) == holds else _NEVER),)
            case Read(path=path):
                return (self.circumstance(path, holds),)
            case Ask(element=element, attribute=attribute):
                return (self.asked(f"{element}.{attribute}", holds),)
            case OptionRead(id="dice_pair"):
                return (self.circumstance("dice.pair", holds),)
            case OptionRead(id=id_):
                return filled(self.say(_ON if holds else _OFF), n=(self.option(id_),))
            case FanRead(id=id_):
                return filled(self.say(_COUNTS if holds else _COUNTS_NOT), n=(self.fan(id_),))
            case _:
                return self._unsaid(expr, holds)

    def _unsaid(self, expr: Expr, holds: bool) -> Line:
        return self.written(expr) if holds else (self.say(NOT_SO), *self.written(expr))

    def _compare(self, expr: Compare, op: Comparison) -> Line:
        left, right = _short(expr.left), expr.right
        match left:
            case Ask(element="pair" | "win" as element, attribute=attribute):
                path = f"{element}.{attribute}"
                said = self._against(path, op, right, several=False)
                if said is not None:
                    return (self.subject(element), self.space, *said)
            case Quantified(function="count") if isinstance(right, Const):
                return self._count(op, left, right)
            case _ if left.type.base != "bool" and right.type.base != "bool":
                relation = filled(self.say(RELATIONS[op]), n=self._operand(right))
                return (*self._operand(left), self.space, *relation)
            case _:
                pass
        return self._unsaid(expr, op == expr.op)

    def _against(self, path: str, op: Comparison, value: Expr, *, several: bool) -> Line | None:
        """What is compared with a value, as the rest of a sentence."""
        match op, value:
            case (">", Const(value=0)) | (">=", Const(value=1)):
                return self.measured(path, "==", (self.say(_ANY),), several=several)
            case ("==", Const(value=0)) | ("<=", Const(value=0)) | ("<", Const(value=1)):
                return self.measured(path, "==", (self.say(_NONE),), several=several)
            case _:
                return self.measured(path, op, self.noun(value), several=several)

    def _choices(self, expr: Member) -> Line:
        return joined([self.noun(one) for one in expr.choices], self.say(_OR_SHORT))

    def _member(self, expr: Member, holds: bool) -> Line:
        op: Comparison = "!=" if expr.negated == holds else "=="
        item, options = _short(expr.item), self._choices(expr)
        if isinstance(item, Ask):
            said = self.measured(f"{item.element}.{item.attribute}", op, options, several=False)
            if said is not None:
                return (self.subject(item.element), self.space, *said)
        return (*self.noun(item), self.space, *filled(self.say(RELATIONS[op]), n=options))

    def _quantified(self, expr: Quantified, holds: bool) -> Line:
        texts = (_SOME, _NO) if expr.function == "any" else (_EVERY, _NOT_EVERY)
        return self._listed(texts[0 if holds else 1], expr, several=False)

    def _count(self, op: Comparison, counted: Quantified, number: Const) -> Line:
        """How many elements of a list are so."""
        several = number.value != 1 or op not in {"==", ">=", "<"}
        amount = filled(self.say(QUANTITIES[op]), n=(str(number.value),))
        text = _EXACTLY if op == "==" else _COUNTED
        return self._listed(text, counted, several=several, n=amount)

    def _listed(self, text: Pair, expr: Quantified, *, several: bool, n: Line = ()) -> Line:
        """A sentence about the elements of a list, with the condition they are chosen by."""
        one = (self.say(ELEMENTS[expr.element][1 if several else 0]),)
        body = self._of_each(expr.body, True, several=several)
        line = filled(self.say(text), n=n, one=one, body=body)
        if expr.condition is None:
            return line
        only = self._of_each(expr.condition, True, several=False)
        return (*line, *filled(self.say(_CHOSEN), n=only))

    def _of_each(self, expr: Expr, holds: bool, *, several: bool) -> Line:
        """What is so of elements, as the rest of a sentence."""
        match expr:
            case Not(operand=operand):
                return self._of_each(operand, not holds, several=several)
            case Junction(op=op, operands=operands):
                lines = [self._of_each(one, holds, several=several) for one in operands]
                return self._junction((op == "and") == holds, lines, operands)
            case Ask(element=element, attribute=attribute):
                return (self.attribute(f"{element}.{attribute}", holds, several=several),)
            case Compare(left=left) | Member(item=left) if not holds and left.type.optional:
                return (self.say(NOT_SO), *self._of_each(expr, True, several=several))
            case Compare(op=op, left=Ask() as asked, right=right):
                path = f"{asked.element}.{asked.attribute}"
                turned = op if holds else _TURNED[op]
                said = self._against(path, turned, right, several=several)
                return self._unsaid(expr, holds) if said is None else said
            case Member(item=Ask() as asked):
                path = f"{asked.element}.{asked.attribute}"
                turned = "!=" if expr.negated == holds else "=="
                said = self.measured(path, turned, self._choices(expr), several=several)
                return self._unsaid(expr, holds) if said is None else said
            case _:
                return self._plain(expr, holds)

    def noun(self, expr: Expr) -> Line:
        """A number, a tile or a word."""
        match _short(expr):
            case Const() as constant:
                return (self.constant(constant),)
            case Read(path=path):
                return (self._number(path),)
            case OptionRead(id=id_):
                value = self.options.get(id_, ("", ""))[1]
                return (self.option(id_), self.say(_HERE, value=value))
            case Named(name=name):
                return self.named(name)
            case Arithmetic() as reckoned:
                return self._arithmetic(reckoned)
            case Conditional(test=test, then=then, otherwise=otherwise):
                parts = {"then": self.noun(then), "otherwise": self.noun(otherwise)}
                return filled(self.say(_OTHERWISE), test=self.clause(test), **parts)
            case Apply(function=function, arguments=arguments):
                of = joined([self.noun(one) for one in arguments], self.say(_AND_SHORT))
                return filled(self.say(_FUNCTIONS[function]), n=of)
            case Quantified(function="count") as counted:
                return self._listed(_HOW_MANY, counted, several=True)
            case other:
                return self.written(other)

    def _operand(self, expr: Expr) -> Line:
        """A number within a longer sentence."""
        line = self.noun(expr)
        split = isinstance(_short(expr), Conditional)
        return filled(self.say(_BRACKETS), n=line) if split else line

    def _number(self, path: str) -> str:
        if path == "players" and self.players:
            return str(self.players)
        who, _, choice = path.partition(".choice.")
        if choice:
            name, _ = self.options.get(f"choice.{choice}", (choice, ""))
            return self.say(CHOOSERS[who]).format(name=name)
        known = NUMBERS.get(path)
        return self.say(known) if known else self.meaning(path)

    def _arithmetic(self, expr: Arithmetic) -> Line:
        known = _fixed(expr, self.players)
        if known is not None:
            return (str(known),)
        parts = [
            filled(self.say(_BRACKETS), n=self.noun(one))
            if isinstance(_short(one), Arithmetic | Conditional)
            and _fixed(one, self.players) is None
            else self.noun(one)
            for one in (expr.left, expr.right)
        ]
        return joined(parts, self.say(_SIGNS[expr.op]))


def _fixed(expr: Expr, players: int) -> int | None:
    """The value of what does not change in a book."""
    match expr:
        case Const(value=int() as value):
            return value
        case Read(path="players") if players:
            return players
        case Arithmetic(op="+" | "-" | "*" as op, left=left, right=right):
            one, other = _fixed(left, players), _fixed(right, players)
            if one is None or other is None:
                return None
            return one + other if op == "+" else one - other if op == "-" else one * other
        case _:
            return None


def _bare(expr: Expr) -> Expr:
    """What is said of a definition that is spelled out."""
    while isinstance(expr, Named | Not):
        expr = expr.body if isinstance(expr, Named) else expr.operand
    return expr


def _short(expr: Expr) -> Expr:
    """What a definition stands for, if it is to be spelled out."""
    while isinstance(expr, Named) and expr.name != BELOW and _is_short(expr.body):
        expr = expr.body
    return expr


def _is_short(body: Expr) -> bool:
    """Whether a definition is better spelled out than named: what is reckoned is not."""
    return not isinstance(body, _RECKONED) and _size(body) <= _MOST_SPELLED_OUT


def _size(expr: Expr) -> int:
    """How many parts an expression has."""
    return 1 + sum(map(_size, children(expr)))
