"""What comes out of an example under the emitted module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...runtime.hand import pack
from ...runtime.notation import parse_hand
from ...runtime.tiles import tile_text
from .given import asked_of, is_waiting, options_of, round_of, said_by, way_of
from .said import fact_of, said_by_program

if TYPE_CHECKING:
    from ...runtime.evaluator import Evaluator
    from ...runtime.parsing import Form
    from ...runtime.score import Score
    from ..surface.nodes import Example
    from .facts import Facts

_WAITING: Final[tuple[Form, ...]] = ("waiting",)


def facts_by_module(example: Example, rules: Evaluator[Any]) -> Facts:
    """Score the hand, find its waits, or settle the round.

    Raises:
        HandError: for a hand, circumstances or a round that cannot be.
    """
    played = round_of(example)
    if played is not None:
        settlement = rules.settle(played)
        used = dict.fromkeys(transfer.rule for transfer in settlement.transfers)
        carried = dict(settlement.carried)
        return {"totals": settlement.totals, "rules": tuple(used), "carried": carried}
    fact = fact_of(example)
    if fact:
        return {"said": said_by_program(rules.program).get(fact, ())}
    bound = rules.load(options_of(example, rules.program.options))
    asked = asked_of(example)
    if asked is not None:
        kind, situation = asked
        said, row = bound.program.says(kind, situation, bound.options)
        return {said_by(kind): said, "rules": (f"{kind}.{row}",)}
    if is_waiting(example):
        hand = parse_hand(str(example.given["hand"]), rules.program.tiles, _WAITING)
        waits = bound.wait_set(pack(hand, rules.program.tiles))
        return {"waits": tuple(map(tile_text, waits))}
    score = score_by_module(example, bound)
    shape = score.reading.shape if score.reading else ""
    return {
        "complete": score.complete,
        "value": score.value,
        "product": score.product,
        "points": score.points,
        "fans": tuple(fan for fan, _ in score.fans),
        "may_win": score.may_win,
        "owed": score.owed,
        "shape": shape,
    }


def score_by_module(example: Example, bound: Evaluator[Any]) -> Score:
    """The score of an example's won hand; the options are bound already.

    Raises:
        HandError: for a hand or circumstances that cannot be.
    """
    way = way_of(example)
    return bound.score(
        str(example.given["hand"]),
        by=way.by,
        events=way.events,
        chain=way.chain,
        revealed=way.revealed,
        payer_revealed=way.payer_revealed,
        preceded=way.preceded,
        passed=way.passed,
        choices=way.choices,
    )
