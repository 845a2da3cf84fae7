"""What the parser stumbles over: our code and our place, whichever parser is installed."""

from __future__ import annotations

import pytest
import yaml

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.source.text import SourceText
from kawuxing.compiler.source.yaml_nodes import read_yaml

FAULTS = [
    ("a: b\nc: 'd\ne: f\n", "KWX1102", (2, 4), "'d"),
    ('a: "b\n---\n', "KWX1102", (1, 4), '"b'),
    ('名字: "b\\q"\n', "KWX1103", (1, 7), "\\q"),
    ('a: "\\u12x"\n', "KWX1103", (1, 5), "\\u12"),
    ('a: "\\xZZ"\n', "KWX1103", (1, 5), "\\x"),
    ("a: [b, c\nd: e\n", "KWX1104", (2, 2), ":"),
    ("a: {b: c\n\n", "KWX1104", (1, 9), ""),
    ("a: [\n", "KWX1104", (1, 5), ""),
    ("a: [b]]\n", "KWX1105", (1, 7), "]"),
    ("a: }\n", "KWX1105", (1, 4), "}"),
    ("a: [b,, c]\n", "KWX1105", (1, 7), ","),
    ("a: b: c\n", "KWX1106", (1, 5), ":"),
    ("a: b\n  c: d\n", "KWX1106", (2, 4), ":"),
    ("'a\n b': c\n", "KWX1106", (2, 4), ":"),
    ("a: b\nc:d\ne: f\n", "KWX1107", (2, 1), "c:d"),
    ("a:\n   b: c\n  d: e\n", "KWX1108", (3, 3), "d: e"),
    ("a: b\n- c\n", "KWX1108", (2, 1), "- c"),
    ("- a\nb: c\n", "KWX1108", (2, 1), "b: c"),
    ("a: 'b' c d\n", "KWX1109", (1, 8), "c d"),
    ("a: [b] c\n", "KWX1109", (1, 8), "c"),
    ("a:\n\tb: c\n", "KWX1110", (2, 1), "\t"),
    ("a: |\n  b\n\t\tc\n", "KWX1110", (3, 1), "\t\t"),
    ("a: @b\n", "KWX1111", (1, 4), "@"),
    ("a: `b\n", "KWX1111", (1, 4), "`"),
    ("a: |x\n  b\n", "KWX1112", (1, 4), "|x"),
    ("a: >0\n  b\n", "KWX1112", (1, 4), ">0"),
    ("a: - b\n", "KWX1113", (1, 4), "-"),
    ("%YAML 3.0\n---\na: b\n", "KWX1114", (1, 1), "%YAML 3.0"),
    ("a： b\nc: d\n", "KWX1115", (1, 2), "： "),
    ("a: b\nc： d\ne: f\n", "KWX1115", (2, 2), "： "),
    ("a:\n  - b：c\n  d: e\n", "KWX1115", (2, 6), "："),
    ("a: {b: c: d}\n", "KWX1116", (1, 9), ":"),
    ("a: [b: c: d]\n", "KWX1116", (1, 9), ":"),
    ("a: {b: c in [1, 2], d: e}\n", "KWX1116", (1, 13), "["),
    ("a: {b: c {d}, e: f}\n", "KWX1116", (1, 10), "{"),
    ("a: {b: [c] is so, d: e}\n", "KWX1116", (1, 8), "[c]"),
    ("a: {b: see #4, c: d}\ne: f\n", "KWX1116", (1, 12), "#4, c: d}"),
    ("a: {b: c # d}\n", "KWX1116", (1, 10), "# d}"),
    ("a: {b: [c] [d]}\n", "KWX1104", (1, 12), "["),
    ("a: {b: [c] d: e}\n", "KWX1104", (1, 12), "d"),
    ("a: {b: c # so\ne: f\n", "KWX1104", (2, 1), "e"),
    ("a: & b\n", "KWX1202", (1, 4), "&"),
    ("a: *\n", "KWX1203", (1, 4), "*"),
    ("a: *b* c\n", "KWX1203", (1, 4), "*b*"),
    ("a: !<b c\n", "KWX1205", (1, 4), "!<b"),
    ("a: !x!y c\n", "KWX1205", (1, 4), "!x!y"),
    ("- : x\n", "KWX1207", (1, 3), ":"),
    ("...\na\n", "KWX1101", (1, 1), "."),
]


@pytest.mark.parametrize("parser", [True, False], ids=["libyaml", "pure"])
@pytest.mark.parametrize(("text", "code", "position", "shown"), FAULTS)
def test_the_place_to_blame(
    text: str,
    code: str,
    position: tuple[int, int],
    shown: str,
    parser: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(yaml, "__with_libyaml__", parser and yaml.__with_libyaml__)
    for line_break, mark in (("\n", ""), ("\r\n", ""), ("\n", "\ufeff")):
        sink = Sink()
        source = SourceText.of(mark + text.replace("\n", line_break))
        assert read_yaml(source, sink) is None
        (found,) = sink.diagnostics
        assert found.span is not None
        shift = len(mark) if position[0] == 1 else 0
        assert (found.code, found.span.text) == (code, shown)
        assert found.span.position == (position[0], position[1] + shift)


def test_the_opening_bracket_is_labelled() -> None:
    sink = Sink()
    read_yaml(SourceText.of("a: {b: [c, d\ne: f\n"), sink)
    (found,) = sink.diagnostics
    assert [(label.key, label.span.position) for label in found.labels] == [("opened", (1, 8))]
    assert found.params == {"bracket": "[", "closing": "]"}


def test_a_full_width_colon_comes_with_its_mending() -> None:
    sink = Sink()
    read_yaml(SourceText.of("a： b\nc: d\n"), sink)
    assert sink.diagnostics[0].fix == ": "


def test_a_full_width_colon_inside_a_text_is_not_blamed() -> None:
    sink = Sink()
    assert read_yaml(SourceText.of("a: 比如：b\nc: '注：d'\n"), sink) is not None
    read_yaml(SourceText.of("note: 比如：b\n  c: d\n"), sink)
    assert [found.code for found in sink.diagnostics] == ["KWX1106"]
