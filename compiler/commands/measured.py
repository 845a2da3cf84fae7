"""How far examples reach and what they do not notice, as lines for people and as JSON."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from ..coverage.report import percent, tally
from ..diagnostics.catalogue import message
from ..diagnostics.report import Diagnostic
from ..diagnostics.visible import visible
from ..examples.written import example_text
from .faults import FINDINGS, FINE, NOT_PROVEN
from .output import write, write_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..coverage.report import Item
    from ..coverage.units import Mark
    from ..mutation.mutants import Mutant
    from ..mutation.run import Result, Status
    from ..source.text import Span
    from .settings import Settings
    from .tested import Tested

_ABSTRACT: Final = (
    "{file}: abstract; its rules are tried by the examples of those that extend it",
    "{file}：抽象规则，由继承它的规则的例子来检验",
)
_COVERED: Final = (
    "{file}: examples reach {percent} % of the rules ({shown} of {needed}; "
    "{own} of {all_own} of the file's own)",
    "{file}：例子触及规则的 {percent}%（{needed} 处中的 {shown} 处；"
    "本文件所写 {all_own} 处中的 {own} 处）",
)
_MUTATED: Final = (
    "{file}: {mutants} mutants, {killed} killed, {equivalent} equivalent, {survived} survived",
    "{file}：变异 {mutants} 个，查出 {killed} 个，等价 {equivalent} 个，漏过 {survived} 个",
)
_UNPROVEN: Final = (", {unproven} not proven", "，未能证明 {unproven} 个")
_ALL: Final = ("all files, every change once", "全部文件，同一处改动只计一次")
_WOULD: Final = ("the least example of {file} that would:", "{file} 里能查出的最小例子：")
_NONE: Final = ("no single example shows the differences", "没有单个例子能显出这些差别")

_CODES: Final[dict[Mark, str]] = {
    "reached": "KWX2703",
    "fired": "KWX2701",
    "vetoed": "KWX2702",
    "true": "KWX2704",
    "false": "KWX2704",
}
_STATUSES: Final[tuple[Status, ...]] = ("killed", "equivalent", "survived", "unproven")


def show(one: Tested, settings: Settings) -> None:
    """What was asked for besides the outcomes of one file."""
    if one.ruleset.abstract:
        write_line(settings.say(_ABSTRACT).format(file=one.file))
        return
    if one.cover is not None:
        _show_coverage(one.file, one.cover, settings)
    if one.mutation is not None:
        _show_mutation(one, one.mutation, settings)


def _show_coverage(file: str, items: Sequence[Item], settings: Settings) -> None:
    """The share of the rules that are reached, and what is not."""
    shown, needed = tally(items)
    own, all_own = tally(item for item in items if not item.inherited)
    write_line(
        settings.say(_COVERED).format(
            file=file,
            percent=f"{percent(shown, needed):g}",
            shown=shown,
            needed=needed,
            own=own,
            all_own=all_own,
        )
    )
    for item in items:
        for found in missing(item):
            write_line(_placed(found, settings))


def missing(item: Item) -> Iterator[Diagnostic]:
    """What the examples do not show of a unit; of a row that is not reached only that."""
    unit = item.unit
    if unit.rule.startswith("fans.") or "reached" in item.seen or unit.part:
        for mark in item.missing:
            params = {"rule": unit.rule, "part": unit.part, "value": mark}
            yield Diagnostic(_CODES[mark], unit.span, params, severity="warning")
    elif item.missing:
        yield Diagnostic("KWX2703", unit.span, {"rule": unit.rule}, severity="warning")


def _placed(found: Diagnostic, settings: Settings) -> str:
    """One line: the place, the message and the code."""
    assert found.span is not None
    line, column = found.span.position
    name = visible(found.span.source.name)
    return f"{name}:{line}:{column}: {message(found, settings.lang)} ({found.code})"


def _show_mutation(one: Tested, results: Sequence[Result], settings: Settings) -> None:
    """What came of the mutants, and the survivors with what would catch them."""
    write_line(_counted(one.file, results, settings))
    for text, caught in by_example(one, results).items():
        for result in caught:
            write_line(_placed(survivor(result), settings))
        if text or caught[0].status == "survived":
            said = settings.say(_WOULD if text else _NONE)
            write_line(f"  {said.format(file=one.file)}")
            write(text)


def show_all_mutation(tested: Sequence[Tested], settings: Settings) -> None:
    """All files together, if there are several."""
    several = [one for one in tested if one.mutation]
    if len(several) > 1:
        write_line(_counted(settings.say(_ALL), once(several), settings))


def once(tested: Iterable[Tested]) -> tuple[Result, ...]:
    """The results of all files, the best of each change: rules that are inherited count once."""
    found: dict[object, Result] = {}
    for one in tested:
        for result in one.mutation or ():
            before = found.setdefault(result.mutant.key, result)
            if _STATUSES.index(result.status) < _STATUSES.index(before.status):
                found[result.mutant.key] = result
    return tuple(found.values())


def _counted(name: str, results: Sequence[Result], settings: Settings) -> str:
    counts = counts_of(results)
    text = settings.fill(_MUTATED, file=name, mutants=len(results), **counts)
    return text + (settings.say(_UNPROVEN).format(**counts) if counts["unproven"] else "")


def status_of_mutation(tested: Iterable[Tested]) -> int:
    """The exit status: a survivor is a finding, and what is not proven only where there is none."""
    counts = counts_of(once(tested))
    return FINDINGS if counts["survived"] else NOT_PROVEN if counts["unproven"] else FINE


def below(tested: Iterable[Tested], least: int) -> list[Diagnostic]:
    """The files whose examples reach less of the rules than they should."""
    found = []
    for one in tested:
        reached = percent(*tally(one.cover or ()))
        if reached < least:
            params: dict[str, str | int] = {
                "file": one.file,
                "percent": f"{reached:g}",
                "least": least,
            }
            found.append(Diagnostic("KWX2705", None, params))
    return found


def counts_of(results: Iterable[Result]) -> dict[str, int]:
    """How many of each status."""
    found: dict[str, int] = dict.fromkeys(_STATUSES, 0)
    for result in results:
        found[result.status] += 1
    return found


def survivor(result: Result) -> Diagnostic:
    """A mutant nobody notices, as a diagnostic."""
    mutant = result.mutant
    code = "KWX2706" if result.status == "survived" else "KWX2707"
    params = {"rule": mutant.rule, "change": change(mutant)}
    return Diagnostic(code, mutant.span, params, severity="error")


def change(mutant: Mutant) -> str:
    """What was changed, in signs rather than words."""
    match mutant.kind:
        case "never":
            return "removed"
        case "replaces" | "excludes":
            return f"{mutant.kind}: {mutant.before} → removed"
        case "swapped":
            return f"{mutant.before} ⇄ {mutant.after}"
        case (
            "default"
            | "accepts"
            | "offered"
            | "seats"
            | "fact"
            | "combine"
            | "on_top"
            | "start"
            | "preset"
        ):
            return f"{mutant.kind}: {mutant.before} → {mutant.after}"
        case _:
            return f"{mutant.before} → {mutant.after or 'removed'}"


def by_example(one: Tested, results: Sequence[Result]) -> dict[str, list[Result]]:
    """What no example notices, by the text of the example that would; those without come last."""
    taken = {example.id for example in one.ruleset.examples}
    alike: dict[str, tuple[str, list[Result]]] = {}
    others: dict[str, list[Result]] = {}
    for result in results:
        if result.status not in {"survived", "unproven"}:
            continue
        if result.catch is None:
            others.setdefault("", []).append(result)
            continue
        example = result.catch.example
        key = repr((example.given, example.expect))
        if key not in alike:
            rule = result.mutant.rule.rpartition(".")[2][:30]
            id_ = next(id_ for number in count(1) if (id_ := f"{rule}_{number}") not in taken)
            taken.add(id_)
            alike[key] = (example_text(replace(example, id=id_)), [])
        alike[key][1].append(result)
    return dict(alike.values()) | others


def progress_on(file: str) -> Callable[[int, int], None]:
    """Tells a terminal how far things are; tells nobody else."""
    stream = sys.stderr
    if not stream.isatty():
        return lambda _done, _all: None

    def tell(done: int, whole: int) -> None:
        text = f"{file}: {done}/{whole}" if done < whole else ""
        stream.write(f"\r\x1b[K{text}")
        stream.flush()

    return tell


def cover_object(one: Tested) -> dict[str, object]:
    """Coverage as plain data."""
    items = one.cover or ()
    shown, needed = tally(items)
    own, all_own = tally(item for item in items if not item.inherited)
    return {
        "percent": percent(shown, needed),
        "shown": shown,
        "needed": needed,
        "own": {"percent": percent(own, all_own), "shown": own, "needed": all_own},
        "items": [
            {
                "rule": item.unit.rule,
                "part": item.unit.part,
                "inherited": item.inherited,
                "needs": list(item.unit.needs),
                "seen": dict(item.seen),
                "missing": list(item.missing),
                **_at(item.unit.span),
            }
            for item in items
        ],
    }


def mutation_object(one: Tested) -> dict[str, object]:
    """What came of the mutants as plain data."""
    results = one.mutation or ()
    texts = {
        result.mutant.key: text
        for text, caught in by_example(one, results).items()
        for result in caught
    }
    return {
        "mutants": len(results),
        **counts_of(results),
        "results": [_result(result, texts.get(result.mutant.key, "")) for result in results],
    }


def _result(result: Result, text: str) -> dict[str, Any]:
    mutant = result.mutant
    found: dict[str, Any] = {
        "rule": mutant.rule,
        "kind": mutant.kind,
        "before": mutant.before,
        "after": mutant.after,
        "inherited": result.inherited,
        "status": result.status,
        **_at(mutant.span),
    }
    if result.by:
        found["by"] = result.by
    if result.catch is not None:
        found["example"] = text
        found["given"], found["expect"] = result.catch.example.given, result.catch.example.expect
        found["instead"] = dict(result.catch.found)
    return found


def _at(span: Span) -> dict[str, object]:
    line, column = span.position
    return {"file": span.source.name, "line": line, "column": column}
