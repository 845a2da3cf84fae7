"""The Python interface: `kawuxing.load` and `kawuxing.simulate`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ..runtime.records import as_name, expect
from .compile import check, compile_core, run_module
from .diagnostics.render_text import render_text
from .diagnostics.report import CompileFailed, Sink
from .driver import load_ruleset
from .library import find_builtin, find_mixin
from .presets import with_preset

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from ..runtime.bots.bot import MakeBot
    from ..runtime.evaluator import Evaluator
    from .compile import Compiled
    from .diagnostics.report import Diagnostic
    from .resolved.nodes import Preset

    _Run = tuple[Evaluator[Any], tuple[Preset, ...]]
    """An evaluator, and the presets that may be chosen."""


_MAX_SEED: Final = 2**64 - 1


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
    *,
    use: Sequence[str | os.PathLike[str]] = (),
    preset: str | None = None,
    **more: object,
) -> Evaluator[Any]:
    """Compile a variant and bind its options.

    Built-in variants and texts are compiled once; a file is read anew each time.

    Args:
        variant: a built-in id, a Chinese name, a path (a `Path` too) or ``git:REV:PATH``, or,
            if it has a newline, the text of a ruleset.
        options: the options to bind, by id; `none` as the text ``none`` or as None.
        use: mix-ins to lie on top of it, the last of them uppermost, named in the same ways.
        preset: a preset of the variant; options hold before it.
        **more: options as keywords.

    Raises:
        RulesetError: for a ruleset that cannot be compiled.
        HandError: for an option, a value or a preset the variant does not have.
        TypeError: for what is neither a name nor a path.
    """
    name, mixins = _name(variant, "variant"), _names(use)
    fixed = _stays(name, find_builtin) and all(_stays(mixin, find_mixin) for mixin in mixins)
    evaluator, presets = _compiled_once(name, mixins) if fixed else _run(name, mixins)
    expect(options, "options", "object", Mapping, type(None))
    given = with_preset({**(options or {}), **more}, preset, presets)
    return evaluator.load(given) if given else evaluator


def _names(use: Sequence[str | os.PathLike[str]]) -> tuple[str, ...]:
    """Each mix-in as text; one alone need not be a list."""
    several: object = use  # whoever writes Python may give anything
    given = use if isinstance(several, Iterable) and not isinstance(several, str) else (use,)
    return tuple(_name(name, "use") for name in given)


def _name(given: object, what: str) -> str:
    """A name or a path as text."""
    if not isinstance(given, str | os.PathLike):
        message = f"{what}: expected a name or a path as text, got {type(given).__name__}"
        raise TypeError(message)
    return os.fspath(given)


def _number(given: object, what: str, lowest: int, highest: int | None = None) -> int:
    """A whole number within bounds."""
    if not isinstance(given, int) or isinstance(given, bool):
        message = f"{what}: expected a whole number, got {type(given).__name__}"
        raise TypeError(message)
    if given < lowest or (highest is not None and given > highest):
        bounds = f"from {lowest} up" if highest is None else f"from {lowest} to {highest}"
        message = f"{what}: expected a number {bounds}"
        raise ValueError(message)
    return given


def _named(option: tuple[object, object]) -> str:
    """What options are sorted by; whoever writes Python may give anything for a name."""
    return as_name(option[0])


def _stays(name: str, find: Callable[[str], str | None]) -> bool:
    """Whether a name means the same as long as the program runs."""
    return "\n" in name or find(name) is not None


@lru_cache(maxsize=64)
def _compiled_once(variant: str, use: tuple[str, ...]) -> _Run:
    return _run(variant, use)


def _run(variant: str, use: tuple[str, ...]) -> _Run:
    made = _made(variant, use)
    return run_module(made), made.core.ruleset.presets


def _made(variant: str, use: tuple[str, ...]) -> Compiled:
    sink = Sink()
    try:
        ruleset = load_ruleset(variant, None, use, examples=False)
        if ruleset.abstract:
            sink.error("KWX0010", None, variant=ruleset.id)
        core = check(ruleset, sink)
        sink.raise_if_failed()
    except CompileFailed as failed:
        raise RulesetError(failed.diagnostics) from None
    assert core is not None
    return compile_core(core)


def simulate(  # noqa: PLR0913 - all that may be said of a run
    variant: str | os.PathLike[str],
    options: Mapping[str, object] | None = None,
    /,
    *,
    rounds: int = 1000,
    seed: int = 1,
    bots: str | Sequence[str | MakeBot] = "careful",
    use: Sequence[str | os.PathLike[str]] = (),
    preset: str | None = None,
    choices: Mapping[str, int | Sequence[int]] | None = None,
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
        use: mix-ins, as `load` takes them.
        preset: a preset, as `load` takes it.
        choices: what each person chooses before every deal; a single number is everybody's.
        executor: any executor of `concurrent.futures`; this process, if left out. The outcome does
            not depend on it.

    Returns:
        What `simulate --format json` prints.

    Raises:
        RulesetError: for a ruleset that cannot be compiled.
        HandError: for an option, a preset, a choice or a value the variant does not have.
        ValueError: for bots that are none, or not as many as there are persons, and for a number
            of rounds or a seed that the command does not take either.
    """
    from ..runtime.bots.named import bot_names, bots_for  # noqa: PLC0415 - most only score
    from ..runtime.choices import of_persons  # noqa: PLC0415
    from ..runtime.simulate.report import report  # noqa: PLC0415
    from ..runtime.simulate.run import Plan  # noqa: PLC0415
    from ..runtime.simulate.run import simulate as play  # noqa: PLC0415
    from .simulation.source import ModuleText  # noqa: PLC0415

    rounds, seed = _number(rounds, "rounds", 1), _number(seed, "seed", 0, _MAX_SEED)
    made = _made(_name(variant, "variant"), _names(use))
    given = {} if options is None else options
    chosen_options = with_preset(given, preset, made.core.ruleset.presets)
    fixed = tuple(sorted(chosen_options.items(), key=_named))
    load = ModuleText(made.text, made.core.ruleset.id, fixed)
    rules = load()
    makers = bots_for(bots, rules.players)
    infos = rules.evaluator.program.choices
    chosen = () if choices is None else of_persons(infos, choices, rules.players)
    plan = Plan(load, makers, rounds, seed, choices=chosen)
    return report(play(plan, executor), rules, None, bots=bot_names(makers), plan=plan)
