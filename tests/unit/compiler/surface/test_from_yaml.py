"""What a file says is taken over as it is written, each value by the place it stands at."""

from __future__ import annotations

import pytest

from kawuxing.compiler.clauses import clause_ids
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.source.text import SourceText
from kawuxing.compiler.source.yaml_nodes import read_yaml
from kawuxing.compiler.surface.expressions import Number, Truth
from kawuxing.compiler.surface.from_yaml import read_ruleset
from kawuxing.compiler.surface.nodes import DefineDecl, FanDecl, OptionDecl, Removed, RowDecl, Words

from ..towns import complete, declare, over_base


def only(fragment: str) -> FanDecl | OptionDecl | DefineDecl | Removed:
    """The only fan, option or definition of a fragment."""
    sink = Sink()
    file = declare(complete(fragment), sink)
    assert sink.diagnostics == ()
    assert file is not None
    declared: list[FanDecl | OptionDecl | DefineDecl | Removed] = [*file.fans, *file.options]
    declared += file.defines
    assert len(declared) == 1
    return declared[0]


def test_a_fan_holds_what_is_written_and_nothing_else() -> None:
    fan = only("fans: {some: {times: 4, cite: [S0-065, S0-066]}}")
    assert isinstance(fan, FanDecl)
    assert fan.sound
    assert fan.id.id == "some"
    assert fan.id.span.text == "some"
    assert fan.origin.span.text == "some: {times: 4, cite: [S0-065, S0-066]}"
    assert fan.times is not None
    assert isinstance(fan.times.value, Number)
    assert fan.times.value.value == 4
    assert fan.times.origin.span.text == "4"
    assert fan.basis is not None
    assert [ref.id for ref in fan.basis.value.cites] == ["S0-065", "S0-066"]
    assert [ref.span.text for ref in fan.basis.value.cites] == ["S0-065", "S0-066"]
    assert fan.basis.value.assumed is None
    assert (fan.name, fan.when, fan.replaces, fan.excludes, fan.note) == (None,) * 5


@pytest.mark.parametrize("word", ["no", "on", "yes", "off", "y", "null", "~", "1_000", "12:30"])
def test_text_stays_text_whatever_it_looks_like(word: str) -> None:
    fan = only(f"fans: {{some: {{note: {word}, assumed: {{zh: {word}, en: {word}}}}}}}")
    assert isinstance(fan, FanDecl)
    assert fan.note is not None
    assert fan.note.value == Words(word, word)
    assert fan.basis is not None
    assert fan.basis.value.assumed == Words(word, word)


@pytest.mark.parametrize("id", ["no", "on", "yes", "y", "null", "a1_2"])
def test_ids_are_plain_text(id: str) -> None:
    fan = only(f"fans: {{{id}: {{times: 4, assumed: x}}}}")
    assert isinstance(fan, FanDecl)
    assert fan.id.id == id


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("none", None),
        ("true", True),
        ("false", False),
        ("0", 0),
        ("-3", -3),
        ("1000000000000", 10**12),
        ("plain", "plain"),
        ("'plain'", "plain"),
        ('"plain_7"', "plain_7"),
    ],
)
def test_the_value_of_an_option_by_its_spelling(text: str, value: object) -> None:
    option = only(f"options: {{some: {{default: {text}}}}}")
    assert isinstance(option, OptionDecl)
    assert option.default is not None
    assert option.default.value == value
    assert type(option.default.value) is type(value)


def test_a_range_takes_none_only_where_it_says_so() -> None:
    for more, none in (("", False), (", none: true", True), (", none: false", False)):
        option = only(f"options: {{some: {{accepts: {{from: -1, to: 9{more}}}}}}}")
        assert isinstance(option, OptionDecl)
        assert option.accepts is not None
        assert option.accepts.value == (-1, 9, none)


def test_a_definition_may_be_an_expression_or_have_a_note() -> None:
    short, long = only("define: {d: true}"), only("define: {d: {is: true, note: why}}")
    for define in (short, long):
        assert isinstance(define, DefineDecl)
        assert define.body is not None
        assert isinstance(define.body.value, Truth)
    assert isinstance(long, DefineDecl)
    assert long.note is not None
    assert long.note.value == Words("why", "why")


@pytest.mark.parametrize("text", ["removed", "{removed: true}", "{removed: true, cite: S0-024}"])
def test_removed_is_no_declaration(text: str) -> None:
    removed = only(f"fans: {{some: {text}}}")
    assert isinstance(removed, Removed)
    assert removed.id.id == "some"


def test_a_table_is_whole_as_a_list_and_a_patch_as_a_mapping() -> None:
    sink = Sink()
    text = """\
cap:
  - {id: a, when: self_draw, at: 8, assumed: x}
  - {id: else, at: 16, assumed: x}
pay:
  drawn: {nobody: {before: other, pay: 1, assumed: x}, other: removed}
"""
    file = declare(complete(text), sink)
    assert sink.diagnostics == ()
    assert file is not None
    cap, drawn = file.tables
    assert (cap.kind, cap.whole, drawn.kind, drawn.whole) == ("cap", True, "pay.drawn", False)
    assert [row.id.id for row in cap.rows] == ["a", "else"]
    patched, removed = drawn.rows
    assert isinstance(patched, RowDecl)
    assert patched.place is not None
    assert (patched.place.side, patched.place.anchor.id) == ("before", "other")
    assert isinstance(removed, Removed)


def test_an_example_keeps_plain_values_and_their_places() -> None:
    found = over_base("""\
examples:
  - id: won
    golden: GT-31
    why: {zh: 因为, en: because}
    cite: S3-318
    hand: "[555z] 9p\\x20+9p"
    by: discard
    events: [last_tile]
    chain: 2
    revealed: true
    options: {cap: none, tyrant: true}
    expect: {value: 64, fans: [dear], lacks: [cheap], may_win: false, shape: standard}
  - id: waits
    why: waits
    hand: 2245667s [555+5z]
    expect: {waits: [5s, 8s]}
""")
    assert found.codes == []
    assert found.ruleset is not None
    won, waits = found.ruleset.examples
    assert (won.id, won.golden, won.why) == ("won", "GT-31", Words("因为", "because"))
    assert won.given == {
        "hand": "[555z] 9p +9p",
        "by": "discard",
        "events": ["last_tile"],
        "chain": 2,
        "revealed": True,
        "options": {"cap": None, "tyrant": True},
    }
    assert won.expect == {
        "value": 64,
        "fans": ["dear"],
        "lacks": ["cheap"],
        "may_win": False,
        "shape": "standard",
    }
    assert won.spans["expect.lacks[0]"].text == "cheap"
    assert won.spans["options.cap:"].text == "cap"
    assert won.locate["hand"](9, 10).text == "\\x20"  # the blank, however it is spelled
    assert waits.given == {"hand": "2245667s [555+5z]"}
    assert waits.expect == {"waits": ["5s", "8s"]}


def test_an_example_of_a_round_has_the_shape_of_a_request_to_settle() -> None:
    found = over_base("""\
examples:
  - id: round
    why: some
    round:
      players: 3
      dealer: 0
      options: {stake: 1, cap: 8}
      revealed: [1, 0]
      kongs:
        - {by: 0, kind: concealed, tile: 8p, from: null, chain: 1, robbed: false}
      end:
        kind: win
        wins:
          - {seat: 1, hand: 46p123456s99p, melds: ["[777z]"], win: 5p, by: discard, from: 2,
             events: [], chain: 0}
    expect: {totals: [4, 6, -10], rules: [pay.win.nobody]}
  - id: drawn
    why: some
    round: {end: {kind: drawn, hands: ["123p", {seat: 1, hand: 55p, melds: []}]}}
    expect: {totals: [0, 0, 0]}
""")
    assert found.codes == []
    assert found.ruleset is not None
    first, second = found.ruleset.examples
    assert first.given["round"] == {
        "players": 3,
        "dealer": 0,
        "options": {"stake": 1, "cap": 8},
        "revealed": [1, 0],
        "kongs": [
            {
                "by": 0,
                "kind": "concealed",
                "tile": "8p",
                "from": None,
                "chain": 1,
                "robbed": False,
            }
        ],
        "end": {
            "kind": "win",
            "wins": [
                {
                    "seat": 1,
                    "hand": "46p123456s99p",
                    "melds": ["[777z]"],
                    "win": "5p",
                    "by": "discard",
                    "from": 2,
                    "events": [],
                    "chain": 0,
                }
            ],
        },
    }
    assert first.expect == {"totals": [4, 6, -10], "rules": ["pay.win.nobody"]}
    assert first.spans["round.kongs[0].tile"].text == "8p"
    assert second.given["round"] == {
        "end": {"kind": "drawn", "hands": ["123p", {"seat": 1, "hand": "55p", "melds": []}]}
    }


def test_a_parent_is_read_without_its_examples() -> None:
    sink = Sink()
    root = read_yaml(SourceText.of(complete("examples: [1, 2]\nexcused: 3\n")), sink)
    assert root is not None
    file = read_ruleset(root, clause_ids(), sink, parent=True)
    assert not sink.failed
    assert file is not None
    assert file.examples == ()
    assert read_ruleset(root, clause_ids(), sink) is not None
    assert {diagnostic.code for diagnostic in sink.diagnostics} == {"KWX2203", "KWX2204"}
