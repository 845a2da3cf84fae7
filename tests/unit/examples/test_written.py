"""Examples as text: read again they are the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.examples.written import example_text
from kawuxing.compiler.library import builtins

PLAYED = [one.id for one in builtins() if not one.abstract]
HEAD = "kawuxing: 1\nvariant: mytown\nname: {zh: 我镇, en: My Town}\nextends: suizhou\n"


@pytest.mark.parametrize("id", PLAYED)
def test_the_examples_of_the_library_come_back(id: str) -> None:
    examples = load_ruleset(id).examples
    text = "".join(map(example_text, examples))
    parent = HEAD.replace("suizhou", id)
    assert load_ruleset(f"{parent}examples:\n{text}").examples == examples


def test_how_it_looks() -> None:
    example = replace(
        load_ruleset(PLAYED[0]).examples[0],
        golden=None,
        cites=(),
        given={"hand": "1122334455667s+7s", "by": "discard", "options": {"cap": None, "x": True}},
        expect={"value": 16, "fans": ["some_fan"], "may_win": True},
    )
    lines = example_text(example).split("\n")
    assert lines[0] == f"  - id: {example.id}"
    assert lines[-5:] == [
        '    hand: "1122334455667s+7s"',
        "    by: discard",
        "    options: {cap: none, x: true}",
        "    expect: {value: 16, fans: [some_fan], may_win: true}",
        "",
    ]
