"""Fans that never score, and references between fans that never matter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics.report import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Fan
    from ..resolved.nodes import Fan as Declared
    from ..resolved.nodes import Ref
    from .proven import Proven
    from .tally import Beside


def judge_fans(found: Proven) -> Iterator[Diagnostic]:
    """All that is to say of fans."""
    fans = {fan.id: fan for fan in found.core.fans}
    places = {one: number for number, one in enumerate(found.core.order)}
    bars = _Bars(found, places, found.tally.beside(), _written(found))
    idle: set[str] = set()
    for one in found.core.order:
        diagnostic = _never_scores(fans[one], bars)
        if diagnostic is not None:
            idle.add(one)
            yield diagnostic
    for declared in found.core.ruleset.fans:
        if declared.id not in idle:
            yield from _references(declared, bars, idle)


class _Bars(NamedTuple):
    """What keeps fans from scoring.

    Attributes:
        places: the number of each fan.
        beside: what holds and scores together.
        written: for each fan where it is written that others replace or exclude it, and which.
    """

    found: Proven
    places: dict[str, int]
    beside: Beside
    written: dict[str, list[tuple[str, str, Ref]]]

    def active(self, fan: str, by: str, key: str) -> bool:
        """Whether a fan ever holds while one replaces it, or while one that excludes it scores."""
        beside = self.beside.held if key == "replaced" else self.beside.scored
        return bool(beside.get(self.places[fan], 0) >> self.places[by] & 1)


def _written(found: Proven) -> dict[str, list[tuple[str, str, Ref]]]:
    written: dict[str, list[tuple[str, str, Ref]]] = {}
    for other in found.core.ruleset.fans:
        for key, refs in (("replaced", other.replaces), ("excluded", other.excludes)):
            for ref in refs:
                written.setdefault(ref.id, []).append((key, other.id, ref))
    return written


def _never_scores(fan: Fan, bars: _Bars) -> Diagnostic | None:
    found = bars.found
    bit, tally = 1 << bars.places[fan.id], found.tally
    params = {"fan": fan.id, **found.extent}
    if not tally.held & bit:
        return Diagnostic("KWX2601", fan.when.span, params, (), "warning")
    if not tally.scored & bit:
        hand = found.witness(lambda cell: any(one.held & bit for one in cell.readings))
        labels = [
            Label(ref.span, key, {"by": by})
            for key, by, ref in bars.written.get(fan.id, ())
            if bars.active(fan.id, by, key)
        ]
        return Diagnostic(
            "KWX2602", fan.when.span, {**params, "hand": hand}, tuple(labels), "warning"
        )
    if not tally.taken & bit:
        hand = found.witness(lambda cell: any(one.scored & bit for one in cell.readings))
        return Diagnostic("KWX2603", fan.when.span, {**params, "hand": hand}, (), "warning")
    return None


def _references(fan: Declared, bars: _Bars, idle: set[str]) -> Iterator[Diagnostic]:
    """The references of a fan that bar no other in any reading."""
    replacing = {one.id: one.replaced_by for one in bars.found.core.fans}
    for key, refs in (("replaced", fan.replaces), ("excluded", fan.excludes)):
        for ref in refs:
            if ref.id in idle:
                continue
            # Replacing carries on: who replaces this fan replaces the other through it.
            active = (fan.id, *replacing[fan.id]) if key == "replaced" else (fan.id,)
            if not any(bars.active(ref.id, by, key) for by in active):
                yield _idle(fan, key, ref, bars.found)


def _idle(fan: Declared, key: str, ref: Ref, found: Proven) -> Diagnostic:
    """A reference that never matters; one that a source states may stand there for the reader."""
    path = "replaces" if key == "replaced" else "excludes"
    params = {"fan": fan.id, "other": ref.id, "key": path, **found.extent}
    if fan.basis.cites:
        params["cited"] = ", ".join(cite.id for cite in fan.basis.cites)
        return Diagnostic("KWX2606", ref.span, params, (), "note")
    params["idle"] = path
    return Diagnostic("KWX2606", ref.span, params, (), "warning")
