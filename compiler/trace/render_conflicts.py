"""The disagreements of the sources, edition by edition, as Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from .conflicts import find

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Literal

    from ..resolved.nodes import Words
    from .conflicts import Found, Json, Point, Section

    Lang = Literal["en", "zh"]

_PREFACE: Final = (
    "# Where the sources disagree\n\n中文：[CONFLICTS.zh.md](CONFLICTS.zh.md)\n\n"
    "What each ruleset does on every point on which the texts differ. Made from the rulesets and "
    "`clauses/conflicts.yaml`: `pytest tests/unit/rulesets/test_conflicts.py --update`. A path "
    "names the place in the resolved ruleset; `—` stands where a ruleset has no such rule, † where "
    "the value is assumed because no text of the ruleset's own says it, and … for rows that are as "
    "in the line above all others. Rows stand in the order in which they are asked.",
    "# 文献的分歧\n\nEnglish: [CONFLICTS.md](CONFLICTS.md)\n\n"
    "各文献说法不一之处，每份规则怎样做。由规则文件和 `clauses/conflicts.yaml` 生成："
    "`pytest tests/unit/rulesets/test_conflicts.py --update`。路径指展开后的规则里的位置；"
    "`—` 表示没有这条规则，† 表示本地的文本没有写、出于推定，… 表示与第一行相同的各行。"
    "各行依判断的先后排列。",
)
_HEAD: Final = (("#", "point", "ruleset: value", "clauses"), ("#", "分歧", "规则：值", "条文"))
_ALL: Final = ("all", "全部")
_MOST: Final = ("most", "多数")
_WITHOUT: Final = ("without", "没有")
_NOTHING: Final = "—"
_SAME: Final = "…"
_MARK: Final = " †"
_RESULTS: Final = ("at", "allowed", "pay", "next")
_WORD: Final = re.compile(r"[\w.-]+")


def conflicts_page(
    sections: Sequence[Section], rulesets: Mapping[str, Mapping[str, Json]], lang: Lang
) -> str:
    """The page.

    Args:
        sections: The disagreements.
        rulesets: The rulesets as plain data, by their ids.
        lang: Its language.
    """
    zh = lang == "zh"
    parts = [_PREFACE[zh]]
    for section in sections:
        rows = [_HEAD[zh], ("---",) * len(_HEAD[zh])]
        rows += [_row(point, rulesets, lang) for point in section.points]
        lines = [f"| {' | '.join(row)} |" for row in rows]
        parts.append("\n".join([f"## {_say(section.heading, lang)}", "", *lines]))
    return "\n\n".join(parts) + "\n"


def _row(
    point: Point, rulesets: Mapping[str, Mapping[str, Json]], lang: Lang
) -> tuple[str, str, str, str]:
    """One disagreement: who does what, those that do the same together."""
    at = " ".join(f"`{path}`" for path in point.at)
    what = _say(point.what, lang) + (f"<br>{at}" if at else "")
    told = list(_told(point, rulesets, lang))
    if point.more is not None:
        told.append(f"({_say(point.more, lang)})" if lang == "en" else f"（{point.more.zh}）")
    line = "<br>".join(told).replace("|", "\\|")
    return f"**{point.id}**", what, line, " ".join(point.clauses)


class _Told(NamedTuple):
    """What a ruleset does on one point."""

    found: tuple[Found, ...]
    assumed: bool

    @property
    def mark(self) -> str:
        """The mark of what only the point itself calls assumed."""
        marked = not self.assumed or any(one.assumed or _any_row(one) for one in self.found)
        return "" if marked else _MARK


def _any_row(found: Found) -> bool:
    """Whether a row of a table is marked."""
    rows = found.value if isinstance(found.value, list) else []
    return any(isinstance(row, dict) and bool(row.get("foreign")) for row in rows)


def _told(point: Point, rulesets: Mapping[str, Mapping[str, Json]], lang: Lang) -> Iterator[str]:
    """What most rulesets do, then what the others do otherwise."""
    told = {
        id_: _Told(tuple(find(ruleset, path) for path in point.at), point.assumes(id_))
        for id_, ruleset in rulesets.items()
    }
    fixed = "" if point.fixed is None else _say(point.fixed, lang)
    groups: dict[str, list[str]] = {}
    for id_, one in told.items():
        whole = fixed or " · ".join(_value(found, lang) for found in one.found)
        groups.setdefault(whole + one.mark, []).append(id_)
    most = max(groups.values(), key=len)
    for whole, ids in sorted(groups.items(), key=lambda one: one[1] is not most):
        one = told[ids[0]]
        if ids is most:
            yield f"**{_named(ids, len(rulesets), lang)}**: {whole}"
        elif point.fixed is not None:
            yield f"**{', '.join(ids)}**: {whole}"
        else:
            pairs = zip(one.found, told[most[0]].found, strict=True)
            beside = " · ".join(_beside(found, other, lang) for found, other in pairs)
            yield f"**{', '.join(ids)}**: {beside}{one.mark}"


def _named(ids: Sequence[str], all_: int, lang: Lang) -> str:
    """The rulesets that do what most do."""
    if len(ids) == all_:
        return _ALL[lang == "zh"]
    return _MOST[lang == "zh"] if len(ids) > all_ / 2 else ", ".join(ids)


def _beside(one: Found, other: Found, lang: Lang) -> str:
    """A value beside another: of tables that have rows in common, only what differs.

    The rows stand in their order, what is as in the other table as dots.
    """
    rows, known = _rows(one.value), _rows(other.value)
    if not rows.items() & known.items():
        return _value(one, lang)
    told: list[str] = []
    for id_, row in rows.items():
        text = _SAME if known.get(id_) == row else f"{id_} {row}"
        if text != _SAME or told[-1:] != [_SAME]:
            told.append(text)
    gone = [id_ for id_ in known if id_ not in rows]
    without = [f"{_WITHOUT[lang == 'zh']} {', '.join(gone)}"] if gone else []
    return "; ".join([*told, *without]) + (_MARK if one.assumed else "")


def _rows(value: Json) -> dict[str, str]:
    """The rows of a table by their ids; none for anything else."""
    rows = value if isinstance(value, list) else []
    return {str(row["id"]): _rule(row) for row in rows if isinstance(row, dict) and "id" in row}


def _value(found: Found, lang: Lang) -> str:
    """A value in one line, marked if it is assumed."""
    return _text(found.value, lang) + (_MARK if found.assumed else "")


def _text(value: Json, lang: Lang) -> str:
    match value:
        case None | [] | "":
            return _NOTHING
        case bool():
            return "true" if value else "false"
        case list():
            rows = [_text(one, lang) for one in value]
            return ("; " if isinstance(value[0], dict) else ", ").join(rows)
        case {"zh": str(zh), "en": str(en)}:
            return zh if lang == "zh" else en
        case {"text": dict() as words}:
            return _text(words, lang)
        case dict() if "id" in value:
            return f"{value['id']} {_rule(value)}"
        case dict():
            return ", ".join(f"{key} {_text(one, lang)}" for key, one in value.items())
        case _:
            return str(value) if _WORD.fullmatch(str(value)) else f"`{value}`"


def _rule(row: Mapping[str, Json]) -> str:
    """A row of a decision table; of anything else what it says besides its names and grounds."""
    result = next((key for key in _RESULTS if key in row), None)
    if result is None:
        known = {"id", "name", "note", "cite", "assumed", "place", "places", "foreign"}
        return ", ".join(
            f"{key} {_text(value, 'en')}" for key, value in row.items() if key not in known
        )
    when = row.get("when")
    outcome = _text(row[result], "en") + (_MARK if row.get("foreign") else "")
    return f"→ {outcome}" if when is None else f"`{when}` → {outcome}"


def _say(words: Words, lang: Lang) -> str:
    return words.zh if lang == "zh" else words.en
