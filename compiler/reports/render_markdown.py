"""Differences as Markdown for a comment on a pull request, never longer than one may be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ..diagnostics.visible import visible
from ..diff.findings import Bystander, WonHand
from .shown_words import shown_texts
from .words import CLASSES, SEVERITIES, Phrase, glyphs, number, percent, position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..diff.findings import Behavioural, Comparison, Structural
    from .report import Entry, Policy, Report
    from .words import Lang

MARK: Final = "<!-- kawuxing-diff -->"
"""The first line, by which a comment is found again to be updated."""
MOST_BYTES: Final = 60_000
_FOR_NOTE: Final = 400
_ICONS: Final = {"error": "🔴", "warning": "🟡", "note": "⚪"}
_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]|~>]|:(?=//)|(?<=www)\.)")
_CALLING: Final = re.compile(r"([@#])(?=\w)")
_HEAD: Final = (
    "| | class | rules | affected | share | up to | options | before → after |",
    "| | 类别 | 规则 | 涉及 | 占比 | 最多差 | 选项 | 前 → 后 |",
)
_NO_RULESETS: Final = ("No ruleset has changed.", "没有规则改动。")
_CHANGES: Final = {
    "added": ("a new ruleset", "新的规则"),
    "removed": ("removed", "已删除"),
    "broken": ("not compared: it has errors", "没有比较：规则有错误"),
    "unsupported": ("not compared: an abstract ruleset", "没有比较：抽象的规则"),
    "changed": ("changed", "有改动"),
}


def render_markdown(report: Report, lang: Lang = "en", *, most: int = MOST_BYTES) -> str:
    """All that was compared, the important first; what does not fit is counted.

    Args:
        report: what was compared.
        lang: the language.
        most: how many bytes may be written.
    """
    phrase = Phrase(lang)
    blocks = list(_blocks(report, phrase))
    room = most - _FOR_NOTE
    text = f"{MARK}\n"
    left = 0
    for block in blocks:
        added = f"\n{block}\n"
        if len((text + added).encode()) > room:
            left += 1
        else:
            text += added
    if left:
        note = phrase.fill(
            (
                "{left} parts did not fit here; `kawuxing diff` tells everything.",
                "有 {left} 部分放不下；`kawuxing diff` 会全部列出。",
            ),
            left=left,
        )
        text += f"\n> {note}\n"
    return text


def _blocks(report: Report, phrase: Phrase) -> Iterator[str]:
    """First what every reader must see of each ruleset, then the details of each."""
    if not report.entries:
        yield phrase.say(_NO_RULESETS)
    for entry in report.entries:
        yield from _overview(entry, report.policy, phrase)
    for approval in report.unused:
        text = phrase.say(("approved, but not found", "已认可，但没有出现"))
        yield f"⚠️ {text}: `{approval.fingerprint}` ({escaped(position(approval.span))})"
    for comparison in report.comparisons:
        for found in comparison.behavioural:
            yield _details(found, comparison, report.policy, phrase)
        yield from _files(comparison, report.policy, phrase)


def _overview(entry: Entry, policy: Policy, phrase: Phrase) -> Iterator[str]:
    comparison = entry.comparison
    if comparison is None:
        yield f"### {escaped(entry.name)}: {phrase.say(_CHANGES[entry.change])}"
        return
    before, after = comparison.sides
    names = f"{escaped(before.name)} → {escaped(after.name)}"
    title = f"### {phrase.words(after.title)}" if before.id == after.id else "###"
    yield f"{title} {escaped(entry.name) if entry.name else names}"
    if comparison.behavioural:
        yield from _table(comparison, policy, phrase)
    for gap in comparison.gaps:
        text = phrase.say(("Not proven", "未经证明"))
        yield f"⚠️ {phrase.colon(text, escaped(phrase.gap(gap)))}"
    mark = "✅ " if comparison.equal else ""
    yield f"{mark}{escaped(phrase.conclusion(comparison))}"


def _table(comparison: Comparison, policy: Policy, phrase: Phrase) -> Iterator[str]:
    """One row a difference, in pieces, so that a long table can be cut off."""
    rows = [_row(found, comparison, policy, phrase) for found in comparison.behavioural]
    shown = rows[:_ROWS]
    head = phrase.say(_HEAD)
    yield "\n".join([head, "|---|---|---|--:|--:|--:|--:|---|", *shown])
    if len(rows) > _ROWS:
        left = len(rows) - _ROWS
        yield phrase.fill(("… and {left} differences more", "……另有 {left} 处差别"), left=left)


_ROWS: Final = 40


def _row(found: Behavioural, comparison: Comparison, policy: Policy, phrase: Phrase) -> str:
    approval = policy.approval(found)
    icon = "☑️" if approval is not None else _ICONS[policy.of(found, comparison)]
    before, after = (phrase.in_short(one, found.kind) for one in (found.before, found.after))
    cells = [
        icon,
        phrase.say(CLASSES[found.kind]),
        f"{code(' + '.join(found.rules))} {escaped(phrase.titled(found, comparison))}".rstrip(),
        number(found.count),
        percent(found.share),
        number(found.swing),
        f"{found.shows}/{found.tried}" if found.tried else "–",
        f"{before} → {after}",
    ]
    return f"| {' | '.join(cells)} |"


def _details(found: Behavioural, comparison: Comparison, policy: Policy, phrase: Phrase) -> str:
    severity = phrase.say(SEVERITIES[policy.of(found, comparison)])
    summary = f"{severity}: {' + '.join(found.rules)} ({number(found.count)})"
    lines = [escaped(phrase.affected(found))]
    if options := phrase.options(found):
        lines.append(code(options))
    if isinstance(found.witness, WonHand | Bystander):
        lines.append(glyphs(found.witness.hand))
    lines.append(escaped(phrase.witness(found.witness)))
    lines += map(escaped, shown_texts(found, phrase))
    for words, outcome, side, places in (
        (("before", "前"), found.before, comparison.sides[0], comparison.places(found, 0)),
        (("after", "后"), found.after, comparison.sides[1], comparison.places(found, 1)),
    ):
        where = ", ".join(code(place) for place in dict.fromkeys(map(position, places)))
        text = escaped(phrase.outcome(outcome, side))
        lines.append(f"**{phrase.say(words)}** {text} {where}".rstrip())
    told = code(found.fingerprint) if found.fingerprint else phrase.fingerprint(found)
    lines.append(f"{phrase.say(('fingerprint', '指纹'))} {told}")
    approval = policy.approval(found)
    if approval is not None:
        lines.append(
            f"{phrase.say(('approved', '已认可'))}: {escaped(phrase.words(approval.reason))}"
        )
    return folded(summary, "  \n".join(lines))


def _files(comparison: Comparison, policy: Policy, phrase: Phrase) -> Iterator[str]:
    told = [one for one in comparison.structural if one.kind != "wording"]
    words = [one for one in comparison.structural if one.kind == "wording"]
    renamed = [f"- {code(old)} → {code(new)}" for old, new in comparison.renamed]
    for title, found in (
        (("in the files", "文件里的改动"), told),
        (("words only", "只关文字的改动"), words),
    ):
        lines = [_change(one, comparison, policy, phrase) for one in found]
        lines += renamed if found is told else []
        if lines:
            yield folded(f"{phrase.say(title)} ({len(lines)})", "\n".join(_fitting(lines)))


def _fitting(lines: Sequence[str]) -> list[str]:
    """The first lines of a list, so that one block never takes everything."""
    kept: list[str] = []
    size = 0
    for line in lines:
        size += len(line.encode())
        if size > MOST_BYTES // 4:
            return [*kept, "- …"]
        kept.append(line)
    return kept


def _change(found: Structural, comparison: Comparison, policy: Policy, phrase: Phrase) -> str:
    before, after = (
        "–" if one is None else code(visible(str(one))) for one in (found.before, found.after)
    )
    where = " → ".join(dict.fromkeys(map(position, found.where)))
    quiet = policy.of(found, comparison) == "note" and found.kind != "wording"
    effect = phrase.say((" (no effect seen)", "（看不出影响）")) if quiet else ""
    return f"- {code(found.path)}: {before} → {after}{effect} {escaped(where)}"


def folded(summary: str, body: str) -> str:
    """Something that is shown when it is asked for."""
    return f"<details><summary>{_html(summary)}</summary>\n\n{body}\n\n</details>"


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escaped(text: str) -> str:
    """Text that means nothing to Markdown: no mark-up, no mentions, no links."""
    plain = visible(text).replace("&", "&amp;").replace("<", "&lt;")
    return _CALLING.sub("\\1\u200b", _SPECIAL.sub(r"\\\1", plain))


def code(text: str) -> str:
    """Text set as code, also inside a table."""
    ticks = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{blank}{text.replace('|', chr(92) + '|')}{blank}{ticks}"
