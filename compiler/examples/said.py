"""What a ruleset says and no table decides: of the table and the round, fouls, choices, numbers.

Each fact has a path, as `kawuxing show` prints it, and is spelled as words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.dealing import CARRIED_AS
from ...runtime.options import show

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...runtime.declared import OptionInfo
    from ...runtime.program import Program
    from ...runtime.situations import Foul as Consequences
    from ..resolved.nodes import Foul, Option, Ruleset
    from ..surface.nodes import Example

    Said = tuple[str, ...]

ORDERED = ("turn.precedence",)
"""Facts whose words stand in an order that matters."""


def fact_of(example: Example) -> str:
    """The path of the fact that an example asks for; empty if it asks for none."""
    asked = example.given.get("asked")
    return str(asked.get("fact", "")) if isinstance(asked, dict) else ""


def said_by_ruleset(ruleset: Ruleset) -> Mapping[str, Said]:
    """All facts of a ruleset, as it is written."""
    seating, turn = ruleset.seating, ruleset.turn
    found: dict[str, Said] = {
        "table.tiles.suits": tuple(sorted(seating.suits)),
        "table.tiles.ranks": tuple(map(str, seating.ranks)),
        "table.tiles.dragons": tuple(sorted(seating.dragons)),
        "table.tiles.copies": (str(seating.copies),),
        "table.at_table.out": (seating.out,),
        "turn.precedence": turn.precedence,
        "turn.winners": (turn.winners,),
        "turn.tail": (show(turn.tail),),
        "turn.reveal_anytime": (show(turn.reveal_anytime),),
        "turn.reveal_shows": (turn.reveal_shows,),
        "turn.must": tuple(sorted(turn.must)),
        "turn.exchange": tuple(map(str, turn.exchange)),
    }
    for foul in ruleset.fouls:
        found[f"fouls.{foul.id}"] = _consequences(foul)
    for option in ruleset.options:
        found[f"options.{option.id}.offered"] = tuple(map(show, option.offered))
    for choice in ruleset.choices:
        found |= _of_choice(choice)
    for one in ruleset.carried:
        found |= _of_carried(one.id, one.bound)
    return found


def said_by_program(program: Program[Any]) -> Mapping[str, Said]:
    """The same facts, as a module has them."""
    flow, tiles = program.flow, program.tiles
    found: dict[str, Said] = {
        "table.tiles.suits": tuple(sorted(tiles.suits)),
        "table.tiles.ranks": tuple(map(str, tiles.ranks)),
        "table.tiles.dragons": tuple(sorted(tiles.dragons)),
        "table.tiles.copies": (str(tiles.copies),),
        "table.at_table.out": (flow.out,),
        "turn.precedence": tuple(flow.precedence),
        "turn.winners": (flow.winners,),
        "turn.tail": (show(flow.tail),),
        "turn.reveal_anytime": (show(flow.reveal_anytime),),
        "turn.reveal_shows": (flow.reveal_shows,),
        "turn.must": tuple(sorted(flow.must)),
        "turn.exchange": tuple(map(str, flow.exchange or ())),
    }
    for kind, foul in flow.fouls.items():
        found[f"fouls.{kind}"] = _consequences(foul)
    for option in program.options:
        if option.id.startswith(CARRIED_AS):
            found |= _of_carried(option.id.removeprefix(CARRIED_AS), option)
        else:
            found[f"options.{option.id}.offered"] = tuple(map(show, option.offered))
    for choice in program.choices:
        found |= _of_choice(choice)
    return found


def _of_choice(choice: Option | OptionInfo) -> dict[str, Said]:
    """What players are offered before the deal."""
    return {
        f"choices.{choice.id}.default": (show(choice.default),),
        f"choices.{choice.id}.offered": tuple(map(show, choice.offered)),
        f"choices.{choice.id}.asked": (choice.asked,),
    }


def _of_carried(id_: str, bound: Option | OptionInfo) -> dict[str, Said]:
    """Where a number that is carried from round to round starts, and what it can be."""
    return {
        f"carried.{id_}.start": (show(bound.default),),
        f"carried.{id_}.values": tuple(map(show, bound.offered)),
    }


def _consequences(foul: Foul | Consequences) -> Said:
    """What follows from a foul; nothing if it is only recorded."""
    found = [] if foul.may_win else ["no_win"]
    if not foul.may_kong:
        found.append("no_kong")
    if foul.kong_money != "kept":
        found.append(foul.kong_money)
    return tuple(found)
