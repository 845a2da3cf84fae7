"""What is built in stays as it is: its examples need not be run for all that extend it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.coverage import family
from kawuxing.compiler.library import builtin_ids

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kawuxing.compiler.coverage.family import Member
    from kawuxing.compiler.resolved.nodes import Ruleset


@pytest.fixture(scope="package", autouse=True)
def built_ins_run_once() -> Iterator[None]:
    made, known = family.member_of, dict[str, "Member"]()

    def member_of(ruleset: Ruleset) -> Member:
        if ruleset.id not in builtin_ids() or ruleset.use:
            return made(ruleset)
        if ruleset.id not in known:
            known[ruleset.id] = made(ruleset)
        assert known[ruleset.id].core.ruleset.sources == ruleset.sources
        return known[ruleset.id]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(family, "member_of", member_of)
        yield
