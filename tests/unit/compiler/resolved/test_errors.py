"""What does not fit together is reported where it is written, with the other places beside it."""

from __future__ import annotations

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.resolved.from_surface import resolve
from kawuxing.compiler.surface import keys

from ..towns import (
    BASE,
    alone,
    base,
    check_texts,
    complete,
    declare,
    over_base,
    place,
    unmark,
)

PLAIN = "name: {zh: 新番, en: New}, times: 2, when: chain > 1"
ROW = "when: self_draw, at: 1"

# code, what it must be about, the text, and what the labels in the parent point at
CASES: list[tuple[str, dict[str, str | int], str, list[str]]] = [
    # grounds
    ("KWX2221", {"path": "fans.new"}, f"fans: {{⟦new⟧: {{{PLAIN}}}}}", []),
    ("KWX2221", {"path": "cap.new"}, f"cap: {{⟦new⟧: {{before: high, {ROW}}}}}", []),
    ("KWX2221", {"path": "cap.new"}, "cap: [{id: ⟦new⟧, at: 8}]", []),
    ("KWX2221", {"path": "options.new"}, "options: {⟦new⟧: {default: true}}", []),
    ("KWX2222", {"key": "times"}, "fans: {cheap: {times: ⟦4⟧}}", ["2"]),
    ("KWX2222", {"key": "when"}, "fans: {cheap: {when: ⟦robbing⟧, note: x}}", ["self_draw"]),
    ("KWX2222", {"key": "replaces"}, "fans: {other: {replaces: ⟦[cheap]⟧}}", ["other"]),
    ("KWX2222", {"key": "excludes"}, "fans: {other: {excludes: ⟦[]⟧}}", ["other"]),
    ("KWX2222", {"key": "at", "path": "cap.high"}, "cap: {high: {at: ⟦32⟧}}", ["16"]),
    ("KWX2222", {"key": "when"}, "cap: {high: {when: ⟦robbing⟧}}", ["fan.dear"]),
    ("KWX2222", {"key": "after"}, "cap: {high: {after: ⟦middle⟧}}", ["high"]),
    ("KWX2222", {"key": "allowed"}, "may_win: {any: {allowed: ⟦false⟧}}", ["true"]),
    ("KWX2222", {"key": "seats"}, "table: {seats: ⟦4⟧}", ["3"]),
    ("KWX2222", {"key": "dragons"}, "table: {tiles: {dragons: ⟦[]⟧}}", ["[red]"]),
    # patches
    (
        "KWX2240",
        {"found": "chaep", "close": "cheap", "missing": "name, when"},
        "fans: {⟦chaep⟧: {times: 4, assumed: x}}",
        [],
    ),
    ("KWX2240", {"missing": "offered"}, "options: {⟦new⟧: {default: 8, assumed: x}}", []),
    ("KWX2240", {"missing": "default, offered"}, "options: {⟦new⟧: {note: x}}", []),
    ("KWX2240", {"missing": "is"}, "define: {⟦new⟧: {note: x}}", []),
    ("KWX2240", {"missing": "zh, en"}, "assumptions: {⟦new⟧: {cite: S0-065}}", []),
    (
        "KWX2240",
        {"missing": "at", "close": "common", "path": "cap"},
        "cap: {⟦comon⟧: {when: robbing, assumed: x}}",
        [],
    ),
    ("KWX2241", {"found": "chaep", "close": "cheap"}, "fans: {⟦chaep⟧: removed}", []),
    ("KWX2241", {"found": "comon", "path": "cap"}, "cap: {⟦comon⟧: removed}", []),
    ("KWX2241", {"found": "x", "path": "define"}, "define: {⟦x⟧: {removed: true}}", []),
    ("KWX2243", {"found": "new"}, f"cap: {{⟦new⟧: {{{ROW}, assumed: x}}}}", []),
    ("KWX2243", {"close": "common"}, f"cap: {{⟦comon⟧: {{{ROW}, assumed: x}}}}", []),
    (
        "KWX2244",
        {"found": "comon", "close": "common"},
        f"cap: {{new: {{before: ⟦comon⟧, {ROW}, assumed: x}}}}",
        [],
    ),
    (
        "KWX2244",
        {"found": "high"},
        f"cap: {{high: removed, new: {{before: ⟦high⟧, {ROW}, assumed: x}}}}",
        [],
    ),
    (
        "KWX2245",
        {"row": "b", "found": "high", "side": "before"},
        f"cap: {{a: {{before: ⟪high⟫, {ROW}, assumed: x}}, "
        f"b: {{before: ⟦high⟧, {ROW}, assumed: x}}}}",
        [],
    ),
    (
        "KWX2246",
        {"path": "cap"},
        f"cap: {{a: {{before: ⟦b⟧, {ROW}, assumed: x}}, b: {{before: ⟪a⟫, {ROW}, assumed: x}}}}",
        [],
    ),
    # references
    (
        "KWX2250",
        {"found": "chaep", "close": "cheap", "path": "fans.dear.replaces"},
        "fans: {dear: {replaces: [⟦chaep⟧], assumed: x}}",
        [],
    ),
    (
        "KWX2250",
        {"found": "小番", "close": "cheap"},
        "examples: [{id: a, why: x, hand: 5p+5p, expect: {has: [⟦小番⟧]}}]",
        [],
    ),
    (
        "KWX2250",
        {"found": "smal", "close": "cheap", "path": "expect.fans[1]"},
        "examples: [{id: a, why: x, hand: 5p+5p, expect: {fans: [dear, ⟦smal⟧]}}]",
        [],
    ),
    ("KWX2251", {"key": "replaces"}, "fans: {cheap: {replaces: [⟦cheap⟧], assumed: x}}", []),
    (
        "KWX2251",
        {"key": "excludes", "circle": "cheap → other → cheap"},
        "fans: {cheap: {excludes: [⟦other⟧], assumed: x}, "
        "other: {excludes: [⟪cheap⟫], assumed: x}}",
        [],
    ),
    (
        "KWX2257",
        {"found": "pay.win.nobdy", "close": "pay.win.nobody"},
        "examples: [{id: a, why: x, round: {end: {kind: drawn}}, "
        "expect: {rules: [⟦pay.win.nobdy⟧]}}]",
        [],
    ),
    (
        "KWX2263",
        {"found": "cpa", "close": "cap"},
        "examples: [{id: a, why: x, hand: 5p+5p, options: {⟦cpa⟧: 8}, expect: {value: 1}}]",
        [],
    ),
    (
        "KWX2263",
        {"found": "stake"},
        "examples: [{id: a, why: x, hand: 5p+5p, options: {⟦stake⟧: 8}, expect: {value: 1}}]",
        [],
    ),
    (
        "KWX2261",
        {"path": "options.tyrant", "found": "1"},
        "examples: [{id: a, why: x, hand: 5p+5p, options: {tyrant: ⟦1⟧}, expect: {value: 1}}]",
        ["tyrant"],
    ),
    (
        "KWX2273",
        {"found": "GT-07"},
        "examples: [{id: a, golden: ⟪GT-07⟫, why: x, hand: 5p+5p, expect: {value: 1}}]\n"
        "excused: [⟦{golden: GT-07, why: x}⟧]",
        [],
    ),
    (
        "KWX2274",
        {"found": "a"},
        "abstract: ⟪true⟫\nexamples: [{id: ⟦a⟧, why: x, hand: 5p+5p, expect: {value: 1}}]",
        [],
    ),
    # tables
    (
        "KWX2254",
        {"found": "a", "path": "may_win"},
        "may_win: [{id: a, when: ⟦self_draw⟧, allowed: true, assumed: x}]",
        [],
    ),
    ("KWX2254", {"found": "middle"}, "⟦cap⟧: {common: removed}", ["fan.cheap"]),
    (
        "KWX2255",
        {"found": "a"},
        "may_win: [{id: ⟦a⟧, allowed: true, assumed: x}, {id: ⟪b⟫, allowed: false, assumed: x}]",
        [],
    ),
    (
        "KWX2255",
        {"found": "new"},
        "cap: {⟦new⟧: {before: common, at: 1, assumed: x}}",
        ["common"],
    ),
    ("KWX2258", {"path": "may_win"}, "⟦may_win⟧: {any: removed}", []),
    # options
    (
        "KWX2260",
        {"kinds": "int, word"},
        "options: {cap: {offered: ⟦[8, much, none]⟧}}",
        ["none"],
    ),
    ("KWX2260", {"kinds": "bool, int"}, "options: {tyrant: {offered: ⟦[1, 2]⟧}}", ["false"]),
    (
        "KWX2261",
        {"path": "options.cap", "found": "101", "offered": "8, 16, none", "low": 1, "high": 100},
        "options: {cap: {default: ⟦101⟧}}",
        ["[8, 16, none]"],
    ),
    (
        "KWX2261",
        {"found": "a"},
        "options: {new: {default: ⟦a⟧, offered: ⟪[b, c]⟫, assumed: x}}",
        [],
    ),
    (
        "KWX2261",
        {"path": "options.cap", "found": "101"},
        "presets: {house: {cap: ⟦101⟧}}",
        ["[8, 16, none]"],
    ),
    (
        "KWX2265",
        {"preset": "house", "found": "cup", "close": "cap"},
        "presets: {house: {⟦cup⟧: 8}}",
        [],
    ),
    (
        "KWX2265",
        {"preset": "house", "found": "tyrant"},
        "options: {⟪tyrant: removed⟫}\npresets: {house: {⟦tyrant⟧: true}}",
        [],
    ),
    ("KWX2264", {"kind": "bool"}, "options: {tyrant: {accepts: ⟦{from: 0, to: 1}⟧}}", ["false"]),
]


@pytest.mark.parametrize(("code", "about", "text", "in_parent"), CASES)
def test_a_mistake_is_found_where_it_is(
    code: str, about: dict[str, str | int], text: str, in_parent: list[str]
) -> None:
    plain, places, labels = unmark(text)
    offset = len(complete(plain)) - len(plain)
    found = over_base(plain)
    assert found.codes == [code]
    (diagnostic,) = found.diagnostics
    assert about.items() <= diagnostic.params.items()
    if places:
        assert [place(diagnostic.span)] == [(start + offset, end + offset) for start, end in places]
    mine = [label for label in diagnostic.labels if label.span.source.name == "town.yaml"]
    assert [place(label.span) for label in mine] == [
        (start + offset, end + offset) for start, end in labels
    ]
    others = [label.span for label in diagnostic.labels if label not in mine]
    assert len(others) == len(in_parent)
    for span, start in zip(others, in_parent, strict=True):
        assert span.source.name == "base.yaml"
        assert span.text.startswith(start)
    check_texts(diagnostic)


def test_removing_a_fan_that_the_parent_still_names_is_a_mistake_of_the_child() -> None:
    found = over_base("fans: {cheap: removed}")
    assert found.codes == ["KWX2252"]
    (diagnostic,) = found.diagnostics
    assert diagnostic.span is not None
    assert (diagnostic.span.source.name, diagnostic.span.text) == ("town.yaml", "cheap")
    (label,) = diagnostic.labels
    assert (label.span.source.name, label.span.text) == ("base.yaml", "cheap")
    check_texts(diagnostic)


def test_naming_a_fan_that_is_removed_shows_where() -> None:
    found = over_base("fans: {other: removed, cheap: {excludes: [other], assumed: x}}")
    assert found.codes == ["KWX2250"]
    (diagnostic,) = found.diagnostics
    (label,) = diagnostic.labels
    assert (label.key, label.span.text) == ("removed", "other: removed")
    check_texts(diagnostic)


@pytest.mark.parametrize(
    ("text", "code", "place", "label"),
    [
        ("options: {cap: {offered: [8, 16], accepts: {from: 1, to: 9}}}", "KWX2261", "[8, 16]",
         "none"),
        ("cap: {new: {after: common, when: robbing, at: 1, assumed: x}}", "KWX2255", "new",
         "common"),
        ("fans: {cheap: {replaces: [dear], assumed: x}}", "KWX2251", "dear", "cheap"),
    ],
)  # fmt: skip
def test_what_a_child_brings_about_is_shown_in_the_child(
    text: str, code: str, place: str, label: str
) -> None:
    diagnostic = over_base(text).diagnostics[0]
    assert diagnostic.code == code
    assert diagnostic.span is not None
    assert (diagnostic.span.source.name, diagnostic.span.text) == ("town.yaml", place)
    (other,) = diagnostic.labels
    assert (other.span.source.name, other.span.text) == ("base.yaml", label)
    check_texts(diagnostic)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("options: {cap: removed}\ncap: [{id: a, at: 1, assumed: x}]", "KWX2265", "cap: removed"),
        ("options: {cap: {offered: [none], accepts: {from: 1, to: 9, none: true}}}", "KWX2261",
         "[none]"),
    ],
)  # fmt: skip
def test_what_a_child_takes_from_a_preset_of_its_parent_is_shown_in_the_child(
    text: str, code: str, place: str
) -> None:
    sink = Sink()
    parent = declare(f"{BASE}presets: {{house: {{cap: 16}}}}\n", sink, "base.yaml")
    child = declare(complete(text), sink)
    assert parent is not None
    assert child is not None
    resolve([child, parent], sink)
    (diagnostic,) = sink.diagnostics
    assert diagnostic.code == code
    assert diagnostic.span is not None
    assert (diagnostic.span.source.name, diagnostic.span.text) == ("town.yaml", place)
    (label,) = diagnostic.labels
    assert (label.span.source.name, label.key) == ("base.yaml", "preset")
    check_texts(diagnostic)


def test_a_mapping_patches_no_table_that_is_not_there() -> None:
    text = "kawuxing: 1\nvariant: a\nname: {zh: 某, en: A}\nabstract: true\ncap: {b: {at: 1}}\n"
    assert alone(text).codes == ["KWX2242"]


PARTS = {
    "table": "table",
    "fans": "fans",
    "cap": "cap",
    "may_win": "may_win",
    "pay": "pay.win, pay.kong, pay.drawn",
    "turn": "turn, turn.kong, turn.pung, turn.reveal, turn.missed",
    "dealer": "dealer",
}


@pytest.mark.parametrize(("key", "parts"), PARTS.items())
def test_what_can_be_played_needs_every_part(key: str, parts: str) -> None:
    kept = []
    keeps = True
    for line in BASE.splitlines(keepends=True):
        if not line.startswith(" "):
            keeps = not line.startswith(f"{key}:")
        if keeps:
            kept.append(line)
    text = "".join(kept)
    found = alone(text)
    wanted = [d for d in found.diagnostics if d.code == "KWX2256"]
    assert [d.params["part"] for d in wanted] == parts.split(", ")
    for diagnostic in wanted:
        assert diagnostic.span is not None
        assert diagnostic.span.text == "base"
    abstract = text.replace("kawuxing: 1\n", "kawuxing: 1\nabstract: true\n")
    assert "KWX2256" not in alone(abstract).codes


def many(count: int, text: str) -> str:
    return ", ".join(text.replace("#", str(number)) for number in range(count))


@pytest.mark.parametrize(
    ("path", "limit", "template", "text", "inherited"),
    [
        ("fans", keys.MAX_FANS, "fans: {@}", f"f#: {{{PLAIN}, assumed: x}}", 3),
        ("options", keys.MAX_OPTIONS, "options: {@}", "o#: {default: true, assumed: x}", 2),
        ("define", keys.MAX_DEFINES, "define: {@}", "d#: 1", 1),
        ("presets", keys.MAX_PRESETS, "presets: {@}", "p#: {cap: 8}", 0),
        ("assumptions", keys.MAX_ASSUMPTIONS, "assumptions: {@}", "a#: some", 1),
    ],
)
def test_what_is_inherited_counts_towards_the_limits(
    path: str, limit: int, template: str, text: str, inherited: int
) -> None:
    most = limit - inherited
    assert over_base(template.replace("@", many(most, text))).codes == []
    found = over_base(template.replace("@", many(most + 1, text)))
    assert found.codes == ["KWX2219"]
    assert found.diagnostics[0].params == {"path": path, "count": limit + 1, "limit": limit}


def test_a_table_has_a_limit() -> None:
    row = "{id: r#, when: self_draw, at: 1, assumed: x}"
    last = "{id: last, at: 1, assumed: x}"
    assert over_base(f"cap: [{many(keys.MAX_ROWS - 1, row)}, {last}]").codes == []
    assert over_base(f"cap: [{many(keys.MAX_ROWS, row)}, {last}]").codes == ["KWX2219"]


def test_examples_have_a_limit() -> None:
    example = "{id: e#, why: x, hand: 5p, expect: {waits: [5p]}}"
    assert over_base(f"examples: [{many(keys.MAX_EXAMPLES, example)}]").codes == []
    assert over_base(f"examples: [{many(keys.MAX_EXAMPLES + 1, example)}]").codes == ["KWX2219"]


def test_the_base_of_these_tests_is_sound() -> None:
    assert base().sound
    assert alone(BASE).codes == []
