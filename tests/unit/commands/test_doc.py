"""`kawuxing doc` writes books in the form, language and place that are asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.library import builtins

from ...slow import slow_but

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Kwx

TITLES = {"zh": "随州卡五星规则", "en": "Rulebook of Suizhou Kawuxing"}


def test_both_languages_as_markdown(kwx: Kwx) -> None:
    ran = kwx("doc", "suizhou")
    assert (ran.status, ran.err) == (0, "")
    assert re.findall(r"^# (.*)$", ran.out, re.MULTILINE) == list(TITLES.values())


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(("form", "title"), [("md", "\n# {}\n"), ("html", "<h1>{}</h1>")])
def test_one_language(kwx: Kwx, lang: str, form: str, title: str) -> None:
    ran = kwx("doc", "suizhou", "--lang", lang, "--format", form)
    assert ran.status == 0
    for one, words in TITLES.items():
        assert (title.format(words) in ran.out) is (one == lang)


def test_a_file(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "book.html"
    ran = kwx("doc", "suizhou", "--format", "html", "--out", str(file))
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert file.read_text("utf-8") == kwx("doc", "suizhou", "--format", "html", "--out", "-").out


def test_it_says_nothing_of_where_and_when(kwx: Kwx, tmp_path: Path) -> None:
    """The same rules in another folder make the same book."""
    text = "kawuxing: 1\nvariant: mytown\nname: {zh: 我镇, en: My Town}\nextends: suizhou\n"
    books = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        books.append(kwx("doc", str(folder / f"{name}.yaml"), "--format", "html").out)
    assert books[0] == books[1]
    assert str(tmp_path) not in books[0]


def test_options_are_those_of_the_book(kwx: Kwx) -> None:
    out = kwx("doc", "suizhou", "--lang", "en", "-o", "cap=32").out
    row = out.partition('<a id="en-option-cap"></a>')[2].partition("\n")[0].split(" | ")
    assert row[1:3] == ["**32**", "8"]
    assert r"“Cap”](#en-option-cap) (here 32)" in out


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["suizhou", "-o", "cap=x"], "KWX3302"),
        (["suizhou", "-o", "cap"], "KWX0007"),
        (["suizhou", "--lang", "fr"], "KWX0003"),
        (["suizhou", "--format", "pdf"], "KWX0003"),
        (["suizhou", "--out", ""], "KWX0006"),
        (["hubei_article"], "KWX0010"),
        (["no_such_town"], "KWX0201"),
    ],
    ids=lambda value: " ".join(value)[:30],
)
def test_what_cannot_be_done(kwx: Kwx, args: list[str], code: str) -> None:
    ran = kwx("doc", *args)
    assert (ran.status, ran.out) == (2, "")
    assert f"[{code}]" in ran.err


def test_a_place_that_cannot_be_written_to(kwx: Kwx, tmp_path: Path) -> None:
    ran = kwx("doc", "suizhou", "--out", str(tmp_path / "no" / "book.md"))
    assert (ran.status, ran.out) == (2, "")
    assert "[KWX0012]" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_ruleset_with_errors_has_no_book(kwx: Kwx, tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("kawuxing: 1\nvariant: bad\nname: x\nextends: suizhou\nfans: {y: 1}\n", "utf-8")
    ran = kwx("doc", str(file))
    assert (ran.status, ran.out) == (1, "")


@pytest.mark.parametrize(
    "town",
    slow_but(("yunmeng", "ancestor"), [one.id for one in builtins() if not one.abstract]),
)
def test_every_town_has_a_book(kwx: Kwx, town: str) -> None:
    assert kwx("doc", town, "--lang", "en").out.startswith('<a id="en-book"></a>')
