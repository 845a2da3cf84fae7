"""The verbs, and the group they belong to; a verb's module is imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

import click

from .faults import UsageFault
from .parameters import LANG
from .verb import Verb

if TYPE_CHECKING:
    from .settings import Settings

VERBS: Final[dict[str, tuple[str, tuple[str, str]]]] = {
    "list": (".list", ("the built-in variants and mix-ins", "列出内置规则和附加规则")),
    "show": (".show", ("a resolved ruleset, and where each rule stands", "展开一份规则及其出处")),
    "new": (".new", ("a ruleset file to start from", "新建一份规则文件")),
    "check": (".check", ("find everything wrong with rulesets", "检查规则文件")),
    "fmt": (".fmt", ("write rulesets in canonical form", "把规则文件写成统一格式")),
    "build": (".build", ("write evaluator modules", "生成算番模块")),
    "score": (".score", ("what a won hand is worth", "一手胡牌值多少")),
    "waits": (".waits", ("what a hand waits for", "一手牌听什么")),
    "explain": (".explain", ("why a hand is worth that; what a message means", "解释算番或提示")),
    "settle": (".settle", ("who pays whom at the end of a round", "一局结束谁付谁")),
    "replay": (
        ".replay",
        ("play recorded rounds again", "重放、重判记录的牌局"),
    ),
    "play": (".play", ("a round against bots in the terminal", "在终端里与电脑对局")),
    "simulate": (".simulate", ("rounds between bots, counted", "让机器人对局并统计")),
    "test": (".test", ("run the examples in rulesets", "运行规则里的例子")),
    "doc": (".doc", ("a town's rulebook", "写出一地的规则书")),
    "trace": (".trace", ("what the sources say, and which rules carry it", "条文由哪些规则体现")),
    "diff": (".diff", ("what a change of rules changes for the players", "规则改动带来的差别")),
}
"""Each verb's module and what it is for."""


class Program(click.Group):
    """All verbs. Importing this imports none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in the order in which an author meets them."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> Verb | None:
        """The verb of that name, from its module."""
        if cmd_name not in VERBS:
            return None
        found = import_module(VERBS[cmd_name][0], __package__).command
        assert isinstance(found, Verb)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb, or say which it may have been meant for."""
        if args[0] not in VERBS and not args[0].startswith("-"):
            from ..meant import did_you_mean  # noqa: PLC0415 - only when something is wrong

            close, _ = did_you_mean(args[0], VERBS)
            raise UsageFault("KWX0001", found=args[0], close=close, verbs=", ".join(VERBS))
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the language of the run."""
        from .help import program_help  # noqa: PLC0415 - only when it is shown

        settings: Settings = ctx.obj
        verbs = {name: about for name, (_, about) in VERBS.items()}
        formatter.write(program_help(verbs, settings))


def _show_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        from ... import __version__  # noqa: PLC0415 - only when it is shown
        from .output import write_line  # noqa: PLC0415

        write_line(f"kawuxing {__version__}")
        ctx.exit()


PROGRAM: Final = Program(
    "kawuxing",
    params=[
        LANG,
        click.Option(
            ["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_show_version
        ),
    ],
    context_settings={"help_option_names": ["-h", "--help"]},
)
