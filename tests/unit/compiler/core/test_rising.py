"""Which tables let a hand win whenever they let one win whose product is less."""

from __future__ import annotations

import pytest

from kawuxing.compiler.core.rising import rising

from ..diff.variants import changed, core_of

CHEAP = "when: options.strict and discard and product < 2, allowed: false"


@pytest.mark.parametrize(
    ("when", "allowed", "expected"),
    [
        ("discard and product < 2", "false", True),
        ("product <= 2 or last_tile", "false", True),
        ("not (product >= 2)", "false", True),
        ("min(product, 8) < 2", "false", True),
        ("product < (2 if options.strict else 4)", "false", True),
        ("win.rank == 5", "false", True),
        ("fan.middle", "false", True),
        ("product > 4", "false", False),
        ("2 < product", "false", False),
        ("product == 2", "false", False),
        ("product in [1, 4]", "false", False),
        ("product < 8 - product", "false", False),  # true, but sums are not followed
        ("product > 2", "true", True),
        ("product < 2", "true", False),
        ("discard", "product >= 4", True),
        ("discard", "product < 4", False),
        ("product > 1", "product >= 4", False),
    ],
)
def test_rising(when: str, allowed: str, expected: bool) -> None:
    row = f"when: {when!r}, allowed: {allowed}"
    core = core_of(changed((CHEAP, row)))
    assert rising(core.table("may_win").rows) is expected
