"""What is asked of any reading of a hand: both evaluators, batches and the space answer alike."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.compile import check, compile_core, module_of, run_module
from kawuxing.compiler.core.nodes import Apply
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.interpret.judge import all_options, judge
from kawuxing.compiler.interpret.why import why
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.compiler.space.fold import fold
from kawuxing.compiler.space.sides import sides, suit_classes
from kawuxing.compiler.space.stream import stream
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.hand import pack
from kawuxing.runtime.notation import parse_hand

from ..compiler.toy import HEAD as TOY_HEAD
from ..compiler.toy import RULES as TOY_RULES

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core
    from kawuxing.runtime.evaluator import Evaluator

HEAD = "kawuxing: 1\nvariant: town\nname: {zh: 某地, en: Town}\nextends: hubei\n"
CLOSED = "win.rank == 5 and win.place == middle"
MIXED = f"""{HEAD}
fans:
  kawuxing: {{when: in_some_reading({CLOSED}), assumed: test}}
"""
"""A closed five counts beside whatever the other readings show."""
ONLY = f"""{HEAD}
define:
  elsewhere: in_some_reading(win.place != middle)
fans:
  kawuxing: {{when: {CLOSED} and not elsewhere, assumed: test}}
"""
"""A closed five counts only where no reading shows the winning tile elsewhere."""
CLAUSE = f"""{HEAD}
fans:
  ansigui:
    when: win.held == 4 and in_some_reading(any(s.triplet and s.rank == 3 for s in sets))
    assumed: test
"""
"""Four of a kind count only if three of them can be a triplet; here threes."""
STRICT = f"""{HEAD}
options:
  strict: {{name: {{zh: 严, en: Strict}}, default: false, assumed: test}}
fans:
  kawuxing:
    when: {CLOSED} and not in_some_reading(options.strict and win.place in [low, high])
    assumed: test
  ansigui:
    when: win.held == 4 and in_some_reading(count(s.triplet and s.won for s in sets) == 1)
    assumed: test
  both:
    name: {{zh: 两样, en: Both}}
    times: 3
    when: standard and in_some_reading(seven_pairs and count(t.tiles >= 8 for t in suits) == 1)
    assumed: test
pay:
  win:
    odd: {{before: self_draw, when: in_some_reading(pair.rank == 9), pay: 7, assumed: test}}
"""
"""It reads an option, other counts, sizes of suits and the shape; a payment asks it as well."""


@cache
def town(text: str) -> tuple[Core, Evaluator[Any]]:
    sink = Sink()
    core = check(load_ruleset(text), sink)
    assert core is not None, sink.diagnostics
    return core, run_module(compile_core(core))


@pytest.mark.parametrize(
    ("text", "hand", "product", "fans"),
    [
        # 444 555 666 or three runs 456: four triplets or a closed five, or, mixed, both.
        ("hubei", "44455666p11999s+5p", 2, {"pengpenghu"}),
        (MIXED, "44455666p11999s+5p", 4, {"pengpenghu", "kawuxing"}),
        (ONLY, "44455666p11999s+5p", 2, {"pengpenghu"}),
        # 45667 waits for 5 and 8: the 5 is in the middle of 456, or low in 567.
        ("hubei", "45667p123789s11s+5p", 2, {"kawuxing"}),
        (MIXED, "45667p123789s11s+5p", 2, {"kawuxing"}),
        (ONLY, "45667p123789s11s+5p", 1, set()),
        # 44566 with a 5 is 456 456 and nothing else.
        (ONLY, "44566p123789s11s+5p", 2, {"kawuxing"}),
        # Four threes as 123, 33 and 345: four of a kind, but no three of them are a triplet.
        ("hubei", "1233345p111789s+3p", 4, {"ansigui"}),
        (CLAUSE, "1233345p111789s+3p", 1, set()),
    ],
)
def test_answers_to_disputed_hands(text: str, hand: str, product: int, fans: set[str]) -> None:
    core, rules = town(text)
    score = rules.score(hand, by="discard")
    assert (score.product, {fan for fan, _ in score.fans}) == (product, fans)
    parsed = parse_hand(hand, rules.program.tiles)
    walked = judge(core, parsed, won("discard"), all_options(core, {}))
    assert walked is not None
    assert (walked.best.product, {fan for fan, _ in walked.best.fans}) == (product, fans)
    assert score.reading == walked.best.reading
    assert json.loads(score.to_json()) == score.to_dict()


def test_a_program_that_asks_nothing_so_is_told_nothing() -> None:
    program = town("hubei")[1].program
    assert program.reading_atoms is None
    assert program.told((3, 1), program.defaults) == (3, 1)
    assert "reading_" not in compile_core(town("hubei")[0]).text


@pytest.mark.slow
@pytest.mark.parametrize("text", [MIXED, ONLY, STRICT])
def test_module_and_interpreter_agree_everywhere(text: str) -> None:
    core = town(text)[0]
    assert disagreement(core, module_of(compile_core(core).text, "town")) is None


def test_payments_and_options_are_told() -> None:
    rules = town(STRICT)[1]
    assert rules.score("123456p123456s9p+9p").owed == 7
    assert rules.score("123456p123456s8p+8p").owed == 1
    assert rules.score("45667p123789s11s+5p").product == 2
    assert rules.load(strict=True).score("45667p123789s11s+5p").product == 1


@pytest.mark.parametrize(
    ("hand", "products"), [("1122334p556677s+4p", (4, 3)), ("112233p556677s7z+7z", (4, 1))]
)
def test_sizes_of_suits_and_shapes_are_told(hand: str, products: tuple[int, int]) -> None:
    """As seven pairs 4; as runs 3 if a suit has eight tiles, which only the pairs are asked."""
    core, rules = town(STRICT)
    parsed = parse_hand(hand, rules.program.tiles)
    walked = judge(core, parsed, won("discard"), all_options(core, {}))
    assert walked is not None
    pairs, *runs = walked.readings
    assert (pairs.product, {one.product for one in runs}) == (products[0], {products[1]})


def test_a_batch_is_worth_what_each_hand_is() -> None:
    hands = ["44455666p11999s+5p", "45667p123789s11s+5p", "112233p445566s7z+7z"]
    rules = town(MIXED)[1]
    tiles = rules.program.tiles
    packed = [pack(parse_hand(hand, tiles), tiles) for hand in hands]
    assert rules.score_many(packed, by="discard").product.tolist() == [4, 2, 4]


@pytest.mark.parametrize(
    "asked", [CLOSED.replace("5", "2"), "pair.won and count(s.run for s in sets) == 4"]
)
def test_the_space_is_that_of_all_hands(asked: str) -> None:
    when = f"when: in_some_reading({asked})"
    fan = f"  any: {{name: {{zh: 某, en: Any}}, times: 2, {when}, assumed: t}}\n"
    sink = Sink()
    core = check(load_ruleset(TOY_HEAD + TOY_RULES.replace("fans:\n", f"fans:\n{fan}")), sink)
    assert core is not None, sink.diagnostics
    [[side]] = sides([core], [[{}]])
    classes = suit_classes([side])
    folded = fold(side.program, side.options, classes)
    seen = stream(side.program, side.options, classes, 60)
    bit = side.program.reading_bits
    assert bit
    for space in (folded, seen.space):
        told = [{vector & bit for vector in one.vectors} for one in space.signatures]
        assert {len(each) for each in told} == {1}
    assert sum(one.number for one in folded.signatures if one.vectors[0] & bit) == sum(
        one.number for one in seen.space.signatures if one.vectors[0] & bit
    )
    assert len({bool(one.vectors[0] & bit) for one in folded.signatures}) == 2


def test_an_explanation_shows_the_reading_in_which_it_is_so() -> None:
    core, rules = town(MIXED)
    parsed = parse_hand("44455666p11999s+5p", rules.program.tiles)
    walked = judge(core, parsed, won("discard"), all_options(core, {}))
    assert walked is not None
    assert walked.best.reading.win.place == "triplet"
    (when,) = [fan.when for fan in core.fans if fan.id == "kawuxing"]
    assert isinstance(when, Apply)
    asked = why(when, walked.best.scene)
    assert (asked.value, asked.parts[0].value) == (True, True)
    values = {part.text: part.parts[0].value for part in asked.parts[0].parts}
    assert values == {"win.rank == 5": 5, "win.place == middle": "middle"}
