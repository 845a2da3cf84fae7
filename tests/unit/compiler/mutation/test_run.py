"""Mutants of a toy killed, proven to be nothing, or shown: every case checked by hand."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.examples.written import example_text
from kawuxing.compiler.mutation import prove
from kawuxing.compiler.mutation.run import Result, mutate
from kawuxing.compiler.space.signatures import NotFoldableError

from ..toy import HEAD, PUNGS, RULES, toy

if TYPE_CHECKING:
    from pathlib import Path

Change = tuple[str, str, str, str]
"""Rule, kind, before and after."""


@cache
def results(text: str) -> dict[Change, Result]:
    found = mutate(family(text))
    return {
        (one.mutant.rule, one.mutant.kind, one.mutant.before, one.mutant.after): one
        for one in found
    }


def with_pungs() -> dict[Change, Result]:
    return results(toy(PUNGS))


def test_an_example_that_fails_kills() -> None:
    """The only example expects four triplets to be worth 2."""
    killed = with_pungs()["fans.pungs", "number", "2", "3"]
    assert (killed.status, killed.by, killed.catch) == ("killed", "pungs", None)
    assert with_pungs()["fans.pungs", "never", "", ""].status == "killed"
    assert with_pungs()["define.triplets", "word", "s.triplet", "s.run"].status == "killed"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("fans.pungs", "dropped", "not seven_pairs", ""), "seven pairs have no sets to count"),
        (
            ("fans.pungs", "word", "seven_pairs", "robbing"),
            "the other three lie before who added the fourth: a robbed tile ends in a run",
        ),
    ],
)
def test_a_change_that_changes_nothing_is_proven_to(change: Change, why: str) -> None:
    found = with_pungs()[change]
    assert (found.status, found.catch) == ("equivalent", None), why


def test_the_default_matters_only_if_something_is_worth_more() -> None:
    """The dearest hand is worth 3: a cap of 9, 10, 11, 20 or none is the same to all."""
    for other in ("9", "11", "20", "none"):
        assert with_pungs()["options.most", "default", "10", other].status == "equivalent"


def test_values_that_are_accepted_and_not_offered_are_tried_too() -> None:
    """With `most` 10 or none a floor of 2 or 1 is the same; with 1 it is not: pairs are worth 3."""
    rules = RULES.replace("from: 5", "from: 1").replace(
        "at: options.most", "at: 'max(options.most, 2)'"
    )
    found = results(HEAD + rules + "examples:\n" + PUNGS)["cap.all", "number", "2", "1"]
    assert found.status == "survived"
    assert found.catch is not None
    assert found.catch.example.given == {"hand": "1112222333344p+1p", "options": {"most": 1}}
    assert (found.catch.example.expect["value"], found.catch.found["value"]) == (2, "1")


def caught(change: Change) -> tuple[dict[str, object], dict[str, object]]:
    found = with_pungs()[change]
    assert found.status == "survived"
    assert found.catch is not None
    return found.catch.example.given, found.catch.example.expect


def test_the_least_hand_of_seven_pairs() -> None:
    """No melds; of all that fall into seven pairs the one that comes first tile by tile."""
    given, expect = caught(("fans.pairs", "number", "3", "4"))
    assert given == {"hand": "1112222333344p+1p"}
    assert expect == {"value": 3, "product": 3, "fans": ["pairs"], "owed": 3}
    result = with_pungs()["fans.pairs", "number", "3", "4"]
    assert result.catch is not None
    assert result.catch.found == {"value": "4", "product": "4", "owed": "4"}
    assert (result.catch.example.why.zh, result.catch.example.why.en) == ("对子3", "pairs 3")


def test_the_least_hand_of_all() -> None:
    """If nobody may win, the first hand there is tells."""
    given, expect = caught(("may_win.all", "truth", "true", "false"))
    assert given == {"hand": "1112222333344p+1p"}
    assert expect["may_win"] is True


def test_the_least_hand_of_three_triplets() -> None:
    """The next after the least seven pairs: 111 123 222 33 345."""
    given, expect = caught(("fans.pungs", "dropped", "triplets == 4", ""))
    assert expect == {"value": 1, "product": 1, "fans": [], "owed": 1}
    assert given == {"hand": "1112222333345p+1p"}


def test_the_least_kong() -> None:
    given, expect = caught(("pay.kong.hidden", "number", "2", "3"))
    kongs = [{"by": 0, "kind": "concealed", "tile": "1p", "chain": 1}]
    end = {"kind": "drawn"}
    assert given == {
        "round": {"players": 3, "dealer": 0, "revealed": [], "kongs": kongs, "end": end}
    }
    assert expect == {"totals": [4, -2, -2], "rules": ["pay.kong.hidden"]}


def test_the_fewest_reveals() -> None:
    """Two have revealed: the first owes only the third, and would owe the second as well."""
    given, expect = caught(("pay.drawn.first", "dropped", "not payee.revealed", ""))
    assert given == {
        "round": {"players": 3, "dealer": 0, "revealed": [0, 1], "end": {"kind": "drawn"}}
    }
    assert expect == {"totals": [-1, 0, 1], "rules": ["pay.drawn.first"]}


def test_a_value_an_option_no_longer_accepts() -> None:
    given, expect = caught(("options.most", "accepts", "5…20, none", "5…19, none"))
    assert given == {"hand": "1122334455667p+7p", "options": {"most": 20}}
    assert expect == {"value": 3, "product": 3, "fans": ["pairs"]}


def test_another_number_of_players() -> None:
    given, _ = caught(("table", "seats", "3", "4"))
    assert given == {"round": {"players": 3, "dealer": 0, "revealed": [], "end": {"kind": "drawn"}}}


def test_pasting_everything_that_is_shown_leaves_no_survivor() -> None:
    """Every example shown passes as it stands, and together they kill all they were shown for."""
    shown = dict.fromkeys(
        example_text(one.catch.example) for one in with_pungs().values() if one.catch
    )
    examples = [text.replace("id: it", f"id: it_{number}") for number, text in enumerate(shown)]
    members = family(toy(PUNGS, *examples))
    assert (len(members[0].runs), members[0].failing) == (len(shown) + 1, 0)
    statuses = Counter(result.status for result in mutate(members))
    assert statuses["survived"] == statuses["unproven"] == 0
    equivalent = [one for one in with_pungs().values() if one.status == "equivalent"]
    assert statuses["equivalent"] == len(equivalent)


def test_what_cannot_be_looked_through_is_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_many(*_: object) -> None:
        raise NotFoldableError

    monkeypatch.setattr(prove, "space_of", too_many)
    monkeypatch.setattr(prove, "fold", too_many)
    found = mutate(family(toy(PUNGS)))
    unproven = {one.mutant.rule for one in found if one.status == "unproven"}
    assert unproven == {"options.most", "fans.pairs", "fans.pungs", "may_win.all"}
    shown = {one.mutant.rule for one in found if one.status == "survived"}
    rows = ("kong.hidden", "kong.nobody", "drawn.first", "drawn.nobody")
    course = ("turn.kong.else", "turn.pung.else", "turn.reveal.else", "turn.missed.else")
    assert shown == {"table", "turn", "options.most", "dealer.drawn", *course} | {
        f"pay.{row}" for row in rows
    }


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    found = mutate(family(toy(PUNGS)), progress=lambda done, whole: told.append((done, whole)))
    assert told[0][0] == 0
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] >= len(found)


def asked(row: str, old: str = "pung: [") -> dict[Change, Result]:
    """The toy with one more row at the head of a table about a round.

    Its forty tiles are all dealt to three players; to two, and thirteen are left.
    """
    text = toy(PUNGS).replace(old, f"{old}{{{row}, assumed: test}}, ")
    return results(text if old == "dealer: [" else text.replace("seats: 3", "seats: 2"))


def test_the_plainest_situation_in_which_a_table_about_a_round_answers_otherwise() -> None:
    """A pung of the last tile but one: nobody has revealed, and all else is ordinary."""
    few = asked("id: few, when: wall.left <= 1 and not punger.revealed, allowed: false")
    found = few["turn.pung.few", "comparison", "wall.left <= 1", "wall.left < 1"]
    assert found.status == "survived"
    assert found.catch is not None
    assert found.catch.example.given == {"asked": {"table": "turn.pung", "wall.left": 1}}
    assert found.catch.example.expect == {"allowed": False, "rules": ["turn.pung.few"]}
    assert found.catch.found == {"allowed": "true", "rules": "[turn.pung.else]"}
    gone = few["turn.pung.few", "dropped", "not punger.revealed", ""]
    assert gone.catch is not None
    assert gone.catch.example.given["asked"] == {
        "table": "turn.pung",
        "punger.revealed": True,
        "wall.left": 1,
    }


def test_of_three_players_no_three_win() -> None:
    """So a row about three winners may be taken away; one about two may not."""
    three = asked("id: three, when: winners == 3, next: payer", "dealer: [")
    assert three["dealer.three", "never", "", ""].status == "equivalent"
    assert three["dealer.three", "word", "payer", "winner"].status == "equivalent"
    fewer = three["dealer.three", "number", "3", "2"]
    assert fewer.catch is not None
    # and of two the dealer is one, or pays them
    assert fewer.catch.example.given == {
        "asked": {"table": "dealer", "winners": 2, "dealer.lost": True}
    }
    assert fewer.catch.example.expect["next"] == "dealer"


def test_rows_about_a_round_that_answer_alike_may_be_swapped() -> None:
    shown = (
        "id: shown, when: punger.revealed, allowed: false, assumed: test}, "
        "{id: last, when: wall.left == 0, allowed: false"
    )
    assert asked(shown)["turn.pung.shown", "swapped", "shown", "last"].status == "equivalent"
    late = shown.replace("left == 0, allowed: false", "left == 0, allowed: true")
    found = asked(late)["turn.pung.shown", "swapped", "shown", "last"]
    assert found.catch is not None
    assert found.catch.example.given["asked"] == {
        "table": "turn.pung",
        "punger.revealed": True,
        "wall.left": 0,
    }


def test_an_option_that_a_table_about_a_round_reads() -> None:
    """Ten is the default and ten tiles are left; without a limit it is never so."""
    found = asked("id: early, when: wall.left >= options.most, allowed: false")
    never = found["turn.pung.early", "never", "", ""]
    assert never.catch is not None
    assert never.catch.example.given == {"asked": {"table": "turn.pung"}}
    other = found["options.most", "default", "10", "none"]
    assert other.catch is not None
    assert other.catch.example.given == {"asked": {"table": "turn.pung"}}


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A child of the toy that only makes pairs dearer."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toy.yaml").write_text(toy(PUNGS), "utf-8")
    child = HEAD.replace("toy", "child") + (
        "extends: toy.yaml\n"
        "fans:\n  pairs: {times: 4, assumed: dearer here}\n"
        "examples:\n"
        '  - {id: pairs, why: four, hand: "1122334455667p+7p", expect: {value: 4}}\n'
    )
    (tmp_path / "child.yaml").write_text(child, "utf-8")
    return "child.yaml"


def test_inherited_rules_are_tried_by_the_examples_of_both(town: str) -> None:
    found = {
        (one.mutant.rule, one.mutant.before, one.mutant.after): one for one in mutate(family(town))
    }
    own = found["fans.pairs", "4", "5"]
    assert (own.status, own.by, own.inherited) == ("killed", "pairs", False)
    parents = found["fans.pungs", "2", "3"]
    assert (parents.status, parents.by, parents.inherited) == ("killed", "pungs", True)
    mine = found["fans.pairs", "seven_pairs", "discard"]
    assert (mine.status, mine.by, mine.inherited) == ("killed", "pairs", True)
    assert ("fans.pairs", "3", "4") not in found


def test_what_is_known_to_be_killed_is_not_tried_again(town: str) -> None:
    parent = mutate(family("toy.yaml"))
    killed = {one.mutant.key for one in parent if one.status == "killed"}
    found = mutate(family(town), killed)
    again = [one for one in found if one.mutant.key in killed]
    assert len(again) > 10
    assert {(one.status, one.by) for one in again} == {("killed", "")}


def test_a_survivor_of_a_parent_is_shown_by_a_hand_of_the_child(town: str) -> None:
    (one,) = [
        one
        for one in mutate(family(town))
        if one.mutant.rule == "may_win.all" and one.mutant.kind == "truth"
    ]
    assert one.catch is not None
    assert one.catch.example.expect["value"] == 4
    assert one.mutant.before == "true"
    assert one.mutant.span.source.name == "toy.yaml"
