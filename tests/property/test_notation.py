from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import example, given, settings
from hypothesis import strategies as st

from kawuxing.runtime.errors import HandError
from kawuxing.runtime.hand import Hand, Meld, MeldKind, check_packed, pack, unpack
from kawuxing.runtime.notation import (
    FORMS,
    Form,
    format_hand,
    format_meld,
    format_tiles,
    parse_hand,
    parse_hand_fields,
    parse_packed,
)
from kawuxing.runtime.tiles import DRAGONS, SUITS, TileSet, tile_glyph, tile_text, tile_zh

if TYPE_CHECKING:
    from collections.abc import Callable

SETS = (
    TileSet(("dots", "bamboos"), DRAGONS),
    TileSet(SUITS, DRAGONS),
    TileSet(("bamboos", "characters"), ("red",)),
    TileSet(("characters",), ("white", "green")),
    TileSet(("dots",), ()),
)


@st.composite
def hands(draw: st.DrawFn, tiles: TileSet) -> Hand:
    """A possible hand of the set, won or waiting."""
    wall = [kind for kind in tiles.kinds for _ in range(tiles.copies)]
    melds = []
    for _ in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from([kind for kind in tiles.kinds if wall.count(kind) == 4]))
        meld = Meld(draw(st.sampled_from(list(MeldKind))), kind)
        melds.append(meld)
        for _ in range(meld.size):
            wall.remove(kind)
    rest = draw(st.permutations(wall))
    size = 13 - 3 * len(melds)
    return Hand(tuple(rest[:size]), tuple(melds), draw(st.sampled_from([None, rest[size]])))


with_set = st.sampled_from(SETS).flatmap(lambda tiles: st.tuples(st.just(tiles), hands(tiles)))


@given(with_set)
def test_canonical_text_reads_back(case: tuple[TileSet, Hand]) -> None:
    tiles, hand = case
    text = format_hand(hand)
    assert parse_hand(text, tiles) == hand
    assert parse_packed(text, tiles) == pack(hand, tiles)
    assert format_hand(parse_hand(text, tiles)) == text


@given(with_set)
def test_fields_read_back(case: tuple[TileSet, Hand]) -> None:
    tiles, hand = case
    melds = [format_meld(meld) for meld in hand.melds]
    win = None if hand.win is None else tile_text(hand.win)
    assert parse_hand_fields(format_tiles(hand.concealed), melds, win, tiles) == hand


@given(with_set, st.data())
def test_spelling_and_order_do_not_matter(case: tuple[TileSet, Hand], data: st.DataObject) -> None:
    tiles, hand = case

    def spell(kind: int) -> str:
        names: list[Callable[[int], str]] = [tile_text, tile_zh, tile_glyph]
        return data.draw(st.sampled_from(names))(kind)

    def wide(text: str) -> str:
        return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)

    words = [spell(kind) for kind in hand.concealed]
    for meld in hand.melds:
        left, right = "()" if meld.kind is MeldKind.CONCEALED_KONG else "[]"
        inside = [spell(meld.tile) for _ in range(meld.size)]
        if meld.kind is MeldKind.ADDED_KONG:
            inside.insert(3, "+")
        words.append(left + "".join(inside) + right)
    words = data.draw(st.permutations(words))
    if hand.win is not None:
        words.append(f"+{spell(hand.win)}")
    text = data.draw(st.sampled_from(["", " ", "\u3000", "\n"])).join(words)
    if data.draw(st.booleans()):
        text = wide(text)
    assert parse_hand(text, tiles) == hand
    assert parse_packed(text, tiles) == pack(hand, tiles)


@given(with_set)
def test_packing_goes_both_ways(case: tuple[TileSet, Hand]) -> None:
    tiles, hand = case
    packed = pack(hand, tiles)
    check_packed(packed, tiles, (13,) if hand.win is None else (14,))
    assert pack(unpack(packed, tiles), tiles) == packed
    back = unpack(packed, tiles)
    assert (back.concealed, back.win) == (hand.concealed, hand.win)
    assert [meld.tile for meld in back.melds] == [meld.tile for meld in hand.melds]


def answer(parse: Callable[[], object]) -> object:
    """What a reader answers: its result, or its complaint."""
    try:
        return parse()
    except HandError as error:
        return error.code, error.at, error.field, error.text("en"), error.text("zh")


pieces = st.sampled_from(
    [*"0123456789psmz[]()+ x五筒中红🀄", "123p", "456s", "77z", "[555p]", "(5555p)", "[555+5p]"]
)
groups = st.lists(st.sampled_from(["1p", "123p", "99p", "456s", "[555p]", "(7777z)", "+2s", "13m"]))
scraps = st.one_of(st.lists(pieces, max_size=20), groups).map("".join)


all_forms: st.SearchStrategy[tuple[Form, ...]] = st.sampled_from([FORMS, ("won",), ("waiting",)])


@settings(max_examples=300)
@given(scraps, st.sampled_from(SETS), all_forms)
@example("[111p][111p][222p][333p]4p+4p", SETS[0], FORMS)
@example("+1p" * 14, SETS[0], FORMS)
@example("1112223334445p p+5p", SETS[0], FORMS)
@example("1112223334445p+5p+", SETS[0], FORMS)
@example("1112223334445p +5p ", SETS[0], FORMS)
@example("1" * 300 + "p", SETS[0], FORMS)
def test_the_fast_reader_agrees_on_anything(
    text: str, tiles: TileSet, forms: tuple[Form, ...]
) -> None:
    slow = answer(lambda: pack(parse_hand(text, tiles, forms), tiles))
    assert answer(lambda: parse_packed(text, tiles, forms)) == slow


@given(with_set, st.data())
def test_the_fast_reader_agrees_on_damaged_hands(
    case: tuple[TileSet, Hand], data: st.DataObject
) -> None:
    tiles, hand = case
    text = format_hand(hand)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 3)))
    text = text[:start] + data.draw(st.sampled_from(["", *"159psz+[)] "])) + text[end:]
    slow = answer(lambda: pack(parse_hand(text, tiles), tiles))
    assert answer(lambda: parse_packed(text, tiles)) == slow
    if isinstance(slow, tuple):
        return
    read = parse_hand(text, tiles)
    owned = Counter(read.held)
    for meld in read.melds:
        owned[meld.tile] += meld.size
    assert max(owned.values()) <= 4
    assert len(read.held) + 3 * len(read.melds) == (13 if read.win is None else 14)


@given(st.binary(max_size=30), st.sampled_from(SETS))
def test_foreign_bytes_are_a_hand_or_refused(data: bytes, tiles: TileSet) -> None:
    got = answer(lambda: check_packed(data, tiles))
    if got is None:
        assert pack(unpack(data, tiles), tiles) == data
