"""Mix-ins that lie side by side: none of them may undo what another says.

Where two of them say different things in the same place, only their order would decide, and of
that the author of neither thought. The file that uses both may decide it by saying itself what
holds there. A row that goes to a place lies upon a table that another mix-in writes whole. Rows
that both put first, or last, are looked at as well.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics.report import Label
from ..surface.expressions import And, Not
from ..surface.nodes import SUMMED_KINDS, Removed
from .overlay import kept
from .placing import at_a_place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..diagnostics.report import Sink
    from ..surface.expressions import Expr
    from ..surface.nodes import Located, Ref, RowDecl, RulesetDecl, TableDecl


class _Side(NamedTuple):
    """One thing a mix-in says: where, and what."""

    path: str
    said: Ref


def check_agreement(chain: Sequence[RulesetDecl], head: int, sink: Sink) -> frozenset[str]:
    """Report mix-ins of one list that say different things in one place; the paths of these."""
    contested: set[str] = set()
    for decided, mixins in _lists(chain, head):
        pairs = [
            (later, earlier)
            for later, earlier in combinations(mixins, 2)
            if not _is_refused(later, earlier, chain)
        ]
        for later, earlier in pairs:
            found = {
                min(one.path, other.path, key=len): (one, other)
                for one, other in _contradictions(earlier.stated, later.stated)
                if not _decides(decided, one.path) or not _decides(decided, other.path)
                if not _composes(one, other, (earlier, later))
                if not _composes(other, one, (earlier, later))
            }
            for path, sides in found.items():
                _report(path, (earlier, later), sides, sink)
            contested |= found.keys()
    for above, below in combinations([file for file in chain if file.mixin], 2):
        if not _refuses(above, below) and not _refuses(below, above):
            _check_order(above, below, sink)
    return frozenset(contested)


def _lists(
    chain: Sequence[RulesetDecl], head: int
) -> Iterator[tuple[Mapping[str, Ref], list[RulesetDecl]]]:
    """The mix-ins of each list, with what is said by the file that uses them.

    Those before the head lie on top of everything, and nobody decides about them.
    """
    decided: Mapping[str, Ref] = {}
    together: list[RulesetDecl] = []
    for number, file in enumerate(chain):
        if file.mixin and number != head:
            together.append(file)
            continue
        yield decided, together
        decided, together = file.stated, []
    yield decided, together


def _contradictions(
    first: Mapping[str, Ref], second: Mapping[str, Ref]
) -> Iterator[tuple[_Side, _Side]]:
    """What two files say differently, or one of them where the other says something below."""
    for path, said in second.items():
        for above in _prefixes(path):
            if above in first and (above != path or first[above].id != said.id):
                yield _Side(above, first[above]), _Side(path, said)
    for path, said in first.items():
        for above in _prefixes(path):
            if above in second and above != path:
                yield _Side(path, said), _Side(above, second[above])


def _prefixes(path: str) -> Iterator[str]:
    """The path and those it lies below."""
    yield path
    while "." in path:
        path = path.rpartition(".")[0]
        yield path


def _composes(whole: _Side, placed: _Side, files: tuple[RulesetDecl, RulesetDecl]) -> bool:
    """Whether one side is a whole table, and the other a row that goes to a place in any."""
    if not placed.path.startswith(f"{whole.path}."):
        return False
    tables = [table for file in files for table in file.tables if table.kind == whole.path]
    id = placed.path.removeprefix(f"{whole.path}.").partition(".")[0]
    return len(tables) == 2 and any(
        one.whole and any(row.id.id == id for row in at_a_place(other, one))
        for one, other in permutations(tables)
    )


def _decides(said: Mapping[str, Ref], path: str) -> bool:
    return any(above in said for above in _prefixes(path))


def _report(
    path: str, files: tuple[RulesetDecl, RulesetDecl], sides: tuple[_Side, _Side], sink: Sink
) -> None:
    first, second = (file.variant.id if file.variant else file.source.name for file in files)
    one, other = sides
    labels = (Label(one.said.span, "first", {"mixin": first}),)
    span = other.said.span
    sink.error("KWX2296", span, labels=labels, first=first, second=second, path=path)


def _is_refused(above: RulesetDecl, below: RulesetDecl, chain: Sequence[RulesetDecl]) -> bool:
    """Whether a mix-in must not lie upon another anyway, which is told with what to do instead."""
    id = above.variant.id if above.variant else ""
    taken_back = [one for file in chain for one in file.refuses if isinstance(one, Removed)]
    return _refuses(below, above) and id not in {one.id.id for one in taken_back}


def _refuses(one: RulesetDecl, other: RulesetDecl) -> bool:
    return other.variant is not None and other.variant.id in {had.id.id for had in one.refuses}


def _check_order(above: RulesetDecl, below: RulesetDecl, sink: Sink) -> None:
    """Warn of rows at one place of which only the order of their mix-ins chooses."""
    for table, other in ((one, two) for one in above.tables for two in below.tables):
        if table.kind != other.kind or table.kind in SUMMED_KINDS or table.kind.startswith("turn."):
            continue
        for (place, row), (at, hidden) in (
            (mine, yours) for mine in _placed(table) for yours in _placed(other)
        ):
            if place == at and _may_clash(row, hidden):
                deciding, idle = (row, hidden) if place == "first" else (hidden, row)
                upper, lower = (above, below) if place == "first" else (below, above)
                sink.warning(
                    "KWX2287",
                    deciding.id.span,
                    labels=(Label(idle.id.span, "below"),),
                    path=table.kind,
                    row=deciding.id.id,
                    other=idle.id.id,
                    mixin=upper.variant.id if upper.variant else upper.source.name,
                    below=lower.variant.id if lower.variant else lower.source.name,
                )


def _placed(table: TableDecl) -> Iterator[tuple[str, RowDecl]]:
    for row in kept(table.rows):
        if row.place is not None and row.place.side == "place":
            yield row.place.anchor.id, row


def _may_clash(one: RowDecl, other: RowDecl) -> bool:
    """Whether two rows come to different things and do not exclude each other in so many words."""
    if one.id.id == other.id.id or one.result is None or other.result is None:
        return False
    mine, yours = _parts(one.when), _parts(other.when)
    apart = any(Not(part, part.span) in yours for part in mine)
    apart = apart or any(Not(part, part.span) in mine for part in yours)
    return not apart and one.result.value != other.result.value


def _parts(when: Located[Expr] | None) -> tuple[Expr, ...]:
    if when is None:
        return ()
    return when.value.operands if isinstance(when.value, And) else (when.value,)
