"""What a finding should say, by scoring every hand of a small table of tiles."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kawuxing.compiler.compile import compile_core, run_module
from kawuxing.runtime.circumstances import all_circumstances
from kawuxing.runtime.hand import pack
from kawuxing.runtime.notation import format_hand
from kawuxing.runtime.readings import readings

from ..space.by_hand import every_hand, order
from .variants import changed, core_of

if TYPE_CHECKING:
    from kawuxing.runtime.hand import Hand
    from kawuxing.runtime.tiles import TileSet

TWO_COPIES = changed(("copies: 4", "copies: 2"))


class Counted(NamedTuple):
    """What one finding should say: how many points, the greatest swing, the least witness."""

    points: int
    of: int
    swing: int
    hand: str


@cache
def hands(tiles: TileSet) -> tuple[Hand, ...]:
    return tuple(hand for hand in every_hand(tiles) if readings(hand))


def one_by_one(before: str, after: str, kind: str) -> Counted:
    """Every hand scored by both modules in every way it can be won."""
    rules = [run_module(compile_core(core_of(text))) for text in (before, after)]
    tiles = rules[0].program.tiles
    count = swing = 0
    least: tuple[tuple[object, ...], str] | None = None
    for hand in hands(tiles):
        packed = pack(hand, tiles)
        own = [*hand.concealed, *(meld.tile for meld in hand.melds)]
        felt = False
        for won in all_circumstances():
            if won.replacement and not any(meld.kind.kong for meld in hand.melds):
                continue
            if won.robbing and hand.win in own:
                continue
            if tiles.copies < 4 and (won.replacement or won.kong_discard or won.robbing):
                continue  # nobody has had a kong
            one, other = (
                each.verdicts(
                    "self_draw" if won.self_draw else "discard",
                    won.events,
                    revealed=won.winner_revealed,
                    payer_revealed=won.payer_revealed,
                )[each.key(packed)]
                for each in rules
            )
            by_kind = {
                "scoring": (one.value != other.value, abs(one.value - other.value)),
                "eligibility": (one.may_win != other.may_win, abs(one.owed - other.owed)),
                "payment": (
                    one.value == other.value
                    and one.may_win == other.may_win
                    and one.owed != other.owed,
                    abs(one.owed - other.owed),
                ),
            }
            differs, by = by_kind[kind]
            if differs:
                felt = True
                swing = max(swing, by)
                fans = {fan for fan, _ in (*one.fans, *other.fans)}
                place = ((len(fans), order(hand, tiles)), format_hand(hand))
                least = place if least is None or place < least else least
        count += felt
    assert least is not None
    return Counted(count, len(hands(tiles)), swing, least[1])
