"""Logs of random rounds: told in part, judged again, and with mistakes in them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from kawuxing.runtime.round.account import items_of
from kawuxing.runtime.round.errors import LogError
from kawuxing.runtime.round.log import Recorded, read_rounds
from kawuxing.runtime.round.replay import replay, replay_recorded
from kawuxing.runtime.round.under import judge_under

from ..unit.runtime.round.tables import town
from .test_rounds import TOWNS, last_state, rounds

if TYPE_CHECKING:
    from collections.abc import Callable

    from kawuxing.runtime.round.game import Round

SEEDS = range(25)
FOLLOWS = ("pass", "transfer", "drawn", "end")


def lines_of(game: Round) -> list[dict[str, Any]]:
    return [json.loads(line) for line in game.log().splitlines()]


def text_of(lines: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


@rounds
def test_under_its_own_variant_a_round_stays_as_it_was(variant: str) -> None:
    for seed in SEEDS:
        game = last_state(variant, seed)
        found = judge_under(game, town(variant))
        assert (found.decided, found.objections, found.chances) == (True, (), ())
        assert found.round.ledger == game.ledger
        assert found.round.next_dealer == game.next_dealer


@rounds
def test_under_another_variant_no_money_is_lost(variant: str) -> None:
    """Whatever the other variant objects to, what it pays adds up and is paid by its own rows."""
    for seed in SEEDS:
        game = last_state(variant, seed)
        for other in TOWNS:
            found = judge_under(game, town(other))
            assert sum(found.round.ledger.totals(3)) == 0
            barred = {one.seat for one in found.objections if one.action == "win"}
            assert found.decided or barred
            paid = {one.payee for one in found.round.ledger.transfers if ".win." in one.rule}
            assert not paid & barred


@rounds
def test_logs_are_what_their_schema_says(variant: str) -> None:
    text = files("kawuxing.compiler.schemas").joinpath("log.json").read_text("utf-8")
    schema = Draft202012Validator(json.loads(text))
    for seed in range(6):
        lines = lines_of(last_state(variant, seed))
        for line in [*lines, *seen(lines)]:
            schema.validate(line)


@rounds
def test_items_hold_every_payment(variant: str) -> None:
    for seed in SEEDS:
        game = last_state(variant, seed)
        items = items_of(game.rules.evaluator, game.events)
        paid = [one for item in items for one in item.transfers]
        assert paid == list(game.ledger.transfers)


def seen(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a table sees: tiles and decisions, without what follows from them."""
    kept = {"seat", "tile", "tiles", "kind", "type"}
    start = {name: lines[0][name] for name in ("type", "variant", "dealer")}
    rest = [line for line in lines[1:] if line["type"] not in FOLLOWS]
    return [start, *({name: line[name] for name in line if name in kept} for line in rest)]


@rounds
def test_what_was_seen_is_enough(variant: str) -> None:
    for seed in SEEDS:
        game = last_state(variant, seed)
        recorded = Recorded(tuple(seen(lines_of(game))))
        found = replay_recorded(town(variant), recorded)
        assert not found.whole
        assert found.round.ledger == game.ledger
        assert found.round.events[1:] == game.events[1:]
        assert len(found.lines) == len(game.events)


@rounds
def test_of_what_follows_any_lines_may_be_told(variant: str) -> None:
    """Each payment, pass and end for itself; one that is told must still be true."""
    for seed in SEEDS:
        game, random = last_state(variant, seed), Random(f"{variant}{seed}")
        whole = lines_of(game)
        start = {name: whole[0][name] for name in ("type", "variant", "dealer")}
        told = [one for one in whole[1:] if one["type"] not in FOLLOWS or random.random() < 0.5]
        found = replay_recorded(town(variant), Recorded((start, *told)))
        assert found.round.events[1:] == game.events[1:]
        paid = [at for at, line in enumerate(told) if line["type"] == "transfer"]
        if paid:
            at = random.choice(paid)
            wrong = [*told[:at], {**told[at], "amount": 10**6}, *told[at + 1 :]]
            with pytest.raises(LogError) as caught:
                replay_recorded(town(variant), Recorded((start, *wrong)))
            assert caught.value.line == at + 2
            assert "transfer" in str(caught.value.params["expected"])


# --- logs with mistakes ---------------------------------------------------------------------------


@cache
def game_of(variant: str, seed: int) -> Round:
    return last_state(variant, seed)


def outcome(variant: str, text: str) -> Round | None:
    """The round a log records, or None if it is refused with a line and words."""
    refused = None
    try:
        return replay(town(variant), text)
    except LogError as error:
        refused = error
    assert 1 <= refused.line <= text.count("\n") + 1
    assert f"{refused.line}" in refused.text("zh")
    assert refused.text("en") != refused.text("zh")
    return None


def is_true(variant: str, lines: list[dict[str, Any]]) -> bool:
    """Whether a whole log is accepted, which it may only be as the very log of its round.

    Two discards that change places, or a reveal left out that cost nobody anything, may make
    another round, as good as the first.
    """
    found = outcome(variant, text_of(lines))
    assert found is None or [repr(line) for line in lines_of(found)] == [repr(one) for one in lines]
    return found is not None


games = st.tuples(st.sampled_from(TOWNS), st.integers(0, 11))
numbers = st.integers(0, 10_000)


def deleted(lines: list[str], at: int, _: int) -> list[str]:
    return lines[:at] + lines[at + 1 :]


def swapped(lines: list[str], at: int, other: int) -> list[str]:
    changed = list(lines)
    other %= len(lines)
    changed[at], changed[other] = changed[other], changed[at]
    return changed


def doubled(lines: list[str], at: int, _: int) -> list[str]:
    return [*lines[: at + 1], *lines[at:]]


def cut(lines: list[str], at: int, other: int) -> list[str]:
    return [*lines[:at], lines[at][: other % len(lines[at])]]


def moved(lines: list[str], at: int, other: int) -> list[str]:
    rest = deleted(lines, at, 0)
    other %= len(lines)
    return [*rest[:other], lines[at], *rest[other:]]


@pytest.mark.parametrize("change", [deleted, swapped, doubled, cut, moved])
@given(game=games, at=numbers, other=numbers)
def test_lines_that_are_not_where_they_were(
    change: Callable[[list[str], int, int], list[str]], game: tuple[str, int], at: int, other: int
) -> None:
    variant, seed = game
    lines = game_of(variant, seed).log().splitlines()
    changed = change(lines, at % len(lines), other)
    if change is cut:
        assert outcome(variant, "".join(f"{line}\n" for line in changed)) is None
    else:
        accepted = is_true(variant, [json.loads(line) for line in changed])
        assert accepted or changed != lines


VALUES: list[object] = [
    *(
        None,
        True,
        False,
        0,
        1,
        2,
        3,
        -1,
        1.0,
        10**30,
        "",
        "5p",
        "7z",
        "9m",
        "5p5p",
        "x",
        "0",
        "win",
    ),
    *(
        [],
        [0],
        ["5p"],
        [""],
        [None],
        {},
        {"a": 1},
        "concealed",
        "added",
        "\u2028",
        "discard",
        "pass",
    ),
]


@given(game=games, at=numbers, name=numbers, value=st.sampled_from(VALUES))
def test_a_value_that_is_another(game: tuple[str, int], at: int, name: int, value: object) -> None:
    variant, seed = game
    lines = lines_of(game_of(variant, seed))
    line = lines[at % len(lines)]
    names = sorted(line)
    chosen = names[name % len(names)]
    line[chosen] = value
    is_true(variant, lines)


@given(game=games, at=numbers, name=numbers)
def test_a_field_that_is_missing_or_new(game: tuple[str, int], at: int, name: int) -> None:
    variant, seed = game
    lines = lines_of(game_of(variant, seed))
    line = lines[at % len(lines)]
    chosen = sorted(line)[name % len(line)]
    del line[chosen]
    if chosen != "seed":
        assert outcome(variant, text_of(lines)) is None
    line["strange"] = 1
    assert outcome(variant, text_of(lines)) is None


@given(game=games, at=numbers, name=numbers, value=st.sampled_from(VALUES))
def test_a_mistake_in_what_was_seen(
    game: tuple[str, int], at: int, name: int, value: object
) -> None:
    """Never a crash; what is accepted tells nothing but what happens in the round."""
    variant, seed = game
    lines = seen(lines_of(game_of(variant, seed)))
    line = lines[at % len(lines)]
    chosen = sorted(line)[name % len(line)]
    line[chosen] = value
    if outcome(variant, text_of(lines)) is None:
        return
    recorded = read_rounds(text_of(lines))[0]
    found = replay_recorded(town(variant), recorded)
    told = lines_of(found.round)
    for number, event in zip(found.lines, told, strict=True):
        written = recorded.lines[number - 1]
        if written["type"] == event["type"] and written["type"] not in (*FOLLOWS, "start"):
            assert written.items() <= event.items()


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda data: data.decode("latin-1")))
def test_any_text(text: str) -> None:
    assert outcome("suizhou", text) is None
