"""What a chain of files has taken away for good, and on what that rests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..surface.nodes import Removed
from .nodes import Removal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..surface.nodes import RulesetDecl
    from .overlay import Declared


def removals(chain: Sequence[RulesetDecl]) -> tuple[Removal, ...]:
    """What is removed and does not come back.

    Args:
        chain: A file, its parent, its parent's parent and so on.
    """
    gone: dict[str, Removal] = {}
    for file in reversed(chain):
        for table in file.tables:
            if table.whole:
                rows = [path for path in gone if path.rpartition(".")[0] == table.kind]
                for path in rows:
                    del gone[path]
        for path, removal in _declared(file):
            gone.pop(path, None)
            if removal is not None:
                gone[path] = removal
    return tuple(gone.values())


def _declared(file: RulesetDecl) -> Iterator[tuple[str, Removal | None]]:
    """The path of each declaration of a file, with its removal if it is one."""
    sections: dict[str, Sequence[Declared | Removed]] = {
        "assumptions": file.assumptions,
        "refuses": file.refuses,
        "options": file.options,
        "choices": file.choices,
        "carried": file.carried,
        "presets": file.presets,
        "define": file.defines,
        "fans": file.fans,
        "fouls": file.fouls,
        **{table.kind: table.rows for table in file.tables},
    }
    for section, declarations in sections.items():
        for one in declarations:
            path = f"{section}.{one.id.id}"
            yield path, Removal(path, one.basis, one.origin) if isinstance(one, Removed) else None
