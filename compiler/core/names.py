"""Looks up a dotted name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .environment import DRAGONS, FAN_SCOPES, named, option_type
from .faults import asked_elsewhere, asked_inside, meant, out_of_scope
from .nodes import (
    BELOW,
    BOOL,
    OTHERS,
    TILE,
    Ask,
    Const,
    FanRead,
    Named,
    OptionRead,
    Read,
    Type,
    int_type,
)
from .vocabulary import CHOICE

if TYPE_CHECKING:
    from ..surface.expressions import Name
    from .environment import Environment
    from .nodes import Element, Expr
    from .vocabulary import Term

ALL_OTHERS = "others"
"""All players but the two between whom money moves: their numbers are added up."""
PARTS_OF_HAND: dict[str, Element] = {"pair": "pair", "win": "win"}


def resolve_name(name: Name, env: Environment) -> Expr | None:
    """Turn a name into what it stands for; definitions are the caller's business.

    Returns:
        None when it stands for nothing, which has then been reported.
    """
    first, rest = name.parts[0], name.parts[1:]
    if first == env.variable and env.element is not None:
        return _attribute(name, env, env.element)
    if first == "options":
        return _option(name, env)
    if first == "carried":
        return _carried(name, env)
    if first == "fan":
        return _fan(name, env)
    if first in DRAGONS:
        return _tile(name, env) if rest else Const(DRAGONS[first], TILE, name.span)
    term = env.vocabulary.names.get(first)
    if term is not None and not _meant_otherwise(name, term, env):
        return _term(name, term, env)
    _unknown(name, env)
    return None


def _meant_otherwise(name: Name, term: Term, env: Environment) -> bool:
    """Whether a name that no hand is asked for is more likely one that hands are asked for."""
    among_hands = env.scope in FAN_SCOPES
    if not among_hands or not term.of_flow or term.type in env.vocabulary.records:
        return False
    suggestions = env.suggestions(alone=len(name.parts) == 1)
    return meant(name.parts[0], suggestions, suggestions)[1] is not None


def _unknown(name: Name, env: Environment) -> None:
    first, span = name.parts[0], name.part_spans[0]
    of_element = env.element is not None and first in env.attributes(env.element)
    if first in env.vocabulary.lists and not of_element:
        env.sink.error("KWX2402", name.span, found=first)
        return
    if env.vocabulary.word_sets(first) and not of_element:
        _word_alone(name, env)
        return
    instead = _in_list(name, env)
    suggestions = {} if instead else env.suggestions(alone=len(name.parts) == 1)
    close, fix = meant(first, suggestions, suggestions)
    names = ", ".join(env.known())
    env.sink.error(
        "KWX2401",
        span,
        labels=env.labels(f"define.{first}"),
        fix=fix,
        found=first,
        close=close,
        instead=instead,
        table=env.scope if names else "",
        names=names,
    )


def _in_list(name: Name, env: Environment) -> str:
    """How one asks this of the elements of a list; empty where no list has such elements."""
    if env.element is not None or len(name.parts) < 2 or len(name.parts[0]) > 2:
        return ""
    asked, records = name.parts[1], env.vocabulary.records
    lists = env.vocabulary.lists.values()
    found = next((one.name for one in lists if asked in records[one.type]), None)
    return f"any({'.'.join(name.parts)} for {name.parts[0]} in {found})" if found else ""


def _word_alone(name: Name, env: Environment) -> None:
    """Report a word such as `triplet` where a value should stand."""
    word = name.parts[0]
    kind = env.vocabulary.word_sets(word)[0]
    inside = env.element is not None and kind in env.attributes(env.element)
    owner = env.variable if inside else "win"
    env.sink.error("KWX2403", name.span, found=word, example=f"{owner}.{kind} == {word}")


def _tile(name: Name, env: Environment) -> Expr | None:
    env.sink.error("KWX2408", name.part_spans[1], found=name.parts[1], owner=name.parts[0])
    return None


def _alone(name: Name, env: Environment, attributes: tuple[str, ...]) -> None:
    """Report something that is no value itself and of which nothing is asked."""
    owner = ".".join(name.parts)
    word = f"win.place == {owner}" if env.vocabulary.word_sets(owner) else ""
    offered = ", ".join(f"{owner}.{one}" for one in attributes)
    there = "standard" if owner == "pair" else ""
    env.sink.error("KWX2405", name.span, found=owner, offered=offered, place=word, there=there)


def _option(name: Name, env: Environment) -> Expr | None:
    if len(name.parts) < 2:
        _alone(name, env, tuple(env.options))
        return None
    wanted = name.parts[1]
    option = env.options.get(wanted)
    if option is None:
        close, fix = meant(wanted, env.options, named(env.options))
        offered, span = ", ".join(env.options), name.part_spans[1]
        labels, params = env.labels(f"options.{wanted}"), {"found": wanted, "close": close}
        env.sink.error("KWX2406", span, labels=labels, fix=fix, offered=offered, **params)
        return None
    return None if _asks_more(name, 2, env) else OptionRead(wanted, option_type(option), name.span)


def _carried(name: Name, env: Environment) -> Expr | None:
    """A number carried from round to round, bound like an option while one lasts."""
    if len(name.parts) < 2:
        _alone(name, env, tuple(env.carried))
        return None
    wanted = name.parts[1]
    bound = env.carried.get(wanted)
    if bound is None:
        close, fix = meant(wanted, env.carried, named(env.carried))
        offered, span = ", ".join(env.carried), name.part_spans[1]
        labels, params = env.labels(f"carried.{wanted}"), {"found": wanted, "close": close}
        env.sink.error("KWX2440", span, labels=labels, fix=fix, offered=offered, **params)
        return None
    return None if _asks_more(name, 2, env) else OptionRead(bound.id, option_type(bound), name.span)


def _fan(name: Name, env: Environment) -> Expr | None:
    if not env.allows(FAN_SCOPES):
        out_of_scope(name.span, "fan", FAN_SCOPES, env)
        return None
    if asked_elsewhere(name.span, ".".join(name.parts), env):
        return None
    if len(name.parts) < 2:
        _alone(name, env, tuple(env.fans)[:3])
        return None
    wanted = name.parts[1]
    if wanted not in env.fans:
        close, fix = meant(wanted, env.fans, named(env.fans))
        labels, span = env.labels(f"fans.{wanted}"), name.part_spans[1]
        env.sink.error("KWX2407", span, labels=labels, fix=fix, found=wanted, close=close)
        return None
    return None if _asks_more(name, 2, env) else FanRead(wanted, BOOL, name.span)


def _asks_more(name: Name, length: int, env: Environment) -> bool:
    """Whether more is asked of what the first parts of a name are; says so."""
    if len(name.parts) <= length:
        return False
    owner = ".".join(name.parts[:length])
    env.sink.error("KWX2408", name.part_spans[length], found=name.parts[length], owner=owner)
    return True


def _term(name: Name, term: Term, env: Environment) -> Expr | None:
    if not env.allows(term.scopes):
        out_of_scope(name.part_spans[0], term.name, term.scopes, env)
        return None
    if term.name in PARTS_OF_HAND:
        return _attribute(name, env, PARTS_OF_HAND[term.name])
    if term.type in env.vocabulary.records:
        return _record(name, term, env)
    if _asks_more(name, 1, env):
        return None
    if term.name == BELOW:
        return _below(name, env)
    if term.name == "players":
        return Const(env.seats, int_type(env.seats, env.seats), name.span)
    asked = asked_inside if term.kind == "reading" else asked_elsewhere
    if asked(name.span, term.name, env):
        return None
    of_others = term.name == "product" and env.scope == "fan"
    return Read(OTHERS if of_others else term.name, _plain(term, env), name.span)


def _below(name: Name, env: Environment) -> Expr | None:
    """What the rows below give, spelled out."""
    if asked_elsewhere(name.span, BELOW, env):
        return None
    if env.below is None:
        env.sink.error("KWX2441", name.span, found=BELOW)
        return None
    return Named(BELOW, env.below, env.below.type, name.span)


def _plain(term: Term, env: Environment) -> Type:
    low, high = env.ranges.get(term.name, (term.low, term.high))
    return int_type(low, high) if term.type == "int" else BOOL


def _record(name: Name, term: Term, env: Environment) -> Expr | None:
    attribute = _step(name, 1, term.type, env)
    if attribute is None:
        return None
    if not env.allows(attribute.scopes):
        out_of_scope(name.span, ".".join(name.parts[:2]), attribute.scopes, env)
        return None
    if attribute.type == CHOICE:
        return _choice(name, env)
    if term.type == "dice":
        if _asks_more(name, 2, env):
            return None
        return OptionRead(f"dice_{attribute.name.partition('.')[2]}", BOOL, name.span)
    if _asks_more(name, 2, env) or asked_elsewhere(name.span, ".".join(name.parts), env):
        return None
    return Read(".".join(name.parts), _plain(attribute, env), name.span)


def _choice(name: Name, env: Environment) -> Expr | None:
    """What a player has chosen before the deal."""
    if len(name.parts) < 3:
        _alone(name, env, tuple(env.choices))
        return None
    wanted = name.parts[2]
    choice = env.choices.get(wanted)
    if choice is None:
        close, fix = meant(wanted, env.choices, named(env.choices))
        offered = ", ".join(env.choices)
        span = name.part_spans[2]
        labels, params = env.labels(f"choices.{wanted}"), {"found": wanted, "close": close}
        env.sink.error("KWX2439", span, labels=labels, fix=fix, offered=offered, **params)
        return None
    path = ".".join(name.parts[:3])
    if _asks_more(name, 3, env) or asked_elsewhere(name.span, path, env):
        return None
    values = [value for value in choice.offered if isinstance(value, int)] or [0]
    default = choice.default if isinstance(choice.default, int) else 0
    players = env.seats - 2 if name.parts[0] == ALL_OTHERS else 1
    of_all = int_type(players * min(values), players * max(values))
    return Read(path, of_all, name.span, players * default)


def _step(name: Name, index: int, record: str, env: Environment) -> Term | None:
    """The attribute that part `index` of the name asks of a record."""
    known, offered = env.vocabulary.records[record], env.attributes(record)
    if index >= len(name.parts):
        _alone(name, env, offered)
        return None
    word = name.parts[index]
    if word not in known:
        close, fix = meant(word, offered, env.vocabulary.also)
        env.sink.error(
            "KWX2409",
            name.part_spans[index],
            fix=fix,
            found=word,
            owner=".".join(name.parts[:index]),
            close=close,
            offered=", ".join(offered),
        )
        return None
    return known[word]


def _attribute(name: Name, env: Environment, element: Element) -> Expr | None:
    """An attribute of a part of the hand; `tile` may be asked further."""
    if env.element is not None and name.parts[0] != env.variable:
        asked_inside(name.span, ".".join(name.parts), env)
        return None
    record: str = element
    optional = element == "pair"
    term = _step(name, 1, record, env)
    index = 1
    while term is not None and index + 1 < len(name.parts):
        optional = optional or term.optional
        if term.type not in env.vocabulary.records:
            _asks_more(name, index + 1, env)
            return None
        index += 1
        term = _step(name, index, term.type, env)
    if term is None:
        return None
    # A part and its tile have the same rank, suit and dragon: `s.tile.rank` is `s.rank`.
    return Ask(element, name.parts[index], _asked(term, optional or term.optional), name.span)


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
