"""From what was typed to comparisons: both sides loaded, options bound, findings weighed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...runtime.declared import OptionInfo
from ...runtime.options import values_of
from ..compile import check
from ..diagnostics.report import CompileFailed, Sink
from ..diff.compare import compare
from ..diff.findings import SEVERITIES
from ..diff.settings import Settings as Choice
from ..driver import resolve_variant
from ..emit.facts import option_facts
from ..reports.report import Entry, Policy, Report
from ..space.cache import cache_folder, key_of_hands
from .faults import UsageFault
from .hand_faults import naming_places
from .variants import options_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.nodes import Core
    from ..diff.findings import Class, Severity
    from ..reports.report import FailOn
    from ..space.sides import Setting


class Request(NamedTuple):
    """How to compare: as the verbs take `--root`, how findings are weighed, how long to look."""

    root: str | None
    policy: Policy
    budget: float


class Side(NamedTuple):
    """One of two rulesets, and the mix-ins that lie upon it."""

    variant: str
    use: Sequence[str] = ()

    @property
    def shown(self) -> str:
        """What people call it."""
        return " + ".join((self.variant, *self.use))


class Chosen(NamedTuple):
    """The options that were typed for a side, and the preset."""

    pairs: Sequence[str]
    preset: str | None


_LEVELS: tuple[Severity, ...] = ("error", "warning", "note")


def compare_pair(
    sides: tuple[Side, Side],
    chosen: tuple[Chosen, Chosen],
    request: Request,
) -> Report:
    """Compare two rulesets.

    Raises:
        CompileFailed: with everything that is wrong with either.
        UsageFault: for an abstract one, and for options they do not have.
    """
    sink = Sink()
    one, other = sides
    before = load(one.variant, request.root, sink, one.use)
    after = before if other == one else load(other.variant, request.root, sink, other.use)
    if before is None or after is None:
        raise CompileFailed(sink.diagnostics)
    for core in (before, after):
        if core.ruleset.abstract:
            raise UsageFault("KWX0010", variant=core.ruleset.id)
    given = Choice(choice_of(before, chosen[0]), choice_of(after, chosen[1]))
    asked = given if any(any(side) for side in chosen) else None
    kept_as = None if asked else _kept_as(before, after)
    found = compare(before, after, (one.shown, other.shown), asked, request.budget, kept_as)
    return Report((Entry("", "changed", found),), request.policy)


def _kept_as(*cores: Core) -> str | None:
    """The name under which what is found between the hands of rulesets is kept, if it is."""
    if cache_folder() is None:
        return None
    rulesets = [core.ruleset for core in cores]
    files = [[source.sha256 for source in ruleset.sources] for ruleset in rulesets]
    return key_of_hands([[one.id, one.use] for one in rulesets], files)


def load(variant: str, root: str | None, sink: Sink, use: Sequence[str] = ()) -> Core | None:
    """A ruleset's rules; None with everything that is wrong with it in the sink."""
    own = Sink()
    ruleset = resolve_variant(variant, root, own, use, examples=False)
    core = None if ruleset is None or own.failed else check(ruleset, own)
    if core is None or own.failed:
        for found in own.diagnostics:
            sink.add(found)
        return None
    return core


def choice_of(core: Core, chosen: Chosen) -> Setting:
    """The options of a side.

    Raises:
        UsageFault: for an option, a value or a preset the variant does not have.
    """
    infos = [OptionInfo(*option_facts(option)) for option in core.options]
    with naming_places({}):
        return values_of(infos, options_of(core, *chosen))


def policy_of(severities: Sequence[str], approvals: str | None, fail_on: FailOn) -> Policy:
    """How findings are weighed.

    Raises:
        UsageFault: for a class or a level that there is not.
        CompileFailed: for a file of approvals that cannot be read.
    """
    sink = Sink()
    if approvals is None:
        return Policy(_severities(severities), {}, fail_on)
    from ..reports.approvals import read_approvals  # noqa: PLC0415 - most runs have none

    known = read_approvals(approvals, sink)
    sink.raise_if_failed()
    return Policy(_severities(severities), known, fail_on)


def _severities(pairs: Sequence[str]) -> dict[Class, Severity]:
    found: dict[Class, Severity] = {}
    for pair in pairs:
        name, _, wanted = pair.partition("=")
        kind = next((one for one in SEVERITIES if one == name), None)
        level = next((one for one in _LEVELS if one == wanted), None)
        if kind is None or level is None:
            accepted = f"{'|'.join(SEVERITIES)}={'|'.join(_LEVELS)}"
            raise UsageFault(
                "KWX0003", option="--severity", found=pair, accepted=accepted, close=""
            )
        found[kind] = level
    return found
