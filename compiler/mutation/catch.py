"""The example that would catch a mutant: the least hand that tells it from the ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...runtime.errors import HandError
from ..examples.by_interpreter import trace
from ..examples.facts import spelled
from ..interpret.judge import tile_set
from ..surface.nodes import Example, Origin, Words
from .witness import givens

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...runtime.evaluator import Evaluator
    from ..core.nodes import Core
    from ..examples.by_interpreter import Trace
    from ..examples.facts import Facts
    from ..source.text import Span
    from .situations import Difference
    from .witness import Given

_MOST_TRIES = 400
_SHOWN = ("value", "product", "fans")
"""What an example of a hand says in any case."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Typed rules, and what reads options and rounds for them."""

    core: Core
    evaluator: Evaluator[Any]

    def trace(self, example: Example) -> Trace | None:
        """What comes of an example; None if it is refused."""
        try:
            return trace(example, self.core, self.evaluator)
        except HandError:
            return None


@dataclass(frozen=True, slots=True)
class Catch:
    """An example that passes under the ruleset and fails under the mutant.

    Attributes:
        example: the example, ready but for its id.
        found: what the mutant gives instead, by key; empty if it refuses.
    """

    example: Example
    found: Mapping[str, str]


def catch(
    differences: Iterable[Difference], original: Rules, mutant: Rules, span: Span
) -> Catch | None:
    """The first example that can be made of some differences.

    Args:
        differences: where the two differ, the plainest first.
        original: the ruleset; it says what is right.
        mutant: the mutant.
        span: where the mutant was changed.
    """
    seating = original.core.ruleset.seating
    for difference in islice(differences, _MOST_TRIES):
        for given in givens(difference, tile_set(seating), seating.seats):
            found = _caught(given, original, mutant, span)
            if found is not None:
                return found
    return None


def _caught(given: Given, original: Rules, mutant: Rules, span: Span) -> Catch | None:
    bare = Example("it", None, Words("", ""), (), given, {}, {}, Origin(span))
    right, wrong = original.trace(bare), mutant.trace(bare)
    if right is None or (wrong is not None and wrong.facts == right.facts):
        return None
    facts = right.facts
    differing = [key for key in facts if wrong is not None and wrong.facts[key] != facts[key]]
    shown = _SHOWN if "hand" in given else tuple(key for key in facts if key != "carried")
    expect = {key: _plain(facts[key]) for key in facts if key in (*shown, *differing)}
    if wrong is None and "owed" in facts and facts["owed"] != facts["value"]:
        expect["owed"] = facts["owed"]
    if "owed" in expect and not facts["owed"]:
        expect["may_win"] = facts["may_win"]
    example = Example("it", None, _why(original, right), (), given, expect, {}, Origin(span))
    found = {key: spelled(wrong.facts[key]) for key in differing} if wrong is not None else {}
    return Catch(example, found)


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _why(rules: Rules, found: Trace) -> Words:
    """What makes it come to that."""
    if "rules" in found.facts:
        return _why_decided(rules.core, found)
    if found.fact:
        return Words(zh=f"{found.fact} 的定规", en=f"the fact {found.fact}")
    best = found.verdicts[0].best
    names = {fan.id: fan.name for fan in rules.core.fans}
    if not best.fans:
        return Words(zh="无番，1", en="nothing scores, 1")
    zh = "乘".join(f"{names[fan].zh}{times}" for fan, times in best.fans)
    en = " x ".join(f"{_lower(names[fan].en)} {times}" for fan, times in best.fans)
    if len(best.fans) > 1:
        zh, en = f"{zh}得{best.product}", f"{en} = {best.product}"
    if best.value < best.product:
        zh, en = f"{zh}；封顶{best.value}", f"{en}; capped at {best.value}"
    return Words(zh=zh, en=en)


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]


def _why_decided(core: Core, found: Trace) -> Words:
    rows = _rows(found.facts)
    names = {f"{table.kind}.{row.id}": row for table in core.tables for row in table.rows}
    said = [names[row].note for row in rows]
    zh = "；".join(note.zh if note else row for note, row in zip(said, rows, strict=True))
    en = "; ".join(note.en if note else row for note, row in zip(said, rows, strict=True))
    return Words(zh=zh or "谁也不付", en=en or "nobody pays")


def _rows(facts: Facts) -> list[str]:
    rows = facts["rules"]
    assert isinstance(rows, tuple)
    return [str(row) for row in rows]
