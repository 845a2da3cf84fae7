"""The catalogue's pages about rounds: their examples have the error, and mended they have none."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import kawuxing
from kawuxing.compiler.diagnostics.catalogue import load_entry
from kawuxing.runtime.errors import TEXTS, HandError

HORSES = """kawuxing: 1
variant: horses
name: {zh: 买马, en: Horses}
extends: suizhou
horses:
  draw:
    - {id: own, when: self_draw, number: 2, assumed: a test}
    - {id: none, number: 0, assumed: a test}
"""
CHOICES = """kawuxing: 1
variant: asking
name: {zh: 漂, en: Asking}
extends: suizhou
choices: {ante: {default: 0, offered: [0, 1, 2], assumed: a test}}
"""
CARRIED = """kawuxing: 1
variant: asking
name: {zh: 上楼, en: Asking}
extends: suizhou
carried:
  floors: {from: 0, to: 2, start: 0, next: carried.floors, assumed: a test}
"""
CHAINS = """kawuxing: 1
variant: asking
name: {zh: 连杠, en: Asking}
extends: suizhou
turn:
  chain:
    - {id: drawn, when: not kong.direct and kong.fresh, allowed: true, assumed: a test}
    - {id: else, allowed: false, assumed: a test}
"""
# What only rules say that the built-in ones do not.
ASKING = {
    "KWX3533": """kawuxing: 1
variant: asking
name: {zh: 查叫, en: Asking}
extends: suizhou
pay:
  drawn:
    idle: {before: nobody, when: not payer.ready, pay: payee.best, assumed: a test}
""",
    "KWX3517": CHAINS,
    **dict.fromkeys(("KWX3534", "KWX3535"), HORSES),
    **dict.fromkeys(("KWX3550", "KWX3552"), CHOICES),
    **dict.fromkeys(("KWX3553", "KWX3554"), CARRIED),
}
CODES = sorted(code for code in TEXTS if code.startswith("KWX35"))


def shown(code: str, heading: str) -> dict[str, Any]:
    """The round in one section of a page."""
    entry = load_entry(code)
    assert entry is not None
    found = re.search(rf"## {heading}\n\n(?:[^\n]+\n\n)?```json\n(.*?)\n```", entry.body, re.DOTALL)
    assert found is not None
    made = json.loads(found[1])
    assert isinstance(made, dict)
    return made


@pytest.mark.parametrize("code", CODES)
def test_the_page_says_what_the_runtime_says(code: str) -> None:
    entry = load_entry(code)
    assert entry is not None
    assert (entry.text("message", "en"), entry.text("message", "zh")) == TEXTS[code]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("bad", "good"), [("Example", "Instead"), ("例子", "改法")])
def test_the_examples_are_true(code: str, bad: str, good: str) -> None:
    rules = kawuxing.load(ASKING.get(code, "suizhou"))
    with pytest.raises(HandError) as caught:
        rules.settle(shown(code, bad))
    assert caught.value.code == code
    assert sum(rules.settle(shown(code, good)).totals) == 0
