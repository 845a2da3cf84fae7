"""The tables about a round: both evaluators, every value, and what the texts say of the towns."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.flow import situation_text, situations
from kawuxing.compiler.interpret.judge import all_options, decide
from kawuxing.compiler.library import builtins
from kawuxing.compiler.resolved.nodes import FLOW_KINDS, OPTIONAL_KINDS, TableKind
from kawuxing.runtime.situations import (
    Flow,
    Foul,
    HandEnded,
    KongAsked,
    MissedAsked,
    PungAsked,
    RevealAsked,
)

from .towns import over_base

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.runtime.evaluator import Evaluator
    from kawuxing.runtime.situations import Asked

TOWNS = [one.id for one in builtins() if not one.abstract]
BOTH = (False, True)
WALL = (0, 1, 2, 10)


@cache
def core_of(variant: str) -> Core:
    core = check(load_ruleset(variant), Sink())
    assert core is not None
    return core


@cache
def module_of(variant: str) -> Evaluator[Any]:
    return run_module(compile_core(core_of(variant)))


def every_value() -> dict[TableKind, Iterator[Asked]]:
    """All combinations of values, those that cannot be included."""
    values = (1, 2, 3, 4, 8, 16, 64)
    return {
        "turn.kong": (
            KongAsked(*kong, *effect, *turn, old, left)
            for kong in product(BOTH, BOTH, BOTH, BOTH)
            for effect in product(BOTH, BOTH, BOTH, BOTH)
            for turn in product(BOTH, BOTH)
            for old in (0, 1, 4)
            for left in WALL
        ),
        "turn.pung": (PungAsked(*facts) for facts in product(BOTH, WALL)),
        "turn.reveal": (RevealAsked(*facts) for facts in product(BOTH, WALL)),
        "turn.missed": (MissedAsked(*facts) for facts in product(values, values, BOTH, BOTH)),
        "dealer": (
            HandEnded(*facts) for facts in product(range(4), BOTH, BOTH, range(5), (0, 1, 2, 12))
        ),
    }


@pytest.mark.parametrize("variant", TOWNS)
@pytest.mark.parametrize("kind", [one for one in FLOW_KINDS if one not in OPTIONAL_KINDS])
def test_both_evaluators_answer_alike_whatever_is_asked(variant: str, kind: TableKind) -> None:
    rules, core = module_of(variant), core_of(variant)
    tyrants = BOTH if kind == "dealer" else (False,)
    bound = [(rules.load(tyrant_dealer=one).options, {"tyrant_dealer": one}) for one in tyrants]
    answer, rows = rules.program.answers[kind], rules.program.rows[kind]
    tried = 0
    for asked in every_value()[kind]:
        for options, given in bound:
            said, row = answer(asked, options)
            expected = decide(core, kind, asked, all_options(core, given))
            assert (said, rows[row].id) == expected, asked
            tried += 1
    assert tried >= 8


# What the texts say, written down by hand.


def kong_of_the_full_text(c: KongAsked) -> str:
    if c.wall_left == 0:
        return "last_tile"
    if c.kong_added and not c.kong_fresh:
        return "added_late"
    if not c.turn_drew and not c.kong_direct:
        return "after_pung"
    if c.konger_revealed and not c.kong_added and not c.kong_fixed:
        return "revealed"
    return "else"


def kong_of_the_article(c: KongAsked) -> str:
    if c.konger_revealed and not c.kong_keeps_waits:
        allowed = kong_of_the_full_text(c)
        return "revealed" if allowed in {"revealed", "else"} else allowed
    return {"revealed": "else"}.get(kong_of_the_full_text(c), kong_of_the_full_text(c))


def pung(c: PungAsked) -> str:
    if c.wall_left == 0:
        return "final"
    return "revealed" if c.punger_revealed else "else"


def reveal(c: RevealAsked) -> str:
    return "else" if c.wall_left else "last_tile"


def missed_in_the_full_text(_c: MissedAsked) -> str:
    return "else"


def missed_in_the_article(c: MissedAsked) -> str:
    return "dearer" if c.value > c.passed_value else "else"


def dealer(c: HandEnded) -> str:
    return ("drawn", "won", "two_winners", "two_winners")[c.winners]


ALLOWED = {"turn.kong": {"else"}, "turn.pung": {"else"}, "turn.reveal": {"else"}}
NEXT = {"tyrant": "dealer", "two_winners": "discarder", "won": "winner", "drawn": "dealer"}
FULL: dict[TableKind, Callable[[Any], str]] = {
    "turn.kong": kong_of_the_full_text,
    "turn.pung": pung,
    "turn.reveal": reveal,
    "turn.missed": missed_in_the_full_text,
    "dealer": dealer,
}
ARTICLE = FULL | {"turn.kong": kong_of_the_article, "turn.missed": missed_in_the_article}
TEXTS = {"hubei": FULL, "suizhou": FULL, "xiangyang": ARTICLE, "xiaogan": ARTICLE}


@pytest.mark.parametrize("variant", sorted(TEXTS))
@pytest.mark.parametrize("kind", [one for one in FLOW_KINDS if one not in OPTIONAL_KINDS])
def test_the_towns_say_what_the_texts_say(variant: str, kind: TableKind) -> None:
    rules = module_of(variant)
    answer, rows = rules.program.answers[kind], rules.program.rows[kind]
    for asked in every_value()[kind]:
        said, row = answer(asked, rules.options)
        expected = TEXTS[variant][kind](asked)
        assert rows[row].id == expected, asked
        if kind == "dealer":
            assert said == NEXT[expected]
        else:
            assert said is (expected in ALLOWED.get(kind, {"dearer"}))


@pytest.mark.parametrize("variant", sorted(TEXTS))
def test_a_tyrant_deals_until_they_pay_for_a_win(variant: str) -> None:
    rules = module_of(variant).load(tyrant_dealer=True)
    for asked in every_value()["dealer"]:
        assert isinstance(asked, HandEnded)
        said, _ = rules.program.next_dealer(asked, rules.options)
        assert said == ("dealer" if not asked.dealer_lost else NEXT[dealer(asked)])


@pytest.mark.parametrize("variant", sorted(TEXTS))
def test_the_facts_of_the_towns(variant: str) -> None:
    barred = Foul(may_win=False)
    fouls = {"short_hand": barred, "long_hand": barred}
    assert module_of(variant).program.flow == Flow(fouls=fouls)


def test_facts_reach_the_program() -> None:
    town = over_base(
        "table: {at_table: {out: watches}, assumed: x}\n"
        "turn: {precedence: [kong, win, pung], winners: one, tail: false, reveal_anytime: true,\n"
        "  must: [announced_kong], assumed: x}\n"
        "fouls: {swap: {may_kong: false, kong_money: last_void, assumed: x}}\n"
    )
    assert town.diagnostics == ()
    assert town.ruleset is not None
    core = check(town.ruleset, Sink())
    assert core is not None
    assert run_module(compile_core(core)).program.flow == Flow(
        at_table=4,
        out="watches",
        precedence=("kong", "win", "pung"),
        winners="one",
        tail=False,
        reveal_anytime=True,
        must=("announced_kong",),
        fouls={"swap": Foul(may_kong=False, kong_money="last_void")},
    )


# Which situations there are.


def of(fragment: str, kind: TableKind) -> tuple[Any, ...]:
    town = over_base(fragment)
    assert town.ruleset is not None
    core = check(town.ruleset, Sink())
    assert core is not None
    return situations(kind, [core])


KEPT = (
    "turn: {kong: {kept: {before: else, when: konger.revealed and not kong.keeps_ready,\n"
    "  allowed: false, assumed: x}}, pung: {shown: {before: else, when: punger.revealed,\n"
    "  allowed: false, assumed: x}}, must: [announced_kong], assumed: x}\n"
)
"""Rules under which nothing spoils a hand that has been revealed."""


def test_a_revealed_hand_may_be_spoilt_where_the_rules_let_it() -> None:
    def odd(fragment: str) -> set[str]:
        found = set()
        for one in of(fragment, "turn.kong"):
            if one.kong_added and one.kong_fresh and one.konger_revealed and not one.kong_fixed:
                found.add("does not wait")
            if one.kong_announced and not one.kong_fresh:
                found.add("punged out of three")
        return found

    assert odd(KEPT) == set()
    assert odd("turn: {must: [announced_kong], assumed: x}\n") == {
        "does not wait",
        "punged out of three",
    }
    assert odd(KEPT.replace("not kong.keeps_ready", "not kong.added")) == {"does not wait"}


def test_what_cannot_be_is_not_asked() -> None:
    kongs = of(KEPT, "turn.kong")
    assert len(kongs) == len(set(kongs))
    for one in kongs:
        assert one.kong_concealed + one.kong_direct + one.kong_added == 1
        assert not (one.kong_direct and one.turn_drew)
        assert not (one.kong_announced and not one.konger_revealed)
        assert one.kong_fresh or not one.kong_announced
        assert one.kong_fresh or not one.kong_keeps_ready
        assert one.kong_keeps_ready or not one.kong_keeps_waits
        if one.kong_added and one.kong_fresh and one.konger_revealed:
            assert one.kong_fixed  # the pung lies on the table, and who has revealed waits
        if one.kong_fixed and not one.kong_added:
            assert one.kong_keeps_ready
        if not one.turn_drew:  # a kong is replaced
            assert not one.turn_concealed_kongs
        assert one.turn_concealed_kongs < 4  # five melds do not fit into a hand
        assert one.wall_left + one.turn_concealed_kongs <= 76 - 3 * 13 - 1
    assert {one.turn_own for one in of("", "turn.reveal")} == {True}
    anytime = of("turn: {reveal_anytime: true, assumed: x}\n", "turn.reveal")
    assert {one.turn_own for one in anytime} == {True, False}
    for ended in of("", "dealer"):
        assert not ended.dealer_lost  # nobody pays anything for a win
        assert ended.dealer_won <= ended.winners <= 2
    one_winner = of("turn: {winners: one, assumed: x}\n", "dealer")
    assert {one.winners for one in one_winner} == {0, 1}


def test_announced_kongs_are_asked_for_where_they_are_made() -> None:
    assert not any(one.kong_announced for one in of("", "turn.kong"))
    must = of("turn: {must: [announced_kong], assumed: x}\n", "turn.kong")
    assert any(one.kong_announced for one in must)


# Three hands that wait for 9p, in whatever way it comes; nobody has a kong.
WAITS = ("1133559p2244s77z", "7788229p6688s55z", "4466669p3355s66z")


def who_wins(seats: int) -> Iterator[tuple[tuple[int, ...], int | None]]:
    """Those who win, and whose tile it is, if anybody's."""
    for one in range(seats):
        yield (one,), None
    for giver in range(seats):
        others = [one for one in range(seats) if one != giver]
        for count in range(1, seats):
            yield from ((winners, giver) for winners in combinations(others, count))


def ends_of(variant: str) -> set[tuple[int, bool, bool]]:
    """How rounds have ended for the dealer that were settled, one for each way they can end."""
    rules = kawuxing.load(variant)
    seats = rules.program.seats
    found = {(0, False, False)}
    for dealer, revealed in product(range(seats), ((), (0,), (1,), (2,), (0, 1), (2, 1, 0))):
        for winners, giver in who_wins(seats):
            how = {"by": "self_draw"} if giver is None else {"by": "discard", "from": giver}
            wins = [
                {"seat": one, "hand": hand, "win": "9p", **how}
                for one, hand in zip(winners, WAITS, strict=False)
            ]
            given = {"dealer": dealer, "revealed": list(revealed)}
            try:
                done = rules.settle({**given, "end": {"kind": "win", "wins": wins}})
            except kawuxing.HandError as error:
                assert error.code in ("KWX3522", "KWX3541")  # noqa: PT017 - may not win so
                continue
            lost = any(
                one.payer == dealer and one.rule.startswith("pay.win.") for one in done.transfers
            )
            found.add((len(winners), dealer in winners, lost))
    return found


def endings(core: Core) -> list[HandEnded]:
    return [one for one in situations("dealer", [core]) if isinstance(one, HandEnded)]


@pytest.mark.parametrize("variant", TOWNS)
def test_rounds_end_for_their_dealer_as_settled_rounds_do(variant: str) -> None:
    """No more and no less: of three nobody is neither of two winners nor pays them."""
    asked = endings(core_of(variant))
    said = {(one.winners, one.dealer_won, one.dealer_lost) for one in asked}
    assert said == ends_of(variant)
    seats = core_of(variant).ruleset.seating.seats
    assert ((2, False, False) in said) is (seats > 3)
    revealed = {one.revealed for one in asked}
    assert revealed == set(range(seats + 1))


SELF = "{id: self, when: self_draw, pay: share, assumed: x}"
FED = "{id: fed, when: payer.fed, pay: share, assumed: x}"
DEAR = "{id: dear, when: payer.fed and share > 1, pay: share, assumed: x}"
NOBODY = "{id: nobody, pay: 0, assumed: x}"
ALL = "{id: all, pay: share, assumed: x}"
N, Y = False, True


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # the dealer beside one winner pays if it was a self-draw or their discard
        ((SELF, FED, NOBODY), {(1, N, Y), (1, N, N), (2, Y, N), (2, N, Y)}),
        # all others pay always, one winner the other too
        ((ALL,), {(1, N, Y), (2, Y, Y), (2, N, Y)}),
        # who feeds a cheap hand gets away
        ((SELF, DEAR, NOBODY), {(1, N, Y), (1, N, N), (2, Y, N), (2, N, Y), (2, N, N)}),
        ((NOBODY,), {(1, N, N), (2, Y, N), (2, N, N)}),
    ],
)
def test_who_pays_says_how_a_round_can_end(
    rows: tuple[str, ...], expected: set[tuple[int, bool, bool]]
) -> None:
    asked = of(f"pay: {{win: [{', '.join(rows)}]}}\n", "dealer")
    said = {(one.winners, one.dealer_won, one.dealer_lost) for one in asked}
    assert said == expected | {(0, N, N), (1, Y, N)}


def test_with_four_a_bystander_may_deal() -> None:
    """Every round of four players, with who pays written down by hand: who fed, else everybody."""
    expected = {(0, False, False)}
    for dealer, giver, first, second, third in product(range(4), repeat=5):
        winners = {first, second, third} - {giver}
        if winners:
            expected.add((len(winners), dealer in winners, dealer == giver))
        expected.add((1, dealer == first, dealer != first))
    table = (
        "table: {seats: 4, at_table: {out: nobody},\n"
        "  tiles: {suits: [dots, bamboos], dragons: [red, green, white], copies: 4}, assumed: x}\n"
    )
    asked = of(f"{table}pay: {{win: [{SELF}, {FED}, {NOBODY}]}}\n", "dealer")
    assert {(one.winners, one.dealer_won, one.dealer_lost) for one in asked} == expected


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("wall.left < 4", {0, 1, 2, 3, 4, 5, 10}),
        ("wall.left == options.cap", {0, 1, 2, 7, 8, 9, 10, 15, 16, 17}),
        ("wall.left % 2 == 1", set(range(76 - 39 - 1 + 1))),
    ],
)
def test_numbers_are_tried_on_both_sides_of_what_is_written(when: str, expected: set[int]) -> None:
    row = f"{{before: else, when: {when}, allowed: false, assumed: x}}"
    pungs = of(f"turn: {{pung: {{some: {row}}}}}\n", "turn.pung")
    assert {one.wall_left for one in pungs} == expected


def test_a_situation_is_told_in_the_words_of_rules() -> None:
    assert situation_text(PungAsked(True, 0)) == "punger.revealed and wall.left == 0"
    assert situation_text(HandEnded(1, False, True, 2, 0)) == (
        "winners == 1 and dealer.lost and revealed == 2 and kongs == 0"
    )
    assert situation_text(MissedAsked(4, 2, True, False)) == (
        "value == 4 and passed.value == 2 and robbing"
    )
