from __future__ import annotations

import time

import pytest
import yaml

from kawuxing.compiler.diagnostics.report import Diagnostic, Sink
from kawuxing.compiler.source.limits import MAX_BYTES, MAX_DEPTH, MAX_FINDINGS, MAX_NODES
from kawuxing.compiler.source.text import SourceText
from kawuxing.compiler.source.yaml_nodes import Mapping, Node, Scalar, Sequence, read_yaml

Plain = str | list["Plain"] | dict[str, "Plain"]


@pytest.fixture(autouse=True, params=[True, False], ids=["libyaml", "pure"])
def _parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything must hold with either parser."""
    monkeypatch.setattr(yaml, "__with_libyaml__", request.param and yaml.__with_libyaml__)


def read(text: str) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    sink = Sink()
    node = read_yaml(SourceText.of(text, "town.yaml"), sink)
    assert node is not None or sink.failed
    return node, sink.diagnostics


def plain(node: Node | None) -> Plain:
    match node:
        case Scalar(text):
            return text
        case Sequence(items):
            return [plain(item) for item in items]
        case Mapping(entries):
            return {entry.key.text: plain(entry.value) for entry in entries}
        case None:
            return "nothing"


def places(found: tuple[Diagnostic, ...]) -> list[tuple[str, int, int, str]]:
    return [(one.code, *one.span.position, one.span.text) for one in found if one.span is not None]


def test_nothing_is_guessed() -> None:
    node, found = read("a: [no, on, 010, 12:30, 1.10, ~, 2026-11-30]\non: {}\nb:\n")
    assert not found
    numbers: list[Plain] = ["no", "on", "010", "12:30", "1.10", "~", "2026-11-30"]
    assert plain(node) == {"a": numbers, "on": {}, "b": ""}


def test_styles_are_kept() -> None:
    node, _ = read("- a\n- 'a'\n- \"a\"\n- |\n  a\n- >\n  a\n")
    assert isinstance(node, Sequence)
    styles = [item.style for item in node.items if isinstance(item, Scalar)]
    assert styles == ["plain", "single", "double", "literal", "folded"]


def test_spans_cover_what_was_written() -> None:
    text = "\ufeff外: {a: [b, 'c'], d: e}  # x\n块: |\n  一\n  二\n\n列:\n- f\n-\n空:\n"
    text = text.replace("\n", "\r\n")
    node, found = read(text)
    assert not found
    assert isinstance(node, Mapping)
    covered = [(entry.key.span.text, entry.value.span.text) for entry in node.entries]
    assert covered == [
        ("外", "{a: [b, 'c'], d: e}"),
        ("块", "|\r\n  一\r\n  二"),
        ("列", "- f\r\n-"),
        ("空", ""),
    ]
    assert node.span.text == text[1:].rstrip()
    assert node.entries[3].value.span.position == (9, 3)


def test_a_part_is_found_behind_chinese_and_escapes() -> None:
    node, _ = read('规则: "中 \\u4e2d 🀄 and wrong"\n')
    assert isinstance(node, Mapping)
    value = node.entries[0].value
    assert isinstance(value, Scalar)
    start = value.text.index("wrong")
    assert value.part(start, start + 5).text == "wrong"
    assert value.part(start, start + 5).position == (1, 21)
    assert value.part(2, 3).text == "\\u4e2d"
    assert value.part(99, 99).position == (1, 26)


def test_a_key_written_twice_is_shown_in_both_places_and_the_first_kept() -> None:
    node, found = read("a: 1\nb: {c: 1, 'c': 2}\n\"a\": 3\na: 4\n")
    assert places(found) == [
        ("KWX1201", 2, 11, "'c'"),
        ("KWX1201", 3, 1, '"a"'),
        ("KWX1201", 4, 1, "a"),
    ]
    assert [one.labels[0].span.position for one in found] == [(2, 5), (1, 1), (1, 1)]
    assert plain(node) == {"a": "1", "b": {"c": "1"}}


def test_a_key_written_twice_is_found_before_a_syntax_error() -> None:
    _, found = read("a: 1\nb:\n  c: 1\n  c: 2\na: 2\nd: [\n")
    assert [one[:3] for one in places(found)] == [
        ("KWX1201", 4, 3),
        ("KWX1201", 5, 1),
        ("KWX1104", 6, 5),
    ]


def test_anchors_and_tags_are_refused_but_what_they_stand_before_is_read() -> None:
    node, found = read("a: &x !!int 1\nb: !t\n  c: d\ne: &y [f]\n")
    assert places(found) == [
        ("KWX1202", 1, 4, "&x"),
        ("KWX1205", 1, 7, "!!int"),
        ("KWX1205", 2, 4, "!t"),
        ("KWX1202", 4, 4, "&y"),
    ]
    assert plain(node) == {"a": "1", "b": {"c": "d"}, "e": ["f"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: *a\n", [("KWX1203", 2, 4, "*a")]),
        ("<<: *a\nb: c\n", [("KWX1204", 1, 1, "<<"), ("KWX1203", 1, 5, "*a")]),
        ("[a, b]: c\n", [("KWX1206", 1, 1, "[")]),
        ("? {a: b}\n: c\n", [("KWX1206", 1, 3, "{")]),
        ("{: a}\n", [("KWX1207", 1, 2, ":")]),
        ("", [("KWX1004", 1, 1, "")]),
        ("# 注\n", [("KWX1004", 1, 1, "")]),
        ("---\n...\n", [("KWX1004", 1, 1, "")]),
        ("a: b\n---\nc: d\n", [("KWX1005", 2, 1, "---")]),
        ("a: b\n...\nc: d\n", [("KWX1005", 3, 1, "c: d")]),
        ("a: \x07b\n", [("KWX1006", 1, 4, "\x07")]),
        ("a: b\nc: \0\x85", [("KWX1006", 2, 4, "\0"), ("KWX1006", 2, 5, "\x85")]),
        ("a: \ud800", [("KWX1006", 1, 4, "\ud800")]),
        ("随: \u202eb # \u200b", [("KWX1007", 1, 4, "\u202e"), ("KWX1007", 1, 9, "\u200b")]),
        ("a: b\u2028c: d", [("KWX1007", 1, 5, "\u2028")]),
        ("a: \ufeffb", [("KWX1007", 1, 4, "\ufeff")]),
        ("名字： 随州\n", [("KWX1115", 1, 3, "： ")]),
    ],
)
def test_what_leaves_nothing_to_go_on_with(
    text: str, expected: list[tuple[str, int, int, str]]
) -> None:
    node, found = read(text)
    assert places(found) == expected
    assert node is None


def test_escapes_cannot_bring_in_what_may_not_be_written() -> None:
    node, found = read('a: "x\\0y\\e\\u202e"\nb: "\\t\\n"\n')
    assert places(found) == [
        ("KWX1006", 1, 6, "\\0"),
        ("KWX1006", 1, 9, "\\e"),
        ("KWX1007", 1, 11, "\\u202e"),
    ]
    assert node is not None


@pytest.mark.parametrize(
    ("row", "whole", "fix"),
    [
        ("{at: max(1, x), b: c}", "max(1, x)", '"max(1, x)"'),
        ("{at: max(1, min(2,x), 3) , b: c}", "max(1, min(2,x), 3)", '"max(1, min(2,x), 3)"'),
        ("{at: f(a\"b, it's), b: c}", "f(a\"b, it's)", "'f(a\"b, it''s)'"),
        ("{at: one, two or three, b: c}", "one, two or three", None),
        ("{at: max(1,\n  x), b: c}", "max(1,\n  x)", None),
        ("{at: max(1, x, b: c}", "max(1, x", None),
    ],
)
def test_a_value_cut_in_pieces_by_commas_is_one_value_without_its_quotes(
    row: str, whole: str, fix: str | None
) -> None:
    node, found = read(f"a: {row}\n")
    (one,) = found
    assert one.span is not None
    assert (one.code, one.span.text, one.fix) == ("KWX1116", whole, fix)
    assert [label.span.text for label in one.labels] == [","]
    assert one.labels[0].span.position == (1, 4 + row.index(","))
    assert plain(node) == {"a": {"at": whole, "b": "c"}}


def test_two_values_cut_by_commas_are_two_findings() -> None:
    _, found = read("a: {b: max(1, 2), c: max(3, 2), d: max(4, 2)}\n")
    assert places(found) == [
        ("KWX1116", 1, 8, "max(1, 2)"),
        ("KWX1116", 1, 22, "max(3, 2)"),
        ("KWX1116", 1, 36, "max(4, 2)"),
    ]


@pytest.mark.parametrize("row", ["{a: b, c}", "{c}", "{a: 'b', c d}", "{a: [b], c}", "{a: , c d}"])
def test_a_key_whose_value_was_forgotten_stays_a_key(row: str) -> None:
    node, found = read(row)
    assert isinstance(node, Mapping)
    assert not found
    assert node.entries[-1].key.text[0] == "c"
    assert plain(node.entries[-1].value) == ""


def test_an_odd_space_in_a_key_is_seen_and_in_a_text_it_is_not_minded() -> None:
    node, found = read("\u3000a: b\nc: |\n  \u3000段\n'd\u00a0e': f\n")
    assert [one[:3] for one in places(found)] == [("KWX1007", 1, 1), ("KWX1007", 4, 3)]
    assert found[0].params == {"char": "U+3000"}
    assert node is not None


def test_the_limits_are_reached_and_not_passed() -> None:
    assert read("[" * MAX_DEPTH + "]" * MAX_DEPTH)[1] == ()
    assert places(read("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))[1]) == [
        ("KWX1002", 1, MAX_DEPTH + 1, "[")
    ]
    assert places(read("#" * (MAX_BYTES + 1))[1]) == [("KWX1001", 1, 1, "")]


@pytest.mark.parametrize(
    ("inside", "column"),
    [("[", MAX_DEPTH + 1), ("{a: ", 4 * MAX_DEPTH + 1), ("- ", 2 * MAX_DEPTH + 1)],
)
@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 999, 1_000, 1_001, 5_000])
def test_however_deep_it_is_the_first_place_too_deep_is_named(
    inside: str, column: int, depth: int
) -> None:
    """A thousand open brackets are too many for the parser itself."""
    (found,) = places(read(inside * depth)[1])
    assert found[:3] == ("KWX1002", 1, column)
    (found,) = places(read(f"\ufeffa: b\nc:\n  {inside * depth}")[1])
    assert found[:3] == ("KWX1002", 3, column + 2 - len(inside))


def test_the_number_of_nodes_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = MAX_NODES if yaml.__with_libyaml__ else 2_000  # the slow parser takes seconds for all
    monkeypatch.setattr("kawuxing.compiler.source.yaml_nodes.MAX_NODES", limit)
    most = "[" + "a," * (limit - 1) + "]"
    assert read(most)[1] == ()
    _, found = read(most[:-1] + "b]")
    assert places(found) == [("KWX1003", 1, 2 * limit, "b")]


def test_a_file_full_of_errors_is_given_up() -> None:
    node, found = read("a: b\n" * 5000)
    assert node is None
    assert len(found) == MAX_FINDINGS + 1
    assert found[-1].code in {"KWX1008", "KWX1201"}
    assert sum(one.code == "KWX1008" for one in found) == 1


BOMB = "a: &a [x, x]\n" + "".join(
    f"{key}: &{key} [*{last}, *{last}, *{last}]\n"
    for last, key in zip("abcdefghijkl", "bcdefghijklm", strict=True)
)


@pytest.mark.parametrize(
    "text",
    [BOMB, "[" * 20_000, "{a: " * 20_000, "- " * 20_000, "? " * 20_000, "a: |\n" + " \n" * 20_000],
)
def test_nothing_explodes(text: str) -> None:
    started = time.perf_counter()
    read(text)
    assert time.perf_counter() - started < 5


def test_an_alias_bomb_is_refused_alias_by_alias() -> None:
    _, found = read(BOMB)
    assert {one.code for one in found} == {"KWX1202", "KWX1203"}
