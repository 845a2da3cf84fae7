"""What the canonical form looks like, rule by rule."""

from __future__ import annotations

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.format.canonical import canonical
from kawuxing.compiler.source.limits import MAX_BYTES
from kawuxing.compiler.source.text import SourceText
from kawuxing.compiler.surface import keys

HEAD = "kawuxing: 1\n"


def formatted(text: str) -> str:
    sink = Sink()
    found = canonical(SourceText.of(text), sink)
    assert sink.diagnostics == ()
    assert found is not None
    return found


def body(text: str) -> str:
    """A formatted file without its first line."""
    found = formatted(HEAD + text)
    assert found.startswith(HEAD)
    return found[len(HEAD) :]


def test_keys_stand_in_the_order_of_the_language() -> None:
    turned = "".join(
        f"{key}: x\n" for key in reversed(keys.TOP) if key not in ("kawuxing", "define")
    )
    lines = formatted(turned + "kawuxing: 1\nother: x\nanother: x\n").split("\n")
    found = [line.partition(":")[0] for line in lines if line]
    assert found == [*(key for key in keys.TOP if key != "define"), "other", "another"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "fans: {b: {cite: A, when: x, times: 2}, a: {note: n, removed: true}}",
            "\nfans:\n  b: {times: 2, when: x, cite: A}\n  a: {removed: true, note: n}\n",
        ),
        (
            "cap: [{at: 1, id: z, when: x}, {at: 2, id: a}]",
            "\ncap:\n  - {id: z, when: x, at: 1}\n  - {id: a, at: 2}\n",
        ),
        (
            "pay: {kong: {x: {pay: 1, before: y}}, win: {z: removed}}",
            "\npay:\n  win:\n    z: removed\n  kong:\n    x: {before: y, pay: 1}\n",
        ),
        (
            "options: {b: {accepts: {none: true, to: 9, from: 1}, default: 8}}",
            "\noptions:\n  b:\n    default: 8\n    accepts: {from: 1, to: 9, none: true}\n",
        ),
    ],
)
def test_ids_and_rows_stay_in_order(before: str, after: str) -> None:
    assert body(before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("when: (a)and  not(b)", "when: a and not b"),
        ('when: "(1) < 2"', "when: 1 < 2"),
        ("times: 0 + 2*( 3 )", "times: 0 + 2 * 3"),
        ("when: |\n      a\n      and b", "when: a and b"),
        ("when: \"'w' == options.o\"", "when: \"'w' == options.o\""),
        ("when: True", "when: true"),
    ],
)
def test_expressions_are_printed_in_the_one_way(before: str, after: str) -> None:
    assert body(f"fans:\n  f:\n    {before}\n    name: {{zh: a, en: b}}\n") == (
        f"\nfans:\n  f:\n    name: {{zh: a, en: b}}\n    {after}\n"
    )


def test_an_expression_that_would_grow_too_long_stays_as_it_is() -> None:
    text = f"win.rank in[{','.join(['1000000'] * 240)}]"
    assert len(text) < 2000 < len(text.replace(",", ", "))
    word, rest = text.split(" ")
    assert body(f"define:\n  x: {text}") == f"\ndefine:\n  x: >-\n    {word}\n    {rest}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'plain'", "plain"),
        ('"a: b"', '"a: b"'),
        ("'a: b'", '"a: b"'),
        ("'say \"a: b\"'", "'say \"a: b\"'"),
        ('"it\'s: so"', '"it\'s: so"'),
        ('"it\'s: \\"so\\""', "'it''s: \"so\"'"),
        ("'# no comment'", '"# no comment"'),
        ("'a #b'", '"a #b"'),
        ("'a#b'", "a#b"),
        ("'- a'", '"- a"'),
        ("'-a'", "-a"),
        ("'[a] b'", '"[a] b"'),
        ("'a [b]'", "a [b]"),
        ("'a, b'", "a, b"),
        ("' a '", '" a "'),
        ('"a\\tb"', '"a\\tb"'),
        ("'only 5筒：456筒'", "only 5筒：456筒"),
        ("12", '"12"'),
        ("'12'", '"12"'),
        ("no", '"no"'),
        ("2001-01-01", '"2001-01-01"'),
        ("removed", "removed"),
        ("'removed'", '"removed"'),
        ("a\n b", "a b"),
        ("'a\n\n b'", "|-\n  a\n  b"),
        (">\n   a\n   b", "|\n  a b"),
        ("|-\n   a\n\n   b", "|-\n  a\n\n  b"),
        ("|-\n   a\n     b", '"a\\n  b"'),
        ("|+\n   a\n", '"a\\n\\n"'),
    ],
)
def test_text_has_quotes_only_where_it_needs_them(before: str, after: str) -> None:
    assert body(f"note: {before}\n") == f"note: {after}\n"


@pytest.mark.parametrize("value", ["8", "'8'", "true", '"true"', "none", "'none'", "plain"])
def test_a_value_keeps_quotes_that_change_it(value: str) -> None:
    after = value.replace("'", '"')
    assert body(f"options: {{cap: {{default: {value}}}}}") == (
        f"\noptions:\n  cap: {{default: {after}}}\n"
    )


def test_a_wide_blank_at_the_end_of_a_value_stays() -> None:
    text = "\noptions:\n  cap:\n    default: a\u3000\n"
    assert body(text) == text


def test_quotes_decide_what_is_removed() -> None:
    text = '\ndefine:\n  a: removed\n  b: "removed"\n'
    assert body(text) == text


def test_tiles_of_a_hand_always_have_quotes() -> None:
    assert body("examples: [{hand: 55p+5p, id: a, expect: {waits: ['5p']}}]") == (
        '\nexamples:\n  - id: a\n    hand: "55p+5p"\n    expect: {waits: [5p]}\n'
    )


WORDS = "word " * 15
LONG = f"{WORDS}the last words"


def test_what_fits_stands_on_a_line() -> None:
    fitting = f"name: {{zh: 名, en: {'x' * 80}}}\n"
    assert len(fitting) == 100
    assert body(fitting) == fitting
    wider = fitting.replace("x}", "xx}")
    assert body(wider) == f"name:\n  zh: 名\n  en: {'x' * 81}\n"


def test_a_long_line_is_broken_at_its_blanks() -> None:
    assert len(f"note: {LONG} {WORDS}") > 100
    assert body(f"note: {LONG} {WORDS}\n") == (f"note: >-\n  {LONG} word\n  {'word ' * 13}word\n")


def test_chinese_is_not_broken_and_counts_double() -> None:
    long = "番" * 60
    assert body(f"note: {long}\n") == f"note: {long}\n"
    name = f"name: {{zh: {'番' * 40}, en: b}}\n"
    assert len(name) < 70
    assert body(name) == f"name: {{zh: {'番' * 40}, en: b}}\n"
    assert body(name.replace("b}", "bbb}")) == f"name:\n  zh: {'番' * 40}\n  en: bbb\n"


def test_paragraphs_that_do_not_fit_are_folded() -> None:
    text = f"note: |\n  {LONG} {WORDS}word\n  short\n"
    assert body(text) == f"note: >\n  {LONG} word\n  {'word ' * 14}word\n\n  short\n"


def test_what_needs_quotes_only_between_brackets_stands_on_its_line() -> None:
    assert body("name: {zh: 名, en: 'a, b'}") == "name:\n  zh: 名\n  en: a, b\n"
    assert body("name: {zh: 名, en: 'a: b'}") == 'name: {zh: 名, en: "a: b"}\n'


def test_items_of_a_list_are_written_alike() -> None:
    rows = "cap:\n  - id: a\n    when: max(1, 2) == 2\n    at: 1\n  - {id: b, at: 2}\n"
    assert body(rows) == (
        "\ncap:\n  - id: a\n    when: max(1, 2) == 2\n    at: 1\n  - id: b\n    at: 2\n"
    )


def test_one_clause_needs_no_list() -> None:
    assert body("table: {cite: [A]}") == "\ntable:\n  cite: A\n"
    assert body("table: {cite: [A, B]}") == "\ntable:\n  cite: [A, B]\n"
    text = "\ntable:\n  cite:\n    - A  # why\n"
    assert body(text) == text


def test_nothing_stays_nothing() -> None:
    assert body("fans: {}\ncap: [ ]\nname:\nnote: ''\n") == (
        'name:\nnote: ""\n\nfans: {}\n\ncap: []\n'
    )


def test_what_is_not_of_the_language_stays_too() -> None:
    assert body("other: [[a, b], {}]") == "other:\n  - [a, b]\n  - {}\n"
    text = "other:\n  - - a\n    - b: {c: d}\n  - - {}\n"
    assert body(text) == text
    assert body("'a b': 1\n'<<': 2\n'a,b': 3\n") == 'a b: 1\n"<<": 2\n"a,b": 3\n'


@pytest.mark.parametrize("depth", [1, 40, 60])
def test_depth_does_not_matter(depth: int) -> None:
    text = body(f"x: {'[' * depth}{']' * depth}")
    assert text.count("-") == max(0, depth - 2 + (depth > 50))
    assert body(text) == text


def test_a_key_of_any_length_is_read_again() -> None:
    long = "k" * 2000
    text = f"\nexamples:\n  - options:\n      ? {long}\n      : 1  # c\n"
    assert body(f"examples: [options: {{? {long} # c\n : 1}}]") == text
    text = f"x:\n  # c\n  ? {long}\n  :\n    - {{}}\n    # d\n"
    assert body(text) == text


def test_line_ends_directives_and_marks_go() -> None:
    assert (
        formatted("%YAML 1.1\r\n--- # a\r\nkawuxing: 1\r\n...\r\n# b") == "# a\nkawuxing: 1\n# b\n"
    )


def test_blank_lines_are_the_authors_but_for_sections() -> None:
    text = (
        "variant: a\n\n\nname: {zh: a, en: b}\nfans:\n\n  a: removed\n\n\n  b: removed\ncap: {}\n"
    )
    assert body(text) == (
        "variant: a\n\nname: {zh: a, en: b}\n\nfans:\n  a: removed\n\n  b: removed\n\ncap: {}\n"
    )


def test_a_file_that_would_become_too_large_is_refused() -> None:
    rows = ",".join(["a"] * 10_000)
    text = f"{HEAD}x: {{{','.join(f'k{n}: [{rows}]' for n in range(4))}}}\n"
    text += f"note: {'n' * (MAX_BYTES - len(text) - 7)}\n"
    sink = Sink()
    assert canonical(SourceText.of(text), sink) is None
    assert [found.code for found in sink.diagnostics] == ["KWX1001"]
