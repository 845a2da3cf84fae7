from __future__ import annotations

import pytest

from kawuxing.runtime.tiles import (
    DRAGONS,
    SUITS,
    Block,
    TileSet,
    is_dragon,
    rank_of,
    starts_run,
    suit_of,
    tile_glyph,
    tile_text,
    tile_zh,
)


@pytest.mark.parametrize(
    ("kind", "text", "zh", "glyph"),
    [
        (0, "1p", "一筒", "\N{MAHJONG TILE ONE OF CIRCLES}"),
        (4, "5p", "五筒", "\N{MAHJONG TILE FIVE OF CIRCLES}"),
        (9, "1s", "一条", "\N{MAHJONG TILE ONE OF BAMBOOS}"),
        (17, "9s", "九条", "\N{MAHJONG TILE NINE OF BAMBOOS}"),
        (18, "1m", "一万", "\N{MAHJONG TILE ONE OF CHARACTERS}"),
        (26, "9m", "九万", "\N{MAHJONG TILE NINE OF CHARACTERS}"),
        (27, "5z", "白板", "\N{MAHJONG TILE WHITE DRAGON}"),
        (28, "6z", "发财", "\N{MAHJONG TILE GREEN DRAGON}"),
        (29, "7z", "红中", "\N{MAHJONG TILE RED DRAGON}"),
    ],
)
def test_names_of_a_kind(kind: int, text: str, zh: str, glyph: str) -> None:
    assert (tile_text(kind), tile_zh(kind), tile_glyph(kind)) == (text, zh, glyph)


def test_all_thirty_names_differ() -> None:
    for name in (tile_text, tile_zh, tile_glyph):
        assert len({name(kind) for kind in range(30)}) == 30


@pytest.mark.parametrize(
    ("kind", "suit", "rank", "dragon", "run"),
    [
        (0, "dots", 1, False, True),
        (6, "dots", 7, False, True),
        (7, "dots", 8, False, False),
        (13, "bamboos", 5, False, True),
        (26, "characters", 9, False, False),
        (27, None, None, True, False),
        (29, None, None, True, False),
    ],
)
def test_facts_of_a_kind(
    kind: int, suit: str | None, rank: int | None, dragon: bool, run: bool
) -> None:
    assert suit_of(kind) == suit
    assert rank_of(kind) == rank
    assert is_dragon(kind) is dragon
    assert starts_run(kind) is run


def test_two_suits_and_dragons_are_84_tiles() -> None:
    tiles = TileSet(("dots", "bamboos"), DRAGONS)
    assert tiles.size == 84
    assert tiles.kinds == (*range(18), 27, 28, 29)
    assert tiles.blocks == (Block("dots", 0, 9), Block("bamboos", 9, 9), Block("dragons", 18, 3))
    assert [block.runs for block in tiles.blocks] == [True, True, False]


def test_three_suits_and_dragons_are_120_tiles() -> None:
    tiles = TileSet(SUITS, DRAGONS)
    assert tiles.size == 120
    assert tiles.kinds == tuple(range(30))


def test_a_set_may_lack_suits_and_dragons() -> None:
    tiles = TileSet(("characters",), ("red", "white"))
    assert tiles.kinds == (*range(18, 27), 27, 29)
    assert tiles.position[29] == 10
    assert TileSet(("dots",), ()).blocks == (Block("dots", 0, 9),)


def test_position_inverts_kinds() -> None:
    tiles = TileSet(("bamboos", "characters"), ("green",))
    assert [tiles.kinds[tiles.position[kind]] for kind in tiles.kinds] == list(tiles.kinds)
    assert len(tiles.position) == len(tiles.kinds)


def test_order_of_names_does_not_matter() -> None:
    one = TileSet(("bamboos", "dots"), ("red", "white", "green"))
    other = TileSet(("dots", "bamboos"), DRAGONS)
    assert one == other
    assert hash(one) == hash(other)
    assert one.kinds == other.kinds
    assert one != TileSet(("dots", "bamboos"), ("red", "white"))


@pytest.mark.parametrize(
    ("suits", "dragons", "copies"),
    [(("coins",), (), 4), (("dots", "dots"), (), 4), (("dots",), ("blue",), 4), (("dots",), (), 5)],
)
def test_what_is_no_tile_set(suits: tuple[str, ...], dragons: tuple[str, ...], copies: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        TileSet(suits, dragons, copies)
