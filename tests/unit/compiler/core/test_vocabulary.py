"""The vocabulary, where its names may stand, and what answers to them at run time."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.core.nodes import (
    BOOL,
    TILE,
    Ask,
    Const,
    OptionRead,
    Quantified,
    Read,
    Type,
    int_type,
)
from kawuxing.compiler.core.vocabulary import ALL_SCOPES, CHOICE, vocabulary
from kawuxing.compiler.interpret.scene import scene_of
from kawuxing.compiler.surface.keys import RESULT_KEYS
from kawuxing.runtime.chains import ChainAsked
from kawuxing.runtime.circumstances import Drawn, Konged, won
from kawuxing.runtime.horses import HorseAsked, HorsesAsked
from kawuxing.runtime.notation import parse_hand
from kawuxing.runtime.readings import readings
from kawuxing.runtime.situations import (
    HandEnded,
    KongAsked,
    MissedAsked,
    PungAsked,
    RevealAsked,
)
from kawuxing.runtime.tiles import KIND_COUNT, TileSet

from .rules import SCOPES, WITHOUT_HAND, lowered, right, typed

if TYPE_CHECKING:
    from pathlib import Path

    from kawuxing.compiler.core.vocabulary import Term

WORDS = vocabulary()
TILES = TileSet(("dots", "bamboos"), ("red", "green", "white"))
PARTS = ("pair", "win")
HANDS = (
    "234p345p678p999s7z+7z",  # won on a pair of dragons
    "[555z] [6666z] (7777z) 234p9s+9s",
    "1122334455667s+7s",
    "345p22s[999s][888s]67s+8s",
)


def type_of(term: Term, *, optional: bool = False) -> Type:
    """The type the vocabulary declares."""
    absent = optional or term.optional
    if term.type == "bool":
        return BOOL
    if term.type == "int":
        return Type("int", low=term.low, high=term.high, optional=absent)
    if term.type == "tile":
        return Type("tile", optional=absent)
    return Type("word", words=term.type, optional=absent)


def truth_about(path: str, term: Term) -> str:
    """A truth that asks for a value of any type."""
    if term.type == "bool":
        return path
    if term.type == "tile":
        return f"{path} == 5p"
    if term.type == "int":
        return f"{path} == {term.high}"
    return f"{path} == {WORDS.words[term.type][0]}"


PATHS = {
    f"{name}.{attribute}": (term, asked)
    for name, term in WORDS.names.items()
    if term.type in WORDS.records and name != "dice"  # which are bound like an option
    for attribute, asked in WORDS.records[term.type].items()
    if asked.type != CHOICE
}
"""What is asked of what; a choice has to be named behind it."""
VALUES = {*WORDS.records, "result"}
PLAIN = {name: term for name, term in WORDS.names.items() if term.type not in VALUES}


@pytest.mark.parametrize("scope", SCOPES)
def test_names_stand_where_the_vocabulary_says(scope: str) -> None:
    for path, (term, asked) in PATHS.items():
        found = typed(truth_about(path, asked), scope)
        if scope not in term.scopes:
            assert found.codes == ["KWX2404"], path
            assert found.diagnostics[0].span.end == len(term.name)  # type: ignore[union-attr]
        elif scope not in asked.scopes:
            assert found.codes == ["KWX2404"], path
            assert found.diagnostics[0].span.end == len(path)  # type: ignore[union-attr]
        else:
            assert found.codes == [], path
    for name, term in PLAIN.items():
        expected = [] if scope in term.scopes else ["KWX2404"]
        found = typed(f"{name} == {term.high}" if term.type == "int" else name, scope)
        codes = [code for code in found.codes if code != "KWX2428"]
        if term.of_flow and scope not in WITHOUT_HAND and codes == ["KWX2401"]:
            assert found.diagnostics[0].fix, name  # something that hands are asked for was meant
        else:
            assert codes == expected, name


@pytest.mark.parametrize(
    ("name", "meant"), [("revealed", "winner.revealed"), ("kongs", "chain"), ("value", None)]
)
def test_names_of_a_round_do_not_hide_what_is_meant_among_hands(
    name: str, meant: str | None
) -> None:
    (found,) = typed(f"{name} == 1" if name != "revealed" else name, "fan").diagnostics
    assert found.code == ("KWX2401" if meant else "KWX2404")
    assert found.fix == meant


def test_a_table_of_a_round_says_what_it_can_be_asked() -> None:
    (unknown,) = typed("walls.left == 0", "turn.pung").diagnostics
    assert (unknown.code, unknown.fix) == ("KWX2401", "wall")
    told = "players, dice.pair, otherwise, punger.revealed, wall.left, passed.pung"
    (tiles,) = typed("win.rank == 5", "turn.pung").diagnostics
    assert tiles.code == "KWX2404"
    assert unknown.params["names"] == tiles.params["names"] == told
    (score,) = typed("wall.left == 0", "cap").diagnostics
    assert (score.code, score.params["names"]) == ("KWX2404", "")


@pytest.mark.parametrize(
    ("scope", "body"), [("dealer", "kongs"), ("turn.missed", "value"), ("dealer", "revealed >= 1")]
)
def test_a_definition_may_be_called_like_what_only_a_round_knows(scope: str, body: str) -> None:
    """Among hands the name is the author's, in the tables of a round the language's."""
    name, _, _ = body.partition(" ")
    defined = f"define:\n  {name}: count(s.kong for s in sets)\n"
    assert lowered(f"{defined}fans:\n  cheap: {{when: {name} >= 1, assumed: test}}\n").codes == []
    found = typed(body, scope, defined)
    assert found.codes == []


@pytest.mark.parametrize("scope", SCOPES)
def test_lists_and_functions_stand_where_the_vocabulary_says(scope: str) -> None:
    for name, term in WORDS.lists.items():
        codes = typed(f"any(true for x in {name})", scope).codes
        assert codes == ([] if scope in term.scopes else ["KWX2404"])
    for name, term in WORDS.functions.items():
        arguments = "(1)" if name in {"abs", "capped"} else "(1, players)"
        text = f"{name}{arguments} == players - 1"
        codes = typed(f"{name}(true)" if name == "in_some_reading" else text, scope).codes
        assert "KWX2404" in codes if scope not in term.scopes else "KWX2404" not in codes


@pytest.mark.parametrize("scope", SCOPES)
def test_fans_are_asked_where_a_hand_is(scope: str) -> None:
    expected = ["KWX2404"] if scope in WITHOUT_HAND else []
    assert typed("fan.cheap", scope).codes == expected


def test_every_scope_is_a_section_and_the_other_way_round() -> None:
    assert set(ALL_SCOPES) == set(SCOPES) == {"fan", *RESULT_KEYS}


def test_names_have_the_types_they_are_declared_with() -> None:
    for path, (term, asked) in PATHS.items():
        scope = next(one for one in asked.scopes if one in term.scopes)
        expr = right(truth_about(path, asked), scope)
        value = expr if asked.type == "bool" else expr.left  # type: ignore[union-attr]
        if term.name in PARTS:
            expected = type_of(asked, optional=term.name == "pair")
            assert value == Ask(term.name, asked.name.split(".")[1], expected, value.span)  # type: ignore[arg-type]
        else:
            assert value == Read(path, type_of(asked), value.span)
    for name, term in PLAIN.items():
        if name != "players":
            found = typed(name, term.scopes[-1]).expr  # a fan is told another product
            assert found == Read(name, type_of(term), found.span)  # type: ignore[union-attr]


def test_elements_have_the_types_they_are_declared_with() -> None:
    for name, term in WORDS.lists.items():
        for attribute, asked in WORDS.records[term.type].items():
            expr = right(f"any({truth_about(f'x.{attribute}', asked)} for x in {name})")
            assert isinstance(expr, Quantified)
            value = expr.body if asked.type == "bool" else expr.body.left  # type: ignore[union-attr]
            assert value == Ask(term.type, attribute, type_of(asked), value.span)  # type: ignore[arg-type]


@pytest.mark.parametrize("asked", ["rank", "suit", "dragon"])
def test_a_part_and_its_tile_are_asked_alike(asked: str) -> None:
    term = WORDS.records["tile"][asked]
    for owner in ("win", "pair"):
        by_tile = right(truth_about(f"{owner}.tile.{asked}", term))
        assert by_tile == right(truth_about(f"{owner}.{asked}", term))
    for name in ("sets", "kinds"):
        long, short = (
            right(f"any({truth_about(path, term)} for x in {name})")
            for path in (f"x.tile.{asked}", f"x.{asked}")
        )
        assert long == short


def test_players_are_a_number_of_the_variant() -> None:
    expr = right("players")
    assert expr == Const(3, int_type(3, 3), expr.span)


def test_dragons_are_tiles() -> None:
    for name, kind in (("white", 27), ("green", 28), ("red", 29)):
        expr = right(name)
        assert expr == Const(kind, TILE, expr.span)
        assert right(f"win.tile == {name}") == right(f"win.tile == {kind - 22}z")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("{default: false, assumed: test}", BOOL),
        ("{default: 2, offered: [2, 3, 5], assumed: test}", int_type(2, 5)),
        ("{default: 2, offered: [2, none], assumed: test}", Type("int", low=2, high=2, limit=True)),
        (
            "{default: 2, offered: [2], accepts: {from: 1, to: 9}, assumed: test}",
            int_type(1, 9),
        ),
        (
            "{default: 2, offered: [2], accepts: {from: 1, to: 9, none: true}, assumed: test}",
            Type("int", low=1, high=9, limit=True),
        ),
        ("{default: plain, offered: [plain, fancy], assumed: test}", Type("word", "options.x")),
    ],
)
def test_options_have_the_type_of_their_values(values: str, expected: Type) -> None:
    expr = right("options.x", fragment=f"options:\n  x: {values}\n")
    assert expr == OptionRead("x", expected, expr.span)


# What generated code asks at run time.

INSTANCES: dict[str, list[object]] = {}
for text in HANDS:
    hand = parse_hand(text, TILES)
    for reading in readings(hand):
        scene = scene_of(hand, reading, TILES, won("self_draw"), {})
        found: dict[str, tuple[object, ...]] = {
            "set": reading.sets,
            "pair": () if reading.pair is None else (reading.pair,),
            "win": (reading.win,),
            "kind": scene.kinds,
            "suit_view": scene.suits,
        }
        for record, things in found.items():
            INSTANCES.setdefault(record, []).extend(things)


def fits(value: object, term: Term) -> bool:
    """Whether a value is of the declared type."""
    if value is None:
        return term.optional
    if term.type == "bool":
        return isinstance(value, bool)
    if term.type == "int":
        return type(value) is int and term.low <= value <= term.high
    if term.type == "tile":
        return type(value) is int and 0 <= value < KIND_COUNT
    return value in WORDS.words[term.type]


@pytest.mark.parametrize("record", ["set", "pair", "win", "kind", "suit_view"])
def test_parts_of_a_hand_answer_what_the_vocabulary_asks(record: str) -> None:
    assert len(INSTANCES[record]) > 3
    for attribute, term in WORDS.records[record].items():
        values = [getattr(thing, attribute) for thing in INSTANCES[record]]
        assert all(fits(value, term) for value in values), attribute
        assert len(set(values)) > 1, attribute
        assert (None in values) == term.optional, attribute


def test_a_tile_and_its_owner_answer_alike() -> None:
    """What the checker takes for granted when it reads `s.tile.rank` as `s.rank`."""
    kinds = {thing.tile: thing for thing in INSTANCES["kind"]}  # type: ignore[attr-defined]
    for record in ("set", "pair", "win"):
        for thing in INSTANCES[record]:
            kind = kinds[thing.tile]  # type: ignore[attr-defined]
            for asked in WORDS.records["tile"]:
                assert getattr(thing, asked) == getattr(kind, asked)


def test_circumstances_answer_what_the_vocabulary_asks() -> None:
    situations = {
        "fan": won("discard", ("robbing",), 1, True, True),
        "cap": won("self_draw", ("replacement", "last_tile"), 3),
        "points": won("discard", ("kong_discard",), 2),
        "may_win": won("discard", ("kong_discard",), 2),
        "pay.win": won("discard"),
        "pay.also": won("discard"),
        "pay.kong": Konged(True, False, False, 2, True, False),
        "pay.drawn": Drawn(True, True, False),
        "turn.kong": KongAsked(
            kong_concealed=True,
            kong_direct=False,
            kong_added=False,
            kong_fresh=True,
            kong_fixed=True,
            kong_keeps_waits=False,
            kong_keeps_ready=True,
            kong_announced=False,
            konger_revealed=True,
            turn_drew=True,
            turn_concealed_kongs=2,
            wall_left=11,
        ),
        "turn.chain": ChainAsked(False, False, True, True, False),
        "turn.pung": PungAsked(True, 120),
        "turn.reveal": RevealAsked(True, 0),
        "turn.missed": MissedAsked(4, 2, False, True),
        "dealer": HandEnded(3, True, False, 2, 5),
        "horses.draw": HorsesAsked(True, False, False, False, False, True),
        "horses.hits": HorseAsked(3, False, False, True, 1),
        "horses.again": HorseAsked(0, True, True, False, 12),
    }
    worked_out = {"product", "share", "owed", "points", "players", "seven_pairs", "standard"}
    asked = {path: (term.scopes, one) for path, (term, one) in PATHS.items()}
    asked |= {name: (term.scopes, term) for name, term in PLAIN.items() if name not in worked_out}
    checked = 0
    for path, (scopes, term) in asked.items():
        if path.split(".")[0] in PARTS:
            continue
        for scope in set(scopes) & set(term.scopes):
            value = getattr(situations[scope], path.replace(".", "_"))
            assert fits(value, term), path
            checked += 1
    assert checked > 40


ATTRIBUTES = {name for terms in WORDS.records.values() for name in terms}


DAMAGED = (
    *(None, "", "{", "[]", "null", "7", '"text"', "[" * 100_000, "{}"),
    '{"made_of": "MADE_OF"}',
    '{"made_of": "MADE_OF", "words": [], "records": {}, "lists": {}, "names": {}, "functions": {}}',
    '{"made_of": "MADE_OF", "words": {"place": null}}',
)


def test_only_what_there_is_has_other_names() -> None:
    known = WORDS.reserved() | WORDS.names.keys() | ATTRIBUTES
    assert WORDS.also.keys() <= known
    for name, others in WORDS.also.items():
        assert name not in others
        assert len(set(others)) == len(others)


@pytest.mark.parametrize("words", sorted(WORDS.words))
def test_a_word_is_found_by_its_other_names(words: str) -> None:
    for word in WORDS.words[words]:
        for other in WORDS.also[word]:
            (found,) = typed(f"win.{words} == '{other}'").diagnostics
            assert (found.code, found.fix) == ("KWX2429", word), other


def test_an_attribute_is_found_by_its_other_names() -> None:
    for attribute in WORDS.records["set"]:
        for other in WORDS.also.get(attribute, ()):
            if other.isascii():
                (found,) = typed(f"any(s.{other} for s in sets)").diagnostics
                assert (found.code, found.fix) == ("KWX2409", attribute), other


@pytest.mark.parametrize("kept", DAMAGED)
def test_a_damaged_form_is_made_anew(
    kept: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = files("kawuxing.grammar").joinpath("vocabulary.yaml").read_bytes()
    (tmp_path / "vocabulary.yaml").write_bytes(written)
    if kept is not None:
        made_of = sha256(written).hexdigest()
        (tmp_path / "vocabulary.json").write_text(kept.replace("MADE_OF", made_of), "utf-8")
    monkeypatch.setattr("kawuxing.compiler.core.vocabulary._FILE", tmp_path / "vocabulary.yaml")
    assert vocabulary.__wrapped__() == WORDS


@pytest.mark.parametrize("kept", ["of another text", "broken", None])
def test_a_changed_vocabulary_is_read_anew(
    kept: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = files("kawuxing.grammar").joinpath("vocabulary.yaml").read_text("utf-8")
    changed = tmp_path / "vocabulary.yaml"
    changed.write_text(written.replace("[low, middle, high,", "[low, middle, top,"), "utf-8")
    if kept is not None:
        stored = files("kawuxing.grammar").joinpath("vocabulary.json").read_text("utf-8")
        (tmp_path / "vocabulary.json").write_text(stored if kept != "broken" else "{", "utf-8")
    monkeypatch.setattr("kawuxing.compiler.core.vocabulary._FILE", changed)
    assert vocabulary.__wrapped__().words["place"][:3] == ("low", "middle", "top")
