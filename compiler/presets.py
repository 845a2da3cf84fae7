"""Choices of options that have a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..runtime.errors import HandError
from ..runtime.records import expect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .resolved.nodes import Preset


def with_preset(
    options: Mapping[str, object], name: str | None, presets: Sequence[Preset]
) -> dict[str, object]:
    """Options and beside them what a preset chooses; what is chosen by itself holds before it.

    Args:
        options: what is chosen by itself.
        name: which preset; none, if left out.
        presets: those there are.

    Raises:
        HandError: for a preset that there is not, and for options that are no object.
        TypeError: for a preset that is no name.
    """
    expect(options, "options", "object", Mapping)
    if name is None:
        return dict(options)
    given: object = name  # whoever writes Python may give anything
    if not isinstance(given, str):
        message = f"preset: expected a name as text, got {type(given).__name__}"
        raise TypeError(message)
    for one in presets:
        if one.id == name:
            return {**one.values, **options}
    offered = ", ".join(one.id for one in presets) or "–"
    raise HandError("KWX3303", None, "preset", {"found": name, "offered": offered})
