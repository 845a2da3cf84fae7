"""Differences as a SARIF 2.1.0 log, the form code scanning services read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from .words import CLASSES, Phrase, position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..diff.findings import Behavioural, Class, Comparison, Structural
    from ..source.text import Span
    from .render_json import Json, Object
    from .report import Policy, Report
    from .words import Lang

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LANGUAGES: Final[dict[Lang, str]] = {"en": "en", "zh": "zh-CN"}
_RULES: Final = tuple(CLASSES)
_FROM_GIT: Final = "git:"


def sarif_object(report: Report, lang: Lang = "en", *, version: str = "0") -> Object:
    """Build a log of one run; differences of words only are left out."""
    phrase = Phrase(lang)
    rules: list[Json] = [
        {
            "id": _rule(kind),
            "shortDescription": {"text": phrase.say(CLASSES[kind])},
            "defaultConfiguration": {"level": report.policy.severity(kind)},
        }
        for kind in _RULES
    ]
    driver: Object = {"name": "kawuxing", "version": version, "rules": rules}
    run: Object = {
        "tool": {"driver": driver},
        "language": _LANGUAGES[lang],
        "columnKind": "unicodeCodePoints",
        "results": list(_results(report, phrase)),
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(kind: Class) -> str:
    return f"diff/{kind}"


def _results(report: Report, phrase: Phrase) -> Iterator[Json]:
    for comparison in report.comparisons:
        for found in comparison.behavioural:
            yield _behavioural(found, comparison, report.policy, phrase)
        for one in comparison.structural:
            if one.kind != "wording":
                yield _structural(one, comparison, report.policy)


def _behavioural(
    found: Behavioural, comparison: Comparison, policy: Policy, phrase: Phrase
) -> Object:
    before, after = comparison.sides
    options = phrase.options(found)
    lines = [
        f"{' + '.join(found.rules)} {phrase.titled(found, comparison)}".rstrip(),
        phrase.affected(found),
        *([options] if options else []),
        phrase.witness(found.witness),
        f"{phrase.outcome(found.before, before)} → {phrase.outcome(found.after, after)}",
    ]
    result = _result(found, comparison, policy, "\n".join(lines))
    if found.fingerprint:
        result["partialFingerprints"] = {"kawuxing/v1": found.fingerprint}
    approval = policy.approval(found)
    if approval is not None:
        reason = phrase.words(approval.reason)
        result["suppressions"] = [{"kind": "external", "justification": reason}]
    return _located(result, comparison.places(found, 0), comparison.places(found, 1))


def _structural(found: Structural, comparison: Comparison, policy: Policy) -> Object:
    before, after = ("–" if one is None else str(one) for one in (found.before, found.after))
    result = _result(found, comparison, policy, f"{found.path}: {before} → {after}")
    spans = [[] if span is None else [span] for span in found.where]
    return _located(result, spans[0], spans[1])


def _result(
    found: Behavioural | Structural, comparison: Comparison, policy: Policy, text: str
) -> Object:
    return {
        "ruleId": _rule(found.kind),
        "ruleIndex": _RULES.index(found.kind),
        "level": policy.of(found, comparison),
        "message": {"text": text},
    }


def _located(result: Object, before: Sequence[Span], after: Sequence[Span]) -> Object:
    """A result with its place on the second side, the first side's beside it.

    What stands in a file of the past cannot be pointed at, and is named.
    """
    here = [span for span in (*after, *before) if not _is_past(span)]
    if here:
        result["locations"] = [{"physicalLocation": _location(here[0])}]
    others = [span for span in dict.fromkeys((*after, *before)) if span not in here[:1]]
    related: list[Json] = [
        {
            "id": number,
            "message": {"text": position(span)},
            **({} if _is_past(span) else {"physicalLocation": _location(span)}),
        }
        for number, span in enumerate(others, 1)
    ]
    if related:
        result["relatedLocations"] = related
    return result


def _is_past(span: Span) -> bool:
    return span.source.name.startswith(_FROM_GIT)


def _location(span: Span) -> Object:
    (line, column), (end_line, end_column) = span.position, span.end_position
    region: Object = {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }
    uri = quote(span.source.name, safe="/", errors="replace")
    return {"artifactLocation": {"uri": uri}, "region": region}
