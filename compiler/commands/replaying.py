"""The rules that rounds are replayed with, by what logs and people call them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...runtime.errors import HandError
from ...runtime.round.errors import LogError, RoundError
from ...runtime.round.log_fields import check_start, shown
from ...runtime.round.replay import replay_recorded
from ...runtime.round.rules import RoundRules
from ...runtime.round.under import judge_under
from ...runtime.round_report import split_options
from ..library import builtin_ids, mixin_ids
from ..presets import with_preset
from .faults import UsageFault
from .variants import compiled, evaluator_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...runtime.evaluator import Evaluator
    from ...runtime.match.recorded import RecordedMatch
    from ...runtime.round.log import Recorded
    from ...runtime.round.replay import Replayed
    from ...runtime.round.under import Judged
    from ..resolved.nodes import Preset


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
            LogError: for options or a stake that cannot be.
            UsageFault: for a variant that is not built in, whose file a log must not name.
        """
        line = recorded.lines[0]
        check_start(line, recorded.first)
        name = line.get("variant", "")
        if self._variant is not None:
            name = self._variant
        elif "variant" not in line:
            params = {"field": "variant", "found": "nothing", "wanted": "a name"}
            raise LogError("KWX3632", recorded.first, params)
        elif name not in builtin_ids():
            raise UsageFault("KWX0021", found=shown(name), line=recorded.first)
        return self._prepared((str(name), *self._used(recorded)), _options(line), 1, recorded.first)

    def _used(self, recorded: Recorded) -> tuple[str, ...]:
        """The mix-ins a round was played with."""
        named = recorded.lines[0].get("use", [])
        if self._use or not isinstance(named, list):
            return self._use
        for name in named:
            if name not in mixin_ids():
                raise UsageFault("KWX0022", found=shown(name), line=recorded.first)
        return tuple(named)

    def _other(self, recorded: Recorded) -> RoundRules | None:
        """The rules of the second judgement."""
        if not any(self._judging):
            return None
        line = recorded.lines[0]
        under, options, preset, use = self._judging
        named, given = (under or "", *use), {}
        if under is None:
            own = self._variant or str(line.get("variant"))
            named = (own, *self._used(recorded), *use)
            given = _options(line)
        given |= with_preset(options, preset, self._made(named)[1])
        stake = line.get("stake", 1)
        return self._prepared(named, given, stake if isinstance(stake, int) else 1, None)

    def _prepared(
        self, named: tuple[str, ...], given: Mapping[str, object], stake: int, line: int | None
    ) -> RoundRules:
        """A variant with mix-ins and options, ready for play.

        Args:
            named: the variant and the mix-ins.
            given: the options.
            stake: what one stake is.
            line: that of the log that names the options.
        """
        key = repr((named, sorted(given.items()), stake))
        if key not in self._rules:
            try:
                paid, options = split_options({"stake": stake, **given})
                bound = self._made(named)[0].load(options)
            except HandError as error:
                if line is None:
                    raise
                raise LogError("KWX3625", line, {}, error) from None
            self._rules[key] = RoundRules(bound, stake=paid)
        return self._rules[key]

    def _made(self, named: tuple[str, ...]) -> tuple[Evaluator[Any], tuple[Preset, ...]]:
        """A variant with mix-ins, and its presets."""
        if named not in self._evaluators:
            made = compiled(named[0], self._root, named[1:])
            self._evaluators[named] = evaluator_of(made, {}), made.core.ruleset.presets
        return self._evaluators[named]


def _options(line: Mapping[str, object]) -> dict[str, object]:
    """The options the first line of a log names, its stake among them."""
    named = line.get("options")
    options = dict(named) if isinstance(named, dict) else {}
    return {**options, "stake": line.get("stake", 1)}
