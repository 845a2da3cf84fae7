"""What the rules of a variant ask that need not be known where they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .nodes import Const, Read, children

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .nodes import Core, Expr

OF_WORTH: Final = frozenset(("payee.best", "payee.worst"))
OF_HANDS: Final = OF_WORTH | {"payer.ready", "payee.ready"}
"""What `pay.drawn` may ask of the hands of those who have not won."""
_KEPT: Final = (("winner.passed", "passed"), ("passed.pung", "pungs"))
"""What is counted or kept while a round lasts, by the words that ask for it."""


def asks(core: Core) -> tuple[str, ...]:
    """What has to be known.

    Of all who play ``hands``, where nobody has won; of each winner ``passed``; in a round ``pungs``
    that were passed.
    """
    read = reads(core)
    hands = ("hands",) if read & (OF_HANDS | {"ready"}) or _names_the_ready(core) else ()
    return (*hands, *[name for path, name in _KEPT if path in read])


def reads(core: Core) -> frozenset[str]:
    """The names that rules read which are neither options, nor fans, nor asked of tiles."""
    return frozenset(path for expr in _exprs(core) for path in _reads(expr))


def _names_the_ready(core: Core) -> bool:
    """Whether who deals next may be told by who waits."""
    return any(
        isinstance(row.result, Const) and row.result.value == "odd_ready"
        for row in core.table("dealer").rows
    )


def _exprs(core: Core) -> Iterator[Expr]:
    for fan in core.fans:
        yield from (fan.when, fan.times)
    for table in core.tables:
        for row in table.rows:
            yield from (row.when, row.result)
    for _, following in core.carried:
        yield following


def _reads(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Read):
        yield expr.path
    for inner in children(expr):
        yield from _reads(inner)
