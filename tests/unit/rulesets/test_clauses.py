"""The catalogue of clauses: well-formed, and in step with the index the compiler reads."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
import yaml

DOCUMENTS = ("S0", "S1", "S2", "S3", "S4")
SIZES = {"S0": 264, "S1": 74, "S2": 86, "S3": 361, "S4": 128}
NEEDED = {"id", "file", "topic", "variant", "says"}
OPTIONAL = {
    "block",
    "section",
    "zh_terms",
    "example",
    "ambiguous",
    "same_as",
    "difference",
}
TOPICS = {
    "bao",
    "cap",
    "claims",
    "deal",
    "dealer",
    "fan",
    "fan-combination",
    "history",
    "irregularity",
    "kong-legality",
    "last-tile",
    "missed-win",
    "multi-win",
    "players",
    "reveal",
    "rob-kong",
    "seating",
    "settlement-draw",
    "settlement-kong",
    "settlement-win",
    "strategy",
    "terminology",
    "tiles",
    "turn",
    "win-eligibility",
    "win-shape",
}
BLOCKS = {*"ABCDEFGHIJKSX", "A3", "X1", "X2", "X3"}
LONG_CHINESE = re.compile("[\u4e00-\u9fff，。、：；（）]{18,}")

FOLDER = files("kawuxing.rulesets").joinpath("clauses")

Clause = dict[str, Any]
"""One entry as YAML gives it."""


@cache
def _clauses(name: str) -> list[Clause]:
    found: list[Clause] = yaml.load(
        FOLDER.joinpath(f"{name}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return found


def _all() -> list[Clause]:
    return [clause for name in (*DOCUMENTS, "live") for clause in _clauses(name)]


def test_index_lists_every_clause_in_order() -> None:
    ids = sorted(clause["id"] for clause in _all())
    assert FOLDER.joinpath("ids.txt").read_text("utf-8") == "\n".join(ids) + "\n"


def test_ids_are_unique() -> None:
    ids = [clause["id"] for clause in _all()]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_are_whole(name: str) -> None:
    assert len(_clauses(name)) == SIZES[name]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_fields_of_a_document(name: str) -> None:
    for clause in _clauses(name):
        assert clause.keys() >= NEEDED, clause
        assert clause.keys() <= NEEDED | OPTIONAL, clause
        assert re.fullmatch(rf"{name}-\d{{3}}", clause["id"]), clause
        assert clause["file"] == f"00{name[1]}", clause
        assert clause["topic"] in TOPICS, clause
        assert clause.get("block", "A") in BLOCKS, clause
        texts = {key: value for key, value in clause.items() if key != "same_as"}
        assert all(isinstance(text, str) and text.strip() for text in texts.values()), clause


@pytest.mark.parametrize("name", DOCUMENTS)
def test_repetitions_point_at_other_clauses(name: str) -> None:
    ids = {clause["id"] for clause in _all()}
    for clause in _clauses(name):
        originals = clause.get("same_as", [])
        assert isinstance(originals, list), clause
        assert set(originals) <= ids - {clause["id"]}, clause
        assert originals or "difference" not in clause, clause


def test_live_programs() -> None:
    live = _clauses("live")
    assert [clause["id"] for clause in live] == [f"W{n}" for n in range(1, len(live) + 1)]
    for clause in live:
        assert clause.keys() == {"id", "key", "kind", "topic", "says"}, clause
        assert re.fullmatch(r"[SP]\d+[ab]?", clause["key"]), clause
        assert clause["kind"] == ("page" if clause["key"].startswith("P") else "program"), clause
        assert clause["topic"] == "live", clause
    assert len({clause["key"] for clause in live}) == len(live)


@pytest.mark.parametrize("name", [*DOCUMENTS, "live"])
def test_own_words(name: str) -> None:
    """Terms are quoted, sentences of the sources are not."""
    assert not LONG_CHINESE.findall(FOLDER.joinpath(f"{name}.yaml").read_text("utf-8"))
