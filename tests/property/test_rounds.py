"""Rounds played by chance: what must hold in every one of them."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.runtime.notation import format_hand
from kawuxing.runtime.round.actions import PASS, PUNG, WIN, Discard, Kong, Reveal
from kawuxing.runtime.round.errors import IllegalActionError
from kawuxing.runtime.round.events import Discarded, KongMade, Paid, Punged, Revealed, Won
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.state import Phase

from ..oracle.brute_force import judge
from ..unit.runtime.round.tables import town

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kawuxing.runtime.hand import Hand
    from kawuxing.runtime.round.actions import Action

TOWNS = ("hubei", "suizhou", "xiangyang", "xiaogan")
ROUNDS = 45
rounds = pytest.mark.parametrize("variant", TOWNS)


def choose(random: Random, game: Round, seat: int, actions: Sequence[Action]) -> Action:
    """A random action; two in three rounds keep tiles that go together and take wins."""
    if game.state.setup.wall[0] % 3 == 0:
        return random.choice(actions)
    if WIN in actions and random.random() < 0.8:
        return WIN
    discards = [one for one in actions if isinstance(one, Discard)]
    others = [one for one in actions if not isinstance(one, Discard | Reveal)]
    if others and (not discards or random.random() < 0.5):
        return random.choice(others)
    reveals = [one for one in discards if one.reveal]
    if reveals and random.random() < 0.5:
        return random.choice(reveals)
    held = game.hand(seat).concealed
    return min(discards, key=lambda one: (company(held, one.tile), random.random()))


def company(held: Sequence[int], tile: int) -> int:
    """How much a tile has to do with the others of a hand."""
    near = sum(
        1
        for other in held
        if tile < 27 and other // 9 == tile // 9 and other != tile and abs(other - tile) <= 2
    )
    return 3 * held.count(tile) + near


def played(variant: str, seed: int) -> Iterator[Round]:
    """Every state of a round."""
    random = Random(f"{variant}{seed}")
    game = Round.new(town(variant), seed=seed, dealer=seed % 3)
    yield game
    while not game.over:
        seat = random.choice(game.deciding)
        game = game.apply(seat, choose(random, game, seat, game.legal_actions(seat)))
        yield game


def last_state(variant: str, seed: int) -> Round:
    *_, game = played(variant, seed)
    return game


def tiles_of(hand: Hand) -> Iterator[int]:
    yield from hand.concealed
    for meld in hand.melds:
        yield from [meld.tile] * meld.size


def every_tile(game: Round) -> Counter[int]:
    """All tiles there are, by where they lie; the river is told by the events."""
    state, kinds = game.state, game.rules.kinds
    found = Counter(kinds[at] for at in state.setup.wall[state.front : state.back])
    for seat in range(3):
        found.update(tiles_of(game.hand(seat)))
    for event in game.events:
        match event:
            case Discarded(tile=tile):
                found[tile] += 1
            case Punged(tile=tile) | KongMade(kind="direct", tile=tile):
                found[tile] -= 1
            case _:
                pass
    if state.kongs and state.kongs[-1].robbed:
        found[kinds[state.kongs[-1].tile]] += 1
    return found


@rounds
def test_tiles_are_conserved_and_somebody_can_always_act(variant: str) -> None:
    whole = Counter(town(variant).kinds * 4)
    for seed in range(ROUNDS):
        for game in played(variant, seed):
            assert every_tile(game) == whole
            assert game.over == (not game.deciding)
            for seat in range(3):
                assert bool(game.legal_actions(seat)) == (seat in game.deciding)


@rounds
def test_money_is_the_ledger_and_sums_to_nothing(variant: str) -> None:
    for seed in range(ROUNDS):
        totals: list[int] = []
        for game in played(variant, seed):
            totals = [0, 0, 0]
            for event in game.events:
                if isinstance(event, Paid):
                    totals[event.transfer.payer] -= event.transfer.amount
                    totals[event.transfer.payee] += event.transfer.amount
                assert sum(totals) == 0
            assert game.ledger.totals(3) == tuple(totals)
        log = last_state(variant, seed).log()
        assert json.loads(log.splitlines()[-1])["totals"] == totals


def all_actions(game: Round) -> list[Action]:
    kinds = (*game.rules.kinds, 26)
    found: list[Action] = [PUNG, WIN, PASS, Reveal()]
    found += [Discard(kind, reveal) for kind in kinds for reveal in (False, True)]
    found += [Kong("concealed", kind) for kind in kinds]
    found += [Kong("direct", kind) for kind in kinds]
    found += [Kong("added", kind) for kind in kinds]
    return found


@rounds
def test_what_is_legal_is_what_is_not_refused(variant: str) -> None:
    for seed in range(6):
        for number, game in enumerate(played(variant, seed)):
            if number % 5 and game.state.phase is Phase.TURN:
                continue
            for seat in range(-1, 4):
                assert accepted(game, seat) == set(game.legal_actions(seat))


def accepted(game: Round, seat: int) -> set[Action]:
    """The actions that are not refused."""
    found = set()
    for action in all_actions(game):
        try:
            game.apply(seat, action)
        except IllegalActionError:
            continue
        found.add(action)
    return found


@rounds
def test_the_oracle_agrees_with_every_win(variant: str) -> None:
    wins = 0
    for seed in range(4 * ROUNDS):
        game = last_state(variant, seed)
        revealed: set[int] = set()
        paid = list(game.ledger.transfers)
        for event in game.events:
            match event:
                case Revealed(seat=seat):
                    revealed.add(seat)
                case Won():
                    wins += 1
                    check_win(variant, event, revealed, paid)
                case _:
                    pass
    assert wins > ROUNDS


def check_win(variant: str, won: Won, revealed: set[int], paid: list[Any]) -> None:
    events: Any = won.events
    verdict = judge(
        variant,
        format_hand(won.hand),
        by="self_draw" if won.giver is None else "discard",
        events=events,
        chain=won.chain,
        revealed=won.seat in revealed,
        payer_revealed=won.giver in revealed,
    )
    assert verdict.complete
    assert verdict.may_win
    assert verdict.value == won.value
    owed = {
        one.payer: one.amount
        for one in paid
        if one.payee == won.seat and one.rule.startswith("pay.win")
    }
    payers = {0, 1, 2} - {won.seat} if won.giver is None else {won.giver}
    assert owed == dict.fromkeys(payers, verdict.owed)


@rounds
def test_settling_the_end_gives_the_same_payments_and_dealer(variant: str) -> None:
    """`settle` is told the end of a round only."""
    for seed in range(2 * ROUNDS):
        game = last_state(variant, seed)
        evaluator = town(variant).evaluator
        settled = evaluator.settle(reported(game))
        assert settled.transfers == game.ledger.transfers
        assert settled.next_dealer == game.next_dealer


def reported(game: Round) -> dict[str, object]:
    lines = [json.loads(line) for line in game.log().splitlines()]
    robbed = [one.robbed for one in game.state.kongs]
    kongs = [line for line in lines if line["type"] == "kong"]
    names = ("kind", "tile", "from", "chain")
    wins = ("seat", "hand", "melds", "win", "by", "from", "events", "chain")
    won = [
        {name: line[name] for name in wins if name in line}
        for line in lines
        if line["type"] == "win"
    ]
    return {
        "players": 3,
        "dealer": lines[0]["dealer"],
        "revealed": [line["seat"] for line in lines if line["type"] == "reveal"],
        "kongs": [
            {"by": line["seat"], "robbed": lost, **{name: line[name] for name in names}}
            for line, lost in zip(kongs, robbed, strict=True)
        ],
        "end": {"kind": "win", "wins": won} if won else {"kind": "drawn"},
    }


@rounds
def test_logs_replay_to_the_same_bytes(variant: str) -> None:
    for seed in range(2 * ROUNDS):
        game = last_state(variant, seed)
        again = replay(town(variant), game.log())
        assert again == game
        assert again.log() == game.log()


@rounds
def test_hidden_tiles_stay_hidden(variant: str) -> None:
    for seed in range(6):
        for game in played(variant, seed):
            for seat in range(3):
                check_view(game, seat)


def check_view(game: Round, seat: int) -> None:
    view = game.view(seat)
    assert [one for one, _ in view.open_hands] == list(game.state.revealed)
    for event in view.events:
        match event["type"]:
            case "start":
                assert not {"seed", "wall"} & event.keys()
            case "deal" | "draw" if event["seat"] != seat:
                assert not {"tile", "tiles"} & event.keys()
            case "pass":
                assert event["seat"] == seat
            case _:
                pass
    other = exchanged(game, seat).view(seat)
    assert other.hand == view.hand
    assert (other.drawn, other.melds, other.open_hands) == (view.drawn, view.melds, view.open_hands)
    assert (other.left, other.actions) == (view.left, view.actions)


def exchanged(game: Round, seat: int) -> Round:
    """The round with the hidden tiles of the others and those of the wall dealt anew."""
    state = game.state
    hidden = [one for one in range(3) if one != seat and one not in state.revealed]
    if state.seat != seat and state.drawn >= 0 and state.seat in state.revealed:
        return game
    pool = [
        at for one in hidden for at, count in enumerate(state.counts[one]) for _ in range(count)
    ]
    pool += state.setup.wall[state.front : state.back]
    pool = [*pool[1:], *pool[:1]]
    counts = list(state.counts)
    for one in hidden:
        held = [pool.pop() for _ in range(sum(state.counts[one]))]
        counts[one] = bytes([held.count(at) for at in range(game.rules.size)])
    wall = bytearray(state.setup.wall)
    wall[state.front : state.back] = bytes(pool)
    setup = state.setup._replace(wall=bytes(wall))
    return Round(game.rules, state._replace(setup=setup, counts=tuple(counts)))
