"""What an expression may refer to, and the vocabulary of types that messages use."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from .nodes import BOOL, Type, int_type

if TYPE_CHECKING:
    from ..diagnostics.report import Sink
    from ..resolved.nodes import Define, Fan, Option
    from .nodes import Element
    from .vocabulary import Vocabulary

LIMIT = 10**12
"""No value of a ruleset may pass this; products neither."""

ANYWHERE = "define"
"""The scope of a definition nobody uses: every name may stand."""


@dataclass(frozen=True, slots=True)
class Environment:
    """The names in force where an expression stands.

    Attributes:
        scope: ``fan``, ``cap``, ``may_win``, ``pay.win``, ``pay.kong``, ``pay.drawn``.
        variable: the name a quantifier gives the element it is at, and what that element is.
        not_empty: whether `standard` is known to hold here, so that `sets` is not empty.
        open_defines: the definitions being spelled out, outermost first, to find cycles.
    """

    scope: str
    sink: Sink
    vocabulary: Vocabulary
    options: dict[str, Option]
    defines: dict[str, Define]
    fans: dict[str, Fan]
    seats: int
    variable: str = ""
    element: Element | None = None
    not_empty: bool = False
    open_defines: tuple[str, ...] = field(default=())

    def inside(self, variable: str, element: Element) -> Environment:
        """The environment of a quantifier's body."""
        return replace(self, variable=variable, element=element)

    def within(self, define: str) -> Environment:
        """The environment of a definition's body."""
        return replace(self, variable="", element=None, open_defines=(*self.open_defines, define))

    def visible(self) -> list[str]:
        """Every name that could stand here, for suggestions."""
        shown = [name for name, term in self.vocabulary.names.items() if self.allows(term.scopes)]
        shown += [name for name, term in self.vocabulary.lists.items() if self.allows(term.scopes)]
        return [*shown, *self.defines, "options", "fan", "red", "green", "white"]

    def allows(self, scopes: tuple[str, ...]) -> bool:
        """Whether a name of these scopes may stand here."""
        return self.scope == ANYWHERE or self.scope in scopes


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
