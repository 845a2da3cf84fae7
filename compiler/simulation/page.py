"""All sections on one page of HTML that needs nothing else."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from ..pages.markup import NOTHING, Html, element, joined, table
from ..pages.shell import page as shell
from ..pages.shell import section
from .about import about, title
from .plots import plot
from .section import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .section import Lang, Section

Json = dict[str, Any]

_METHOD: Final = (
    "Intervals are of 95 %: Wilson's for shares, the normal one for means; thin lines in the "
    "plots. The same command gives the same page, whatever the machine and the number of workers.",
    "区间均为 95%：比例用 Wilson 区间，平均值用正态区间；图中以细线表示。"
    "同样的命令，不论机器与并行数，所得页面相同。",
)
_TABLE: Final = ("the numbers", "数据")


def page(report: Json, sections: Sequence[Section], lang: Lang) -> str:
    """The page, in one language."""
    name = title(report, lang)
    return shell(
        name,
        lang,
        element("header", element("h1", name), _facts(about(report, lang))),
        element("main", *[_card(one, lang) for one in sections], class_="cards"),
        element("footer", element("p", say(lang, _METHOD))),
        style=_style(),
    )


def _facts(facts: Iterable[tuple[str, str]]) -> Html:
    pairs = [joined([element("dt", term), element("dd", fact)]) for term, fact in facts]
    return element("dl", *pairs)


def _card(one: Section, lang: Lang) -> Html:
    note = element("p", one.note, class_="muted small") if one.note else NOTHING
    numbers = table(one.headings, one.rows, numbers=range(1, len(one.headings)))
    drawn = plot(one)
    if drawn:
        summary = element("summary", say(lang, _TABLE))
        numbers = element("details", summary, numbers)
    return section(one.key, one.title, note, drawn, numbers, class_="panel card")


@cache
def _style() -> str:
    return files(__package__).joinpath("plots.css").read_text("utf-8")
