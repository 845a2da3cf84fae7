"""Whether what an example gives can be at all; what comes of it is for the evaluators to say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...runtime.circumstances import Won, longest_chain
from ...runtime.errors import HandError
from ...runtime.notation import parse_hand
from ...runtime.options import values_of
from ...runtime.round_checks import check_hands, check_round
from ...runtime.round_report import read_round, split_options
from ..core.asks import asks
from ..interpret.judge import tile_set
from .given import asked_of, is_waiting, options_of, round_of, way_of
from .said import fact_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.declared import OptionInfo
    from ...runtime.hand import Hand
    from ...runtime.parsing import Form
    from ..core.nodes import Core
    from ..surface.nodes import Example

_WAITING: Final[tuple[Form, ...]] = ("waiting",)
_WON: Final[tuple[Form, ...]] = ("won",)


def check_possible(example: Example, core: Core, options: Sequence[OptionInfo]) -> None:
    """See whether the hand, circumstances, options or the round of an example can be.

    Args:
        example: what is looked at.
        core: the rules, of which only the tiles and the seats matter.
        options: what may be chosen.

    Raises:
        HandError: with the first field that is wrong.
    """
    seating = core.ruleset.seating
    tiles = tile_set(seating)
    played = round_of(example)
    if played is not None:
        _, chosen = split_options(played.get("options"))
        values_of(options, chosen)
        one = core.ruleset.turn.winners == "one"
        given = read_round(played, tiles, seating.seats, one_winner=one)
        check_round(given, tiles)
        check_hands(given, asks(core))
        return
    values_of(options, options_of(example, options))
    if asked_of(example) is not None or fact_of(example):
        return
    text = str(example.given["hand"])
    if is_waiting(example):
        parse_hand(text, tiles, _WAITING)
    else:
        circumstances = way_of(example).won(longest_chain(seating.seats, tiles))
        check_won(parse_hand(text, tiles, _WON), circumstances)


def check_won(hand: Hand, way: Won) -> None:
    """See whether a hand can have been won in a way that can be.

    Raises:
        HandError: for an event that these tiles do not allow.
    """
    if way.replacement and not any(meld.kind.kong for meld in hand.melds):
        raise HandError("KWX3205", None, "events", {"event": "replacement"})
    if way.robbing and hand.held.count(hand.win or 0) != 1:
        raise HandError("KWX3206", None, "events", {"event": "robbing"})
