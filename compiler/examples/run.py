"""Runs the examples of a ruleset under both evaluators."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...runtime.errors import HandError
from .by_interpreter import facts_by_interpreter
from .by_module import facts_by_module
from .facts import differences, spelled
from .given import with_preset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...runtime.evaluator import Evaluator
    from ..core.nodes import Core
    from ..surface.nodes import Example
    from .facts import Difference, Facts


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What the two evaluators do not agree on, which is never the author's mistake."""

    key: str
    module: str
    interpreter: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one example.

    Attributes:
        example: The example.
        facts: What came out; None for a hand or a round that was refused.
        refusal: Why it was refused.
        differences: Where it does not give what it should.
        disagreements: Where the evaluators differ from each other.
    """

    example: Example
    facts: Facts | None = field(default=None, compare=False)
    refusal: HandError | None = None
    differences: tuple[Difference, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything is as it should be."""
        return not (self.refusal or self.differences or self.disagreements)


def run_examples(core: Core, rules: Evaluator[Any]) -> Iterator[Outcome]:
    """Run the examples of a ruleset's own file, in the order written.

    Args:
        core: Its typed rules, for the interpreter.
        rules: The evaluator of its emitted module.
    """
    for example in core.ruleset.examples:
        yield run_example(example, core, rules)


def run_example(example: Example, core: Core, rules: Evaluator[Any]) -> Outcome:
    """Run one example under both evaluators and hold them against it and each other."""
    chosen = with_preset(example, core.ruleset.presets)
    module, refused = _try(lambda: facts_by_module(chosen, rules))
    interpreter, refused_too = _try(lambda: facts_by_interpreter(chosen, core, rules))
    if module is None or interpreter is None:
        return _refused(example, refused, refused_too)
    disagreements = tuple(
        Disagreement(key, spelled(module[key]), spelled(interpreter[key]))
        for key in module
        if module[key] != interpreter[key]
    )
    return Outcome(example, module, None, differences(example, module), disagreements)


def _try(run: Callable[[], Facts]) -> tuple[Facts | None, HandError | None]:
    try:
        return run(), None
    except HandError as error:
        return None, error


def _refused(example: Example, one: HandError | None, other: HandError | None) -> Outcome:
    """An example that at least one evaluator will not look at."""
    if one is not None and other is not None and one.code == other.code:
        return Outcome(example, refusal=one)
    codes = [error.code if error else "–" for error in (one, other)]
    return Outcome(example, None, one or other, (), (Disagreement("error", *codes),))
