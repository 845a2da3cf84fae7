"""The text of a new ruleset: as little as is needed, and comments that say how to go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..surface.expressions import Name, Number, children
from ..surface.options import spelled_value
from .columns import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.score import Score
    from ..resolved.nodes import Ruleset
    from ..surface.expressions import Expr

_LETTERS: Final = {"dots": "p", "bamboos": "s", "characters": "m"}
_HEAD: Final = """\
# {id}：承自 {zh}（{parent}）的一份规则。只写不同之处，其余照上级。
# {id}: a ruleset that extends {en} ({parent}). It says only what differs.
#
#   kawuxing show {file}     全部规则及其出处 · all rules, and where each comes from
#   kawuxing check {file}    查错 · find mistakes
#   kawuxing test {file}     运行下面的例子 · run the examples below
#   kawuxing build {file} -d out    生成模块 · write the module

kawuxing: 1
variant: {id}
name: {{zh: {id}, en: {id}}}  # 改成大家的叫法 · write what people call it
extends: {extends}
"""
_OPTIONS: Final = """\

# 一、选项。上级的默认值如下；要改，去掉行首的 # 再改值。assumed 写明理由，有出处的用 cite。
# 1. Options. These are the parent's defaults; to change one, take away the # and write another
#    value. `assumed` gives the reason; what a source says is cited with `cite` instead.
# options:
"""
_FANS: Final = """\

# 二、番种。上级有这些：
# 2. Fans. The parent has these:
#
"""
_CHANGES: Final = """\
#
# 改倍数、去掉一个、添一个 · change a factor, remove one, add one:
# fans:
"""
_ADDED: Final = """\
#   my_fan:
#     name: {zh: 我的番, en: My fan}
#     times: 2
#     when: standard and all(s.run for s in sets)
#     assumed: {zh: 我们这样打。, en: We play it so.}
"""
_RULES: Final = """\

# 三、封顶、起胡、付钱、碰杠、亮牌、坐庄也能改（cap、may_win、pay、turn、dealer），
#    写法见 kawuxing show {parent}。例如漏胡以后可以胡更大的牌。
# 3. The cap, who may win, who pays, what may be claimed or revealed, and who deals can be changed
#    too (cap, may_win, pay, turn, dealer); their rows are in kawuxing show {parent}. For example, a
#    dearer hand may win after a win was passed.
# turn:
#   missed:
#     - id: dearer
#       when: value > passed.value
#       allowed: true
#       {assumed}
#     - {{id: else, allowed: false, {assumed}}}

# 四、例子：一手牌和它应得的结果。规则一改，例子会告诉你算法变了没有。
# 4. Examples: a hand and what must come of it. They tell when a change changes more than meant.
"""
_WHY: Final = (
    "{zh: 照上级的算法；改成你们的道理。, en: As the parent has it; say why in your town.}"
)
_ASSUMED: Final = "assumed: {zh: 我们这样打。, en: We play it so.}"


@dataclass(frozen=True, slots=True)
class Start:
    """What a new ruleset starts from."""

    id: str
    file: str
    extends: str
    parent: Ruleset


def hands(parent: Ruleset) -> tuple[tuple[str, str], ...]:
    """Two won hands of the tiles in play, each with how it was won."""
    letters = [_LETTERS[suit] for suit in parent.seating.suits]
    if not letters or parent.seating.copies < 4:
        return ()
    one, other = letters[0], letters[-1]
    return (
        (f"1122334455667{one}+7{one}", "discard"),
        (f"12346789{one}12399{other}+5{one}", "self_draw"),
    )


def text_of(start: Start, scores: Sequence[Score], played: Sequence[tuple[str, str]]) -> str:
    """The whole file; `scores` are what the hands `played` are worth under the parent's rules."""
    parent = start.parent
    names = {"id": start.id, "file": start.file, "extends": start.extends, "parent": parent.id}
    text = _HEAD.format(**names, zh=parent.name.zh, en=parent.name.en)
    if parent.options:
        text += _OPTIONS + "".join(_option_lines(parent))
    text += _FANS + "".join(_fan_lines(parent))
    text += _CHANGES + "".join(_change_lines(parent)) + _ADDED
    text += _RULES.format(parent=parent.id, assumed=_ASSUMED)
    if not played:
        return text
    text += "examples:\n"
    for number, ((hand, by), score) in enumerate(zip(played, scores, strict=True), 1):
        text += _example(number, hand, by, score)
    return text


def _option_lines(parent: Ruleset) -> Iterator[str]:
    for option in parent.options:
        offered = ", ".join(map(spelled_value, option.offered))
        name = f"{option.name.zh} · {option.name.en}: " if option.name else ""
        yield f"#   {option.id}: {{default: {spelled_value(option.default)}, {_ASSUMED}}}\n"
        yield f"#     # {name}{offered}\n"


def _fan_lines(parent: Ruleset) -> list[str]:
    rows = []
    for fan in parent.fans:
        times = f"×{fan.times.value}" if isinstance(fan.times, Number) else "×…"
        rows.append((times, fan.id, fan.name.zh, fan.name.en))
    return [f"#   {line}\n" for line in table(rows, right=frozenset({0}))]


def _change_lines(parent: Ruleset) -> Iterator[str]:
    """How a factor is changed and a fan removed, with fans for which that can be done."""
    literal = [fan for fan in parent.fans if isinstance(fan.times, Number)]
    if literal:
        changed = literal[0]
        assert isinstance(changed.times, Number)
        yield f"#   {changed.id}: {{times: {changed.times.value}, {_ASSUMED}}}\n"
    needed = _needed(parent) | {fan.id for fan in literal[:1]}
    spare = [fan.id for fan in parent.fans if fan.id not in needed]
    if spare:
        yield f"#   {spare[-1]}: removed\n"


def _needed(parent: Ruleset) -> set[str]:
    """The fans that something refers to."""
    found = {ref.id for fan in parent.fans for ref in (*fan.replaces, *fan.excludes)}
    exprs = [fan.when for fan in parent.fans] + [fan.times for fan in parent.fans]
    exprs += [define.body for define in parent.defines]
    exprs += [row.result for table_ in parent.tables for row in table_.rows]
    exprs += [row.when for table_ in parent.tables for row in table_.rows if row.when]
    for expr in exprs:
        found |= _fans_read(expr)
    return found


def _fans_read(expr: Expr) -> set[str]:
    """The fans an expression asks for."""
    if isinstance(expr, Name) and expr.parts[0] == "fan":
        return set(expr.parts[1:])
    return {fan for inner in children(expr) for fan in _fans_read(inner)}


def _example(number: int, hand: str, by: str, score: Score) -> str:
    fans = ", ".join(fan for fan, _ in score.fans)
    may_win = "" if score.may_win else ", may_win: false"
    return (
        f"  - id: first_{number}\n"
        f"    why: {_WHY}\n"
        f'    hand: "{hand}"\n'
        f"    by: {by}\n"
        f"    expect: {{value: {score.value}, product: {score.product}, fans: [{fans}]{may_win}}}\n"
    )
