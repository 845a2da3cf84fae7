"""Looks up a dotted name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..diagnostics.suggest import Candidate, closest
from .environment import describe, option_type
from .nodes import BOOL, TILE, Ask, Const, FanRead, OptionRead, Read, Type, int_type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..source.text import Span
    from ..surface.expressions import Name
    from .environment import Environment
    from .nodes import Element, Expr
    from .vocabulary import Term

DRAGONS = {"white": 27, "green": 28, "red": 29}
PARTS_OF_HAND: dict[str, Element] = {"pair": "pair", "win": "win"}


def close_names(word: str, candidates: Iterable[str]) -> tuple[str, str | None]:
    """What somebody may have meant: the names in one string, and the best as a fix."""
    found = closest(word, [Candidate(name) for name in sorted(set(candidates))])
    return ", ".join(found), found[0] if found else None


def resolve_name(name: Name, env: Environment) -> Expr | None:
    """Turn a name into what it stands for; definitions are the caller's business.

    Returns:
        None when it stands for nothing, which has then been reported.
    """
    first, rest = name.parts[0], name.parts[1:]
    if env.variable and first == env.variable and env.element is not None:
        return _attribute(name, env, env.element)
    if first == "options":
        return _option(name, env)
    if first == "fan":
        return _fan(name, env)
    if first in DRAGONS and not rest:
        return Const(DRAGONS[first], TILE, name.span)
    term = env.vocabulary.names.get(first)
    if term is not None:
        return _term(name, term, env)
    _unknown(name, env)
    return None


def _unknown(name: Name, env: Environment) -> None:
    word = name.parts[0]
    if word in env.vocabulary.lists:
        env.sink.error("KWX2402", name.part_spans[0], found=word)
        return
    if env.vocabulary.word_sets(word):
        env.sink.error("KWX2403", name.part_spans[0], found=word)
        return
    close, fix = close_names(word, env.visible())
    env.sink.error("KWX2401", name.part_spans[0], fix=fix, found=word, close=close)


def _out_of_scope(span: Span, term: Term, env: Environment) -> None:
    env.sink.error("KWX2404", span, found=term.name, scope=env.scope, scopes=", ".join(term.scopes))


def _option(name: Name, env: Environment) -> Expr | None:
    if len(name.parts) != 2:
        env.sink.error(
            "KWX2405",
            name.span,
            found=".".join(name.parts),
            record="options",
            attributes=", ".join(env.options),
        )
        return None
    option = env.options.get(name.parts[1])
    if option is None:
        close, fix = close_names(name.parts[1], env.options)
        env.sink.error("KWX2406", name.part_spans[1], fix=fix, found=name.parts[1], close=close)
        return None
    return OptionRead(option.id, option_type(option), name.span)


def _fan(name: Name, env: Environment) -> Expr | None:
    if env.scope in {"pay.kong", "pay.drawn"}:
        env.sink.error(
            "KWX2404", name.span, found="fan", scope=env.scope, scopes="fan, cap, may_win, pay.win"
        )
        return None
    if _in_quantifier(name, env):
        return None
    if len(name.parts) != 2:
        env.sink.error(
            "KWX2405", name.span, found=".".join(name.parts), record="fan", attributes="fan.<id>"
        )
        return None
    if name.parts[1] not in env.fans:
        close, fix = close_names(name.parts[1], env.fans)
        env.sink.error("KWX2407", name.part_spans[1], fix=fix, found=name.parts[1], close=close)
        return None
    return FanRead(name.parts[1], BOOL, name.span)


def _term(name: Name, term: Term, env: Environment) -> Expr | None:
    if not env.allows(term.scopes):
        _out_of_scope(name.part_spans[0], term, env)
        return None
    if term.name in PARTS_OF_HAND:
        return _attribute(name, env, PARTS_OF_HAND[term.name])
    if term.type in env.vocabulary.records:
        return _record(name, term, env)
    if len(name.parts) > 1:
        env.sink.error("KWX2408", name.part_spans[1], found=name.parts[1], type=term.type)
        return None
    if term.name == "players":
        return Const(env.seats, int_type(env.seats, env.seats), name.span)
    return None if _in_quantifier(name, env) else Read(term.name, _plain(term), name.span)


def _in_quantifier(name: Name, env: Environment) -> bool:
    """Whether a name that is no part of the element stands inside a quantifier; says so."""
    if env.element is None:
        return False
    env.sink.error("KWX2410", name.span, found=".".join(name.parts), variable=env.variable)
    return True


def _plain(term: Term) -> Type:
    return int_type(term.low, term.high) if term.type == "int" else BOOL


def _record(name: Name, term: Term, env: Environment) -> Expr | None:
    attribute = _step(name, 1, term.type, env)
    if attribute is None:
        return None
    if not env.allows(attribute.scopes):
        _out_of_scope(name.span, attribute, env)
        return None
    if len(name.parts) > 2:
        env.sink.error("KWX2408", name.part_spans[2], found=name.parts[2], type=attribute.type)
        return None
    if _in_quantifier(name, env):
        return None
    return Read(".".join(name.parts), _plain(attribute), name.span)


def _step(name: Name, index: int, record: str, env: Environment) -> Term | None:
    """The attribute that part `index` of the name asks of a record."""
    attributes = env.vocabulary.records[record]
    if index >= len(name.parts):
        env.sink.error(
            "KWX2405",
            name.span,
            found=".".join(name.parts),
            record=record,
            attributes=", ".join(attributes),
        )
        return None
    word = name.parts[index]
    if word not in attributes:
        close, fix = close_names(word, attributes)
        env.sink.error(
            "KWX2409",
            name.part_spans[index],
            fix=fix,
            found=word,
            record=record,
            close=close,
            attributes=", ".join(attributes),
        )
        return None
    return attributes[word]


def _attribute(name: Name, env: Environment, element: Element) -> Expr | None:
    """An attribute of a part of the hand; `tile` may be asked further."""
    if env.element is not None and name.parts[0] != env.variable:
        _in_quantifier(name, env)
        return None
    record: str = element
    optional = element == "pair"
    path: tuple[str, ...] = ()
    term = _step(name, 1, record, env)
    for index in range(1, len(name.parts)):
        if index > 1:
            if term is None or term.type not in env.vocabulary.records:
                break
            term = _step(name, index, term.type, env)
        if term is None:
            return None
        optional = optional or term.optional
        path = (*path, name.parts[index])
    if term is None:
        return None
    if len(path) < len(name.parts) - 1:
        extra = len(path) + 1
        env.sink.error("KWX2408", name.part_spans[extra], found=name.parts[extra], type=term.type)
        return None
    # A part and its tile have the same rank, suit and dragon: `s.tile.rank` is `s.rank`.
    return Ask(element, path[-1], _asked(term, optional), name.span)


def _asked(term: Term, optional: bool) -> Type:
    match term.type:
        case "bool":
            return BOOL
        case "int":
            return replace(int_type(term.low, term.high), optional=optional)
        case "tile":
            return replace(TILE, optional=optional)
        case words:
            return Type("word", words=words, optional=optional)


def mismatch(span: Span, env: Environment, found: Type, wanted: str) -> None:
    """Report a value of the wrong type."""
    env.sink.error("KWX2411", span, found=describe(found), wanted=wanted)
