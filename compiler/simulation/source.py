"""The rules of a variant as something that can be sent to another process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..compile import module_of

if TYPE_CHECKING:
    from ...runtime.round.rules import RoundRules


@dataclass(frozen=True, slots=True)
class ModuleText:
    """The text of a variant's module, and options for it.

    Whoever is sent this needs no ruleset and none of its parents, and has exactly the same rules.
    """

    text: str
    variant: str
    options: tuple[tuple[str, object], ...] = ()

    def __call__(self) -> RoundRules:
        """Execute the module, which we wrote, and prepare its rules for play."""
        from ...runtime.evaluator import Evaluator  # noqa: PLC0415 - not to be loaded by a name
        from ...runtime.round.rules import RoundRules  # noqa: PLC0415

        evaluator = module_of(self.text, self.variant).__dict__["rules"]
        assert isinstance(evaluator, Evaluator)
        return RoundRules(evaluator.load(dict(self.options)) if self.options else evaluator)
