"""HTML put together from parts: text is escaped unless it is `Html` already."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Final

from ..diagnostics.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_VOID: Final = frozenset(("br", "col", "hr", "link", "meta", "wbr"))
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_.-]+")


class Html(str):
    """Text that is HTML; all other text is still to be escaped."""

    __slots__ = ()


NOTHING: Final = Html()


def text(words: str) -> Html:
    """Text made fit for a page; what is HTML already stays as it is."""
    if isinstance(words, Html):
        return words
    return Html("\n".join(escape(visible(line)) for line in words.split("\n")))


def joined(parts: Iterable[str], between: str = "") -> Html:
    """Parts one after the other."""
    return Html(text(between).join(map(text, parts)))


def element(name: str, /, *parts: str, **attributes: str | None) -> Html:
    """An element with its content.

    Args:
        name: The tag.
        parts: The content; empty for an element that cannot have any.
        attributes: By name, a bar for a dash and one at the end where Python has a word of that
            name (``class_``); those that are None are left out.
    """
    given = [
        f' {key.rstrip("_").replace("_", "-")}="{escape(visible(value))}"'
        for key, value in attributes.items()
        if value is not None
    ]
    opened = f"<{name}{''.join(given)}>"
    if name in _VOID:
        return Html(opened)
    return Html(f"{opened}{joined(parts)}</{name}>")


def link(anchor: str, *parts: str, **attributes: str | None) -> Html:
    """A link to a place of the same page."""
    return element("a", *parts, href=f"#{anchor}", **attributes)


def anchor_of(*names: str) -> str:
    """An id for a place of a page, made of names that may be anybody's."""
    return "-".join(_UNSAFE.sub("_", name) for name in names)


def table(
    head: Iterable[str],
    rows: Iterable[Iterable[str]],
    *,
    numbers: Iterable[int] = (),
    stacks: bool = False,
) -> Html:
    """A table that scrolls by itself where it is too wide.

    Args:
        head: What stands above each column.
        rows: The cells, row by row; one that is a whole ``td`` or ``th`` is taken as it is.
        numbers: The columns of numbers, counted from 0.
        stacks: Whether, on a phone, the cells of a row stand below each other instead.
    """
    right, head = frozenset(numbers), list(head)
    classes = ["number" if at in right else None for at in range(len(head))]
    names = [
        element("th", one, scope="col", class_=class_)
        for one, class_ in zip(head, classes, strict=True)
    ]
    labels = [*head] if stacks else [None] * len(head)
    body = [element("tr", *_cells(row, classes, labels)) for row in rows]
    parts = element("thead", element("tr", *names)), element("tbody", *body)
    whole = element("table", *parts, class_="stacks" if stacks else None)
    return element("div", whole, class_="wide")


def _cells(
    row: Iterable[str], classes: Sequence[str | None], labels: Sequence[str | None]
) -> Iterable[Html]:
    for cell, class_, label in zip(row, classes, labels, strict=True):
        if isinstance(cell, Html) and cell.startswith(("<td", "<th")):
            yield cell
        else:
            content = cell if label is None else element("div", cell)
            yield element("td", content, class_=class_, data_label=label)
