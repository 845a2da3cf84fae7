"""The rules that rounds are replayed with, by what logs and people call them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...runtime.errors import HandError
from ...runtime.round.errors import LogError, RoundError
from ...runtime.round.log_fields import check_start, shown
from ...runtime.round.replay import replay_recorded
from ...runtime.round.rules import RoundRules
from ...runtime.round.under import judge_under
from ...runtime.round_report import split_options
from ..diagnostics.report import CompileFailed
from ..library import builtin_ids, mixin_ids
from ..presets import with_preset
from .faults import UsageFault
from .variants import compiled, evaluator_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...runtime.evaluator import Evaluator
    from ...runtime.match.recorded import RecordedMatch
    from ...runtime.round.log import Recorded
    from ...runtime.round.replay import Replayed
    from ...runtime.round.under import Judged
    from ..compile import Compiled
    from ..diagnostics.report import Diagnostic
    from ..resolved.nodes import Preset


_MOST_SHOWN: Final = 10


class Judging(NamedTuple):
    """What rounds are judged by a second time.

    Attributes:
        under: the variant; that of the round, if there is none.
        options: what is chosen otherwise.
        preset: a preset of that variant.
        use: mix-ins that lie upon it.
    """

    under: str | None
    options: Mapping[str, object]
    preset: str | None
    use: tuple[str, ...]


class _Named(NamedTuple):
    """A variant and mix-ins, and the line of the log that names any of them."""

    names: tuple[str, ...]
    line: int | None


class Tables:
    """The variants that rounds are replayed with; each choice of options is prepared once."""

    def __init__(
        self,
        variant: str | None,
        use: tuple[str, ...],
        other: Judging,
        root: str | None,
    ) -> None:
        """Nothing is compiled before it is needed.

        Args:
            variant: what was played, if the logs do not name a built-in variant.
            use: the mix-ins it was played with.
            other: the second judgement; anything in it asks for one.
            root: the folder rulesets may extend files of.
        """
        self._variant = variant
        self._use = use
        self._judging = other
        self._root = root
        self._evaluators: dict[tuple[str, ...], tuple[Evaluator[Any], tuple[Preset, ...]]] = {}
        self._rules: dict[str, RoundRules] = {}
        self._faults: dict[tuple[str, ...], tuple[Diagnostic, ...]] = {}

    def replay(self, recorded: Recorded, match: RecordedMatch) -> tuple[Replayed, Judged | None]:
        """Play a round again and, if that is asked for, judge it by other rules.

        Args:
            recorded: the round.
            match: the rounds of the same log before it; it is taken in.

        Raises:
            LogError: for a log that is no record of a round, or none of the other variant, and for
                a round that does not follow from those before it.
        """
        rules = self.own(recorded)
        found = replay_recorded(rules, recorded)
        match.take(found.round, recorded.first)
        other = self._other(recorded)
        if other is None:
            return found, None
        try:
            return found, judge_under(found.round, other)
        except RoundError as error:
            raise LogError("KWX3625", recorded.first, {}, error) from None

    def own(self, recorded: Recorded) -> RoundRules:
        """The rules a round was played with.

        Raises:
            LogError: for options or a stake that cannot be, and for a variant or a mix-in that is
                not built in, whose file a log must not name, or that cannot be played.
        """
        line = recorded.lines[0]
        check_start(line, recorded.first)
        with _told_in(recorded.first):
            return self._prepared(self._played(recorded), _options(line))

    def _played(self, recorded: Recorded) -> _Named:
        """The variant and the mix-ins a round was played with."""
        line = recorded.lines[0]
        used = line.get("use", [])
        told = () if self._use or not isinstance(used, list) else tuple(used)
        for name in told:
            if name not in mixin_ids():
                raise LogError("KWX3639", recorded.first, {"found": shown(name)})
        if self._variant is not None:
            names = (self._variant, *self._use, *told)
            return _Named(names, recorded.first if told else None)
        if "variant" not in line:
            params = {"field": "variant", "found": "nothing", "wanted": "a name"}
            raise LogError("KWX3632", recorded.first, params)
        name = str(line["variant"])
        if name not in builtin_ids():
            raise LogError("KWX3638", recorded.first, {"found": shown(name)})
        return _Named((name, *self._use, *told), recorded.first)

    def _other(self, recorded: Recorded) -> RoundRules | None:
        """The rules of the second judgement."""
        if not any(self._judging):
            return None
        line = recorded.lines[0]
        under, options, preset, use = self._judging
        named, given = _Named((under or "", *use), None), {}
        if under is None:
            played = self._played(recorded)
            named = _Named((*played.names, *use), played.line)
            given = _options(line)
        with _told_in(named.line):
            given |= with_preset(options, preset, self._made(named)[1])
            return self._prepared(named, {"stake": line.get("stake", 1), **given})

    def _prepared(self, named: _Named, given: Mapping[str, object]) -> RoundRules:
        """A variant with mix-ins and options, its stake among them, ready for play."""
        key = repr((named.names, sorted(given.items())))
        if key not in self._rules:
            paid, options = split_options(given)
            self._rules[key] = RoundRules(self._made(named)[0].load(options), stake=paid)
        return self._rules[key]

    def _made(self, named: _Named) -> tuple[Evaluator[Any], tuple[Preset, ...]]:
        """A variant with mix-ins, and its presets."""
        if named.names not in self._evaluators:
            made = self._compiled(named)
            self._evaluators[named.names] = evaluator_of(made, {}), made.core.ruleset.presets
        return self._evaluators[named.names]

    def _compiled(self, named: _Named) -> Compiled:
        """A variant with mix-ins, compiled.

        Raises:
            UnplayableError: if it cannot be and a log names part of it.
            CompileFailed, UsageFault: if none does, and for files that cannot be read.
        """
        variant, *use = named.names
        if named.names not in self._faults:
            try:
                return compiled(variant, self._root, use)
            except CompileFailed as failed:
                if named.line is None or any(one.code < "KWX1" for one in failed.diagnostics):
                    raise
                self._faults[named.names] = failed.diagnostics
            except UsageFault as fault:
                if named.line is None:
                    raise
                self._faults[named.names] = (fault.diagnostic,)
        raise UnplayableError(named, self._faults[named.names])


class UnplayableError(LogError):
    """A round of rules that cannot be played, with the first things that are wrong with them."""

    def __init__(self, named: _Named, diagnostics: tuple[Diagnostic, ...]) -> None:
        """Keep what is wrong, for people."""
        codes = dict.fromkeys(one.code for one in diagnostics if one.severity == "error")
        params = {"found": " + ".join(named.names), "codes": ", ".join(codes)}
        super().__init__("KWX3640", named.line or 1, params)
        self.diagnostics = diagnostics[:_MOST_SHOWN]


@contextmanager
def _told_in(line: int | None) -> Iterator[None]:
    """Say of what a variant does not have in which line of a log it, or the variant, stands.

    Raises:
        LogError: in the place of every `HandError`, if a log has to do with it.
    """
    try:
        yield
    except HandError as error:
        if line is None:
            raise
        raise LogError("KWX3625", line, {}, error) from None


def _options(line: Mapping[str, object]) -> dict[str, object]:
    """The options the first line of a log names, its stake among them."""
    named = line.get("options")
    options = dict(named) if isinstance(named, dict) else {}
    return {**options, "stake": line.get("stake", 1)}
