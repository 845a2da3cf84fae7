"""Resolving depends on what files say, not on how their keys are ordered; nothing makes it fall."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kawuxing.compiler.clauses import clause_ids
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_chain, load_ruleset
from kawuxing.compiler.library import builtin_ids
from kawuxing.compiler.locate import BuiltInFile
from kawuxing.compiler.resolved.from_surface import resolve
from kawuxing.compiler.source.text import SourceText
from kawuxing.compiler.source.yaml_nodes import read_yaml
from kawuxing.compiler.surface import keys
from kawuxing.compiler.surface.from_yaml import read_ruleset

from ..unit.compiler.towns import BASE, check_texts, complete, declare
from ..unit.grammar.test_ruleset_schema import SAMPLE, nodes

if TYPE_CHECKING:
    from kawuxing.compiler.resolved.nodes import Ruleset
    from kawuxing.compiler.surface.nodes import RulesetDecl

Tree = Any  # a border: what a YAML reader gives

SLOW = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])

PATCHES = [
    "fans: {cheap: {times: 3, assumed: x}}",
    "fans: {dear: {note: x, when: robbing, cite: S0-065}}",
    "fans: {other: removed}",
    "fans: {new: {name: {zh: 新, en: N}, times: 2, when: chain > 1, excludes: [cheap], cite: W1}}",
    "fans: {more: {name: {zh: 多, en: M}, times: 2, when: chain > 2, replaces: [dear], cite: W1}}",
    "options: {cap: {default: 8}}",
    "options: {tyrant: {removed: true, cite: S0-024}}",
    "options: {style: {default: plain, offered: [plain, fancy], assumed: x}}",
    "define: {triplets: '4', pairs: triplets + 1}",
    "assumptions: {point: {cite: S0-066}, other: some words}",
    "table: {tiles: {dragons: [white, red], copies: 3}, assumed: x}",
    "cap: {a: {before: common, when: self_draw, at: 1, assumed: x}}",
    "cap: {b: {before: a, when: discard, at: 2, note: x, assumed: x}}",
    "cap: {c: {after: a, when: chain > 3, at: 3, name: {zh: 丙, en: C}, assumed: x}}",
    "cap: {high: {after: middle, assumed: x}}",
    "cap: {middle: {at: 9, cite: S0-067}}",
    "may_win: [{id: some, when: discard, allowed: false, assumed: x}, {id: any, allowed: true, "
    "assumed: x}]",
    "pay: {win: {nobody: {pay: 1, assumed: x}}}",
    "pay: {drawn: {first: {before: nobody, when: payer.revealed, pay: 1, assumed: x}}}",
]


def spelled(tree: Tree) -> str:
    return str(yaml.dump(tree, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False))


def unspelled(text: str) -> Tree:
    """The tree that a text says."""
    tree: Tree = yaml.load(text, yaml.CSafeLoader)
    return tree


def merged(fragments: list[str]) -> Tree:
    """Several fragments as one tree; where two state the same, the later one does."""
    tree: Tree = {}
    for fragment in fragments:
        _merge(tree, unspelled(fragment))
    return tree


def _merge(old: Tree, new: Tree) -> None:
    for key, value in new.items():
        if isinstance(value, dict) and isinstance(old.get(key), dict):
            _merge(old[key], value)
        else:
            old[key] = value


def shuffled(tree: Tree, chance: random.Random) -> Tree:
    """The same tree with the keys of every mapping in another order."""
    if isinstance(tree, dict):
        items = [(key, shuffled(value, chance)) for key, value in tree.items()]
        chance.shuffle(items)
        return dict(items)
    if isinstance(tree, list):
        return [shuffled(item, chance) for item in tree]
    return tree


def resolved(*trees: Tree) -> tuple[Ruleset, list[str]]:
    sink = Sink()
    files = [declare(spelled(tree), sink) for tree in trees]
    chain = [file for file in files if file is not None]
    assert len(chain) == len(trees)
    return resolve(chain, sink), sorted(found.code for found in sink.diagnostics)


def ordered(ruleset: Ruleset) -> Ruleset:
    """A ruleset in which only the order of rows is left of the order of keys."""
    return replace(
        ruleset,
        sources=(),
        fans=tuple(sorted(ruleset.fans, key=lambda fan: fan.id)),
        options=tuple(sorted(ruleset.options, key=lambda option: option.id)),
        defines=tuple(sorted(ruleset.defines, key=lambda define: define.id)),
        assumptions=tuple(sorted(ruleset.assumptions, key=lambda point: point.id)),
        fouls=tuple(sorted(ruleset.fouls, key=lambda foul: foul.id)),
        removed=tuple(sorted(ruleset.removed, key=lambda one: one.path)),
    )


@SLOW
@given(st.lists(st.sampled_from(PATCHES), unique=True), st.randoms(use_true_random=False))
def test_the_order_of_keys_does_not_matter(patches: list[str], chance: random.Random) -> None:
    base, town = unspelled(BASE), unspelled(complete("")) | merged(patches)
    first, found = resolved(town, base)
    second, found_again = resolved(shuffled(town, chance), shuffled(base, chance))
    assert ordered(first) == ordered(second)
    assert found == found_again


def test_the_patches_are_sound_together() -> None:
    fitting = [patch for patch in PATCHES if "other: removed" not in patch]
    _, found = resolved(unspelled(complete("")) | merged(fitting), unspelled(BASE))
    assert found == []


@pytest.mark.parametrize("id", builtin_ids())
def test_the_order_of_keys_does_not_matter_in_the_library(id: str) -> None:
    chain = library_chain(id)
    tree = shuffled(yaml.load(chain[0].source.text, yaml.CSafeLoader), random.Random(id))
    assert ordered(resolve([again(tree), *chain[1:]], Sink())) == ordered(load_ruleset(id))


def library_chain(id: str) -> tuple[RulesetDecl, ...]:
    sink = Sink()
    chain = load_chain(BuiltInFile(id), None, sink)
    assert not sink.failed
    assert chain is not None
    return chain


def again(tree: Tree) -> RulesetDecl:
    sink = Sink()
    file = declare(spelled(tree), sink)
    assert not sink.failed
    assert file is not None
    return file


@pytest.mark.parametrize("id", builtin_ids())
def test_a_child_that_states_nothing_is_its_parent(id: str) -> None:
    parent = load_ruleset(id)
    text = f"kawuxing: 1\nvariant: child\nname: {{zh: 子, en: Child}}\nextends: {id}\n"
    if parent.abstract:
        text += "abstract: true\n"
    child = load_ruleset(text)
    assert child.parents == (id, *parent.parents)
    assert (child.id, child.name.en, child.note) == ("child", "Child", None)
    assert (child.examples, child.excused) == ((), ())
    assert child.sources[2:] == parent.sources[1:]
    assert child.files == ("child", *parent.files)
    assert parent == replace(
        child,
        id=parent.id,
        name=parent.name,
        note=parent.note,
        parents=parent.parents,
        files=parent.files,
        examples=parent.examples,
        excused=parent.excused,
        sources=parent.sources,
    )


WORDS = sorted(
    {
        *keys.TOP, *keys.OPTION, *keys.FAN, *keys.EXAMPLE, *keys.EXPECT, *keys.ROUND, *keys.WIN,
        *keys.KONG, *keys.END, *keys.row_keys("cap"), *keys.patch_keys("may_win"), *keys.TILES,
        *keys.TABLE, *keys.PAY, *keys.ACCEPTS, *keys.WORDS, "cheap", "common", "hubei", "S0-065",
        "self_draw", "dots", "any", "nobody", "GT-31", "5p+5p", "123p", "standard",
    }
)  # fmt: skip
SCALARS = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(
        [
            "no",
            "010",
            "12:30",
            "1.10",
            "0x10",
            "1_000",
            "~",
            "",
            " ",
            "removed",
            "none",
            "true",
            "１",
        ]
    ),
    st.integers(-5, 10),
    st.sampled_from([10**12, 10**12 + 1, -(10**30)]),
    st.booleans(),
    st.sampled_from(["count(s.triplet for s in sets)", "a and", "((", "fan.cheap", "options.cap"]),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12),
)
KEYS = st.one_of(st.sampled_from(WORDS), st.text(max_size=5).map(lambda text: f"k{text}"))
TREES = st.recursive(
    SCALARS,
    lambda inside: st.one_of(
        st.lists(inside, max_size=4), st.dictionaries(st.sampled_from(WORDS), inside, max_size=5)
    ),
    max_leaves=12,
)


@st.composite
def mutants(draw: st.DrawFn) -> Tree:
    """The sample of all keys with some of its parts replaced, renamed, doubled or lost."""
    tree = copy.deepcopy(SAMPLE)
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from([path for path in nodes(tree) if path]))
        holder = tree
        for step in path[:-1]:
            holder = holder[step]
        match draw(st.sampled_from(["replace", "lose", "rename", "double"])):
            case "replace":
                holder[path[-1]] = draw(TREES)
            case "lose":
                del holder[path[-1]]
            case "rename" if isinstance(holder, dict):
                holder[draw(st.sampled_from(WORDS))] = holder.pop(path[-1])
            case _ if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[int(path[-1])]))
            case _:
                holder[draw(st.sampled_from(WORDS))] = copy.deepcopy(holder[path[-1]])
    return tree


def survives(tree: Tree) -> None:
    """Reading and resolving gives a ruleset or errors, each with a place inside the text."""
    text = spelled(tree)
    sink = Sink()
    root = read_yaml(SourceText.of(text), sink)
    if root is None:
        return
    file = read_ruleset(root, clause_ids(), sink)
    parents = library_chain("hubei")
    if file is not None:
        resolve([file], sink)
        resolve([file, *parents], sink)
        resolve([*parents, file], sink)
    for found in sink.diagnostics:
        check_texts(found)
        assert found.span is not None
        for span in (found.span, *(label.span for label in found.labels)):
            assert 0 <= span.start <= span.end <= len(span.source.text)


@SLOW
@given(mutants())
def test_no_change_to_a_ruleset_makes_the_compiler_fall(tree: Tree) -> None:
    survives(tree)


@SLOW
@given(st.dictionaries(st.sampled_from(keys.TOP), TREES, max_size=8))
def test_no_tree_of_known_keys_makes_the_compiler_fall(tree: Tree) -> None:
    survives({"kawuxing": 1, "variant": "some", "name": {"zh": "某", "en": "Some"}} | tree)


@SLOW
@given(TREES)
def test_no_tree_at_all_makes_the_compiler_fall(tree: Tree) -> None:
    survives(tree)
