"""Small rulesets for tests: a base, towns that extend it, and errors marked in the text.

In a marked text ``⟦`` and ``⟧`` stand around the place an error must point at, ``⟪`` and ``⟫``
around the places of its labels.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kawuxing.compiler.clauses import clause_ids
from kawuxing.compiler.diagnostics import catalogue
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.resolved.from_surface import resolve
from kawuxing.compiler.source.text import SourceText
from kawuxing.compiler.source.yaml_nodes import read_yaml
from kawuxing.compiler.surface.from_yaml import read_ruleset

from ...plain_flow import FLOW

if TYPE_CHECKING:
    from kawuxing.compiler.diagnostics.report import Diagnostic
    from kawuxing.compiler.resolved.nodes import Ruleset
    from kawuxing.compiler.source.text import Span
    from kawuxing.compiler.surface.nodes import RulesetDecl

BASE = (
    """\
kawuxing: 1
variant: base
name: {zh: 底本, en: Base}
table:
  seats: 3
  at_table: {out: nobody}
  tiles: {suits: [dots, bamboos], dragons: [red], copies: 4}
  deal: {dealer: 14, others: 13, direction: counterclockwise}
  assumed: test
options:
  cap:
    default: none
    offered: [8, 16, none]
    accepts: {from: 1, to: 100, none: true}
    cite: S0-065
  tyrant: {default: false, assumed: test}
define:
  triplets: count(s.triplet for s in sets)
assumptions:
  point: {zh: 某点, en: Some point, cite: S0-063}
fans:
  cheap: {name: {zh: 小番, en: Small}, times: 2, when: self_draw, assumed: test}
  dear: {name: {zh: 大番, en: Big}, times: 8, when: last_tile, replaces: [cheap], assumed: test}
  other: {name: {zh: 另番, en: Other}, times: 2, when: discard, assumed: test}
cap:
  - {id: high, when: fan.dear, at: 16, assumed: test}
  - {id: middle, when: fan.cheap, at: 12, assumed: test}
  - {id: common, at: options.cap, assumed: test}
may_win: [{id: any, allowed: true, assumed: test}]
pay:
  win: [{id: nobody, pay: 0, assumed: test}]
  kong: [{id: nobody, pay: 0, assumed: test}]
  drawn: [{id: nobody, pay: 0, assumed: test}]
"""
    + FLOW
)
HEADING = {
    "kawuxing": "1",
    "variant": "town",
    "name": "{zh: 某地, en: Town}",
    "extends": "base",
}


class Found(NamedTuple):
    """What a run found, with the ruleset that came of it."""

    ruleset: Ruleset | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def codes(self) -> list[str]:
        return [diagnostic.code for diagnostic in self.diagnostics]


def declare(text: str, sink: Sink, name: str = "town.yaml") -> RulesetDecl | None:
    """Read one file's declarations."""
    root = read_yaml(SourceText.of(text, name), sink)
    return None if root is None else read_ruleset(root, clause_ids(), sink)


@cache
def base() -> RulesetDecl:
    """The declarations of `BASE`."""
    sink = Sink()
    file = declare(BASE, sink, "base.yaml")
    assert sink.diagnostics == ()
    assert file is not None
    return file


def complete(fragment: str) -> str:
    """A piece of a file under the heading that every file needs."""
    written = set(re.findall(r"^⟦?(\w+)⟧?:", fragment, re.MULTILINE))
    heading = [f"{key}: {value}\n" for key, value in HEADING.items() if key not in written]
    return "".join(heading) + fragment


def over_base(fragment: str) -> Found:
    """Resolve a town that extends `BASE`."""
    sink = Sink()
    file = declare(complete(fragment), sink)
    ruleset = None if file is None else resolve([file, base()], sink)
    return Found(ruleset, sink.diagnostics)


def alone(text: str) -> Found:
    """Resolve a town that extends nothing."""
    sink = Sink()
    file = declare(text, sink)
    ruleset = None if file is None else resolve([file], sink)
    return Found(ruleset, sink.diagnostics)


def unmark(text: str) -> tuple[str, list[tuple[int, int]], list[tuple[int, int]]]:
    """A text without its marks, the places between ``⟦⟧``, and those between ``⟪⟫``."""
    starts: dict[str, list[int]] = {"⟦": [], "⟪": []}
    ends: dict[str, list[int]] = {"⟧": [], "⟫": []}
    plain: list[str] = []
    for char in text:
        if char in starts:
            starts[char].append(len(plain))
        elif char in ends:
            ends[char].append(len(plain))
        else:
            plain.append(char)
    places = list(zip(starts["⟦"], ends["⟧"], strict=True))
    return "".join(plain), places, list(zip(starts["⟪"], ends["⟫"], strict=True))


def place(span: Span | None) -> tuple[int, int] | None:
    """A span without its text."""
    return None if span is None else (span.start, span.end)


def check_texts(diagnostic: Diagnostic) -> None:
    """Everything said about a diagnostic has all its values, in both languages."""
    for lang in ("en", "zh"):
        texts = [catalogue.message(diagnostic, lang), *catalogue.helps(diagnostic, lang)]
        labels = [catalogue.label_text(diagnostic, label, lang) for label in diagnostic.labels]
        for label, text in zip(diagnostic.labels, labels, strict=True):
            assert text != label.key, diagnostic
        for text in (*texts, *labels):
            assert text.strip(), diagnostic
            assert not re.search(r"\{\w+\}", text), text
