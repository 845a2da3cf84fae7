"""The help texts, laid out for terminals in which Chinese is twice as wide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..diagnostics.width import columns
from .columns import hang, pad, wrap
from .parameters import LANG, Argument, OneOf, Option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import click

    from .settings import Settings, Words

_WIDTH: Final = 80
_USAGE = ("usage: ", "用法：")
_ARGUMENTS = ("Arguments", "参数")
_OPTIONS = ("Options", "选项")
_EXAMPLES = ("Examples", "例子")
_VERBS = ("Verbs", "命令")
_HELP = ("this help", "显示这份帮助")
_VERSION = ("the version", "显示版本")
_ABOUT = (
    "Kawuxing: a town's rules as a file, compiled to a Python evaluator.",
    "卡五星：把一地的打法写成规则文件，编译成 Python 算番模块。",
)
_MORE = (
    "kawuxing VERB --help tells more of a verb; kawuxing explain KWX… of a message.",
    "kawuxing 命令 --help 详述一个命令；kawuxing explain KWX… 解释一条提示。",
)
_STATUS = (
    "Exit status: 0 nothing to report, 1 findings, 2 wrong usage or unreadable input, "
    "3 nothing found but not all of it proven, 4 internal error.",
    "退出码：0 没有问题，1 发现问题，2 用法不对或读不了输入，"
    "3 没有发现问题但未全部证明，4 内部错误。",
)


def program_help(verbs: Mapping[str, tuple[str, str]], settings: Settings) -> str:
    """The help of the whole program, with what each verb is for, English first."""
    say = settings.say
    entries = [(name, say(about)) for name, about in verbs.items()]
    options = [
        ("--lang zh|en", say(LANG.words)),
        ("--version", say(_VERSION)),
        ("-h, --help", say(_HELP)),
    ]
    lines = [f"{say(_USAGE)}kawuxing VERB …", "", *wrap(say(_ABOUT), _WIDTH), ""]
    lines += [say(_VERBS), *_entries(entries), "", say(_OPTIONS), *_entries(options), ""]
    lines += [*wrap(say(_MORE), _WIDTH), *wrap(say(_STATUS), _WIDTH)]
    return "\n".join(lines) + "\n"


def verb_help(about: Words, examples: Sequence[str], ctx: click.Context) -> str:
    """The help of one verb: what it is for, what it takes, and how it is used."""
    settings: Settings = ctx.obj
    say = settings.say
    arguments = [one for one in ctx.command.params if isinstance(one, Argument)]
    options = [one for one in ctx.command.params if isinstance(one, Option)]
    usage = " ".join([ctx.command_path, *map(_argument_usage, arguments), "[OPTIONS]"])
    lines = [hang(say(_USAGE), usage, _WIDTH), "", *wrap(say(about), _WIDTH), ""]
    if arguments:
        entries = [(str(one.metavar), say(one.words)) for one in arguments]
        lines += [say(_ARGUMENTS), *_entries(entries), ""]
    listed = [(_option_usage(one), _option_help(one, say(one.words))) for one in options]
    lines += [say(_OPTIONS), *_entries([*listed, ("-h, --help", say(_HELP))])]
    if examples:
        lines += ["", say(_EXAMPLES), *(f"  {example}" for example in examples)]
    return "\n".join(lines) + "\n"


def _argument_usage(argument: Argument) -> str:
    name = str(argument.metavar) + ("…" if argument.nargs != 1 else "")
    return name if argument.required else f"[{name}]"


def _option_usage(option: Option) -> str:
    names = ", ".join(option.opts)
    if option.is_flag:
        return names
    if isinstance(option.type, OneOf):
        return f"{names} {'|'.join(option.type.words)}"
    return f"{names} {option.metavar or 'N'}"


def _option_help(option: Option, text: str) -> str:
    if option.is_flag or option.multiple or not isinstance(option.default, str | int):
        return text
    return f"{text} [{option.default}]"


def _entries(entries: list[tuple[str, str]]) -> list[str]:
    """Names and what they mean, side by side; a long name stands on a line of its own."""
    inner = min(26, max(columns(name) for name, _ in entries)) + 4
    lines = []
    for name, text in entries:
        first = f"  {name}"
        if columns(first) + 2 > inner:
            lines.append(first)
            first = ""
        lines.append(hang(pad(first, inner), text, _WIDTH))
    return lines
