"""What is drawn on the tiles can be counted, and hands show every tile they have."""

from __future__ import annotations

import re

import pytest

from kawuxing.compiler.pages.tiles import Group, drawings, hand, tile_style

SYMBOLS = dict(re.findall(r'<symbol id="tile-(\w+)"[^>]*>(.*?)</symbol>', drawings()))
PIP_CIRCLES = 3
STICK_PATHS = 4


def test_every_kind_is_drawn_once_and_no_two_alike() -> None:
    kinds = {f"{rank}{suit}" for suit in "psm" for rank in range(1, 10)} | {"5z", "6z", "7z"}
    assert set(SYMBOLS) == {*kinds, "back"}
    assert drawings().count("<symbol") == len(kinds) + 1
    assert len(set(SYMBOLS.values())) == len(kinds) + 1


@pytest.mark.parametrize("rank", range(2, 10))
def test_dots_and_bamboos_have_as_many_pips_as_their_number(rank: int) -> None:
    assert SYMBOLS[f"{rank}p"].count("<circle") == PIP_CIRCLES * rank
    assert SYMBOLS[f"{rank}s"].count("<path") == STICK_PATHS * rank


def test_no_font_is_needed() -> None:
    assert "<text" not in drawings()
    assert "font" not in tile_style()


def test_pips_stay_on_the_face() -> None:
    for drawn in SYMBOLS.values():
        for x, y, r in re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawn):
            assert float(r) <= float(x) <= 60 - float(r)
            assert float(r) <= float(y) <= 80 - float(r)


def test_a_hand_shows_its_tiles_as_they_lie() -> None:
    made = hand(
        [
            Group((3, 4, 5), "held", won=1),
            Group((9,) * 3, "exposed"),
            Group((29,) * 4, "concealed"),
            Group(()),
        ],
        'a "hand"',
    )
    assert re.findall(r'class="(tile[ won]*)"[^>]*><use href="#tile-(\w+)">', made) == [
        *(("tile", "4p"), ("tile won", "5p"), ("tile", "6p")),
        *(("tile", "1s"),) * 3,
        *(("tile", "back"), ("tile", "7z"), ("tile", "7z"), ("tile", "back")),
    ]
    assert re.findall(r'class="group (\w+)"', made) == ["held", "exposed", "concealed"]
    assert 'aria-label="a &quot;hand&quot;"' in made
