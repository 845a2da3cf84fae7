"""What came of the examples of one ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ...runtime.evaluator import Evaluator
    from ..coverage.report import Item
    from ..examples.run import Outcome
    from ..mutation.run import Result
    from ..resolved.nodes import Ruleset


class Tested(NamedTuple):
    """One ruleset with what came of its examples.

    `cover` is what they reach of the rules, `mutation` what they notice of changes; None where
    nobody asked.
    """

    file: str
    ruleset: Ruleset
    rules: Evaluator[Any] | None
    outcomes: tuple[Outcome, ...]
    cover: tuple[Item, ...] | None = None
    mutation: tuple[Result, ...] | None = None

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """The examples that did not give what they should."""
        return tuple(one for one in self.outcomes if not one.passed)
