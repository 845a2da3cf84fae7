"""Interactions as one page that loads nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..diff.findings import WonHand
from ..pages.markup import NOTHING, Html, anchor_of, element, joined, link
from ..pages.shell import contents, page, section
from ..pages.tiles import drawings, groups_of, hand, tile_style
from .touches import WaitingHand
from .words import Teller

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from .pairs import Interactions, Meeting

_STYLE: Final = """
.grid th, .grid td { padding: .25rem .4rem; text-align: center; font-size: .8125rem; }
.grid th[scope=row] { text-align: left; position: sticky; left: 0; background: var(--paper);
  white-space: nowrap; }
.grid thead th { writing-mode: vertical-rl; text-align: left; vertical-align: bottom; }
.grid td a { display: block; text-decoration: none; font-weight: 700; min-width: 1.25rem; }
.legend { list-style: none; padding: 0; }
.pair { scroll-margin-top: 1rem; }
.pair p { margin: .3rem 0; }
"""


def interactions_page(found: Interactions, lang: Literal["en", "zh"]) -> str:
    """The page: the grid, and every pair that does not act apart with its least example."""
    teller = Teller(found, lang)
    shown = [met for met in found.meetings if met.kind != "apart"]
    parts = [
        ("grid", teller.word("grid"), _grid(teller)),
        ("pairs", teller.word("pairs"), joined(_pair(teller, met) for met in shown)),
    ]
    menu = contents(teller.word("contents"), [(anchor, name) for anchor, name, _ in parts])
    sections = [section(anchor, name, body) for anchor, name, body in parts]
    header = element("header", element("h1", teller.title), element("p", teller.word("about")))
    main = element("main", drawings(), *sections)
    return page(teller.title, lang, header, menu, main, style=tile_style() + _STYLE)


def _grid(teller: Teller) -> Html:
    names = [teller.name(one) for one in teller.found.switches]
    head = [element("th", name, scope="col") for name in names]
    rows = [element("tr", *_row(teller, at)) for at in range(len(names))]
    top = element("thead", element("tr", element("td", NOTHING), *head))
    table = element("table", top, *rows, class_="grid")
    legend = element("ul", *(element("li", line) for line in teller.legend()), class_="legend")
    return joined([element("div", table, class_="wide"), legend])


def _row(teller: Teller, row: int) -> Iterator[Html]:
    yield element("th", teller.name(teller.found.switches[row]), scope="row")
    for at in range(len(teller.found.switches)):
        met = None if at == row else teller.found.meeting(row, at)
        if met is None:
            yield element("td", NOTHING)
        elif met.kind == "apart":
            yield element("td", teller.sign(met), class_="muted")
        else:
            yield element("td", link(_anchor(met), teller.sign(met)))


def _anchor(met: Meeting) -> str:
    return anchor_of(f"s{met.one}", f"s{met.other}")


def _pair(teller: Teller, met: Meeting) -> Html:
    lines = [element("p", line) for line in teller.lines(met)]
    told = list(teller.example(met))
    if isinstance(met.witness, WonHand | WaitingHand):
        lines.append(hand(groups_of(met.witness.hand), told[0]))
    lines += [element("p", line, class_="muted small") for line in told]
    heading = element("h3", teller.pair(met))
    return element("article", heading, *lines, id=_anchor(met), class_="pair panel")
