"""What sides say of the course of a round: where their rules are the same, they are asked once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ...runtime.situations import HandEnded
from ..core.nodes import options_read
from ..flow import situations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.situations import Asked
    from ..core.nodes import Core
    from ..resolved.nodes import TableKind
    from ..space.sides import Side

Words: TypeAlias = tuple[int | str, ...]
"""What a table answers, of each situation."""
Carried: TypeAlias = tuple[tuple[tuple[str, int], ...], ...]
"""What is carried on, after each end of a round."""


class Course:
    """Asks about rounds; what is met again is known."""

    def __init__(self) -> None:
        """Start with nothing asked."""
        self._situations: dict[tuple[object, ...], tuple[Asked, ...]] = {}
        self._alike: dict[tuple[Asked, ...], tuple[Asked, ...]] = {}
        self._rules: dict[object, int] = {}
        self._asking: dict[tuple[int, TableKind], tuple[int, tuple[str, ...]]] = {}
        self._said: dict[object, Words] = {}
        self._carried: dict[object, Carried] = {}

    def situations(self, kind: TableKind, sides: Sequence[Side]) -> tuple[Asked, ...]:
        """Every situation in which a table can be asked: one object where they are the same."""
        key = (kind, *[id(side.core) for side in sides])
        if key not in self._situations:
            found = situations(kind, [side.core for side in sides])
            self._situations[key] = self._alike.setdefault(found, found)
        return self._situations[key]

    def says(self, side: Side, kind: TableKind, asked: tuple[Asked, ...]) -> Words:
        """What a table of a side answers, of situations that were found here."""
        key = (id(asked), *self._told(side, kind))
        if key not in self._said:
            says, options = side.program.says, side.options
            self._said[key] = tuple([says(kind, one, options)[0] for one in asked])
        return self._said[key]

    def carries(self, side: Side, ends: tuple[Asked, ...]) -> Carried | None:
        """What a side carries on after ends that were found here; None if nothing."""
        carry, options = side.program.carry, side.options
        if carry is None:
            return None
        key = (id(ends), *self._told(side, "dealer"))
        if key not in self._carried:
            known = [carry(end, options) for end in ends if isinstance(end, HandEnded)]
            self._carried[key] = tuple(known)
        return self._carried[key]

    def _told(self, side: Side, kind: TableKind) -> tuple[object, ...]:
        """A number for the rules that are asked, and the values of the options they read."""
        core = side.core
        if (id(core), kind) not in self._asking:
            self._asking[id(core), kind] = self._asked_by(core, kind)
        number, read = self._asking[id(core), kind]
        if not read:
            return (number,)
        values = {option.id: option.default for option in core.options} | dict(side.setting)
        return (number, *[(type(values[id_]), values[id_]) for id_ in read])

    def _asked_by(self, core: Core, kind: TableKind) -> tuple[int, tuple[str, ...]]:
        rows = tuple([(row.when, row.result) for row in core.table(kind).rows])
        carried = core.carried if kind == "dealer" else ()
        exprs = [expr for row in rows for expr in row] + [following for _, following in carried]
        key = (kind, core.ruleset.seating.seats, rows, carried)
        number = self._rules.setdefault(key, len(self._rules))
        return number, tuple(sorted(options_read(*exprs)))
