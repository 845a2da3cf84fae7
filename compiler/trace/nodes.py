"""What is joined: rulesets, statements of the sources, and what carries or shows these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..resolved.nodes import Example, Excused, Words
    from .catalogue import Clause
    from .excuses import Excuse, Excuses
    from .rules import Rule

State: TypeAlias = Literal["carried", "excused", "open"]

Spoken: TypeAlias = "tuple[frozenset[str], frozenset[str]]"
"""The rules that decide what an example expects, and the fans it says are absent."""


class Edition(NamedTuple):
    """A ruleset as far as its grounds go.

    Attributes:
        id: Its id.
        name: What people call it.
        abstract: Whether it is only a parent of others.
        parents: What it extends, the nearest first.
        rules: Its rules, those it inherits included.
        examples: Its examples.
        set_aside: Figures of the sources it does not follow.
        spoken: For each example that passes the rules that decide what it expects.
    """

    id: str
    name: Words
    abstract: bool
    parents: tuple[str, ...]
    rules: tuple[Rule, ...]
    examples: tuple[Example, ...]
    set_aside: tuple[Excused, ...]
    spoken: Mapping[str, Spoken]

    @property
    def assumed(self) -> tuple[Rule, ...]:
        """What it assumes, and what is assumed for it by its parents."""
        return tuple(rule for rule in self.rules if rule.assumed is not None)

    @property
    def unfounded(self) -> tuple[Rule, ...]:
        """The rules that rest on nothing."""
        return tuple(rule for rule in self.rules if not rule.cites and rule.assumed is None)


class Carrier(NamedTuple):
    """A rule that cites a clause.

    Attributes:
        rule: Its path.
        name: What people call it.
        cited: The clauses of the statement that it names.
        written: The ruleset in whose file it says so.
        place: That file, and the line.
        editions: The rulesets in which that is in force.
    """

    rule: str
    name: Words | None
    cited: tuple[str, ...]
    written: str
    place: str
    editions: tuple[str, ...]


class SetAside(NamedTuple):
    """A figure of the sources that a ruleset does not follow, and why."""

    edition: str
    golden: str
    why: Words


class Shown(NamedTuple):
    """An example that would fail without the rule: it cites the clause, or expects the rule.

    A rule that is inherited unchanged is also shown by the examples of other heirs.
    """

    edition: str
    example: str
    cites: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """What one clause says, or several that say the same.

    Attributes:
        clause: The clause that the others repeat.
        again: The others.
        state: Whether a rule carries it, or why none does is said, or neither.
        carriers: The rules that cite it.
        shown: The examples that show it, those that cite it first.
        parts: The clauses it sums up.
        excuse: Why no rule carries it.
        set_aside: Where its figures are not followed.
    """

    clause: Clause
    again: tuple[Clause, ...]
    state: State
    carriers: tuple[Carrier, ...]
    shown: tuple[Shown, ...]
    parts: tuple[str, ...]
    excuse: Excuse | None
    set_aside: tuple[SetAside, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of all clauses that say it."""
        return (self.clause.id, *(one.id for one in self.again))


@dataclass(frozen=True, slots=True)
class Trace:
    """Clauses, rules and examples together."""

    editions: tuple[Edition, ...]
    statements: tuple[Statement, ...]
    excuses: Excuses

    def of(self, id_: str) -> Statement:
        """The statement a clause makes."""
        return next(one for one in self.statements if id_ in one.clauses)
