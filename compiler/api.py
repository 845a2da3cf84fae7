"""The Python interface: `kawuxing.load` and `kawuxing.simulate`."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .compile import check, compile_core, run_module
from .diagnostics.render_text import render_text
from .diagnostics.report import CompileFailed, Sink
from .driver import load_ruleset
from .library import find_builtin

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from concurrent.futures import Executor

    from ..runtime.bots.bot import MakeBot
    from ..runtime.evaluator import Evaluator
    from .compile import Compiled
    from .diagnostics.report import Diagnostic


class RulesetError(ValueError):
    """A ruleset that cannot be compiled.

    Attributes:
        diagnostics: everything that is wrong with it, in source order.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Keep the diagnostics; the message shows them as the command line would."""
        super().__init__(render_text(diagnostics, "en"))
        self.diagnostics = tuple(diagnostics)


def load(
    variant: str | os.PathLike[str],
    options: Mapping[str, object] | None = None,
    /,
    **more: object,
) -> Evaluator[Any]:
    """Compile a variant and bind its options.

    Built-in variants and texts are compiled once; a file is read anew each time.

    Args:
        variant: a built-in id, a Chinese name, a path (a `Path` too) or ``git:REV:PATH``, or,
            if it has a newline, the text of a ruleset.
        options: the options to bind, by id; `none` as the text ``none`` or as None.
        **more: options as keywords.

    Raises:
        RulesetError: for a ruleset that cannot be compiled.
        HandError: for an option or a value the variant does not have.
    """
    if not isinstance(variant, str):
        variant = os.fspath(variant)
    fixed = "\n" in variant or find_builtin(variant) is not None
    evaluator = _compiled_once(variant) if fixed else _compiled(variant)
    given = {**(options or {}), **more}
    return evaluator.load(given) if given else evaluator


@lru_cache(maxsize=64)
def _compiled_once(variant: str) -> Evaluator[Any]:
    return _compiled(variant)


def _compiled(variant: str) -> Evaluator[Any]:
    return run_module(_made(variant))


def _made(variant: str) -> Compiled:
    sink = Sink()
    try:
        ruleset = load_ruleset(variant)
        if ruleset.abstract:
            sink.error("KWX0010", None, variant=ruleset.id)
        core = check(ruleset, sink)
        sink.raise_if_failed()
    except CompileFailed as failed:
        raise RulesetError(failed.diagnostics) from None
    assert core is not None
    return compile_core(core)


def simulate(
    variant: str | os.PathLike[str],
    options: Mapping[str, object] | None = None,
    /,
    *,
    rounds: int = 1000,
    seed: int = 1,
    bots: str | Sequence[str | MakeBot] = "careful",
    executor: Executor | None = None,
) -> dict[str, Any]:
    """Play rounds between bots, and count.

    Args:
        variant: as `load` takes it.
        options: the options to bind.
        rounds: how many rounds.
        seed: where all chance comes from.
        bots: who plays: one for all, or one for each person at the table; a built-in bot by its
            name, or what makes one of the rules (see `kawuxing.runtime.bots.bot`).
        executor: any executor of `concurrent.futures`; this process, if left out. The outcome does
            not depend on it.

    Returns:
        What `simulate --format json` prints.

    Raises:
        RulesetError: for a ruleset that cannot be compiled.
        HandError: for an option or a value the variant does not have.
        ValueError: for bots that are none, or not as many as there are persons.
    """
    from ..runtime.bots.named import bot_names, bots_for  # noqa: PLC0415 - most only score
    from ..runtime.simulate.report import report  # noqa: PLC0415
    from ..runtime.simulate.run import Plan  # noqa: PLC0415
    from ..runtime.simulate.run import simulate as play  # noqa: PLC0415
    from .simulation.source import ModuleText  # noqa: PLC0415

    text = os.fspath(variant)
    made = _made(text)
    load = ModuleText(made.text, made.core.ruleset.id, tuple(sorted((options or {}).items())))
    rules = load()
    makers = bots_for(bots, rules.players)
    played = play(Plan(load, makers, rounds, seed), executor)
    return report(played, rules, None, bots=bot_names(makers), seed=seed)
