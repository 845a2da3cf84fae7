"""`kawuxing check`: everything that is wrong with rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from ..core.from_resolved import lower
from ..diagnostics.report import Sink
from ..driver import resolve_variant
from .faults import status_of
from .output import show_diagnostics, tell, write, write_json, write_line
from .parameters import ROOT, Argument, Option, format_option, verb

if TYPE_CHECKING:
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
    root: str | None
    format: str


@verb(
    (
        "Find everything wrong with rulesets, without running their examples. Text goes to "
        "standard error, the other formats to standard output.",
        "检查规则文件里的一切错误，不运行例子。文字写到标准错误，其余格式写到标准输出。",
    ),
    Argument(
        "files",
        "rulesets: paths, or anything a VARIANT may be",
        "规则文件的路径，或任何可作 VARIANT 的写法",
        nargs=-1,
        required=True,
    ),
    Option(["--strict"], "warnings count as errors", "警告也算错误", is_flag=True),
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
        ruleset = resolve_variant(file, given["root"], own)
        if ruleset is not None:
            lower(ruleset, own)
            if not own.failed:
                sound.append((file, ruleset))
        for found in own.diagnostics:
            total.add(found)
    report(total.diagnostics, sound, given["format"], settings)
    return status_of(total.diagnostics, strict=given["strict"])


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
        text = settings.say(_SOUND).format(
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
