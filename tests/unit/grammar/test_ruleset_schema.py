"""What editors are told about rulesets is what the compiler takes."""

from __future__ import annotations

import copy
import json
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from kawuxing.compiler.clauses import clause_ids
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.library import builtin_ids, builtin_path
from kawuxing.compiler.source.text import SourceText
from kawuxing.compiler.source.yaml_nodes import read_yaml
from kawuxing.compiler.surface import keys
from kawuxing.compiler.surface.from_yaml import read_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any  # a border: what a JSON reader gives
Path = tuple[str | int, ...]

SCHEMA: Json = json.loads(
    (resources.files("kawuxing.grammar") / "ruleset.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = Draft202012Validator(SCHEMA)

SAMPLE: Json = yaml.safe_load("""\
kawuxing: 1
variant: sample
name: {zh: 样本, en: Sample}
abstract: false
extends: hubei
uses: [some, house/other.yaml]
note: {zh: 说明, en: note}
assumptions:
  point: {zh: 某点, en: Some point, cite: S0-063}
  short: some point
  gone: removed
refuses: {piao: some, haidi: {zh: 某点, en: A, cite: S0-063}, quanpin: removed}
table:
  seats: 3
  at_table: {seats: 4, out: rests}
  tiles: {suits: [dots, bamboos], ranks: [1, 7], dragons: [red], copies: 4}
  deal: {dealer: 14, others: 13, direction: clockwise}
  note: some
  cite: [S0-065, S0-066]
  assumed: {zh: 假定, en: assumed}
options:
  cap:
    name: {zh: 封顶, en: Cap}
    default: 8
    offered: [8, none]
    accepts: {from: 1, to: 9, none: true}
    note: some
    cite: S0-065
    assumed: some
  tyrant: {removed: true, note: some, cite: S0-065, assumed: some}
choices:
  ante: {name: {zh: 漂, en: A}, default: 0, offered: [0, 1], note: b, cite: S0-065, assumed: c}
  gone: removed
carried:
  floors: {name: {zh: 楼, en: A}, from: 0, to: 3, start: 0, next: 0, note: b, cite: W1, assumed: c}
  gone: removed
presets:
  evening: {cap: 8, tyrant: true}
  gone: removed
define:
  short: count(s.triplet for s in sets)
  long: {is: short + 1, note: some}
  gone: removed
fans:
  some:
    name: {zh: 某番, en: Some}
    times: 2
    on_top: true
    when: self_draw
    replaces: [other]
    excludes: [other, another]
    note: some
    cite: S0-065
    assumed: some
  gone: {removed: true}
worth: {combine: maximum, note: some, cite: S0-065, assumed: some}
cap:
  - {id: high, name: {zh: 高, en: High}, when: fan.some, at: 16, note: a, cite: S0-066, assumed: b}
  - {id: common, at: options.cap, assumed: some}
points: {kan: {name: {zh: 坎, en: K}, when: discard, add: 1, note: a, cite: W1}, gone: removed}
may_win:
  before: {before: any, name: {zh: 先, en: First}, when: discard, allowed: false, note: a, cite: W1}
  behind: {after: any, allowed: true, assumed: some}
  above: {place: first, when: discard, allowed: true, assumed: some}
  gone: removed
horses:
  draw: [{id: any, name: {zh: 随, en: Any}, when: self_draw, number: 2, note: a, cite: W1}]
  hits: {some: {before: any, name: {zh: 随, en: A}, when: horse.won, points: 1, cite: W1}}
  again: {gone: removed}
pay:
  win: [{id: any, name: {zh: 随, en: Any}, when: self_draw, pay: share, note: a, cite: W1}]
  kong: {some: {before: any, name: {zh: 随, en: A}, when: kong.added, pay: 1, note: a, cite: W1}}
  drawn: {gone: removed}
turn:
  exchange: {tiles: 3, of: any, to: next}
  precedence: [win, kong, pung]
  winners: many
  tail: true
  kong: [{id: any, when: kong.added, allowed: true, assumed: some}]
  pung: {some: {after: any, when: punger.revealed, allowed: false, cite: W1}}
  reveal: {gone: removed}
  reveal_anytime: false
  missed: [{id: any, allowed: false, cite: W1}]
  must: [announced_kong]
  note: some
  cite: S0-065
  assumed: some
dealer:
  - {id: won, name: {zh: 胡, en: Won}, when: winners == 1, next: winner, note: a, cite: W1}
  - {id: any, next: newcomer, assumed: some}
fouls:
  short:
    name: {zh: 少牌, en: Short}
    may_win: false
    may_kong: true
    kong_money: void
    note: some
    cite: S0-065
    assumed: some
  gone: removed
exclusive: [cap, pay.win, turn.kong]
examples:
  - id: won
    golden: GT-31
    why: {zh: 因为, en: because}
    cite: S3-318
    hand: 55p+5p
    by: discard
    events: [last_tile]
    chain: 2
    revealed: true
    payer_revealed: false
    choices: {ante: {winner: 1, payer: 0}}
    options: {cap: none}
    expect:
      value: 64
      product: 64
      fans: [some]
      has: [some]
      lacks: [other]
      may_win: true
      owed: 64
      shape: standard
      complete: true
  - {id: waits, why: some, hand: 2245667s, options: {cap: 8}, expect: {waits: [5s, 8s]}}
  - id: settled
    why: some
    round:
      players: 3
      out: 3
      dealer: 0
      dice: [3, 3]
      carried: {floors: 1}
      choices: {ante: [0, 1, 0]}
      options: {stake: 1}
      revealed: [1, 0]
      kongs: [{by: 0, kind: direct, tile: 8p, from: 1, chain: 1, robbed: false}]
      end:
        kind: win
        wins:
          - seat: 1
            hand: 46p
            melds: ["[777z]"]
            win: 5p
            by: self_draw
            from: null
            events: []
            chain: 0
            passed: 2
        hands: [123p, {seat: 1, hand: 55p, melds: []}]
      horses: [3p, 5z]
    expect: {totals: [4, 6, -10], rules: [pay.win.any]}
  - id: asked
    why: some
    asked: {table: turn.pung, punger.revealed: true, wall.left: 3}
    options: {cap: 8}
    expect: {allowed: false, rules: [turn.pung.any]}
  - {id: dealt, why: some, asked: {table: dealer}, carried: {floors: 1}, expect: {next: winner}}
  - {id: looked_up, why: some, asked: {fact: turn.precedence}, expect: {said: [win, kong]}}
  - {id: turned, why: some, asked: {table: horses.draw, self_draw: true}, expect: {number: 2}}
excused:
  - {golden: GT-07, why: some, cite: S2-046}
""")

TABLES = {key: kind for kind, key in keys.RESULT_KEYS.items()}
FIXED: list[tuple[str, tuple[str, ...]]] = [
    ("", keys.TOP),
    ("properties/horses", keys.HORSES),
    ("properties/pay", keys.PAY),
    ("$defs/table", keys.TABLE),
    ("$defs/table/properties/at_table", keys.AT_TABLE),
    ("$defs/table/properties/tiles", keys.TILES),
    ("$defs/table/properties/deal", keys.DEAL),
    ("properties/turn", keys.TURN),
    ("properties/turn/properties/exchange/anyOf/1", keys.EXCHANGE),
    ("$defs/foul", keys.FOUL),
    ("$defs/name", keys.WORDS),
    ("$defs/words/anyOf/1", keys.WORDS),
    ("$defs/assumption", keys.ASSUMPTION),
    ("$defs/option", keys.OPTION),
    ("$defs/option/properties/accepts", keys.ACCEPTS),
    ("$defs/choice", keys.CHOICE),
    ("$defs/carried", keys.CARRIED),
    ("$defs/define", keys.DEFINE),
    ("$defs/fan", keys.FAN),
    ("$defs/worth", keys.WORTH),
    *[(f"$defs/row_{key}", keys.row_keys(kind)) for key, kind in TABLES.items()],
    *[(f"$defs/patch_{key}", keys.patch_keys(kind)) for key, kind in TABLES.items()],
    ("$defs/example", keys.EXAMPLE),
    ("$defs/example/properties/choices/additionalProperties", keys.CHOOSERS),
    ("$defs/expect", keys.EXPECT),
    ("$defs/round", keys.ROUND),
    ("$defs/asked", keys.ASKED),
    *[("$defs/kong", keys.KONG), ("$defs/end", keys.END), ("$defs/win", keys.WIN)],
    ("$defs/hand", keys.HAND),
    ("$defs/excuse", keys.EXCUSED),
]


def at(document: Json, path: Path) -> Json:
    for step in path:
        document = document[step]
    return document


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("id", builtin_ids())
def test_every_ruleset_is_valid(id: str) -> None:
    document = yaml.load(builtin_path(id).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    assert [error.message for error in VALIDATOR.iter_errors(document)] == []


@pytest.mark.parametrize(("path", "known"), FIXED)
def test_the_keys_of_a_mapping_are_the_same_in_the_same_order(
    path: str, known: tuple[str, ...]
) -> None:
    node = at(SCHEMA, tuple(int(s) if s.isdigit() else s for s in path.split("/") if s))
    assert node["additionalProperties"] is False
    # that something is removed is described once for all
    assert tuple(node["properties"]) == tuple(key for key in known if key != "removed")


def fixed_mappings(node: Json, path: str = "") -> Iterator[str]:
    """The paths of all mappings with fixed keys inside a schema."""
    if isinstance(node, dict):
        if "properties" in node and node.get("type") == "object":
            yield path
        for key, inside in node.items():
            yield from fixed_mappings(inside, f"{path}/{key}".strip("/"))
    elif isinstance(node, list):
        for index, inside in enumerate(node):
            yield from fixed_mappings(inside, f"{path}/{index}")


def test_no_mapping_is_left_out_of_the_comparison() -> None:
    assert set(fixed_mappings(SCHEMA)) == {path for path, _ in FIXED} | {"$defs/removal/anyOf/1"}


def described(node: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    """Every key of every mapping with its schema."""
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict):
            yield from ((f"{path}/{key}", value) for key, value in node["properties"].items())
        for key, inside in node.items():
            yield from described(inside, f"{path}/{key}")
    elif isinstance(node, list):
        for index, inside in enumerate(node):
            yield from described(inside, f"{path}/{index}")


def test_every_key_is_explained_in_both_languages() -> None:
    for path, node in described(SCHEMA):
        target = node
        if "description" not in node:
            target = SCHEMA["$defs"][node["$ref"].rpartition("/")[2]]
        text = target["description"]
        assert any("a" <= char <= "z" for char in text), path
        assert any("\u4e00" <= char <= "\u9fff" for char in text), path


def nodes(document: Json, path: Path = ()) -> Iterator[Path]:
    yield path
    if isinstance(document, dict):
        for key, inside in document.items():
            yield from nodes(inside, (*path, key))
    elif isinstance(document, list):
        for index, inside in enumerate(document):
            yield from nodes(inside, (*path, index))


def taken_by_schema(document: Json) -> bool:
    return bool(VALIDATOR.is_valid(document))


def taken_by_compiler(document: Json) -> bool:
    """Whether a file is read without complaint; what its parents say is another matter."""
    text = yaml.dump(document, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False)
    sink = Sink()
    root = read_yaml(SourceText.of(text), sink)
    assert root is not None
    read_ruleset(root, clause_ids(), sink)
    return not sink.failed


def excerpt(path: Path) -> tuple[Json, Path]:
    """As much of the sample as a place needs, and the place in it."""
    heading = {key: SAMPLE[key] for key in ("kawuxing", "variant", "name")}
    top, *rest = path
    inside = SAMPLE[top]
    if isinstance(inside, list) and rest:
        inside, rest = [inside[int(rest[0])]], [0, *rest[1:]]
    return heading | {str(top): copy.deepcopy(inside)}, (top, *rest)


def changed(path: Path, value: Json) -> Json:
    document, place = excerpt(path)
    at(document, place[:-1])[place[-1]] = value
    return document


PLACES = [path for path in nodes(SAMPLE) if path]
MAPPINGS = [path for path in nodes(SAMPLE) if isinstance(at(SAMPLE, path), dict)]


def test_both_take_the_sample() -> None:
    assert [error.message for error in VALIDATOR.iter_errors(SAMPLE)] == []
    assert taken_by_compiler(SAMPLE)
    assert set(SAMPLE) | {"mixin", "on"} == set(keys.TOP)


@pytest.mark.parametrize("path", MAPPINGS, ids=str)
def test_both_refuse_the_same_unknown_keys(path: Path) -> None:
    document = changed((*path, "Zzz"), 1) if path else SAMPLE | {"Zzz": 1}
    free = path[-1] in {"options", "carried"} and len(path) > 1 if path else False
    assert taken_by_schema(document) is taken_by_compiler(document) is free


@pytest.mark.parametrize("path", [path for path in PLACES if isinstance(path[-1], str)], ids=str)
def test_both_miss_the_same_keys(path: Path) -> None:
    document, place = excerpt(path)
    del at(document, place[:-1])[place[-1]]
    assert taken_by_schema(document) is taken_by_compiler(document)


ODD: list[Json] = [[], {}, "", True, -1, 10**13, "Some Words", ["x", "x"], {"zh": "a"}, "removed"]


@pytest.mark.parametrize("path", PLACES, ids=str)
def test_both_take_the_same_odd_values(path: Path) -> None:
    differ = [
        value
        for value in ODD
        if not speaks(path, value)
        and taken_by_schema(changed(path, value)) is not taken_by_compiler(changed(path, value))
    ]
    assert differ == []


EXPRESSIONS = {"when", "times", "at", "add", "allowed", "pay", "is", "number", "points"}
TEXTS = {"zh", "en", "note", "assumed", "why", "hand", "win", "tile", "extends", "short"}
REFERENCES = {"replaces", "excludes", "has", "lacks", "fans", "before", "after", "uses"}


def speaks(path: Path, value: Json) -> bool:
    """Whether a value is judged by what it says, or is text that looks like something else.

    A schema cannot tell an expression from other text or compare two numbers; it sees a number
    where the compiler takes digits for text, a reference to nothing where that waits for parents.
    """
    if path[-1] == "to" or path == ("examples", 0, "hand"):
        return value == -1 or (isinstance(value, str) and value != "")
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    scalar = not isinstance(value, list | dict)
    if path[0] == "define" and len(path) == 2:
        return scalar or "zh" in value
    if path[0] in {"assumptions", "refuses"} and len(path) == 2:
        return scalar
    if key in EXPRESSIONS | {"short"} or path[::2] == ("carried", "next"):
        return scalar and value != ""
    if key in TEXTS | {"id", "variant"}:
        return scalar and not isinstance(value, str)
    if key in REFERENCES:
        return scalar or value == ["x", "x"]
    return key in {"waits", "rules", "melds", "hands", "horses", "cite"} and scalar
