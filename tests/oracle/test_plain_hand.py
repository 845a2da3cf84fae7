"""The oracle's own reader of hands."""

import pytest

from .plain_hand import ALL_TILES, BadHandError, parse_hand, write_hand


def test_every_form_of_meld() -> None:
    hand = parse_hand("4p [555s] [7777z] [111+1p] (9999p) +5p")
    assert hand.concealed == (("p", 4),)
    assert hand.melds == (
        ("pung", ("s", 5)),
        ("direct_kong", ("z", 7)),
        ("added_kong", ("p", 1)),
        ("concealed_kong", ("p", 9)),
    )
    assert hand.win == ("p", 5)
    assert write_hand(hand) == "4p [555s] [7777z] [111+1p] (9999p) +5p"


def test_tiles_are_sorted_and_the_winning_tile_kept_apart() -> None:
    hand = parse_hand("77z46p123s64p55z11p+5p")
    assert write_hand(hand) == "114466p123s5577z +5p"


def test_the_set_has_84_tiles() -> None:
    assert len(ALL_TILES) * 4 == 84


@pytest.mark.parametrize(
    "text",
    [
        "1122334455667s",  # no winning tile
        "112233445566s +7s",  # a tile short
        "11223344556677s +7s",  # a tile long
        "1111223344556s +1s",  # five of a kind
        "1122334455s [111s] +6s",  # five of a kind, some melded
        "1122334455667m +7m",  # characters are not in the set
        "112233445566p1z +1z",  # nor are winds
        "1122334455p [567z] +6p",  # a run is no meld
        "1122334455p [55z] +6p",
        "1122334455p [556z] +6p",
        "1122334455p (555z) +6p",
        "1122334455p [555+6z] +6p",
        "1122334455667s +7s +7s",
        "1122334455667s +77s",
        "1122334455667 +7s",
        "1122334455667s +7",
        "",
    ],
)
def test_refuses_what_is_no_hand(text: str) -> None:
    with pytest.raises(BadHandError):
        parse_hand(text)
