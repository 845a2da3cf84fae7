"""What a seat sees: everything open, its own tiles, and nothing else."""

from __future__ import annotations

from kawuxing.runtime.round.actions import PASS, PUNG
from kawuxing.runtime.round.game import Round

from .tables import after, kind, kinds, kong, start, throw, town, wall

IDLE = "13579p13579s567z"
WAITS_8P = "123p123s789s55z79p"
GIVER = "13579p1357s567z8p"
PUNGER = "2469p1234679s88p"


def test_a_seat_sees_its_own_tiles() -> None:
    view = start((GIVER, PUNGER, WAITS_8P), "7z").view(0)
    assert view.hand.concealed == tuple(sorted(kinds(GIVER + "7z")))
    assert view.drawn == kind("7z")
    assert view.left == 44
    assert len(view.actions) == 13
    assert [event["type"] for event in view.events] == ["start", "deal", "deal", "deal", "draw"]
    assert [set(event) for event in view.events[1:4]] == [
        {"type", "seat", "tiles"},
        {"type", "seat"},
        {"type", "seat"},
    ]


def test_other_draws_and_passes_are_hidden() -> None:
    game = start((GIVER, PUNGER, WAITS_8P), "7z")
    game = after(game, (0, throw("8p")), (1, PUNG), (2, PASS), (1, throw("9s")))
    mine, others = game.view(2), game.view(0)
    assert mine.events[-1]["tile"]
    assert others.events[-1] == {"type": "draw", "seat": 2}
    assert [event["type"] for event in others.events[-4:]] == ["discard", "pung", "discard", "draw"]
    assert [event["type"] for event in mine.events[-5:-2]] == ["discard", "pass", "pung"]
    assert others.drawn is None
    assert len(others.melds[1]) == 1
    assert others.actions == ()


def test_the_wall_and_the_seed_are_hidden() -> None:
    given = start((GIVER, PUNGER, WAITS_8P), "7z").view(1).events[0]
    seeded = Round.new(town("hubei"), seed=5).view(1).events[0]
    for event in (given, seeded):
        assert not {"seed", "wall"} & set(event)
    assert seeded["dice"]


def test_what_one_cannot_know_makes_no_difference() -> None:
    """The others' hands and the wall exchanged: seat 0 sees the same."""
    one = start((GIVER, PUNGER, IDLE.replace("567z", "46p2s")), "7z")
    other = start((GIVER, WAITS_8P, "2468p2468s24p24s6z"), "7z")
    assert one.state != other.state
    assert one.view(0) == other.view(0)
    one, other = (after(game, (0, throw("3p"))) for game in (one, other))
    assert one.view(0) == other.view(0)


def test_a_revealed_hand_is_open_without_its_drawn_tile() -> None:
    game = start((WAITS_8P, IDLE, "24568p24568s67z1s"), "7z6z6z6p")
    game = after(game, (0, throw("7z", reveal=True)), (1, throw("6z")), (2, throw("6z")))
    for seat in (1, 2):
        ((who, hand),) = game.view(seat).open_hands
        assert who == 0
        assert hand.concealed == tuple(sorted(kinds(WAITS_8P)))
        assert hand.win is None
    assert game.view(0).drawn == kind("6p")


def test_everybody_sees_a_concealed_kong() -> None:
    game = start(("8888p8888s1234p5z", "13579p13579s67z2s", "12345679p12346s"), "7z")
    game = after(game, (0, kong("concealed", "8p")))
    assert game.view(1).melds[0] == game.view(0).melds[0]
    assert game.view(1).events[-1] == {"type": "draw", "seat": 0, "replacement": True}


def test_rounds_are_values() -> None:
    hands = (GIVER, PUNGER, WAITS_8P)
    one, other = start(hands, "7z"), start(hands, "7z")
    assert one == other
    assert hash(one) == hash(other)
    assert after(one, (0, throw("8p"))) == after(other, (0, throw("8p")))
    assert after(one, (0, throw("8p"))) != after(one, (0, throw("1p")))
    assert one == other
    assert one != wall(hands, "7z")
