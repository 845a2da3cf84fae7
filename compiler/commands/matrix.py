"""`kawuxing diff --matrix`: every pair of some rulesets at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..diagnostics.report import CompileFailed, Sink
from ..library import builtins
from ..matrix.pairs import matrix
from .compared import load
from .faults import UsageFault
from .output import write, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..matrix.pairs import Matrix
    from .settings import Settings

FORMATS: Final = ("text", "json", "html")


def show_matrix(variants: Sequence[str], root: str | None, form: str, settings: Settings) -> int:
    """Compare each two of the variants, or of all built-in ones that are played, and show it.

    Raises:
        CompileFailed: with everything that is wrong with them.
        UsageFault: for a form there is not, for one variant, and for an abstract one.
    """
    if form not in FORMATS:
        accepted = ", ".join(FORMATS)
        raise UsageFault("KWX0003", option="--format", found=form, accepted=accepted, close="")
    found = _compared(variants or [one.id for one in builtins() if not one.abstract], root)
    match form:
        case "json":
            from ..matrix.render import matrix_object  # noqa: PLC0415 - only where asked for

            write_json(matrix_object(found))
        case "html":
            from ..matrix.render_html import matrix_page  # noqa: PLC0415 - as above

            write(matrix_page(found, settings.lang))
        case _:
            from ..matrix.render import matrix_text  # noqa: PLC0415 - as above

            write(matrix_text(found, settings.lang))
    return 0


def _compared(variants: Sequence[str], root: str | None) -> Matrix:
    variants = tuple(dict.fromkeys(variants))
    if len(variants) < 2:
        raise UsageFault("KWX0004", missing="A B", verb="kawuxing diff --matrix")
    sink = Sink()
    loaded = [load(one, root, sink) for one in variants]
    cores = [core for core in loaded if core is not None]
    if len(cores) < len(loaded):
        raise CompileFailed(sink.diagnostics)
    for core in cores:
        if core.ruleset.abstract:
            raise UsageFault("KWX0010", variant=core.ruleset.id)
    return matrix(cores)
