"""The fans: one card each, and all of them at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..core.nodes import Conditional, Const, Named
from ..surface.printer import print_expression
from .document import (
    Card,
    Code,
    Facts,
    Grid,
    GridRow,
    Paragraph,
    Quiet,
    Section,
    To,
    joined,
    stacked,
    text_of,
)
from .hands import how, won_hand
from .naming import cited, teller_of

if TYPE_CHECKING:
    from ..core.nodes import Expr, Fan
    from ..resolved.nodes import Fan as Declared
    from .conditions import Teller
    from .document import Block, Line
    from .shown import Shown, Town
    from .voice import Pair, Voice

_TITLE = ("The fans", "番种")
_GLANCE = ("Fans at a glance", "番种一览")
_HEAD: Final = (("Fan", "番种"), ("Factor", "倍数"), ("When", "条件"))
_INTRO = (
    "The winning tile is marked. What is laid out is underlined, or in brackets; of a concealed "
    "kong the outer two lie face down.",
    "胡的那张牌有标记。摊在桌上的牌下面有横线，或在括号里；暗杠外侧两张扣着。",
)
_LABELS: Final[dict[str, Pair]] = {
    "when": ("When", "条件"),
    "times": ("Factor", "倍数"),
    "on_top": ("Counts", "计法"),
    "rule": ("As written", "原式"),
    "note": ("Note", "说明"),
    "replaces": ("Takes the place of", "取代"),
    "excludes": ("Does not go with", "不与同计"),
    "cite": ("Rests on", "依据"),
    "assumed": ("Assumed", "推定"),
}
_EXAMPLE: Pair = ("Example: ", "例：")
_CAPPED: Pair = (", capped to {value}", "，封顶 {value}")
_ON_TOP = ("multiplies the greatest of the other fans", "乘在其余各番中最大的一个上")
_NONE = ("No hand that may win scores it.", "没有一手能胡的牌能计这一番。")
_UNKNOWN = ("No example at hand.", "暂无例子。")
_WORKED = ("worked out below", "算法见后")


def glance(town: Town, voice: Voice) -> Section:
    """All fans on half a page."""
    fans = {fan.id: fan for fan in town.core.fans}
    teller = teller_of(town, voice)
    rows = tuple(
        GridRow(
            (
                (To(voice.anchor("fan", id_), voice.words(fans[id_].name)),),
                (_factor(fans[id_]),),
                _short(fans[id_], teller, voice),
            )
        )
        for id_ in town.core.order
    )
    head = tuple(voice.say(one) for one in _HEAD)
    return Section(voice.anchor("glance"), voice.say(_GLANCE), (Grid(head, rows, (1,)),))


def _short(fan: Fan, teller: Teller, voice: Voice) -> Line:
    """The condition, how a factor is worked out, and what the author adds."""
    told = teller.clause(fan.when)
    rule: Line = () if isinstance(fan.times, Const) else _worked_out(fan, teller)
    note = voice.words(fan.note)
    if note.rstrip(".。").lower() == text_of(told).lower():
        note = ""
    return stacked(told, rule, (Quiet(note),) if note else ())


def _worked_out(fan: Fan, teller: Teller) -> Line:
    """How a factor is worked out that is no figure."""
    return (f"{_factor(fan)} = ", *teller.noun(fan.times))


def fans(town: Town, voice: Voice) -> Section:
    """One card for each fan, in the author's order."""
    known = {fan.id: fan for fan in town.core.fans}
    declared = {fan.id: fan for fan in town.core.ruleset.fans}
    cards = tuple(_card(town, known[id_], declared[id_], voice) for id_ in town.core.order)
    blocks: tuple[Block, ...] = (Paragraph((voice.say(_INTRO),)), *cards)
    return Section(voice.anchor("fans"), voice.say(_TITLE), blocks)


def _factor(fan: Fan) -> str:
    """A figure, those there may be, or a letter where they are worked out."""
    figures = _figures(fan.times)
    return "×" + ("/".join(map(str, sorted(figures))) if figures else "n")


def _figures(times: Expr) -> set[int]:
    """The figures a factor may be; none where it is calculated."""
    match times:
        case Const(value=int(value)):
            return {value}
        case Named(body=body):
            return _figures(body)
        case Conditional(then=then, otherwise=otherwise):
            either = _figures(then), _figures(otherwise)
            return either[0] | either[1] if all(either) else set()
        case _:
            return set()


def _card(town: Town, fan: Fan, declared: Declared, voice: Voice) -> Card:
    teller = teller_of(town, voice)
    told = teller.clause(fan.when)
    factor: Line = () if isinstance(fan.times, Const) else _worked_out(fan, teller)
    entries: list[tuple[str, Line]] = [
        ("note", (voice.words(fan.note),) if fan.note else ()),
        ("times", factor),
        ("on_top", (voice.say(_ON_TOP),) if fan.on_top and town.core.by_maximum else ()),
        ("when", told),
        ("rule", (Code(print_expression(declared.when)),)),
        ("replaces", _others(town, [ref.id for ref in declared.replaces], voice)),
        ("excludes", _others(town, [ref.id for ref in declared.excludes], voice)),
        ("cite", cited(fan.basis, voice)),
        ("assumed", (voice.words(fan.basis.assumed),) if fan.basis.assumed else ()),
    ]
    facts = Facts(tuple((voice.say(_LABELS[key]), line) for key, line in entries if line))
    shown = town.shown.get(fan.id)
    missing = voice.say(_NONE if town.searched else _UNKNOWN)
    pictures = [Paragraph((missing,))] if shown is None else _shown(town, shown, voice)
    title = f"{fan.name.zh} · {fan.name.en}" if fan.name.zh != fan.name.en else fan.name.zh
    anchor = voice.anchor("fan", fan.id)
    return Card(anchor, title, _factor(fan), (facts, *pictures))


def _others(town: Town, ids: list[str], voice: Voice) -> Line:
    names = {fan.id: voice.words(fan.name) for fan in town.core.fans}
    links = [(To(voice.anchor("fan", id_), names[id_]),) for id_ in ids if id_ in names]
    return joined(links, voice.comma)


def _shown(town: Town, shown: Shown, voice: Voice) -> list[Block]:
    best = shown.verdict.best
    names = {fan.id: voice.words(fan.name) for fan in town.core.fans}
    joint = ", " if town.core.by_maximum else " × "
    reckoned = joint.join(f"{names[id_]} {times}" for id_, times in best.fans)
    line: Line = (voice.say(_EXAMPLE), how(shown.won, voice), voice.colon, reckoned)
    line += (f" = {best.product}",) if len(best.fans) > 1 else ()
    line += (voice.say(_CAPPED, value=best.value),) if best.value != best.product else ()
    if shown.example:
        line += (" (", To(voice.anchor("example", shown.example), voice.say(_WORKED)), ")")
    return [won_hand(shown.hand, best.reading), Paragraph(line)]
