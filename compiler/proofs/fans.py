"""Fans that never score, and references between fans that never matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics.report import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.nodes import Fan
    from ..resolved.nodes import Fan as Declared
    from ..resolved.nodes import Ref
    from .proven import Proven


def judge_fans(found: Proven) -> Iterator[Diagnostic]:
    """All that is to say of fans."""
    fans = {fan.id: fan for fan in found.core.fans}
    place = {one: number for number, one in enumerate(found.core.order)}
    idle: set[str] = set()
    for one in found.core.order:
        diagnostic = _never_scores(fans[one], found, place)
        if diagnostic is not None:
            idle.add(one)
            yield diagnostic
    for declared in found.core.ruleset.fans:
        if declared.id not in idle:
            yield from _references(declared, found, place, idle)


def _never_scores(fan: Fan, found: Proven, place: dict[str, int]) -> Diagnostic | None:
    bit, tally = 1 << place[fan.id], found.tally
    params = {"fan": fan.id, **found.extent}
    if not tally.held & bit:
        return Diagnostic("KWX2601", fan.when.span, params, (), "warning")
    if not tally.scored & bit:
        hand = found.witness(lambda cell: any(one.held & bit for one in cell.readings))
        labels = [
            Label(ref.span, key, {"by": by})
            for key, by, ref in _bars(fan, found)
            if _is_barred(found, bit, place[by], key)
        ]
        return Diagnostic(
            "KWX2602", fan.when.span, {**params, "hand": hand}, tuple(labels), "warning"
        )
    if not tally.taken & bit:
        hand = found.witness(lambda cell: any(one.scored & bit for one in cell.readings))
        return Diagnostic("KWX2603", fan.when.span, {**params, "hand": hand}, (), "warning")
    return None


def _bars(fan: Fan, found: Proven) -> Iterator[tuple[str, str, Ref]]:
    """Where it is written that other fans replace or exclude a fan."""
    for other in found.core.ruleset.fans:
        for key, refs in (("replaced", other.replaces), ("excluded", other.excludes)):
            yield from ((key, other.id, ref) for ref in refs if ref.id == fan.id)


def _is_barred(found: Proven, bit: int, by: int, key: str) -> bool:
    """Whether a fan ever holds while one that replaces it does, or one that excludes it scores."""
    return any(
        held & bit and (held if key == "replaced" else scored) >> by & 1
        for held, scored in found.tally.together
    )


def _references(
    fan: Declared, found: Proven, place: dict[str, int], idle: set[str]
) -> Iterator[Diagnostic]:
    """The references of a fan that bar no other in any reading."""
    replacing = {one.id: one.replaced_by for one in found.core.fans}
    for key, refs in (("replaced", fan.replaces), ("excluded", fan.excludes)):
        for ref in refs:
            if ref.id in idle:
                continue
            # Replacing carries on: who replaces this fan replaces the other through it.
            active = (fan.id, *replacing[fan.id]) if key == "replaced" else (fan.id,)
            if not any(_is_barred(found, 1 << place[ref.id], place[by], key) for by in active):
                yield _idle(fan, key, ref, found)


def _idle(fan: Declared, key: str, ref: Ref, found: Proven) -> Diagnostic:
    """A reference that never matters; one that a source states may stand there for the reader."""
    path = "replaces" if key == "replaced" else "excludes"
    params = {"fan": fan.id, "other": ref.id, "key": path, **found.extent}
    if fan.basis.cites:
        params["cited"] = ", ".join(cite.id for cite in fan.basis.cites)
        return Diagnostic("KWX2606", ref.span, params, (), "note")
    params["idle"] = path
    return Diagnostic("KWX2606", ref.span, params, (), "warning")
