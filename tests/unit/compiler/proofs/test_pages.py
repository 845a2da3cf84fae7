"""The pages about what is proven: what they show has it, mended it has not."""

from __future__ import annotations

import re

import pytest

from kawuxing.compiler.diagnostics import catalogue

from ..space.townships import HEAD
from .asking import proofs


def blocks(code: str) -> tuple[str, ...]:
    """The example and the mended example of a page."""
    text = catalogue.page(code, "en") or ""
    return tuple(re.findall(r"```yaml\n(.*?\n)```", text, re.DOTALL))


PAGES = [f"KWX26{number:02}" for number in range(1, 12) if number not in {8, 9, 10}]


def codes(fragment: str, *, facts: bool) -> set[str]:
    """What is found of a piece of a file, references that are cited left out."""
    return {one.code for one in proofs(HEAD + fragment, facts=facts) if "cited" not in one.params}


@pytest.mark.parametrize("code", PAGES)
def test_the_example_of_a_page_has_it_and_its_mended_form_has_not(code: str) -> None:
    facts = code == "KWX2611"
    shown = {"KWX2608", "KWX2609", "KWX2610"} if facts else set()
    example, mended = blocks(code)
    assert codes(example, facts=facts) == shown | {code}
    assert codes(mended, facts=facts) == shown


@pytest.mark.slow
@pytest.mark.parametrize("code", ["KWX2612", "KWX2613"])
def test_the_example_of_rules_that_are_too_fine(code: str) -> None:
    first, mended = blocks(code)
    assert [one.code for one in proofs(HEAD + first)] == ["KWX2612"]
    assert proofs(HEAD + mended) == ()
