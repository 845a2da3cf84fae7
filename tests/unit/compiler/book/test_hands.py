"""The hands shown are hands of the rules, and their figures come out as the sources have them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kawuxing.compiler.book.decisions import paying
from kawuxing.compiler.book.document import Grid, Picture
from kawuxing.compiler.book.fans import fans
from kawuxing.compiler.book.rulebook import rulebook
from kawuxing.compiler.book.to_markdown import to_markdown
from kawuxing.compiler.book.voice import Voice

from ..toy import PUNGS, TOY, toy
from .books import markdown_of, plain, town_of


@pytest.mark.parametrize("variant", ["hubei", "suizhou", "xiangyang", "xiaogan", TOY])
def test_every_fan_scores_in_the_hand_that_is_shown(variant: str) -> None:
    town = town_of(variant)
    assert town.shown.keys() == {fan.id for fan in town.core.fans}
    for fan, shown in town.shown.items():
        won = shown.won
        score = town.rules.score(
            shown.hand,
            by="self_draw" if won.self_draw else "discard",
            events=won.events,
            chain=won.chain,
            revealed=won.winner_revealed,
            payer_revealed=won.payer_revealed,
        )
        assert fan in dict(score.fans)
        assert score.may_win
        assert (score.value, score.product) == (
            shown.verdict.best.value,
            shown.verdict.best.product,
        )


def test_an_example_of_the_ruleset_is_shown_before_another_hand() -> None:
    shown = town_of(toy(PUNGS)).shown
    assert shown["pungs"].example == "pungs"
    assert shown["pairs"].example == ""


def test_the_options_of_the_book_decide_what_is_shown() -> None:
    """Won on the fifth pair, four equal tiles are no dragon when the option is on."""
    hand = town_of("hubei", dragon_on_fourth="true").shown["longqidui"].hand
    assert hand.held.count(hand.win or 0) == 4


def test_a_fan_that_cannot_be_scored_says_so() -> None:
    never = TOY.replace("when: seven_pairs", "when: seven_pairs and standard")
    assert "pairs" not in town_of(never).shown
    assert "No hand that may win scores it." in markdown_of(never)


def test_where_hands_could_not_be_looked_through_nothing_is_claimed() -> None:
    town = replace(town_of(TOY), shown={}, searched=False)
    text = to_markdown([rulebook(town, "en")])
    assert text.count("No example at hand.") == 2
    assert "No hand" not in text


@pytest.mark.parametrize("variant", ["suizhou", TOY])
def test_pictures_show_fourteen_tiles_and_one_that_wins(variant: str) -> None:
    town = town_of(variant)
    section = fans(town, Voice("en"))
    pictures = [
        block
        for card in section.blocks
        for block in getattr(card, "blocks", ())
        if isinstance(block, Picture)
    ]
    assert len(pictures) == len(town.core.fans)
    for picture in pictures:
        laid = [len(one.kinds) for one in picture.groups if one.lying != "held"]
        tiles = sum(len(one.kinds) for one in picture.groups)
        assert tiles - laid.count(4) == 14
        assert [one.won is not None for one in picture.groups].count(True) == 1


def example(variant: str, id_: str) -> str:
    text = markdown_of(variant).partition(f'<a id="en-example-{id_}"></a>')[2]
    return plain(text.partition("<a id=")[0])


def test_the_worth_of_an_example_step_by_step() -> None:
    """Closed five 2 × concealed four 4, S0-058; the cap of 8 leaves it as it is."""
    links = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", example("suizhou", "gt_04"))
    assert "Closed five 2 × Concealed four 4 = 8" in links
    assert "Cap 8: counts as 8" in links
    assert "Each other player pays 8" in links


def test_a_capped_example() -> None:
    """Pure suit 4 × seven pairs 4 = 16, at most 8 in 随州 (S0-065)."""
    links = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", example("suizhou", "gt_06"))
    assert "Pure suit 4 × Seven pairs 4 = 16" in links
    assert "Cap 8: counts as 8" in links


def test_a_round_tells_who_pays() -> None:
    """C deals into the revealed A: 2 × 4 for both, S3-338."""
    text = example("hubei", "gt_62")
    assert "Revealed, in this order: A" in text
    assert "| C | A | 16 |" in text
    assert "In all: A +16, B +0, C -16" in text


def test_a_waiting_hand_tells_its_tiles() -> None:
    assert "🀝🀠 `5p, 8p`" in example("suizhou", "gt_03_waits")


def test_payments_are_reckoned_for_the_seats_of_the_table() -> None:
    """Whoever deals into a revealed hand pays for both others; kongs double along a chain."""
    blocks = paying(town_of("hubei"), Voice("en")).blocks
    win, kong, drawn = (
        {row.anchor.rpartition("-")[2]: row.cells[3] for row in block.rows}
        for block in blocks
        if isinstance(block, Grid)
    )
    assert win["baohu"] == ("one share", " × ", "2")
    assert win["nobody"] == ("nothing",)
    assert kong["concealed"] == ("2; in a chain 4, 8, 16, …",)
    assert kong["added"] == ("1; in a chain 2, 4, 8, …",)
    assert drawn["revealed"] == ("1",)
