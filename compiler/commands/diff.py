"""`kawuxing diff`: what a change of rules changes for the players."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from .faults import UsageFault, status_of
from .output import show_diagnostics
from .parameters import (
    OPTIONS,
    OTHER_PRESET,
    OTHER_USE,
    PRESET,
    ROOT,
    USE,
    Argument,
    Number,
    OneOf,
    Option,
    Place,
    format_option,
)
from .verb import verb

if TYPE_CHECKING:
    from ..reports.report import FailOn, Policy, Report
    from .settings import Settings

_FORMATS = ("text", "json", "markdown", "github", "sarif")
_OF_MATRICES = "html"


class _Given(TypedDict):
    variants: tuple[str, ...]
    options: tuple[str, ...]
    preset: str | None
    other_options: tuple[str, ...]
    other_preset: str | None
    since: str | None
    matrix: bool
    interactions: bool
    fail_on: FailOn
    severity: tuple[str, ...]
    approvals: str | None
    also: tuple[str, ...]
    budget: int
    witness_to_example: bool
    git_driver: bool
    use: tuple[str, ...]
    other_use: tuple[str, ...]
    root: str | None
    format: str


@verb(
    (
        "Compare two rulesets over everything that can happen: which hands are worth something "
        "else, how many they are, the least of them to look at; and what the files say otherwise. "
        "With --since, every ruleset of the repository that has changed; with --matrix, each two "
        "of several.",
        "逐一比较两份规则之下可能发生的一切：哪些手牌值得不同了、有多少、最小的一手是哪手；文件里又改了什么。"
        "用 --since 则比较仓库里所有改动过的规则；用 --matrix 则把几份规则两两比较。",
    ),
    Argument(
        "variants",
        "two rulesets: built-in ids, Chinese names, paths, or git:REV:PATH; with --since, files "
        "or folders to keep to; with --matrix, two or more, or all built-in ones",
        "两份规则：内置规则的 id、中文名、文件路径，或 git:REV:PATH；"
        "用 --since 时为要限定的文件或文件夹；用 --matrix 时两份以上，不写则为全部内置规则",
        nargs=-1,
        metavar="A B",
    ),
    OPTIONS,
    PRESET,
    Option(
        ["-O", "other_options"],
        "an option of the second ruleset; options given, only that choice is compared",
        "后一份规则的选项；写了选项就只比较这一种选择",
        multiple=True,
        metavar="KEY=VALUE",
    ),
    OTHER_PRESET,
    Option(
        ["--since"],
        "compare every changed ruleset with what it was at this revision",
        "把所有改动过的规则与它们在这个版本时相比",
        metavar="REV",
    ),
    Option(
        ["--matrix"],
        "how far each two are apart, under their defaults, as one page",
        "两两相差多少（各用默认选项），汇成一页",
        is_flag=True,
    ),
    Option(
        ["--interactions"],
        "of one ruleset: which mix-ins and options bear on one another, with the least hand; the "
        "mix-ins are those given with --use, or all built-in ones",
        "看一份规则：哪些附加规则和选项互相影响，附最小的一手牌；"
        "附加规则用 --use 指定，不写则为全部内置的",
        is_flag=True,
    ),
    Option(
        ["--fail-on"],
        "which differences make the status 1",
        "哪些差别使退出码为 1",
        type=OneOf("any", "behaviour", "none"),
        default="behaviour",
    ),
    Option(
        ["--severity"],
        "how bad a class of differences is, such as eligibility=note; may be repeated",
        "某一类差别有多严重，如 eligibility=note；可写多次",
        multiple=True,
        metavar="CLASS=LEVEL",
    ),
    Option(
        ["--approvals"],
        "a file of differences that are wanted: fingerprints with the reason",
        "已认可的差别：写有指纹和理由的文件",
        metavar="FILE",
        type=Place(stream=False),
    ),
    Option(
        ["--also"],
        "write another form to a file, such as markdown=diff.md; may be repeated",
        "另把一种格式写进文件，如 markdown=diff.md；可写多次",
        multiple=True,
        metavar="FORM=FILE",
    ),
    Option(
        ["--budget"],
        "seconds for looking at hands one by one, where rules tell too many apart",
        "规则分得太细、须逐手去看时，最多看几秒",
        type=Number(),
        default=60,
    ),
    Option(
        ["--witness-to-example"],
        "print the witnesses as examples to paste into the second ruleset",
        "把见证的手牌写成例子，可贴进后一份规则",
        is_flag=True,
    ),
    Option(
        ["--git-driver"],
        "for `git config diff.kawuxing.command`: the arguments are those git gives",
        "供 `git config diff.kawuxing.command` 使用：参数由 git 给出",
        is_flag=True,
    ),
    USE,
    OTHER_USE,
    ROOT,
    format_option(*_FORMATS, _OF_MATRICES),
    examples=(
        "kawuxing diff NAME mytown.yaml",
        "kawuxing diff NAME NAME -o cap=8 -O cap=16",
        "kawuxing diff NAME NAME --other-use MIXIN",
        "kawuxing diff git:HEAD:mytown.yaml mytown.yaml",
        "kawuxing diff --since main --format markdown",
        "kawuxing diff --matrix --format html > matrix.html",
        "kawuxing diff NAME --interactions",
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Compare, show, and say by the status what came of it."""
    if given["git_driver"]:
        from .git_driver import as_git_driver  # noqa: PLC0415 - as all below: only where asked for

        return as_git_driver(given["variants"], settings)
    if given["interactions"]:
        return _interactions(given, settings)
    if given["matrix"]:
        return _matrix(given, settings)
    if given["format"] == _OF_MATRICES:
        accepted = ", ".join(_FORMATS)
        raise UsageFault("KWX0003", option="--format", found="html", accepted=accepted, close="")
    from .compared import policy_of  # noqa: PLC0415

    outputs = _outputs(given["also"])
    policy = policy_of(given["severity"], given["approvals"], given["fail_on"])
    report = _report(given, policy)
    if report.diagnostics:
        show_diagnostics(report.diagnostics, settings.lang)
    if given["witness_to_example"]:
        _examples(report)
    else:
        _show(report, given["format"], settings)
    for form, path in outputs:
        _write(report, form, path, settings)
    return max(status_of(report.diagnostics), report.status)


def _interactions(given: _Given, settings: Settings) -> int:
    """Each two switches of one ruleset."""
    from .interactions import show_interactions  # noqa: PLC0415

    variants, what = given["variants"], "diff --interactions"
    _refuse(given, "--interactions")
    if not variants:
        raise UsageFault("KWX0004", missing="VARIANT", verb=f"kawuxing {what}")
    if len(variants) > 1:
        raise UsageFault("KWX0005", verb=what, found=" ".join(variants[1:]))
    return show_interactions(variants[0], given["use"], given["root"], given["format"], settings)


def _refuse(given: _Given, what: str) -> None:
    """Refuse what only makes sense for a pair of rulesets."""
    others = {
        "--since": given["since"],
        "-o": given["options"],
        "-O": given["other_options"],
        "--preset": given["preset"],
        "--other-preset": given["other_preset"],
        "--other-use": given["other_use"],
        "--also": given["also"],
        "--witness-to-example": given["witness_to_example"],
        "--matrix": given["matrix"] and what != "--matrix",
    }
    for option, value in others.items():
        if value:
            raise UsageFault("KWX0302", option=option, other=what)


def _matrix(given: _Given, settings: Settings) -> int:
    """Each two of several."""
    from .matrix import show_matrix  # noqa: PLC0415

    _refuse(given, "--matrix")
    if given["use"]:
        raise UsageFault("KWX0302", option="--use", other="--matrix")
    return show_matrix(given["variants"], given["root"], given["format"], settings)


def _report(given: _Given, policy: Policy) -> Report:
    """Compare what was asked for."""
    from .compared import Chosen, Request, Side, compare_pair  # noqa: PLC0415

    variants, since = given["variants"], given["since"]
    if since is not None:
        for option, asked_for in (
            ("-o", given["options"] or given["other_options"]),
            ("--preset", given["preset"] or given["other_preset"]),
            ("--use", given["use"] or given["other_use"]),
        ):
            if asked_for:
                raise UsageFault("KWX0302", option=option, other="--since")
        from .changed import compare_changed  # noqa: PLC0415

        return compare_changed(since, variants, Request(given["root"], policy, given["budget"]))
    if len(variants) < 2:
        raise UsageFault("KWX0004", missing="A B", verb="kawuxing diff")
    if len(variants) > 2:
        raise UsageFault("KWX0005", verb="diff", found=" ".join(variants[2:]))
    asked = Request(given["root"], policy, given["budget"])
    chosen = Chosen(given["options"], given["preset"])
    other = Chosen(given["other_options"], given["other_preset"])
    sides = Side(variants[0], given["use"]), Side(variants[1], given["other_use"])
    return compare_pair(sides, (chosen, other), asked)


def _outputs(pairs: tuple[str, ...]) -> list[tuple[str, str]]:
    """What ``--also`` asks for, all of it where it can be written."""
    if not pairs:
        return []
    from .writing import check_apart, check_writable  # noqa: PLC0415 - few want more than one

    found = []
    for pair in pairs:
        form, _, path = pair.partition("=")
        if form not in _FORMATS or not path:
            accepted = ", ".join(f"{one}=FILE" for one in _FORMATS)
            raise UsageFault("KWX0003", option="--also", found=pair, accepted=accepted, close="")
        check_writable(path)
        found.append((form, path))
    check_apart({f"--also {form}=": path for form, path in found})
    return found


def _show(report: Report, form: str, settings: Settings) -> None:
    import sys  # noqa: PLC0415

    from ... import __version__  # noqa: PLC0415
    from ..reports.render import render  # noqa: PLC0415
    from .output import colours, write  # noqa: PLC0415

    colour = form == "text" and colours(sys.stdout)
    write(render(report, form, settings.lang, colour=colour, version=__version__))


def _write(report: Report, form: str, path: str, settings: Settings) -> None:
    from ... import __version__  # noqa: PLC0415
    from ..reports.render import render  # noqa: PLC0415
    from .writing import save  # noqa: PLC0415

    save(path, render(report, form, settings.lang, version=__version__))


def _examples(report: Report) -> None:
    from ..reports.example import examples_of  # noqa: PLC0415
    from .output import write  # noqa: PLC0415

    write(examples_of(report))
