from __future__ import annotations

from importlib.resources import files

import pytest
import yaml

from kawuxing.compiler.trace.catalogue import Clause, head_of, read_catalogue
from kawuxing.compiler.trace.render_words import TOPICS, topic_of

FOLDER = files("kawuxing.rulesets").joinpath("clauses")


def clause(id_: str, *same_as: str, difference: str = "") -> Clause:
    return Clause(id_, "000", "A", "", "fan", "", "says", "", same_as, difference, "", False)


@pytest.mark.parametrize("name", ["S0", "S1", "S2", "S3", "S4"])
def test_the_catalogue_is_what_the_files_say(name: str) -> None:
    known = read_catalogue()
    for entry in yaml.load(FOLDER.joinpath(f"{name}.yaml").read_text("utf-8"), yaml.CSafeLoader):
        one = known[entry["id"]]
        assert one.document == entry["file"]
        assert (one.says, one.topic) == (entry["says"], entry["topic"])
        assert one.terms == entry["zh_terms"]
        assert one.block == entry.get("block", "")
        assert list(one.same_as) == entry.get("same_as", [])
        assert one.difference == entry.get("difference", "")
        assert one.ambiguous == entry.get("ambiguous", "")
        assert not one.live


def test_the_catalogue_keeps_the_order_of_the_texts() -> None:
    ids = [id_ for id_ in read_catalogue() if id_.startswith("S")]
    assert ids == sorted(ids)
    assert len(ids) == 913
    assert sum(not one.same_as and not one.live for one in read_catalogue().values()) == 443


def test_live_programs_come_last() -> None:
    live = [one for one in read_catalogue().values() if one.live]
    assert live[0].id == "W1"
    assert list(read_catalogue().values())[-len(live) :] == live


def test_a_repetition_leads_to_what_it_repeats() -> None:
    known = {one.id: one for one in (clause("a"), clause("b", "a"), clause("c", "b"))}
    assert [head_of(id_, known) for id_ in "abc"] == ["a", "a", "a"]


def test_a_difference_makes_a_statement_of_its_own() -> None:
    known = {one.id: one for one in (clause("a"), clause("b", "a", difference="x"))}
    assert head_of("b", known) == "b"
    assert known["b"].sums_up == ()


def test_what_sums_up_repeats_none_of_its_parts() -> None:
    known = {one.id: one for one in (clause("a"), clause("b"), clause("c", "a", "b"))}
    assert head_of("c", known) == "c"
    assert known["c"].sums_up == ("a", "b")
    assert clause("c", "a", "b", difference="x").sums_up == ()


def test_repetitions_in_a_circle_come_to_an_end() -> None:
    known = {one.id: one for one in (clause("a", "b"), clause("b", "a"))}
    assert head_of("a", known) in known


def test_every_topic_has_a_chinese_name() -> None:
    assert {one.topic for one in read_catalogue().values()} == TOPICS.keys()
    assert topic_of(read_catalogue()["S0-058"], "zh") == "番种"
    assert topic_of(read_catalogue()["S0-058"], "en") == "fan"
