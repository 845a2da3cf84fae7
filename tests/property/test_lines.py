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


@pytest.mark.parametrize("seed", range(10))
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
