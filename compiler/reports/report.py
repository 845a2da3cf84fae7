"""Findings weighed: how bad each is, whether it has been approved, and what becomes of a run."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ..diff.findings import SEVERITIES, Behavioural

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..diagnostics.report import Diagnostic
    from ..diff.findings import Class, Comparison, Severity, Structural
    from ..resolved.nodes import Words
    from ..source.text import Span

FailOn: TypeAlias = Literal["any", "behaviour", "none"]
Change: TypeAlias = Literal["changed", "added", "removed", "broken", "unsupported"]

SAME, DIFFERENT, NOT_PROVEN = 0, 1, 3
"""The exit statuses of a comparison that could be made."""


class Approval(NamedTuple):
    """A difference somebody has looked at and wants: its fingerprint, why, and who says so."""

    fingerprint: str
    reason: Words
    by: str | None
    span: Span


class Policy(NamedTuple):
    """How findings are weighed.

    Attributes:
        severities: what is said otherwise than by default.
        approvals: by fingerprint.
        fail_on: which differences make a run fail.
    """

    severities: Mapping[Class, Severity] = MappingProxyType({})
    approvals: Mapping[str, Approval] = MappingProxyType({})
    fail_on: FailOn = "behaviour"

    def severity(self, kind: Class) -> Severity:
        """How bad a difference of a class is."""
        return self.severities.get(kind, SEVERITIES[kind])

    def of(self, found: Behavioural | Structural, comparison: Comparison) -> Severity:
        """How bad a finding is; a difference of the files that nobody feels is worth a note."""
        if isinstance(found, Behavioural) or found.kind == "wording" or not found.rules:
            return self.severity(found.kind)
        felt = {rule for one in comparison.behavioural for rule in one.rules}
        return self.severity(found.kind) if felt.intersection(found.rules) else "note"

    def approval(self, found: Behavioural) -> Approval | None:
        """Who has approved a difference, if anybody has."""
        return self.approvals.get(found.fingerprint)


class Entry(NamedTuple):
    """One pair of rulesets compared, or the reason why there is nothing to compare."""

    name: str
    change: Change
    comparison: Comparison | None = None


class Report(NamedTuple):
    """All that a run compared.

    Attributes:
        since: the revision that changed rulesets were compared with; None for a pair.
        diagnostics: what is wrong with rulesets that could not be compared.
    """

    entries: tuple[Entry, ...]
    policy: Policy
    since: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def comparisons(self) -> Iterator[Comparison]:
        """Those that could be made."""
        for entry in self.entries:
            if entry.comparison is not None:
                yield entry.comparison

    @property
    def unused(self) -> tuple[Approval, ...]:
        """Approvals of what was not found."""
        seen = {one.fingerprint for each in self.comparisons for one in each.behavioural}
        known = self.policy.approvals.values()
        return tuple(approval for approval in known if approval.fingerprint not in seen)

    @property
    def status(self) -> int:
        """The exit status.

        A difference that is approved, or only worth a note, does not fail a run. What was not
        proven is never taken for equal, unless differences were found and need not fail.
        """
        if any(map(self._fails, self.entries)):
            return DIFFERENT
        return NOT_PROVEN if any(map(self._open, self.comparisons)) else SAME

    def _open(self, comparison: Comparison) -> bool:
        """Whether nothing was found but what is approved, and not all was covered."""
        approved = [self.policy.approval(one) is not None for one in comparison.behavioural]
        return not comparison.proven and all(approved)

    def _fails(self, entry: Entry) -> bool:
        policy, comparison = self.policy, entry.comparison
        if policy.fail_on == "none":
            return False
        if comparison is None:
            return policy.fail_on == "any"
        felt = [
            one
            for one in comparison.behavioural
            if policy.approval(one) is None and policy.severity(one.kind) != "note"
        ]
        return bool(felt) or (policy.fail_on == "any" and _anything(comparison, policy))


def _anything(comparison: Comparison, policy: Policy) -> bool:
    approved = [policy.approval(one) is not None for one in comparison.behavioural]
    return bool(comparison.structural) or not all(approved)
