"""What an example gives, in the form evaluators want it."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...runtime.chains import ChainAsked
from ...runtime.circumstances import MAX_CHAIN, behind_another, passing, won
from ...runtime.dealing import CARRIED_AS
from ...runtime.horses import HorseAsked, HorsesAsked
from ...runtime.records import Record
from ...runtime.round_report import dice_shown
from ...runtime.settle import thrown
from ...runtime.situations import HandEnded, KongAsked, MissedAsked, PungAsked, RevealAsked
from ..presets import with_preset as choose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...runtime.circumstances import Won
    from ...runtime.declared import OptionInfo
    from ...runtime.situations import Asked
    from ..resolved.nodes import Preset
    from ..surface.nodes import Example, TableKind


class Way(NamedTuple):
    """How a hand was won."""

    by: str
    events: tuple[str, ...]
    chain: int
    revealed: bool
    payer_revealed: bool
    preceded: bool
    passed: int
    choices: Mapping[str, Mapping[str, int]]

    def won(self, most: int = MAX_CHAIN) -> Won:
        """The circumstances, at a table where there can be chains of so many kongs.

        What players have chosen is left out.

        Raises:
            HandError: for circumstances that cannot be.
        """
        *how, preceded, passed, _ = self
        way = passing(won(*how, most), passed)
        return behind_another(way) if preceded else way


def way_of(example: Example) -> Way:
    """How the hand of an example was won; by self-draw where nothing is said."""
    given = example.given
    events, chain = given.get("events", []), given.get("chain", 0)
    passed = given.get("passed", 0)
    choices: Any = given.get("choices", {})
    assert isinstance(events, list)
    assert isinstance(chain, int)
    assert isinstance(passed, int)
    return Way(
        str(given.get("by", "self_draw")),
        tuple(map(str, events)),
        chain,
        given.get("revealed") is True,
        given.get("payer_revealed") is True,
        given.get("preceded") is True,
        passed,
        choices,
    )


def options_of(example: Example, known: Sequence[OptionInfo] = ()) -> Mapping[str, object]:
    """The options an example sets; numbers it has carried, and its dice, are bound like them.

    Args:
        example: one that is not about a round.
        known: the options of the rules; without them the dice are left out.

    Raises:
        HandError: for what no two dice show.
    """
    options, carried = example.given.get("options", {}), example.given.get("carried", {})
    assert isinstance(options, dict)
    assert isinstance(carried, dict)
    dice = dice_shown(Record(example.given, "", example.given))
    numbers = {f"{CARRIED_AS}{name}": value for name, value in carried.items()}
    return {**options, **numbers, **thrown(known, dice)}


def with_preset(example: Example, presets: Sequence[Preset]) -> Example:
    """An example that names a preset with its choices; options of its own hold beside them."""
    named = example.given.get("preset")
    if named is None:
        return example
    played = round_of(example)
    if played is None:
        options = choose(options_of(example), str(named), presets)
        return replace(example, given={**example.given, "options": options})
    own = played.get("options", {})
    assert isinstance(own, dict)
    round_ = {**played, "options": choose(own, str(named), presets)}
    return replace(example, given={**example.given, "round": round_})


def round_of(example: Example) -> Mapping[str, object] | None:
    """The round of an example; None for one about a hand."""
    played = example.given.get("round")
    assert played is None or isinstance(played, dict)
    return played


def is_waiting(example: Example) -> bool:
    """Whether an example is about a waiting hand."""
    return "waits" in example.expect


_TABLES: Final[dict[TableKind, type[Asked]]] = {
    "turn.kong": KongAsked,
    "turn.chain": ChainAsked,
    "turn.pung": PungAsked,
    "turn.reveal": RevealAsked,
    "turn.missed": MissedAsked,
    "dealer": HandEnded,
    "horses.draw": HorsesAsked,
    "horses.hits": HorseAsked,
    "horses.again": HorseAsked,
}
_COUNTS: Final = ("turn_concealed_kongs", "winners", "revealed", "kongs", "payers", "ready")
_ORDINARY: Final = {
    "turn_own": True,
    "wall_left": 10,
    "value": 1,
    "passed_value": 1,
    "horse_rank": 0,
    "horse_turned": 1,
    **dict.fromkeys(_COUNTS, 0),
}
"""What holds where an example does not say otherwise; any other truth does not hold."""
_BARE: Final = frozenset(("self_draw", "last_tile"))
"""Facts that are asked of nobody."""


def said_by(kind: TableKind) -> str:
    """The key under which an example expects what a table about a round says."""
    return _SAID.get(kind, "allowed")


_SAID: Final[dict[TableKind, str]] = {
    "dealer": "next",
    "horses.draw": "number",
    "horses.hits": "number",
}


def given_of(kind: TableKind, asked: Asked) -> dict[str, object]:
    """What an author writes to ask a table that: what is ordinary is left unsaid."""
    said = {
        name if name in _BARE else name.replace("_", ".", 1): value
        for name, value in asdict(asked).items()
        if value != _ORDINARY.get(name, False)
    }
    return {"table": kind, **said}


def asked_of(example: Example) -> tuple[TableKind, Asked] | None:
    """The table about a round that an example asks, and what it is asked."""
    given = example.given.get("asked")
    if not isinstance(given, dict) or "fact" in given:
        return None
    said = {key.replace(".", "_"): value for key, value in given.items() if key != "table"}
    kind, class_ = next((kind, _TABLES[kind]) for kind in _TABLES if kind == given["table"])
    facts: dict[str, Any] = {
        one.name: said.get(one.name, _ORDINARY.get(one.name, False)) for one in fields(class_)
    }
    return kind, class_(**facts)
