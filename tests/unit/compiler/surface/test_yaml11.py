"""What YAML 1.1 reads, held against a parser that reads it."""

from __future__ import annotations

import datetime
import math

import pytest
import yaml

from kawuxing.compiler.surface.yaml11 import read_as_yaml11

TEXT = """
no No NO yes on off true True FALSE ~ null Null 010 0755 -010 0 -0 -17 +5 8 1_000 0x10 -0x1F 0b101
12:30 1:30:15 -1:30 1.10 .5 -1.5e+3 1. .inf -.inf .nan 2024-01-01 08 09 0o17 1e3 12:75 a:b 5p 7z
none word under_score 1_000.5 0x 0b 1__0 １ 三 T y n 1-2 S0-065 GT-31 - 1,000 0.10.1
"""
WORDS = TEXT.split()


@pytest.mark.parametrize("word", WORDS)
def test_it_reads_what_a_yaml_1_1_parser_reads(word: str) -> None:
    value = yaml.safe_load(word) if word != "-" else "-"
    read = read_as_yaml11(word)
    match value:
        case None:
            assert read == ("null", "null")
        case bool():
            assert read == ("bool", str(value).lower())
        case int():
            assert read is not None
            assert read[0] in {"binary", "octal", "hexadecimal", "sixty", "decimal"}
            assert int(read[1]) == value
        case float():
            assert read is not None
            assert read[0] == "fraction"
            assert float(read[1]) == value or math.isnan(value)
        case datetime.date():
            assert read == ("date", word)
        case _:
            assert read is None


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("010", "octal"),
        ("0b11", "binary"),
        ("0x1f", "hexadecimal"),
        ("12:30", "sixty"),
        ("1_0", "decimal"),
    ],
)
def test_it_knows_how_a_number_is_written(word: str, kind: str) -> None:
    read = read_as_yaml11(word)
    assert read is not None
    assert read[0] == kind


def test_a_long_row_of_digits_costs_nothing() -> None:
    assert read_as_yaml11("9" * 100_000) is None
