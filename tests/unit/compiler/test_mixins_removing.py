"""Mix-ins that take something away which another file changes, removes or asks about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.catalogue import label_text
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset, resolve_variant

from .test_mixins import FOUR, TOWN, Folder
from .test_structure_pages import BASE

if TYPE_CHECKING:
    from pathlib import Path

    from kawuxing.compiler.diagnostics.report import Diagnostic

WITHOUT = "fans:\n  cheap: {removed: true, assumed: x}\n"
ROW = "cap:\n  dear: {place: first, when: last_tile, at: 8, assumed: x}\n"
DEARER = "cap:\n  dear: {at: 16, assumed: x}\n"
WITHOUT_ROW = "cap:\n  dear: {removed: true, assumed: x}\n"
CHEAP = "fans:\n  rich: {name: {zh: 富, en: Rich}, times: 2, when: fan.cheap, assumed: x}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    found = Folder(tmp_path)
    found.write("base", BASE)
    found.write("middle", TOWN.replace("town", "middle") + ROW)
    return found


def faults(folder: Folder, text: str) -> list[Diagnostic]:
    """What is wrong with a town, down to the types of its expressions."""
    sink = Sink()
    town = folder.write("town", TOWN.replace("base.yaml", "middle.yaml") + text)
    ruleset = resolve_variant(town, None, sink)
    if ruleset is not None and not sink.failed:
        check(ruleset, sink)
    return [found for found in sink.diagnostics if found.code != "KWX2297"]


@pytest.mark.parametrize(
    ("without", "change", "path"),
    [(WITHOUT, FOUR, "fans.cheap"), (WITHOUT_ROW, DEARER, "cap.dear")],
)
@pytest.mark.parametrize("order", ["[without.yaml, change.yaml]", "[change.yaml, without.yaml]"])
def test_a_contradiction_is_told_once_and_nothing_that_follows_from_it(
    folder: Folder, without: str, change: str, path: str, order: str
) -> None:
    folder.mixin("without", without)
    folder.mixin("change", change)
    (found,) = faults(folder, f"uses: {order}\n")
    assert found.code == "KWX2296"
    assert {found.params["first"], found.params["second"]} == {"without", "change"}
    assert found.params["path"] == path


@pytest.mark.parametrize("without", [WITHOUT, WITHOUT_ROW])
def test_two_mixins_may_remove_the_same(folder: Folder, without: str) -> None:
    folder.mixin("one", without)
    folder.mixin("two", without)
    assert faults(folder, "uses: [one.yaml, two.yaml]\n") == []
    ruleset = load_ruleset(str(folder.path / "town.yaml"))
    assert [one.path for one in ruleset.removed] == [
        "fans.cheap" if without == WITHOUT else "cap.dear"
    ]


@pytest.mark.parametrize(
    ("code", "without", "own"),
    [
        ("KWX2241", WITHOUT, WITHOUT),
        ("KWX2241", WITHOUT_ROW, WITHOUT_ROW),
        ("KWX2240", WITHOUT, FOUR),
        ("KWX2243", WITHOUT_ROW, DEARER),
        ("KWX2407", WITHOUT, CHEAP),
    ],
)
def test_who_misses_something_is_told_which_mixin_has_taken_it_away(
    folder: Folder, code: str, without: str, own: str
) -> None:
    folder.mixin("without", without)
    (found,) = faults(folder, f"uses: [without.yaml]\n{own}")
    assert found.code == code
    (label,) = found.labels
    assert label.span.source.name.endswith("without.yaml")
    assert "`without`" in label_text(found, label, "en")
    assert "`without`" in label_text(found, label, "zh")


def test_a_rule_below_a_mixin_that_takes_its_fan_away(folder: Folder) -> None:
    """The rule is sound where it stands; what breaks it is named."""
    folder.mixin("without", WITHOUT)
    folder.write("middle", TOWN.replace("town", "middle") + CHEAP)
    (found,) = faults(folder, "uses: [without.yaml]\n")
    assert found.span is not None
    assert found.span.source.name.endswith("middle.yaml")
    (label,) = found.labels
    assert (found.code, dict(label.params)) == ("KWX2407", {"by": "without"})
