"""Names that must exist once the chain has been put together, and must not lead in circles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics.report import Diagnostic, Label
from ..meant import did_you_mean
from ..surface.keys import (
    CARRIED_AS,
    FACT_PATHS,
    MAX_CARRIED_VALUES,
    OPTION_PREFIX,
    SHOWS,
    WHEN_ASKED,
    facts_of,
)
from ..surface.nodes import OPTIONAL_KINDS, FanDecl, Removed
from .beside import chosen_instead
from .checks import accepted, is_complete, offered_values, refusal, report_at
from .circles import find_circles
from .overlay import kept

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..diagnostics.report import Sink
    from ..source.text import SourceText, Span
    from ..surface.nodes import (
        CarriedDecl,
        Example,
        Located,
        OptionDecl,
        PresetDecl,
        Ref,
        RulesetDecl,
    )

_STAKE = "stake"
"""What a round may be given beside the options."""


def check_references(
    ruleset: RulesetDecl, chain: Sequence[RulesetDecl], sink: Sink, head: int = 0
) -> None:
    """Report references to what does not exist, and circles.

    Args:
        ruleset: The chain put together.
        chain: Its files, in which what was removed can still be found.
        sink: Takes what is wrong.
        head: Which of the files it is all about; its examples may name what those before it have
            taken away, and then fail.
    """
    fans = {fan.id.id: fan for fan in kept(ruleset.fans)}
    names = _Fans(fans, chain, sink)
    for fan in fans.values():
        for key, refs in (("replaces", fan.replaces), ("excludes", fan.excludes)):
            for ref in refs.value if refs else ():
                names.check(ref.id, ref.span, f"fans.{fan.id.id}.{key}")
    _check_circles(fans, ruleset.source, sink)
    for preset in kept(ruleset.presets):
        _check_preset(preset, ruleset, chain, sink)
    _check_refusals(ruleset, sink)
    _check_left(ruleset, sink)
    if not head:
        _check_examples(ruleset, names, sink)


def _check_left(ruleset: RulesetDecl, sink: Sink) -> None:
    """What a fact says may be left to an option that offers just the words for it."""
    if ruleset.turn is not None:
        _check_option_says("turn.reveal_shows", ruleset.turn.reveal_shows, SHOWS, ruleset, sink)
    for choice in kept(ruleset.choices):
        path = f"choices.{choice.id.id}.asked"
        _check_option_says(path, choice.asked, WHEN_ASKED, ruleset, sink)


def _check_option_says(
    path: str,
    said: Located[str] | None,
    words: Sequence[str],
    ruleset: RulesetDecl,
    sink: Sink,
) -> None:
    if said is None or said.value in words:
        return
    found = said.value.removeprefix(OPTION_PREFIX)
    named = [option for option in kept(ruleset.options) if option.id.id == found]
    if any(not is_complete(one) or _offers(one, words) for one in named):
        return
    fitting = [one.id.id for one in kept(ruleset.options) if _offers(one, words)]
    labels = [Label(one.id.span, "option") for one in named]
    close, fix = did_you_mean(found, fitting, sink=sink)
    sink.error(
        "KWX2286",
        said.origin.span,
        labels=labels,
        fix=f"{OPTION_PREFIX}{fix}" if fix else None,
        path=path,
        found=found,
        close=close,
        words=", ".join(words),
    )


def _offers(option: OptionDecl, words: Sequence[str]) -> bool:
    """Whether an option offers nothing but some words."""
    return set(offered_values(option)) <= set(words)


def _check_refusals(ruleset: RulesetDecl, sink: Sink) -> None:
    """What is chosen instead of a mix-in must be an option; a reason is no single word."""
    known = {one.id.id for one in (*kept(ruleset.options), *kept(ruleset.choices))}
    for given in kept(ruleset.refuses):
        text = given.text
        found = "" if text is None else chosen_instead(text.value)
        if text is not None and found and found not in known:
            close, fix = did_you_mean(found, known, sink=sink)
            place = text.origin.span
            sink.error("KWX2288", place, fix=fix, found=found, close=close)


class _Fans:
    """The fans there are, those that were removed, and what people call them."""

    def __init__(
        self, fans: Mapping[str, FanDecl], chain: Sequence[RulesetDecl], sink: Sink
    ) -> None:
        self.fans = fans
        self.chain = chain
        self.sink = sink

    def check(self, found: str, span: Span, path: str) -> None:
        """Report a reference to a fan that does not exist."""
        if found in self.fans:
            return
        aliases = {
            fan.id.id: (fan.name.value.zh, fan.name.value.en)
            for fan in self.fans.values()
            if fan.name is not None
        }
        close, fix = did_you_mean(found, self.fans, aliases, self.sink)
        removed = next((given for given in self._removed() if given.id.id == found), None)
        if removed is not None and self._is_later(removed.id.span, span):
            named = (Label(span, "named"),)
            self.sink.error("KWX2252", removed.id.span, labels=named, path=path, found=found)
            return
        labels = () if removed is None else (Label(removed.origin.span, "removed"),)
        self.sink.error(
            "KWX2250", span, labels=labels, fix=fix, path=path, found=found, close=close
        )

    def _removed(self) -> list[Removed]:
        return [fan for file in self.chain for fan in file.fans if isinstance(fan, Removed)]

    def _is_later(self, one: Span, other: Span) -> bool:
        """Whether a place is in a descendant of the file of another."""
        files = [file.source for file in self.chain]
        return files.index(one.source) < files.index(other.source)


def _check_circles(fans: Mapping[str, FanDecl], source: SourceText, sink: Sink) -> None:
    replaces = {
        name: [ref for ref in fan.replaces.value if ref.id in fans] if fan.replaces else []
        for name, fan in fans.items()
    }
    excludes = {
        name: [ref for ref in fan.excludes.value if ref.id in fans] if fan.excludes else []
        for name, fan in fans.items()
    }
    for key, edges in (("replaces", replaces), ("excludes", excludes)):
        for circle in find_circles(edges):
            _report_circle(key, circle, source, sink)


def _report_circle(
    key: str, circle: Sequence[tuple[str, Ref]], source: SourceText, sink: Sink
) -> None:
    """Report a circle, beginning with a step in the file itself if there is one."""
    start = next((at for at, (_, ref) in enumerate(circle) if ref.span.source is source), 0)
    circle = [*circle[start:], *circle[:start]]
    labels = [
        Label(ref.span, "step", {"from": name, "to": ref.id, "key": key}) for name, ref in circle
    ]
    sink.error(
        "KWX2251",
        labels[0].span,
        labels=labels[1:],
        key=key,
        circle=" → ".join([*(name for name, _ in circle), circle[0][0]]),
    )


def _check_preset(
    preset: PresetDecl, ruleset: RulesetDecl, chain: Sequence[RulesetDecl], sink: Sink
) -> None:
    """The options a preset sets must exist and accept the values."""
    files = [file.source for file in chain]
    options = {option.id.id: option for option in kept(ruleset.options)}
    gone = {
        given.id.id: given for file in chain for given in file.options if isinstance(given, Removed)
    }

    def youngest(places: Mapping[str, Span]) -> Span:
        return min(places.values(), key=lambda span: files.index(span.source))

    for id_, (ref, value) in preset.values.items():
        option = options.get(id_)
        if option is None:
            places = {"preset": ref.span}
            if id_ in gone:
                places["removed"] = gone[id_].origin.span
            close, _ = did_you_mean(id_, options, sink=sink)
            names = {"preset": preset.id.id, "found": id_, "close": close}
            report_at("KWX2265", places, youngest(places), sink, **names)
        elif option.sound and option.default is not None and not accepted(value.value, option):
            offered = option.offered.origin.span if option.offered else option.id.span
            places = {"preset": value.origin.span, "offered": offered}
            params = refusal(value.value, option)
            report_at("KWX2261", places, youngest(places), sink, **params)


def _check_examples(ruleset: RulesetDecl, names: _Fans, sink: Sink) -> None:
    rows = [f"{table.kind}.{row.id.id}" for table in ruleset.tables for row in kept(table.rows)]
    options = {option.id.id: option for option in kept(ruleset.options)}
    carried = {f"{CARRIED_AS}{one.id.id}": one.id.id for one in kept(ruleset.carried)}
    excused = {figure.golden: figure for figure in ruleset.excused}
    for example in ruleset.examples:
        for key in ("fans", "has", "lacks"):
            for path, found in _texts(example, key):
                names.check(found, example.spans[path], path)
        for path, found in _texts(example, "rules"):
            if found not in rows:
                close, fix = did_you_mean(found, rows, sink=sink)
                place = example.spans[path]
                sink.error("KWX2257", place, fix=fix, path=path, found=found, close=close)
        _check_given(example, options, carried, sink)
        _check_carried(example, ruleset, sink)
        _check_chosen(example, ruleset, sink)
        _check_fact(example, ruleset, sink)
        _check_table(example, ruleset, sink)
        if example.golden in excused:
            place = excused[example.golden].origin.span
            labels = (Label(example.spans["golden"], "example"),)
            sink.error("KWX2273", place, labels=labels, found=example.golden)


def _texts(example: Example, key: str) -> list[tuple[str, str]]:
    """The items of an expected list with their paths."""
    listed = example.expect.get(key)
    if not isinstance(listed, list):
        return []
    return [(f"expect.{key}[{index}]", str(item)) for index, item in enumerate(listed)]


def _check_carried(example: Example, ruleset: RulesetDecl, sink: Sink) -> None:
    """Numbers said to be carried into a round, or out of it, must be carried and may be so."""
    known = {one.id.id: one for one in kept(ruleset.carried)}
    played = example.given.get("round")
    said_of = {
        "carried": example.given.get("carried"),
        "round.carried": played.get("carried") if isinstance(played, dict) else None,
        "expect.carried": example.expect.get("carried"),
    }
    for path, said in said_of.items():
        for found, value in said.items() if isinstance(said, dict) else ():
            if found in known:
                given = f"{path}.{found}"
                _check_number(known[found], value, given, example.spans[given], sink)
            else:
                close, fix = did_you_mean(found, known, sink=sink)
                place, offered = example.spans[f"{path}.{found}:"], ", ".join(known)
                sink.error("KWX2440", place, fix=fix, found=found, close=close, offered=offered)


def _check_number(carried: CarriedDecl, value: object, path: str, place: Span, sink: Sink) -> None:
    """A number that is carried stays within its range."""
    if carried.low is None or carried.high is None or not carried.sound:
        return
    values = range(carried.low.value, carried.high.value + 1)
    if value not in values and len(values) <= MAX_CARRIED_VALUES:
        labels = (Label(carried.id.span, "carried"),)
        params = {
            "path": path,
            "found": str(value),
            "offered": ", ".join(map(str, values)),
        }
        sink.error("KWX2261", place, labels=labels, **params)


def _check_chosen(example: Example, ruleset: RulesetDecl, sink: Sink) -> None:
    """A preset that an example chooses must be one."""
    found = example.given.get("preset")
    known = [one.id.id for one in kept(ruleset.presets)]
    if found is not None and found not in known:
        close, fix = did_you_mean(str(found), known, sink=sink)
        place, offered = example.spans["preset"], ", ".join(known)
        sink.error("KWX2269", place, fix=fix, found=str(found), close=close, offered=offered)


def _check_fact(example: Example, ruleset: RulesetDecl, sink: Sink) -> None:
    """A fact that is looked up must be one."""
    asked = example.given.get("asked")
    if not isinstance(asked, dict) or "fact" not in asked:
        return
    found = str(asked["fact"])
    known = [
        *FACT_PATHS,
        *(f"fouls.{foul.id.id}" for foul in kept(ruleset.fouls)),
        *(path for one in kept(ruleset.options) for path in facts_of("options", one.id.id)),
        *(path for one in kept(ruleset.choices) for path in facts_of("choices", one.id.id)),
        *(path for one in kept(ruleset.carried) for path in facts_of("carried", one.id.id)),
    ]
    if found not in known:
        close, fix = did_you_mean(found, known, sink=sink)
        place = example.spans["asked.fact"]
        facts = ", ".join(known)
        sink.error("KWX2282", place, fix=fix, found=found, close=close, facts=facts)


def _check_table(example: Example, ruleset: RulesetDecl, sink: Sink) -> None:
    """A table that is asked must be there; some need not be."""
    asked = example.given.get("asked")
    found = asked.get("table") if isinstance(asked, dict) else None
    there = {table.kind for table in ruleset.tables if table.rows or not table.sound}
    if found in OPTIONAL_KINDS and found not in there:
        sink.error("KWX2285", example.spans["asked.table"], found=str(found))


def _check_given(
    example: Example, options: Mapping[str, OptionDecl], carried: Mapping[str, str], sink: Sink
) -> None:
    """The options an example sets must exist and accept the values."""
    whole_round = example.given.get("round")
    if isinstance(whole_round, dict):
        given, path, free = whole_round.get("options"), "round.options", {_STAKE}
    else:
        given, path, free = example.given.get("options"), "options", set()
    if not isinstance(given, dict):
        return
    for name, value in given.items():
        place = example.spans[f"{path}.{name}"]
        if name in options:
            _check_value(options[name], value, place, sink)
        elif name not in free:
            close, fix = did_you_mean(name, options, sink=sink)
            key = example.spans[f"{path}.{name}:"]
            params = {"path": path, "found": name, "close": close, "carried": carried.get(name, "")}
            sink.error("KWX2263", key, fix=fix, **params)


def _check_value(option: OptionDecl, value: object, place: Span, sink: Sink) -> None:
    if not option.sound or option.default is None:
        return
    known = value if isinstance(value, int | bool | str) else None
    if not accepted(known, option):
        labels = (Label(option.id.span, "option"),)
        sink.add(Diagnostic("KWX2261", place, refusal(known, option), labels))
