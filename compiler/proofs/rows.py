"""Rows of tables that never decide, rows that overlap, wins that nobody pays for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ..core.below import taking_part
from ..diagnostics.report import Diagnostic, Label
from ..emit.survey import function_of
from ..flow import situations as asked_situations
from ..interpret.judge import tile_set
from ..mutation.situations import drawn_situations, kong_situations
from ..resolved.nodes import SUMMED_KINDS
from ..space.chosen import asked_of as chosen_in
from ..space.chosen import varied
from ..space.waiting import Waits, asked_by
from .tally import bits, first, is_unpaid
from .words import payer_text, situation_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...runtime.circumstances import Drawn, Konged, Won
    from ...runtime.situations import Asked
    from ..core.nodes import Core, Row, Table
    from ..diagnostics.report import Value
    from ..resolved.nodes import OptionValue, Ruleset, TableKind
    from .cells import Cell
    from .proven import Proven

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


def meet(found: Proven, kind: str, rows: tuple[str, str]) -> bool:
    """Whether two rows of a table ever hold at once; yes if they are not there to be looked at."""
    table = next((one for one in found.core.tables if one.kind == kind), None)
    numbers = [] if table is None else [at for at, row in enumerate(table.rows) if row.id in rows]
    if table is None or len(numbers) != len(rows):
        return True
    both = sum(1 << at for at in numbers)
    return any(mask & both == both for mask in _held(found, table).masks)


def _held(found: Proven, table: Table) -> Held:
    masks = found.tally.rows.get(table.kind)
    if masks is not None:
        return Held(table, masks, {})
    shown: dict[int, tuple[Situation, Setting]] = {}
    situations = _situations(table.kind, found.core)
    for surveyor in found.surveyors:
        asked = surveyor.functions[function_of(table.kind)]
        of_hands = table.kind == "pay.drawn" and asked_by([found.core])
        waits = Waits(surveyor.sides, lambda: found.space)
        for side in surveyor.sides if of_hands else surveyor.settings_of(table.kind):
            if of_hands:
                situations = varied(
                    drawn_situations(side.program.seats, waits.reach([side])),
                    chosen_in([found.core], [table.kind]),
                )
            for situation in situations:
                mask, _ = asked(situation, side.options)
                shown.setdefault(mask, (situation, side.setting))
    return Held(table, set(shown), shown)


def _situations(kind: TableKind, core: Core) -> tuple[Situation, ...]:
    seats = core.ruleset.seating.seats
    match kind:
        case "pay.kong":
            kongs = kong_situations(seats, tile_set(core.ruleset.seating))
            return varied(kongs, chosen_in([core], [kind]))
        case "pay.drawn":
            return varied(drawn_situations(seats), chosen_in([core], [kind]))
        case _:
            return asked_situations(kind, [core])


def _never_deciding(found: Proven, held: Held) -> Iterator[Diagnostic]:
    rows = held.table.rows
    summed = held.table.kind in SUMMED_KINDS
    counting = {
        mask: list(bits(mask) if summed else taking_part(rows, bits(mask))) for mask in held.masks
    }
    deciding = {number for numbers in counting.values() for number in numbers}
    for number, row in enumerate(rows):
        if number in deciding:
            continue
        params: dict[str, Value] = {"table": held.table.kind, "row": row.id, **found.extent}
        if row is rows[-1] and not summed:
            yield Diagnostic("KWX2611", row.result.span, params, (), "note")
            continue
        earlier = sorted({made[-1] for mask, made in counting.items() if mask >> number & 1})
        if earlier and _made_way(found.core.ruleset, row, [rows[one] for one in earlier]):
            continue
        if earlier:
            params["earlier"] = ", ".join(rows[one].id for one in earlier)
        else:
            params["condition"] = " ".join(row.when.span.text.split())
        labels = tuple(Label(rows[one].when.span, "earlier") for one in earlier)
        yield Diagnostic("KWX2604", row.when.span, params, labels, "warning")


def _made_way(ruleset: Ruleset, row: Row, earlier: Sequence[Row]) -> bool:
    """Whether all that decide before a row were laid there by mix-ins: that is meant."""
    mixins = {*ruleset.uses, *((ruleset.id,) if ruleset.mixin else ())}
    laid = {
        source.sha256
        for source, id_ in zip(ruleset.sources, ruleset.files, strict=True)
        if id_ in mixins
    }
    own = row.when.span.source.sha256
    return all(one.when.span.source.sha256 in laid - {own} for one in earlier)


def _overlapping(found: Proven, held: Held, declared: Label) -> Iterator[Diagnostic]:
    rows = held.table.rows
    beside = [0] * len(rows)
    for mask in held.masks:
        for number in bits(mask):
            beside[number] |= mask
    pairs = [
        (number, before)
        for number in range(len(rows) - (held.table.kind not in SUMMED_KINDS))
        for before in range(number)
        if beside[number] >> before & 1
    ]
    shown = _all_shown(found, held, {1 << number | 1 << before for number, before in pairs})
    for number, before in pairs:
        row, other = rows[number], rows[before]
        params = {
            "table": held.table.kind,
            "row": row.id,
            "other": other.id,
            "shown": shown[1 << number | 1 << before],
        }
        labels = (Label(other.when.span, "other", {"row": other.id}), declared)
        yield Diagnostic("KWX2605", row.when.span, params, labels, "warning")


def _all_shown(found: Proven, held: Held, pairs: set[int]) -> dict[int, str]:
    """For each pair of rows the first thing for which both hold."""
    shown: dict[int, str] = {}
    seen: set[int] = set()
    for mask, text in _sightings(found, held):
        if len(shown) == len(pairs):
            break
        if mask in seen:
            continue
        seen.add(mask)
        new = [both for both in pairs if mask & both == both and both not in shown]
        if new:
            shown |= dict.fromkeys(new, text())
    return shown


def _sightings(found: Proven, held: Held) -> Iterator[tuple[int, Callable[[], str]]]:
    """Rows that hold at once, and how to say for what."""
    for mask, (situation, setting) in held.situations.items():
        yield mask, partial(situation_text, situation, setting)
    if held.situations:
        return
    for cell in found.cells():
        for mask, seen in _rows_at(cell, held.table.kind):
            yield mask, partial(_won, found, cell, seen)


def _won(found: Proven, cell: Cell, seen: Won | None) -> str:
    return found.hand(cell) + ("" if seen is None else f" {payer_text(seen)}")


def _rows_at(cell: Cell, kind: TableKind) -> Iterator[tuple[int, Won | None]]:
    """The rows that hold for a cell; where they are asked for a payer, as that one sees it."""
    if kind == "cap":
        yield from ((one.rows, None) for one in cell.readings)
    elif kind == "points":
        yield from ((one.added, None) for one in cell.readings)
    elif kind == "may_win":
        yield cell.verdict.rows, None
    else:
        for payment in cell.verdict.payments:
            yield payment.also if kind == "pay.also" else payment.rows, payment.won


def _unpaid(found: Proven) -> Diagnostic:
    cell = next(cell for cell in found.cells() if is_unpaid(cell.verdict))
    row = _row_of(found, cell)
    params = {"hand": found.hand(cell), "row": row.id, **found.extent}
    return Diagnostic("KWX2607", row.result.span, params, (), "warning")


def _row_of(found: Proven, cell: Cell) -> Row:
    payment = next(one for one in cell.verdict.payments if not one.amount)
    return found.core.table("pay.win").rows[first(payment.rows)]
