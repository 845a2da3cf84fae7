"""`kawuxing diff --interactions`: which mix-ins and options bear on one another."""

from __future__ import annotations

import gc
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING

from ..compile import check
from ..diagnostics.report import CompileFailed, Sink
from ..driver import resolve_variant
from ..interactions.pairs import interactions
from ..library import mixin_ids
from .faults import FINE, NOT_PROVEN, UsageFault
from .matrix import FORMATS
from .output import show_diagnostics, write, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.nodes import Core
    from ..interactions.pairs import Interactions
    from .settings import Settings


def show_interactions(
    variant: str, use: Sequence[str], root: str | None, form: str, settings: Settings
) -> int:
    """Look at each two switches of a variant: some mix-ins, or all built-in ones that fit.

    Raises:
        CompileFailed: with everything that is wrong with the variant, or with a mix-in named.
        UsageFault: for a form there is not, and for an abstract variant.
    """
    if form not in FORMATS:
        accepted = ", ".join(FORMATS)
        raise UsageFault("KWX0003", option="--format", found=form, accepted=accepted, close="")
    gc.disable()  # looking for circles in all that is remembered takes a quarter of the time
    try:
        found = _looked_at(variant, use, root, settings)
    finally:
        gc.enable()
    match form:
        case "json":
            from ..interactions.render import interactions_object  # noqa: PLC0415 - as below

            write_json(interactions_object(found))
        case "html":
            from ..interactions.render_html import interactions_page  # noqa: PLC0415

            write(interactions_page(found, settings.lang))
        case _:
            from ..interactions.render import interactions_text  # noqa: PLC0415

            write(interactions_text(found, settings.lang))
    return NOT_PROVEN if any(met.gaps for met in found.meetings) else FINE


def _looked_at(
    variant: str, use: Sequence[str], root: str | None, settings: Settings
) -> Interactions:
    base = _core(variant, (), root)
    if base.ruleset.abstract:
        raise UsageFault("KWX0010", variant=base.ruleset.id)
    worlds: dict[tuple[str, ...], Core] = {(): base}
    names = []
    for name in use or [id_ for id_ in mixin_ids() if id_ not in base.ruleset.files]:
        try:
            worlds[name,] = _core(variant, (name,), root)
        except CompileFailed as failed:
            if use:
                raise
            show_diagnostics(failed.diagnostics[:1], settings.lang)
        else:
            names.append(name)
    for pair in combinations(names, 2):
        with suppress(CompileFailed):  # each fits alone, so they exclude each other
            worlds[pair] = _core(variant, pair, root)
    ids = {name: _id(worlds[name,], base) for name in names}
    by_ids = {frozenset(ids[name] for name in names_): core for names_, core in worlds.items()}
    return interactions(by_ids, list(ids.values()))


def _id(core: Core, base: Core) -> str:
    """The id of the one mix-in that a ruleset has more than another."""
    return next(id_ for id_ in core.ruleset.uses if id_ not in base.ruleset.uses)


def _core(variant: str, use: Sequence[str], root: str | None) -> Core:
    sink = Sink()
    ruleset = resolve_variant(variant, root, sink, use)
    sink.raise_if_failed()
    assert ruleset is not None
    core = check(ruleset, sink)
    sink.raise_if_failed()
    assert core is not None
    return core
