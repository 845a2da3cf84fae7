"""The Python interface: `kawuxing.load`."""

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

    from ..runtime.evaluator import Evaluator
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
    return run_module(compile_core(core))
