"""What is proven of small rulesets, and what their modules say of the hands that are shown."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from kawuxing.compiler.api import load
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.proofs.check import prove

from ..space.townships import HEAD, core_of
from ..towns import check_texts

if TYPE_CHECKING:
    from kawuxing.compiler.diagnostics.report import Diagnostic


def proofs(rules: str, *, facts: bool = False) -> tuple[Diagnostic, ...]:
    """What is proven of a ruleset that has no fault."""
    core, sink = core_of(rules), Sink()
    prove(core, sink, facts=facts)
    for diagnostic in sink.diagnostics:
        check_texts(diagnostic)
    return sink.diagnostics


def only(rules: str) -> Diagnostic:
    (found,) = proofs(rules)
    return found


def town(fragment: str) -> str:
    return HEAD + fragment


def fan(when: str, times: int = 2, more: str = "", name: str = "odd") -> str:
    return (
        f"  {name}:\n    name: {{zh: 番, en: Odd}}\n    times: {times}\n    when: {when}\n"
        f"    assumed: test\n{more}"
    )


def score(rules: str, asked: str) -> Any:  # noqa: ANN401 - as JSON gives it
    """What the module says of a hand written as for `kawuxing score`."""
    hand: list[str] = []
    given: dict[str, Any] = {"events": []}
    options: dict[str, str] = {}
    words = iter(shlex.split(asked))
    for word in words:
        match word:
            case "--by":
                given["by"] = next(words)
            case "--event":
                given["events"].append(next(words))
            case "--chain":
                given["chain"] = int(next(words))
            case "--revealed" | "--payer-revealed":
                given[word.removeprefix("--").replace("-", "_")] = True
            case "-o":
                key, _, value = next(words).partition("=")
                options[key] = value
            case _:
                hand.append(word)
    return load(rules, options).score(" ".join(hand), **given)
