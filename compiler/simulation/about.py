"""What was run: variants, options, rounds, bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .numbers import count_text
from .section import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .section import Lang

Json = dict[str, Any]


def title(report: Json, lang: Lang) -> str:
    """The variants by name."""
    names = [report[side]["name"][lang] for side in ("one", "other") if side in report]
    return say(lang, (" and ", "与")).join(names)


def about(report: Json, lang: Lang) -> Iterator[tuple[str, str]]:
    """Terms and facts."""
    rounds = say(lang, ("{}, in matches of {}", "{} 局，每场 {} 局"))
    counts = rounds.format(count_text(report["rounds"]), report["rounds_a_match"])
    yield say(lang, ("rounds", "局数")), counts
    yield say(lang, ("seed", "种子")), str(report["seed"])
    yield say(lang, ("bots", "机器人")), ", ".join(report["bots"])
    for side in ("one", "other"):
        if side in report:
            variant = report[side]
            options = ", ".join(
                f"{name}={str(value).lower()}" for name, value in variant["options"].items()
            )
            term = ("variant", "规则")
            if "other" in report:
                term = ("first", "前者") if side == "one" else ("second", "后者")
            name = " + ".join([variant["variant"], *variant["use"]])
            yield say(lang, term), f"{name}  {options}".rstrip()
            for choice, values in variant.get("choices", {}).items():
                yield say(lang, ("chosen", "各人所选")), f"{choice}={','.join(map(str, values))}"
