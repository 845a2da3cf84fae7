"""From the text of an expression to its syntax tree: the only module that knows lark.

`grammar/expression.lark` defines the language. Its terminals cut the text into words (`words`),
its rules are made into an LALR parser that is fed those words and builds the tree from the leaves
up, without recursion. What an author got wrong is explained by `word_errors` (one word) and
`syntax_errors` (the order of words), which are loaded only when there is something to explain.

A node's span covers its own words; brackets around it belong to what is around it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from lark import Lark, Token, Transformer, UnexpectedToken, v_args
from lark.lexer import Lexer, PatternStr

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
from .words import END, UNKNOWN, Lexicon, Word, split_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lark.common import LexerConf

    from ..diagnostics.report import Sink, Value

    _Generator: TypeAlias = tuple[Word, Word, "_Part", Word, Word, Word, Word]

MAX_LENGTH: Final = 2_000
MAX_WORDS: Final = 500
MAX_NUMBER: Final = 10**12
MAX_UNKNOWN: Final = 5
"""How many runs that are no words are reported of one expression."""

_GRAMMAR: Final = Path(__file__).parents[2] / "grammar" / "expression.lark"
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
    grammar = _grammar()
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
        return _parse(words, grammar.parser)
    except _Refused as refused:
        sink.add(refused.diagnostic)
        return None


def _report_unknown(words: list[Word], lexicon: Lexicon, sink: Sink) -> None:
    from .word_errors import explain_word  # noqa: PLC0415 - only when something is wrong

    unknown = [number for number, word in enumerate(words) if word.type == UNKNOWN]
    for number in unknown[:MAX_UNKNOWN]:
        sink.add(explain_word(words, number, lexicon))


def _parse(words: list[Word], parser: Lark) -> Expr:
    last = words[-1].span
    end = Word(END, "", Span(last.source, last.end, last.end), ())
    state = parser.parse_interactive()
    fed: object = None
    for number, word in enumerate((*words, end)):
        try:
            # Of what it is fed the parser only asks the type.
            fed = state.feed_token(cast("Token", word))
        except UnexpectedToken as error:
            from .syntax_errors import explain_place  # noqa: PLC0415 - only when it is wrong

            diagnostic = explain_place((*words, end), number, frozenset(error.expected))
            raise _Refused(diagnostic) from None
    return cast("_Part", fed).node


class _Refused(Exception):  # noqa: N818 - reads as what happened
    """The words make no expression."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.code)
        self.diagnostic = diagnostic


class _Grammar(NamedTuple):
    parser: Lark
    lexicon: Lexicon


@cache
def _grammar() -> _Grammar:
    parser = Lark(
        _GRAMMAR.read_text(encoding="utf-8"),
        start="expression",
        parser="lalr",
        lexer=_NoLexer,
        transformer=_Builder(),
        maybe_placeholders=False,
    )
    spelled: dict[str, str] = {}
    shapes: list[str] = []
    ignored = set(parser.ignore_tokens)
    for terminal in sorted(parser.terminals, key=lambda terminal: -terminal.priority):
        if isinstance(terminal.pattern, PatternStr):
            spelled[terminal.pattern.value] = terminal.name
        elif terminal.name not in ignored:
            shapes.append(f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})")
    return _Grammar(parser, Lexicon(spelled, re.compile("|".join(shapes))))


class _NoLexer(Lexer):
    """Stands where lark wants a lexer: words are cut by `split_words` and fed one by one."""

    def __init__(self, conf: LexerConf) -> None:
        """Take what lark gives."""

    def lex(self, lexer_state: object, parser_state: object) -> Iterator[Token]:
        """Give nothing."""
        return iter(())


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


@v_args(inline=True)
class _Builder(Transformer[Token, _Part]):
    """Makes a part of the parts and words of one rule; the methods are the grammar's names."""

    def number(self, word: Word) -> _Part:
        value = int(word.text)
        if value > MAX_NUMBER:
            raise _refuse("KWX2005", word.span, limit=MAX_NUMBER)
        return _Part(Number(value, word.span), word.span, 1)

    def truth(self, word: Word) -> _Part:
        return _Part(Truth(word.type == "TRUE", word.span), word.span, 1)

    def nothing(self, word: Word) -> _Part:
        return _Part(Nothing(word.span), word.span, 1)

    def tile(self, word: Word) -> _Part:
        kind = int(word.text[0]) + _BEFORE_FIRST[word.text[1]]
        return _Part(TileLiteral(kind, word.span), word.span, 1)

    def text(self, word: Word) -> _Part:
        return _Part(Text(word.text[1:-1], word.span), word.span, 1)

    def name(self, word: Word) -> _Part:
        return _Part(_name(word), word.span, 1)

    def group(self, opening: Word, inside: _Part, closing: Word) -> _Part:
        depth = _deeper(opening, inside.depth)
        return _Part(inside.node, _join(opening.span, closing.span), depth)

    def list_bare(self, opening: Word, closing: Word) -> _Part:
        return self.list_of(opening, [], closing)

    def list_of(self, opening: Word, items: list[_Part], closing: Word) -> _Part:
        span = _join(opening.span, closing.span)
        depth = _deeper(opening, *(item.depth for item in items))
        return _Part(ListLiteral(tuple(item.node for item in items), span), span, depth)

    def call_bare(self, function: Word, opening: Word, closing: Word) -> _Part:
        return self.call(function, opening, [], closing)

    def call(self, function: Word, _: Word, arguments: list[_Part], closing: Word) -> _Part:
        if "." in function.text:
            raise _refuse("KWX2058", function.span, found=function.text)
        if function.text in QUANTIFIERS:
            raise _refuse("KWX2053", function.span, function=function.text)
        span = _join(function.span, closing.span)
        depth = _deeper(function, *(argument.depth for argument in arguments))
        nodes = tuple(argument.node for argument in arguments)
        return _Part(Call(function.text, function.span, nodes, span), span, depth)

    def argument(self, only: _Part) -> list[_Part]:
        return [only]

    def argument_more(self, before: list[_Part], _: Word, last: _Part) -> list[_Part]:
        before.append(last)
        return before

    def quantify(self, *parts: Word | _Part) -> _Part:
        return _quantified(cast("_Generator", parts[:-1]), None, cast("Word", parts[-1]))

    def quantify_some(self, *parts: Word | _Part) -> _Part:
        *generator, condition, closing = parts
        return _quantified(
            cast("_Generator", generator), cast("_Part", condition), cast("Word", closing)
        )

    def filter(self, _: Word, condition: _Part) -> _Part:
        return condition

    def negate(self, minus: Word, operand: _Part) -> _Part:
        span = _join(minus.span, operand.span)
        return _Part(Negate(operand.node, span), span, _deeper(minus, operand.depth))

    def invert(self, word: Word, operand: _Part) -> _Part:
        span = _join(word.span, operand.span)
        return _Part(Not(operand.node, span), span, _deeper(word, operand.depth))

    def arithmetic(self, left: _Part, operator: Word, right: _Part) -> _Part:
        span = _join(left.span, right.span)
        op = cast("ArithmeticOp", operator.text)
        depth = _deeper(operator, left.depth, right.depth)
        return _Part(Arithmetic(op, left.node, right.node, span), span, depth)

    def comparator(self, word: Word, *more: Word) -> Word:
        return word._replace(text="not in") if more else word

    def compare(self, first: _Part, operator: Word, second: _Part) -> _Part:
        span = _join(first.span, second.span)
        rest = ((cast("CompareOp", operator.text), second.node),)
        depth = _deeper(operator, first.depth, second.depth)
        return _Part(Compare(first.node, rest, span), span, depth)

    def compare_more(self, chain: _Part, operator: Word, last: _Part) -> _Part:
        node = cast("Compare", chain.node)
        span = _join(chain.span, last.span)
        rest = (*node.rest, (cast("CompareOp", operator.text), last.node))
        depth = max(chain.depth, _deeper(operator, last.depth))
        return _Part(Compare(node.first, rest, span), span, depth)

    def conjoin(self, left: _Part, word: Word, right: _Part) -> _Part:
        operands, span, depth = _flat(And, left, word, right)
        return _Part(And(operands, span), span, depth)

    def disjoin(self, left: _Part, word: Word, right: _Part) -> _Part:
        operands, span, depth = _flat(Or, left, word, right)
        return _Part(Or(operands, span), span, depth)

    def conditional(self, *parts: Word | _Part) -> _Part:
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
