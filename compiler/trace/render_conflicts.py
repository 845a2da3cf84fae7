"""The disagreements of the sources, edition by edition, as Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

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
    "the value rests on an assumption alone, and … for the rows that are as in the line above all "
    "others.",
    "# 文献的分歧\n\nEnglish: [CONFLICTS.md](CONFLICTS.md)\n\n"
    "各文献说法不一之处，每份规则怎样做。由规则文件和 `clauses/conflicts.yaml` 生成："
    "`pytest tests/unit/rulesets/test_conflicts.py --update`。路径指展开后的规则里的位置；"
    "`—` 表示没有这条规则，† 表示只凭推定，… 表示与第一行相同的各行。",
)
_HEAD: Final = (("#", "point", "ruleset: value", "clauses"), ("#", "分歧", "规则：值", "条文"))
_ALL: Final = ("all", "全部")
_MOST: Final = ("most", "多数")
_WITHOUT: Final = ("without", "没有")
_NOTHING: Final = "—"
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
    if point.fixed is not None:
        told = f"**{_ALL[lang == 'zh']}**: {_say(point.fixed, lang)}"
    else:
        told = "<br>".join(_told(point, rulesets, lang))
    return f"**{point.id}**", what, told.replace("|", "\\|"), " ".join(point.clauses)


def _told(point: Point, rulesets: Mapping[str, Mapping[str, Json]], lang: Lang) -> Iterator[str]:
    """What most rulesets do, then what the others do otherwise."""
    found = {id_: [find(ruleset, path) for path in point.at] for id_, ruleset in rulesets.items()}
    groups: dict[str, list[str]] = {}
    for id_, ones in found.items():
        groups.setdefault(" · ".join(_value(one, lang) for one in ones), []).append(id_)
    most = max(groups.values(), key=len)
    for value, ids in sorted(groups.items(), key=lambda one: one[1] is not most):
        if ids is most:
            yield f"**{_named(ids, len(rulesets), lang)}**: {value}"
        else:
            pairs = zip(found[ids[0]], found[most[0]], strict=True)
            told = " · ".join(_beside(one, other, lang) for one, other in pairs)
            yield f"**{', '.join(ids)}**: {told}"


def _named(ids: Sequence[str], all_: int, lang: Lang) -> str:
    """The rulesets that do what most do."""
    if len(ids) == all_:
        return _ALL[lang == "zh"]
    return _MOST[lang == "zh"] if len(ids) > all_ / 2 else ", ".join(ids)


def _beside(one: Found, other: Found, lang: Lang) -> str:
    """A value beside another: of tables that have rows in common, only what differs."""
    rows, known = _rows(one.value), _rows(other.value)
    if not rows.items() & known.items():
        return _value(one, lang)
    new = [f"{id_} {row}" for id_, row in rows.items() if known.get(id_) != row]
    gone = [id_ for id_ in known if id_ not in rows]
    without = [f"{_WITHOUT[lang == 'zh']} {', '.join(gone)}"] if gone else []
    return "; ".join(["…", *new, *without]) + (" †" if one.assumed else "")


def _rows(value: Json) -> dict[str, str]:
    """The rows of a table by their ids; none for anything else."""
    rows = value if isinstance(value, list) else []
    return {str(row["id"]): _rule(row) for row in rows if isinstance(row, dict) and "id" in row}


def _value(found: Found, lang: Lang) -> str:
    """A value in one line, marked if nothing but an assumption speaks for it."""
    return _text(found.value, lang) + (" †" if found.assumed else "")


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
        known = {"id", "name", "note", "cite", "assumed", "place", "places"}
        return ", ".join(
            f"{key} {_text(value, 'en')}" for key, value in row.items() if key not in known
        )
    when = row.get("when")
    outcome = _text(row[result], "en")
    return f"→ {outcome}" if when is None else f"`{when}` → {outcome}"


def _say(words: Words, lang: Lang) -> str:
    return words.zh if lang == "zh" else words.en
