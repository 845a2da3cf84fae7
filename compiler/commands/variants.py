"""From what people call a variant to what verbs work with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..driver import load_ruleset
from .faults import UsageFault
from .hand_faults import naming_places
from .parameters import options_given

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...runtime.evaluator import Evaluator
    from ..compile import Compiled
    from ..core.nodes import Core


def compiled(
    variant: str, root: str | None, use: Sequence[str] = (), *, examples: bool = False
) -> Compiled:
    """A variant with mix-ins on top, compiled; with its examples, if these are wanted.

    Raises:
        CompileFailed: with everything that is wrong with it.
        UsageFault: for an abstract one, which can only be checked and shown.
    """
    from ..compile import check, compile_core  # noqa: PLC0415 - not needed to show a ruleset
    from ..diagnostics.report import Sink  # noqa: PLC0415

    ruleset = load_ruleset(variant, root, use, examples=examples)
    if ruleset.abstract:
        raise UsageFault("KWX0010", variant=ruleset.id)
    sink = Sink()
    core = check(ruleset, sink)
    sink.raise_if_failed()
    assert core is not None
    return compile_core(core)


def options_of(core: Core, pairs: Sequence[str], preset: str | None) -> dict[str, object]:
    """The options of a run: those typed, and beside them what a preset chooses.

    Raises:
        UsageFault: for a preset the variant does not have, and for pairs that are none.
    """
    from ..presets import with_preset  # noqa: PLC0415 - not needed to show a ruleset

    with naming_places({}):
        return with_preset(options_given(pairs), preset, core.ruleset.presets)


def evaluator_of(made: Compiled, options: Mapping[str, object]) -> Evaluator[Any]:
    """The evaluator of a compiled variant with options bound.

    Raises:
        UsageFault: for an option or a value the variant does not have.
    """
    from ..compile import run  # noqa: PLC0415

    rules = run(made)
    with naming_places({}):
        return rules.load(options) if options else rules
