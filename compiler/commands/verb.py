"""Verbs: functions that click calls with what was typed, and their help in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .faults import UsageFault
from .parameters import LANG
from .settings import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Verb(click.Command):
    """One verb; what it runs takes the settings and its parameters, and returns a status."""

    def __init__(
        self,
        run: Callable[..., int],
        about: Words,
        parameters: Sequence[click.Parameter],
        examples: Sequence[str],
    ) -> None:
        """Put it together; its name is the group's business."""
        context = {"help_option_names": ["-h", "--help"]}
        own = any("--lang" in one.opts for one in parameters)
        every = [*parameters] if own else [*parameters, LANG]
        super().__init__(None, params=every, context_settings=context)
        self.run = run
        self.about = about
        self.examples = tuple(examples)
        self.allow_extra_args = True  # so that it is we who complain about them

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse arguments there is no place for."""
        rest = super().parse_args(ctx, args)
        if ctx.args:
            raise self._too_many(ctx.info_name or "", ctx.args)
        return rest

    def _too_many(self, verb: str, extra: Sequence[str]) -> UsageFault:
        """What to say of arguments there is no place for, and of what may have been meant."""
        found, names = " ".join(extra), {one.name for one in self.params}
        if "hand" in names:
            return UsageFault("KWX0005", verb=verb, found=found, hand='"46p99p [555z] +5p"')
        from ..library import find_mixin  # noqa: PLC0415 - only when something is wrong

        if "use" in names and all(find_mixin(one) for one in extra):
            use = " ".join(f"--use {one}" for one in extra)
            return UsageFault("KWX0005", verb=verb, found=found, use=use)
        one = "variant" if "variant" in names else ""
        return UsageFault("KWX0005", verb=verb, found=found, one=one)

    def invoke(self, ctx: click.Context) -> int:
        """Run it."""
        return self.run(ctx.obj, **ctx.params)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the language of the run."""
        from .help import verb_help  # noqa: PLC0415 - only when it is shown

        formatter.write(verb_help(self.about, self.examples, ctx))


def verb(
    about: tuple[str, str], *parameters: click.Parameter, examples: Sequence[str] = ()
) -> Callable[[Callable[..., int]], Verb]:
    """Make a function a verb; `about` and the parameters say what it is for, English first."""
    return lambda run: Verb(run, Words(*about), parameters, examples)
