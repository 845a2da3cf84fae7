"""`kawuxing check`: everything that is wrong with rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from ..core.from_resolved import lower
from ..diagnostics.report import Sink
from ..driver import resolve_variant
from .faults import FINE, NOT_PROVEN, status_of
from .output import show_diagnostics, tell, write, write_json, write_line
from .parameters import ROOT, USE, Argument, Option, format_option
from .verb import verb

if TYPE_CHECKING:
    from ..core.nodes import Core
    from ..diagnostics.report import Diagnostic
    from ..resolved.nodes import Ruleset
    from .settings import Settings

_SOUND = (
    "{file}: {name}, {fans} fans, {options} options, {examples} examples; no errors",
    "{file}：{name}，{fans} 个番种，{options} 个选项，{examples} 个例子；没有错误",
)


class _Given(TypedDict):
    files: tuple[str, ...]
    strict: bool
    facts: bool
    use: tuple[str, ...]
    root: str | None
    format: str


@verb(
    (
        "Find everything wrong with rulesets, without running their examples; of rulesets that "
        "are played also rules that never matter, decided over all hands. Text goes to standard "
        "error, the other formats to standard output.",
        "检查规则文件里的一切错误，不运行例子；可玩的规则还在全部牌上判定哪些规则从不起作用。"
        "文字写到标准错误，其余格式写到标准输出。",
    ),
    Argument(
        "files",
        "rulesets: paths, or anything a VARIANT may be",
        "规则文件的路径，或任何可作 VARIANT 的写法",
        nargs=-1,
        required=True,
    ),
    Option(["--strict"], "warnings count as errors", "警告也算错误", is_flag=True),
    Option(
        ["--facts"],
        "also say what hands come to: the dearest, the most common, the largest payments, and what "
        "never matters but is cited",
        "并列出最大的牌、最常见的牌、最大的一笔钱，以及有出处却从不起作用的内容",
        is_flag=True,
    ),
    USE,
    ROOT,
    format_option("text", "json", "github", "sarif"),
    examples=(
        "kawuxing check mytown.yaml",
        "kawuxing check --strict rulesets/*.yaml --format sarif > check.sarif",
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Check each file; errors in a common parent are reported once."""
    total = Sink()
    sound: list[tuple[str, Ruleset]] = []
    for file in given["files"]:
        own = Sink()
        ruleset = resolve_variant(file, given["root"], own, given["use"])
        if ruleset is not None:
            core = lower(ruleset, own)
            played = core is not None and not own.failed and not ruleset.abstract
            if core is not None and played and not ruleset.use:
                _try_examples(core, own)
            if not own.failed:
                sound.append((file, ruleset))
            if core is not None and played:
                _prove(core, own, facts=given["facts"])
        for found in own.diagnostics:
            total.add(found)
    report(total.diagnostics, sound, given["format"], settings)
    status = status_of(total.diagnostics, strict=given["strict"])
    unproven = any(found.code == "KWX2612" for found in total.diagnostics)
    return NOT_PROVEN if status == FINE and unproven else status


def _try_examples(core: Core, sink: Sink) -> None:
    """Report examples whose hand or round cannot be; what they expect is for `test` to see."""
    if not core.ruleset.examples:
        return
    from ...runtime.declared import OptionInfo  # noqa: PLC0415
    from ...runtime.errors import HandError  # noqa: PLC0415 - many a ruleset has no examples
    from ..emit.facts import option_facts  # noqa: PLC0415
    from ..examples.possible import check_possible  # noqa: PLC0415
    from .tested_forms import report_refusal  # noqa: PLC0415

    options = [OptionInfo(*option_facts(option)) for option in core.options]
    for example in core.ruleset.examples:
        try:
            check_possible(example, core, options)
        except HandError as error:
            report_refusal(example, error, sink)


def _prove(core: Core, sink: Sink, *, facts: bool) -> None:
    from ..proofs.check import prove  # noqa: PLC0415 - not where there are errors

    prove(core, sink, facts=facts)


def report(
    found: tuple[Diagnostic, ...],
    sound: list[tuple[str, Ruleset]],
    form: str,
    settings: Settings,
) -> None:
    """Show what was found in the form asked for."""
    match form:
        case "json":
            from ..diagnostics.render_json import render_json  # noqa: PLC0415

            write(render_json(found, settings.lang))
        case "github":
            from ..diagnostics.render_github import render_github  # noqa: PLC0415

            write(render_github(found, settings.lang))
        case "sarif":
            from ... import __version__  # noqa: PLC0415
            from ..diagnostics.render_sarif import sarif  # noqa: PLC0415

            write_json(sarif(found, settings.lang, version=__version__))
        case _:
            _report_text(found, sound, settings)


def _report_text(
    found: tuple[Diagnostic, ...], sound: list[tuple[str, Ruleset]], settings: Settings
) -> None:
    for file, ruleset in sound:
        text = settings.fill(
            _SOUND,
            file=file,
            name=ruleset.name.zh if settings.lang == "zh" else ruleset.name.en,
            fans=len(ruleset.fans),
            options=len(ruleset.options),
            examples=len(ruleset.examples),
        )
        write_line(text)
    if found:
        from ..diagnostics.render_text import summary  # noqa: PLC0415

        show_diagnostics(found, settings.lang)
        tell(summary(found, settings.lang))
