"""What the rules of a variant ask that need not be known where they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .nodes import Apply, Const, Read, children

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .nodes import Core, Expr

CAP: Final = "payee.cap"
"""What `capped` asks when nobody has won: the cap of the dearest wait of who is paid."""
OF_WORTH: Final = frozenset(("payee.best", "payee.worst", "payee.points", CAP))
OF_HANDS: Final = OF_WORTH | {"payer.ready", "payee.ready", "ready"}
"""What `pay.drawn` may ask of the hands of those who have not won."""
_KEPT: Final = (("winner.passed", "passed"), ("passed.pung", "pungs"))
"""What is counted or kept while a round lasts, by the words that ask for it."""
_OF_OTHERS: Final = "others.choice."


def asks(core: Core) -> tuple[str, ...]:
    """What has to be known.

    Of all who play ``hands``, where nobody has won; of each winner ``passed``; in a round ``pungs``
    that were passed; of whom a payment is not between what the ``others`` have chosen.
    """
    read = reads(core)
    drawn = reads_when_drawn(core)
    hands = ("hands",) if (read | drawn) & OF_HANDS or _names_the_ready(core) else ()
    others = ("others",) if any(path.startswith(_OF_OTHERS) for path in read) else ()
    return (*hands, *others, *[name for path, name in _KEPT if path in read])


def reads(core: Core) -> frozenset[str]:
    """The names that rules read which are neither options, nor fans, nor asked of tiles."""
    return frozenset(path for expr in _exprs(core) for path in _reads(expr))


def reads_when_drawn(core: Core) -> frozenset[str]:
    """The names that `pay.drawn` reads; the cap, too, where something is capped."""
    exprs = [expr for row in core.table("pay.drawn").rows for expr in (row.when, row.result)]
    caps = (CAP,) if any(map(_caps, exprs)) else ()
    return frozenset((*caps, *(path for expr in exprs for path in _reads(expr))))


def _caps(expr: Expr) -> bool:
    """Whether something in an expression is capped."""
    if isinstance(expr, Apply) and expr.function == "capped":
        return True
    return any(map(_caps, children(expr)))


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
