"""`kawuxing test`: the examples in rulesets, under both evaluators."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from ..diagnostics.report import CompileFailed, Sink
from .faults import FINDINGS, FINE, UsageFault, status_of
from .output import show_diagnostics, tell, write, write_json, write_line
from .parameters import ROOT, USE, Argument, Number, Option, format_option
from .tested import Tested
from .verb import verb

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..diagnostics.report import Diagnostic
    from ..examples.run import Outcome
    from ..mutation.mutants import Key
    from .settings import Settings

_SUMMARY = (
    "{file}: {count} examples, {passed} passed, {failed} failed",
    "{file}：{count} 个例子，通过 {passed} 个，失败 {failed} 个",
)
_EXCUSED = (", {count} figures of the sources excused", "，另有 {count} 个原文算例说明了不从")
_NOT_MUTATED = (
    "{file}: its rules were not changed, because examples fail as it is",
    "{file}：例子本来就有失败的，没有改动规则",
)
_NOT_RUN = ("{file}: has errors, its examples were not run", "{file}：有错误，没有运行例子")


class _Given(TypedDict):
    files: tuple[str, ...]
    cover: bool
    mutate: bool
    fail_under: int | None
    use: tuple[str, ...]
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
    Option(
        ["--cover"],
        "also say which rules, rows and parts of conditions the examples reach",
        "另外说明例子触及了哪些番、哪些行、条件的哪些部分",
        is_flag=True,
    ),
    Option(
        ["--mutate"],
        "also change the rules in one place at a time, and show what no example notices",
        "另外把规则逐处改动，列出没有例子能查出的改动",
        is_flag=True,
    ),
    Option(
        ["--fail-under"],
        "fail if the examples reach less of the rules, in per cent (with --cover)",
        "例子触及的规则不到这个百分数就算失败（配合 --cover）",
        type=Number(),
    ),
    USE,
    ROOT,
    format_option("text", "json", "junit"),
    examples=(
        "kawuxing test mytown.yaml",
        "kawuxing test mytown.yaml --cover --fail-under 100",
        "kawuxing test mytown.yaml --mutate",
        "kawuxing test rulesets/*.yaml --format junit > t.xml",
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Test each file; one that cannot be compiled does not keep the others from being tested."""
    tested: list[Tested] = []
    broken = Sink()
    _check_given(given)
    for file in given["files"]:
        try:
            tested.append(_measured(_test(file, given["root"], given["use"]), given, tested))
        except CompileFailed as failed:
            for found in failed.diagnostics:
                broken.add(found)
            tell(settings.say(_NOT_RUN).format(file=file))
    _report(tested, given, settings)
    show_diagnostics(broken.diagnostics, settings.lang)
    return max(status_of(broken.diagnostics), _status(tested, given, settings))


def _check_given(given: _Given) -> None:
    """Refuse what does not go together."""
    for option, asked in (("--cover", given["cover"]), ("--mutate", given["mutate"])):
        if asked and given["format"] == "junit":
            raise UsageFault("KWX0302", option=option, other="--format junit")
        if asked and given["use"]:
            raise UsageFault("KWX0302", option=option, other="--use")
    least = given["fail_under"]
    if least is not None and least > 100:
        found = str(least)
        raise UsageFault(
            "KWX0003", option="--fail-under", found=found, accepted="0 … 100", close=""
        )


def _status(tested: Sequence[Tested], given: _Given, settings: Settings) -> int:
    """The exit status of the files that could be compiled."""
    if any(one.failed for one in tested):
        return FINDINGS
    if not (_covers(given) or given["mutate"]):
        return FINE
    from . import measured  # noqa: PLC0415 - as everywhere here: `-h` needs none of it

    below = measured.below(tested, given["fail_under"] or 0)
    show_diagnostics(below, settings.lang)
    return FINDINGS if below else measured.status_of_mutation(tested)


def _covers(given: _Given) -> bool:
    return given["cover"] or given["fail_under"] is not None


def _test(file: str, root: str | None, use: Sequence[str]) -> Tested:
    """Compile a ruleset and run its examples; nobody scores under an abstract one."""
    from ..compile import check, compile_core, run_module  # noqa: PLC0415 - `-h` needs none of it
    from ..driver import load_ruleset  # noqa: PLC0415
    from ..examples.run import run_examples  # noqa: PLC0415

    ruleset = load_ruleset(file, root, use)
    sink = Sink()
    core = check(ruleset, sink)
    sink.raise_if_failed()
    assert core is not None
    if ruleset.abstract or not ruleset.examples:
        return Tested(file, ruleset, None, ())
    rules = run_module(compile_core(core))
    return Tested(file, ruleset, rules, tuple(run_examples(core, rules)))


def _measured(one: Tested, given: _Given, before: Sequence[Tested]) -> Tested:
    """The same with what else was asked for."""
    if not (_covers(given) or given["mutate"]):
        return one
    from ..coverage.family import family  # noqa: PLC0415
    from ..coverage.report import items_of  # noqa: PLC0415

    members = family(one.file, given["root"])
    if _covers(given):
        one = one._replace(cover=items_of(members) if members else ())
    if given["mutate"] and not one.failed:
        from ..mutation.run import mutate as mutated  # noqa: PLC0415
        from .measured import progress_on  # noqa: PLC0415

        progress = progress_on(one.file)
        found = mutated(members, _killed(one, before), progress) if members else ()
        one = one._replace(mutation=found)
    return one


def _killed(one: Tested, before: Sequence[Tested]) -> Collection[Key]:
    """What the examples of its ancestors are known to notice, if these were tested before."""
    ancestors = {source.sha256 for source in one.ruleset.sources[1:]}
    return {
        result.mutant.key
        for earlier in before
        if earlier.ruleset.sources[0].sha256 in ancestors
        for result in earlier.mutation or ()
        if result.status == "killed"
    }


def _report(tested: Sequence[Tested], given: _Given, settings: Settings) -> None:
    from . import tested_forms as forms  # noqa: PLC0415

    match given["format"]:
        case "json":
            write_json(forms.json_object(tested))
        case "junit":
            write(forms.junit(tested, settings))
        case _:
            for one in tested:
                for outcome in one.failed:
                    _show(one, outcome, settings)
                write_line(_summary(one, settings))
                _show_measured(one, given, settings)
            _show_together(tested, given, settings)


def _show_measured(one: Tested, given: _Given, settings: Settings) -> None:
    if not (_covers(given) or given["mutate"]):
        return
    from . import measured  # noqa: PLC0415

    measured.show(one, settings)
    if given["mutate"] and one.failed:
        tell(settings.say(_NOT_MUTATED).format(file=one.file))


def _show_together(tested: Sequence[Tested], given: _Given, settings: Settings) -> None:
    if given["mutate"]:
        from . import measured  # noqa: PLC0415

        measured.show_all_mutation(tested, settings)


def _show(tested: Tested, outcome: Outcome, settings: Settings) -> None:
    from .tested_forms import diagnostics_of, explanation  # noqa: PLC0415

    found: tuple[Diagnostic, ...] = diagnostics_of(outcome)
    show_diagnostics(found, settings.lang)
    said = explanation(tested.rules, outcome, settings)
    if said:
        tell("".join(f"  {line}\n" for line in said.split("\n")))


def _summary(tested: Tested, settings: Settings) -> str:
    count, failed = len(tested.outcomes), len(tested.failed)
    text = settings.fill(
        _SUMMARY, file=tested.file, count=count, passed=count - failed, failed=failed
    )
    excused = len(tested.ruleset.excused)
    return text + (settings.fill(_EXCUSED, count=excused) if excused else "")
