"""What an expression may refer to, and the vocabulary of types that messages use."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from .nodes import BOOL, Type, int_type
from .vocabulary import CHOICE, FLOW_SCOPES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..diagnostics.report import Label, Sink
    from ..resolved.nodes import Define, Fan, Option
    from ..source.text import Span
    from .nodes import Element, Expr
    from .vocabulary import Vocabulary

PRODUCT_LIMIT = 10**12
"""No product of fans may pass this, nor any number an author writes."""
VALUE_LIMIT = 10**15
"""No value of an expression may pass this: several players' shares of the greatest product fit."""

DRAGONS = {"white": 27, "green": 28, "red": 29}
"""The tiles that have a name of their own."""

FAN_SCOPES = ("fan", "cap", "points", "may_win", "pay.win", "pay.also")
"""Where one may ask which fans score."""

ANYWHERE = "define"
"""The scope of a definition nobody uses: every name may stand."""


@dataclass(frozen=True, slots=True)
class Environment:
    """The names in force where an expression stands.

    Attributes:
        scope: ``fan`` or the kind of a table.
        broken: the definitions that lead in circles, which have been reported.
        variable: the name a quantifier gives the element it is at, and what that element is.
        used_at: where the definition being spelled out is used, seen from the outermost rule.
        any_reading: whether it is asked of every reading of a hand, inside `in_some_reading`.
        ranges: numbers whose range here is narrower or wider than the vocabulary has it.
        gone: where something was taken away, by its path.
        below: what the rows below the one that is looked at give.
    """

    scope: str
    sink: Sink
    vocabulary: Vocabulary
    options: dict[str, Option]
    defines: dict[str, Define]
    fans: dict[str, Fan]
    choices: dict[str, Option]
    carried: dict[str, Option]
    seats: int
    broken: frozenset[str] = frozenset()
    variable: str = ""
    element: Element | None = None
    used_at: Span | None = None
    any_reading: bool = False
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    gone: Mapping[str, Label] = field(default_factory=dict)
    below: Expr | None = None

    def labels(self, path: str) -> tuple[Label, ...]:
        """The place where something that is looked for was taken away, if it was."""
        return (self.gone[path],) if path in self.gone else ()

    def inside(self, variable: str, element: Element) -> Environment:
        """The environment of a quantifier's body."""
        return replace(self, variable=variable, element=element)

    def within(self, used_at: Span | None) -> Environment:
        """The environment of a definition's body."""
        used_at = self.used_at or used_at
        return replace(self, variable="", element=None, used_at=used_at, below=None)

    def allows(self, scopes: tuple[str, ...]) -> bool:
        """Whether a name of these scopes may stand here."""
        return self.scope == ANYWHERE or self.scope in scopes

    def means(self, name: str) -> bool:
        """Whether a name has a meaning here that a definition of that name does not hide."""
        term = self.vocabulary.names.get(name)
        return term is not None and term.of_flow and self.scope in term.scopes

    def known(self) -> tuple[str, ...]:
        """All that a table asks that knows no hand; nothing of the others, which ask too much."""
        if self.scope not in FLOW_SCOPES:
            return ()
        terms = (term for term in self.vocabulary.names.values() if self.scope in term.scopes)
        return tuple(
            name
            for term in terms
            for name in (
                [f"{term.name}.{one}" for one in self.attributes(term.type)]
                if term.type in self.vocabulary.records
                else [term.name]
            )
        )

    def taken(self) -> frozenset[str]:
        """The names that mean something already, so that nothing else can be called so."""
        return frozenset(self.vocabulary.reserved() | self.defines.keys())

    def attributes(self, record: str) -> tuple[str, ...]:
        """What may be asked of a record here."""
        asked = self.vocabulary.records[record].items()
        return tuple(name for name, term in asked if self.allows(term.scopes))

    def suggestions(self, *, alone: bool) -> dict[str, tuple[str, ...]]:
        """Everything that could stand here, with what else people may call it.

        Args:
            alone: Whether it stands alone; else something is asked of it.
        """
        also = self.vocabulary.also
        if self.element is not None and alone:
            asked = self.attributes(self.element)
            return {f"{self.variable}.{name}": (name, *also.get(name, ())) for name in asked}
        terms = {**self.vocabulary.names, **self.vocabulary.lists}
        found = {
            name: also.get(name, ()) for name, term in terms.items() if self.allows(term.scopes)
        }
        found |= dict.fromkeys([*self.defines, "options", "fan"], ())
        if alone:
            found |= {dragon: also.get(dragon, ()) for dragon in DRAGONS}
            found |= self._dotted()
        return found

    def _dotted(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {
            f"{owner}.{name}": (name,)
            for owner, term in self.vocabulary.names.items()
            if term.type in self.vocabulary.records and self.allows(term.scopes)
            for name in self.attributes(term.type)
            if self.vocabulary.records[term.type][name].type != CHOICE
        }
        found |= {
            f"{owner}.choice.{name}": names
            for owner, term in self.vocabulary.names.items()
            if term.type in self.vocabulary.records and self.allows(term.scopes)
            if "choice" in self.attributes(term.type)
            for name, names in named(self.choices).items()
        }
        found |= {f"carried.{name}": names for name, names in named(self.carried).items()}
        found |= {f"options.{name}": names for name, names in named(self.options).items()}
        if self.allows(FAN_SCOPES):
            found |= {f"fan.{name}": names for name, names in named(self.fans).items()}
        return found


def named(things: Mapping[str, Option] | Mapping[str, Fan]) -> dict[str, tuple[str, ...]]:
    """Options or fans by id, with the names they have for people."""
    return {
        one: (one,) if thing.name is None else (one, thing.name.zh, thing.name.en)
        for one, thing in things.items()
    }


def option_type(option: Option) -> Type:
    """The type of an option, from the values it may take."""
    values = option.offered
    if all(isinstance(value, bool) for value in values):
        return BOOL
    if any(isinstance(value, str) for value in values):
        return Type("word", words=f"options.{option.id}")
    numbers = [value for value in values if isinstance(value, int)]
    limit = None in values
    if option.accepts is not None:
        low, high, none = option.accepts
        numbers += [low, high]
        limit = limit or none
    if not numbers:
        return Type("int", low=1, high=1, limit=limit)
    return replace(int_type(min(numbers), max(numbers)), limit=limit)


def describe(found: Type) -> str:
    """A type as messages name it, in either language: the words of the language itself."""
    match found.base:
        case "int":
            kind = "int or none" if found.limit else "int"
        case "word":
            kind = found.words
        case "nothing":
            kind = "none"
        case other:
            kind = other
    return kind
