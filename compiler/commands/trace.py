"""`kawuxing trace`: the clauses of the sources, and the rules and examples that carry them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypedDict, Unpack

from ..coverage.spoken import spoken_by
from ..driver import load_ruleset
from ..library import builtin_ids, mixin_ids
from ..trace.catalogue import read_catalogue
from ..trace.excuses import read_excuses
from ..trace.join import trace
from ..trace.view import view_of
from .faults import FINDINGS, FINE, UsageFault
from .output import write, write_json, write_line
from .parameters import ROOT, Argument, format_option
from .verb import verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..resolved.nodes import Ruleset
    from .settings import Settings

_CLAUSE: Final = re.compile(r"[sw][0-9]+(?:-[0-9]+)?", re.IGNORECASE)


class _Given(TypedDict):
    what: tuple[str, ...]
    root: str | None
    format: str


@verb(
    (
        "Which rule carries each clause of the sources, in which edition, and which example shows "
        "it; which clauses no rule carries and why; what each edition assumes. Of all built-in "
        "rulesets, or of the rulesets and clauses given. Status 1 if a clause is neither carried "
        "nor excused, or a rule rests on nothing.",
        "文献的每一条由哪个版本的哪条规则体现、哪个例子说明；哪些条文没有体现、为什么；各版本推定了什么。"
        "不给参数时看全部内置规则，也可指定规则和条文。有条文既未体现又无说明，"
        "或有规则没有依据时，退出码为 1。",
    ),
    Argument(
        "what",
        "rulesets, or ids of clauses such as S0-058",
        "规则，或条文编号（如 S0-058）",
        metavar="VARIANT|CLAUSE",
        nargs=-1,
    ),
    ROOT,
    format_option("text", "json", "html"),
    examples=(
        "kawuxing trace NAME",
        "kawuxing trace S0-058",
        "kawuxing trace --format html > trace.html",
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Trace clauses, or rulesets, or both, or everything."""
    clauses, variants = _sorted_out(given["what"])
    rulesets = _rulesets(variants, given["root"])
    found = trace(rulesets, read_catalogue(), read_excuses(), spoken_by(rulesets))
    seen = view_of(found, clauses, bool(variants))
    if given["format"] == "json":
        from ..trace.render_json import trace_object  # noqa: PLC0415 - only when asked for

        write_json(trace_object(seen))
    elif given["format"] == "html":
        from ..trace.render_html import trace_page  # noqa: PLC0415 - only when asked for

        write(trace_page(seen, settings.lang))
    else:
        from .traced import trace_lines  # noqa: PLC0415 - only when asked for

        for line in trace_lines(seen, settings):
            write_line(line)
    return FINDINGS if seen.lacking else FINE


def _sorted_out(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Which of the words are clauses, and which are rulesets.

    Raises:
        UsageFault: for what looks like a clause and is none.
    """
    catalogue = read_catalogue()
    clauses, variants = [], []
    for word in map(str.strip, words):
        if _CLAUSE.fullmatch(word) is None:
            variants.append(word)
        elif word.upper() in catalogue:
            clauses.append(word.upper())
        else:
            from ..meant import did_you_mean  # noqa: PLC0415 - only when something is wrong

            close, _ = did_you_mean(word.upper(), catalogue)
            raise UsageFault("KWX0034", found=word, close=close)
    return clauses, variants


def _rulesets(variants: Sequence[str], root: str | None) -> list[Ruleset]:
    """Those that are given, or all that are built in, parents before children, mix-ins last."""
    rulesets: dict[str, Ruleset] = {}
    named: dict[str, str] = {}
    for variant in variants or (*builtin_ids(), *mixin_ids()):
        ruleset = load_ruleset(variant, root)
        known = rulesets.setdefault(ruleset.id, ruleset)
        if _bytes(known) != _bytes(ruleset):
            raise UsageFault("KWX0035", variant=ruleset.id, first=named[ruleset.id], second=variant)
        named.setdefault(ruleset.id, variant)
    found = list(rulesets.values())
    return found if variants else sorted(found, key=lambda one: (one.mixin, len(one.parents)))


def _bytes(ruleset: Ruleset) -> list[str]:
    """What tells rulesets of one id apart, wherever their files are."""
    return [source.sha256 for source in ruleset.sources]
