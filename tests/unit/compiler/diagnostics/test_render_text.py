from __future__ import annotations

import pytest
from wcwidth import wcswidth

from kawuxing.compiler.diagnostics.render_text import render_text, summary
from kawuxing.compiler.diagnostics.report import Diagnostic, Label, Severity, Sink
from kawuxing.compiler.source.text import SourceText, Span
from kawuxing.compiler.source.yaml_nodes import read_yaml


def found_in(text: str) -> tuple[Diagnostic, ...]:
    sink = Sink()
    read_yaml(SourceText.of(text, "town.yaml"), sink)
    return sink.diagnostics


def test_a_diagnostic_with_a_second_place() -> None:
    found = found_in("名字: 1\nb: c\n\nd: 3\n名字: 2\n")
    assert render_text(found) == (
        "error[KWX1201]: the key `名字` is written twice\n"
        " --> town.yaml:5:1\n"
        "  |\n"
        "1 | 名字: 1\n"
        "  | ---- written here first\n"
        "...\n"
        "5 | 名字: 2\n"
        "  | ^^^^\n"
        "  |\n"
        "  = help: keep one of them\n"
        "  = see: kawuxing explain KWX1201\n"
        "\n"
    )
    assert render_text(found, "zh") == (
        "错误[KWX1201]: 键 `名字` 写了两次\n"
        " --> town.yaml:5:1\n"
        "  |\n"
        "1 | 名字: 1\n"
        "  | ---- 第一次写在这里\n"
        "...\n"
        "5 | 名字: 2\n"
        "  | ^^^^\n"
        "  |\n"
        "  = 帮助：请只留一个\n"
        "  = 详见：kawuxing explain KWX1201\n"
        "\n"
    )


def test_two_places_on_one_line_each_get_a_line_of_their_own() -> None:
    assert render_text(found_in("随: {a: 1, a: 2}\n")) == (
        "error[KWX1201]: the key `a` is written twice\n"
        " --> town.yaml:1:11\n"
        "  |\n"
        "1 | 随: {a: 1, a: 2}\n"
        "  |            ^\n"
        "  |      - written here first\n"
        "  |\n"
        "  = help: keep one of them\n"
        "  = see: kawuxing explain KWX1201\n"
        "\n"
    )


def test_places_in_other_files_follow_their_own_arrow() -> None:
    here, there = SourceText.of("cap: 8\n", "town.yaml"), SourceText.of("\ncap: 4", "base.yaml")
    found = Diagnostic(
        "KWX1201", Span(here, 0, 3), {"key": "cap"}, (Label(Span(there, 1, 4), "first"),)
    )
    assert render_text([found]) == (
        "error[KWX1201]: the key `cap` is written twice\n"
        " --> town.yaml:1:1\n"
        "  |\n"
        "1 | cap: 8\n"
        "  | ^^^\n"
        "  |\n"
        " ::: base.yaml:2:1\n"
        "  |\n"
        "2 | cap: 4\n"
        "  | --- written here first\n"
        "  |\n"
        "  = help: keep one of them\n"
        "  = see: kawuxing explain KWX1201\n"
        "\n"
    )


def test_a_long_span_shows_its_first_lines_and_its_last() -> None:
    text = "\n" * 8 + "b: |\n  one 一\n\n  three\n  four\n  fünf x\n"
    source = SourceText.of(text, "town.yaml")
    span = Span(source, text.index("|"), text.index(" x"))
    assert render_text([Diagnostic("KWX1204", span)]) == (
        "error[KWX1204]: the merge key << is not allowed in rulesets\n"
        "  --> town.yaml:9:4\n"
        "   |\n"
        " 9 | b: |\n"
        "   |    ^\n"
        "10 |   one 一\n"
        "   |   ^^^^^^\n"
        "...\n"
        "14 |   fünf x\n"
        "   |   ^^^^\n"
        "   |\n"
        "   = help: write the keys out; to build on another ruleset use `extends`\n"
        "   = see: kawuxing explain KWX1204\n"
        "\n"
    )


def test_an_empty_span_gets_one_caret_also_past_the_end_of_a_line() -> None:
    source = SourceText.of("ab: 碰\n", "town.yaml")
    lines = render_text([Diagnostic("KWX1204", Span(source, 5, 5))]).split("\n")
    assert lines[1:5] == [" --> town.yaml:1:6", "  |", "1 | ab: 碰", "  |       ^"]


def test_without_a_place_there_is_no_excerpt() -> None:
    found = Diagnostic("KWX0101", None, {"file": "x.yaml"})
    assert render_text([found]) == (
        "error[KWX0101]: there is no file x.yaml\n"
        "  = help: look at the spelling and at the folder the command runs in\n"
        "  = see: kawuxing explain KWX0101\n"
        "\n"
    )


def test_a_file_that_was_not_read_is_named_without_an_excerpt() -> None:
    span = Span(SourceText("big.yaml", "", ""), 0, 0)
    lines = render_text([Diagnostic("KWX1001", span, {"limit": 5})]).split("\n")
    assert lines[:3] == [
        "error[KWX1001]: the file is larger than 5 bytes",
        " --> big.yaml:1:1",
        "  = help: a ruleset states rules; keep logs and tables of hands elsewhere",
    ]


def test_what_to_write_instead_is_shown() -> None:
    found = found_in("a： b\nc: d\n")
    assert "  = write: :\n" in render_text(found)
    assert "  = 改成：:\n" in render_text(found, "zh")
    span = Span(SourceText.of("a"), 0, 1)
    assert "  = delete it\n" in render_text([Diagnostic("KWX1204", span, fix="")])


@pytest.mark.parametrize(
    ("line", "word", "columns"),
    [
        ("when: bad", "bad", 6),
        ("随州🀄: bad", "bad", 8),
        ("🀇🀙: bad", "bad", 4),  # these tiles are narrow
        ("a\tb: bad", "bad", 8),
        ("e\u0301: bad", "bad", 3),  # a combining accent takes no column
        ("\x1b\u202e: bad", "bad", 11),
        ("❤️: bad", "bad", 4),
    ],
)
def test_carets_stand_under_their_word(line: str, word: str, columns: int) -> None:
    source = SourceText.of(line, "town.yaml")
    start = line.index(word)
    text = render_text([Diagnostic("KWX1204", Span(source, start, start + len(word)))])
    code, carets = text.split("\n")[3:5]
    assert carets == "  | " + " " * columns + "^" * len(word)
    assert wcswidth(code[: code.index(word)]) == 4 + columns


def test_carets_are_as_wide_as_what_they_mark() -> None:
    text = render_text(found_in("a: 1\nb: x\n对对: 1\n对对: 2\n"))
    assert "  | ^^^^\n" in text


@pytest.mark.parametrize("filler", ["x", "随", "🀄", "\t", "\u202e", "e\u0301"])
@pytest.mark.parametrize("before", [0, 30, 5000])
@pytest.mark.parametrize("after", [0, 30, 5000])
def test_a_long_line_is_cut_around_its_place(filler: str, before: int, after: int) -> None:
    line = filler * before + "BAD" + filler * after
    start = line.index("BAD")
    span = Span(SourceText.of(line), start, start + 3)
    code, carets = render_text([Diagnostic("KWX1204", span)], width=40).split("\n")[3:5]
    assert wcswidth(code) <= 4 + 40
    assert wcswidth(code[: code.index("BAD")]) == carets.index("^")
    assert carets.count("^") == 3
    assert code[4:].startswith("…") == (before > 30 or (before == 30 and "…" in code[4:5]))


def test_a_mark_longer_than_the_line_shown_is_cut_with_it() -> None:
    span = Span(SourceText.of("x" * 500), 100, 400)
    code, carets = render_text([Diagnostic("KWX1204", span)], width=40).split("\n")[3:5]
    assert code == "1 | …" + "x" * 38 + "…"
    assert carets == "  |  " + "^" * 38


def test_colour_only_adds_colour() -> None:
    found = found_in("a: 1\nb: *c\na: 2\n")
    plain, coloured = render_text(found), render_text(found, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[31;1merror[KWX1203]\x1b[0m" in coloured
    pieces = coloured.split("\x1b[")
    stripped = pieces[0] + "".join(piece.partition("m")[2] for piece in pieces[1:])
    assert stripped == plain


def test_strangers_cannot_move_the_cursor() -> None:
    source = SourceText.of("a: \x1b[2J\u202e", "to\x1bwn.yaml")
    found = Diagnostic("KWX1201", Span(source, 3, 4), {"key": "\x1b[31m"}, fix="\x1b")
    text = render_text([found])
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_the_summary_counts() -> None:
    severities: tuple[Severity, ...] = ("error", "error", "warning")
    found = [Diagnostic("KWX1204", None, severity=severity) for severity in severities]
    assert summary(found) == "2 errors, 1 warning"
    assert summary(found, "zh") == "2 个错误，1 个警告"
    assert summary([]) == ""
