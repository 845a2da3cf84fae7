"""A trace as plain data; `schemas/trace.json` says what it looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .shown import shown_by
from .view import counts

if TYPE_CHECKING:
    from ..resolved.nodes import Words
    from .nodes import Edition, Statement
    from .rules import Rule
    from .view import View

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json] | None"


def trace_object(seen: View) -> dict[str, Json]:
    """All that is to be seen."""
    return {
        "complete": seen.complete,
        "counts": [
            {
                "document": one.document or None,
                "clauses": one.clauses,
                "distinct": one.distinct,
                "carried": one.carried,
                "shown": one.shown,
                "excused": one.excused,
                "open": one.open,
            }
            for one in counts(seen.statements)
        ],
        "reasons": [
            {"reason": one.word, "meaning": _words(one.meaning)}
            for one in seen.trace.excuses.reasons
        ],
        "statements": [_statement(one) for one in seen.statements],
        "editions": [_edition(one) for one in seen.editions],
    }


def _words(words: Words | None) -> Json:
    return None if words is None else {"zh": words.zh, "en": words.en}


def _statement(one: Statement) -> Json:
    clause, excuse = one.clause, one.excuse
    return {
        "clauses": list[Json](one.clauses),
        "state": one.state,
        "document": clause.document,
        "block": clause.block,
        "section": clause.section,
        "topic": clause.topic,
        "town": clause.town,
        "says": clause.says,
        "terms": clause.terms,
        "same_as": list[Json](clause.same_as),
        "difference": clause.difference,
        "ambiguous": clause.ambiguous,
        "carried_by": [
            {
                "rule": carrier.rule,
                "name": _words(carrier.name),
                "cite": list[Json](carrier.cited),
                "from": carrier.written,
                "place": carrier.place,
                "editions": list[Json](carrier.editions),
            }
            for carrier in one.carriers
        ],
        "sums_up": list[Json](one.parts),
        "shown_by": [
            {"edition": shown.edition, "example": shown.example, "cites": shown.cites}
            for shown in one.shown
        ],
        "excuse": None
        if excuse is None or one.state != "excused"
        else {
            "reason": excuse.reason,
            "why": _words(excuse.why),
            "see": list[Json](excuse.see),
        },
        "set_aside": [
            {"edition": aside.edition, "golden": aside.golden, "why": _words(aside.why)}
            for aside in one.set_aside
        ],
    }


def _edition(edition: Edition) -> Json:
    return {
        "id": edition.id,
        "name": _words(edition.name),
        "abstract": edition.abstract,
        "parents": list[Json](edition.parents),
        "rules": [_rule(rule, edition) for rule in edition.rules],
        "set_aside": [
            {"golden": one.golden, "why": _words(one.why), "cite": [ref.id for ref in one.cites]}
            for one in edition.set_aside
        ],
    }


def _rule(rule: Rule, edition: Edition) -> Json:
    return {
        "path": rule.path,
        "name": _words(rule.name),
        "cite": [ref.id for ref in rule.cites],
        "assumed": _words(rule.assumed),
        "from": rule.written,
        "place": rule.place,
        "examples": [one.example for one in shown_by(rule, edition)],
    }
