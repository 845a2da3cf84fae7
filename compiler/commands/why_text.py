"""Why a fan holds or does not hold, as an indented tree of marks and values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...runtime.options import show
from ...runtime.tiles import tile_text
from ..interpret.why import deciding
from .columns import wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..core.nodes import Fan, Type
    from ..interpret.why import Asked, Found, Why
    from .settings import Settings

    Outcome = tuple[Why, tuple[str, str] | None]
    """A condition looked into, and what kept the fan from scoring although it holds."""

_WIDTH: Final = 80
_MARKS: Final = {True: "✓", False: "✗"}
_MOST = 14
_HEADING = ("{name} ({fan}) wants: {when}", "{name}（{fan}）的条件：{when}")
_IN = ("In reading {numbers}: ", "拆法 {numbers}：")
_SCORES = ("it holds and scores", "成立，计番")
_REPLACED = ("it holds, but is replaced by {by}", "成立，但被 {by} 取代")
_EXCLUDED = ("it holds, but is excluded by {by}", "成立，但被 {by} 排斥")
_FAILS = ("it does not hold", "不成立")
_ABSENT = ("there is none", "没有")
_NONE = ("of none", "一个也没有")
_COUNTED = ("so of: ", "符合：")
_OTHERS = ("not of: ", "不符：")
_MORE = ("… {count} more", "……另有 {count} 个")


def why_lines(asked: Fan, outcomes: Sequence[Outcome], settings: Settings) -> Iterator[str]:
    """What came of a fan in each reading; readings of which the same is to be said, together."""
    name = asked.name.zh if settings.lang == "zh" else asked.name.en
    when = outcomes[0][0].text
    heading = settings.say(_HEADING).format(name=name, fan=asked.id, when=when)
    yield from wrap(heading, _WIDTH)
    said: dict[tuple[str, ...], list[int]] = {}
    for number, outcome in enumerate(outcomes, 1):
        said.setdefault(tuple(_outcome(outcome, settings)), []).append(number)
    for lines, numbers in said.items():
        yield settings.say(_IN).format(numbers=", ".join(map(str, numbers))) + lines[0]
        yield from lines[1:]


def _outcome(outcome: Outcome, settings: Settings) -> Iterator[str]:
    found, barred = outcome
    if barred is not None:
        words = _REPLACED if barred[0] == "replaced" else _EXCLUDED
        yield settings.say(words).format(by=barred[1])
    else:
        yield settings.say(_SCORES if found.value is True else _FAILS)
    yield from _lines(found, 1, settings)


def _lines(found: Why, depth: int, settings: Settings) -> Iterator[str]:
    """An expression with its value, and below it the parts that decide it."""
    indent = "  " * depth
    first, *rest = wrap(found.text + _value(found, settings), _WIDTH - len(indent) - 2)
    if isinstance(found.value, bool):
        mark = f"{_MARKS[found.value]} "
    else:
        mark = "· " if found.value is not None else "✗ "
    yield indent + mark + first
    yield from (f"{indent}  {line}" for line in rest)
    for part in deciding(found):
        yield from _lines(part, depth + 1, settings)
    if found.role == "elements":
        yield from (f"{indent}  {line}" for line in _elements(found, settings, indent))


def _value(found: Why, settings: Settings) -> str:
    if found.value is None:
        return f": {settings.say(_ABSENT)}"
    if isinstance(found.value, bool):
        return ""
    return f" = {shown(found.value, found.type)}"


def shown(value: Found, kind: Type | None) -> str:
    """A value as an author would write it."""
    if kind is not None and kind.base == "tile" and isinstance(value, int):
        return tile_text(value)
    return "–" if value is None else show(value)


def _elements(found: Why, settings: Settings, indent: str) -> Iterator[str]:
    """What a quantifier went through: what was counted, and what else the player has."""
    width = _WIDTH - len(indent) - 4
    counted = [one for one in found.elements if one.counted]
    others = [one for one in found.elements if not one.counted and one.mine]
    if not found.elements:
        yield settings.say(_NONE)
        return
    for words, group in ((_COUNTED, counted), (_OTHERS, others)):
        if group:
            listed = [_element(one) for one in group[:_MOST]]
            if len(group) > _MOST:
                listed.append(settings.say(_MORE).format(count=len(group) - _MOST))
            yield from wrap(settings.say(words) + "; ".join(listed), width)


def _element(one: Asked) -> str:
    answers = ", ".join(f"{name} {shown(value, None)}" for name, value in one.answers)
    return f"{one.name} ({answers})" if answers else one.name


def why_object(outcome: Outcome) -> dict[str, object]:
    """The same as plain data."""
    found, barred = outcome
    return {
        "holds": found.value is True,
        "barred": None if barred is None else {"how": barred[0], "by": barred[1]},
        "condition": _object(found),
    }


def _object(found: Why) -> dict[str, object]:
    made: dict[str, object] = {
        "text": found.text,
        "value": found.value if isinstance(found.value, bool) else _plain(found),
    }
    if found.parts:
        made["parts"] = [_object(part) for part in found.parts]
    if found.role == "elements":
        made["elements"] = [
            {"name": one.name, "counted": one.counted, "answers": dict(one.answers)}
            for one in found.elements
            if one.counted or one.mine
        ]
    return made


def _plain(found: Why) -> str | int | None:
    if found.value is None or isinstance(found.value, str):
        return found.value
    text = shown(found.value, found.type)
    return int(text) if text.lstrip("-").isdigit() else text
