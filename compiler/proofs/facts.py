"""What hands come to under the defaults: the dearest, the most common, the largest payments."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..diagnostics.report import Diagnostic
from ..emit.survey import function_of
from ..mutation.situations import kong_situations
from ..space.chosen import asked_of as chosen_in
from ..space.chosen import varied
from .survey import survey
from .tally import bits, first
from .words import payer_text, situation_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .cells import Cell
    from .proven import Proven


def facts(found: Proven) -> Iterator[Diagnostic]:
    """The figures, as notes; of hands that may not win none counts."""
    cells = list(next(survey(found.surveyors[0])).cells())
    winning = [cell for cell in cells if cell.verdict.allowed]
    if winning:
        yield _dearest(found, winning)
        yield _typical(found, cells)
        yield _most_paid(found, winning)
    yield from _most_for_kongs(found)


def _dearest(found: Proven, cells: list[Cell]) -> Diagnostic:
    dearest = max(cells, key=lambda cell: (cell.best.value, cell.best.product))
    params = {
        "value": dearest.best.value,
        "product": dearest.best.product,
        "hand": found.hand(dearest),
        "fans": " ".join(_fans(found, dearest)),
        **found.extent,
    }
    return Diagnostic("KWX2608", None, params, (), "note")


def _fans(found: Proven, cell: Cell) -> Iterator[str]:
    order = found.core.order
    return (one for place, one in enumerate(order) if cell.best.scored >> place & 1)


def _typical(found: Proven, cells: list[Cell]) -> Diagnostic:
    """The value most hands have that are won in the plainest way."""
    plain = [cell for cell in cells if cell.won == cells[0].won]
    numbers: Counter[int] = Counter()
    for cell in plain:
        numbers[cell.best.value] += cell.group.number
    value, number = max(numbers.items(), key=lambda one: (one[1], -one[0]))
    least = next(cell for cell in plain if cell.best.value == value)
    share = f"{100 * number / found.space.points:.1f}"
    params = {"value": value, "share": share, "hand": found.hand(least), **found.extent}
    return Diagnostic("KWX2609", None, params, (), "note")


def _most_paid(found: Proven, cells: list[Cell]) -> Diagnostic:
    cell, most = max(
        ((cell, payment) for cell in cells for payment in cell.verdict.payments),
        key=lambda one: one[1].amount,
    )
    row = found.core.table("pay.win").rows[first(most.rows)]
    beside = found.core.table("pay.also").rows
    rules = [f"pay.win.{row.id}", *(f"pay.also.{beside[at].id}" for at in bits(most.also))]
    params = {
        "amount": most.amount,
        "rule": " + ".join(rules),
        "shown": f"{found.hand(cell)} {payer_text(most.won)}",
        **found.extent,
    }
    return Diagnostic("KWX2610", row.result.span, params, (), "note")


def _most_for_kongs(found: Proven) -> Iterator[Diagnostic]:
    surveyor = found.surveyors[0]
    side = surveyor.sides[0]
    asked = surveyor.functions[function_of("pay.kong")]
    kongs = kong_situations(side.program.seats, side.program.tiles)
    paid = [
        (one, *asked(one, side.options))
        for one in varied(kongs, chosen_in([found.core], ["pay.kong"]))
    ]
    if not paid:
        return
    kong, rows, amount = max(paid, key=lambda one: int(one[2]))
    row = found.core.table("pay.kong").rows[first(rows)]
    params = {
        "amount": amount,
        "rule": f"pay.kong.{row.id}",
        "shown": situation_text(kong, {}),
        **found.extent,
    }
    if amount:
        yield Diagnostic("KWX2610", row.result.span, params, (), "note")
