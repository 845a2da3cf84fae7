"""From the text of an expression to its syntax tree.

`grammar/expression.lark` defines the language; `grammar/expression.json` keeps what lark makes of
it (`parse_table`, `kept_table`). Its terminals cut the text into words (`words`); its LALR table
says when the words fed make a part, and the tree is built from the leaves up, without recursion.
What an author got wrong is explained by `word_errors` (one word) and `syntax_errors` (the order of
words), which are loaded only when there is something to explain.

A node's span covers its own words; brackets around it belong to what is around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from ..diagnostics.report import Diagnostic
from ..source.text import Span
from .expressions import (
    MAX_DEPTH,
    QUANTIFIERS,
    And,
    Arithmetic,
    ArithmeticOp,
    Call,
    Compare,
    CompareOp,
    Conditional,
    Expr,
    ListLiteral,
    Name,
    Negate,
    Not,
    Nothing,
    Number,
    Or,
    Quantified,
    Quantifier,
    Text,
    TileLiteral,
    Truth,
)
from .kept_table import expression_grammar
from .words import END, UNKNOWN, Word, split_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..diagnostics.report import Sink, Value
    from .kept_table import Grammar
    from .words import Lexicon

    _Generator: TypeAlias = tuple[Word, Word, "_Part", Word, Word, Word, Word]

MAX_LENGTH: Final = 2_000
MAX_WORDS: Final = 500
MAX_NUMBER: Final = 10**12
MAX_UNKNOWN: Final = 5
"""How many runs that are no words are reported of one expression."""

_BEFORE_FIRST: Final = {"p": -1, "s": 8, "m": 17, "z": 22}
"""The kind of a tile is its rank and this."""


def parse_expression(text: str, locate: Callable[[int, int], Span], sink: Sink) -> Expr | None:
    """Parse one expression.

    Args:
        text: The expression; of a YAML scalar, the decoded characters.
        locate: The place in the source of the characters `[start, end)` of `text`.
        sink: Takes what is wrong, each finding at its exact place.

    Returns:
        The tree, or None when there is none and `sink` knows why.
    """
    if len(text) > MAX_LENGTH:
        place = locate(MAX_LENGTH, len(text))
        sink.error("KWX2002", place, length=len(text), limit=MAX_LENGTH)
        return None
    grammar = expression_grammar()
    words = split_words(text, grammar.lexicon, locate)
    if not words:
        sink.error("KWX2001", locate(0, len(text)))
        return None
    if len(words) > MAX_WORDS:
        sink.error("KWX2003", words[MAX_WORDS].span, count=len(words), limit=MAX_WORDS)
        return None
    if any(word.type == UNKNOWN for word in words):
        _report_unknown(words, grammar.lexicon, sink)
        return None
    try:
        return _parse(words, grammar)
    except _Refused as refused:
        sink.add(refused.diagnostic)
        return None


def _report_unknown(words: list[Word], lexicon: Lexicon, sink: Sink) -> None:
    from .word_errors import explain_word  # noqa: PLC0415 - only when something is wrong

    unknown = [number for number, word in enumerate(words) if word.type == UNKNOWN]
    for number in unknown[:MAX_UNKNOWN]:
        sink.add(explain_word(words, number, lexicon))


def _parse(words: list[Word], grammar: Grammar) -> Expr:
    """Shift and reduce, as `expression.json` says."""
    last = words[-1].span
    end = Word(END, "", Span(last.source, last.end, last.end), ())
    states, parts = [0], list[object]()
    for number, word in enumerate((*words, end)):
        action = grammar.states[states[-1]].get(word.type)
        while action is not None and action < 0:
            origin, maker, count = grammar.rules[~action]
            if maker:
                parts[-count:] = [_MAKERS[maker](*parts[-count:])]
                del states[-count:]
            else:
                states.pop()
            states.append(grammar.states[states[-1]][origin])
            if word is end and states[-1] == grammar.end:
                return cast("_Part", parts[-1]).node
            action = grammar.states[states[-1]].get(word.type)
        if action is None:
            from .syntax_errors import explain_place  # noqa: PLC0415 - only when it is wrong

            expected = frozenset(filter(str.isupper, grammar.states[states[-1]]))
            raise _Refused(explain_place((*words, end), number, expected))
        states.append(action)
        parts.append(word)
    raise AssertionError("the table takes no end")


class _Refused(Exception):  # noqa: N818 - reads as what happened
    """The words make no expression."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.code)
        self.diagnostic = diagnostic


class _Part(NamedTuple):
    """A part that has been understood, brackets around it included in span and depth."""

    node: Expr
    span: Span
    depth: int


def _refuse(code: str, span: Span, **params: Value) -> _Refused:
    return _Refused(Diagnostic(code, span, params))


def _join(first: Span, last: Span) -> Span:
    return Span(first.source, first.start, last.end)


def _deeper(at: Word, *depths: int) -> int:
    depth = max(depths, default=0) + 1
    if depth > MAX_DEPTH:
        raise _refuse("KWX2004", at.span, limit=MAX_DEPTH)
    return depth


def _make_number(word: Word) -> _Part:
    value = int(word.text)
    if value > MAX_NUMBER:
        raise _refuse("KWX2005", word.span, limit=MAX_NUMBER)
    return _Part(Number(value, word.span), word.span, 1)


def _make_truth(word: Word) -> _Part:
    return _Part(Truth(word.type == "TRUE", word.span), word.span, 1)


def _make_nothing(word: Word) -> _Part:
    return _Part(Nothing(word.span), word.span, 1)


def _make_tile(word: Word) -> _Part:
    kind = int(word.text[0]) + _BEFORE_FIRST[word.text[1]]
    return _Part(TileLiteral(kind, word.span), word.span, 1)


def _make_text(word: Word) -> _Part:
    return _Part(Text(word.text[1:-1], word.span), word.span, 1)


def _make_name(word: Word) -> _Part:
    return _Part(_name(word), word.span, 1)


def _make_group(opening: Word, inside: _Part, closing: Word) -> _Part:
    depth = _deeper(opening, inside.depth)
    return _Part(inside.node, _join(opening.span, closing.span), depth)


def _make_list_bare(opening: Word, closing: Word) -> _Part:
    return _make_list_of(opening, [], closing)


def _make_list_of(opening: Word, items: list[_Part], closing: Word) -> _Part:
    span = _join(opening.span, closing.span)
    depth = _deeper(opening, *(item.depth for item in items))
    return _Part(ListLiteral(tuple(item.node for item in items), span), span, depth)


def _make_call_bare(function: Word, opening: Word, closing: Word) -> _Part:
    return _make_call(function, opening, [], closing)


def _make_call(function: Word, _: Word, arguments: list[_Part], closing: Word) -> _Part:
    if "." in function.text:
        raise _refuse("KWX2058", function.span, found=function.text)
    if function.text in QUANTIFIERS:
        raise _refuse("KWX2053", function.span, function=function.text)
    span = _join(function.span, closing.span)
    depth = _deeper(function, *(argument.depth for argument in arguments))
    nodes = tuple(argument.node for argument in arguments)
    return _Part(Call(function.text, function.span, nodes, span), span, depth)


def _make_argument(only: _Part) -> list[_Part]:
    return [only]


def _make_argument_more(before: list[_Part], _: Word, last: _Part) -> list[_Part]:
    before.append(last)
    return before


def _make_quantify(*parts: Word | _Part) -> _Part:
    return _quantified(cast("_Generator", parts[:-1]), None, cast("Word", parts[-1]))


def _make_quantify_some(*parts: Word | _Part) -> _Part:
    *generator, condition, closing = parts
    return _quantified(
        cast("_Generator", generator), cast("_Part", condition), cast("Word", closing)
    )


def _make_filter(_: Word, condition: _Part) -> _Part:
    return condition


def _make_negate(minus: Word, operand: _Part) -> _Part:
    span = _join(minus.span, operand.span)
    return _Part(Negate(operand.node, span), span, _deeper(minus, operand.depth))


def _make_invert(word: Word, operand: _Part) -> _Part:
    span = _join(word.span, operand.span)
    return _Part(Not(operand.node, span), span, _deeper(word, operand.depth))


def _make_arithmetic(left: _Part, operator: Word, right: _Part) -> _Part:
    span = _join(left.span, right.span)
    op = cast("ArithmeticOp", operator.text)
    depth = _deeper(operator, left.depth, right.depth)
    return _Part(Arithmetic(op, left.node, right.node, span), span, depth)


def _make_comparator(word: Word, *more: Word) -> Word:
    return word._replace(text="not in") if more else word


def _make_compare(first: _Part, operator: Word, second: _Part) -> _Part:
    span = _join(first.span, second.span)
    rest = ((cast("CompareOp", operator.text), second.node),)
    depth = _deeper(operator, first.depth, second.depth)
    return _Part(Compare(first.node, rest, span), span, depth)


def _make_compare_more(chain: _Part, operator: Word, last: _Part) -> _Part:
    node = cast("Compare", chain.node)
    span = _join(chain.span, last.span)
    rest = (*node.rest, (cast("CompareOp", operator.text), last.node))
    depth = max(chain.depth, _deeper(operator, last.depth))
    return _Part(Compare(node.first, rest, span), span, depth)


def _make_conjoin(left: _Part, word: Word, right: _Part) -> _Part:
    operands, span, depth = _flat(And, left, word, right)
    return _Part(And(operands, span), span, depth)


def _make_disjoin(left: _Part, word: Word, right: _Part) -> _Part:
    operands, span, depth = _flat(Or, left, word, right)
    return _Part(Or(operands, span), span, depth)


def _make_conditional(*parts: Word | _Part) -> _Part:
    then, word, test, _, otherwise = cast("tuple[_Part, Word, _Part, Word, _Part]", parts)
    span = _join(then.span, otherwise.span)
    depth = _deeper(word, then.depth, test.depth, otherwise.depth)
    return _Part(Conditional(test.node, then.node, otherwise.node, span), span, depth)


def _name(word: Word) -> Name:
    return Name(tuple(word.text.split(".")), word.parts, word.span)


def _flat(
    kind: type[And] | type[Or], left: _Part, word: Word, right: _Part
) -> tuple[tuple[Expr, ...], Span, int]:
    """The operands of `left` and `right` side by side, whichever of the two is of the kind."""
    operands: tuple[Expr, ...] = ()
    depth = 0
    for part in (left, right):
        if isinstance(part.node, kind):
            operands += part.node.operands
            depth = max(depth, part.depth)
        else:
            operands += (part.node,)
            depth = max(depth, _deeper(word, part.depth))
    return operands, _join(left.span, right.span), depth


def _quantified(generator: _Generator, condition: _Part | None, closing: Word) -> _Part:
    function, _, body, _, variable, _, source = generator
    if function.text not in QUANTIFIERS:
        raise _refuse("KWX2054", function.span, function=function.text)
    if "." in variable.text:
        raise _refuse("KWX2055", variable.span, found=variable.text)
    span = _join(function.span, closing.span)
    depth = _deeper(function, body.depth, condition.depth if condition else 1)
    node = Quantified(
        cast("Quantifier", function.text),
        body.node,
        variable.text,
        variable.span,
        _name(source),
        condition.node if condition else None,
        span,
    )
    return _Part(node, span, depth)


_MAKERS: Final[Mapping[str, Callable[..., object]]] = {
    "number": _make_number,
    "truth": _make_truth,
    "nothing": _make_nothing,
    "tile": _make_tile,
    "text": _make_text,
    "name": _make_name,
    "group": _make_group,
    "list_bare": _make_list_bare,
    "list_of": _make_list_of,
    "call_bare": _make_call_bare,
    "call": _make_call,
    "argument": _make_argument,
    "argument_more": _make_argument_more,
    "quantify": _make_quantify,
    "quantify_some": _make_quantify_some,
    "filter": _make_filter,
    "negate": _make_negate,
    "invert": _make_invert,
    "arithmetic": _make_arithmetic,
    "comparator": _make_comparator,
    "compare": _make_compare,
    "compare_more": _make_compare_more,
    "conjoin": _make_conjoin,
    "disjoin": _make_disjoin,
    "conditional": _make_conditional,
}
"""What makes a part of the parts and words of a rule, by the name the grammar has for it."""
