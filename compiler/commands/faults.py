"""What can be wrong with a run as a whole, and the exit status that goes with it.

0 nothing to report, 1 findings, 2 wrong usage or unreadable input, 3 not proven, 4 a
mistake of ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...runtime.round.rules import RoundRules
    from ..diagnostics.report import Diagnostic, Value

FINE: Final = 0
FINDINGS: Final = 1
USAGE: Final = 2
NOT_PROVEN: Final = 3
INTERNAL: Final = 4


class UsageFault(Exception):  # noqa: N818 - reads as what happened
    """The command cannot be carried out as it was given; the code's page says why."""

    def __init__(self, code: str, *, status: int = USAGE, **params: Value) -> None:
        """Keep the code and what its texts need."""
        super().__init__(code, params)
        self.code = code
        self.params = params
        self.status = status

    @property
    def diagnostic(self) -> Diagnostic:
        """The fault as a diagnostic without a place."""
        from ..diagnostics.report import Diagnostic  # noqa: PLC0415 - only when it is shown

        return Diagnostic(self.code, None, self.params)


def check_deal(rules: RoundRules) -> None:
    """Refuse to play where the tiles do not suffice for the hands and the dealer's draw."""
    needed = sum(map(len, rules.deals)) + 1
    if rules.tiles.size < needed:
        raise UsageFault("KWX0046", found=rules.tiles.size, needed=needed)


class ReaderGone(Exception):  # noqa: N818 - reads as what happened
    """Whoever read our output has gone, which is nobody's fault."""


def status_of(diagnostics: Iterable[Diagnostic], *, strict: bool = False) -> int:
    """The exit status for what was found in rulesets: input that cannot be read outweighs it.

    So does what is wrong with an option that was typed, which is where its place is.
    """
    levels = {"error", "warning"} if strict else {"error"}
    failing = [found for found in diagnostics if found.severity in levels]
    if any(found.code.startswith("KWX0") or _is_typed(found) for found in failing):
        return USAGE
    return FINDINGS if failing else FINE


def _is_typed(found: Diagnostic) -> bool:
    """Whether the place of a diagnostic is in the value of an option, by whose name it is shown."""
    return found.span is not None and found.span.source.name.startswith("--")
