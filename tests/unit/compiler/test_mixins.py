"""Mix-ins: rules that lie between what a ruleset inherits and what it says itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

import kawuxing
from kawuxing.compiler.api import RulesetError
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.coverage.report import items_of
from kawuxing.compiler.diagnostics.report import CompileFailed, Sink
from kawuxing.compiler.driver import load_ruleset, resolve_variant
from kawuxing.compiler.library import builtin_ids, mixin_ids

from .test_structure_pages import BASE

if TYPE_CHECKING:
    from pathlib import Path

    from kawuxing.compiler.resolved.nodes import Ruleset

MIXIN = "kawuxing: 1\nmixin: {id}\nname: {{zh: 某, en: Some}}\non: base.yaml\n"
TOWN = "kawuxing: 1\nvariant: town\nname: {zh: 某地, en: Town}\nextends: base.yaml\n"


class Folder(NamedTuple):
    """A folder with a ruleset to extend."""

    path: Path

    def write(self, name: str, text: str) -> str:
        file = self.path / f"{name}.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return str(file)

    def mixin(self, id: str, text: str) -> str:
        return self.write(id, MIXIN.format(id=id) + text)

    def town(self, text: str) -> str:
        return self.write("town", TOWN + text)

    def codes(self, text: str, *use: str) -> list[str]:
        """What is wrong with a town."""
        sink = Sink()
        resolve_variant(self.town(text), None, sink, use)
        return sorted(found.code for found in sink.diagnostics)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    found = Folder(tmp_path)
    found.write("base", BASE)
    return found


def times(ruleset: Ruleset, fan: str) -> str:
    (found,) = (one for one in ruleset.fans if one.id == fan)
    span = found.times.span
    return span.source.text[span.start : span.end]


def rows(ruleset: Ruleset, kind: str) -> list[str]:
    (table,) = (one for one in ruleset.tables if one.kind == kind)
    return [row.id for row in table.rows]


FOUR = "fans:\n  cheap: {times: 4, assumed: x}\n"
EIGHT = "fans:\n  cheap: {times: 8, assumed: x}\n"
DEARER = "fans:\n  dear: {times: 16, assumed: x}\n"


def test_a_mixin_lies_over_the_parent_and_under_the_file(folder: Folder) -> None:
    folder.mixin("four", FOUR + "  dear: {times: 16, assumed: x}\n")
    ruleset = load_ruleset(folder.town("uses: [four.yaml]\n" + EIGHT))
    assert (times(ruleset, "cheap"), times(ruleset, "dear")) == ("8", "16")
    assert (ruleset.id, ruleset.parents, ruleset.uses) == ("town", ("base",), ("four",))


def test_every_value_keeps_its_file_and_what_it_overrode(folder: Folder) -> None:
    folder.mixin("four", FOUR)
    ruleset = load_ruleset(folder.town("uses: [four.yaml]\n" + EIGHT))
    (fan,) = (one for one in ruleset.fans if one.id == "cheap")
    origin = fan.keys["times"]
    names = [span.source.name.rpartition("/")[2] for span in (origin.span, *origin.overrode)]
    assert names == ["town.yaml", "four.yaml", "base.yaml"]
    assert [source.name.rpartition("/")[2] for source in ruleset.sources] == names
    assert ruleset.files == ("town", "four", "base")


def test_the_later_of_two_mixins_lies_above(folder: Folder) -> None:
    folder.mixin("one", "cap:\n  a: {place: first, when: self_draw, at: 5, assumed: x}\n")
    folder.mixin("two", "cap:\n  b: {place: first, when: discard, at: 6, assumed: x}\n")
    ruleset = load_ruleset(folder.town("uses: [one.yaml, two.yaml]\n"))
    assert rows(ruleset, "cap") == ["b", "a", "common"]
    assert ruleset.uses == ("one", "two")
    assert ruleset.files == ("town", "two", "one", "base")


def test_a_parent_brings_its_mixins_along(folder: Folder) -> None:
    folder.mixin("four", FOUR)
    folder.mixin("dearer", DEARER)
    folder.write("middle", TOWN.replace("town", "middle") + "uses: [four.yaml]\n")
    text = TOWN.replace("base.yaml", "middle.yaml") + "uses: [dearer.yaml]\n"
    ruleset = load_ruleset(folder.write("town", text))
    assert (times(ruleset, "cheap"), times(ruleset, "dear")) == ("4", "16")
    assert ruleset.uses == ("four", "dearer")
    assert ruleset.parents == ("middle", "base")


def test_given_mixins_lie_on_top(folder: Folder) -> None:
    four = folder.mixin("four", FOUR)
    ruleset = load_ruleset(folder.town(EIGHT), None, [four])
    assert times(ruleset, "cheap") == "4"
    assert (ruleset.id, ruleset.name.en) == ("town", "Town + Some")
    assert (ruleset.uses, ruleset.use) == (("four",), ("four",))
    assert ruleset.files == ("town", "four", "base")


def test_a_town_keeps_its_examples_under_given_mixins(folder: Folder) -> None:
    example = (
        "examples:\n  - {id: e, why: x, hand: 4567p123789s77z6z+5p, expect: {complete: false}}\n"
    )
    four = folder.mixin("four", FOUR + example.replace("id: e", "id: other"))
    ruleset = load_ruleset(folder.town(example), None, [four])
    assert [one.id for one in ruleset.examples] == ["e"]


def test_examples_of_a_town_may_name_rows_that_a_given_mixin_took_away(folder: Folder) -> None:
    """They fail then, and say so; the town with the mix-in is no less a ruleset."""
    example = (
        "examples:\n  - id: drawn\n    why: x\n"
        "    round: {players: 3, dealer: 0, revealed: [1], end: {kind: drawn}}\n"
        "    expect: {totals: [1, -2, 1], rules: [pay.drawn.revealed]}\n"
    )
    other = folder.mixin(
        "other", "pay:\n  drawn:\n    - {id: nobody, pay: 0, assumed: some tables pay nothing}\n"
    )
    town = folder.write("town", TOWN.replace("base.yaml", "hubei") + example)
    assert [one.id for one in load_ruleset(town, None, [other]).examples] == ["drawn"]
    folder.write("town", TOWN.replace("base.yaml", "hubei") + "uses: [other.yaml]\n" + example)
    with pytest.raises(CompileFailed, match="KWX2257"):
        load_ruleset(town)


def test_examples_of_a_town_may_name_what_a_mixin_on_top_takes_away(folder: Folder) -> None:
    hand = "hand: 4567p123789s77z6z+5p, expect: {lacks: [cheap]}"
    example = f"examples:\n  - {{id: e, why: x, {hand}}}\n"
    gone = folder.mixin("gone", "fans: {cheap: removed}\n")
    assert folder.codes(example) == []
    assert folder.codes(example, gone) == []
    assert folder.codes("uses: [gone.yaml]\n" + example) == ["KWX2250"]


def test_a_mixin_by_itself_lies_on_what_it_is_tried_on(folder: Folder) -> None:
    ruleset = load_ruleset(folder.mixin("four", FOUR))
    assert (ruleset.id, ruleset.parents, ruleset.uses) == ("four", ("base",), ())
    assert times(ruleset, "cheap") == "4"
    assert ruleset.mixin
    assert not load_ruleset(folder.town("")).mixin


def test_a_mixin_may_lie_in_a_folder_below(folder: Folder) -> None:
    (folder.path / "house").mkdir()
    folder.write("house/four", MIXIN.format(id="four").replace("base.yaml", "hubei") + FOUR)
    assert times(load_ruleset(folder.town("uses: [house/four.yaml]\n")), "cheap") == "4"


@pytest.mark.parametrize(
    ("place", "expected"),
    [("first", ["new", "rich", "common"]), ("last", ["rich", "new", "common"])],
)
def test_a_row_goes_where_it_belongs_without_naming_another(
    folder: Folder, place: str, expected: list[str]
) -> None:
    folder.mixin("row", f"cap:\n  new: {{place: {place}, when: self_draw, at: 5, assumed: x}}\n")
    rich = "cap:\n  rich: {before: common, when: fan.dear, at: 64, assumed: x}\n"
    folder.write("middle", TOWN.replace("town", "middle") + rich)
    text = TOWN.replace("base.yaml", "middle.yaml") + "uses: [row.yaml]\n"
    assert rows(load_ruleset(folder.write("town", text)), "cap") == expected


def test_two_rows_cannot_both_be_the_first(folder: Folder) -> None:
    row = "{place: first, when: self_draw, at: 5, assumed: x}"
    assert folder.codes(f"cap:\n  a: {row}\n  b: {row}\n") == ["KWX2245"]
    beside = "{before: common, when: self_draw, at: 5, assumed: x}"
    assert folder.codes(f"cap:\n  a: {row}\n  b: {beside}\n") == ["KWX2245"]


def test_the_only_row_may_be_the_first(folder: Folder) -> None:
    assert folder.codes("cap:\n  common: {place: first, assumed: x}\n") == []


@pytest.mark.parametrize(
    ("one", "two", "path"),
    [
        (FOUR, EIGHT, "fans.cheap.times"),
        (FOUR, "fans: {cheap: removed}\n", "fans.cheap"),
        ("fans: {cheap: {removed: true, assumed: x}}\n", FOUR, "fans.cheap"),
        ("cap: [{id: a, at: 5, assumed: x}]\n", "cap: {common: {at: 6, assumed: x}}\n", "cap"),
        (
            "options: {cap: {default: 8}}\n",
            "options: {cap: {default: 16}}\n",
            "options.cap.default",
        ),
        ("exclusive: [cap]\n", "exclusive: [may_win]\n", "exclusive"),
    ],
)
def test_mixins_of_one_list_must_not_contradict_each_other(
    folder: Folder, one: str, two: str, path: str
) -> None:
    first, second = folder.mixin("one", one), folder.mixin("two", two)
    for use in ([first, second], [second, first]):
        sink = Sink()
        resolve_variant(folder.town(""), None, sink, use)
        (found,) = (one for one in sink.diagnostics if one.code == "KWX2296")
        assert found.params["path"] == path
        (label,) = found.labels
        assert found.span is not None
        assert {found.span.source.name, label.span.source.name} == {first, second}


@pytest.mark.parametrize(
    "two", [FOUR, FOUR.replace("4", " 4 "), DEARER, "fans: {cheap: {name: {zh: 甲, en: A}}}\n"]
)
def test_what_does_not_contradict_may_stand_together(folder: Folder, two: str) -> None:
    folder.mixin("one", FOUR)
    folder.mixin("two", two)
    assert folder.codes("uses: [one.yaml, two.yaml]\n") == []


def test_the_file_that_uses_both_may_decide(folder: Folder) -> None:
    folder.mixin("one", FOUR)
    folder.mixin("two", EIGHT)
    both = "uses: [one.yaml, two.yaml]\n"
    assert "KWX2296" in folder.codes(both)
    decided = both + "fans:\n  cheap: {times: 16, assumed: x}\n"
    assert folder.codes(decided) == []
    assert times(load_ruleset(folder.town(decided)), "cheap") == "16"
    assert folder.codes(both + "fans:\n  cheap: removed\n") == []
    assert "KWX2296" in folder.codes(both + "fans:\n  cheap: {when: discard, assumed: x}\n")


def test_a_child_may_lay_one_mixin_over_that_of_its_parent(folder: Folder) -> None:
    folder.mixin("one", FOUR)
    folder.mixin("two", EIGHT)
    folder.write("middle", TOWN.replace("town", "middle") + "uses: [one.yaml]\n")
    text = TOWN.replace("base.yaml", "middle.yaml") + "uses: [two.yaml]\n"
    assert times(load_ruleset(folder.write("town", text)), "cheap") == "8"


def test_a_mixin_is_used_once(folder: Folder) -> None:
    four = folder.mixin("four", FOUR)
    assert folder.codes("uses: [four.yaml, ./four.yaml]\n") == ["KWX2295"]
    assert folder.codes("uses: [four.yaml]\n", four) == ["KWX2295"]
    assert folder.codes("uses: [four.yaml, four.yaml]\n") != []


def test_a_copy_of_a_mixin_is_the_same_mixin(folder: Folder) -> None:
    four = folder.mixin("four", FOUR)
    copy = folder.write("copy", MIXIN.format(id="four") + EIGHT)
    assert folder.codes("", copy) == []
    assert folder.codes("", four, copy) == ["KWX2295"]
    assert folder.codes("uses: [four.yaml, copy.yaml]\n") == ["KWX2295"]
    assert folder.codes("uses: [four.yaml]\n", copy) == ["KWX2295"]


def test_a_mixin_that_does_not_fit_is_named_where_it_is_used(folder: Folder) -> None:
    lost = folder.mixin("lost", "fans:\n  nobody: {times: 4, assumed: x}\n")
    assert folder.codes("uses: [lost.yaml]\n") == ["KWX2240", "KWX2297"]
    sink = Sink()
    resolve_variant(folder.town(""), None, sink, [lost])
    (found,) = (one for one in sink.diagnostics if one.code == "KWX2297")
    assert found.span is not None
    assert (found.span.source.name, found.span.text) == ("--use", lost)


def test_a_parent_whose_mixin_does_not_fit_has_errors(folder: Folder) -> None:
    folder.mixin("lost", "fans:\n  nobody: {times: 4, assumed: x}\n")
    folder.write("middle", TOWN.replace("town", "middle") + "uses: [lost.yaml]\n")
    folder.write("town", TOWN.replace("base.yaml", "middle.yaml"))
    sink = Sink()
    resolve_variant(str(folder.path / "town.yaml"), None, sink)
    assert sorted(found.code for found in sink.diagnostics) == ["KWX2233", "KWX2240"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("uses: [nobody]\n", "KWX2292"),
        ("uses: [hubei]\n", "KWX2293"),
        ("uses: [base.yaml]\n", "KWX2293"),
        ("uses: [gone.yaml]\n", "KWX2232"),
        ("uses: [../four.yaml]\n", "KWX0206"),
        ("uses: [/four.yaml]\n", "KWX2234"),
        ("uses: four.yaml\n", "KWX2204"),
    ],
)
def test_what_is_no_mixin_cannot_be_used(folder: Folder, text: str, code: str) -> None:
    folder.mixin("four", FOUR)
    assert folder.codes(text) == [code]


def test_a_mixin_with_errors_of_its_own(folder: Folder) -> None:
    folder.write("broken", "kawuxing: 1\nmixin: [\n")
    assert "KWX2297" in folder.codes("uses: [broken.yaml]\n")


def test_a_mixin_cannot_be_extended(folder: Folder) -> None:
    folder.mixin("four", FOUR)
    sink = Sink()
    resolve_variant(folder.write("town", TOWN.replace("base", "four")), None, sink)
    assert [found.code for found in sink.diagnostics] == ["KWX2294"]
    sink = Sink()
    name = mixin_ids()[0]
    resolve_variant(folder.write("town", TOWN.replace("base.yaml", name)), None, sink)
    assert [found.code for found in sink.diagnostics] == ["KWX2294"]


def test_a_given_mixin_that_is_not_there() -> None:
    for use, code in (("nobody", "KWX2292"), ("suizhou", "KWX2293"), ("gone.yaml", "KWX0101")):
        with pytest.raises(CompileFailed) as caught:
            load_ruleset("hubei", None, [use])
        assert code in [found.code for found in caught.value.diagnostics]


def test_ids_of_the_library_are_used_once() -> None:
    assert not set(mixin_ids()) & set(builtin_ids())


def test_python_takes_mixins(folder: Folder) -> None:
    hand = "4556p123789s777z+5p"
    assert kawuxing.load("suizhou").score(hand).value == 2
    assert kawuxing.load("suizhou", use=["kawuxing_4"]).score(hand).value == 4
    assert kawuxing.load("suizhou", use="kawuxing_4").score(hand).value == 4
    assert kawuxing.load("suizhou").score(hand).value == 2
    four = "fans:\n  kawuxing: {times: 8, assumed: x}\n"
    path = folder.write("eight", MIXIN.format(id="eight").replace("base.yaml", "hubei") + four)
    assert kawuxing.load("suizhou", use=[folder.path / "eight.yaml"]).score(hand).value == 8
    with pytest.raises(RulesetError, match="KWX2296"):
        kawuxing.load("suizhou", use=["kawuxing_4", path])


def test_the_built_module_names_every_file() -> None:
    sources = kawuxing.load("suizhou", use=["kawuxing_4", "haidi"]).program.sources
    names = [name for name, _ in sources]
    assert names == ["suizhou.yaml", "haidi.yaml", "kawuxing_4.yaml", "hubei.yaml"]
    plain = dict(kawuxing.load("suizhou").program.sources)
    assert plain.items() <= dict(sources).items()


def test_examples_of_a_mixin_show_its_rules_wherever_it_is_used(tmp_path: Path) -> None:
    text = "kawuxing: 1\nvariant: town\nname: {zh: 某地, en: Town}\nextends: hubei\n"
    file = tmp_path / "town.yaml"
    file.write_text(text + "uses: [haidi]\n", encoding="utf-8")
    members = family(str(file))
    assert [member.core.ruleset.id for member in members] == ["town", "haidi", "hubei"]
    items = [item for item in items_of(members) if item.unit.rule == "fans.haidipao"]
    assert items
    assert all(item.inherited and not item.missing for item in items)
