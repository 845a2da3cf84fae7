"""What `pay.drawn` may ask beside two players: how many wait, how many have revealed, the points
of the dearest wait, the cap it is under. All amounts are worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.compiler.compile import compile_core, module_of
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff import compare as comparing
from kawuxing.compiler.diff import payments
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import Situation
from kawuxing.compiler.examples.run import run_examples
from kawuxing.compiler.mutation.situations import drawn_situations
from kawuxing.compiler.mutation.waiting import Waitings
from kawuxing.compiler.proofs.check import prove
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.compiler.reports.words import Phrase
from kawuxing.compiler.space.of_sides import space_of
from kawuxing.compiler.space.waiting import Dear, reach_of
from kawuxing.runtime.circumstances import Drawn
from kawuxing.runtime.declared import UNLIMITED
from kawuxing.runtime.hand import pack

from ..compiler.space.townships import core_of, sides_of
from .test_waiting import HANDS, SIX_PAIRS, paid_alike
from .test_waiting import TEXT as BASE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.compiler.space.sides import Side
    from kawuxing.compiler.space.signatures import Space

TABLE, ROUND = BASE[: BASE.index("  drawn:\n")], BASE[BASE.index("turn:\n") :]
DRAWN = """\
  drawn:
    - id: all_wait
      when: ready == players and payer.revealed and not payee.revealed
      pay: capped(2 * payee.best + payee.points)
      assumed: a test
    - id: idle
      when: payee.ready and not payer.ready
      pay: capped(payee.best + payee.points + revealed)
      assumed: a test
    - {id: unready, when: payer.revealed and not payee.ready, pay: capped(20), assumed: a test}
    - {id: nobody, pay: 0, assumed: a test}
points:
  - {id: hidden, add: count(s.triplet and s.concealed for s in sets), assumed: a test}
"""
TEXT = TABLE + DRAWN + ROUND


@cache
def core() -> Core:
    return core_of(TEXT)


ALL_WAIT = [HANDS[0], SIX_PAIRS, HANDS[2]]
"""Worth 4 with a triplet of 1p, 8 with none, 1 with four of them."""
CASES: list[tuple[list[str], list[int], dict[str, object], tuple[int, ...]]] = [
    # 1 waits for nothing and pays 4 + 1 and 1 + 4.
    (HANDS, [], {}, (5, -10, 5)),
    # 0 has revealed: 8 + 1 + 1 up to the cap, and 1 + 4 + 1. It pays 1, which has no cap, 20.
    (HANDS, [0], {}, (8 - 20, -8 - 6 + 20, 6)),
    # Without a cap 8 + 1 + 2 and 2 + 4 + 2; 0 and 2 each pay 20.
    (HANDS, [0, 2], {"cap": "none"}, (11 - 20, -11 - 8 + 40, 8 - 20)),
    # All wait, 0 has revealed: twice 8, and twice 1 and 4, up to the cap.
    (ALL_WAIT, [0], {}, (-8 - 6, 8, 6)),
    (ALL_WAIT, [0], {"cap": "none"}, (-16 - 6, 16, 6)),
    (ALL_WAIT, [], {}, (0, 0, 0)),
]


@pytest.mark.parametrize(("hands", "revealed", "options", "totals"), CASES)
def test_what_is_paid(
    hands: list[str], revealed: list[int], options: dict[str, object], totals: tuple[int, ...]
) -> None:
    given = {
        "dealer": 0,
        "options": options,
        "revealed": revealed,
        "end": {"kind": "drawn", "hands": hands},
    }
    assert kawuxing.load(TEXT).settle(given).totals == totals
    module = module_of(compile_core(core()).text, "drawn")
    assert module.settle(given).totals == totals


def example(number: int) -> str:
    hands, revealed, options, totals = CASES[number]
    given = f"dealer: 0, options: {options}, revealed: {revealed}"
    end = f"end: {{kind: drawn, hands: {hands}}}"
    played = f"{given}, {end}".replace("'", "")
    expected = list(totals)
    return f"  - {{id: a{number}, why: x, round: {{{played}}}, expect: {{totals: {expected}}}}}\n"


def test_the_interpreter_pays_the_same() -> None:
    text = TEXT + "examples:\n" + "".join(map(example, range(6)))
    outcomes = list(run_examples(core_of(text), kawuxing.load(text)))
    assert [one.passed for one in outcomes] == [True] * 6


def test_rounds_that_are_played_pay_the_same() -> None:
    rows = paid_alike(TEXT, ("careful", "careful", "random"), 30)
    assert {"pay.drawn.idle", "pay.drawn.unready"} <= rows


def test_nothing_is_found_wrong_and_modules_are_proven_to_agree() -> None:
    sink = Sink()
    prove(core(), sink)
    assert [one.code for one in sink.diagnostics] == []
    text = compile_core(core()).text
    assert disagreement(core(), module_of(text, "drawn")) is None
    for right, wrong, asked in (
        ("c.ready == ", "3 == ", ""),
        ("c.payee_points", "0", "payee.points == "),
        (" + c.revealed", "", "revealed == "),
        (", c.payee_cap)", ", 10 ** 18)", ""),
    ):
        assert right in text
        found = disagreement(core(), module_of(text.replace(right, wrong), "drawn"))
        assert found is not None, right
        assert found.key == "pay.drawn"
        assert asked in found.asked


def test_points_go_with_the_values_of_hands() -> None:
    """Up to four triplets beside nothing or the five; pairs have none."""
    (side,) = sides_of(TEXT, [{"cap": None}])
    reach = reach_of([side])
    assert {(one.value, one.points) for one in reach.plain} == {
        *((value, points) for value in (1, 4) for points in range(5)),
        *((8, 0), (32, 0)),
    }
    assert Dear(2, 4, 10**18) in reach.revealed


def test_how_many_can_wait_and_have_revealed() -> None:
    """Who has revealed waits, and nobody is counted twice."""
    (side,) = sides_of(TEXT, [{}])
    found: dict[tuple[bool, ...], set[tuple[int, int]]] = {}
    for one in drawn_situations(3, reach_of([side])):
        key = (one.payer_ready, one.payee_ready, one.payer_revealed, one.payee_revealed)
        found.setdefault(key, set()).add((one.ready, one.revealed))
    assert found[False, False, False, False] == {(0, 0), (1, 0), (1, 1)}
    assert found[True, True, True, True] == {(2, 2), (3, 2), (3, 3)}
    first = [one for one in drawn_situations(3, reach_of([side])) if one.payer_revealed]
    assert all(one.revealed > 1 or one.payer_first_revealed for one in first)
    for two in drawn_situations(2, reach_of([side])):
        assert two.ready == two.payer_ready + two.payee_ready


def test_a_change_is_told_with_what_is_asked() -> None:
    other = core_of(TEXT.replace("payee.points + revealed", "payee.points + 2 * revealed"))
    (one,) = compare(core(), other, ("a", "b")).behavioural
    assert one.rules == ("pay.drawn.idle",)
    assert isinstance(one.witness, Situation)
    assert one.witness.words["revealed"] == 1
    assert "1 have revealed" in Phrase("en").situation(one.witness)


def test_hands_are_found_of_as_many_who_wait() -> None:
    rules, waitings = kawuxing.load(TEXT), Waitings(core())
    for ready, payer, payee in ((0, 0, 0), (1, 0, 0), (1, 0, 1), (2, 0, 1), (2, 1, 1), (3, 1, 1)):
        asked = replace(
            Drawn(False, False, False),
            ready=ready,
            payer_ready=payer == 1,
            payee_ready=payee == 1,
            payee_best=payee,
            payee_worst=payee,
            payee_cap=8 if payee else UNLIMITED,
        )
        hands = waitings.hands(asked, {}, 3)
        packed = [pack(hand, rules.program.tiles) for hand in hands]
        waits = [bool(rules.wait_set(one)) for one in packed]
        assert (sum(waits), *waits[:2]) == (ready, payer == 1, payee == 1)


def test_all_hands_are_put_together_once_for_all_choices_of_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folded: list[int] = []

    def counted(asking: Sequence[Side]) -> Space:
        folded.append(len(asking))
        return space_of(asking)

    for module in (comparing, payments):
        monkeypatch.setattr(module, "space_of", counted)
    other = core_of(TEXT.replace("payee.points + revealed", "payee.points + 2 * revealed"))
    found = compare(core(), other, ("a", "b"))
    assert found.space.settings > 1
    assert folded == [2 * found.space.settings]
