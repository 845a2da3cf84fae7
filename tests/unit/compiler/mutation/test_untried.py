"""What can be known of values of an option that are too many to be tried."""

from __future__ import annotations

from functools import cache

import pytest

from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.mutation.mutants import mutants_of
from kawuxing.compiler.mutation.run import Status, mutate

from ..toy import TOY

FULL = """\
  raised:
    name: {zh: 补足, en: Raised}
    times: (full - 1) // product + 1
    when: product < full and product // 2 >= 1
    assumed: a toy
define:
  full: 8 if options.most == none else min(options.most, 1000)
"""
WIDE = (
    TOY.replace("to: 20, none", "to: 1000, none")
    .replace("define:\n", FULL)
    .replace("times: 3", "times: 4")
)


@cache
def statuses(rule: str, text: str = WIDE) -> dict[tuple[str, str], Status]:
    """What becomes of the changed numbers of a rule; of the others it is not asked."""
    members = family(text)
    others = {one.key for one in mutants_of(members[0].core.ruleset) if one.rule != rule}
    return {
        (one.mutant.before, one.mutant.after): one.status
        for one in mutate(members, others)
        if one.mutant.rule == rule and one.mutant.kind == "number"
    }


@pytest.mark.parametrize(
    ("change", "status"),
    [
        # products are 1, 2 and 4: with 2, 7 // 2 + 1 and 6 // 2 + 1 are 4, with 4 both are 2
        (("8", "7"), "equivalent"),
        # nobody may choose more than 1000
        (("1000", "1001"), "equivalent"),
        (("1000", "2000"), "equivalent"),
        # from 999 on, 998 // 2 + 1 is 500 as 999 // 2 + 1 is, and 998 // 4 + 1 is 250
        (("1000", "999"), "equivalent"),
        # with 2, 15 // 2 + 1 is 8, and then the product is 16 without a cap
        (("8", "16"), "survived"),
        (("8", "9"), "survived"),
    ],
)
def test_changes_of_something_made_of_the_option(change: tuple[str, str], status: Status) -> None:
    assert statuses("define.full")[change] == status


def test_changes_of_a_condition_without_the_option() -> None:
    """Products are powers of two: their halves are at least 1 or 0, never between."""
    found = statuses("fans.raised")
    assert found["1", "0"] in {"survived", "unproven"}
    thirds = WIDE.replace("product // 2 >= 1", "product * 3 >= 6")
    found = statuses("fans.raised", thirds)
    assert found["6", "5"] == "equivalent"
    assert found["6", "7"] in {"survived", "unproven"}
