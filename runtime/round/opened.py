"""The first line of a log: whether it is of these rules, and the round it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..choices import of_seats
from ..errors import HandError
from ..notation import parse_tiles
from .errors import LogError, RoundError
from .game import Round, playing_seats
from .known import OF_ONE_TOO_MANY, known_wall
from .log_fields import ABSENT, check_start, dice_of, differences, whole_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..circumstances import Choices
    from .log import Recorded
    from .rules import RoundRules

    Line = Mapping[str, object]

RULES: Final = ("variant", "use", "options", "stake", "hash")
"""What a first line says of the rules."""


def opened(rules: RoundRules, recorded: Recorded, whole: bool) -> Round:
    """The round that the first line of a log begins.

    Args:
        rules: what it must have been played under.
        recorded: the log.
        whole: whether it tells every event.

    Raises:
        LogError: for a first line of other rules, or of no round.
    """
    line = recorded.lines[0]
    check_start(line, recorded.first)
    dice = dice_of(line)
    rules = rules.thrown(dice)
    _check_rules(line, rules, recorded.first, whole)
    seed, out = whole_number(line.get("seed")), whole_number(line.get("out"))
    dealer = whole_number(line["dealer"]) or 0
    wall: tuple[int, ...] = ()
    try:
        if not whole:
            wall = known_wall(rules, recorded, _order(rules, dealer, out))
        elif seed is None:
            wall = _wall(rules, str(line["wall"]))
        choices = _choices(rules, line)
        game = Round.new(rules, seed=seed, wall=wall, dealer=dealer, out=out, choices=choices)
        game = game if seed is not None else game.with_dice(dice)
        number = whole_number(line.get("round"))
        return game if number is None else game.numbered(number)
    except LogError:
        raise
    except (RoundError, HandError) as error:
        raise LogError("KWX3625", recorded.first, {}, error) from error


def _choices(rules: RoundRules, line: Line) -> tuple[Choices, ...]:
    """What everybody has chosen before the deal, as the first line has it."""
    infos = rules.evaluator.program.choices
    if not infos and "choices" not in line:
        return ()
    return of_seats(infos, line.get("choices"), rules.players)


def _wall(rules: RoundRules, text: str) -> tuple[int, ...]:
    """The wall as the first line has it."""
    tiles = rules.tiles
    try:
        return parse_tiles(text, tiles, "wall")
    except HandError as error:
        if error.code not in OF_ONE_TOO_MANY:
            raise
        params: dict[str, str | int] = {"tile": error.params["tile"], "most": tiles.copies}
        raise RoundError("KWX3633", params) from None


def _order(rules: RoundRules, dealer: int, out: int | None) -> tuple[int, ...]:
    """The seats in the order in which they are dealt to."""
    playing = playing_seats(rules, dealer, out)
    at = playing.index(dealer)
    return playing[at:] + playing[:at]


def _check_rules(line: Line, rules: RoundRules, number: int, whole: bool) -> None:
    """Whether the log is of this variant, with these options, from these files."""
    expected = {
        "variant": rules.evaluator.program.variant,
        "use": list(rules.evaluator.program.use),
        "options": dict(rules.bound_options()),
        "stake": rules.stake,
        "hash": rules.source,
    }
    implied: Line = {"use": []} if whole else {}
    given = {**implied, **line}
    for name in RULES:
        found, here = given.get(name, ABSENT), expected[name]
        if isinstance(found, dict) and isinstance(here, dict):
            here = {key: here[key] for key in here if key in found}  # only some may be named
        if name in given or whole:
            for one in differences(found, here, name):
                params = {"field": one.name, "found": one.found, "expected": one.expected}
                raise LogError("KWX3624", number, params)
