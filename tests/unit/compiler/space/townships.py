"""Rulesets as sides, for tests of the space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.space.sides import sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.compiler.space.sides import Setting, Side

HEAD = """
kawuxing: 1
variant: town
name: {zh: 某地, en: Town}
extends: hubei
"""


def town(*fans: str, more: str = "") -> str:
    """A ruleset with nothing but these fans' conditions."""
    removed = "".join(f"  {fan.id}: removed\n" for fan in load_ruleset("hubei").fans)
    own = "".join(
        f"  fan_{index}: {{name: {{zh: 番, en: Fan}}, times: 2, when: '{when}', assumed: test}}\n"
        for index, when in enumerate(fans)
    )
    return f"{HEAD}{more}fans:\n{removed}{own}"


def core_of(text: str) -> Core:
    """The rules of a ruleset that has no fault."""
    sink = Sink()
    core = check(load_ruleset(text), sink)
    assert core is not None, sink.diagnostics
    return core


def sides_of(text: str, settings: Sequence[Setting] = ({},)) -> list[Side]:
    """A ruleset as sides, one for each setting."""
    return sides([core_of(text)], [settings])[0]
