"""Reports that several parts of the type checker make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics.report import Label
from ..meant import did_you_mean
from ..source.text import Span
from .environment import describe
from .nodes import BELOW, Const, Named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..resolved.nodes import Define, Option
    from .environment import Environment
    from .nodes import Expr

_LONGEST = 40
_PLACES = {"fan": "fans"}


def meant(
    found: str, names: Iterable[str], also: Mapping[str, tuple[str, ...]]
) -> tuple[str, str | None]:
    """What was meant by a name: all that come near if there are several, and the nearest."""
    close, fix = did_you_mean(found, names, also)
    return (close if close != fix else ""), fix


def mismatch(
    expr: Expr, env: Environment, wanted: str, labels: Iterable[Label] = (), ranked: str = ""
) -> None:
    """Report a value of the wrong type, and what would make it right where that is plain.

    Args:
        expr: The value.
        env: Where it stands.
        wanted: The type that is needed.
        labels: Other places.
        ranked: For a tile that is compared with a number, how its rank is asked.
    """
    found, text = expr.type, short(expr.span)
    fixed = isinstance(expr, Const)
    counted = found.base == "int" and wanted == "bool" and text and not fixed
    chosen = found.base == "bool" and wanted.startswith("int") and text and not fixed
    env.sink.error(
        "KWX2411",
        expr.span,
        labels=[*labels, *_defined(expr, env)],
        found=describe(found),
        wanted=wanted,
        compared=f"{text} >= {max(1, found.low + 1)}" if counted else "",
        chosen=f"1 if {text} else 0" if chosen else "",
        ranked=ranked,
    )


def short(span: Span) -> str:
    """What the author wrote, if it fits into a sentence."""
    text = span.source.text[span.start : span.end]
    return text if len(text) <= _LONGEST and "\n" not in text else ""


def _defined(expr: Expr, env: Environment) -> list[Label]:
    """Where the author's own name is defined."""
    if not isinstance(expr, Named) or expr.name == BELOW:
        return []
    return [Label(key_of(env.defines[expr.name]), "defined", {"name": expr.name})]


def key_of(thing: Define | Option) -> Span:
    """Where the id of a definition or an option is written."""
    whole = thing.origin.span
    return Span(whole.source, whole.start, min(whole.end, whole.start + len(thing.id)))


def out_of_scope(span: Span, found: str, scopes: tuple[str, ...], env: Environment) -> None:
    """Report a name that has no meaning in this section of a ruleset."""
    used = [] if env.used_at is None else [Label(env.used_at, "used")]
    env.sink.error(
        "KWX2404",
        span,
        labels=used,
        found=found,
        section=_PLACES.get(env.scope, env.scope),
        sections=", ".join(_PLACES.get(scope, scope) for scope in scopes),
        names=", ".join(env.known()),
    )


def asked_inside(span: Span, found: str, env: Environment) -> bool:
    """Whether a name that is no part of the element stands inside a quantifier; says so."""
    if env.element is None:
        return False
    env.sink.error("KWX2410", span, found=found, variable=env.variable)
    return True


def asked_elsewhere(span: Span, found: str, env: Environment) -> bool:
    """The same, and whether it stands where all readings are asked, none of which answers it."""
    if asked_inside(span, found, env):
        return True
    if env.any_reading:
        env.sink.error("KWX2437", span, found=found)
    return env.any_reading
