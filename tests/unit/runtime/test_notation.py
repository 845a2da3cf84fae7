from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.runtime.errors import HandError
from kawuxing.runtime.hand import Hand, Meld, MeldKind, pack
from kawuxing.runtime.notation import (
    FORMS,
    Form,
    format_hand,
    format_meld,
    format_set,
    format_tiles,
    parse_hand,
    parse_hand_fields,
    parse_packed,
    parse_tiles,
)
from kawuxing.runtime.readings import Set
from kawuxing.runtime.tiles import DRAGONS, SUITS, TileSet

if TYPE_CHECKING:
    from collections.abc import Callable

TILES = TileSet(("dots", "bamboos"), DRAGONS)
WIDE = TileSet(SUITS, DRAGONS)

EXAMPLE = Hand(
    (3, 5, 9, 10, 11, 29, 29),
    (Meld(MeldKind.PUNG, 13), Meld(MeldKind.CONCEALED_KONG, 8)),
    4,
)


@pytest.mark.parametrize(
    "text",
    [
        "46p123s77z [555s] (9999p) +5p",
        "46p123s77z[555s](9999p)+5p",
        "4p6p1s2s3s7z7z [5s5s5s] (99p99p) + 5p",
        "77z 123s 64p (9999p) [555s] +5p",
        "46p123s77z+5p (9999p) [555s]",
        "(9999p)46p[555s]123s77z+5p",
        "  46p 123s\t77z\n[ 555s ] (9999p) +5p  ",
        "４６ｐ１２３ｓ７７ｚ　［５５５ｓ］（９９９９ｐ）＋５ｐ",
        "46p123s77z【555s】（9999p）＋5p",
        "四筒六筒一条二条三条红中红中[五条五条五条](九筒九筒九筒九筒)+五筒",
        "4饼6餅1索2條3条中紅中[五五五索](九九九九饼)+5筒",
        "四六筒一二三索中中[五条5s五索](九筒9p99饼)+五饼",
        "🀜🀞🀐🀑🀒🀄🀄️[🀔🀔🀔](🀡🀡🀡🀡)+🀝",
        "46筒123条红中7z[🀔5s五条](9999p)+🀝",
    ],
)
def test_ways_to_write_one_hand(text: str) -> None:
    assert parse_hand(text, TILES) == EXAMPLE
    assert parse_packed(text, TILES) == pack(EXAMPLE, TILES)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("白", 27),
        ("白板", 27),
        ("发", 28),
        ("發", 28),
        ("发财", 28),
        ("發財", 28),
        ("中", 29),
        ("红中", 29),
        ("紅中", 29),
        ("🀆", 27),
        ("🀅", 28),
        ("🀄", 29),
        ("一万", 18),
        ("九萬", 26),
        ("两万", 19),
        ("🀇", 18),
        ("🀏", 26),
        ("🀐", 9),
        ("🀙", 0),
    ],
)
def test_names_and_pictures(text: str, kind: int) -> None:
    assert parse_tiles(text, WIDE) == (kind,)


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("[555p]", Meld(MeldKind.PUNG, 4)),
        ("[5555p]", Meld(MeldKind.DIRECT_KONG, 4)),
        ("[555+5p]", Meld(MeldKind.ADDED_KONG, 4)),
        ("[555p+5p]", Meld(MeldKind.ADDED_KONG, 4)),
        ("［５５５＋５ｐ］", Meld(MeldKind.ADDED_KONG, 4)),
        ("[五五五+五筒]", Meld(MeldKind.ADDED_KONG, 4)),
        ("[五筒五筒五筒 + 五筒]", Meld(MeldKind.ADDED_KONG, 4)),
        ("[🀝🀝🀝+🀝]", Meld(MeldKind.ADDED_KONG, 4)),
        ("(5555p)", Meld(MeldKind.CONCEALED_KONG, 4)),
        ("[777z]", Meld(MeldKind.PUNG, 29)),
        ("[中红中7z]", Meld(MeldKind.PUNG, 29)),
    ],
)
def test_melds(text: str, meld: Meld) -> None:
    assert parse_hand(f"{text} 1122334445s", TILES) == Hand(
        (9, 9, 10, 10, 11, 11, 12, 12, 12, 13), (meld,)
    )


def test_canonical_text() -> None:
    assert format_hand(EXAMPLE) == "46p123s77z (9999p) [555s] +5p"
    assert format_hand(Hand((9, 9, 29, 0), (), 15)) == "1p11s7z+7s"
    assert format_hand(Hand((0, 18), ())) == "1p1m"
    assert format_hand(Hand((0,), (Meld(MeldKind.ADDED_KONG, 18),))) == "1p [111+1m]"
    assert format_meld(Meld(MeldKind.DIRECT_KONG, 27)) == "[5555z]"
    assert format_tiles([29, 0, 26, 9, 0]) == "11p1s9m7z"
    assert format_tiles([]) == ""


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (Set("run", 3), "456p"),
        (Set("triplet", 29), "777z"),
        (Set("triplet", 29, exposed=True, melded=True), "[777z]"),
        (Set("kong", 9, exposed=True, melded=True), "[1111s]"),
        (Set("kong", 9, melded=True), "(1111s)"),
    ],
)
def test_sets_of_a_reading(one: Set, text: str) -> None:
    assert format_set(one) == text


def refused(call: Callable[[], object]) -> tuple[str, int | None, str, str]:
    with pytest.raises(HandError) as caught:
        call()
    error = caught.value
    assert error.text("zh")
    assert "{" not in error.message + error.text("zh")
    return error.code, error.at, error.field, error.message


TWELVE = "112233445566p"  # twelve dots, with room for more


@pytest.mark.parametrize(
    ("text", "code", "at", "message"),
    [
        ("", "KWX3113", 0, "no tiles"),
        ("  \n", "KWX3113", 0, "no tiles"),
        ("1112345678999p!", "KWX3104", 14, "unknown character '!'"),
        ("1112345x678999p", "KWX3104", 7, "unknown character 'x'"),
        ("11p P", "KWX3104", 4, "unknown character 'P'"),
        ("11p\u200b", "KWX3104", 3, "unknown character U+200B"),
        ("11p\ud800", "KWX3104", 3, "unknown character U+D800"),
        ("11p红", "KWX3104", 3, "unknown character '红'"),
        ("11p123", "KWX3105", 3, "no suit after 123, expected p, s, m or z"),
        ("11 22p", "KWX3105", 0, "no suit after 11, expected p, s, m or z"),
        ("11p五 六筒", "KWX3105", 3, "no suit after 五, expected p, s, m or z"),
        ("5中", "KWX3105", 0, "no suit after 5, expected p, s, m or z"),
        ("11p[22", "KWX3110", 3, "the bracket [ is never closed"),
        ("11p[22]", "KWX3105", 4, "no suit after 22, expected p, s, m or z"),
        ("105p", "KWX3106", 1, "there is no tile 0p"),
        ("58z", "KWX3106", 1, "there is no tile 8z"),
        ("p", "KWX3117", 0, "no digit before p"),
        (TWELVE + "7p s+7p", "KWX3117", 16, "no digit before s"),
        (TWELVE + "7p+s", "KWX3117", 16, "no digit before s"),
        ("12pp", "KWX3117", 3, "no digit before p"),
        ("筒", "KWX3117", 0, "no digit before 筒"),
        ("12p3m", "KWX3103", 3, "3m is not among this variant's tiles"),
        ("12p三万", "KWX3103", 3, "3m is not among this variant's tiles"),
        ("12p🀇", "KWX3103", 3, "1m is not among this variant's tiles"),
        ("12p51z", "KWX3103", 4, "1z is not among this variant's tiles"),
        ("12p🀀", "KWX3103", 3, "1z is not among this variant's tiles"),
        ("12p🀢", "KWX3104", 3, "unknown character '🀢'"),
        ("[456p]", "KWX3108", 0, "a run cannot be a meld: 4p 5p 6p"),
        ("1p [645p]", "KWX3108", 3, "a run cannot be a meld: 6p 4p 5p"),
        ("[567z]", "KWX3107", 2, "the tiles of a meld must be equal, found 5z 6z 7z"),
        ("[8p9p1s]", "KWX3107", 3, "the tiles of a meld must be equal, found 8p 9p 1s"),
        ("[5556p]", "KWX3107", 4, "the tiles of a meld must be equal, found 5p 5p 5p 6p"),
        ("(555p)", "KWX3109", 0, "3 tiles in a meld, expected 4"),
        ("1p[55p]", "KWX3109", 2, "2 tiles in a meld, expected 3/4"),
        ("[55555p]", "KWX3109", 0, "5 tiles in a meld, expected 3/4"),
        ("[]", "KWX3109", 0, "0 tiles in a meld, expected 3/4"),
        ("1p[555p", "KWX3110", 2, "the bracket [ is never closed"),
        ("1p(", "KWX3110", 2, "the bracket ( is never closed"),
        ("1p[555p)", "KWX3111", 7, "unexpected bracket )"),
        ("1p[555p(5555s)", "KWX3111", 7, "unexpected bracket ("),
        ("1p]", "KWX3111", 2, "unexpected bracket ]"),
        ("[111p][222p][333p][444p][555p]6p", "KWX3112", 24, "5 melds, at most four"),
        ("1p+2p+3p", "KWX3114", 5, "a second winning tile"),
        ("11p+", "KWX3115", 3, "exactly one tile must be the winning tile, found 0"),
        ("11p++2p", "KWX3115", 3, "exactly one tile must be the winning tile, found 0"),
        ("11p+[222p]", "KWX3115", 3, "exactly one tile must be the winning tile, found 0"),
        ("11p+23p", "KWX3115", 5, "exactly one tile must be the winning tile, found 2"),
        ("11p+2p 3p", "KWX3115", 7, "exactly one tile must be the winning tile, found 2"),
        ("12+3p", "KWX3105", 0, "no suit after 12, expected p, s, m or z"),
        (
            "[55+55p]",
            "KWX3118",
            3,
            "inside a meld, + may only stand before the fourth tile of an added kong",
        ),
        (
            "[555+p]",
            "KWX3118",
            4,
            "inside a meld, + may only stand before the fourth tile of an added kong",
        ),
        (
            "(555+5p)",
            "KWX3118",
            4,
            "inside a meld, + may only stand before the fourth tile of an added kong",
        ),
        (
            "[555++5p]",
            "KWX3118",
            5,
            "inside a meld, + may only stand before the fourth tile of an added kong",
        ),
        ("11111p", "KWX3102", 4, "five 1p"),
        ("11p[111p]", "KWX3102", 6, "five 1p"),
        ("[111p]1p2p+1p", "KWX3102", 11, "five 1p"),
        ("(1111p)" + TWELVE, "KWX3102", 7, "five 1p"),
        (TWELVE, "KWX3101", 13, "12 tiles, expected 13 (a meld counts as three)"),
        (TWELVE + "+7p", "KWX3101", 16, "13 tiles, expected 14 (a meld counts as three)"),
        (TWELVE + "7s8s+7p", "KWX3101", 17, "15 tiles, expected 14 (a meld counts as three)"),
        (TWELVE + "77s+7p[555s]", "KWX3101", 16, "18 tiles, expected 14 (a meld counts as three)"),
        (TWELVE + "777s", "KWX3101", 14, "15 tiles, expected 13 (a meld counts as three)"),
        (TWELVE + "77p", "KWX3119", 16, "no winning tile: write + before it"),
        ("1" * 401, "KWX3116", 400, "401 characters of text, at most 400"),
    ],
)
def test_what_is_refused_where(text: str, code: str, at: int, message: str) -> None:
    assert refused(lambda: parse_hand(text, TILES)) == (code, at, "hand", message)
    assert refused(lambda: parse_packed(text, TILES)) == (code, at, "hand", message)


def test_four_hundred_characters_are_read() -> None:
    text = "1112345678999p" + " " * 383 + "+5p"
    assert len(text) == 400
    assert parse_hand(text, TILES).win == 4
    assert parse_packed(text, TILES)[21] == 4
    assert refused(lambda: parse_packed(" " + text, TILES))[0] == "KWX3116"


@pytest.mark.parametrize(
    ("forms", "text", "code", "message"),
    [
        (("won",), TWELVE + "7p+7p", None, ""),
        (("won",), TWELVE + "7p", "KWX3119", "no winning tile: write + before it"),
        (("won",), TWELVE + "77p", "KWX3119", "no winning tile: write + before it"),
        (("won",), TWELVE, "KWX3101", "12 tiles, expected 14 (a meld counts as three)"),
        (("waiting",), TWELVE + "7p", None, ""),
        (("waiting",), TWELVE + "7p+7p", "KWX3120", "a winning tile in a hand that has not won"),
        (("waiting",), TWELVE + "77p", "KWX3101", "14 tiles, expected 13 (a meld counts as three)"),
        (FORMS, TWELVE + "77p", None, ""),
        (FORMS, TWELVE + "7p+7p", None, ""),
        (FORMS, TWELVE + "7p", None, ""),
        (FORMS, TWELVE, "KWX3101", "12 tiles, expected 13/14 (a meld counts as three)"),
    ],
)
def test_forms(forms: tuple[Form, ...], text: str, code: str | None, message: str) -> None:
    if code is None:
        assert parse_packed(text, TILES, forms) == pack(parse_hand(text, TILES, forms), TILES)
    else:
        for got in (
            refused(lambda: parse_hand(text, TILES, forms)),
            refused(lambda: parse_packed(text, TILES, forms)),
        ):
            assert (got[0], got[3]) == (code, message)


def test_sets_of_tiles_differ() -> None:
    characters = TileSet(("characters",), ("red",))
    assert parse_packed("1112345678999m+5m", characters) == bytes([3, 1, 1, 1, 2, 1, 1, 1, 3, 0, 4])
    assert refused(lambda: parse_packed("1112345678999m+6z", characters))[0] == "KWX3103"
    assert parse_hand("1112345678999m+6z", WIDE).win == 28


def test_fields_make_the_same_hand() -> None:
    expected = parse_hand("46p123456s99p [777z] +5p", TILES)
    assert parse_hand_fields("46p123456s99p", ["[777z]"], "5p", TILES) == expected
    assert parse_hand_fields("46p123456s99p", ["[777z]"], "+5p", TILES) == expected
    assert parse_hand_fields("46p123456s99p [777z]", [], "5p", TILES) == expected
    assert parse_hand_fields("46p123456s99p [777z] +5p", [], None, TILES) == expected
    assert parse_hand_fields("46p123456s99p", ["[中中中]"], None, TILES).win is None


@pytest.mark.parametrize(
    ("hand", "melds", "win", "code", "at", "field"),
    [
        ("46p123456s99", ["[777z]"], "5p", "KWX3105", 10, "hand"),
        ("46p123456s99p", ["[777z]", "[77p"], "5p", "KWX3110", 0, "melds[1]"),
        ("46p123456s99p", ["777z"], "5p", "KWX3121", 1, "melds[0]"),
        ("46p123456s99p", [""], "5p", "KWX3121", 0, "melds[0]"),
        ("46p123456s99p", ["[777z][666z]"], "5p", "KWX3121", 6, "melds[0]"),
        ("46p123456s99p", ["[777z]"], "5", "KWX3105", 0, "win"),
        ("46p123456s99p", ["[777z]"], "55p", "KWX3115", 1, "win"),
        ("46p123456s99p", ["[777z]"], "", "KWX3115", 0, "win"),
        ("46p123456s99p", ["[777z]"], "[555p]", "KWX3122", 0, "win"),
        ("46p123456s99p+5p", ["[777z]"], "5p", "KWX3114", 0, "win"),
        ("46p123456s99p", ["[999p]"], "5p", "KWX3102", 3, "melds[0]"),
        ("466p123456s9p", ["[666p]"], "6p", "KWX3102", 3, "melds[0]"),
        ("46p123456s99p", ["[666p]"], "6p", "KWX3102", 0, "win"),
        ("46p123456s99p", ["[777z]", "[666z]"], "5p", "KWX3101", 0, "melds[1]"),
        ("46p123456s9p", ["[777z]"], "5p", "KWX3101", 12, "hand"),
        ("", [], None, "KWX3113", 0, "hand"),
        ("p" * 401, [], None, "KWX3116", 400, "hand"),
        ("46p123456s99p", ["[777z]"], "5" * 401, "KWX3116", 400, "win"),
    ],
)
def test_fields_name_the_field(
    hand: str, melds: list[str], win: str | None, code: str, at: int, field: str
) -> None:
    got = refused(lambda: parse_hand_fields(hand, melds, win, TILES))
    assert got[:3] == (code, at, field)


def test_lists_of_tiles() -> None:
    assert parse_tiles("5p 五筒 🀝 123s7z", TILES) == (4, 4, 4, 9, 10, 11, 29)
    assert parse_tiles("", TILES) == ()
    assert refused(lambda: parse_tiles("5p[555s]", TILES, "seen"))[:3] == ("KWX3122", 2, "seen")
    assert refused(lambda: parse_tiles("5p+5s", TILES))[:3] == ("KWX3122", 2, "tiles")
    assert refused(lambda: parse_tiles("5555p5p", TILES))[:3] == ("KWX3102", 5, "tiles")
    assert refused(lambda: parse_tiles("5m", TILES))[:3] == ("KWX3103", 0, "tiles")
