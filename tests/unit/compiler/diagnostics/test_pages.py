"""Every code has a page, every page a code, and both languages say the same."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.diagnostics import catalogue
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.source.text import SourceText
from kawuxing.compiler.source.yaml_nodes import read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

CODE = re.compile(r"KWX\d{4}")
CODES = catalogue.all_codes()
HEADINGS = {
    "en": ["What", "Why", "Example", "Instead"],
    "zh": ["是什么", "为什么", "例子", "改法"],
}
LANGS: tuple[catalogue.Lang, ...] = ("en", "zh")


def modules(folder: Traversable) -> Iterator[str]:
    for child in folder.iterdir():
        if child.is_dir():
            yield from modules(child)
        elif child.name.endswith(".py"):
            yield child.read_text(encoding="utf-8")


@cache
def nodes(package: str) -> tuple[ast.Call | ast.Constant, ...]:
    """The calls and literals in a package's modules."""
    return tuple(
        node
        for text in modules(resources.files(package))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call | ast.Constant)
    )


def literals(package: str) -> set[str]:
    """The codes that occur as whole strings in a package's modules."""
    return {
        node.value
        for node in nodes(package)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and CODE.fullmatch(node.value)
    }


def reports() -> Iterator[tuple[str, set[str]]]:
    """The calls that report a code, with the names of the values they give."""
    for node in nodes("kawuxing.compiler"):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        code, names = node.args[0], {keyword.arg for keyword in node.keywords}
        is_code = isinstance(code, ast.Constant) and CODE.fullmatch(str(code.value))
        is_call = isinstance(node.func, ast.Attribute) and node.func.attr != "__init__"
        if is_code and None not in names and is_call:  # an exception is given them all in one
            yield ast.literal_eval(code), {name for name in names if name}


def front(code: str) -> catalogue.Entry:
    entry = catalogue.load_entry(code)
    assert entry is not None
    return entry


def test_every_code_of_the_compiler_has_a_page() -> None:
    assert sorted(literals("kawuxing.compiler") - set(CODES)) == []


def test_no_page_is_unused() -> None:
    used = literals("kawuxing.compiler") | literals("kawuxing.runtime")
    assert sorted(set(CODES) - used) == []


def test_what_a_message_needs_is_given_wherever_it_is_reported() -> None:
    found = list(reports())
    assert len(found) > 10
    missing = [
        (code, name)
        for code, given in found
        if code in CODES
        for name in catalogue.fields(front(code).text("message", "en"))
        if name not in given
    ]
    assert missing == []


@pytest.mark.parametrize("code", CODES)
def test_both_languages_say_the_same(code: str) -> None:
    texts = front(code).texts
    assert {"title.en", "title.zh", "message.en", "message.zh"} <= set(texts)
    stems = {key.rpartition(".")[0] for key in texts}
    for stem in stems:
        english, chinese = texts[f"{stem}.en"], texts[f"{stem}.zh"]
        assert english, stem
        assert re.search("[\u4e00-\u9fff]", chinese), stem
        assert set(catalogue.fields(english)) == set(catalogue.fields(chinese)), stem
    assert not re.search("[\u4e00-\u9fff]", texts["message.en"])


@pytest.mark.parametrize("code", CODES)
def test_a_page_has_its_four_parts_in_both_languages(code: str) -> None:
    for lang in LANGS:
        text = catalogue.page(code, lang)
        assert text is not None
        assert re.findall("^## (.*)$", text, re.MULTILINE) == HEADINGS[lang]
        parts = re.split("^## .*$", text, flags=re.MULTILINE)[1:]
        assert all(part.strip() for part in parts)


def block(code: str, lang: catalogue.Lang, heading: str) -> str | None:
    text = catalogue.page(code, lang) or ""
    found = re.search(rf"^## {heading}\n\n```yaml\n(.*?)\n```", text, re.MULTILINE | re.DOTALL)
    return found[1] + "\n" if found else None


def found_in(text: str) -> set[str]:
    sink = Sink()
    read_yaml(SourceText.of(text), sink)
    return {found.code for found in sink.diagnostics}


YAML_CODES = [
    code
    for code in CODES
    if code.startswith("KWX1") and "…" not in (block(code, "en", "Example") or "…")
]


def test_enough_pages_have_an_example_to_try() -> None:
    assert len(YAML_CODES) > 20


@pytest.mark.parametrize("code", YAML_CODES)
def test_the_example_has_the_error_and_its_mended_form_has_none(code: str) -> None:
    for lang in LANGS:
        example, instead = (block(code, lang, HEADINGS[lang][part]) for part in (2, 3))
        assert example is not None
        assert instead is not None
        assert code in found_in(example)
        assert found_in(instead) == set()


def test_the_map_of_codes_has_the_range_of_every_page() -> None:
    """`KWX24xx` is about all codes that begin so; a range without pages is none."""
    pages = resources.files("kawuxing.compiler.diagnostics").joinpath("pages")
    table = pages.joinpath("README.md").read_text("utf-8")
    ranges = re.findall(r"^\| (KWX\d+)x+ \|", table, re.MULTILINE)
    codes = catalogue.all_codes()
    assert [code for code in codes if not code.startswith(tuple(ranges))] == []
    assert [one for one in ranges if not any(code.startswith(one) for code in codes)] == []
