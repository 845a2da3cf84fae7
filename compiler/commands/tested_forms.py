"""What came of examples, as diagnostics, as JSON and as JUnit XML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from ..diagnostics.report import Diagnostic, Sink
from ..diagnostics.visible import visible
from ..examples.by_module import score_by_module
from ..examples.facts import spelled
from ..examples.given import asked_of, is_waiting, options_of, round_of
from ..examples.said import fact_of
from ..flow import situation_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.errors import HandError
    from ...runtime.evaluator import Evaluator
    from ..diagnostics.report import Value
    from ..examples.facts import Difference
    from ..examples.run import Outcome
    from ..source.text import Span
    from ..surface.nodes import Example
    from .settings import Settings
    from .tested import Tested


def diagnostics_of(outcome: Outcome) -> tuple[Diagnostic, ...]:
    """What is wrong with one example, each point at its place in the file."""
    sink = Sink()
    example = outcome.example
    if outcome.refusal is not None:
        report_refusal(example, outcome.refusal, sink)
    for one in outcome.differences:
        span = example.spans[f"expect.{one.key}"]
        sink.add(Diagnostic("KWX5001", span, _params(example, one)))
    for other in outcome.disagreements:
        sink.error(
            "KWX5003",
            example.spans.get(f"expect.{other.key}", example.spans["id"]),
            example=example.id,
            key=other.key,
            module=other.module,
            interpreter=other.interpreter,
        )
    return sink.diagnostics


def report_refusal(example: Example, error: HandError, sink: Sink) -> None:
    """Say that an example cannot be run, and then why."""
    sink.error("KWX5002", example.spans["id"], example=example.id)
    sink.add(Diagnostic(error.code, _place(example, error), error.params))


def _params(example: Example, one: Difference) -> dict[str, Value]:
    return {
        "example": example.id,
        "key": one.key,
        "expected": one.expected,
        "found": one.found,
        "missing": ", ".join(one.missing),
        "surplus": ", ".join(one.surplus),
    }


def _place(example: Example, error: HandError) -> Span:
    """Where in the file a hand or a round is wrong: to the character, if that is known."""
    prefix = "" if round_of(example) is None else "round."
    path = f"{prefix}{error.field}"
    while path not in example.spans and "." in path:
        path = path.rpartition(".")[0]
    locate = example.locate.get(path)
    span = example.spans.get(path, example.spans["id"])
    if locate is None or error.at is None or path != f"{prefix}{error.field}":
        return span
    return locate(error.at, error.at + 1)


def explanation(rules: Evaluator[Any] | None, outcome: Outcome, settings: Settings) -> str:
    """Why a won hand is worth that, or who pays whom; empty for waiting hands and refusals."""
    example = outcome.example
    if rules is None or outcome.facts is None or is_waiting(example):
        return ""
    fact = fact_of(example)
    if fact:
        return f"{fact} → {spelled(outcome.facts['said'])}"
    asked = asked_of(example)
    if asked is not None:
        rows = spelled(outcome.facts["rules"])
        return f"{situation_text(asked[1])} → {rows}"
    played = round_of(example)
    if played is not None:
        return "\n".join(
            f"{one.payer} → {one.payee}: {one.amount}  {one.rule}"
            for one in rules.settle(played).transfers
        )
    bound = rules.load(options_of(example, rules.program.options))
    return score_by_module(example, bound).explain(settings.lang)


def json_object(tested: Sequence[Tested]) -> dict[str, object]:
    """All outcomes as plain data."""
    failed = sum(len(one.failed) for one in tested)
    count = sum(len(one.outcomes) for one in tested)
    return {
        "ok": not failed,
        "passed": count - failed,
        "failed": failed,
        "files": [
            {
                "file": one.file,
                "variant": one.ruleset.id,
                "excused": [excuse.golden for excuse in one.ruleset.excused],
                "examples": [_example_object(outcome) for outcome in one.outcomes],
                **_measured(one),
            }
            for one in tested
        ],
    }


def _measured(one: Tested) -> dict[str, object]:
    """What was asked for besides the outcomes."""
    if one.cover is None and one.mutation is None:
        return {}
    from .measured import cover_object, mutation_object  # noqa: PLC0415 - needs the whole compiler

    found: dict[str, object] = {}
    if one.cover is not None:
        found["cover"] = cover_object(one)
    if one.mutation is not None:
        found["mutation"] = mutation_object(one)
    return found


def _example_object(outcome: Outcome) -> dict[str, object]:
    example = outcome.example
    failures: list[dict[str, object]] = []
    if outcome.refusal is not None:
        place = _at(_place(example, outcome.refusal))
        failures.append(
            {
                "kind": "refused",
                "code": outcome.refusal.code,
                "message": outcome.refusal.message,
                **place,
            }
        )
    for one in outcome.differences:
        difference = {"key": one.key, "expected": one.expected, "found": one.found}
        place = _at(example.spans[f"expect.{one.key}"])
        failures.append({"kind": "different", **difference, **place})
    for other in outcome.disagreements:
        failures.append(
            {
                "kind": "disagreement",
                "key": other.key,
                "module": other.module,
                "interpreter": other.interpreter,
            }
        )
    return {
        "id": example.id,
        "golden": example.golden,
        "passed": outcome.passed,
        "failures": failures,
    }


def _at(span: Span) -> dict[str, object]:
    line, column = span.position
    return {"file": span.source.name, "line": line, "column": column}


def junit(tested: Sequence[Tested], settings: Settings) -> str:
    """All outcomes in the form test reports are kept in."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for one in tested:
        name = quoteattr(visible(one.file))
        counts = f'tests="{len(one.outcomes)}" failures="{len(one.failed)}"'
        lines.append(f"  <testsuite name={name} {counts}>")
        for outcome in one.outcomes:
            lines += _case(one, outcome, settings)
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _case(tested: Tested, outcome: Outcome, settings: Settings) -> list[str]:
    from ..diagnostics.catalogue import message  # noqa: PLC0415 - only for failures

    example = outcome.example
    line = example.spans["id"].position[0]
    classname = f'classname="{tested.ruleset.id}"'
    file = quoteattr(visible(example.spans["id"].source.name))
    head = f'    <testcase name="{example.id}" {classname} file={file} line="{line}"'
    if outcome.passed:
        return [f"{head}/>"]
    found = diagnostics_of(outcome)
    messages = [message(one, settings.lang) for one in found]
    places = [f"{_shown(one.span)}: {text}" for one, text in zip(found, messages, strict=True)]
    body = "\n".join([*places, explanation(tested.rules, outcome, settings)]).rstrip()
    attributes = f'type="{found[0].code}" message={quoteattr(visible("; ".join(messages)))}'
    return [
        f"{head}>",
        f"      <failure {attributes}>{escape(body)}</failure>",
        "    </testcase>",
    ]


def _shown(span: Span | None) -> str:
    return "" if span is None else f"{visible(span.source.name)}:{span.position[0]}"
