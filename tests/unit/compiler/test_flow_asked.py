"""What is told of a situation only where some rule asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kawuxing.compiler.flow import situation_text, situations
from kawuxing.runtime.situations import KongAsked, MissedAsked

from .diff.variants import core_of

if TYPE_CHECKING:
    from kawuxing.compiler.resolved.nodes import TableKind

HEAD = "kawuxing: 1\nvariant: some\nname: {zh: 某, en: Some}\nextends: hubei\n"


def kinds(table: TableKind, row: str) -> set[bool]:
    """Which answers there are to what few rules ask, where a row asks this."""
    one = f"{{before: else, when: {row}, allowed: false, assumed: test}}"
    core = core_of(f"{HEAD}turn:\n  {table[5:]}:\n    some: {one}\n")
    found = set()
    for asked in situations(table, [core]):
        if isinstance(asked, KongAsked):
            found.add(asked.kong_awaited)
        elif isinstance(asked, MissedAsked):
            found.add(asked.passed_same)
    return found


def test_waits_of_others_and_passed_tiles_are_told_apart_only_where_they_are_asked() -> None:
    assert kinds("turn.kong", "kong.added") == {False}
    assert kinds("turn.kong", "kong.awaited") == {False, True}
    assert kinds("turn.missed", "robbing") == {False}
    assert kinds("turn.missed", "passed.same") == {False, True}


def test_they_are_told_in_the_words_of_rules() -> None:
    assert situation_text(MissedAsked(4, 2, False, False, passed_same=True)) == (
        "value == 4 and passed.value == 2 and passed.same"
    )
