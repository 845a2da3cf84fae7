"""What is counted of a round: whole numbers under names.

A name is a tuple of words; its first word says what is counted, the others of whom or of what. What
is not there is 0. All persons are numbered as in `Match`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..round.events import Won
from ..round.state import with_tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..ledger import Transfer
    from ..round.game import Round
    from ..round.state import KongRecord

Name = tuple[str, ...]
Facts = dict[Name, int]

ROUNDS: Final[Name] = ("rounds",)


class WinFacts(NamedTuple):
    """One player's win."""

    seat: int
    giver: int | None
    events: tuple[str, ...]
    value: int
    fans: tuple[tuple[str, int], ...]


class Ending(NamedTuple):
    """A round that is over, as it is counted; `drawn` is how many tiles were drawn."""

    dealer: int
    wins: tuple[WinFacts, ...]
    revealed: tuple[int, ...]
    kongs: tuple[KongRecord, ...]
    transfers: tuple[Transfer, ...]
    drawn: int


def ending_of(game: Round) -> Ending:
    """A finished round, as it is counted."""
    state = game.state
    return Ending(
        state.setup.dealer,
        tuple(_wins(game)),
        state.revealed,
        state.kongs,
        state.ledger.transfers,
        state.front - game.rules.tiles_dealt + len(state.setup.wall) - state.back,
    )


def _wins(game: Round) -> Iterator[WinFacts]:
    """The wins of a round, with the fans that its events leave out."""
    count = len(game.state.winners)
    if not count:
        return
    for event in game.events:
        if isinstance(event, Won):
            yield WinFacts(event.seat, event.giver, event.events, event.value, fans_of(game, event))


def fans_of(game: Round, won: Won) -> tuple[tuple[str, int], ...]:
    """The fans of a win, with their factors."""
    assert won.hand.win is not None
    evaluator, state, seat = game.rules.evaluator, game.state, won.seat
    revealed, at = state.revealed, game.rules.position[won.hand.win]
    counts = state.counts[seat] if won.giver is None else with_tile(state.counts[seat], at, 1)
    score = evaluator.score(
        counts + bytes([at]) + state.melds[seat][1:],
        by="self_draw" if won.giver is None else "discard",
        events=won.events,
        chain=won.chain,
        revealed=won.seat in revealed,
        payer_revealed=won.giver in revealed,
        passed=won.passed,
    )
    return score.fans


def facts_of(ending: Ending, chairs: Sequence[int], playing: Sequence[int]) -> Facts:
    """Everything that is counted of a round; `chairs` has the person in each seat."""
    facts: Facts = {
        ROUNDS: 1,
        ("turns", str(ending.drawn)): 1,
        ("drawn_tiles",): ending.drawn,
        ("end", "won" if ending.wins else "drawn"): 1,
    }
    persons = [str(person) for person in chairs]
    money = _money(facts, ending.transfers, persons)
    for seat in playing:
        facts["played", persons[seat]] = 1
        if money[seat]:
            facts["money", persons[seat]] = money[seat]
    facts["dealer", "money"] = money[ending.dealer]
    if ending.wins:
        _wins_of(facts, ending, persons)
    if ending.kongs:
        _kongs_of(facts, ending.kongs)
    _reveals_of(facts, ending, persons, money)
    return facts


def _add(facts: Facts, name: Name, amount: int) -> None:
    facts[name] = facts.get(name, 0) + amount


def _money(facts: Facts, transfers: Sequence[Transfer], persons: Sequence[str]) -> list[int]:
    """Count the payments, by rule and by person; what each seat has gained."""
    found = [0] * len(persons)
    for one in transfers:
        found[one.payer] -= one.amount
        found[one.payee] += one.amount
        _add(facts, ("paid", one.rule), one.amount)
        _add(facts, ("gained", persons[one.payee], one.rule), one.amount)
        _add(facts, ("lost", persons[one.payer], one.rule), one.amount)
    return found


def _wins_of(facts: Facts, ending: Ending, persons: Sequence[str]) -> None:
    facts["wins",] = len(ending.wins)
    facts["values",] = sum([win.value for win in ending.wins])
    facts["winners", str(len(ending.wins))] = 1
    for win in ending.wins:
        _add(facts, ("won_by", persons[win.seat]), 1)
        _add(facts, ("value", str(win.value)), 1)
        _add(facts, ("win", "self_draw" if win.giver is None else "discard"), 1)
        for event in win.events:
            _add(facts, ("win", event), 1)
        for fan, _ in win.fans:
            _add(facts, ("fan", fan), 1)
        if win.giver is not None:
            _add(facts, ("fed_by", persons[win.giver]), 1)
        if win.seat == ending.dealer:
            facts["dealer", "won"] = 1
        if win.seat in ending.revealed:
            _add(facts, ("reveal", "won"), 1)


def _kongs_of(facts: Facts, kongs: Sequence[KongRecord]) -> None:
    for kong in kongs:
        if kong.robbed:
            _add(facts, ("kong", "robbed"), 1)
        else:
            _add(facts, ("kong", kong.kind), 1)
            _add(facts, ("kong_money", kong.kind), sum([one.amount for one in kong.paid]))


def _reveals_of(facts: Facts, ending: Ending, persons: Sequence[str], money: Sequence[int]) -> None:
    count = len(ending.revealed)
    facts["reveals", str(count)] = 1
    if not ending.wins:
        facts["drawn", str(count)] = 1
    for seat in ending.revealed:
        _add(facts, ("reveal", "made"), 1)
        _add(facts, ("reveal", "money"), money[seat])
        _add(facts, ("reveal", "product"), money[seat] * count)
        _add(facts, ("revealed_by", persons[seat]), 1)
