"""What an example gives, in the form evaluators want it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..surface.nodes import Example


class Way(NamedTuple):
    """How a hand was won."""

    by: str
    events: tuple[str, ...]
    chain: int
    revealed: bool
    payer_revealed: bool


def way_of(example: Example) -> Way:
    """How the hand of an example was won; by self-draw where nothing is said."""
    given = example.given
    events, chain = given.get("events", []), given.get("chain", 0)
    assert isinstance(events, list)
    assert isinstance(chain, int)
    return Way(
        str(given.get("by", "self_draw")),
        tuple(map(str, events)),
        chain,
        given.get("revealed") is True,
        given.get("payer_revealed") is True,
    )


def options_of(example: Example) -> Mapping[str, object]:
    """The options an example sets."""
    options = example.given.get("options", {})
    assert isinstance(options, dict)
    return options


def round_of(example: Example) -> Mapping[str, object] | None:
    """The round of an example; None for one about a hand."""
    played = example.given.get("round")
    assert played is None or isinstance(played, dict)
    return played


def is_waiting(example: Example) -> bool:
    """Whether an example is about a waiting hand."""
    return "waits" in example.expect
