"""Functions without a module around them: the same as in the module."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.compile import check, compile_core, program_of, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.plan.from_core import lower
from kawuxing.runtime.circumstances import Drawn, Konged

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core

DEFINED = """
kawuxing: 1
variant: town
name: {zh: 某地, en: Town}
extends: hubei
define:
  long_chain: kong.chain > 2
  both_revealed: payer.revealed and payee.revealed
pay:
  kong:
    - {id: dear, when: long_chain, pay: 7, assumed: test}
    - {id: rest, pay: 3, assumed: test}
  drawn:
    - {id: dear, when: both_revealed, pay: 5, assumed: test}
    - {id: rest, pay: 0, assumed: test}
"""


def core_of(variant: str) -> Core:
    core = check(load_ruleset(variant), Sink())
    assert core is not None
    return core


@pytest.mark.parametrize("variant", ["hubei", "suizhou", "xiaogan", DEFINED])
def test_a_program_is_that_of_its_module(variant: str) -> None:
    core = core_of(variant)
    alone, module = program_of(lower(core)), run_module(compile_core(core)).program
    facts = ("variant", "zh", "en", "language", "sources", "tiles", "seats", "options", "fans")
    assert [getattr(alone, fact) for fact in facts] == [getattr(module, fact) for fact in facts]
    assert alone.rows == module.rows
    assert alone.defaults._asdict() == module.defaults._asdict()


def test_definitions_may_be_used_where_there_is_no_hand() -> None:
    program = program_of(lower(core_of(DEFINED)))
    kong = Konged(
        kong_concealed=True,
        kong_direct=False,
        kong_added=False,
        kong_chain=3,
        konger_revealed=False,
        payer_fed=False,
    )
    assert program.pay_kong(kong, program.defaults) == (7, 0)
    assert program.pay_kong(replace(kong, kong_chain=2), program.defaults) == (3, 1)
    drawn = Drawn(payer_revealed=True, payer_first_revealed=False, payee_revealed=True)
    assert program.pay_drawn(drawn, program.defaults) == (5, 0)
    drawn = replace(drawn, payee_revealed=False)
    assert program.pay_drawn(drawn, program.defaults) == (0, 1)
