"""What the ruleset files promise beyond what the compiler checks: figures, coverage, names."""

from functools import cache
from importlib.resources import files
from typing import Any

import pytest
import yaml

TOWNS = (
    *("hubei", "suizhou", "xiangyang", "xiaogan", "hubei_short", "zaoyang", "shiyan", "xiangfan"),
    *("xiangfan_online", "suizhou_eleven", "yunmeng", "xiangyang_watching", "resting", "ancestor"),
    "counting",
)
FAMILY = {
    "hubei": ("hubei",),
    "suizhou": ("hubei", "suizhou"),
    "xiangyang": ("hubei", "hubei_article", "xiangyang"),
    "xiaogan": ("hubei", "hubei_article", "xiangyang", "xiaogan"),
    "hubei_short": ("hubei", "hubei_short"),
    "zaoyang": ("hubei", "hubei_article", "xiangyang", "zaoyang"),
    "shiyan": ("hubei", "hubei_article", "xiangyang", "shiyan"),
    "xiangfan": ("hubei", "hubei_article", "xiangyang", "xiangfan"),
    "xiangfan_online": ("hubei", "xiangfan_online"),
    "suizhou_eleven": ("hubei", "suizhou", "suizhou_eleven"),
    "yunmeng": ("hubei", "yunmeng"),
    "xiangyang_watching": ("hubei", "hubei_article", "xiangyang", "xiangyang_watching"),
    "resting": ("hubei", "resting"),
    "ancestor": ("hubei", "ancestor"),
    "counting": ("hubei", "counting"),
}
"""The files whose examples speak for a town's fans; the article's own stand in Xiangyang's."""

HANDS = {*range(1, 11), *range(13, 19), *range(20, 24), *range(30, 39), 40, 42} - {8}
ROUNDS = {50, 51, 52, 53, 54, 55, 59, 60, 61, 62, 66, 67, 68, 69}
GOLDEN = {
    "hubei": HANDS | ROUNDS,
    "suizhou": HANDS | ROUNDS | {8, 19, 72},
    "xiangyang": HANDS | ROUNDS | {8, 72, 90},
    "xiaogan": HANDS | ROUNDS,
    "hubei_short": HANDS | ROUNDS,
    "zaoyang": HANDS | ROUNDS | {8, 72},
    "shiyan": HANDS | ROUNDS | {8, 73, 90},
    "xiangfan": HANDS | ROUNDS | {19, 70, 71},
    "xiangfan_online": HANDS | ROUNDS | {11, 12},
    "suizhou_eleven": HANDS | ROUNDS - {53} | {8, 57},
    "yunmeng": HANDS | ROUNDS | {90},
    "xiangyang_watching": {1, 3, 4, 6, 7, 10, 14, 16, 17, 18, 20, 21, 31, 72, 90}
    | {23, *range(50, 56), 60, 61, 62, 66, 67, 68, 69},
    "resting": HANDS | ROUNDS - {53} | {39, 41, 56, 65, 73, 90},
    "counting": HANDS | ROUNDS | {63, 64, 65},
    "ancestor": {1, 2, 3, 4, 6, 7, 10, 14, 16, 17, 18, 20, 21, 30, 31, 33, 38},
}
"""Worked figures of the sources that belong to each town, by number."""

EXCUSED = {
    "xiaogan": {7, 32, 37},
    "xiangfan": {31},
    "xiangfan_online": {31, 62},
    "yunmeng": {62},
}

Tree = dict[str, Any]
"""A file as YAML gives it."""


@cache
def _read(name: str, package: str = "kawuxing.rulesets") -> Tree:
    text = files(package).joinpath(f"{name}.yaml").read_text("utf-8")
    found: Tree = yaml.load(text, Loader=yaml.CSafeLoader)
    return found


def _numbers(entries: list[Tree]) -> set[int]:
    return {int(entry["golden"][3:]) for entry in entries if "golden" in entry}


@pytest.mark.parametrize("town", TOWNS)
def test_worked_figures_are_examples_or_excused(town: str) -> None:
    ruleset = _read(town)
    shown, excused = _numbers(ruleset["examples"]), _numbers(ruleset.get("excused", []))
    assert excused == EXCUSED.get(town, set())
    assert shown & excused == set()
    assert shown | excused == GOLDEN[town]


@pytest.mark.parametrize("town", TOWNS)
def test_every_fan_scores_and_is_vetoed_somewhere(town: str) -> None:
    """A value that changes, or a condition that widens, must make some example fail."""
    fans, scored, lacked = set(), set(), set()
    for name in FAMILY[town]:
        fans |= set(_read(name)["fans"]) if "fans" in _read(name) else set()
        for example in _read(name).get("examples", []):
            scored |= set(example["expect"].get("fans", []))
            lacked |= set(example["expect"].get("lacks", []))
    assert fans <= scored
    assert fans <= lacked


@pytest.mark.parametrize("town", TOWNS)
def test_examples_that_name_fans_name_a_price_too(town: str) -> None:
    for example in _read(town)["examples"]:
        expect = example["expect"]
        assert "fans" not in expect or {"value", "product"} <= expect.keys(), example["id"]


@pytest.mark.parametrize("town", TOWNS)
def test_rounds_are_zero_sum(town: str) -> None:
    rounds = [example for example in _read(town)["examples"] if "round" in example]
    assert rounds
    for example in rounds:
        assert sum(example["expect"]["totals"]) == 0, example["id"]


@pytest.mark.parametrize("town", [*TOWNS, "hubei_article"])
def test_people_read_both_languages(town: str) -> None:
    """Wherever there is Chinese there is English, and the other way round."""

    def pairs(node: object, path: str) -> None:
        if isinstance(node, dict):
            assert ("zh" in node) == ("en" in node), path
            for key, inside in node.items():
                assert key not in ("why", "assumed", "note", "name") or isinstance(inside, dict)
                pairs(inside, f"{path}.{key}")
        elif isinstance(node, list):
            for index, inside in enumerate(node):
                pairs(inside, f"{path}[{index}]")

    pairs(_read(town), town)


def test_glossary_knows_every_fan_by_its_names() -> None:
    glossary = {entry["id"]: entry for entry in _read("glossary", "kawuxing.grammar")["fans"]}
    for town in TOWNS:
        for fan, body in _read(town).get("fans", {}).items():
            assert fan in glossary
            if "name" in body:
                assert (glossary[fan]["zh"], glossary[fan]["en"]) == (
                    body["name"]["zh"],
                    body["name"]["en"],
                )


def test_glossary_calls_no_two_things_by_one_name() -> None:
    entries = [entry for group in _read("glossary", "kawuxing.grammar").values() for entry in group]
    ids = [entry["id"] for entry in entries]
    assert len(ids) == len(set(ids))
    for entry in entries:
        assert entry.keys() <= {"zh", "id", "en", "aliases", "word", "note"}, entry
        assert entry.keys() >= {"zh", "id", "en", "aliases"}, entry
    names = [name for entry in entries for name in (entry["zh"], *entry["aliases"])]
    assert len(names) == len(set(names)), sorted({name for name in names if names.count(name) > 1})
