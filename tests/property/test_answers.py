"""Answers of a batch: fast text against plain data, the fast reading against all of them."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import kawuxing
from kawuxing.runtime.judge import rank
from kawuxing.runtime.requests import Requests

from ..oracle.hands import near_misses, won_hands

if TYPE_CHECKING:
    from kawuxing.runtime.evaluator import Evaluator
    from kawuxing.runtime.score import Score

TOWNS = ("hubei", "xiaogan")
COUNT = 3_000


@cache
def rules(town: str) -> Evaluator[Any]:
    return kawuxing.load(town)


@cache
def scores(town: str) -> list[Score]:
    return [
        rules(town).score(
            one.hand,
            by=one.by,
            events=one.events,
            chain=one.chain,
            revealed=one.revealed,
            payer_revealed=one.payer_revealed,
        )
        for one in won_hands(11, COUNT)
    ]


@pytest.mark.parametrize("town", TOWNS)
def test_the_text_says_what_the_data_says(town: str) -> None:
    for score in scores(town):
        assert score.to_json() == json.dumps(score.to_dict())
    for hand in near_misses(12, 100):
        score = rules(town).score(hand)
        assert score.to_json() == json.dumps(score.to_dict())


@pytest.mark.parametrize("town", TOWNS)
def test_the_reading_is_the_first_of_the_best(town: str) -> None:
    """Among all readings of the whole hand, in their fixed order, each judged from scratch."""
    several = 0
    for score in scores(town):
        found = score._explainer.worths(score.hand, score.won)
        ranks = [rank((worth, vector)) for _, vector, worth in found]
        assert score.reading == found[ranks.index(max(ranks))][0]
        several += len(found) > 1
    assert several > COUNT // 4


as_spelled = json.JSONDecoder(parse_int=str, parse_float=str).decode
"""Reads JSON, numbers as they are spelled."""


@pytest.mark.parametrize("answer", ["score_line", "waits_line", "settle_line"])
@pytest.mark.parametrize(
    "identity",
    [
        *("null", "true", "false", "7", '"a"', '{"a": [1, "卡"]}', '"\\ud800\\n\\"/ "', "[]"),
        *("-0", "0", "-0.0", "1.10", "1e2", "1E+2", "123456789012345678901.5", "9" * 200),
        *("0.1000000000000000055511151231257827", "-1"),
    ],
)
def test_an_id_is_given_back_as_it_was_written(answer: str, identity: str) -> None:
    """Behind `ok`; a number to the letter, anything else in meaning."""
    requests = Requests(rules("hubei"))
    for line in (
        f'{{"hand": "1122334455667s+7s", "id": {identity}}}',
        f'{{"id": {identity}, "hand": "1122334455667s"}}',
        f'{{"id":{identity}}}',
    ):
        read = as_spelled(getattr(requests, answer)(line))
        assert list(read)[:2] == ["ok", "id"]
        assert read["id"] == as_spelled(identity)


def test_an_id_changes_nothing_else() -> None:
    requests = Requests(rules("hubei"))
    with_id = json.loads(requests.score_line('{"hand": "1122334455667s+7s", "id": 7}'))
    assert with_id.pop("id") == 7
    assert json.loads(requests.score_line('{"hand": "1122334455667s+7s"}')) == with_id


@pytest.mark.parametrize("seed", range(3))
def test_random_ids_come_back(seed: int) -> None:
    """Ids of every kind, in requests of which some are good and some are not."""
    chance = random.Random(seed)
    requests = Requests(rules("hubei"))
    for _ in range(100):
        identity = random_scalar(chance)
        hand = chance.choice(["1122334455667s+7s", "1122334455667s", "1p"])
        fields = [f'"hand": "{hand}"', f'"id": {identity}']
        chance.shuffle(fields)
        answer = requests.score_line(f"{{{', '.join(fields)}}}")
        assert as_spelled(answer)["id"] == as_spelled(identity)


def random_scalar(chance: random.Random) -> str:
    """A number in any spelling that JSON allows, or a text of any characters, as JSON."""
    if chance.random() < 0.5:
        sign, whole = chance.choice(["", "-"]), str(chance.choice([0, chance.getrandbits(80)]))
        part = chance.choice(["", ".0", ".10", f".{chance.getrandbits(70)}"])
        power = chance.choice(["", "e1", "E-12", "e+05", "e00"])
        return f"{sign}{whole}{part}{power}"
    codes = [chance.randrange(chance.choice([127, 0x110000])) for _ in "abcd"]
    return json.dumps("".join(map(chr, codes)), ensure_ascii=chance.random() < 0.5)
