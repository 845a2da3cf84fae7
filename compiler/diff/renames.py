"""Rules that do the same under another name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .canonical import canonical
from .rules import CLASSES, Renamed

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from ..core.nodes import Core, Fan
    from .behavioural import Cases, HandComparer, Pair


def renamed_by_form(before: Core, after: Core) -> Renamed:
    """Fans and rows that only one side has by name, but both have by what they say.

    A fan whose condition stays is the same fan also where its factor has changed.
    """
    ours, theirs = _only(before, after)
    fans: dict[str, str] = {}
    for with_times in (True, False):
        left = [fan for fan in ours if fan.id not in fans.values()]
        right = [fan for fan in theirs if fan.id not in fans]
        fans |= _matched(
            {fan.id: _fan_form(fan, {}, with_times) for fan in left},
            {fan.id: _fan_form(fan, fans, with_times) for fan in right},
        )
    return Renamed(fans, _rows(before, after, fans))


def renamed_by_behaviour(
    before: Core, after: Core, known: Renamed, comparer: HandComparer, pairs: Sequence[Pair]
) -> Renamed:
    """What is known, and fans that score in the same hands though they say it otherwise.

    In the same under every choice of options.
    """
    alone, others = _only(before, after)
    mine = {fan.id for fan in alone} - set(known.fans.values())
    yours = {fan.id for fan in others} - set(known.fans)
    if not mine or not yours:
        return known
    scored = [comparer.scored(pair) for pair in pairs]
    none: Cases = frozenset()
    forms = [
        {fan: tuple(each[side].get(fan, none) for each in scored) for fan in fans}
        for side, fans in enumerate((mine, yours))
    ]
    ours, theirs = ({fan: form for fan, form in own.items() if any(form)} for own in forms)
    found = _matched(ours, theirs)
    fans = {**known.fans, **found}
    return Renamed(fans, _rows(before, after, fans)) if found else known


def _only(before: Core, after: Core) -> tuple[list[Fan], list[Fan]]:
    """The fans that only one side has."""
    ids = {fan.id for fan in before.fans}, {fan.id for fan in after.fans}
    return (
        [fan for fan in before.fans if fan.id not in ids[1]],
        [fan for fan in after.fans if fan.id not in ids[0]],
    )


def _fan_form(fan: Fan, names: Mapping[str, str], with_times: bool) -> Hashable:
    when = canonical(fan.when, names)
    return (when, canonical(fan.times, names), fan.on_top) if with_times else when


def _matched(ours: Mapping[str, Hashable], theirs: Mapping[str, Hashable]) -> dict[str, str]:
    """From names on the second side to names on the first that mean the same and nothing else."""
    found = {}
    for name, form in theirs.items():
        same = [one for one, known in ours.items() if known == form]
        if len(same) == 1 and list(theirs.values()).count(form) == 1:
            found[name] = same[0]
    return found


def _rows(before: Core, after: Core, fans: Mapping[str, str]) -> dict[str, str]:
    """From paths of rows on the second side to those on the first."""
    found: dict[str, str] = {}
    for kind in CLASSES:
        ours = {row.id: row for row in before.table(kind).rows}
        theirs = {row.id: row for row in after.table(kind).rows}
        matched = _matched(
            {
                id_: (canonical(row.when, {}), canonical(row.result, {}))
                for id_, row in ours.items()
                if id_ not in theirs
            },
            {
                id_: (canonical(row.when, fans), canonical(row.result, fans))
                for id_, row in theirs.items()
                if id_ not in ours
            },
        )
        found |= {f"{kind}.{new}": f"{kind}.{old}" for new, old in matched.items()}
    return found
