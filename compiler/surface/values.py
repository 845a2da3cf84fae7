"""Decoders of single values: numbers, truths, words, ids, texts, expressions and citations."""

from __future__ import annotations

import keyword
import re
import sys
from typing import TYPE_CHECKING

from ..diagnostics.report import Label
from ..meant import did_you_mean
from ..source.yaml_nodes import Scalar
from .decode import fields_of, list_of, report, scalar_of
from .expression import parse_expression
from .expressions import Name
from .keys import MAX_ID, MAX_INTEGER, MAX_NAME, MAX_TEXT, OPTION_PREFIX, WORDS
from .nodes import Basis, Located, Origin, Ref, Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .decode import At, Decoder, Fields
    from .expressions import Expr

INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
ID = re.compile(rf"[a-z][a-z0-9_]{{0,{MAX_ID - 1}}}")
_GOLDEN = re.compile(r"GT-[0-9]{1,4}")
_MOST_DIGITS = len(str(MAX_INTEGER))


def integer_between(low: int, high: int) -> Decoder[int]:
    """A decoder for whole numbers of a range."""

    def decode(at: At) -> int | None:
        scalar = scalar_of(at)
        return None if scalar is None else number(scalar, at, low, high)

    return decode


def number(scalar: Scalar, at: At, low: int, high: int) -> int | None:
    """A scalar as a whole number; anything YAML 1.1 would have taken for one is explained."""
    if scalar.style != "plain" or not INTEGER.fullmatch(scalar.text):
        not_a_number(scalar, at)
        return None
    digits = scalar.text
    value = int(digits) if len(digits.lstrip("-")) <= _MOST_DIGITS else None
    if value is None or not low <= value <= high:
        at.reader.sink.error("KWX2213", scalar.span, path=at.path, found=digits, low=low, high=high)
        return None
    return value


def not_a_number(scalar: Scalar, at: At) -> None:
    """Report a scalar that is no whole number, saying what YAML 1.1 would have read."""
    text = scalar.text
    extra: dict[str, str] = {}
    fix = None
    if scalar.style != "plain":
        if INTEGER.fullmatch(text.strip()):
            extra, fix = {"quoted": text.strip()}, text.strip()
    else:
        extra = _as_yaml11(text)
        value = extra.get("decimal") or extra.get("hexadecimal") or extra.get("binary")
        fix = value if value and INTEGER.fullmatch(value) else None
    report(at, "KWX2212", scalar.span, {"found": text, **extra}, fix)


def _as_yaml11(text: str) -> dict[str, str]:
    from .yaml11 import read_as_yaml11  # noqa: PLC0415 - only when something is wrong

    read = read_as_yaml11(text)
    return {} if read is None else {read[0]: read[1]}


def truth(at: At) -> bool | None:
    """`true` or `false`, in these letters only."""
    scalar = scalar_of(at)
    if scalar is None:
        return None
    if scalar.style == "plain" and scalar.text in {"true", "false"}:
        return scalar.text == "true"
    extra = _as_yaml11(scalar.text) if scalar.style == "plain" else {}
    fix = extra.get("bool") or (scalar.text if scalar.text in {"true", "false"} else None)
    report(at, "KWX2214", scalar.span, {"found": scalar.text, **extra}, fix)
    return None


def word_of(words: Sequence[str]) -> Decoder[str]:
    """A decoder for one of a closed set of words."""

    def decode(at: At) -> str | None:
        scalar = scalar_of(at)
        if scalar is None or scalar.text in words:
            return None if scalar is None else scalar.text
        close, fix = did_you_mean(scalar.text, words, sink=at.reader.sink)
        at.reader.sink.error(
            "KWX2215",
            scalar.span,
            fix=fix,
            path=at.path,
            found=scalar.text,
            close=close,
            words=", ".join(words),
        )
        return None

    return decode


def word_as_name(words: Sequence[str]) -> Decoder[Expr]:
    """The same for what stands where others write an expression."""
    read = word_of(words)

    def decode(at: At) -> Expr | None:
        word = read(at)
        return None if word is None else Name((word,), (at.node.span,), at.node.span)

    return decode


def word_or_option(words: Sequence[str]) -> Decoder[str]:
    """A decoder for such a word, or for an option that chooses one, as ``options.…``."""
    decode = word_of(words)

    def either(at: At) -> str | None:
        text = at.node.text if isinstance(at.node, Scalar) else ""
        option = text.removeprefix(OPTION_PREFIX)
        return text if option != text and ID.fullmatch(option) else decode(at)

    return either


def words_of(words: Sequence[str]) -> Decoder[tuple[str, ...]]:
    """A decoder for a list of different words of a closed set."""
    read = places_of(words)

    def decode(at: At) -> tuple[str, ...] | None:
        found = read(at)
        return None if found is None else tuple(ref.id for ref in found)

    return decode


def places_of(words: Sequence[str]) -> Decoder[tuple[Ref, ...]]:
    """The same with the place of each word."""
    return different(list_of(with_place(word_of(words))))


def with_place(decoder: Decoder[str]) -> Decoder[Ref]:
    """A decoder for the same, with the place where it stands."""

    def decode(at: At) -> Ref | None:
        value = decoder(at)
        return None if value is None else Ref(value, at.node.span)

    return decode


def repeats(refs: Sequence[Ref], at: At) -> bool:
    """Report every item that stands in a list for the second time; whether there is one."""
    first: dict[str, Ref] = {}
    found = False
    for ref in refs:
        before = first.setdefault(ref.id, ref)
        if before is not ref:
            found = True
            at.reader.sink.error(
                "KWX2218",
                ref.span,
                labels=(Label(before.span, "first"),),
                path=at.path,
                found=ref.id,
            )
    return found


def check_id(scalar: Scalar, at: At) -> Ref | None:
    """A scalar as an id: small letters, digits and `_`."""
    if ID.fullmatch(scalar.text):
        return Ref(scalar.text, scalar.span)
    suggestion = _as_id(scalar.text)
    at.reader.sink.error(
        "KWX2210",
        scalar.span,
        fix=suggestion or None,
        found=scalar.text,
        path=at.path,
        suggestion=suggestion,
        limit=MAX_ID,
    )
    return None


def _as_id(text: str) -> str:
    plain = re.sub(r"[\s\-.]+", "_", text.strip()).lower()[:MAX_ID]
    return plain if ID.fullmatch(plain) else ""


def identifier(at: At) -> Ref | None:
    """A decoder for an id that stands as a value."""
    scalar = scalar_of(at)
    return None if scalar is None else check_id(scalar, at)


def module_id(at: At) -> Ref | None:
    """A decoder for the id of a variant, which is the name of a Python module too."""
    ref = identifier(at)
    if ref is not None and (
        keyword.iskeyword(ref.id) or ref.id in sys.stdlib_module_names or ref.id == "kawuxing"
    ):
        at.reader.sink.error("KWX2275", ref.span, found=ref.id)
        return None
    return ref


def reference(at: At) -> Ref | None:
    """A decoder for what should be the id of something declared elsewhere.

    Whatever is written is taken: that nothing has this id says more than that it cannot be one.
    """
    scalar = scalar_of(at)
    return None if scalar is None else Ref(scalar.text, scalar.span)


def different(decoder: Decoder[tuple[Ref, ...]]) -> Decoder[tuple[Ref, ...]]:
    """A decoder for the same, but nothing twice."""

    def decode(at: At) -> tuple[Ref, ...] | None:
        found = decoder(at)
        return None if found is None or repeats(found, at) else found

    return decode


references = different(list_of(reference))
"""A decoder for a list of different references."""


def plain_text(limit: int = MAX_TEXT, *, one_line: bool = False) -> Decoder[str]:
    """A decoder for text of limited length."""

    def decode(at: At) -> str | None:
        scalar = scalar_of(at)
        if scalar is None:
            return None
        if one_line and scalar.text.splitlines() not in ([], [scalar.text]):
            at.reader.sink.error("KWX2276", scalar.span, path=at.path)
            return None
        if len(scalar.text) > limit:
            place = scalar.part(limit, len(scalar.text))
            size = len(scalar.text)
            at.reader.sink.error("KWX2216", place, path=at.path, length=size, limit=limit)
            return None
        return scalar.text

    return decode


def golden(at: At) -> str | None:
    """A decoder for the number of a golden test."""
    scalar = scalar_of(at)
    if scalar is None or _GOLDEN.fullmatch(scalar.text):
        return None if scalar is None else scalar.text
    at.reader.sink.error("KWX2223", scalar.span, path=at.path, found=scalar.text)
    return None


def both_languages(limit: int, *, one_line: bool = False) -> Decoder[Words]:
    """A decoder for ``{zh: …, en: …}``."""
    text = plain_text(limit, one_line=one_line)

    def decode(at: At) -> Words | None:
        fields = fields_of(at, WORDS)
        return None if fields is None else words_in(fields, text)

    return decode


def words_in(fields: Fields, text: Decoder[str]) -> Words | None:
    """The words of a mapping that has both languages, perhaps among other keys."""
    zh, en = fields.value("zh", text), fields.value("en", text)
    fields.need(*WORDS)
    return None if zh is None or en is None or not fields.sound else Words(zh, en)


name_words = both_languages(MAX_NAME, one_line=True)
_long_words = both_languages(MAX_TEXT)
long_text = plain_text(MAX_TEXT)


def words(at: At) -> Words | None:
    """A decoder for text for people: one string, or one for each language."""
    if not isinstance(at.node, Scalar):
        return _long_words(at)
    text = long_text(at)
    return None if text is None else Words(text, text)


def expression(at: At) -> Expr | None:
    """A decoder for an expression."""
    scalar = scalar_of(at)
    return None if scalar is None else parse_expression(scalar.text, scalar.part, at.reader.sink)


def formula(fields: Fields, key: str) -> Located[Expr] | None:
    """The expression under a key."""
    return fields.get(key, expression)


_UNASSUMED = ("assumptions", "examples", "excused")
"""Where clauses are named, and nothing can be assumed instead."""


def _clause(at: At) -> Ref | None:
    scalar = scalar_of(at)
    if scalar is None:
        return None
    if scalar.text not in at.reader.clauses:
        close, fix = did_you_mean(scalar.text, at.reader.clauses, sink=at.reader.sink)
        params = {"found": scalar.text, "close": close}
        params["grounds"] = "" if at.path.startswith(_UNASSUMED) else "assumed"
        report(at, "KWX2220", scalar.span, params, fix)
        return None
    return Ref(scalar.text, scalar.span)


_clauses = list_of(_clause)


def cites(at: At) -> tuple[Ref, ...] | None:
    """A decoder for the clauses on which something rests: one id, or a list of different ones."""
    if isinstance(at.node, Scalar):
        clause = _clause(at)
        return None if clause is None else (clause,)
    found = _clauses(at)
    if found is not None and not found:
        at.reader.sink.error("KWX2206", at.node.span, path=at.path)
        return None
    return None if found is None or repeats(found, at) else found


def basis(fields: Fields) -> Located[Basis] | None:
    """What `cite` and `assumed` of a mapping say together; None when neither is written."""
    cited, assumed = fields.get("cite", cites), fields.get("assumed", words)
    found = cited or assumed
    if found is None:
        return None
    return Located(
        Basis(cited.value if cited else (), assumed.value if assumed else None),
        Origin(found.origin.span),
    )
