"""`kawuxing test`: the examples in rulesets, under both evaluators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

from ..diagnostics.report import CompileFailed, Sink
from .faults import FINDINGS, FINE, status_of
from .output import show_diagnostics, tell, write, write_json, write_line
from .parameters import ROOT, Argument, format_option, verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.evaluator import Evaluator
    from ..diagnostics.report import Diagnostic
    from ..examples.run import Outcome
    from ..resolved.nodes import Ruleset
    from .settings import Settings

_SUMMARY = (
    "{file}: {count} examples, {passed} passed, {failed} failed",
    "{file}：{count} 个例子，通过 {passed} 个，失败 {failed} 个",
)
_EXCUSED = (", {count} figures of the sources excused", "，另有 {count} 个原文算例说明了不从")
_NOT_RUN = ("{file}: has errors, its examples were not run", "{file}：有错误，没有运行例子")


class Tested(NamedTuple):
    """One ruleset with what came of its examples."""

    file: str
    ruleset: Ruleset
    rules: Evaluator[Any] | None
    outcomes: tuple[Outcome, ...]

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """The examples that did not give what they should."""
        return tuple(one for one in self.outcomes if not one.passed)


class _Given(TypedDict):
    files: tuple[str, ...]
    root: str | None
    format: str


@verb(
    (
        "Run the examples in rulesets with the compiled module and with the slow interpreter, and "
        "report where one does not give what it should.",
        "用编译出的模块和逐条解释的慢办法各运行一遍规则里的例子，报告结果不对的地方。",
    ),
    Argument(
        "files",
        "rulesets: paths, or anything a VARIANT may be",
        "规则文件的路径，或任何可作 VARIANT 的写法",
        nargs=-1,
        required=True,
    ),
    ROOT,
    format_option("text", "json", "junit"),
    examples=("kawuxing test mytown.yaml", "kawuxing test rulesets/*.yaml --format junit > t.xml"),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Test each file; one that cannot be compiled does not keep the others from being tested."""
    tested: list[Tested] = []
    broken = Sink()
    for file in given["files"]:
        try:
            tested.append(_test(file, given["root"]))
        except CompileFailed as failed:
            for found in failed.diagnostics:
                broken.add(found)
            tell(settings.say(_NOT_RUN).format(file=file))
    _report(tested, given["format"], settings)
    show_diagnostics(broken.diagnostics, settings.lang)
    failing = any(one.failed for one in tested)
    return max(status_of(broken.diagnostics), FINDINGS if failing else FINE)


def _test(file: str, root: str | None) -> Tested:
    """Compile a ruleset and run its examples; nobody scores under an abstract one."""
    from ..compile import check, compile_core, run_module  # noqa: PLC0415 - `-h` needs none of it
    from ..driver import load_ruleset  # noqa: PLC0415
    from ..examples.run import run_examples  # noqa: PLC0415

    ruleset = load_ruleset(file, root)
    sink = Sink()
    core = check(ruleset, sink)
    sink.raise_if_failed()
    assert core is not None
    if ruleset.abstract or not ruleset.examples:
        return Tested(file, ruleset, None, ())
    rules = run_module(compile_core(core))
    return Tested(file, ruleset, rules, tuple(run_examples(core, rules)))


def _report(tested: Sequence[Tested], form: str, settings: Settings) -> None:
    from . import tested as forms  # noqa: PLC0415

    match form:
        case "json":
            write_json(forms.json_object(tested))
        case "junit":
            write(forms.junit(tested, settings))
        case _:
            for one in tested:
                for outcome in one.failed:
                    _show(one, outcome, settings)
                write_line(_summary(one, settings))


def _show(tested: Tested, outcome: Outcome, settings: Settings) -> None:
    from .tested import diagnostics_of, explanation  # noqa: PLC0415

    found: tuple[Diagnostic, ...] = diagnostics_of(outcome)
    show_diagnostics(found, settings.lang)
    said = explanation(tested.rules, outcome, settings)
    if said:
        tell("".join(f"  {line}\n" for line in said.split("\n")))


def _summary(tested: Tested, settings: Settings) -> str:
    count, failed = len(tested.outcomes), len(tested.failed)
    text = settings.say(_SUMMARY).format(
        file=tested.file, count=count, passed=count - failed, failed=failed
    )
    excused = len(tested.ruleset.excused)
    return text + (settings.say(_EXCUSED).format(count=excused) if excused else "")
