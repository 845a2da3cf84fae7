"""What continues a chain of kongs: the table asked of every kong right after a kong."""

from __future__ import annotations

from functools import cache

import pytest

import kawuxing
from kawuxing.compiler.compile import compile_core
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import Said
from kawuxing.compiler.emit.standalone import bundle
from kawuxing.compiler.flow import situation_text, situations
from kawuxing.compiler.interpret.judge import decide
from kawuxing.runtime.chains import ChainAsked
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.round.actions import WIN
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.replay import replay
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.round.under import judge_under

from ..compiler.diff.variants import core_of
from ..runtime.round.tables import after, idle, kong, last, throw, town, wall

HEAD = "kawuxing: 1\nvariant: chained\nname: {zh: 连杠, en: Chained}\nextends: hubei\n"
TEXT = f"""{HEAD}options:
  held: {{default: false, assumed: a test}}
turn:
  chain:
    - {{id: held, when: options.held and kong.concealed, allowed: true, assumed: a test}}
    - {{id: else, allowed: kong.fresh and not kong.direct, assumed: a test}}
"""
IDLE = "13579p13579s567z"
THREE = ("8888p8888s222p55z", IDLE, IDLE)
"""The dealer kongs 8p, draws 2p for that and kongs 2p, draws 4s and kongs the 8s held before."""


@cache
def rules(held: bool) -> RoundRules:
    return RoundRules(kawuxing.load(TEXT, {"held": held}))


def three_kongs(played: RoundRules) -> Round:
    game = Round.new(played, wall=wall(THREE, "6p", "2p4s"))
    steps = [(0, kong("concealed", tile)) for tile in ("8p", "2p", "8s")]
    return after(game, *steps)


@pytest.mark.parametrize(
    ("held", "amounts", "chain"),
    [(False, [2, 2, 4, 4, 2, 2], 1), (True, [2, 2, 4, 4, 8, 8], 3)],
)
def test_a_kong_that_does_not_continue_begins_anew(
    held: bool, amounts: list[int], chain: int
) -> None:
    game = three_kongs(rules(held))
    assert [one.amount for one in game.ledger.transfers] == amounts
    assert last(game, "kong")["chain"] == chain
    ended = idle(game)
    assert replay(ended.rules, ended.log()) == ended


@pytest.mark.parametrize(("variant", "chain", "paid"), [("hubei", 2, 4), ("chained", 1, 2)])
def test_another_player_who_kongs_the_discard_begins_anew(
    variant: str, chain: int, paid: int
) -> None:
    """A chain goes on with the discard after the replacement, but where a table says no."""
    played = town("hubei") if variant == "hubei" else rules(held=True)
    hands = ("123579p67z8888s1s", "13579p134s555s67z", "13579p13479s567z")
    game = Round.new(played, wall=wall(hands, "7z", "5s"))
    game = after(game, (0, kong("concealed", "8s")), (0, throw("5s")))
    game = after(game, (1, kong("direct", "5s")))
    assert last(game, "kong")["chain"] == chain
    assert (game.ledger.transfers[-1].payer, game.ledger.transfers[-1].amount) == (0, paid)


def test_a_win_after_it_follows_a_chain_of_one() -> None:
    """The replacement tile still is one: only what led to it is shorter."""
    hands = ("8888p8888s22p123s", IDLE, IDLE)
    game = Round.new(rules(held=False), wall=wall(hands, "6z", "2p6z"))
    game = after(game, (0, kong("concealed", "8p")), (0, kong("concealed", "8s")), (0, WIN))
    assert (last(game, "win")["events"], last(game, "win")["chain"]) == (["replacement"], 1)


def test_a_round_is_judged_by_the_chains_of_the_other_variant() -> None:
    ended = idle(three_kongs(town("hubei")))
    kongs = judge_under(ended, rules(held=False)).round.ledger.transfers[:6]
    assert [one.amount for one in kongs] == [2, 2, 4, 4, 2, 2]


CHAINED = """turn:
  chain:
    - {id: shown, when: konger.revealed, allowed: false, assumed: a test}
    - {id: drawn, when: kong.concealed and kong.fresh, allowed: true, assumed: a test}
    - {id: given, when: kong.direct and kong.fresh, allowed: true, assumed: a test}
    - {id: else, allowed: false, assumed: a test}
"""


@pytest.mark.parametrize(
    ("kind", "chain", "revealed", "row"),
    [
        ("concealed", 2, [], ""),  # the fourth tile may have been the one just drawn
        ("concealed", 2, [0], ""),  # and the player may have revealed afterwards
        ("added", 2, [], "turn.chain.else"),
        ("added", 1, [], ""),  # it may have come a turn later
        ("added", 2, [0], "turn.chain.else"),
        ("direct", 2, [], ""),
    ],
)
def test_a_reported_chain_must_be_one_the_table_lets_go_on(
    kind: str, chain: int, revealed: list[int], row: str
) -> None:
    """Seat 0 kongs 8p and then 3s, or seat 1 its discard."""
    by, giver = (1, 0) if kind == "direct" else (0, None)
    kongs = [
        {"by": 0, "kind": "concealed", "tile": "8p"},
        {"by": by, "kind": kind, "tile": "3s", "from": giver, "chain": chain},
    ]
    told = {"dealer": 0, "revealed": revealed, "kongs": kongs, "end": {"kind": "drawn"}}
    chained = kawuxing.load(HEAD + CHAINED)
    if not row:
        assert sum(chained.settle(told).totals) == 0
    else:
        with pytest.raises(HandError) as caught:
            chained.settle(told)
        assert (caught.value.code, caught.value.field) == ("KWX3517", "kongs[1].chain")
        assert caught.value.params == {"found": chain, "row": row}
    assert kawuxing.load("hubei").settle(told).totals


def test_only_kongs_that_can_be_are_asked_about_and_only_where_there_is_a_table() -> None:
    core = core_of(TEXT)
    asked = situations("turn.chain", [core, core_of(HEAD)])
    assert len(asked) == len(set(asked)) == 10
    assert all(isinstance(one, ChainAsked) for one in asked)
    assert situations("turn.chain", [core_of(HEAD)]) == ()
    assert situation_text(asked[0]) == "kong.concealed"
    assert decide(core_of(HEAD), "turn.chain", asked[0], {}) == (True, "")


def test_a_variant_without_the_table_lets_every_kong_continue() -> None:
    """Concealed and added kongs of tiles held before, and direct ones, revealed or not."""
    text = HEAD + "turn: {chain: [{id: all, allowed: kong.fresh, assumed: x}]}\n"
    (found,) = compare(core_of(HEAD), core_of(text), ("a", "b")).behavioural
    assert (found.rules, found.count, found.of) == (("turn.chain.all",), 4, 10)
    assert (found.before, found.after) == (Said(True), Said(False))


def test_only_a_module_with_the_table_knows_of_it() -> None:
    plain, chained = (compile_core(core_of(text)).text for text in (HEAD, TEXT))
    assert "may_chain" not in plain
    assert "may_chain=may_chain" in chained
    assert "class ChainAsked" in bundle(chained)
