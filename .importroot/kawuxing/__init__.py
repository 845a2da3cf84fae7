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
    from .runtime.score import Score as Score

__all__ = ["HandError", "RulesetError", "Score", "load", "simulate"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for."""
    if name in {"RulesetError", "load", "simulate"}:
        from .compiler.api import RulesetError, load, simulate

        return {"RulesetError": RulesetError, "load": load, "simulate": simulate}[name]
    if name == "HandError":
        from .runtime.errors import HandError

        return HandError
    if name == "Score":
        from .runtime.score import Score

        return Score
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
