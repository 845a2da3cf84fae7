"""The table that is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .peers import COMPARED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .measuring import Row
    from .peers import Peer

NAME, FIGURE = 46, 12


def table(rows: Sequence[Row], peers: Sequence[Peer]) -> Iterator[str]:
    """A line for each row, the ratios to the peers in columns of their own, then the peers."""
    heads = ["median", "lowest", "highest", "target", "", *(f"× {peer.name}" for peer in peers)]
    yield " " * NAME + "".join(f"{head:>{FIGURE + 2}}" for head in heads)
    for row in rows:
        yield _line(row, [_ratio(row, peer) for peer in peers])
    if peers:
        yield ""
    for peer in peers:
        for row in peer.rows.values():
            yield _line(row, [])


def _line(row: Row, ratios: Sequence[str]) -> str:
    target = "" if row.target is None else f"{'≥' if row.unit == '/s' else '≤'} {row.target:,.0f}"
    state = "" if row.target is None else "met" if row.met else "MISSED"
    figures = [row.median, min(row.values), max(row.values)]
    cells = [*(f"{figure:,.0f} {row.unit}" for figure in figures), target, state, *ratios]
    line = f"{row.name:<{NAME}}" + "".join(f"{cell:>{FIGURE + 2}}" for cell in cells)
    return f"{line.rstrip()}  {row.note}".rstrip()


def _ratio(row: Row, peer: Peer) -> str:
    """How many times as fast as the peer."""
    if row.name not in COMPARED:
        return ""
    return f"{row.median / peer.rows[COMPARED[row.name]].median:,.1f}"
