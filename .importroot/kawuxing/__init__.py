"""Kawuxing: rules of a mahjong town as data, compiled to a Python evaluator.

The few public names are handed on lazily, so that importing a generated module (which needs only
``kawuxing.runtime``) never loads the compiler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .compiler.api import RulesetError as RulesetError
    from .compiler.api import load as load
    from .compiler.api import simulate as simulate
    from .runtime.errors import HandError as HandError
    from .runtime.match.match import Match as Match
    from .runtime.round.errors import RoundError as RoundError
    from .runtime.round.game import Round as Round
    from .runtime.round.replay import replay as replay
    from .runtime.round.rules import RoundRules as RoundRules
    from .runtime.score import Score as Score

__all__ = [
    "HandError",
    "Match",
    "Round",
    "RoundError",
    "RoundRules",
    "RulesetError",
    "Score",
    "load",
    "replay",
    "simulate",
]
__version__ = "0.1.0"


def __dir__() -> list[str]:
    """All names, those too that have not been asked for."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for."""
    match name:
        case "RulesetError" | "load" | "simulate":
            from .compiler.api import RulesetError, load, simulate

            return {"RulesetError": RulesetError, "load": load, "simulate": simulate}[name]
        case "HandError":
            from .runtime.errors import HandError

            return HandError
        case "Score":
            from .runtime.score import Score

            return Score
        case "Match" | "Round" | "RoundError" | "RoundRules" | "replay":
            return _of_rounds(name)
        case _:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _of_rounds(name: str) -> object:
    """A name of the machine that rounds are played with."""
    from .runtime.match.match import Match
    from .runtime.round.errors import RoundError
    from .runtime.round.game import Round
    from .runtime.round.replay import replay
    from .runtime.round.rules import RoundRules

    names = {one.__name__: one for one in (Match, Round, RoundError, RoundRules)}
    return replay if name == "replay" else names[name]
