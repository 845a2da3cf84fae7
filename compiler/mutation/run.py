"""Every mutant of a ruleset: killed by an example, proven to be no other ruleset, or shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Literal, TypeAlias

from .catch import Catch, Rules, catch
from .delta import delta_of
from .kill import core_of, killer, rules_for
from .mutants import mutants_of
from .prove import differences
from .settings import choices
from .strangers import strangers
from .suspect import Suspect
from .untried import nothing_left

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from ..core.nodes import Core
    from ..coverage.family import Member
    from .mutants import Key, Mutant
    from .situations import Difference

Status: TypeAlias = Literal["killed", "equivalent", "survived", "unproven"]
"""An example fails; nothing differs anywhere; something differs and no example says so; or the
space could not be looked through."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one mutant.

    Attributes:
        by: the example that kills it.
        catch: the example that would catch a survivor, if one can be made.
        inherited: whether another file wrote what was changed.
    """

    mutant: Mutant
    status: Status
    inherited: bool
    by: str = ""
    catch: Catch | None = field(default=None, repr=False)


def mutate(
    members: Sequence[Member],
    killed: Collection[Key] = (),
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> tuple[Result, ...]:
    """Every mutant of the first member, in the order of the file.

    Args:
        members: the ruleset and its ancestors; the examples of all of them kill, each under its
            own rules.
        killed: mutants that are known to be killed by an ancestor's examples.
        progress: told how many mutants are done, of how many.
    """
    run = _Run(members, killed)
    mutants = mutants_of(members[0].core.ruleset)
    found: dict[Key, Result] = {}
    left: list[tuple[Mutant, Core]] = []
    for number, mutant in enumerate(mutants):
        progress(number - len(left), len(mutants))
        core = core_of(mutant.ruleset)
        if core is None:
            continue
        by = run.killer(mutant, core)
        if by is None:
            left.append((mutant, core))
        else:
            found[mutant.key] = run.result(mutant, "killed", by=by)
    for number, result in enumerate(run.proven(left)):
        progress(len(mutants) - len(left) + number, len(mutants))
        found[result.mutant.key] = result
    progress(len(mutants), len(mutants))
    return tuple(found[mutant.key] for mutant in mutants if mutant.key in found)


class _Run:
    """The examples of a family against the mutants of its youngest member."""

    def __init__(self, members: Sequence[Member], killed: Collection[Key]) -> None:
        self._own = members[0]
        self._killed = killed
        self._elders = [
            (member, {mutant.key: mutant for mutant in mutants_of(member.core.ruleset)})
            for member in members[1:]
        ]

    def result(
        self, mutant: Mutant, status: Status, *, by: str = "", caught: Catch | None = None
    ) -> Result:
        """A result, knowing who wrote the changed rule."""
        own = self._own.core.ruleset.sources[0]
        inherited = mutant.span.source.sha256 != own.sha256
        return Result(mutant, status, inherited, by, caught)

    def killer(self, mutant: Mutant, core: Core) -> str | None:
        """The example that notices a mutant: one's own, or an ancestor's of the same change."""
        if mutant.key in self._killed:
            return ""
        by = killer(self._own, core)
        for member, known in self._elders:
            if by is None and mutant.key in known:
                changed = core_of(known[mutant.key].ruleset)
                by = None if changed is None else killer(member, changed)
        return by

    def proven(self, left: Sequence[tuple[Mutant, Core]]) -> Iterator[Result]:
        """What the space says of mutants that no example notices."""
        base = self._own.core
        suspects = [Suspect(core, delta_of(base, core)) for _, core in left]
        for number, differing in differences(base, suspects):
            mutant, _ = left[number]
            if strangers(suspects[number].delta):
                yield self.result(mutant, "equivalent")
            elif differing is None:
                yield self.result(mutant, "unproven")
            else:
                yield self._looked_at(mutant, suspects[number], differing)

    def _looked_at(
        self, mutant: Mutant, suspect: Suspect, differing: Iterator[Difference]
    ) -> Result:
        first = next(differing, None)
        if first is None:
            core = self._own.core
            proven = nothing_left(core, suspect, choices(core, suspect).uncovered)
            return self.result(mutant, "equivalent" if proven else "unproven")
        original = Rules(self._own.core, self._own.rules)
        rules = rules_for(self._own, suspect.core, suspect.delta)
        found = catch(chain([first], differing), original, Rules(suspect.core, rules), mutant.span)
        return self.result(mutant, "survived", caught=found)
