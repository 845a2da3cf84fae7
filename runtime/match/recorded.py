"""The rounds of one log, held against the match they belong to.

A round that says its number in the match (`round`) must follow from the one before it in all that a
match hands on: who deals, who is out, numbers that are carried, choices that hold. One that says
none follows the one before it if it can, and then choices that hold must hold; else it is the first
of a match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..dealing import CARRIED_AS, DICE_PAIR
from ..round.errors import LogError, RoundError
from ..round.events import Started
from ..round.finish import next_dealer
from ..round.log_fields import differences
from .match import Match

if TYPE_CHECKING:
    from ..round.game import Round


class RecordedMatch:
    """The match so far, as the rounds of a log tell it."""

    __slots__ = ("_before", "_match")

    def __init__(self) -> None:
        """Nothing has been played yet."""
        self._before: Round | None = None
        self._match: Match | None = None

    def take(self, game: Round, line: int) -> None:
        """Take in the next round, which is over; its log begins at this line.

        After a round that cannot be taken in the next one is looked at as if it were the first.

        Raises:
            LogError: if it does not follow from the one before it, and says that it does.
        """
        before, match = self._before, self._match
        self._before = self._match = None
        if before is None or match is None or not _follows(before, match, game, line):
            match = _begun(game)
        if broken := _broken_promise(match, game):
            raise LogError("KWX3625", line, {}, broken)
        self._before, self._match = game, match.after(game)


def _begun(game: Round) -> Match:
    """The match of a round before which nothing is known."""
    start, persons = _start_of(game), range(game.rules.players)
    return Match(
        rules=game.rules,
        seed=0,
        number=(start.number or 1) - 1,
        dealer=start.dealer,
        chairs=tuple(persons),
        out=start.out,
        totals=(0,) * len(persons),
    )


def _follows(before: Round, match: Match, game: Round, line: int) -> bool:
    """Whether a round is the next one of a match.

    Raises:
        LogError: if it says that it is, and cannot be.
    """
    number = _start_of(game).number
    numbered = number is not None and _start_of(before).number is not None
    if number == 1:
        return False
    expected = {**_facts(before), "dealer": match.dealer, "out": match.out}
    expected |= _carried(match.rules.bound_options())
    expected["round"] = match.number + 1 if numbered else number
    facts = _facts(game)
    found = {name: facts[name] for name in expected}
    for name, said, here in differences(found, expected):
        if not numbered:
            return False
        params = {"field": name, "found": said, "expected": here}
        row = _row_behind(name, before)
        raise LogError("KWX3625", line, {}, RoundError("KWX3619", params, row))
    return True


def _facts(game: Round) -> dict[str, object]:
    """What the first line of a round says that a match hands on, by the names it has there."""
    start = _start_of(game)
    options = {f"options.{id_}": value for id_, value in start.options if id_ != DICE_PAIR}
    return {
        "round": start.number,
        "variant": start.variant,
        "use": list(start.use),
        "stake": start.stake,
        "players": start.players,
        "dealer": start.dealer,
        "out": start.out,
        **options,
    }


def _carried(options: tuple[tuple[str, int | str], ...]) -> dict[str, object]:
    """Of options those that are numbers carried from round to round."""
    return {f"options.{id_}": value for id_, value in options if id_.startswith(CARRIED_AS)}


def _row_behind(name: str, before: Round) -> str:
    """What of the ruleset decides a field of the first line."""
    if name == "dealer":
        _, index = next_dealer(before.rules, before.state)
        return f"dealer.{before.rules.row('dealer', index).id}"
    carried = f"options.{CARRIED_AS}"
    return f"carried.{name.removeprefix(carried)}" if name.startswith(carried) else ""


def _broken_promise(match: Match, game: Round) -> RoundError | None:
    """What is wrong with a choice that was to hold for the match; None if all hold."""
    chosen = dict(_start_of(game).choices)
    for seat in game.state.setup.playing:
        held = match.held[match.chairs[seat]] if match.held else ()
        for id_, value in held:
            found = chosen[id_][seat]
            if found != value:
                numbers = {"seat": seat, "found": found, "held": value}
                return RoundError("KWX3618", {"choice": id_, **numbers}, f"choices.{id_}")
    return None


def _start_of(game: Round) -> Started:
    """The first event of a round."""
    start = game.events[0]
    assert isinstance(start, Started)
    return start
