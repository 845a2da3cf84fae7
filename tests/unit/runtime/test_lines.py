"""Lines in, lines out: every line has its answer, whatever it holds."""

from __future__ import annotations

import io
import json
import time
from typing import Any

import pytest

import kawuxing
from kawuxing.runtime.requests import Requests
from kawuxing.runtime.serve import answers

GOOD = '{"hand": "1122334455667s", "win": "7s"}'


def ask(*lines: bytes | str) -> list[dict[str, Any]]:
    data = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
    requests = Requests(kawuxing.load("hubei"))
    answered = "".join(answers(io.BytesIO(data), requests.score_lines))
    found = [json.loads(line) for line in answered.removesuffix("\n").split("\n")]
    assert len(found) == len(lines)
    return found


def code(answer: dict[str, Any]) -> object:
    return answer["ok"] or answer["error"]["code"]


def test_blank_and_broken_lines_are_answered_in_their_place() -> None:
    found = ask(GOOD, "", "   ", b'{"hand": "\xff"}', "[1]", GOOD)
    assert [code(one) for one in found] == [True, "KWX3402", "KWX3402", "KWX3408", "KWX3403", True]


@pytest.mark.parametrize("id_", ["NaN", "Infinity", "-Infinity"])
def test_numbers_json_has_not_are_refused(id_: str) -> None:
    assert code(ask(f'{GOOD[:-1]}, "id": {id_}}}')[0]) == "KWX3402"


@pytest.mark.parametrize("number", ["1e400", "-1e999", "9" * 4_500])
def test_numbers_too_large_are_named_so(number: str) -> None:
    assert code(ask(f'{GOOD[:-1]}, "chain": {number}}}')[0]) == "KWX3410"


IDS = (
    *("1e400", "-1e999", "9" * 4_500, "-0", "1.50", "1E5", "null", "false"),
    *('[1.0, 1e5,{"a" :1}]', '{"a": 1, "a": 2.50}', '"\\u5361\\/"', '"卡\u2028"', "[ ]"),
)


@pytest.mark.parametrize("place", ['{{"id" : {id}, {rest}}}', '{{{rest}, "\\u0069d":{id} }}'])
@pytest.mark.parametrize("id_", IDS)
def test_an_id_goes_back_as_it_is_spelled(id_: str, place: str) -> None:
    requests = Requests(kawuxing.load("hubei"))
    asked = (
        (requests.score_line, '"hand": "1122334455667s+7s"', "true"),
        (requests.score_line, '"hand": "1122334455667s+7s", "revealed": true', "true"),
        (requests.score_line, '"hand": "1122334455667s+8s"', "true"),
        (requests.score_line, '"hand": 1e400', "false"),
        (requests.waits_line, '"hand": "1122334455667s"', "true"),
        (requests.settle_line, '"dealer": 0, "end": {"kind": "drawn"}', "true"),
        (requests.settle_line, '"dealer": 9, "end": {"kind": "drawn"}', "false"),
    )
    for answer, rest, ok in asked:
        assert answer(place.format(id=id_, rest=rest)).startswith(f'{{"ok": {ok}, "id": {id_}, ')


def test_an_id_over_several_lines_goes_back_on_one() -> None:
    requests = Requests(kawuxing.load("hubei"))
    answered = requests.settle_line('{"dealer": 0, "end": {"kind": "drawn"}, "id": [1,\r\n"a"]}')
    assert answered.startswith('{"ok": true, "id": [1,  "a"], ')


def test_a_line_with_two_ids_has_none() -> None:
    answered = ask(f'{GOOD[:-1]}, "id": 1, "id": 2}}')[0]
    assert code(answered) == "KWX3409"
    assert "id" not in answered


@pytest.mark.parametrize("line", ["x" * 100_001, "x" * 3_000_000, "卡" * 1_000_000])
def test_of_a_long_line_only_its_limit_is_told(line: str) -> None:
    # A line is cut off at a million bytes, here within the three bytes of a character.
    found = ask(line, GOOD)
    assert found[0]["error"]["message"] == "a line of more than 100000 characters"
    assert code(found[1]) is True


def test_a_field_may_stand_once() -> None:
    found = ask(f'{GOOD[:-1]}, "win": "1s"}}')[0]
    assert (found["error"]["code"], found["error"]["field"]) == ("KWX3409", "win")


@pytest.mark.parametrize("melds", [["+7s"], ["[555s", "](9999p)"], ["[555s](9999p)x"]])
def test_every_entry_is_a_whole_meld(melds: list[str]) -> None:
    request = {"hand": "46p123s77z", "melds": melds, "win": "5p"}
    assert ask(json.dumps(request))[0]["error"]["field"].startswith("melds")


@pytest.mark.parametrize("text", ["1" * 90_000, "[1" * 45_000, "+" * 90_000])
def test_a_long_text_is_refused_at_once(text: str) -> None:
    started = time.process_time()
    assert code(ask(json.dumps({"hand": text}))[0]) == "KWX3116"
    # Reading it group by group would take minutes; refusing it takes a thousandth of a second.
    assert time.process_time() - started < 5


def test_half_a_surrogate_pair_goes_back_as_it_came() -> None:
    requests = Requests(kawuxing.load("hubei"))
    line = f'{GOOD[:-1]}, "id": "\\ud800"}}'.encode()
    (answered,) = answers(io.BytesIO(line), requests.score_lines)
    assert json.loads(answered.encode("utf-8", "backslashreplace"))["id"] == "\ud800"


WAYS = (
    '"by": "discard", "events": ["last_tile"], "chain": 0, "revealed": true',
    '"payer_revealed":true,"by":"discard"',
    '"events": ["robbing"], "by": "discard"',
    '"events": ["replacement"], "chain": 1',
    '"chain": true',
    '"by": null',
    '"by": "discard", "by": "discard"',
    '"hand": "1p"',
    '"passed": 3',
    '"preceded": true, "by": "discard"',
    '"options": {"cap": 4}',
    '"id": [1], "by": "discard"',
    '"by": "discard", "id": 17',
    '"by": "discard", "id": "卡"',
    '"by": "discard", "id": "a b~!#[]"',
    '"id": 1, "id": 2',
    '"id": 007',
    '"id": -1',
    '"id": "a\\"b"',
    '"by": "discard", "options": {"cap": 4, "id": 5}',
)
HANDS = (
    "1122334455667s+7s",
    "46p12399s777z [1111p] +5p",
    "1122334455667s",
    "1111222333444s+1s",
    "114s+1s",
    "5p\\",
    "",
)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("hand", HANDS)
def test_a_line_means_the_same_however_its_fields_stand(hand: str, way: str) -> None:
    # A hand that stands first is read for itself, and what follows it remembered.
    text = json.dumps(hand)[:-1].replace("\\\\", "\\") + '"'
    first, last = ask(f'{{"hand": {text}, {way}}}', f'{{{way}, "hand": {text}}}')
    again = ask(f'{{"hand": "1122334455667s+7s", {way}}}', f'{{"hand": {text}, {way}}}')[1]
    for one in (first, last, again):
        if one.get("error", {}).get("code") == "KWX3402":
            one["error"]["at"] = None
    assert first == last == again
