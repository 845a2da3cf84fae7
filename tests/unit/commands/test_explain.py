from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.diagnostics import catalogue

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Kwx

FOURS = "1122334455566s+5s"
"""Seven pairs with a four, or sets won on the pair of fives or on the middle of 456."""


def explained(kwx: Kwx, *args: str) -> dict[str, Any]:
    found: dict[str, Any] = kwx("explain", *args, "--format", "json").json()
    return found


def test_every_reading_with_its_fans_and_product(kwx: Kwx) -> None:
    """GT-07: 4×8 as pairs; 4×4 and 4×2×4 as sets."""
    found = explained(kwx, "suizhou", FOURS)
    assert [one["reading"]["shape"] for one in found["readings"]] == [
        "seven_pairs",
        "standard",
        "standard",
    ]
    assert [one["product"] for one in found["readings"]] == [32, 16, 32]
    assert [one["taken"] for one in found["readings"]] == [True, False, False]
    assert found["taken_because"] == "of equal ones seven pairs come first"
    assert found["readings"][0]["held_without_scoring"] == [
        {"id": "qidui", "how": "replaced", "by": "longqidui"}
    ]


def test_the_dearest_reading_is_taken(kwx: Kwx) -> None:
    """Xiaogan's closed five is four times: 4×4×4 in sets outdoes 4×8 in pairs."""
    found = explained(kwx, "xiaogan", FOURS)
    assert [one["taken"] for one in found["readings"]] == [False, False, True]
    assert found["taken_because"] == "it is worth most"
    assert found["owed"] == 64


def test_fans_come_with_what_their_clauses_say(kwx: Kwx) -> None:
    fans = explained(kwx, "suizhou", FOURS)["readings"][0]["fans"]
    cited = {one["id"]: one["says"] for fan in fans for one in fan["cite"]}
    assert "hold four identical tiles unkonged as two pairs" in cited["S0-252"]
    text = " ".join(kwx("explain", "suizhou", FOURS).out.split())
    assert "S0-252 In Suizhou one may hold four identical tiles" in text
    assert "算2對" in kwx("explain", "suizhou", FOURS, "--lang", "zh").out


def test_the_text_says_which_reading_is_taken_and_who_may_win(kwx: Kwx) -> None:
    ran = kwx("explain", "xiangyang", "22334p56667789s+1p", "--by", "discard", "--payer-revealed")
    assert ran.status == 0
    assert "off a discard, payer revealed" in ran.out
    assert "← taken" in ran.out
    assert "no fan" in ran.out
    assert "may not win in this way (may_win." in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize("name", ["ansigui", "暗四归", "暗四歸", "Concealed four", "an si gui"])
def test_a_fan_may_be_called_by_any_of_its_names(kwx: Kwx, name: str) -> None:
    assert explained(kwx, "suizhou", FOURS, "--why", name)["why"]["fan"] == "ansigui"


def test_an_unknown_fan(kwx: Kwx) -> None:
    ran = kwx("explain", "suizhou", FOURS, "--why", "暗四")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0016]")
    assert "ansigui" in ran.err


def test_why_a_fan_does_not_hold(kwx: Kwx) -> None:
    whys = explained(kwx, "suizhou", FOURS, "--why", "kawuxing")["why"]["readings"]
    assert [why["holds"] for why in whys] == [False, False, True]
    place = whys[1]["condition"]["parts"][1]
    assert (place["text"], place["value"]) == ("win.place == middle", False)
    assert place["parts"] == [{"text": "win.place", "value": "pair"}]
    text = kwx("explain", "suizhou", FOURS, "--why", "kawuxing").out
    assert (
        "In reading 1, 2: it does not hold\n"
        "  ✗ win.rank == 5 and win.place == middle\n"
        "    ✗ win.place == middle\n"
        "      · win.place = pair\n"
    ) in text


def test_why_spells_definitions_and_quantifiers_out(kwx: Kwx) -> None:
    """Two of the four sets are triplets; the two runs are named."""
    text = kwx("explain", "suizhou", "123789p2s[555s][777z]+2s", "--why", "pengpenghu").out
    lines = [line.strip() for line in text.partition("wants:")[2].splitlines()]
    assert "· triplets = 2" in lines
    assert "· count(s.triplet for s in sets) = 2" in lines
    assert "so of: [555s] (triplet true); [777z] (triplet true)" in lines
    assert "not of: 123p (triplet false); 789p (triplet false)" in lines


def test_why_of_a_fan_that_holds_but_is_replaced(kwx: Kwx) -> None:
    text = kwx("explain", "suizhou", FOURS, "--why", "七对").out
    assert "In reading 1: it holds, but is replaced by longqidui" in text
    assert "In reading 2, 3: it does not hold\n  ✗ seven_pairs" in text


def test_why_of_what_is_not_there(kwx: Kwx) -> None:
    """Seven pairs have no pair of their own."""
    text = kwx("explain", "suizhou", "113355p224477s7z+7z", "--why", "小三元").out
    assert "pair.dragon: there is none" in text


@pytest.mark.parametrize(
    ("by", "because", "owed"),
    [("discard", "the others may not win", 2), ("self_draw", "it is worth most", 4)],
)
def test_a_reading_that_may_win_is_taken_before_a_dearer_one(
    kwx: Kwx, by: str, because: str, owed: int
) -> None:
    """As runs a closed five, 2; as triplets 1 and 3 points, which is too cheap off a discard."""
    given = ("11123p44455666s+5s", "--use", "shukan", "--by", by)
    found = explained(kwx, "suizhou", *given)
    assert found["taken_because"] == because
    assert kwx("score", "suizhou", *given, "--format", "json").json()["owed"] == owed


def test_a_hand_without_a_reading(kwx: Kwx) -> None:
    ran = kwx("explain", "suizhou", "1122334455667s+8s")
    assert ran.status == 0
    assert "not a complete hand" in ran.out
    assert explained(kwx, "suizhou", "1122334455667s+8s")["complete"] is False


def test_a_bad_hand(kwx: Kwx) -> None:
    ran = kwx("explain", "suizhou", "1122334455667s+7s", "--event", "replacement")
    assert (ran.status, ran.err[:14]) == (2, "error[KWX3205]")
    ran = kwx("explain", "suizhou", "11111s+1s", "--format", "json")
    assert (ran.status, ran.err, ran.json()["error"]["code"]) == (2, "", "KWX3102")


@pytest.mark.parametrize("word", ["KWX3102", "kwx3102", "KWX-3102"])
def test_the_page_of_a_code(kwx: Kwx, word: str) -> None:
    english, chinese = kwx("explain", word), kwx("explain", word, "--lang", "zh")
    assert english.out == catalogue.page("KWX3102", "en")
    assert chinese.out == catalogue.page("KWX3102", "zh")
    assert "## 为什么" in chinese.out


RUNS = "count(s.run for s in sets) == 4"


@pytest.mark.parametrize(
    ("tables", "because", "runs"),
    [
        ("", "other readings are worth the same; the first is shown", None),
        (
            f"may_win: [{{id: r, when: {RUNS}, allowed: false, assumed: so}}, "
            "{id: s, allowed: true, assumed: so}]\n",
            "the others may not win",
            False,
        ),
        (
            f"pay: {{win: [{{id: r, when: {RUNS}, pay: 3, assumed: so}}, "
            "{id: s, pay: 1, assumed: so}]}\n",
            "of equal ones a payer owes most for it",
            True,
        ),
        (
            f"may_win: [{{id: r, when: {RUNS}, allowed: true, assumed: so}}, "
            "{id: s, allowed: true, assumed: so}]\n",
            "of equal ones its row of may_win stands first",
            True,
        ),
        (
            f"pay: {{win: [{{id: r, when: not ({RUNS}), pay: 3, assumed: so}}, "
            "{id: s, pay: 3, assumed: so}]}\n",
            "of equal ones its row of pay.win stands first",
            False,
        ),
    ],
)
def test_what_decides_between_readings_that_rank_alike(
    kwx: Kwx, tmp_path: Path, tables: str, because: str, runs: bool | None
) -> None:
    town = tmp_path / "town.yaml"
    head = "kawuxing: 1\nvariant: town\nname: {zh: 镇, en: Town}\nextends: hubei\n"
    town.write_text(head + tables, encoding="utf-8")
    found = explained(kwx, str(town), "111222333p4577s+6s")
    assert len(found["readings"]) == 2
    assert found["taken_because"] == because
    (taken,) = (one for one in found["readings"] if one["taken"])
    assert runs is None or ("123p" in taken["reading"]["sets"]) is runs


def test_why_a_payer_owes_more_than_the_value(kwx: Kwx, tmp_path: Path) -> None:
    """The notes of what the row calculates with are shown, those behind others too; no others."""
    town = tmp_path / "town.yaml"
    town.write_text(
        "kawuxing: 1\nvariant: town\nname: {zh: 镇, en: Town}\nextends: hubei\n"
        "define:\n"
        "  open: {is: payer.revealed, note: {zh: 付钱的人亮了, en: the payer has revealed}}\n"
        "  doubled: {is: 2 if open else 1, note: {zh: 亮了翻倍, en: twice for a reveal}}\n"
        "  unasked: {is: 3, note: {zh: 没有用到, en: not of this row}}\n"
        "pay: {win: [{id: r, pay: doubled * share, assumed: so}]}\n",
        encoding="utf-8",
    )
    given = ("explain", str(town), "4556p123789s777z+5p", "--by", "discard", "--payer-revealed")
    lines = kwx(*given).out.splitlines()
    at = lines.index("  doubled: twice for a reveal")
    assert lines[at + 1] == "  open: the payer has revealed"
    zh = kwx(*given, "--lang", "zh").out.splitlines()
    assert {"  doubled：亮了翻倍", "  open：付钱的人亮了"} <= {*zh}
    assert not any("unasked" in line for line in (*lines, *zh))
