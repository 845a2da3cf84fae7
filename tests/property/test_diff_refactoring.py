"""Rulesets written otherwise that say the same are proved to be the same, whatever was done."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.driver import resolve_location
from kawuxing.compiler.library import builtin_path, builtins
from kawuxing.compiler.locate import GivenText

from ..slow import slow_but

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core

PLAYED = [one.id for one in builtins() if not one.abstract]
ROOT = next(one.id for one in builtins() if one.extends is None)
FOLDER = str(builtin_path(ROOT).parent)


@cache
def text_of(variant: str) -> str:
    return builtin_path(variant).read_text("utf-8").partition("\nexamples:\n")[0] + "\n"


def rules(text: str) -> Core:
    sink = Sink()
    ruleset = resolve_location(GivenText(text, "x.yaml", FOLDER), None, sink)
    core = None if ruleset is None or sink.failed else check(ruleset, sink)
    assert core is not None, sink.diagnostics
    return core


@cache
def original(variant: str) -> Core:
    return rules(text_of(variant))


def section(text: str, key: str) -> tuple[str, list[str], str]:
    """What stands before a section's entries, the entries, and what comes after."""
    found = re.search(rf"^{key}:\n((?:(?:  .*)?\n)*)", text, re.MULTILINE)
    assert found is not None, key
    entries = re.split(r"^(?=  [\w-])", found[1].rstrip("\n") + "\n", flags=re.MULTILINE)
    return text[: found.start(1)], [one for one in entries if one], text[found.end(1) :]


def fans_shuffled(text: str, chance: random.Random) -> str:
    before, entries, after = section(text, "fans")
    chance.shuffle(entries)
    return f"{before}{''.join(entries)}\n{after}"


def fans_renamed(text: str, chance: random.Random) -> str:
    """Other ids for the fans, wherever they stand."""
    _, entries, _ = section(text, "fans")
    ids = [re.match(r"  (\w+):", entry)[1] for entry in entries]  # type: ignore[index]
    ids.remove("kawuxing")  # the language is called so, too
    names = {id_: f"fan_{number}" for number, id_ in enumerate(ids)}
    for id_ in chance.sample(ids, len(ids) // 2):
        text = re.sub(rf"(?<=[\s\[.]){id_}(?=[\],:)\s])", names[id_], text)
    return text


def rows_renamed(text: str, _: random.Random) -> str:
    return re.sub(r"(- \{?id: )(\w+)", r"\1the_\2", text)


def definitions_inlined(text: str, _chance: random.Random) -> str:
    """Definitions written out where they are used."""
    for define in original(ROOT).ruleset.defines:
        _, entries, _ = section(text, "define")
        entry = next(one for one in entries if one.startswith(f"  {define.id}:"))
        body = re.search(r"(?:^  \w+:|^    is:) *(\S.*)$", entry, re.MULTILINE)
        assert body is not None
        text = text.replace(entry, "")
        text = re.sub(rf"(?<![\w.]){define.id}\b", f"({body[1]})", text)
    return text.replace("define:\n\n", "")


def commented(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    keys = [at for at, line in enumerate(lines) if re.match(r"\w", line)]
    for at in sorted(chance.sample(keys, 4), reverse=True):
        lines.insert(at, "# one word more\n")
    return "".join(lines)


def reworded(text: str, _: random.Random) -> str:
    return re.sub(r"(name: \{zh: )([^,]*), en: ([^}]*)\}", r"\1新\2, en: New \3}", text)


CHANGES = {
    "shuffled": fans_shuffled,
    "fans renamed": fans_renamed,
    "rows renamed": rows_renamed,
    "inlined": definitions_inlined,
    "commented": commented,
    "reworded": reworded,
}
FOR_CHILDREN = ("commented", "rows renamed", "reworded")


HANDS = {"ancestor": (357_104_544, 1_280_708_262)}
"""Three suits; counted without the space, too."""


def hold_to_be_the_same(variant: str, text: str) -> None:
    assert text != text_of(variant)
    before, after = original(variant), rules(text)
    for sides in ((before, after), (after, before)):
        found = compare(*sides, ("a", "b"))
        assert found.equal, [one.rules for one in found.behavioural]
        assert found.space[:2] == HANDS.get(variant, (49_380_393, 170_828_673))
        # where rules ask for the chain, twelve lengths: 4 + 4 * 12 self-drawn, 8 + 12 * 12 not
        # and where they ask whether another winner revealed before, a discard has that besides
        assert found.space.circumstances in {28, 48, 4 + 4 * 12 + 8 + 12 * 12}
        assert all(one.kind == "wording" for one in found.structural)


@pytest.mark.parametrize("change", CHANGES)
def test_each_way_of_writing_it_otherwise(change: str) -> None:
    hold_to_be_the_same(ROOT, CHANGES[change](text_of(ROOT), random.Random(1)))


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    changes=st.lists(st.sampled_from(sorted(CHANGES)), min_size=2, max_size=6, unique=True),
    seed=st.integers(0, 1000),
)
def test_several_at_once(changes: list[str], seed: int) -> None:
    text = text_of(ROOT)
    for change in sorted(changes, key=list(CHANGES).index):
        text = CHANGES[change](text, random.Random(seed))
    hold_to_be_the_same(ROOT, text)


@pytest.mark.parametrize(
    "variant",
    slow_but(("suizhou", "yunmeng", "ancestor"), [one for one in PLAYED if one != ROOT]),
)
def test_towns_written_otherwise(variant: str) -> None:
    text = text_of(variant)
    for change in FOR_CHILDREN:
        text = CHANGES[change](text, random.Random(2))
    hold_to_be_the_same(variant, text)
