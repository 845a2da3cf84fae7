"""What is counted of rounds whose course is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kawuxing.runtime.round.actions import WIN
from kawuxing.runtime.simulate.facts import ending_of, facts_of

from ..round.tables import after, idle, kong, start, throw

if TYPE_CHECKING:
    from kawuxing.runtime.round.game import Round
    from kawuxing.runtime.simulate.facts import Facts

OTHER = "1357p24568s13s56z"


def counted(game: Round, chairs: tuple[int, ...] = (0, 1, 2)) -> Facts:
    return facts_of(ending_of(game), chairs, game.state.setup.playing)


def fed_after_a_kong() -> Round:
    """The dealer makes a concealed kong, draws 5p for it and throws it to seat 1.

    2 from each for the kong; a closed five and a discard after a kong are 2 × 2.
    """
    hands = ("1129p33s567z8888p", "46p123456s99p777z", OTHER)
    game = start(hands, "6z", "5p", variant="suizhou")
    return after(game, (0, kong("concealed", "8p")), (0, throw("5p")), (1, WIN))


def test_a_win() -> None:
    assert counted(fed_after_a_kong()) == {
        ("rounds",): 1,
        ("end", "won"): 1,
        ("turns", "2"): 1,
        ("drawn_tiles",): 2,
        ("played", "0"): 1,
        ("played", "1"): 1,
        ("played", "2"): 1,
        ("money", "1"): 2,
        ("money", "2"): -2,
        ("paid", "pay.kong.concealed"): 4,
        ("paid", "pay.win.discard"): 4,
        ("gained", "0", "pay.kong.concealed"): 4,
        ("lost", "1", "pay.kong.concealed"): 2,
        ("lost", "2", "pay.kong.concealed"): 2,
        ("gained", "1", "pay.win.discard"): 4,
        ("lost", "0", "pay.win.discard"): 4,
        ("dealer", "money"): 0,
        ("wins",): 1,
        ("winners", "1"): 1,
        ("won_by", "1"): 1,
        ("fed_by", "0"): 1,
        ("value", "4"): 1,
        ("values",): 4,
        ("win", "discard"): 1,
        ("win", "kong_discard"): 1,
        ("fan", "kawuxing"): 1,
        ("fan", "gangshangpao"): 1,
        ("kong", "concealed"): 1,
        ("kong_money", "concealed"): 4,
        ("reveals", "0"): 1,
    }


def test_persons_are_counted_wherever_they_sit() -> None:
    facts = counted(fed_after_a_kong(), (2, 0, 1))
    assert facts["money", "0"] == 2
    assert facts["money", "1"] == -2
    assert facts["won_by", "0"] == 1
    assert facts["fed_by", "2"] == 1


def test_a_drawn_hand_with_one_revealed() -> None:
    """Who has revealed pays 1 to each of the others; all 45 tiles behind the deal are drawn."""
    game = start(("123p123s789s55z79p", "2468p13579s24p67z", OTHER), "7z")
    game = idle(after(game, (0, throw("7z", reveal=True))))
    facts = counted(game)
    assert facts["end", "drawn"] == 1
    assert facts["drawn", "1"] == 1
    assert facts["drawn_tiles",] == 45
    assert facts["reveals", "1"] == 1
    assert facts["reveal", "made"] == 1
    assert (facts["reveal", "money"], facts["reveal", "product"]) == (-2, -2)
    assert facts["revealed_by", "0"] == 1
    assert facts["dealer", "money"] == -2
    assert not any(name[0] in ("wins", "win", "fan", "value") for name in facts)
