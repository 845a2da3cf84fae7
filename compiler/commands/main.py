"""The console script: arguments in, exit status out."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

from .faults import INTERNAL, USAGE, ReaderGone, UsageFault, status_of
from .settings import Settings, language

if TYPE_CHECKING:
    from collections.abc import Sequence

    import click

    from ..diagnostics.report import Diagnostic


def main() -> None:
    """Run the program with the arguments of this process."""
    from .output import close_quietly, set_up_streams  # noqa: PLC0415

    set_up_streams()
    # What a command makes lasts until it ends; to go through it for garbage, on the way and at the
    # end, is a fifth of its time.
    gc.set_threshold(500_000)
    try:
        status = run(sys.argv[1:])
    except ReaderGone:
        status = 0
    close_quietly()
    gc.freeze()
    raise SystemExit(status)


def run(args: Sequence[str]) -> int:
    """Carry out one command and say what is wrong with it, if anything is.

    Returns:
        The exit status.

    Raises:
        ReaderGone: when whoever reads the output has gone.
    """
    settings = Settings(language(args, os.environ))
    try:
        return _dispatch(list(args), settings)
    except ReaderGone:
        raise
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if os.environ.get("KAWUXING_DEBUG") == "1":
            raise
        return _internal(error, settings)


def _dispatch(args: list[str], settings: Settings) -> int:
    import click  # noqa: PLC0415

    from ...runtime.errors import HandError  # noqa: PLC0415
    from ..diagnostics.report import CompileFailed  # noqa: PLC0415
    from .output import show_diagnostics  # noqa: PLC0415
    from .program import PROGRAM  # noqa: PLC0415

    try:
        status = PROGRAM.main(args, prog_name="kawuxing", standalone_mode=False, obj=settings)
        sys.stdout.flush()
    except CompileFailed as failed:
        show_diagnostics(failed.diagnostics, settings.lang)
        return status_of(failed.diagnostics)
    except UsageFault as fault:
        show_diagnostics([fault.diagnostic], settings.lang)
        return fault.status
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stderr.write(error.message + "\n")
        return USAGE
    except click.UsageError as error:
        show_diagnostics([_usage(error)], settings.lang)
        return USAGE
    except HandError as error:
        from .hand_faults import hand_diagnostic  # noqa: PLC0415

        show_diagnostics([hand_diagnostic(error)], settings.lang)
        return USAGE
    except click.Abort:
        return 130
    return status if isinstance(status, int) else 0


def _usage(error: click.UsageError) -> Diagnostic:
    """What click has to say of the arguments, in our words."""
    from click import exceptions as known  # noqa: PLC0415

    from ..meant import did_you_mean  # noqa: PLC0415

    match error:
        case known.NoSuchOption(option_name=name):
            options = [] if error.ctx is None else _options_of(error.ctx)
            close, _ = did_you_mean(name, options)
            fault = UsageFault("KWX0002", found=name, close=close)
        case known.MissingParameter(param=param) if param is not None:
            fault = UsageFault("KWX0004", missing=param.metavar or param.opts[0], verb=_path(error))
        case _ if error.ctx is not None and error.ctx.command.name == "kawuxing":
            fault = UsageFault("KWX0004", missing="VERB", verb="kawuxing")
        case known.BadOptionUsage(option_name=name):
            fault = UsageFault("KWX0006", option=name)
        case _:
            fault = UsageFault("KWX0008", reason=error.format_message())
    return fault.diagnostic


def _options_of(ctx: click.Context) -> list[str]:
    return [name for param in ctx.command.get_params(ctx) for name in param.opts if name[0] == "-"]


def _path(error: click.UsageError) -> str:
    return "kawuxing" if error.ctx is None else error.ctx.command_path


def _internal(error: Exception, settings: Settings) -> int:
    """A mistake of ours: one line, and how to see more."""
    from .output import show_diagnostics  # noqa: PLC0415

    what = f"{type(error).__name__}: {error}"
    show_diagnostics([UsageFault("KWX9001", what=what).diagnostic], settings.lang)
    return INTERNAL
