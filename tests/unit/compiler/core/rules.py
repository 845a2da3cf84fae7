"""Expressions and rulesets typed for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from kawuxing.compiler.core.check import check
from kawuxing.compiler.core.from_resolved import environment_of, lower
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.surface.expression import parse_expression

from ..towns import over_base

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core, Expr
    from kawuxing.compiler.diagnostics.report import Diagnostic

WITHOUT_HAND = (
    *("pay.kong", "pay.drawn", "turn.kong", "turn.pung", "turn.reveal", "turn.missed", "dealer"),
    *("turn.chain", "horses.draw", "horses.hits", "horses.again"),
)
SCOPES = ("fan", "cap", "points", "may_win", "pay.win", "pay.also", *WITHOUT_HAND)


class Typed(NamedTuple):
    """An expression typed, and what was found on the way."""

    expr: Expr | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def codes(self) -> list[str]:
        return [found.code for found in self.diagnostics]


class Lowered(NamedTuple):
    """A ruleset typed, and what was found on the way."""

    core: Core | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def codes(self) -> list[str]:
        return [found.code for found in self.diagnostics]


def typed(text: str, scope: str = "fan", fragment: str = "") -> Typed:
    """Type an expression among the names of the base and of a fragment."""
    town = over_base(fragment)
    assert town.diagnostics == ()
    assert town.ruleset is not None
    source, sink = SourceText.of(text), Sink()
    env = replace(environment_of(town.ruleset, sink), scope=scope)
    parsed = parse_expression(text, lambda start, end: Span(source, start, end), sink)
    assert parsed is not None, sink.diagnostics
    return Typed(check(parsed, env), sink.diagnostics)


def right(text: str, scope: str = "fan", fragment: str = "") -> Expr:
    """The typed form of an expression without any fault."""
    found = typed(text, scope, fragment)
    assert found.diagnostics == ()
    assert found.expr is not None
    return found.expr


def lowered(fragment: str) -> Lowered:
    """Type a town that extends the base."""
    town = over_base(fragment)
    assert town.ruleset is not None
    sink = Sink()
    for diagnostic in town.diagnostics:
        sink.add(diagnostic)
    core = lower(town.ruleset, sink)
    return Lowered(core, sink.diagnostics)
