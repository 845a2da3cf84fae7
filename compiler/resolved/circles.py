"""Finds circles in what refers to what."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..surface.nodes import Ref


def find_circles(
    edges: Mapping[str, Sequence[Ref]],
) -> Iterator[tuple[tuple[str, Ref], ...]]:
    """Yield circles of references, no two of which share a name.

    Args:
        edges: For each name, the references that stand under it, all to names among the keys.

    Yields:
        A circle as its steps: a name and the reference that stands under it.
    """
    finished: set[str] = set()
    for start in edges:
        trail: dict[str, Iterator[Ref]] = {}
        steps: list[tuple[str, Ref]] = []
        name: str | None = start
        while name is not None:
            if name not in trail:
                trail[name] = iter(edges[name])
            step = next((ref for ref in trail[name] if ref.id not in finished), None)
            if step is None:
                finished.add(name)
                del trail[name]
                name = steps.pop()[0] if steps else None
            elif step.id in trail:
                steps.append((name, step))
                names = [step_name for step_name, _ in steps]
                yield tuple(steps[names.index(step.id) :])
                finished.update(names)
                break
            else:
                steps.append((name, step))
                name = step.id
