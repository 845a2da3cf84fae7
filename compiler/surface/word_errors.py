"""What is wrong with a run of characters that is no word of the language.

Loaded only when an expression has such a run. Each finding says what was found and, wherever one
can tell, what to write instead.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from ...runtime.tiles import KIND_COUNT, tile_glyph, tile_text, tile_zh
from ..diagnostics.report import Diagnostic
from .words import RESERVED, UNKNOWN, Lexicon, Word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..diagnostics.report import Value
    from ..source.text import Span

_OPERATORS: Final[Mapping[str, str]] = {
    # Other languages.
    "&&": "and", "&": "and", "||": "or", "|": "or", "!": "not", "~": "not", "^": "**",
    "<>": "!=", "===": "==", "!==": "!=", "=<": "<=", "=>": ">=", "is": "==", "null": "none",
    # Mathematics.
    "∧": "and", "∨": "or", "¬": "not", "≤": "<=", "≦": "<=", "⩽": "<=", "≥": ">=", "≧": ">=",
    "⩾": ">=", "≠": "!=", "×": "*", "÷": "//", "−": "-", "–": "-", "—": "-",
    "∈": "in", "∉": "not in",
    # Chinese.
    "且": "and", "并且": "and", "而且": "and", "和": "and", "或": "or", "或者": "or",
    "非": "not", "不是": "not", "等于": "==", "不等于": "!=", "大于": ">", "小于": "<",
    "大于等于": ">=", "小于等于": "<=", "真": "true", "假": "false", "无": "none",
}  # fmt: skip

_WIDE: Final = str.maketrans(
    {"、": ",", "【": "[", "】": "]", "〔": "(", "〕": ")", "《": "<", "》": ">", "。": "."}
    | {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
)
"""What is as wide as a Chinese character, and its ASCII twin."""

_OPENING_QUOTES: Final = "“‘「『”’」』"
_CODES: Final = {
    "=": "KWX2011", ":=": "KWX2011", "+=": "KWX2011", "-=": "KWX2011", "*=": "KWX2011",
    "/=": "KWX2011", "//=": "KWX2011", "%=": "KWX2011", "**=": "KWX2011",
    "/": "KWX2012", "#": "KWX2029", "?": "KWX2030", "??": "KWX2030",
}  # fmt: skip
_FIXES: Final = {"=": "==", "/": "//"}

_FRACTION: Final = re.compile(r"[0-9]*\.[0-9]+|[0-9]+\.|[0-9]+(?:\.[0-9]*)?[eE][0-9]*")
_NUMBER_LIKE: Final = re.compile(r"[0-9][0-9_]*|0[xX][0-9a-fA-F_]*|0[oObB][0-9_]*")
_TILE_LIKE: Final = re.compile(r"[0-9]+[psmz]")


def explain_word(words: Sequence[Word], number: int, lexicon: Lexicon) -> Diagnostic:
    """Say what is wrong with one of the words, which is `UNKNOWN`, and what to write instead."""
    word = words[number]
    run = word.text
    instead = _instead(run, lexicon)
    if instead is not None:
        code = "KWX2013" if instead == run.translate(_WIDE) else "KWX2010"
        return _say(code, word.span, fix=instead, found=run, instead=instead)
    if run[0] in _OPENING_QUOTES or "'" in run or '"' in run:
        return _explain_text(word)
    if run[0] == "." or run[-1] == "." or ".." in run:
        return _explain_dot(words, number)
    if run[0] in "0123456789":
        return _explain_number(word, lexicon)
    if re.match(r"\w", run):
        return _explain_name(word, lexicon)
    return _explain_sign(word)


def _say(code: str, span: Span, fix: str | None = None, **params: Value) -> Diagnostic:
    return Diagnostic(code, span, params, fix=fix)


def _instead(run: str, lexicon: Lexicon) -> str | None:
    """What certainly was meant, in the language's own spelling."""
    narrow = run.translate(_WIDE)
    if narrow.lower() in _OPERATORS:
        return _OPERATORS[narrow.lower()]
    if narrow != run and lexicon.type_of(narrow) != UNKNOWN:
        return narrow
    if lexicon.type_of(narrow.lower()) not in {UNKNOWN, "NAME"}:
        return narrow.lower()
    return _tile_names().get(run)


@cache
def _tile_names() -> Mapping[str, str]:
    """What people call tiles, and what the language does."""
    names: dict[str, str] = {"中": "7z", "发": "6z", "發": "6z", "發財": "6z", "白": "5z"}
    for kind in range(KIND_COUNT):
        text, spoken = tile_text(kind), tile_zh(kind)
        names[spoken] = names[tile_glyph(kind)] = text
        for usual, other in ("筒饼", "条索", "万萬"):
            if usual in spoken:
                names[spoken.replace(usual, other)] = text
                names[text[0] + usual] = names[text[0] + other] = text
    return names


def _explain_text(word: Word) -> Diagnostic:
    run = word.text
    if run[0] in _OPENING_QUOTES or run[:3] in {"'''", '"""'}:
        inside = run.strip(_OPENING_QUOTES + "\"'")
        return _say("KWX2022", word.span, found=run, instead=f"'{inside}'")
    if run[0] not in "\"'":
        prefix = re.split("[\"']", run)[0]
        return _say("KWX2024", word.span, found=run, prefix=prefix)
    if "\\" in run:
        return _say("KWX2023", word.span, found=run)
    return _say("KWX2021", word.span, found=run, quote=run[0])


def _explain_dot(words: Sequence[Word], number: int) -> Diagnostic:
    word = words[number]
    if _FRACTION.fullmatch(word.text):
        return _say("KWX2018", word.span, found=word.text)
    before = words[number - 1] if number else None
    if before and before.type in {"CLOSE", "LIST_CLOSE", "TEXT"} and word.text[0] == ".":
        return _say("KWX2028", word.span, found=word.text)
    return _say("KWX2027", word.span, found=word.text)


def _explain_number(word: Word, lexicon: Lexicon) -> Diagnostic:
    run = word.text
    if _FRACTION.fullmatch(run):
        return _say("KWX2018", word.span, found=run)
    if _TILE_LIKE.fullmatch(run):
        return _say("KWX2017", word.span, found=run)
    if _NUMBER_LIKE.fullmatch(run):
        digits = run.replace("_", "").lstrip("0") or "0"
        return _say("KWX2019", word.span, fix=digits if digits.isdigit() else None, found=run)
    if lexicon.type_of(run.split(".")[0]) == "TILE":
        return _say("KWX2028", word.span, found=run[run.index(".") :])
    return _say("KWX2020", word.span, found=run)


def _explain_name(word: Word, lexicon: Lexicon) -> Diagnostic:
    parts = word.text.split(".")
    if len(parts) == 1 and parts[0] in RESERVED:
        return _say("KWX2025", word.span, found=word.text)
    for part, span in zip(parts, word.parts, strict=True):
        if part in RESERVED:
            return _say("KWX2026", span, found=part, name=word.text)
        if lexicon.type_of(part) != "NAME":
            small = part.translate(_WIDE).lower()
            fix = small if lexicon.type_of(small) == "NAME" else None
            return _say("KWX2016", span, fix=fix, found=part)
    return _say("KWX2016", word.span, found=word.text)


def _explain_sign(word: Word) -> Diagnostic:
    run = word.text
    if run in _CODES:
        return _say(_CODES[run], word.span, fix=_FIXES.get(run), found=run)
    if run.isspace() or not any(map(str.isprintable, run)):
        return _say("KWX2014", word.span, found=f"U+{ord(run[0]):04X}")
    return _say("KWX2015", word.span, found=run)
