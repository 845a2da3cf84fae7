"""What a comment is about, and where it goes."""

from __future__ import annotations

import pytest

from .test_canonical import body, formatted


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # behind something
        ("note: a # c", "note: a  # c\n"),
        ("note: # c\n  a", "note: a  # c\n"),
        ("name: {en: b, zh: a} # c", "name: {zh: a, en: b}  # c\n"),
        ("name: # c\n  zh: a\n  en: b", "name: {zh: a, en: b}  # c\n"),
        ("note: | # c\n  a\n  b", "note: |-  # c\n  a\n  b\n"),
        ("note: 'a\n  b' # c", "note: a b  # c\n"),
        ("note: # a\n  b # c", "# a\nnote: b  # c\n"),
        ("note: # a\n  # b\n  c", "# a\n# b\nnote: c\n"),
        ("note: # c", "note:  # c\n"),
        ("? note # a\n: # b\n  c # d", "# a\n# b\nnote: c  # d\n"),
        # between brackets
        ("name: {zh: a, # c\n  en: b}", "name:\n  zh: a  # c\n  en: b\n"),
        ("name: {zh: a, en: b # c\n  }", "name:\n  zh: a\n  en: b  # c\n"),
        ("name: {zh: a,\n  # c\n  en: b}", "name:\n  zh: a\n  # c\n  en: b\n"),
        ("name: {zh: a, en: b\n  # c\n  }", "name:\n  zh: a\n  en: b\n  # c\n"),
        ("name: { # c\n  zh: a, en: b}", "name: {zh: a, en: b}  # c\n"),
        ("name: { # c\n  zh: a, en: b} # d", "# c\nname: {zh: a, en: b}  # d\n"),
        ("x: [a, # c\n  b,\n  # d\n  ]", "x:\n  - a  # c\n  - b\n  # d\n"),
        ("x: { # c\n  }", "x: {}  # c\n"),
        ("x: {\n  # c\n  }", "# c\nx: {}\n"),
        # on a line of its own
        ("# c\nnote: a", "# c\nnote: a\n"),
        ("note:\n  # c\n  a", "# c\nnote: a\n"),
        ("name:\n  # c\n  {zh: a, en: b}", "# c\nname: {zh: a, en: b}\n"),
        ("name:\n# c\n  zh: a\n  en: b", "name:\n  # c\n  zh: a\n  en: b\n"),
        ("name:\n  zh: a\n# c\n  en: b", "name:\n  zh: a\n  # c\n  en: b\n"),
        ("name:\n  zh: a\n  en: b\n  # c\nnote: d", "name:\n  zh: a\n  en: b\n  # c\nnote: d\n"),
        ("name:\n  zh: a\n  en: b\n # c\nnote: d", "name: {zh: a, en: b}\n# c\nnote: d\n"),
        ("name:\n  zh: a\n  en: b\n# c\nnote: d", "name: {zh: a, en: b}\n# c\nnote: d\n"),
        ("x:\n- a\n# c\n- b\n# d\ny: e", "x:\n  - a\n  # c\n  - b\n# d\ny: e\n"),
        ("x:\n  - a\n  # c\ny: e", "x:\n  - a\n  # c\ny: e\n"),
        # of items that are mappings
        ("x:\n  - # c\n    a: 1", "x:\n  # c\n  - {a: 1}\n"),
        ("x:\n  - {a: 1} # c", "x:\n  - {a: 1}  # c\n"),
        ("x:\n  - {a: {b: 1}} # c", "x:\n  # c\n  - a: {b: 1}\n"),
        ("x:\n- - [[a], b] # c\n  - d\n- e", "x:\n  # c\n  - - - [a]\n      - b\n    - d\n  - e\n"),
        ("x:\n  - # c\n  - a", "x:\n  -  # c\n  - a\n"),
        ("x:\n  - a: 1 # c\n    b: 2", "x:\n  - a: 1  # c\n    b: 2\n"),
        ("x:\n  - a: 1\n    # c\n    b: 2\n    # d", "x:\n  - a: 1\n    # c\n    b: 2\n    # d\n"),
        # no comments
        ("note: a#b", "note: a#b\n"),
        ("note: |\n  # a\n  b", "note: |-\n  # a\n  b\n"),
    ],
)
def test_comments_stay_with_what_they_are_about(before: str, after: str) -> None:
    assert body(before) == after
    assert body(after) == after


def test_comments_move_with_their_keys() -> None:
    text = "cap:\n  - at: 1 # a\n    # when\n    when: x\n    # id\n    id: y # i\n  # end\n"
    assert body(text) == (
        "\ncap:\n  # id\n  - id: y  # i\n    # when\n    when: x\n    at: 1  # a\n  # end\n"
    )


def test_what_stands_at_the_top_stays_there() -> None:
    text = "# a\n\n#   b\n\nvariant: x # v\n# k\nkawuxing: 1\n"
    assert formatted(text) == "# a\n\n#   b\n\n# k\nkawuxing: 1\nvariant: x  # v\n"


def test_the_end_of_the_file() -> None:
    text = "\nfans:\n  a:\n    name: {zh: a, en: b}\n    # in a\n  # in fans\n# of the file\n"
    assert body(text) == text
    assert formatted("{kawuxing: 1} # c\n# d") == "kawuxing: 1\n# c\n# d\n"


def test_blank_lines_around_comments() -> None:
    text = (
        "\n# about fans\n\nfans:\n  # a\n\n  # b\n  x: removed\n\n  # at the end\n\n# y\ncap: {}\n"
    )
    assert body(text) == text


def test_a_section_has_its_blank_line_above_its_comments() -> None:
    assert body("variant: a\n# b\nfans: {}\n") == "variant: a\n\n# b\nfans: {}\n"
