"""A matrix for a terminal, and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics.width import columns
from ..diff.findings import Bystander
from ..reports.render_json import answer_object, witness_object
from .words import Teller

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from ..reports.render_json import Json, Object
    from .pairs import Cell, Contrast, Matrix, Sample


def matrix_text(found: Matrix, lang: Literal["en", "zh"]) -> str:
    """The grid, then pair by pair."""
    teller = Teller(found, lang)
    lines = [teller.word(key) for key in ("title", "about", "short_legend")]
    lines += ["", *_grid(teller), ""]
    for cell in found.cells:
        lines.append(f"{teller.name(cell.before)} × {teller.name(cell.after)}")
        lines += [f"  {line}" for line in teller.lines(cell)]
        for what, _, shown in teller.samples(cell):
            lines.append(f"  {teller.phrase.colon(what, shown)}")
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _grid(teller: Teller) -> Iterator[str]:
    """Shares of hands that come out otherwise, by the numbers of the variants."""
    count = len(teller.matrix.cores)
    names = [f"{at + 1:>2} {teller.name(at)}" for at in range(count)]
    width = max(map(columns, names))
    yield " " * width + "".join(f"{at + 1:>11}" for at in range(count))
    for row in range(count):
        cells = [_short(teller, row, at) if at != row else "·" for at in range(count)]
        pad = " " * (width - columns(names[row]))
        yield names[row] + pad + "".join(f"{cell:>11}" for cell in cells)


def _short(teller: Teller, one: int, other: int) -> str:
    cell = teller.matrix.cell(one, other)
    share = "—" if cell.hands is None else teller.share(cell.hands.hands, cell)
    marks = teller.marks(cell)
    return share + (f" {marks}" if marks else "") + ("*" if cell.gaps and cell.hands else "")


def matrix_object(found: Matrix) -> Object:
    """Everything, as `schemas/matrix.json` describes it."""
    variants: list[Json] = [
        {"id": one.id, "name": {"zh": one.name.zh, "en": one.name.en}}
        for one in (core.ruleset for core in found.cores)
    ]
    return {"variants": variants, "pairs": [_pair(found, cell) for cell in found.cells]}


def _pair(found: Matrix, cell: Cell) -> Object:
    ids = [found.cores[at].ruleset.id for at in (cell.before, cell.after)]
    return {
        "before": ids[0],
        "after": ids[1],
        "not_proven": [{"what": gap.key, **gap.params} for gap in cell.gaps],
        "hands": None if cell.hands is None else _hands(cell.hands),
        "payments": cell.payments,
        "rounds": cell.rounds,
        "tables": {str(kind): count for kind, count in cell.tables.items()},
        "facts": [
            {
                **witness_object(one.witness, {}),
                "before": answer_object(one.before)["said"],
                "after": answer_object(one.after)["said"],
            }
            for one in cell.facts
        ],
    }


def _hands(found: Contrast) -> Object:
    counted: Object = {"count": found.hands, "of": found.of, "share": found.hands / found.of}
    samples: Object = {"least": _sample(found.least), "widest": _sample(found.widest)}
    return {**counted, "worth": found.worth, "swing": found.swing, **samples}


def _sample(one: Sample | None) -> Json:
    """A hand with what both sides make of it, or what a payer it does not speak of pays."""
    if one is None:
        return None
    options: Object = {}
    shown: Object = {"swing": one.swing, "witness": witness_object(one.witness, options)}
    if isinstance(one.witness, Bystander):
        shown["bystander"] = {"payer_revealed": one.witness.payer_revealed}
    before, after = map(answer_object, one.answers)
    return {**shown, "before": before, "after": after}
