"""Whether a round can have ended as it is reported: its kongs, its wins and its tiles together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from .chains import every_chain
from .errors import HandError
from .hand import MAX_MELDS, MeldKind, pack
from .round_report import KONG_EVENTS
from .situations import KongAsked, PungAsked
from .tiles import tile_text
from .waits import wait_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .circumstances import KongKind
    from .declared import OptionValues
    from .hand import Meld
    from .program import Program
    from .round_report import Kong, RoundReport, Shown, Win
    from .scorer import Scorer
    from .tiles import TileSet

_LEFT: Final = 10
"""Tiles in the wall in the midst of a round."""


def check_round(played: RoundReport, tiles: TileSet) -> None:
    """Refuse a round that cannot have happened.

    Raises:
        HandError: with the path of a field that contradicts the others.
    """
    _check_kongs(played.kongs)
    for before, kong in zip((None, *played.kongs), played.kongs, strict=False):
        _check_chain(before, kong)
    _check_same_win(played.wins)
    for win in played.wins:
        _check_kong_behind(played, win)
    _check_robbed(played)
    for one in played.shown:
        _check_melds(one, played.kongs)
    _check_copies(played, tiles)


def check_hands(played: RoundReport, asks: tuple[str, ...]) -> None:
    """Refuse a round nobody has won without the hands, where rules ask what they wait for.

    Raises:
        HandError: naming the first seat whose hand is missing.
    """
    if played.wins or "hands" not in asks:
        return
    shown = {one.seat for one in played.shown}
    missing = next((seat for seat in played.playing if seat not in shown), None)
    if missing is not None:
        raise HandError("KWX3533", None, "end.hands", {"seat": missing})


def kong_behind(played: RoundReport, win: Win) -> Kong | None:
    """The kong that led to a win: always the last one of the round."""
    led = any(event in KONG_EVENTS for event in win.events)
    return played.kongs[-1] if led and played.kongs else None


def _check_kongs(kongs: tuple[Kong, ...]) -> None:
    """Whether each kong can stand beside those before it."""
    tiles: set[int] = set()
    seats: Counter[int] = Counter()
    for kong in kongs:
        if kong.tile in tiles:
            raise HandError("KWX3511", None, f"{kong.path}.tile", {"tile": tile_text(kong.tile)})
        tiles.add(kong.tile)
        seats[kong.by] += 1
        if seats[kong.by] > MAX_MELDS:
            params: dict[str, str | int] = {"seat": kong.by, "most": MAX_MELDS}
            raise HandError("KWX3512", None, f"{kong.path}.by", params)


def _check_chain(before: Kong | None, kong: Kong) -> None:
    """Whether a kong can have the place in a chain that it is said to have."""
    if before is not None and before.robbed:
        raise HandError("KWX3513", None, kong.path)
    if kong.chain == 1:
        return
    following = 0 if before is None else before.chain + 1
    if before is None or kong.chain != following:
        expected = f"1, {following}" if before else "1"
        params: dict[str, str | int] = {"found": kong.chain, "expected": expected}
        raise HandError("KWX3514", None, f"{kong.path}.chain", params)
    source = kong.by if kong.giver is None else kong.giver
    if source != before.by:  # neither their own replacement tile nor the discard after it
        params = {"found": kong.chain, "seat": before.by}
        raise HandError("KWX3515", None, f"{kong.path}.chain", params)


def _check_same_win(wins: tuple[Win, ...]) -> None:
    """Several may win, but only on one and the same tile of another player."""
    for win in wins[1:]:
        path, first = win.shown.path, wins[0]
        if "self_draw" in (win.by, first.by):
            raise HandError("KWX3523", None, f"{path}.by")
        for field, same in (
            ("from", win.giver == first.giver),
            ("win", win.shown.hand.win == first.shown.hand.win),
            ("events", win.events == first.events),
        ):
            if not same:
                raise HandError("KWX3524", None, f"{path}.{field}", {"field": field})


def _check_kong_behind(played: RoundReport, win: Win) -> None:
    """Whether the last kong can have led to a win as it is said to have."""
    event = next((event for event in KONG_EVENTS if event in win.events), None)
    if event is None:
        return
    path = win.shown.path
    konger = win.shown.seat if win.giver is None else win.giver
    last = kong_behind(played, win)
    if last is None or last.by != konger or last.robbed != (event == "robbing"):
        params: dict[str, str | int] = {"event": event, "seat": konger}
        code = "KWX3525" if event == "robbing" else "KWX3526"
        raise HandError(code, None, f"{path}.events", params)
    if event == "robbing" and last.tile != win.shown.hand.win:
        raise HandError("KWX3527", None, f"{path}.win", {"tile": tile_text(last.tile)})
    if win.chain not in (0, last.chain):
        params = {"found": win.chain, "expected": last.chain}
        raise HandError("KWX3528", None, f"{path}.chain", params)


def _check_robbed(played: RoundReport) -> None:
    """Whether somebody has won on the robbed kong, if there is one."""
    robbed = played.kongs and played.kongs[-1].robbed
    if robbed and not any("robbing" in win.events for win in played.wins):
        raise HandError("KWX3516", None, f"{played.kongs[-1].path}.robbed")


def _check_melds(one: Shown, kongs: tuple[Kong, ...]) -> None:
    """Whether a shown hand has the kongs its player declared, and no others."""
    declared = {kong.tile: kong for kong in kongs if kong.by == one.seat}
    laid = {meld.tile: meld for meld in one.hand.melds if meld.kind.kong}
    for tile, meld in laid.items():
        if tile not in declared or not _is_of(meld, declared[tile]):
            params: dict[str, str | int] = {"tile": tile_text(tile), "seat": one.seat}
            raise HandError("KWX3530", None, f"{one.path}.hand", params)
    for tile in declared:
        if tile not in laid:
            params = {"tile": tile_text(tile), "seat": one.seat}
            raise HandError("KWX3531", None, f"{one.path}.hand", params)


def _is_of(meld: Meld, kong: Kong) -> bool:
    """Whether a laid kong may be this one.

    Four open tiles may have come either way; tiles that say how they came are believed.
    """
    match meld.kind:
        case MeldKind.CONCEALED_KONG:
            return kong.kind == "concealed"
        case MeldKind.ADDED_KONG:
            return kong.kind == "added"
        case _:
            return kong.kind != "concealed"


def check_chains(played: RoundReport, rules: Scorer[Any]) -> None:
    """Whether the variant lets each kong continue a chain that is said to.

    When a player revealed is not told, nor whether the fourth tile had just been drawn: a kong is
    believed if it can have continued its chain in any of these ways.

    Raises:
        HandError: with the path of the chain, and the row that says no.
    """
    continues = rules.program.may_chain
    if continues is None:
        return
    for kong in played.kongs:
        if kong.chain == 1:
            continue
        answers = [
            continues(asked, rules.options)
            for asked in every_chain((kong.kind,), (False, kong.by in played.revealed))
        ]
        if not any(allowed for allowed, _ in answers):
            row = f"turn.chain.{rules.program.rows['turn.chain'][answers[0][1]].id}"
            params: dict[str, str | int] = {"found": kong.chain, "row": row}
            raise HandError("KWX3517", None, f"{kong.path}.chain", params)


def check_revealed(played: RoundReport, rules: Scorer[Any]) -> None:
    """Whether the hands of those who have revealed wait, as nobody may reveal one that does not.

    Raises:
        HandError: with the path of a hand that does not, and that neither a kong nor a pung can
            have spoilt.
    """
    program = rules.program
    for one in played.shown:
        if one.seat not in played.revealed or one.hand.win is not None:
            continue
        if wait_table(program.tiles).waits(pack(one.hand, program.tiles)):
            continue
        kongs = [kong.kind for kong in played.kongs if kong.by == one.seat]
        pung = any(meld.kind is MeldKind.PUNG for meld in one.hand.melds)
        if not may_spoil(program, rules.options, kongs, pung=pung):
            raise HandError("KWX3536", None, f"{one.path}.hand", {"seat": one.seat})


def may_spoil(
    program: Program[Any], options: OptionValues, kongs: Iterable[KongKind], *, pung: bool
) -> bool:
    """Whether a player who has revealed may make such a kong, or a pung, and wait no more."""
    if pung and program.may_pung(PungAsked(True, _LEFT), options)[0]:
        return True
    return any(program.may_kong(_spoiling(kind), options)[0] for kind in kongs)


def _spoiling(kind: KongKind) -> KongAsked:
    """A kong of somebody who has revealed that spoils the hand, where it is easiest to make."""
    return KongAsked(
        kong_concealed=kind == "concealed",
        kong_direct=kind == "direct",
        kong_added=kind == "added",
        kong_fresh=True,
        kong_fixed=kind == "added",
        kong_keeps_waits=False,
        kong_keeps_ready=False,
        kong_announced=False,
        konger_revealed=True,
        turn_drew=kind != "direct",
        turn_concealed_kongs=0,
        wall_left=_LEFT,
    )


def _check_copies(played: RoundReport, tiles: TileSet) -> None:
    """Whether there are enough tiles of every kind for everything that lies open."""
    used: Counter[int] = Counter()
    open_hands = {one.seat for one in played.shown}
    for kong in played.kongs:
        if kong.by not in open_hands:
            used[kong.tile] += 3 if kong.robbed else 4
        _check_used(used, tiles, f"{kong.path}.tile")
    # The winning tile is one tile, however many win on it.
    used.update({one.hand.win: 1 for one in played.shown if one.hand.win is not None})
    used.update(played.horses or ())
    _check_used(used, tiles, "horses")
    for one in played.shown:
        used.update(one.hand.concealed)
        for meld in one.hand.melds:
            used[meld.tile] += meld.size
        _check_used(used, tiles, f"{one.path}.hand")


def _check_used(used: Counter[int], tiles: TileSet, field: str) -> None:
    for tile, count in used.items():
        if count > tiles.copies:
            params: dict[str, str | int] = {
                "tile": tile_text(tile),
                "found": count,
                "most": tiles.copies,
            }
            raise HandError("KWX3532", None, field, params)
