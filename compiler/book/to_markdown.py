"""A rulebook as Markdown; strangers' words cannot become markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, assert_never

from ...runtime.tiles import tile_glyph
from ..diagnostics.visible import visible
from .document import (
    Break,
    Card,
    Code,
    Facts,
    Grid,
    Heading,
    Items,
    Paragraph,
    Picture,
    Quiet,
    Strong,
    To,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..pages.tiles import Group
    from .document import Block, Book, GridRow, Inline, Line, Section

_MARKS: Final = re.compile(r"([\\`*_\[\]<>|~&$]|(?<=:)/(?=/)|(?<=www)\.)")
"""Signs that mean something anywhere; the last two would make links of addresses."""
_STARTS: Final = re.compile(r"^(\s*)([-+#=]|\d+(?=[.)]))")
"""Signs that mean something at the beginning."""
_BACK: Final = "🀫"


def to_markdown(books: Sequence[Book]) -> str:
    """The book in each language, one after the other."""
    return "\n\n---\n\n".join("\n\n".join(_book(book)) for book in books) + "\n"


def _book(book: Book) -> Iterator[str]:
    yield f"{_place(book.anchor)}\n\n# {_text(book.title)}"
    if book.subtitle:
        yield _text(book.subtitle)
    yield f"## {_text(book.contents)}"
    yield "\n".join(
        f"{at}. {_link(one.anchor, one.title)}" for at, one in enumerate(book.sections, 1)
    )
    for section in book.sections:
        yield from _section(section)
    yield _text(book.colophon)


def _section(section: Section) -> Iterator[str]:
    yield f"{_place(section.anchor)}\n\n## {_text(section.title)}"
    for block in section.blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(line=line):
            yield _line(line)
        case Items(lines=lines):
            yield "\n".join(f"{at}. {_line(one)}" for at, one in enumerate(lines, 1))
        case Grid():
            yield _grid(block)
        case Facts(entries=entries):
            yield "\n".join(f"- **{_text(name)}**: {_line(line)}" for name, line in entries)
        case Picture(groups=groups, label=label):
            tiles = "  ".join(_group(one) for one in groups if one.kinds)
            yield f"{tiles} {_code(label)}"
        case Card():
            yield from _card(block)
        case Heading(title=title):
            yield f"### {_text(title)}"
        case _:
            assert_never(block)


def _card(card: Card) -> Iterator[str]:
    badge = f" {_text(card.badge)}" if card.badge else ""
    yield f"{_place(card.anchor)}\n\n### {_text(card.title)}{badge}"
    for one in card.blocks:
        yield from _block(one)


def _group(group: Group) -> str:
    tiles = [tile_glyph(kind) for kind in group.kinds]
    if group.lying == "concealed":
        tiles[0] = tiles[-1] = _BACK
    text = "".join(tiles)
    if group.won is not None:
        won = tiles[group.won]
        text = "".join(tiles[: group.won]) + f"**{won}**" + "".join(tiles[group.won + 1 :])
    return f"({text})" if group.lying != "held" else text


def _grid(grid: Grid) -> str:
    rule = ["---:" if at in grid.numbers else "---" for at in range(len(grid.head))]
    lines = [[_text(one) for one in grid.head], rule, *(_cells(row) for row in grid.rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cells(row: GridRow) -> list[str]:
    cells = [_line(one) for one in row.cells]
    if row.anchor:
        cells[0] = _place(row.anchor) + cells[0]
    return cells


def _place(anchor: str) -> str:
    return f'<a id="{anchor}"></a>'


def _link(anchor: str, words: str) -> str:
    return f"[{_text(words)}](#{anchor})"


def _line(line: Line) -> str:
    return "".join(_inline(one, first=at == 0) for at, one in enumerate(line))


def _inline(one: Inline, *, first: bool) -> str:
    match one:
        case str():
            return _text(one, first=first)
        case To(anchor=anchor, text=words):
            return _link(anchor, words)
        case Code(text=words):
            return _code(words)
        case Strong(text=words):
            return f"**{_text(words)}**"
        case Quiet(text=words):
            return _text(words, first=first)
        case Break():
            return "<br>"
        case _:
            assert_never(one)


def _text(words: str, *, first: bool = True) -> str:
    """Words that stay words: every sign that means something in Markdown is escaped.

    Some mean something where a line begins; `first` tells whether one may begin here.
    """
    marked = _MARKS.sub(r"\\\1", visible(" ".join(words.split("\n"))))
    return _STARTS.sub(_guarded, marked) if first else marked


def _guarded(found: re.Match[str]) -> str:
    space, sign = found.groups()
    return f"{space}{sign}\\" if sign.isdigit() else f"{space}\\{sign}"


def _code(words: str) -> str:
    """A piece of code; a bar would end the cell of a table, so it stands for itself."""
    plain = visible(" ".join(words.split())).replace("|", "¦")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", plain)), default=0))
    space = " " if fence != "`" else ""
    return f"{fence}{space}{plain}{space}{fence}"
