"""What of a trace somebody asks to see."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .catalogue import Clause
    from .nodes import Edition, Statement, Trace


class Count(NamedTuple):
    """How many clauses there are, how many say something for the first time, and what became.

    Attributes:
        document: Of which text; empty for all of them.
        clauses: All its clauses.
        distinct: Those that repeat none.
        carried: Those a rule carries.
        shown: Those of them that an example shows too.
        excused: Those for which it is said why no rule does.
        open: The others.
    """

    document: str
    clauses: int
    distinct: int
    carried: int
    shown: int
    excused: int
    open: int


class View(NamedTuple):
    """A part of a trace.

    Attributes:
        trace: All of it.
        statements: The statements shown.
        editions: The editions whose grounds are shown.
        complete: Whether all built-in rulesets are among those looked at.
    """

    trace: Trace
    statements: tuple[Statement, ...]
    editions: tuple[Edition, ...]
    complete: bool

    @property
    def lacking(self) -> bool:
        """Whether a clause is without a rule and an excuse, or a rule without a ground."""
        missing = self.complete and any(one.state == "open" for one in self.statements)
        return missing or any(edition.unfounded for edition in self.editions)

    @property
    def whole(self) -> bool:
        """Whether it is everything there is."""
        return self.complete and len(self.statements) == len(self.trace.statements)


def view_of(trace: Trace, clauses: Sequence[str], chosen: bool) -> View:
    """The part that is asked for.

    Args:
        trace: All of it.
        clauses: The clauses asked for; if there are none, what the rulesets carry, or everything.
        chosen: Whether the rulesets were chosen, and are not simply all there are.
    """
    if clauses:
        wanted = {trace.of(id_).clause.id for id_ in clauses}
        statements = tuple(one for one in trace.statements if one.clause.id in wanted)
        return View(trace, statements, (), not chosen)
    if chosen:
        carried = tuple(one for one in trace.statements if one.carriers)
        return View(trace, carried, trace.editions, False)
    return View(trace, trace.statements, trace.editions, True)


def counts(statements: Iterable[Statement]) -> tuple[Count, ...]:
    """Document by document, then all of them; live programs are no document."""
    found: dict[str, list[tuple[Clause, Statement]]] = {}
    for one in statements:
        for clause in (one.clause, *one.again):
            if not clause.live:
                found.setdefault(clause.document, []).append((clause, one))
    rows = [_count(document, found[document]) for document in sorted(found)]
    return (*rows, _count("", [one for ones in found.values() for one in ones]))


def _count(document: str, ones: Sequence[tuple[Clause, Statement]]) -> Count:
    states = [one.state for _, one in ones]
    return Count(
        document,
        len(ones),
        sum(not clause.same_as for clause, _ in ones),
        states.count("carried"),
        sum(one.state == "carried" and bool(one.shown) for _, one in ones),
        states.count("excused"),
        states.count("open"),
    )
