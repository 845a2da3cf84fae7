"""Answers of a batch: fast text against plain data, the fast reading against all of them."""

from __future__ import annotations

import json
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


@pytest.mark.parametrize("identity", [7, "a", None, {"a": [1, "卡"]}])
def test_an_id_is_given_back_behind_ok(identity: object) -> None:
    answer = Requests(rules("hubei")).score_line(
        json.dumps({"id": identity, "hand": "1122334455667s+7s"})
    )
    assert list(json.loads(answer))[:2] == ["ok", "id"]
    assert json.loads(answer)["id"] == identity
    plain = Requests(rules("hubei")).score_line(json.dumps({"hand": "1122334455667s+7s"}))
    assert json.loads(plain) == {k: v for k, v in json.loads(answer).items() if k != "id"}
