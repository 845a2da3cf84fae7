"""Lines of a log that cannot be read, and deals that cannot be: told where they stand."""

from __future__ import annotations

from typing import Any

import pytest

from .tables import town
from .test_replay import lines_of, refused, revealed, written


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (
            '{"seat": 1, "type": "draw", "seat": 1}',
            "KWX3625",
            "line 2: the field seat stands twice",
        ),
        ('{"type": "draw", "seat": NaN}', "KWX3636", "line 2: NaN is no number"),
        ('{"type": "draw", "seat": 1e999}', "KWX3636", "line 2: 1e999 is no number"),
        ('{"type": "draw", "seat": ' + "9" * 5000 + "}", "KWX3636", "hundreds of digits"),
        ('{"type": "draw", "tile": "' + "1p" * 50_000 + '"}', "KWX3637", "longer than 100000"),
        ('{"type": ' * 10_000, "KWX3620", "line 2: this is not a whole event"),
        ('["draw"]', "KWX3620", "line 2: this is not a whole event"),
    ],
)
def test_lines_that_are_no_events(line: str, code: str, said: str) -> None:
    error = refused(town("hubei"), f'{{"type": "start", "dealer": 0}}\n{line}\n')
    assert (error.code, error.line) == (code, 2)
    assert said in str(error)


SEEN = (
    {"type": "start", "variant": "xiaogan", "dealer": 1},
    {"type": "deal", "seat": 1, "tiles": "135789p1357s567z"},
    {"type": "deal", "seat": 2, "tiles": "13579p13579s567z"},
    {"type": "deal", "seat": 0, "tiles": "2245667p123789s"},
    {"type": "draw", "seat": 1, "tile": "7z"},
)


@pytest.mark.parametrize(
    ("at", "change", "said"),
    [
        (3, {"tiles": "2245667p12378s"}, "seat 0 is dealt 12 tiles, and must be dealt 13"),
        (1, {"tiles": "135789p1357s5677z"}, "seat 1 is dealt 14 tiles, and must be dealt 13"),
        (2, {"seat": 1}, "deal 1 cannot come here, expected deal 2"),
        (2, {"seat": 7}, "deal 7 cannot come here, expected deal 2"),
        (2, {"seat": "2"}, 'deal "2" cannot come here, expected deal 2'),
        (1, {"seat": True}, "deal true cannot come here, expected deal 1"),
        (3, {"type": "draw"}, "draw 0 cannot come here, expected deal 0"),
    ],
)
def test_a_wrong_deal_is_told_where_it_stands(at: int, change: dict[str, Any], said: str) -> None:
    lines = [dict(line) for line in SEEN]
    lines[at] |= change
    error = refused(town("xiaogan"), written(lines))
    assert str(error) == f"line {at + 1}: {said}"
    short = refused(town("xiaogan"), written(lines[:at]))
    assert (short.code, short.line) == ("KWX3623", at)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"options": {}}, "KWX3622 line 1: start options.cap – options.dragon_on_fourth –"),
        ({"options": {}}, "cannot come here, expected start options.cap none options.dragon_on_"),
        ({"options": {"cap": 9}}, "KWX3624 line 1: options.cap of the log is 9, here it is none"),
        ({"options": {"caps": 1}}, "line 1: options.caps of the log is 1, here it is nothing"),
        ({"use": ["haidi"]}, 'line 1: use of the log is ["haidi"], here it is []'),
    ],
)
def test_the_first_line_is_told_apart_key_by_key(change: dict[str, Any], said: str) -> None:
    game = revealed()
    lines = lines_of(game)
    lines[0] |= change
    error = refused(game.rules, written(lines))
    assert said in f"{error.code} {error}"


def test_of_long_texts_the_part_is_told_in_which_they_differ() -> None:
    game = revealed()
    lines = lines_of(game)
    digest = str(lines[0]["hash"])
    lines[0]["hash"] = f"{digest[:-1]}x"
    error = refused(game.rules, written(lines))
    there, here = f"…{digest[-11:-1]}x", f"…{digest[-11:]}"
    assert str(error) == f"line 1: hash of the log is {there}, here it is {here}"
