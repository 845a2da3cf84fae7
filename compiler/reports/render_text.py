"""Differences for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..diagnostics.visible import visible
from ..diagnostics.width import columns
from ..diff.findings import Bystander, WonHand
from .shown_words import shown_texts
from .words import (
    CLASSES,
    SEVERITIES,
    Phrase,
    glyphs,
    number,
    percent,
    position,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..diff.findings import Behavioural, Comparison, Structural
    from .report import Entry, Policy, Report
    from .words import Lang

_COLOURS: Final = {"error": "31", "warning": "33", "note": "36", "bold": "1", "dim": "2"}
_CHANGES: Final = {
    "added": ("new ruleset", "新的规则"),
    "removed": ("removed", "已删除"),
    "broken": ("not compared: it has errors", "没有比较：规则有错误"),
    "unsupported": ("not compared: an abstract ruleset", "没有比较：抽象的规则"),
    "changed": ("changed", "有改动"),
}
_NOTHING: Final = ("no ruleset has changed since {since}", "自 {since} 以来没有规则改动")
_WIDEST: Final = 48
_SHORT: Final = 60


class _Style(NamedTuple):
    phrase: Phrase
    colour: bool

    def paint(self, text: str, what: str) -> str:
        return f"\x1b[{_COLOURS[what]}m{text}\x1b[0m" if self.colour and text else text

    def say(self, en: str, zh: str) -> str:
        return self.phrase.say((en, zh))


def render_text(report: Report, lang: Lang = "en", *, colour: bool = False) -> str:
    """All that was compared, for people."""
    style = _Style(Phrase(lang), colour)
    blocks = [list(_entry(entry, report, style)) for entry in report.entries]
    if report.since is not None and not blocks:
        blocks = [[style.phrase.say(_NOTHING).format(since=visible(report.since))]]
    for approval in report.unused:
        text = style.say("approved, but not found", "已认可，但没有出现")
        place = position(approval.span)
        blocks.append([f"{style.paint(text, 'warning')}: {approval.fingerprint}  {place}"])
    return "\n".join("".join(f"{line.rstrip()}\n" for line in block) for block in blocks)


def _entry(entry: Entry, report: Report, style: _Style) -> Iterator[str]:
    comparison = entry.comparison
    if comparison is None:
        change = style.phrase.say(_CHANGES[entry.change])
        yield style.paint(visible(entry.name), "bold") + f": {change}"
        return
    yield _heading(entry, comparison, style)
    yield from _behavioural(comparison, report.policy, style)
    yield from _structural(comparison, report.policy, style)
    yield ""
    for gap in comparison.gaps:
        text = style.say("not proven", "未经证明")
        yield f"{style.paint(text, 'warning')}: {style.phrase.gap(gap)}"
    yield style.phrase.conclusion(comparison)


def _heading(entry: Entry, comparison: Comparison, style: _Style) -> str:
    before, after = (
        f"{visible(side.name)} {style.phrase.words(side.title)}" for side in comparison.sides
    )
    title = before if before == after else f"{before} → {after}"
    count = len(comparison.behavioural)
    if (
        entry.name
        and entry.change == "changed"
        and comparison.sides[0].id == comparison.sides[1].id
    ):
        title = visible(entry.name)
    if not count:
        return style.paint(title, "bold")
    words = ("{count} differences for the players", "玩家会感到的差别 {count} 处")
    text = style.phrase.fill(words, count=count)
    return f"{style.paint(title, 'bold')}: {text}"


def _behavioural(comparison: Comparison, policy: Policy, style: _Style) -> Iterator[str]:
    """In full what stands for itself; where several of these meet, a line each."""
    plain, mixed = split(comparison.behavioural)
    for one in plain:
        yield ""
        yield from _in_full(one, comparison, policy, style)
    if mixed:
        yield ""
        yield style.say("where several of these meet:", "几处差别同在一手牌里：")
        for one in mixed:
            yield from _in_brief(one, comparison, policy, style)


def split(
    found: Sequence[Behavioural],
) -> tuple[tuple[Behavioural, ...], tuple[Behavioural, ...]]:
    """The findings to tell in full, and those whose rules have each been met with before."""
    plain: list[Behavioural] = []
    mixed: list[Behavioural] = []
    for one in found:
        known = {rule for other in plain if other.kind == one.kind for rule in other.rules}
        several = len(one.rules) > 1 and known.issuperset(one.rules)
        (mixed if several and one.kind == "scoring" else plain).append(one)
    return tuple(plain), tuple(mixed)


def _label(found: Behavioural, comparison: Comparison, policy: Policy, style: _Style) -> str:
    severity, phrase = policy.of(found, comparison), style.phrase
    text = phrase.colon(phrase.say(SEVERITIES[severity]), phrase.say(CLASSES[found.kind]))
    return style.paint(text, severity)


def _approved(found: Behavioural, policy: Policy, style: _Style) -> str:
    approval = policy.approval(found)
    if approval is None:
        return ""
    by = f" ({visible(approval.by)})" if approval.by else ""
    return style.phrase.colon(
        style.say("approved", "已认可") + by, style.phrase.words(approval.reason)
    )


def _in_full(
    found: Behavioural, comparison: Comparison, policy: Policy, style: _Style
) -> Iterator[str]:
    phrase = style.phrase
    label = _label(found, comparison, policy, style)
    rules = style.paint(" + ".join(found.rules), "bold")
    yield f"{phrase.colon(label, rules)}  {phrase.titled(found, comparison)}".rstrip() + (
        f"  [{phrase.fingerprint(found)}]"
    )
    if text := _approved(found, policy, style):
        yield f"  {text}"
    yield f"  {phrase.affected(found)}"
    if options := phrase.options(found):
        yield f"  {style.say('with', '选项')} {options}"
    if isinstance(found.witness, WonHand | Bystander):
        yield f"  {glyphs(found.witness.hand)}"
    yield f"  {phrase.witness(found.witness)}"
    yield from (f"  {text}" for text in shown_texts(found, phrase))
    for name, outcome, side, places in (
        (("before", "前"), found.before, comparison.sides[0], comparison.places(found, 0)),
        (("after ", "后"), found.after, comparison.sides[1], comparison.places(found, 1)),
    ):
        where = ", ".join(dict.fromkeys(map(position, places)))
        text = f"    {phrase.say(name)}  {phrase.outcome(outcome, side)}"
        yield pad(text, _WIDEST) + style.paint(where, "dim")


def pad(text: str, width: int) -> str:
    """A text with blanks behind it, two at least."""
    return text + " " * max(2, width - columns(text))


def _in_brief(
    found: Behavioural, comparison: Comparison, policy: Policy, style: _Style
) -> Iterator[str]:
    rules = " + ".join(found.rules)
    values = [style.phrase.in_short(one, found.kind) for one in (found.before, found.after)]
    label = style.paint("•", policy.of(found, comparison))
    yield f"  {label} {rules}  [{found.fingerprint}]"
    options = style.phrase.options(found)
    change = style.phrase.colon(style.phrase.witness(found.witness), f"{values[0]} → {values[1]}")
    parts = [
        f"{number(found.count)} ({percent(found.share)})",
        style.say(f"by up to {number(found.swing)}", f"最多差 {number(found.swing)}"),
        *style.phrase.across(found),
        change,
        *shown_texts(found, style.phrase),
        *([options] if options else []),
        *([text] if (text := _approved(found, policy, style)) else []),
    ]
    yield f"    {style.phrase.listed(parts)}"


def _structural(comparison: Comparison, policy: Policy, style: _Style) -> Iterator[str]:
    told = [one for one in comparison.structural if one.kind != "wording"]
    words = len(comparison.structural) - len(told)
    if comparison.structural:
        yield ""
        yield style.say("in the files:", "文件里：")
    for one in told:
        yield from _change(one, comparison, policy, style)
    changed = {rule for one in told for rule in one.rules}
    for old, new in comparison.renamed:
        text = style.say(
            f"{old} is called {new} on the second side",
            f"{old} 在后一方叫作 {new}",
        )
        if old not in changed:
            text += style.say(", and does the same", "，作用相同")
        yield f"  {text}"
    if words:
        yield "  " + style.say(
            f"{words} of words only: names, notes, clauses (--format json lists them)",
            f"另有 {words} 处只关文字：名称、说明、依据（--format json 会列出）",
        )


def _change(
    found: Structural, comparison: Comparison, policy: Policy, style: _Style
) -> Iterator[str]:
    severity = policy.of(found, comparison)
    no_effect = severity == "note" and found.kind != "wording"
    where = " → ".join(dict.fromkeys(map(position, found.where)))
    effect = style.say("  (no effect seen)", "（看不出影响）") if no_effect else ""
    path = style.paint(found.path, severity)
    before, after = (_text(value, style) for value in (found.before, found.after))
    short = columns(before) + columns(after) + columns(found.path) <= _SHORT
    if short and found.before is not None and found.after is not None:
        change = style.phrase.colon(path, f"{before} → {after}")
        yield pad(f"  {change}{effect}", _WIDEST) + style.paint(where, "dim")
        return
    yield pad(f"  {path}{effect}", _WIDEST) + style.paint(where, "dim")
    if found.before is not None:
        yield f"    - {before}"
    if found.after is not None:
        yield f"    + {after}"


def _text(value: str | int | None, style: _Style) -> str:
    return visible(str(value)) or style.say("(nothing)", "（空）")
