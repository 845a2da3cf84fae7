"""Whether a player may win, with what, and how the hand was won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..circumstances import MAX_PASSED
from ..situations import MissedAsked
from .state import NONE, ROB, with_tile

if TYPE_CHECKING:
    from ..circumstances import Won
    from ..judge import Judgement
    from .rules import RoundRules
    from .state import State

NO_EVENTS: Final[tuple[str, ...]] = ()


class Winning(NamedTuple):
    """A complete hand and the way it would be won; `tile` is the position of the winning tile."""

    seat: int
    tile: int
    judgement: Judgement
    won: Won
    giver: int


def self_draw(rules: RoundRules, state: State) -> Winning | None:
    """The hand of the player whose turn it is, if the drawn tile completes it."""
    seat, tile = state.seat, state.drawn
    if tile == NONE or rules.kinds[tile] not in state.waits[seat]:
        return None
    events = ("replacement",) if state.chain else NO_EVENTS
    if not state.left:
        events = (*events, "last_tile")
    packed = state.counts[seat] + bytes([tile]) + state.melds[seat][1:]
    verdicts = rules.evaluator.verdicts(
        "self_draw",
        events,
        state.chain,
        revealed=seat in state.revealed,
        passed=_passed(rules, state, seat),
    )
    judgement = verdicts[rules.evaluator.key(packed)]
    return Winning(seat, tile, judgement, verdicts.won, NONE)


def on_tile(rules: RoundRules, state: State, seat: int) -> Winning | None:
    """The hand of another player, if the tile that is being decided about completes it."""
    tile, giver = state.tile, state.seat
    if rules.kinds[tile] not in state.waits[seat]:
        return None
    packed = with_tile(state.counts[seat], tile, 1) + bytes([tile]) + state.melds[seat][1:]
    verdicts = rules.evaluator.verdicts(
        "discard",
        _events(state),
        state.chain,
        revealed=seat in state.revealed,
        payer_revealed=giver in state.revealed,
        passed=_passed(rules, state, seat),
    )
    judgement = verdicts[rules.evaluator.key(packed)]
    return Winning(seat, tile, judgement, verdicts.won, giver)


def _events(state: State) -> tuple[str, ...]:
    """How a tile that is being decided about has come.

    That of a kong has been neither drawn by the winner nor discarded, so it is never the last one.
    """
    if state.phase is ROB:
        return ("robbing",)
    kong = ("kong_discard",) if state.chain else NO_EVENTS
    return kong if state.left else (*kong, "last_tile")


def _passed(rules: RoundRules, state: State, seat: int) -> int:
    """How many wins a player has passed, where rules ask."""
    if not state.passes or "passed" not in rules.evaluator.program.asks:
        return 0
    return min(MAX_PASSED, state.passes.count(seat))


def forbidden(rules: RoundRules, state: State, winning: Winning) -> str:
    """The row that forbids a win, as ``may_win.…`` or ``turn.missed.…``; empty if none does."""
    if not winning.judgement.may_win:
        return f"may_win.{winning.judgement.rows[0]}"
    passed = state.passed[winning.seat]
    if winning.giver == NONE or passed <= 0:
        return ""
    asked = MissedAsked(
        value=winning.judgement.value,
        passed_value=passed,
        robbing=state.phase is ROB,
        winner_revealed=winning.seat in state.revealed,
        passed_same=(winning.seat, winning.tile, "win") in state.let_go,
    )
    allowed, index = rules.play.may_win_later(asked, rules.options)
    return "" if allowed else f"turn.missed.{rules.row('turn.missed', index).id}"
