"""What is no action, or is one with something in it that nobody offered, is refused with a code."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

import kawuxing
from kawuxing.runtime.round.actions import PASS, PUNG, WIN, Discard, Give, Kong, Reveal
from kawuxing.runtime.round.errors import ROUND_TEXTS, IllegalActionError
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.rules import RoundRules

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS: Final = 6
TABLES: Final = (
    ("hubei", ()),
    ("suizhou", ("huansanzhang",)),
    ("xiangyang", ()),
)
NONSENSE: Final[tuple[Any, ...]] = (
    *(200, -1, 10**5000, 5.0, 5.5, float("nan"), True, None),
    *("5p", b"5p", (1,), [1], {}, object()),
)


@lru_cache
def table(variant: str, use: tuple[str, ...]) -> RoundRules:
    return RoundRules(kawuxing.load(variant, use=list(use)))


DISCARD: Final[Any] = Discard  # with parts that no type would let through
KONG: Final[Any] = Kong
REVEAL: Final[Any] = Reveal
GIVE: Final[Any] = Give


def mangled(random: Random) -> object:
    """Anything a bot could return: parts of actions, put together without sense."""
    kinds: list[Callable[[], object]] = [
        lambda: random.choice(NONSENSE),
        lambda: random.choice((WIN, PUNG, PASS)),
        lambda: DISCARD(_tile(random), random.choice((True, False, 1, 0, None, "x")), _few(random)),
        lambda: KONG(random.choice(("concealed", "direct", "added", "x", None)), _tile(random)),
        lambda: REVEAL(_few(random)),
        lambda: GIVE(_few(random)),
    ]
    return random.choice(kinds)()


def _tile(random: Random) -> object:
    return random.choice(NONSENSE) if random.random() < 0.3 else random.randrange(30)


def _few(random: Random) -> object:
    """Tiles, none most often, or what is no tuple of them."""
    some = tuple(_tile(random) for _ in range(random.randrange(1, 4)))
    return random.choice(((), (), some, random.choice(NONSENSE)))


@pytest.mark.parametrize(("variant", "use"), TABLES)
def test_exactly_what_is_listed_is_accepted(variant: str, use: tuple[str, ...]) -> None:
    accepted = refused = 0
    for seed in range(ROUNDS):
        random, game = Random(f"{variant}{seed}"), Round.new(table(variant, use), seed=seed)
        while not game.over:
            for seat in (0, 1, 2, 3, random.choice(NONSENSE)):
                for action in (mangled(random), mangled(random), mangled(random)):
                    may = action in game.legal_actions(seat)
                    said = outcome(game, seat, action)
                    assert (said == "") == may, (seat, action, said)
                    assert may or said[:7] in ROUND_TEXTS
                    accepted, refused = accepted + may, refused + (not may)
            deciding = game.deciding[0]
            game = game.apply(deciding, random.choice(game.legal_actions(deciding)))
    assert accepted > 5
    assert refused > 2000


def outcome(game: Round, seat: object, action: object) -> str:
    """Why an action is refused; nothing if it is done and can be told."""
    apply: Any = game.apply
    try:
        apply(seat, action).log()
    except IllegalActionError as error:
        return f"{error.code} {error}" if len(error.text("zh")) < 500 else "too long"
    return ""


def why(game: Round, action: object) -> str:
    return outcome(game, game.deciding[0], action)


def test_what_is_refused_is_named() -> None:
    game = Round.new(table("suizhou", ()), seed=7)
    held = game.hand(0).concealed[0]
    assert why(game, Discard(held, False, (5,))) == "KWX3614 a kong of 6p cannot be announced"
    assert why(game, Discard(200)) == "KWX3603 seat 0 does not hold 200"
    assert why(game, DISCARD("5p")) == "KWX3603 seat 0 does not hold '5p'"
    assert why(game, Kong("concealed", 200)) == "KWX3608 seat 0 has not the tiles for kong"
    assert why(game, DISCARD(held, None)) == "KWX3612 reveal cannot be done now"
