"""A matrix as one page that loads nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..pages.markup import NOTHING, Html, anchor_of, element, joined, link
from ..pages.shell import contents, page, section
from ..pages.tiles import drawings, groups_of, hand, tile_style
from .words import WORDS, Teller

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from .pairs import Cell, Matrix

_STYLE: Final = """
.grid th, .grid td { padding: .25rem .4rem; text-align: center; font-size: .8125rem; }
.grid td { white-space: nowrap; font-variant-numeric: tabular-nums; }
.grid th[scope=row] { text-align: left; position: sticky; left: 0; background: var(--paper);
  min-width: 6.5rem; }
.grid thead th { writing-mode: vertical-rl; text-align: left; vertical-align: bottom; }
.grid td a { display: block; text-decoration: none; line-height: 1.25; }
.grid td .worth { opacity: .7; display: block; }
.grid td .marks { color: var(--warm); display: block; font-size: .75rem; letter-spacing: .05em; }
@media screen and (max-width: 48rem) {
  .grid thead, .grid .self { display: none; }
  .grid tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .grid th[scope=row] { display: block; position: static; border: 0; font-size: 1rem; }
  .grid td { display: flex; gap: .7rem; padding: .1rem .4rem; border: 0; text-align: left; }
  .grid td::before { flex: 0 0 11rem; white-space: normal; color: var(--muted);
    content: attr(data-label); }
  .grid td a { display: flex; flex-wrap: wrap; gap: 0 .7rem; }
}
.pair { scroll-margin-top: 1rem; }
.pair p { margin: .3rem 0; }
"""


def matrix_page(found: Matrix, lang: Literal["en", "zh"]) -> str:
    """The page: the grid, and every pair with its least hand."""
    teller = Teller(found, lang)
    title = teller.word("title")
    parts = [
        ("grid", teller.word("grid"), _grid(teller)),
        ("pairs", teller.word("pairs"), joined(_pair(teller, cell) for cell in found.cells)),
    ]
    menu = contents(teller.word("contents"), [(anchor, name) for anchor, name, _ in parts])
    sections = [section(anchor, name, body) for anchor, name, body in parts]
    header = element("header", element("h1", title), element("p", teller.word("about")))
    main = element("main", drawings(), *sections)
    return page(title, lang, header, menu, main, style=tile_style() + _STYLE)


def _grid(teller: Teller) -> Html:
    count = len(teller.matrix.cores)
    corner = element("td", NOTHING)
    head = [element("th", teller.name(at), scope="col") for at in range(count)]
    rows = [element("tr", *_row(teller, at)) for at in range(count)]
    table = element("table", element("thead", element("tr", corner, *head)), *rows, class_="grid")
    said = teller.phrase.fill(WORDS["legend"], marks=teller.word("marks"))
    legend = element("p", said, class_="muted small")
    return joined([legend, element("div", table, class_="wide")])


def _row(teller: Teller, row: int) -> Iterator[Html]:
    yield element("th", teller.name(row), scope="row")
    for at in range(len(teller.matrix.cores)):
        if at == row:
            yield element("td", "·", class_="self")
            continue
        cell = teller.matrix.cell(row, at)
        shares = link(_anchor(teller, cell), *_shares(teller, cell))
        yield element("td", shares, data_label=teller.name(at))


def _shares(teller: Teller, cell: Cell) -> list[str]:
    marks = teller.marks(cell)
    more = [element("span", marks, class_="marks")] if marks else []
    if cell.hands is None:
        return ["—", *more]
    mark = "*" if cell.gaps else ""
    shares = [teller.share(cell.hands.hands, cell) + mark]
    if cell.hands.hands:
        worth = "0" if not cell.hands.worth else teller.share(cell.hands.worth, cell)
        shares.append(element("span", worth, class_="worth"))
    return [*shares, *more]


def _anchor(teller: Teller, cell: Cell) -> str:
    return anchor_of(teller.id(cell.before), teller.id(cell.after))


def _pair(teller: Teller, cell: Cell) -> Html:
    name = f"{teller.name(cell.before)} × {teller.name(cell.after)}"
    lines = [element("p", line) for line in teller.lines(cell)]
    for what, one, shown in teller.samples(cell):
        drawn = hand(groups_of(one.witness.hand), shown)
        lines += [element("p", what), drawn, element("p", shown, class_="muted small")]
    return element(
        "article", element("h3", name), *lines, id=_anchor(teller, cell), class_="pair panel"
    )
