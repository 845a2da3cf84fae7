"""A child states what differs; everything remembers where it is written and what it overrode."""

from __future__ import annotations

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.resolved.from_surface import resolve
from kawuxing.compiler.resolved.nodes import Fan, Option, Origin, Row, Ruleset, Words
from kawuxing.compiler.surface import keys
from kawuxing.compiler.surface.printer import print_expression

from ..towns import BASE, HEADING, alone, base, complete, declare, over_base


def town(fragment: str) -> Ruleset:
    found = over_base(fragment)
    assert found.codes == []
    assert found.ruleset is not None
    return found.ruleset


def fan(ruleset: Ruleset, id: str) -> Fan:
    return next(fan for fan in ruleset.fans if fan.id == id)


def option(ruleset: Ruleset, id: str) -> Option:
    return next(option for option in ruleset.options if option.id == id)


def rows(ruleset: Ruleset, kind: str) -> tuple[Row, ...]:
    return next(table.rows for table in ruleset.tables if table.kind == kind)


def written(origin: Origin) -> list[str]:
    """The files and texts of an origin, the value in force first."""
    spans = (origin.span, *origin.overrode)
    return [f"{span.source.name}: {span.text}" for span in spans]


def test_what_a_child_does_not_mention_is_inherited() -> None:
    parent, child = alone(BASE).ruleset, town("")
    assert parent is not None
    assert (child.id, child.name, child.parents) == ("town", Words("某地", "Town"), ("base",))
    assert child.fans == parent.fans
    assert child.options == parent.options
    assert child.tables == parent.tables
    assert child.defines == parent.defines
    assert child.assumptions == parent.assumptions
    assert child.seating == parent.seating
    assert [source.name for source in child.sources] == ["town.yaml", "base.yaml"]


def test_a_fan_is_patched_key_by_key() -> None:
    changed = fan(town("fans: {dear: {times: 6, cite: S2-041}}"), "dear")
    assert print_expression(changed.times) == "6"
    assert print_expression(changed.when) == "last_tile"
    assert changed.name == Words("大番", "Big")
    assert [ref.id for ref in changed.replaces] == ["cheap"]
    assert written(changed.keys["times"]) == ["town.yaml: 6", "base.yaml: 8"]
    assert written(changed.keys["when"]) == ["base.yaml: last_tile"]
    assert written(changed.keys["basis"]) == ["town.yaml: S2-041", "base.yaml: test"]
    assert [text.split(":")[0] for text in written(changed.origin)] == ["town.yaml", "base.yaml"]


def test_new_grounds_replace_the_old_ones() -> None:
    changed = fan(town("fans: {dear: {cite: S2-041}}"), "dear")
    assert [ref.id for ref in changed.basis.cites] == ["S2-041"]
    assert changed.basis.assumed is None
    assert print_expression(changed.times) == "8"


@pytest.mark.parametrize("key", ["name: {zh: 新名, en: New}", "note: {zh: 注, en: note}"])
def test_words_may_be_changed_without_grounds(key: str) -> None:
    changed = fan(town(f"fans: {{dear: {{{key}}}}}"), "dear")
    assert changed.basis.assumed == Words("test", "test")


def test_lists_are_replaced_not_merged() -> None:
    changed = fan(town("fans: {dear: {replaces: [other], assumed: x}}"), "dear")
    assert [ref.id for ref in changed.replaces] == ["other"]
    assert fan(town("fans: {dear: {replaces: [], assumed: x}}"), "dear").replaces == ()


def test_a_fan_keeps_its_place_and_a_new_one_comes_last() -> None:
    ruleset = town("""\
fans:
  new: {name: {zh: 新番, en: New}, times: 2, when: chain > 1, assumed: x}
  cheap: {note: changed}
""")
    assert [fan.id for fan in ruleset.fans] == ["cheap", "dear", "other", "new"]
    assert written(fan(ruleset, "new").origin)[1:] == []


def test_what_is_removed_is_gone() -> None:
    ruleset = town("fans: {other: removed}\noptions: {tyrant: {removed: true, cite: S0-024}}")
    assert [fan.id for fan in ruleset.fans] == ["cheap", "dear"]
    assert [option.id for option in ruleset.options] == ["cap"]


def test_an_option_may_get_another_default_alone() -> None:
    changed = option(town("options: {cap: {default: 8}}"), "cap")
    assert changed.default == 8
    assert changed.offered == (8, 16, None)
    assert changed.accepts == (1, 100, True)
    assert [ref.id for ref in changed.basis.cites] == ["S0-065"]
    assert written(changed.keys["default"]) == ["town.yaml: 8", "base.yaml: none"]


def test_a_preset_is_patched_option_by_option() -> None:
    text = "presets: {house: {cap: 16, tyrant: true}, street: {cap: none}, club: {tyrant: true}}\n"
    sink = Sink()
    parent = declare(BASE + text, sink, "base.yaml")
    child = declare(complete("presets: {house: {cap: 8}, club: removed, new: {cap: 3}}"), sink)
    assert parent is not None
    assert child is not None
    ruleset = resolve([child, parent], sink)
    assert sink.diagnostics == ()
    assert [(preset.id, preset.values) for preset in ruleset.presets] == [
        ("house", {"cap": 8, "tyrant": True}),
        ("street", {"cap": None}),
        ("new", {"cap": 3}),
    ]
    assert written(ruleset.presets[0].origin)[0] == "town.yaml: house: {cap: 8}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", ["cap", "may_win"]), ("exclusive: [pay.win]", ["pay.win"]), ("exclusive: []", [])],
)
def test_which_tables_are_exclusive_is_said_as_a_whole(text: str, expected: list[str]) -> None:
    sink = Sink()
    parent = declare(f"{BASE}exclusive: [cap, may_win]\n", sink, "base.yaml")
    child = declare(complete(text), sink)
    assert parent is not None
    assert child is not None
    assert [ref.id for ref in resolve([child, parent], sink).exclusive] == expected
    assert sink.diagnostics == ()


def test_a_truth_offers_both_values() -> None:
    assert option(town(""), "tyrant").offered == (False, True)


def test_a_definition_is_replaced() -> None:
    ruleset = town("define: {triplets: 4, more: triplets + 1}")
    assert {define.id: print_expression(define.body) for define in ruleset.defines} == {
        "triplets": "4",
        "more": "triplets + 1",
    }
    assert written(ruleset.defines[0].origin)[0] == "town.yaml: triplets: 4"


def test_an_assumption_may_get_a_citation_or_another_text() -> None:
    cited = town("assumptions: {point: {cite: S0-066}}").assumptions[0]
    assert (cited.text, cited.cites[0].id) == (Words("某点", "Some point"), "S0-066")
    told = town("assumptions: {point: {zh: 别的, en: else}}").assumptions[0]
    assert (told.text, told.cites[0].id) == (Words("别的", "else"), "S0-063")


def test_the_table_is_patched_by_key() -> None:
    seating = town("table: {tiles: {dragons: [red, white]}, cite: S0-011}").seating
    assert seating.seats == 3
    assert seating.suits == ("dots", "bamboos")
    assert seating.dragons == ("white", "red")  # in the order of the tile set
    assert written(seating.keys["dragons"]) == ["town.yaml: [red, white]", "base.yaml: [red]"]


def test_a_list_of_rows_replaces_the_table() -> None:
    ruleset = town("cap: [{id: common, at: 8, assumed: x}]")
    (row,) = rows(ruleset, "cap")
    assert print_expression(row.result) == "8"
    assert row.when is None
    assert written(row.origin) == [
        "town.yaml: {id: common, at: 8, assumed: x}",
        "base.yaml: {id: common, at: options.cap, assumed: test}",
    ]
    table = next(table for table in ruleset.tables if table.kind == "cap")
    assert [span.source.name for span in table.origin.overrode] == ["base.yaml"]


def test_a_row_is_patched_by_its_id() -> None:
    ruleset = town("cap: {high: {at: 32, cite: S0-066}, middle: removed}")
    high, common = rows(ruleset, "cap")
    assert (high.id, common.id) == ("high", "common")
    assert print_expression(high.result) == "32"
    assert high.when is not None
    assert print_expression(high.when) == "fan.dear"
    assert written(high.keys["at"]) == ["town.yaml: 32", "base.yaml: 16"]


def test_a_chain_remembers_every_ancestor_nearest_first() -> None:
    sink = Sink()
    middle = declare(
        complete("variant: middle\nfans: {dear: {times: 4, assumed: x}}"), sink, "middle.yaml"
    )
    child = declare(
        complete("extends: middle\nfans: {dear: {times: 2, assumed: y}}"), sink, "child.yaml"
    )
    assert middle is not None
    assert child is not None
    ruleset = resolve([child, middle, base()], sink)
    assert sink.diagnostics == ()
    assert ruleset.parents == ("middle", "base")
    dear = fan(ruleset, "dear")
    assert written(dear.keys["times"]) == ["child.yaml: 2", "middle.yaml: 4", "base.yaml: 8"]
    assert written(dear.keys["when"]) == ["base.yaml: last_tile"]
    assert [span.source.name for span in dear.origin.overrode] == ["middle.yaml", "base.yaml"]


def test_what_was_removed_may_be_declared_anew() -> None:
    sink = Sink()
    middle = declare(complete("fans: {other: removed}"), sink, "middle.yaml")
    text = "fans: {other: {name: {zh: 另, en: O}, times: 3, when: robbing, assumed: x}}"
    child = declare(complete(text), sink)
    assert middle is not None
    assert child is not None
    ruleset = resolve([child, middle, base()], sink)
    assert sink.diagnostics == ()
    assert fan(ruleset, "other").origin.overrode == ()
    assert [fan.id for fan in ruleset.fans] == ["cheap", "dear", "other"]


def test_heading_examples_and_excused_are_never_inherited() -> None:
    examples = """\
note: about the base
examples: [{id: a, why: x, hand: 5p, expect: {waits: [5p]}}]
excused: [{golden: GT-07, why: x}]
"""
    sink = Sink()
    parent, child = declare(BASE + examples, sink), declare(complete(""), sink)
    assert parent is not None
    assert child is not None
    ruleset = resolve([child, parent], sink)
    assert sink.diagnostics == ()
    assert (ruleset.note, ruleset.examples, ruleset.excused) == (None, (), ())
    assert len(parent.examples) == len(parent.excused) == 1


def test_abstract_is_not_inherited() -> None:
    sink = Sink()
    parent = declare(complete("abstract: true").replace("extends: base\n", ""), sink)
    assert parent is not None
    assert resolve([parent], sink).abstract
    assert sink.diagnostics == ()
    child = declare(complete(""), sink)
    assert child is not None
    assert not resolve([child, parent], sink).abstract
    assert sink.failed


def test_the_heading_is_what_tests_assume() -> None:
    assert set(HEADING) == {"kawuxing", "variant", "name", "extends"}


FAN = """name: {zh: 改, en: New}, times: 3, on_top: true, when: robbing, replaces: [other],
  excludes: [other], note: changed, assumed: changed"""
OPTION = """name: {zh: 改, en: New}, default: 9, offered: [9], accepts: {from: 2, to: 3},
  note: changed, assumed: changed"""
ROW = "name: {zh: 改, en: New}, when: robbing, at: 3, note: changed, assumed: changed"
TABLE = """seats: 3, at_table: {seats: 4, out: rests}, note: changed, assumed: changed,
  tiles: {suits: [characters], ranks: [2, 8], dragons: [green], copies: 3},
  deal: {dealer: 14, others: 13, direction: clockwise}"""
TURN = """exchange: {tiles: 1, of: any, to: dice},
  precedence: [kong, win, pung], winners: one, tail: false, reveal_anytime: true,
  reveal_shows: waiting,
  must: [announced_kong], note: changed, assumed: changed"""


def test_every_key_can_be_changed_and_says_so() -> None:
    ruleset = town(
        "worth: {combine: maximum, assumed: x}\n"
        f"fans: {{dear: {{{FAN}}}}}\noptions: {{cap: {{{OPTION}}}}}\n"
        f"cap: {{high: {{{ROW}}}}}\ntable: {{{TABLE}}}\nturn: {{{TURN}}}\n"
    )
    kinds = [
        (fan(ruleset, "dear").keys, keys.FAN),
        (option(ruleset, "cap").keys, keys.OPTION),
        (rows(ruleset, "cap")[0].keys, keys.row_keys("cap")),
        (ruleset.seating.keys, (*keys.TABLE, *keys.AT_TABLE, *keys.TILES, *keys.DEAL)),
        (ruleset.turn.keys, set(keys.TURN) - {"kong", "pung", "reveal", "missed", "chain"}),
    ]
    for origins, known in kinds:
        wanted = set(known) - {"id", "cite", "assumed", "removed", "tiles", "deal"} | {"basis"}
        assert set(origins) == wanted
        for origin in origins.values():
            assert origin.span.source.name == "town.yaml"
    changed = fan(ruleset, "dear")
    assert changed.name.en == "New"
    assert changed.note == Words("changed", "changed")
    assert changed.basis.assumed == Words("changed", "changed")
    assert option(ruleset, "cap").accepts == (2, 3, False)
    assert rows(ruleset, "cap")[0].name == Words("改", "New")
    assert ruleset.seating.suits == ("characters",)
