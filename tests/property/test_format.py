"""The canonical form says what the file said, keeps its comments, and formats to itself."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.format.canonical import canonical
from kawuxing.compiler.library import builtin_ids, builtin_path
from kawuxing.compiler.resolved.from_surface import resolve
from kawuxing.compiler.source.text import SourceText, Span

from ..slow import slow_but
from ..unit.compiler.towns import BASE, base, complete, declare
from ..unit.grammar.test_ruleset_schema import SAMPLE
from .spelling import Speller, Tree, read_plainly
from .test_resolving import PATCHES, merged, spelled, unspelled

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY = settings(max_examples=30, deadline=None)
SEEDS = st.integers(0, 2**32)
ALPHABET = [
    *"abn 0 7 - : # , [ ] { } ' \" \\ ? & * ! | > % @ ` = < ~ . / ( )",
    *(
        "卡",
        "五星",
        "，",
        "：",
        "　",
        "\u00a0",
        "é",
        "𠮷",
        "🀄",
        "  ",
        ": ",
        " #",
        "- ",
        "\n",
        "\n\n",
    ),
    *("\t", "no", "null", "1e3", "2001-01-01", "removed", "the words of a long note "),
]
SLIPS = [
    *"#:,[]{}'\"\\|>-? \n&!%x卡",
    "\n  ",
    "\n# c\n",
    " # c",
    "\r",
    "\n---\n",
    "? ",
    "- ",
    "\n\n",
]
STRANGERS: list[Tree] = [
    {},
    [],
    "",
    "removed",
    [[], ""],
    [[[["a"], "b"], "c"], "d"],
    {"a": {"b": []}},
    [{"x": {"y": "z"}}, [{"x": "y", "zh": ""}]],
]
PROSE = {"zh", "en", "note", "why", "assumed", "short", "other"}


def formatted(text: str) -> str:
    sink = Sink()
    found = canonical(SourceText.of(text), sink)
    assert sink.diagnostics == ()
    assert found is not None
    return found


def prose(chance: random.Random) -> str:
    """A text of up to 80 characters that is not blank."""
    count = chance.choice((1, 2, 4, 20, 60))
    text = "".join(chance.choices(ALPHABET, k=count))[:80]
    return text if text.strip() else "x"


def long_prose(chance: random.Random) -> str:
    words = [prose(chance) if chance.random() < 0.1 else "words" for _ in range(40)]
    return " ".join(words)


def formula(text: str, chance: random.Random) -> str:
    """The same expression, written otherwise."""
    if chance.random() < 0.4:
        text = f"( {text} )"
    return re.sub("(?<= )| $", lambda _: " " * chance.choice((0, 0, 1)), text)


def reworded(tree: Tree, chance: random.Random, key: str = "") -> Tree:
    """A tree with other texts, and expressions written otherwise."""
    match tree:
        case dict():
            return {name: reworded(child, chance, name) for name, child in tree.items()}
        case list():
            return [reworded(child, chance, key) for child in tree]
        case "removed":
            return tree
        case _ if key in {"when", "at", "pay", "times", "is", "triplets", "pairs"}:
            return formula(tree, chance)
        case _ if key in PROSE and chance.random() < 0.5 and not re.match("[a-z]+\\(", tree):
            return prose(chance) if key in {"zh", "en"} else long_prose(chance)
        case _:
            return tree


def misplaced(tree: Tree, chance: random.Random) -> Tree:
    """A tree in which some things stand where they do not belong."""
    if chance.random() < 0.02:
        return chance.choice(STRANGERS)
    match tree:
        case dict():
            return {name: misplaced(child, chance) for name, child in tree.items()}
        case list():
            return [misplaced(child, chance) for child in tree]
        case _:
            return tree


def town(chance: random.Random) -> dict[str, Tree]:
    """A base, a town over it, or the file that has every key there is."""
    kind = chance.randrange(4)
    if kind == 0:
        tree = read_plainly(BASE)
    elif kind == 1:
        tree = read_plainly(spelled(SAMPLE))
    else:
        patches = merged(chance.sample(PATCHES, chance.randint(1, 8)))
        tree = read_plainly(spelled(unspelled(complete("")) | patches))
    found = reworded(tree, chance)
    assert isinstance(found, dict)
    return found


def spelt(seed: int) -> tuple[dict[str, Tree], str, list[str]]:
    """A file: what it says, its text, its comments."""
    chance = random.Random(seed)
    tree, speller = town(chance), Speller(chance)
    text = speller.spell(tree)
    assert read_plainly(text) == tree
    return tree, text, speller.comments


def meaning(value: object) -> Any:  # noqa: ANN401 - of any kind
    """What is declared, without where and in which letters."""
    if isinstance(value, Span | SourceText) or callable(value):
        return None
    if is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in fields(value) if one.name not in {"spans", "locate", "stated"}]
        return type(value), [meaning(getattr(value, name)) for name in names]
    if isinstance(value, tuple | list):
        return [meaning(one) for one in value]
    if isinstance(value, Mapping):
        return {key: meaning(one) for key, one in value.items()}
    return value


@MANY
@given(SEEDS)
def test_what_is_not_right_yet_stays_as_wrong_as_it_was(seed: int) -> None:
    chance = random.Random(seed)
    tree = {name: misplaced(value, chance) for name, value in town(chance).items()} | {
        "kawuxing": "1"
    }
    text = Speller(chance).spell(tree)
    assert read_plainly(text) == tree
    sink = Sink()
    after = canonical(SourceText.of(text), sink)
    if after is None:
        assert {found.code[:5] for found in sink.diagnostics} == {"KWX20"}
    else:
        assert declared(after) == declared(text)


def declared(text: str) -> Any:  # noqa: ANN401
    sink = Sink()
    found = meaning(declare(text, sink))
    return found, sorted(one.code for one in sink.diagnostics)


def resolved(text: str) -> Any:  # noqa: ANN401
    sink = Sink()
    file = declare(text, sink)
    assert file is not None
    chain = [file] if file.extends is None else [file, base()]
    found = meaning(resolve(chain, sink))
    return found, sorted(one.code for one in sink.diagnostics)


@MANY
@given(SEEDS)
def test_it_says_the_same_and_formats_to_itself(seed: int) -> None:
    _, text, _ = spelt(seed)
    once = formatted(text)
    assert declared(once) == declared(text)
    assert resolved(once) == resolved(text)
    assert formatted(once) == once


@MANY
@given(SEEDS)
def test_comments_are_there_once_and_where_they_belong(seed: int) -> None:
    _, text, comments = spelt(seed)
    after = formatted(text)
    lines = [line.strip() for line in after.split("\n")]
    values = "\n".join(texts(read_plainly(after)))
    for comment in comments:
        number = re.findall("№[0-9]+№", comment)[0]
        assert after.count(number) == 1
        assert number not in values
        assert any(line.endswith(comment) for line in lines)
    for place, line in enumerate(lines):
        if found := re.match(r"# \^([\w.]+)", line):
            assert re.match(rf"(- \{{?)*\"?{found[1]}\"?:", next_item(lines[place:])), line
        elif found := re.search(r"# <([\w.]+) №", line):
            assert re.match(rf"(- )*\"?{found[1]}\"?:", line), line


def texts(tree: Tree) -> Iterator[str]:
    match tree:
        case str():
            yield tree
        case list():
            for child in tree:
                yield from texts(child)
        case dict():
            for key, child in tree.items():
                yield key
                yield from texts(child)


def next_item(lines: list[str]) -> str:
    return next(line for line in lines if line and not line.startswith("#"))


@MANY
@given(SEEDS)
def test_it_is_neat(seed: int) -> None:
    _, text, _ = spelt(seed)
    after = formatted(text)
    lines = after.split("\n")
    assert lines.pop() == ""
    assert lines[0]
    assert lines[-1].strip()
    assert "\r" not in after
    for before, line in pairwise(lines):
        assert line == line.rstrip(" ")
        assert (len(line) - len(line.lstrip(" "))) % 2 == 0
        if not re.search("^ *#", before) and re.match("(fans|cap|options|pay|examples):", line):
            assert before == ""


@MANY
@given(SEEDS)
def test_the_way_it_was_written_does_not_matter(seed: int) -> None:
    """Without comments and blank lines, and ids in the same order, all spellings become one."""
    chance = random.Random(seed)
    tree = town(chance)
    first, second = (Speller(chance, remarks=0, shuffles=False).spell(tree) for _ in range(2))
    assert formatted(first) == formatted(second)


@pytest.mark.parametrize(
    "name", slow_but(("hubei", "xiangyang", "resting", "ancestor"), builtin_ids())
)
@given(seed=SEEDS)
@settings(max_examples=2, deadline=None)
def test_builtin_rulesets_come_back_from_any_spelling(name: str, seed: int) -> None:
    text = builtin_path(name).read_text(encoding="utf-8")
    tree = read_plainly(text)
    assert isinstance(tree, dict)
    speller = Speller(random.Random(seed))
    after = formatted(speller.spell(tree))
    assert [after.count(one) for one in speller.comments] == [1] * len(speller.comments)
    assert read_plainly(after) == tree


@given(st.text(st.sampled_from("".join(ALPHABET)), min_size=1))
@settings(max_examples=200, deadline=None)
def test_readers_agree_on_every_value(text: str) -> None:
    note = yaml.dump({"note": text}, allow_unicode=True)
    after = formatted(f"kawuxing: 1\nname: {{zh: a, en: {yaml_quoted(text)}}}\n{note}")
    for loader in (yaml.BaseLoader, yaml.CBaseLoader):
        read = yaml.load(after, Loader=loader)
        assert read == {"kawuxing": "1", "name": {"zh": "a", "en": text}, "note": text}


def yaml_quoted(text: str) -> str:
    spelt = yaml.dump(text, allow_unicode=True, default_style='"', width=10**6)
    return str(spelt).rstrip("\n")


@MANY
@given(SEEDS)
def test_whatever_is_typed_is_formatted_or_refused(seed: int) -> None:
    """Formatting reads its own result; that would fail here if it said something else."""
    chance = random.Random(seed)
    text = Speller(chance).spell(town(chance))
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(text))
        spoilt = chance.choice(SLIPS) if chance.random() < 0.6 else ""
        text = text[:place] + spoilt + text[place + chance.choice((0, 0, 1, 3)) :]
    sink = Sink()
    found = canonical(SourceText.of(text), sink)
    assert (found is None) == sink.failed
