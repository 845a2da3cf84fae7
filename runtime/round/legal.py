"""What a player may do, and why they may not do something else."""

from __future__ import annotations

from itertools import combinations, compress
from typing import TYPE_CHECKING, TypeGuard

from ..situations import Foul
from .actions import PASS, PUNG, WIN, Discard, Give, Kong, Pass, Pung, Reveal, Win
from .errors import IllegalActionError, named
from .events import Discarded, KongMade
from .exchange import gifts, undecided
from .kongs import announceable, has_tiles, kong_allowed, kongs_of, must_kong
from .state import CLAIM, EXCHANGE, NONE, OVER, TURN, Offer, with_tile
from .wins import forbidden, on_tile, self_draw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .actions import Action
    from .events import Event
    from .rules import RoundRules
    from .state import State
    from .wins import Winning

_PAIR = 2
_FOUR = 4


def legal_actions(rules: RoundRules, state: State, seat: int) -> tuple[Action, ...]:
    """Everything a seat may decide now; nothing if it has nothing to decide."""
    if state.phase is TURN:
        return _turn_actions(rules, state) if seat == state.seat else ()
    if state.phase is EXCHANGE:
        return gifts(rules, state, seat)
    for one, actions, _ in state.offers:
        if one == seat and seat not in dict(state.answers):
            return actions
    return ()


def deciding(state: State) -> tuple[int, ...]:
    """The seats that have something to decide."""
    if state.phase is TURN:
        return (state.seat,)
    if state.phase is OVER:
        return ()
    if state.phase is EXCHANGE:
        return undecided(state)
    answered = [seat for seat, _ in state.answers]
    return tuple([seat for seat, _, _ in state.offers if seat not in answered])


def _turn_actions(rules: RoundRules, state: State) -> tuple[Action, ...]:
    seat, drawn = state.seat, state.drawn
    counts, tail, revealed = state.counts[seat], state.melds[seat], seat in state.revealed
    found: tuple[Action, ...] = ()
    if drawn != NONE and rules.kinds[drawn] in state.waits[seat]:  # not after a pung
        found = (WIN,) if refuse_self_draw(rules, state) is None else ()
        if found and revealed and "win_by_self_draw" in rules.flow.must:
            return found
    if (len(tail) > 1 or _FOUR in counts) and (kongs := kongs_of(rules, counts, tail)):
        kongs = [one for one in kongs if refuse_kong(rules, state, one) is None]
        found = (*found, *kongs)
        if kongs and must_kong(rules, state, seat):
            return found
    if revealed and drawn != NONE:
        return (*found, rules.discards[drawn])
    found += tuple(compress(rules.discards, counts))
    if revealed or not rules.ready(counts, tail):
        return found
    return found + reveals(rules, counts, tail, state.left)


def reveals(rules: RoundRules, counts: bytes, tail: bytes, left: int) -> tuple[Discard, ...]:
    """The discards with which the player whose turn it is may reveal."""
    ready = rules.ready(counts, tail)
    if not ready or not may_reveal_now(rules, left):
        return ()
    return tuple(reveals_with(rules, counts, tail, ready))


def may_reveal_now(rules: RoundRules, left: int) -> bool:
    """Whether the variant lets the player whose turn it is reveal a hand that waits."""
    return not _reveal_row(rules, left, own=True)


def reveals_with(
    rules: RoundRules, counts: bytes, tail: bytes, ready: tuple[int, ...]
) -> Iterator[Discard]:
    """The reveals of a hand that waits without any one of some tiles."""
    if "announced_kong" not in rules.flow.must:
        yield from [rules.reveals[at] for at in ready]
        return
    for at in ready:
        for kongs in announcements(rules, with_tile(counts, at, -1), tail):
            yield Discard(rules.kinds[at], True, kongs)


def announcements(rules: RoundRules, counts: bytes, tail: bytes) -> Iterator[tuple[int, ...]]:
    """Every choice of kongs to announce, where the variant has players do so."""
    yield ()
    if "announced_kong" in rules.flow.must:
        kinds = announceable(rules, counts, tail)
        for count in range(1, len(kinds) + 1):
            yield from combinations(kinds, count)


def _reveal_row(rules: RoundRules, left: int, *, own: bool) -> str:
    """The row that forbids to reveal a waiting hand; empty if none does."""
    allowed, index = rules.decisions.reveal[own, left]
    return "" if allowed else f"turn.reveal.{rules.row('turn.reveal', index).id}"


def offers(rules: RoundRules, state: State) -> tuple[Offer, ...]:
    """What the others may answer to the tile just discarded or added to a pung."""
    found: tuple[Offer, ...] = ()
    for seat in takers(rules, state, state.tile):
        one = _offer(rules, state, seat)
        if one.actions:
            found += (one,)
    return found


def takers(rules: RoundRules, state: State, tile: int) -> tuple[int, ...]:
    """The seats that may have something to answer if a tile is discarded or added to a pung."""
    after = state.setup.after[state.seat]
    if rules.flow.reveal_anytime:
        return after
    kind, held, waits = rules.kinds[tile], state.counts, state.waits
    found: tuple[int, ...] = ()
    for seat in after:
        if held[seat][tile] >= _PAIR or kind in waits[seat]:
            found += (seat,)
    return found


def _offer(rules: RoundRules, state: State, seat: int) -> Offer:
    actions: list[Action] = []
    value = NONE
    held = state.counts[seat][state.tile]
    winning = on_tile(rules, state, seat)
    if winning is not None and refuse_win(rules, state, winning) is None:
        actions.append(WIN)
        value = winning.judgement.value
        if "win_off_discard" in rules.flow.must and seat in state.revealed:
            return Offer(seat, (WIN,), value)
    if state.phase is CLAIM:
        if held > _PAIR:
            kong = Kong("direct", rules.kinds[state.tile])
            if refuse_direct(rules, state, seat, kong) is None:
                actions.append(kong)
                if _must_take(rules, state, seat):
                    return Offer(seat, tuple(actions), value)
        if held >= _PAIR and refuse_pung(rules, state, seat) is None:
            actions.append(PUNG)
        if rules.flow.reveal_anytime and refuse_reveal(rules, state, seat) is None:
            actions += _late_reveals(rules, state, seat)
    if actions:
        actions.append(PASS)
    return Offer(seat, tuple(actions), value)


def _must_win(rules: RoundRules, state: State, seat: int) -> IllegalActionError | None:
    """Why a player who has revealed may do nothing else than win."""
    own = state.phase is TURN
    duty = "win_by_self_draw" if own else "win_off_discard"
    if duty not in rules.flow.must or seat not in state.revealed:
        return None
    winning = self_draw(rules, state) if own else on_tile(rules, state, seat)
    barred_from = winning is None or refuse_win(rules, state, winning) is not None
    return None if barred_from else IllegalActionError("KWX3615", {"seat": seat})


def _must_take(rules: RoundRules, state: State, seat: int) -> bool:
    return "announced_kong" in rules.flow.must and state.tile in state.announced[seat]


def _late_reveals(rules: RoundRules, state: State, seat: int) -> Iterator[Reveal]:
    for kongs in announcements(rules, state.counts[seat], state.melds[seat]):
        yield Reveal(kongs)


# --- why not -----------------------------------------------------------------------------------


def refuse_discard(
    rules: RoundRules, state: State, action: Discard, tile: int
) -> IllegalActionError | None:
    """Why the player whose turn it is may not throw a tile away like this."""
    seat = state.seat
    if tile == NONE or not state.counts[seat][tile]:
        return IllegalActionError("KWX3603", {"seat": seat, "tile": named(action.tile)})
    if seat in state.revealed:
        if forced := _must_win(rules, state, seat):
            return forced
        if state.drawn not in (tile, NONE):
            return IllegalActionError(
                "KWX3604", {"seat": seat, "tile": named(rules.kinds[state.drawn])}
            )
        for kong in must_kong(rules, state, seat):
            if refuse_kong(rules, state, kong) is None:
                return IllegalActionError("KWX3610", {"seat": seat, "tile": named(kong.tile)})
        if action.reveal:
            return IllegalActionError("KWX3613", {"seat": seat})
    if action is rules.discards[tile] or action == rules.discards[tile]:
        return None
    return _refuse_reveal_with(rules, state, action, tile)


def _refuse_reveal_with(
    rules: RoundRules, state: State, action: Discard, tile: int
) -> IllegalActionError | None:
    seat = state.seat
    if action.reveal not in (True, False):
        return IllegalActionError("KWX3612", {"action": "reveal"})
    if not action.reveal:
        return _not_announced(action.kongs)
    counts = with_tile(state.counts[seat], tile, -1)
    if not rules.waits(counts + state.melds[seat]):
        return IllegalActionError("KWX3607", {"seat": seat, "tile": named(action.tile)})
    if row := _reveal_row(rules, state.left, own=True):
        return _by_row("reveal", row)
    return _refuse_announced(rules, action.kongs, counts, state.melds[seat])


def _refuse_announced(
    rules: RoundRules, kongs: tuple[int, ...], counts: bytes, tail: bytes
) -> IllegalActionError | None:
    return None if kongs in announcements(rules, counts, tail) else _not_announced(kongs)


def _not_announced(kongs: object) -> IllegalActionError:
    return IllegalActionError("KWX3614", {"tile": named(kongs)})


def refuse_reveal(rules: RoundRules, state: State, seat: int) -> IllegalActionError | None:
    """Why a player may not reveal out of turn."""
    if seat in state.revealed:
        return IllegalActionError("KWX3613", {"seat": seat})
    if not rules.flow.reveal_anytime:
        return IllegalActionError("KWX3612", {"action": "reveal"})
    if not state.waits[seat]:
        return IllegalActionError("KWX3606", {"seat": seat})
    row = _reveal_row(rules, state.left, own=False)
    return _by_row("reveal", row) if row else None


def refuse_kong(rules: RoundRules, state: State, kong: Kong) -> IllegalActionError | None:
    """Why the player whose turn it is may not make a kong."""
    if kong.kind == "direct":
        return IllegalActionError("KWX3612", {"action": "kong"})
    return _refuse_any_kong(rules, state, state.seat, kong)


def refuse_direct(
    rules: RoundRules, state: State, seat: int, kong: Kong
) -> IllegalActionError | None:
    """Why a player may not make a kong of a discarded tile."""
    if kong.kind != "direct" or state.phase is not CLAIM:
        return IllegalActionError("KWX3612", {"action": "kong"})
    return _refuse_any_kong(rules, state, seat, kong)


def _refuse_any_kong(
    rules: RoundRules, state: State, seat: int, kong: Kong
) -> IllegalActionError | None:
    tile = rules.place(kong.tile)
    if tile == NONE or not has_tiles(state, seat, kong.kind, tile):
        return IllegalActionError("KWX3608", {"seat": seat, "action": "kong"})
    if forced := _must_win(rules, state, seat):
        return forced
    allowed, index = kong_allowed(rules, state, seat, kong)
    if not allowed:
        return _by_row("kong", f"turn.kong.{rules.row('turn.kong', index).id}")
    return barred(rules, state, seat, "kong")


def refuse_pung(rules: RoundRules, state: State, seat: int) -> IllegalActionError | None:
    """Why a player may not take the discarded tile for a pung."""
    if state.phase is not CLAIM:
        return IllegalActionError("KWX3612", {"action": "pung"})
    if state.counts[seat][state.tile] < _PAIR:
        return IllegalActionError("KWX3608", {"seat": seat, "action": "pung"})
    if forced := _must_win(rules, state, seat):
        return forced
    spared = state.passed[seat] != NONE and (seat, state.tile, "pung") in state.let_go
    allowed, index = rules.decisions.pung[seat in state.revealed, state.left, spared]
    return None if allowed else _by_row("pung", f"turn.pung.{rules.row('turn.pung', index).id}")


def refuse_self_draw(rules: RoundRules, state: State) -> IllegalActionError | None:
    """Why the player whose turn it is may not win."""
    return refuse_win(rules, state, self_draw(rules, state))


def refuse_win(
    rules: RoundRules, state: State, winning: Winning | None
) -> IllegalActionError | None:
    """Why a player may not win with this hand."""
    if winning is None or not winning.judgement.complete:
        seat = state.seat if winning is None else winning.seat
        return IllegalActionError("KWX3606", {"seat": seat})
    if row := forbidden(rules, state, winning):
        return _by_row("win", row)
    return barred(rules, state, winning.seat, "win")


def barred(rules: RoundRules, state: State, seat: int, action: str) -> IllegalActionError | None:
    """The foul that keeps a player from winning or from making kongs, if there is one."""
    for fouler, kind in state.fouls:
        foul = rules.flow.fouls.get(kind, Foul())
        if fouler == seat and not (foul.may_win if action == "win" else foul.may_kong):
            return IllegalActionError("KWX3611", {"seat": seat, "kind": kind}, f"fouls.{kind}")
    return None


def _by_row(action: str, row: str) -> IllegalActionError:
    return IllegalActionError("KWX3605", {"action": action, "row": row}, row)


def not_on_turn(state: State, seat: int, action: Action) -> IllegalActionError:
    """Why a seat may not do something in another's turn; of a claim, that its tile is gone."""
    claims = action in (WIN, PUNG) or (isinstance(action, Kong) and action.kind == "direct")
    offered = [event for event in state.events if _is_open_to_others(event)]
    if claims and seat in state.setup.playing and offered and offered[-1].seat != seat:
        params: dict[str, str | int] = {"tile": named(offered[-1].tile), "turn": state.seat}
        return IllegalActionError("KWX3617", params)
    return IllegalActionError("KWX3601", {"seat": seat})


def _is_open_to_others(event: Event) -> TypeGuard[Discarded | KongMade]:
    """Whether something was done with a tile that others may have claimed."""
    return isinstance(event, Discarded) or (isinstance(event, KongMade) and event.kind == "added")


def refuse_claim(rules: RoundRules, state: State, seat: int, action: Action) -> IllegalActionError:
    """Why a seat may not answer like this to a discarded or added tile."""
    found: IllegalActionError | None
    nothing = IllegalActionError("KWX3601", {"seat": seat})
    if seat == state.seat or seat not in state.setup.playing:
        return nothing
    match action:
        case Win():
            winning = on_tile(rules, state, seat)
            found = (
                refuse_win(rules, state, winning)
                if winning
                else IllegalActionError("KWX3606", {"seat": seat})
            )
        case Kong():
            found = refuse_direct(rules, state, seat, action)
        case Pung():
            found = refuse_pung(rules, state, seat)
        case Reveal(kongs):
            found = refuse_reveal(rules, state, seat) or _refuse_announced(
                rules, kongs, state.counts[seat], state.melds[seat]
            )
        case Pass():
            found = _must_win(rules, state, seat)
        case Discard() | Give():
            found = IllegalActionError("KWX3612", {"action": type(action).__name__.lower()})
        case _:  # a bot may return anything
            raise IllegalActionError("KWX3612", {"action": type(action).__name__})
    if found is None and state.phase is CLAIM and _must_take(rules, state, seat):
        tile = rules.kinds[state.tile]
        if refuse_direct(rules, state, seat, Kong("direct", tile)) is None:
            return IllegalActionError("KWX3610", {"seat": seat, "tile": named(tile)})
    return found or nothing
