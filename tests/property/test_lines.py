"""Between two values of an option that are tried, whatever is paid is on one line."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.diff import compare as comparing
from kawuxing.compiler.diff.settings import Settings
from kawuxing.compiler.space.lines import met_on_lines
from kawuxing.compiler.space.steps import Step
from kawuxing.compiler.space.values import values_of

from ..unit.compiler.diff.one_by_one import TWO_COPIES
from ..unit.compiler.diff.variants import changed, compared, core_of

if TYPE_CHECKING:
    from collections.abc import Callable

MORE = (
    "options:\n",
    "options:\n  more: {default: 1, offered: [1, 2], accepts: {from: 1, to: 90}, assumed: x}\n",
)
FED = "fed, when: payer.fed, pay: share,"
PRODUCTS = [1, 2, 8, 16, 64]
"""Fans of 2, 2, 2, 2 and of 4 or 8."""
LEAVES = {
    "cap": ("share", "share", "product", "1", "3", "20"),
    "more": ("options.more", "options.more", "product", "1", "3", "20"),
}
FORMS = (
    *("min({}, {})", "max({}, {})", "abs({} - {})", "{} + {}", "{} - {}", "2 * {}", "3 * {}"),
    *("({} if {} < {} else {})", "({} if {} in [4, 9] else {})", "({} if {} == {} else {})"),
)
OF_CAP = ("capped({})", "capped({})", "({} if options.cap <= {} else {})")

FULL = (
    ("define:\n", "define:\n  full: 8 if options.cap == none else min(options.cap, 1000)\n"),
    (
        "fans:\n",
        """\
fans:
  full:
    name: {zh: 满, en: Full}
    times: (full - 1) // product + 1
    when: product < full and product >= 4
    assumed: x
""",
    ),
    ("  - {id: high, when: fan.fours, at: 'max(16, options.cap)', assumed: test}\n", ""),
)
"""A fan that raises a hand worth 4 to the cap: its product rises by steps."""


def amount(random: Random, option: str, depth: int = 3) -> str:
    """Some amount made of an option, at random."""
    if not depth or random.random() < 0.15:
        return random.choice(LEAVES[option])
    form = random.choice(FORMS + OF_CAP if option == "cap" else FORMS)
    return form.format(*[amount(random, option, depth - 1) for _ in range(form.count("{}"))])


def paid(text: str, fans: int, option: str, *, high: bool) -> Callable[[int], int]:
    """What Python says that it comes to, for each value of the option."""
    code = compile(text, text, "eval")

    def at(value: int) -> int:
        limit = max(16, value) if high else value
        names = {
            "share": min(fans, limit),
            "product": fans,
            "capped": lambda amount: min(amount, limit),
            "options": SimpleNamespace(**{option: value}),
        }
        return int(eval(code, names))

    return at


@pytest.mark.parametrize(("option", "seed"), [*product(("cap", "more"), range(30))])
def test_between_two_values_that_are_tried_there_is_a_line(option: str, seed: int) -> None:
    text = f"max(0, {amount(Random(seed), option)})"
    core = core_of(changed(MORE, (FED, f"fed, when: payer.fed, pay: '{text}',")))
    own = next(one for one in core.options if one.id == option)
    tried = values_of(own, met_on_lines(core, option, frozenset(("pay.win",))))
    if tried.whole:
        numbers = sorted({one for one in tried.values if type(one) is int})
        assert (numbers[0], numbers[-1]) == (1, 100 if option == "cap" else 90)
        for fans, high in product(PRODUCTS, (False, True)):
            at = paid(text, fans, option, high=high)
            for low, top in pairwise(numbers):
                step = (at(top) - at(low)) / (top - low)
                for value in range(low + 1, top):
                    assert at(value) == at(low) + step * (value - low), (text, value)


SEEDS = [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 20))]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_cap_changes_is_found_as_if_every_cap_were_tried(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands with several readings are there, too, and some are capped at 16 at least."""
    random = Random(seed)
    text = f"max(0, {amount(random, 'cap')})"
    turned = f"{text} + (1 if {amount(random, 'cap', 2)} == {random.randrange(20)} else 0)"
    before, after = (
        changed((FED, f"fed, when: payer.fed, pay: '{one}',"), text=TWO_COPIES)
        for one in (text, turned)
    )
    found = compared(before, after)
    caps = [Settings({"cap": cap}, {"cap": cap}) for cap in (*range(1, 101), None)]
    monkeypatch.setattr(comparing, "settings_to_prove", lambda *_: (caps, ()))
    every = compared(before, after)
    if found.proven:
        assert found.equal == every.equal


def raised(*more: tuple[str, str]) -> str:
    """A variant with hands that are raised to the cap."""
    return changed(*FULL, *more, text=TWO_COPIES)


@pytest.mark.parametrize("seed", SEEDS[::4])
def test_hands_raised_to_the_cap_are_compared_as_if_every_cap_were_tried(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(100 + seed)
    text = f"max(0, {amount(random, 'cap').replace('product', 'share')})"
    turned = f"{text} + (1 if share == {random.randrange(1, 100)} else 0)"
    before, after = (
        raised((FED, f"fed, when: payer.fed, pay: '{one}',")) for one in (text, turned)
    )
    found = compared(before, after)
    caps = [Settings({"cap": cap}, {"cap": cap}) for cap in (*range(1, 101), None)]
    monkeypatch.setattr(comparing, "settings_to_prove", lambda *_: (caps, ()))
    if found.proven:
        assert found.equal == compared(before, after).equal


@pytest.mark.parametrize(
    ("asked", "equal"),
    [
        ("share == 37", False),  # no product of fans is: only a cap of 37 makes it, and only here
        ("share == 37 and options.strict and payer.revealed", False),
        ("share == 99 and not options.strict", False),
        ("share == 101", True),  # the cap is 100 at most, and no product is that
        ("share == 37 and self_draw", True),
    ],
)
def test_what_one_cap_and_one_more_option_show_is_found(asked: str, equal: bool) -> None:
    found = compared(
        raised(), raised((FED, f"fed, when: payer.fed, pay: 'share + (1 if {asked} else 0)',"))
    )
    assert found.proven
    assert found.equal == equal
    if not equal:
        (one,) = found.behavioural
        assert [setting["cap"] for setting in one.settings] == [37 if "37" in asked else 99] * 2


@pytest.mark.parametrize("step", [Step(1, -1, 4, 4, 4), Step(2, 3, 5, 3, -7), Step(1, 0, 1, 1, 0)])
def test_steps_are_where_they_are_said_to_be(step: Step) -> None:
    def at(value: int) -> int:
        return step.times * ((step.rise * value + step.start) // step.divisor) + step.plus

    values = range(-60, 60)
    for line in product(range(3), range(-9, 9)):
        ahead = min(at(value) - line[0] * value - line[1] for value in values)
        for more in (0, 1):
            assert not step.at_least(line, more) or ahead >= more
    for number in range(-15, 15):
        ends = {end for pair in step.passes(number) for end in pair}
        for value in values:
            one, other = at(value) - number, at(value + 1) - number
            if (one < 0, one > 0) != (other < 0, other > 0):
                assert {value, value + 1} <= ends
    assert Step(1, -1, 4, 4, 4).at_least((1, 0), 0)
