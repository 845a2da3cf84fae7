"""Every mistake in a file is found, at its exact place, with the page that explains it."""

from __future__ import annotations

import pytest

from kawuxing.compiler.meant import MOST
from kawuxing.compiler.surface import keys

from ..towns import alone, check_texts, complete, over_base, place, unmark

WON = "id: a, why: test, hand: 55p+5p"
MANY = ", ".join(f"d{number}: 1" for number in range(keys.MAX_DEFINES + 1))

# code, what it must be about, the text with the place marked
CASES: list[tuple[str, dict[str, str | int], str]] = [
    # keys and shapes
    ("KWX2201", {"found": "fnas", "close": "fans"}, "⟦fnas⟧: {}"),
    ("KWX2201", {"found": "番"}, "⟦番⟧: 1"),
    (
        "KWX2201",
        {"found": "tmies", "close": "times", "path": "fans.cheap"},
        "fans: {cheap: {⟦tmies⟧: 4, assumed: x}}",
    ),
    ("KWX1116", {"sign": ",", "comma": "that"}, "note: {en: this, ⟦that⟧, zh: x}"),
    ("KWX2201", {"found": "seat"}, "table: {⟦seat⟧: 3, assumed: x}"),
    ("KWX2201", {"found": "suit"}, "table: {tiles: {⟦suit⟧: [dots]}, assumed: x}"),
    ("KWX2201", {"found": "when"}, "options: {tyrant: {⟦when⟧: 1}}"),
    ("KWX2201", {"found": "pay"}, "cap: [{id: a, ⟦pay⟧: 8, assumed: x}]"),
    ("KWX2201", {"found": "before"}, "cap: [{id: a, at: 8, ⟦before⟧: b, assumed: x}]"),
    ("KWX2201", {"found": "at"}, "may_win: {any: {⟦at⟧: 8, assumed: x}}"),
    ("KWX2201", {"found": "loss"}, "pay: {⟦loss⟧: []}"),
    ("KWX2201", {"found": "fr"}, "name: {zh: 某, en: x, ⟦fr⟧: y}"),
    ("KWX2201", {"found": "wurth"}, f"examples: [{{{WON}, expect: {{⟦wurth⟧: 1}}}}]"),
    ("KWX2202", {"key": "en", "path": "name"}, "⟦name⟧: {zh: 某}"),
    ("KWX2202", {"key": "zh"}, "⟦note⟧: {en: a}"),
    ("KWX2202", {"key": "id"}, "cap: [{⟦at⟧: 8, assumed: x}]"),
    ("KWX2202", {"key": "at"}, "cap: [{⟦id⟧: a, assumed: x}]"),
    ("KWX2202", {"key": "to"}, "options: {cap: {⟦accepts⟧: {from: 1}}}"),
    ("KWX2202", {"key": "why"}, "examples: [{⟦id⟧: a, hand: 55p+5p, expect: {value: 1}}]"),
    ("KWX2202", {"key": "golden"}, "excused: [{⟦why⟧: x}]"),
    ("KWX2202", {"key": "kind"}, "examples: [{id: a, why: x, round: {⟦end⟧: {wins: []}}, expect: "
     "{totals: [0, 0, 0]}}]"),
    ("KWX2203", {"path": "fans", "list": 1}, "fans: ⟦[⟧cheap]"),
    ("KWX2203", {"path": "table", "text": "3"}, "table: ⟦3⟧"),
    ("KWX2203", {"path": "name", "text": "某地"}, "name: ⟦某地⟧"),
    ("KWX2203", {"path": "may_win", "text": "true"}, "may_win: ⟦true⟧"),
    ("KWX2204", {"mapping": 1}, "examples: {⟦id⟧: a}"),
    ("KWX2204", {"text": "cheap"}, "fans: {dear: {excludes: ⟦cheap⟧, assumed: x}}"),
    ("KWX2205", {"list": 2}, "table: {seats: ⟦[⟧3, 4], assumed: x}"),
    ("KWX2205", {"mapping": 1}, "fans: {cheap: {when: {⟦a⟧: b}, assumed: x}}"),
    ("KWX2206", {"path": "fans"}, "⟦fans⟧:\n"),
    ("KWX2206", {"path": "define.triplets"}, "define:\n  ⟦triplets⟧:\n"),
    ("KWX2206", {"path": "fans.cheap"}, "fans:\n  cheap: ⟦{}⟧\n"),
    ("KWX2206", {"path": "note"}, "note: ⟦' '⟧"),
    ("KWX2206", {"path": "options.cap.cite"}, "options: {cap: {default: 8, cite: ⟦[]⟧}}"),
    ("KWX2206", {"path": "options.cap.offered"}, "options: {cap: {offered: ⟦[]⟧}}"),
    ("KWX2206", {"path": "table.tiles.suits"}, "table: {tiles: {suits: ⟦[]⟧}, assumed: x}"),
    ("KWX2207", {"found": 2, "known": 1}, "kawuxing: ⟦2⟧\nfans: 1"),
    # single values
    ("KWX2210", {"found": "My Town", "suggestion": "my_town"}, "variant: ⟦My Town⟧"),
    ("KWX2210", {"found": "某地", "suggestion": ""}, "variant: ⟦某地⟧"),
    ("KWX2210", {"found": "a" * 41}, f"variant: ⟦{'a' * 41}⟧"),
    ("KWX2210", {"found": "7p"}, "define: {⟦7p⟧: 1}"),
    ("KWX2210", {"found": "1st"}, "cap: [{id: ⟦1st⟧, at: 8, assumed: x}]"),
    ("KWX2211", {"found": "not"}, "define: {⟦not⟧: 1}"),
    ("KWX2211", {"found": "stake"}, "options: {⟦stake⟧: {default: true, assumed: x}}"),
    ("KWX2212", {"found": "no", "bool": "false"}, "table: {seats: ⟦no⟧, assumed: x}"),
    ("KWX2212", {"found": "010", "octal": "8"}, "table: {seats: ⟦010⟧, assumed: x}"),
    ("KWX2212", {"found": "12:30", "sixty": "750"}, "table: {seats: ⟦12:30⟧, assumed: x}"),
    ("KWX2212", {"found": "1.10", "fraction": "1.1"}, "table: {seats: ⟦1.10⟧, assumed: x}"),
    ("KWX2212", {"found": "0x10", "hexadecimal": "16"}, "table: {seats: ⟦0x10⟧, assumed: x}"),
    ("KWX2212", {"found": "1_000", "decimal": "1000"}, "table: {seats: ⟦1_000⟧, assumed: x}"),
    ("KWX2212", {"found": "+3", "decimal": "3"}, "table: {seats: ⟦+3⟧, assumed: x}"),
    ("KWX2212", {"found": "3", "quoted": "3"}, "table: {seats: ⟦'3'⟧, assumed: x}"),
    ("KWX2212", {"found": "三"}, "table: {seats: ⟦三⟧, assumed: x}"),
    ("KWX2212", {"found": "３"}, "table: {seats: ⟦３⟧, assumed: x}"),
    ("KWX2212", {"found": "010", "octal": "8"}, "options: {cap: {default: ⟦010⟧}}"),
    ("KWX2213", {"found": "5", "low": 2, "high": 4}, "table: {seats: ⟦5⟧, assumed: x}"),
    ("KWX2213", {"found": "1", "low": 2, "high": 4}, "table: {tiles: {copies: ⟦1⟧}, assumed: x}"),
    ("KWX2213", {"found": "-1"}, "table: {seats: ⟦-1⟧, assumed: x}"),
    ("KWX2213", {"found": "1000000000001"}, "options: {cap: {default: ⟦1000000000001⟧}}"),
    ("KWX2213", {"found": "9" * 5000}, f"options: {{cap: {{default: ⟦{'9' * 5000}⟧}}}}"),
    ("KWX2213", {"found": "17"}, f"examples: [{{{WON}, chain: ⟦17⟧, expect: {{value: 1}}}}]"),
    ("KWX2214", {"found": "yes", "bool": "true"}, "abstract: ⟦yes⟧"),
    ("KWX2214", {"found": "1", "decimal": "1"}, "abstract: ⟦1⟧"),
    ("KWX2214", {"found": "true"}, "abstract: ⟦'true'⟧"),
    ("KWX2214", {"found": "True", "bool": "true"}, "abstract: ⟦True⟧"),
    ("KWX2215", {"found": "dot", "close": "dots"}, "table: {tiles: {suits: [⟦dot⟧]}, assumed: x}"),
    ("KWX2215", {"found": "south"}, "table: {tiles: {dragons: [red, ⟦south⟧]}, assumed: x}"),
    ("KWX2215", {"found": "drawn"}, f"examples: [{{{WON}, by: ⟦drawn⟧, expect: {{value: 1}}}}]"),
    ("KWX2216", {"length": 81, "limit": 80}, f"name: {{zh: {'某' * 80}⟦某⟧, en: x}}"),
    ("KWX2217", {"found": "off", "bool": "false"}, "options: {tyrant: {default: ⟦off⟧}}"),
    ("KWX2217", {"found": "null", "null": "null"}, "options: {cap: {default: ⟦null⟧}}"),
    ("KWX2217", {"found": "Two words"}, "options: {cap: {default: ⟦Two words⟧}}"),
    ("KWX2218", {"found": "dots"}, "table: {tiles: {suits: [⟪dots⟫, ⟦dots⟧]}, assumed: x}"),
    ("KWX2218", {"found": "cheap"}, "fans: {other: {excludes: [⟪cheap⟫, ⟦cheap⟧], assumed: x}}"),
    ("KWX2218", {"found": "S0-065"}, "options: {cap: {cite: [⟪S0-065⟫, ⟦S0-065⟧]}}"),
    ("KWX2218", {"found": "none"}, "options: {cap: {offered: [⟪none⟫, 8, ⟦none⟧]}}"),
    ("KWX2219", {"count": keys.MAX_DEFINES + 1}, f"⟦define⟧: {{{MANY}}}"),
    ("KWX2220", {"found": "S9-001", "grounds": "assumed"}, "options: {cap: {cite: ⟦S9-001⟧}}"),
    ("KWX2220", {"found": "s0-065", "close": "S0-065"}, "options: {cap: {cite: [⟦s0-065⟧]}}"),
    ("KWX2220", {"found": "GT-31", "grounds": ""}, "assumptions: {point: {cite: ⟦GT-31⟧}}"),
    (
        "KWX2223",
        {"found": "31"},
        f"examples: [{{{WON}, golden: ⟦31⟧, expect: {{value: 1}}}}]",
    ),
    ("KWX2210", {"found": "Old Cap"}, "presets: {house: {⟦Old Cap⟧: 8}}"),
    ("KWX2206", {"path": "presets.house"}, "presets: {house: ⟦{}⟧}"),
    ("KWX2203", {"path": "presets.house", "text": "8"}, "presets: {house: ⟦8⟧}"),
    ("KWX2217", {"found": "none", "quoted": "none"}, "options: {cap: {default: ⟦'none'⟧}}"),
    ("KWX2217", {"found": "8", "quoted": "8"}, 'options: {cap: {offered: [⟦"8"⟧]}}'),
    ("KWX2217", {"found": "off", "odd": "off"}, "options: {tyrant: {default: ⟦'off'⟧}}"),
    ("KWX2217", {"found": "Two words"}, "options: {cap: {default: ⟦'Two words'⟧}}"),
    ("KWX2217", {"path": "presets.house.cap"}, "presets: {house: {cap: ⟦Two words⟧}}"),
    ("KWX2215", {"found": "pay.gang"}, "exclusive: [cap, ⟦pay.gang⟧]"),
    ("KWX2215", {"found": "maywin"}, "exclusive: [⟦maywin⟧]"),
    ("KWX2218", {"found": "cap"}, "exclusive: [⟪cap⟫, may_win, ⟦cap⟧]"),
    ("KWX2204", {"text": "cap"}, "exclusive: ⟦cap⟧"),
    # rows
    ("KWX2247", {"path": "cap.middle"},
     "cap: {middle: {before: ⟪high⟫, after: ⟦common⟧, assumed: x}}"),
    ("KWX2248", {"found": "times"}, "fans: {other: {removed: true, ⟦times⟧: 4}}"),
    ("KWX2249", {"path": "fans.other"}, "fans: {other: {removed: ⟦false⟧}}"),
    ("KWX2253", {"found": "a"},
     "cap: [{id: ⟪a⟫, when: self_draw, at: 1, assumed: x}, {id: ⟦a⟧, at: 8, assumed: x}]"),
    ("KWX2253", {"found": "a"},
     "examples: [{id: ⟪a⟫, why: x, hand: 5p, expect: {waits: [5p]}}, "
     "{id: ⟦a⟧, why: x, hand: 5p, expect: {waits: [5p]}}]"),
    ("KWX2253", {"found": "GT-07"},
     "excused: [{golden: ⟪GT-07⟫, why: x}, {golden: ⟦GT-07⟧, why: y}]"),
    ("KWX2258", {"path": "may_win"}, "⟦may_win⟧: []"),
    ("KWX2262", {"low": 9, "high": 1}, "options: {cap: {⟦accepts⟧: {from: 9, to: 1}}}"),
    # examples
    ("KWX2270", {}, "examples: [{⟦id⟧: a, why: x, expect: {value: 1}}]"),
    ("KWX2270", {}, "examples: [{⟦id⟧: a, why: x, hand: 5p, round: {end: {kind: drawn}}, "
     "expect: {value: 1}}]"),
    ("KWX2271", {}, f"examples: [{{{WON}, ⟦expect⟧: {{}}}}]"),
    ("KWX2215", {"found": "zz"}, "examples: [{id: a, why: x, hand: 5p, expect: {waits: [⟦zz⟧]}}]"),
    ("KWX2218", {"found": "5p"},
     "examples: [{id: a, why: x, hand: 5p, expect: {waits: [⟪5p⟫, ⟦5p⟧]}}]"),
    ("KWX2272", {"path": "examples[0].expect.waits"},
     f"examples: [{{{WON}, expect: {{value: 1, ⟦waits⟧: [5p]}}}}]"),
    ("KWX2272", {"path": "examples[0].expect.value"},
     "examples: [{id: a, why: x, hand: '55p [555+5s]', expect: {waits: [5p], ⟦value⟧: 1}}]"),
    ("KWX2272", {"path": "examples[0].by"},
     "examples: [{id: a, why: x, hand: 55p, ⟦by⟧: discard, expect: {waits: [5p]}}]"),
    ("KWX2272", {"path": "examples[0].revealed"},
     "examples: [{id: a, why: x, round: {end: {kind: drawn}}, ⟦revealed⟧: true, "
     "expect: {totals: [0, 0, 0]}}]"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "about", "text"), CASES)
def test_a_mistake_is_found_where_it_is(code: str, about: dict[str, str | int], text: str) -> None:
    plain, places, labels = unmark(text)
    offset = len(over_heading(plain))
    found = over_base(plain)
    assert found.codes == [code]
    diagnostic = found.diagnostics[0]
    expected = [(start + offset, end + offset) for start, end in places]
    assert [place(diagnostic.span)] == expected
    assert [place(label.span) for label in diagnostic.labels] == [
        (start + offset, end + offset) for start, end in labels
    ]
    assert about.items() <= diagnostic.params.items()
    check_texts(diagnostic)


def over_heading(fragment: str) -> str:
    """What `over_base` puts before a fragment."""
    return complete(fragment).removesuffix(fragment)


FIXES = [
    ("fnas: {}", "fnas", "fans"),
    ("variant: My Town", "My Town", "my_town"),
    ("table: {seats: '3', assumed: x}", "'3'", "3"),
    ("table: {seats: +3, assumed: x}", "+3", "3"),
    ("abstract: yes", "yes", "true"),
    ("abstract: 'true'", "'true'", "true"),
    ("options: {tyrant: {default: off}}", "off", "false"),
    ("options: {cap: {default: null}}", "null", "none"),
    ("options: {cap: {cite: s0-065}}", "s0-065", "S0-065"),
    ("fans: {dear: {excludes: other, assumed: x}}", "other", "[other]"),
    ("fans: {other: {removed: false}}", "false", "true"),
]


@pytest.mark.parametrize(("text", "wrong", "right"), FIXES)
def test_a_fix_mends_the_mistake(text: str, wrong: str, right: str) -> None:
    diagnostic = over_base(text).diagnostics[0]
    assert diagnostic.span is not None
    assert diagnostic.span.text == wrong
    assert diagnostic.fix == right
    mended = over_base(text.replace(wrong, right, 1))
    assert diagnostic.code not in mended.codes


@pytest.mark.parametrize("text", ["table: {seats: 010, assumed: x}", "table: {seats: 12:30}"])
def test_no_fix_where_two_are_possible(text: str) -> None:
    assert over_base(text).diagnostics[0].fix is None


@pytest.mark.parametrize("text", ["- a\n- b\n", "some words\n", "123\n"])
def test_what_is_no_mapping_is_no_ruleset(text: str) -> None:
    found = alone(text)
    assert found.codes == ["KWX2208"]
    assert found.ruleset is None
    assert found.diagnostics[0].span is not None
    assert found.diagnostics[0].span.text == text.splitlines()[0]


def test_a_file_must_have_a_heading() -> None:
    found = alone("abstract: true\n")
    assert found.codes == ["KWX2202"] * 3
    assert [diagnostic.params["key"] for diagnostic in found.diagnostics] == [
        "kawuxing",
        "variant",
        "name",
    ]


def test_all_mistakes_of_a_file_are_found_in_one_run() -> None:
    text = """\
variant: ⟦My-Town⟧
table: {seats: ⟦9⟧, tiles: {suits: [⟦dot⟧]}, assumed: x}
options:
  cap: {default: ⟦010⟧, cite: ⟦S9-999⟧}
define:
  broken: triplets ⟦==⟧
fans:
  new: {name: {zh: 新, ⟦e⟧: New}, times: ⟦two times⟧, when: self_draw, assumed: x}
  dear: {⟦time⟧: 4, assumed: x}
cap:
  - {id: a, ⟦if⟧: self_draw, at: 8, assumed: x}
  - {⟦id⟧: b, assumed: x}
examples:
  - {id: a, ⟦expect⟧: {}, why: x, hand: 55p+5p}
  - {⟦id⟧: b, why: x, expect: {value: 1}}
"""
    plain, places, _ = unmark(text)
    offset = len(over_heading(plain))
    found = over_base(plain)
    starts = {diagnostic.span.start for diagnostic in found.diagnostics if diagnostic.span}
    expected = {start + offset for start, _ in places}
    expected -= {offset + plain.index("==")}  # where an operand is missing is the parser's choice
    expected -= {offset + plain.index("two times")}
    assert expected <= starts
    assert len(found.diagnostics) == len(places)


def test_a_file_full_of_mistakes_costs_no_more_than_some() -> None:
    cites = ", ".join(f"S9-{number:03}" for number in range(1, 61))
    points = "".join(f"  p{number}: {{cite: [{cites}]}}\n" for number in range(3))
    found = over_base(f"assumptions:\n{points}").diagnostics
    assert len(found) == 180
    suggested = [bool(diagnostic.params["close"]) for diagnostic in found]
    assert suggested == [True] * MOST + [False] * (180 - MOST)
