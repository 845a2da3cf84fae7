"""Rows of tables that never decide, rows that overlap, wins that nobody pays for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics.report import Diagnostic, Label
from ..emit.survey import function_of
from ..flow import situations as asked_situations
from ..mutation.situations import drawn_situations, kong_situations
from .tally import first, is_unpaid
from .words import payer_text, situation_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...runtime.circumstances import Drawn, Konged
    from ...runtime.situations import Asked
    from ..core.nodes import Core, Row, Table
    from ..diagnostics.report import Value
    from ..resolved.nodes import OptionValue, TableKind
    from .proven import Proven
    from .survey import Cell

    Setting = Mapping[str, OptionValue]
    Situation = Konged | Drawn | Asked


class Held(NamedTuple):
    """Which rows of a table hold at once, and what shows it.

    Attributes:
        masks: sets of rows as bits.
        show: something for which some rows hold together.
    """

    table: Table
    masks: set[int]
    situations: Mapping[int, tuple[Situation, Setting]]


def judge_rows(found: Proven) -> Iterator[Diagnostic]:
    """All that is to say of rows."""
    for table in found.core.tables:
        held = _held(found, table)
        yield from _never_deciding(found, held)
        declared = next((ref for ref in found.core.ruleset.exclusive if ref.id == table.kind), None)
        if declared is not None:
            label = Label(declared.span, "declared")
            yield from _overlapping(found, held, label)
    if found.tally.unpaid:
        yield _unpaid(found)


def _held(found: Proven, table: Table) -> Held:
    masks = found.tally.rows.get(table.kind)
    if masks is not None:
        return Held(table, masks, {})
    shown: dict[int, tuple[Situation, Setting]] = {}
    situations = _situations(table.kind, found.core)
    for surveyor in found.surveyors:
        asked = surveyor.functions[function_of(table.kind)]
        for side in surveyor.settings_of(table.kind):
            for situation in situations:
                mask, _ = asked(situation, side.options)
                shown.setdefault(mask, (situation, side.setting))
    return Held(table, set(shown), shown)


def _situations(kind: TableKind, core: Core) -> tuple[Situation, ...]:
    seats = core.ruleset.seating.seats
    match kind:
        case "pay.kong":
            return tuple(kong_situations(seats))
        case "pay.drawn":
            return tuple(drawn_situations(seats))
        case _:
            return asked_situations(kind, [core])


def _never_deciding(found: Proven, held: Held) -> Iterator[Diagnostic]:
    rows = held.table.rows
    deciding = {first(mask) for mask in held.masks}
    for number, row in enumerate(rows):
        if number in deciding:
            continue
        params: dict[str, Value] = {"table": held.table.kind, "row": row.id, **found.extent}
        if row is rows[-1]:
            yield Diagnostic("KWX2611", row.result.span, params, (), "note")
            continue
        earlier = sorted({first(mask) for mask in held.masks if mask >> number & 1})
        if earlier:
            params["earlier"] = ", ".join(rows[one].id for one in earlier)
        else:
            params["condition"] = " ".join(row.when.span.text.split())
        labels = tuple(Label(rows[one].when.span, "earlier") for one in earlier)
        yield Diagnostic("KWX2604", row.when.span, params, labels, "warning")


def _overlapping(found: Proven, held: Held, declared: Label) -> Iterator[Diagnostic]:
    rows = held.table.rows
    for number, row in enumerate(rows[:-1]):
        for before, other in enumerate(rows[:number]):
            both = 1 << number | 1 << before
            if any(mask & both == both for mask in held.masks):
                params = {
                    "table": held.table.kind,
                    "row": row.id,
                    "other": other.id,
                    "shown": _shown(found, held, both),
                }
                labels = (Label(other.when.span, "other", {"row": other.id}), declared)
                yield Diagnostic("KWX2605", row.when.span, params, labels, "warning")


def _shown(found: Proven, held: Held, both: int) -> str:
    """Something for which two rows hold."""
    for mask, (situation, setting) in held.situations.items():
        if mask & both == both:
            return situation_text(situation, setting)
    kind = held.table.kind
    for cell in found.cells():
        text = _shown_by(cell, kind, both)
        if text is not None:
            return f"{found.hand(cell)}{text}"
    raise AssertionError("rows that were seen to hold together must be found again")


def _shown_by(cell: Cell, kind: TableKind, both: int) -> str | None:
    """What has to be added to a cell's hand for two rows to hold; None if they do not."""
    if kind == "cap":
        return "" if any(one.rows & both == both for one in cell.readings) else None
    if kind == "may_win":
        return "" if cell.verdict.rows & both == both else None
    payments = (one for one in cell.verdict.payments if one.rows & both == both)
    payment = next(payments, None)
    return None if payment is None else f" {payer_text(payment.won)}"


def _unpaid(found: Proven) -> Diagnostic:
    cell = next(cell for cell in found.cells() if is_unpaid(cell.verdict))
    row = _row_of(found, cell)
    params = {"hand": found.hand(cell), "row": row.id, **found.extent}
    return Diagnostic("KWX2607", row.result.span, params, (), "warning")


def _row_of(found: Proven, cell: Cell) -> Row:
    payment = next(one for one in cell.verdict.payments if not one.amount)
    return found.core.table("pay.win").rows[first(payment.rows)]
