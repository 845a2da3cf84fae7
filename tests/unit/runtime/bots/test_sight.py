"""What a bot is shown: all it may know and no more."""

from __future__ import annotations

from collections import Counter

import pytest

from kawuxing.runtime.bots.careful import Careful
from kawuxing.runtime.round.events import Discarded, KongMade, Punged
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.state import Phase
from kawuxing.runtime.round.wall import derive

from ..round.tables import town
from .rounds import exchanged

VARIANTS = ("hubei", "xiaogan")


def states(variant: str, seed: int) -> list[Round]:
    rules = town(variant)
    bot = Careful(rules)
    game = Round.new(rules, seed=seed)
    found = [game]
    while not game.over:
        seat = game.deciding[-1]
        actions = game.legal_actions(seat)
        choice = actions[0]
        if len(actions) > 1:
            choice = bot.choose(game.sight(seat), actions, derive(seed, len(found)))
        game = game.apply(seat, choice)
        found.append(game)
    return found


def river(game: Round) -> Counter[int]:
    """The discards nobody has taken, as the events tell it."""
    found: Counter[int] = Counter()
    for event in game.events:
        match event:
            case Discarded(tile=tile):
                found[tile] += 1
            case Punged(tile=tile) | KongMade(kind="direct", tile=tile):
                found[tile] -= 1
            case _:
                pass
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_sight_is_the_view_in_other_words(variant: str) -> None:
    kinds = town(variant).kinds
    phases = Counter[Phase]()
    for seed in range(12):
        for game in states(variant, seed):
            phases[game.state.phase] += 1
            for seat in range(3):
                sight, view = game.sight(seat), game.view(seat)
                assert sight.seat == seat
                assert Counter(view.hand.concealed) == +Counter(
                    dict(zip(kinds, sight.counts, strict=True))
                )
                assert sight.left == view.left
                assert (None if sight.drawn < 0 else kinds[sight.drawn]) == view.drawn
                assert [one.seat for one in sight.open] == [one for one, _ in view.open_hands]
                for one, (_, hand) in zip(sight.open, view.open_hands, strict=True):
                    held = Counter(dict(zip(kinds, one.counts, strict=True)))
                    assert Counter(hand.concealed) == +held
                lying = dict(zip(kinds, sight.river, strict=True))
                assert +Counter(lying) == +river(game)
    assert all(phases[phase] for phase in (Phase.TURN, Phase.CLAIM, Phase.OVER))


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_tiles_do_not_show(variant: str) -> None:
    changed = 0
    for seed in range(12):
        for game in states(variant, seed):
            for seat in range(3):
                other = exchanged(game, seat)
                changed += other != game
                assert other.sight(seat) == game.sight(seat)
    assert changed > 500
