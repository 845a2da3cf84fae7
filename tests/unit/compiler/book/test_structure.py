"""Everything a ruleset says stands in its book once, in each language, and links lead to it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from ..toy import PUNGS, toy
from .books import books_of, markdown_of, page_of, read, town_of

if TYPE_CHECKING:
    from collections.abc import Iterator

TOWNS = ("suizhou", "xiangfan", toy(PUNGS))
LANGUAGES = ("zh", "en")


def things(variant: str) -> Iterator[str]:
    """What must stand in the book, by the name of its place."""
    ruleset = town_of(variant).core.ruleset
    cited = {ref.id for ref in (*ruleset.seating.basis.cites, *ruleset.turn.basis.cites)}
    for foul in ruleset.fouls:
        yield f"foul-{foul.id}"
        cited |= {ref.id for ref in foul.basis.cites}
    for fan in ruleset.fans:
        yield f"fan-{fan.id}"
        cited |= {ref.id for ref in fan.basis.cites}
    for table in ruleset.tables:
        for row in table.rows:
            yield f"row-{table.kind}-{row.id}"
            cited |= {ref.id for ref in row.basis.cites}
    for option in ruleset.options:
        yield f"option-{option.id}"
        cited |= {ref.id for ref in option.basis.cites}
    for gone in ruleset.removed:
        yield f"removed-{gone.path}"
        cited |= {ref.id for ref in gone.basis.cites}
    for example in ruleset.examples:
        yield f"example-{example.id}"
        cited |= {ref.id for ref in example.cites}
    for assumption in ruleset.assumptions:
        yield f"assumption-{assumption.id}"
        cited |= {ref.id for ref in assumption.cites}
    yield from (f"clause-{id_}" for id_ in cited)


@pytest.mark.parametrize("variant", TOWNS, ids=("plain", "article", "toy"))
def test_everything_stands_in_the_page_once(variant: str) -> None:
    places = Counter(read(variant).ids)
    assert set(places.values()) == {1}
    wanted = {f"{lang}-{thing}" for lang in LANGUAGES for thing in things(variant)}
    assert len(wanted) > 20
    assert wanted <= places.keys()
    kinds = r"\w\w-(fan|row|foul|removed|option|example|assumption|clause)-"
    assert {place for place in places if re.match(kinds, place)} == wanted


@pytest.mark.parametrize("variant", TOWNS, ids=("plain", "article", "toy"))
def test_markdown_has_the_same_places(variant: str) -> None:
    places = Counter(re.findall(r'<a id="([^"]*)"></a>', markdown_of(variant)))
    assert set(places.values()) == {1}
    drawn = {place for place in read(variant).ids if place.startswith("tile-")}
    assert places.keys() == set(read(variant).ids) - drawn


@pytest.mark.parametrize("variant", TOWNS, ids=("plain", "article", "toy"))
def test_links_lead_somewhere_in_the_page(variant: str) -> None:
    page = read(variant)
    assert len(page.links) > 50
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert all(link.startswith("#") for link in page.links)
    places = re.findall(r'<a id="([^"]*)"></a>', markdown_of(variant))
    assert set(re.findall(r"\]\(#([^)]*)\)", markdown_of(variant))) <= set(places)


@pytest.mark.parametrize("variant", TOWNS, ids=("plain", "article", "toy"))
def test_rules_lead_to_their_clauses_and_back(variant: str) -> None:
    page = page_of(variant)
    for lang in LANGUAGES:
        for fan in town_of(variant).core.fans:
            card = page.partition(f'id="{lang}-fan-{fan.id}"')[2].partition("</dl>")[0]
            for ref in fan.basis.cites:
                assert f'href="#{lang}-clause-{ref.id}"' in card
                row = page.partition(f'id="{lang}-clause-{ref.id}"')[2].partition("</tr>")[0]
                assert f'href="#{lang}-fan-{fan.id}"' in row


def test_rows_stand_in_the_order_in_which_they_are_asked() -> None:
    places = read("suizhou").ids
    for table in town_of("suizhou").core.tables:
        wanted = [f"en-row-{table.kind}-{row.id}" for row in table.rows]
        assert [place for place in places if place in wanted] == wanted
    assert len(town_of("suizhou").core.tables) == 10
    fans = [f"en-fan-{fan.id}" for fan in town_of("suizhou").core.ruleset.fans]
    assert [place for place in places if place in fans] == fans


def test_sections_stand_in_both_languages_alike() -> None:
    zh, en = books_of("suizhou")
    chinese = [one.anchor.removeprefix("zh-") for one in zh.sections]
    assert chinese == [one.anchor.removeprefix("en-") for one in en.sections]
    assert all(one.title and one.blocks for book in (zh, en) for one in book.sections)


def test_nothing_is_loaded_from_anywhere() -> None:
    for text in (page_of("suizhou"), markdown_of("suizhou")):
        assert not re.search(r"https?:|url\(|@import|src=|<link|<script", text)


def test_the_page_prints() -> None:
    page = page_of("suizhou")
    assert "@page { size: A4" in page
    assert "@media print" in page


def test_assumed_rules_say_why() -> None:
    text = "".join(read("suizhou").text)
    ruleset = town_of("suizhou").core.ruleset
    assumed = [fan.basis.assumed for fan in ruleset.fans if fan.basis.assumed]
    assumed += [
        row.basis.assumed for table in ruleset.tables for row in table.rows if row.basis.assumed
    ]
    assert len(assumed) > 5
    for words in assumed:
        assert text.count(words.zh) >= 2
        assert text.count(words.en) >= 2


def test_options_stand_with_their_values() -> None:
    text = markdown_of("suizhou")
    row = text.partition('<a id="en-option-cap"></a>')[2].partition("\n")[0].split(" | ")
    assert row[1:4] == ["**8**", "8", r"8, 16, 32, none, any number from 1 to 1000000"]


def test_the_glossary_has_this_towns_fans() -> None:
    text = markdown_of(toy(PUNGS)).partition('<a id="en-glossary"></a>')[2]
    assert "| 杠 | kong |" in text
    assert "清一色" not in text
    assert "清一色" in markdown_of("suizhou").partition('<a id="en-glossary"></a>')[2]


def test_a_factor_that_depends_is_told_by_its_figures_or_its_rule() -> None:
    """One doubles, or doubles twice; another raises a hand to the full value."""
    text = markdown_of("resting")
    english = text[text.index("Fans at a glance") :]
    robbing = next(line for line in english.splitlines() if "#en-fan-qianggang" in line)
    assert "| ×2/4 |" in robbing
    assert "×2/4 = 4 if the number of kongs in the chain is at least 2, else 2" in robbing
    full = next(line for line in english.splitlines() if "#en-fan-manhu" in line)
    assert "| ×n |" in full
    assert "×n = ((" in full
    assert "the product of the other fans) + 1" in full


@pytest.mark.parametrize("words", ["Who deals first is drawn by lot", "头一局谁坐庄由抽签定"])
def test_it_says_who_deals_first(words: str) -> None:
    assert words in markdown_of("suizhou")
