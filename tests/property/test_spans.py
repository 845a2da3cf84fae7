"""Every decoded character knows its place, however the scalar is written and whatever is around it.

The documents are built character by character, noting where each decoded character is put, so the
expected places owe nothing to the code under test.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from kawuxing.compiler.diagnostics.render_github import render_github
from kawuxing.compiler.diagnostics.render_json import render_json
from kawuxing.compiler.diagnostics.render_sarif import sarif
from kawuxing.compiler.diagnostics.render_text import render_text
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.source.files import decode
from kawuxing.compiler.source.text import SourceText
from kawuxing.compiler.source.yaml_nodes import Mapping, Node, Scalar, Sequence, read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

WORD = st.text(st.sampled_from("abz09+*()=._/中随州龍🀄🀇🀙é"), min_size=1, max_size=6)
QUOTABLE = st.text(st.sampled_from("abz09+*()=._/中随🀄#:-?!&%@`[]{},|>"), min_size=1, max_size=6)
BLANKS = st.sampled_from(["", " ", "  ", " \t"])


@dataclass
class Writer:
    """A document in the making; knows where it put each decoded character."""

    line_break: str
    indent: str = ""
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    decoded: list[tuple[str, int, int]] = field(default_factory=list)

    def put(self, source: str) -> None:
        self.pieces.append(source)
        self.size += len(source)

    def char(self, decoded: str, source: str) -> None:
        self.decoded.append((decoded, self.size, self.size + len(source)))
        self.put(source)

    def word(self, text: str) -> None:
        for char in text:
            self.char(char, char)

    def fold(self, before: str, empty_lines: int, after: str) -> None:
        """Break the line inside a flow scalar: a space, or as many breaks as lines are empty."""
        run_start = self.size
        self.put(before)
        first = self.size
        self.put(self.line_break)
        if not empty_lines:
            width = len(self.line_break) if first == run_start else 1
            self.decoded.append((" ", run_start, run_start + width))
        for _ in range(empty_lines):
            self.char("\n", self.line_break)
        self.put(self.indent + after)

    @property
    def text(self) -> str:
        return "".join(self.pieces)


def write_spaces(draw: st.DrawFn, out: Writer) -> None:
    """What stands between two words: blanks, or a fold."""
    if draw(st.booleans()):
        out.word(draw(st.sampled_from([" ", "  ", " \t "])))
    else:
        out.fold(draw(BLANKS), draw(st.integers(0, 2)), draw(st.sampled_from(["", " ", "  "])))


def write_plain(draw: st.DrawFn, out: Writer) -> None:
    words = draw(st.lists(WORD, min_size=1, max_size=5))
    out.word("w" + words[0])
    for word in words[1:]:
        write_spaces(draw, out)
        out.word("w" + word)


def write_single(draw: st.DrawFn, out: Writer) -> None:
    out.put("'")
    for number, word in enumerate(draw(st.lists(QUOTABLE, max_size=5))):
        if number:
            write_spaces(draw, out)
        out.word(word)
        if draw(st.booleans()):
            out.char("'", "''")
    out.put("'")


def escaped(char: str) -> list[str]:
    forms = [f"\\U{ord(char):08X}"]
    if ord(char) <= 0xFFFF:
        forms.append(f"\\u{ord(char):04x}")
    if ord(char) <= 0xFF:
        forms.append(f"\\x{ord(char):02X}")
    named = {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\n": "\\n", "/": "\\/", " ": "\\ "}
    return [*forms, named[char]] if char in named else forms


def write_double(draw: st.DrawFn, out: Writer) -> None:
    out.put('"')
    for number, word in enumerate(draw(st.lists(QUOTABLE, max_size=5))):
        if number:
            write_spaces(draw, out)
        for char in word + draw(st.sampled_from(["", '"', "\\", "\t", "\n", "/", " "])):
            must = char in '"\\\t\n '
            forms = escaped(char) if must or draw(st.booleans()) else [char]
            out.char(char, draw(st.sampled_from(forms)))
        if draw(st.booleans()):
            out.put("\\" + out.line_break + out.indent)
            out.char("j", "j")
    out.put('"')


def write_block(draw: st.DrawFn, out: Writer, parent: int, sign: str) -> None:
    """A block scalar; lines that begin with a space need an explicit indentation to be first."""
    step = len(out.indent) - parent
    lines = draw(st.lists(st.one_of(QUOTABLE, st.just("")), max_size=6))
    lines = [draw(st.sampled_from(["", "", " ", "\t"])) + line if line else "" for line in lines]
    first = next((line for line in lines if line), "")
    explicit = first.startswith((" ", "\t")) or draw(st.booleans())
    chomp = draw(st.sampled_from(["", "-", "+"]))
    digit = str(step) if explicit else ""
    header = chomp + digit if draw(st.booleans()) else digit + chomp
    out.put(sign + header + draw(st.sampled_from(["", "  ", " # 注 🀄"])) + out.line_break)
    breaks: list[int] = []
    last = ""
    for line in lines:
        if line:
            write_joint(out, breaks, sign == ">" and folds(last, line))
            breaks, last = [], line
            out.put(out.indent)
            out.word(line)
        elif draw(st.booleans()):
            out.put(out.indent[: draw(st.integers(0, len(out.indent)))])
        breaks.append(out.size)
        out.put(out.line_break)
    kept = {"-": 0, "": 1 if last else 0, "+": len(breaks)}[chomp]
    out.decoded += [("\n", at, at + len(out.line_break)) for at in breaks[:kept]]


def folds(last: str, line: str) -> bool:
    return bool(last) and not last.startswith((" ", "\t")) and not line.startswith((" ", "\t"))


def write_joint(out: Writer, breaks: list[int], folded: bool) -> None:
    width = len(out.line_break)
    if folded and len(breaks) == 1:
        out.decoded.append((" ", breaks[0], breaks[0] + width))
    else:
        out.decoded += [("\n", at, at + width) for at in breaks[1 if folded else 0 :]]


STYLES = ("plain", "single", "double", "literal", "folded")


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, str, Writer, int]:
    """A document whose last scalar but one is the one to look at; its text, style and depth."""
    out = Writer(draw(st.sampled_from(["\n", "\r\n"])))
    if draw(st.booleans()):
        out.put("\ufeff")
    prefix = [
        "# 注释 🀄🀄",
        "名字: 随州 🀇",
        "",
        "other: {a: 'b c', 键: [1, 2]}",
        "#\tx",
        'q: "中\\u4e2d"',
    ]
    for line in draw(st.lists(st.sampled_from(prefix), max_size=4, unique=True)):
        out.put(line + out.line_break)
    depth, step = draw(st.integers(0, 3)), draw(st.integers(1, 4))
    for level in range(depth):
        out.put(" " * (level * step) + draw(st.sampled_from(["外", "k", "🀄"])) + f"{level}:")
        out.put(out.line_break)
    out.put(" " * (depth * step) + draw(st.sampled_from(["target", "目标", "'q k'"])) + ":")
    out.put(draw(st.sampled_from([" ", "  "])))
    style = draw(st.sampled_from(STYLES))
    out.indent = " " * (depth * step + draw(st.integers(1, 4)))
    match style:
        case "plain":
            write_plain(draw, out)
        case "single":
            write_single(draw, out)
        case "double":
            write_double(draw, out)
        case _:
            write_block(draw, out, depth * step, "|" if style == "literal" else ">")
    if style in {"plain", "single", "double"}:
        out.put(draw(st.sampled_from(["", "  # 注"])) + out.line_break)
    out.put("last: 1" + draw(st.sampled_from(["", out.line_break])))
    return out.text, style, out, depth


def target(node: Node | None, depth: int) -> Scalar:
    """The value of the last entry that is not ``last``, as deep as it was put."""
    for level in range(depth + 1):
        assert isinstance(node, Mapping)
        entries = [entry for entry in node.entries if entry.key.text != "last"]
        node = entries[-1].value
        assert level <= depth
    assert isinstance(node, Scalar)
    return node


@pytest.fixture(params=[True, False], ids=["libyaml", "pure"])
def _parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml, "__with_libyaml__", request.param and yaml.__with_libyaml__)


RELAXED = settings(
    deadline=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.mark.usefixtures("_parser")
@RELAXED
@given(documents(), st.data())
def test_a_part_of_a_scalar_is_found_where_it_was_written(
    document: tuple[str, str, Writer, int], data: st.DataObject
) -> None:
    text, style, written, depth = document
    assume(yaml.__with_libyaml__ or style != "plain" or "\t" not in text)  # it knows no tabs there
    sink = Sink()
    scalar = target(read_yaml(SourceText.of(text), sink), depth)
    assert not sink.diagnostics
    assert (scalar.text, scalar.style) == ("".join(char for char, _, _ in written.decoded), style)
    if not scalar.text:
        return
    first = data.draw(st.integers(0, len(scalar.text) - 1))
    last = data.draw(st.integers(first, len(scalar.text) - 1))
    part = scalar.part(first, last + 1)
    assert (part.start, part.end) == (written.decoded[first][1], written.decoded[last][2])
    assert scalar.part(first, first).start == written.decoded[first][1]
    end = scalar.part(len(scalar.text), len(scalar.text)).start
    quoted = style in {"single", "double"}
    assert end == (scalar.span.end - 1 if quoted else written.decoded[-1][2])
    assert scalar.span.start <= part.start


YAMLISH = st.text(st.sampled_from("ab中🀄:-[]{}'\"|>&*!%@#?,<\\x0\n\r\t  "), max_size=60)
LINES = st.lists(
    st.sampled_from(
        [
            "a: b",
            "  c: 'd",
            "e'",
            "- f",
            "  - g: >-",
            "    h",
            "\ti",
            "j: [k,",
            "l: m}",
            "? n",
            "中： x",
            "a: |2+",
            "   x",
            "",
            "--- # y",
            "...",
            "k: &a",
            "  <<: *a",
            'z: "\\u4e',
            "2d\\",
            '  q"',
            "!t x: y",
        ]
    ),
    max_size=8,
).map("\n".join)


def scalars(node: Node) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case Mapping(entries):
            for entry in entries:
                yield entry.key
                yield from scalars(entry.value)
        case Sequence(items):
            for item in items:
                yield from scalars(item)


def check_anything(text: str) -> None:
    """Whatever the text: a node or an error, exact maps, and reports that can be shown."""
    source, sink = SourceText.of(text), Sink()
    node = read_yaml(source, sink)
    assert node is not None or sink.failed
    for scalar in [] if node is None else scalars(node):
        assert len(scalar.offsets) == len(scalar.text) + 1
        inner = list(scalar.offsets[:-1])
        assert inner == sorted(set(inner)), "the map of a scalar is not exact"
        assert 0 <= scalar.span.start <= scalar.span.end <= len(text)
    found = sink.diagnostics
    for diagnostic in found:
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
    shown = render_text(found) + render_github(found, "zh") + render_json(found) + str(sarif(found))
    shown.encode("utf-8")


@pytest.mark.usefixtures("_parser")
@RELAXED
@example("&0:0")  # the name of an anchor ends before a colon, and the value begins with it
@given(st.one_of(YAMLISH, LINES))
def test_texts_that_look_like_yaml_never_break_the_reader(text: str) -> None:
    check_anything(text)


@RELAXED
@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    check_anything(text)


@RELAXED
@given(st.binary(max_size=60))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    sink = Sink()
    source = decode(data, "fuzz.yaml", sink)
    assert (source is None) == sink.failed
    if source is not None:
        check_anything(source.text)
