"""Rulesets of a repository compared with what they were, and the difference git shows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from .repository import Repository, town

if TYPE_CHECKING:
    from pathlib import Path

FIVE = "fans: {kawuxing: {times: 4, assumed: so}}\n"
CAP = "options: {cap: {default: 16, assumed: so}}\n"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Two commits: a town with two children, one of them by way of the other; then nothing yet."""
    made = Repository(tmp_path)
    made.write("rules/north.yaml", town("north"))
    made.write("rules/south.yaml", town("south", "north.yaml"))
    made.write("rules/far/east.yaml", town("east"))
    made.write("notes.yaml", "just: notes\n")
    made.commit("first")
    return made


def since(repository: Repository, *more: str) -> tuple[int, dict[str, Any]]:
    ran = repository.kawuxing("diff", "--since", "HEAD", "--format", "json", *more)
    assert ran.err == ""
    return ran.status, json.loads(ran.out)


def changes(found: dict[str, Any]) -> dict[str, str]:
    return {one["ruleset"]: one["change"] for one in found["rulesets"]}


def rules(found: dict[str, Any], name: str) -> list[list[str]]:
    (one,) = (one for one in found["rulesets"] if one["ruleset"] == name)
    return [felt["rules"] for felt in one["diff"]["behavioural"]]


def test_nothing_has_changed(repository: Repository) -> None:
    repository.write("notes.yaml", "just: other notes\n")
    status, found = since(repository)
    assert (status, found["rulesets"], found["equal"], found["proven"]) == (0, [], True, True)
    ran = repository.kawuxing("diff", "--since", "HEAD")
    assert ran.out == "no ruleset has changed since HEAD\n"


def test_a_changed_parent_changes_its_children(repository: Repository) -> None:
    repository.write("rules/north.yaml", town("north", rules=FIVE))
    status, found = since(repository)
    assert status == 1
    assert changes(found) == {"rules/north.yaml": "changed", "rules/south.yaml": "changed"}
    for name in changes(found):
        assert rules(found, name) == [["fans.kawuxing"]]
    at = found["rulesets"][1]["diff"]["behavioural"][0]["at"]
    assert at["before"][0].startswith("hubei.yaml:")
    assert at["after"] == ["rules/north.yaml:5:26"]


def test_a_link_is_no_ruleset_of_the_repository(repository: Repository, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text(town("secret") + "secret: 1\n", encoding="utf-8")
    (repository.folder / "rules/link.yaml").symlink_to(outside)
    status, found = since(repository)
    assert (status, found["rulesets"]) == (0, [])
    repository.commit("a link")
    outside.write_text(town("secret") + "secret: 2\n", encoding="utf-8")
    assert since(repository) == (0, {**found, "since": "HEAD"})


def test_files_that_came_and_went(repository: Repository) -> None:
    repository.write("rules/new.yaml", town("new", "north.yaml"))
    (repository.folder / "rules/far/east.yaml").unlink()
    status, found = since(repository)
    assert changes(found) == {"rules/far/east.yaml": "removed", "rules/new.yaml": "added"}
    assert (status, found["equal"]) == (0, False)
    assert since(repository, "--fail-on", "any")[0] == 1
    ran = repository.kawuxing("diff", "--since", "HEAD")
    assert ran.out == "rules/far/east.yaml: removed\n\nrules/new.yaml: new ruleset\n"


def test_a_broken_file_does_not_keep_the_others_from_being_compared(repository: Repository) -> None:
    repository.write("rules/far/east.yaml", town("east", rules=CAP))
    repository.write("rules/north.yaml", town("north", rules="fans: {kawuxing: {times: x}}\n"))
    ran = repository.kawuxing("diff", "--since", "HEAD", "--format", "json", "--fail-on", "none")
    found = json.loads(ran.out)
    assert ran.status == 1
    assert changes(found) == {
        "rules/far/east.yaml": "changed",
        "rules/north.yaml": "broken",
        "rules/south.yaml": "broken",
    }
    assert rules(found, "rules/far/east.yaml") == [["cap.common"]]
    assert " --> rules/north.yaml:5:" in ran.err
    assert {one["file"] for one in found["diagnostics"]} >= {"rules/north.yaml"}
    shown = repository.kawuxing("diff", "--since", "HEAD", "--format", "github").out
    assert "::error file=rules/north.yaml,line=5,title=KWX" in shown


def test_some_rulesets_only(repository: Repository) -> None:
    repository.write("rules/north.yaml", town("north", rules=FIVE))
    repository.write("rules/far/east.yaml", town("east", rules=CAP))
    assert list(changes(since(repository, "rules/far")[1])) == ["rules/far/east.yaml"]
    assert list(changes(since(repository, "rules/north.yaml")[1])) == ["rules/north.yaml"]
    assert len(changes(since(repository, "rules")[1])) == 3
    (repository.folder / "elsewhere").mkdir()
    assert changes(since(repository, "elsewhere")[1]) == {}


def test_a_place_that_is_not_there_is_not_a_place_without_changes(repository: Repository) -> None:
    repository.write("rules/north.yaml", town("north", rules=FIVE))
    for place in ("rules/nowhere.yaml", "rules/north.yaml rules/south.yaml", "rule"):
        ran = repository.kawuxing("diff", "--since", "HEAD", place)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("error[KWX0101]")
        assert place in ran.err


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0\1\2",
        "variant: east\nextends: suizhou\n",
        town("east").encode("utf-16").decode("latin-1"),
        "- 1\n",
    ],
)
def test_a_ruleset_that_is_none_any_more_is_broken(repository: Repository, text: str) -> None:
    (repository.folder / "rules/far/east.yaml").write_bytes(text.encode("latin-1"))
    status, found = since_broken(repository)
    assert changes(found) == {"rules/far/east.yaml": "broken"}
    assert status in (1, 2)
    assert found["diagnostics"]


def since_broken(repository: Repository) -> tuple[int, dict[str, Any]]:
    ran = repository.kawuxing("diff", "--since", "HEAD", "--format", "json")
    assert ran.err.startswith("error[KWX")
    return ran.status, json.loads(ran.out)


@pytest.mark.parametrize("parent", ["", None])
def test_a_child_is_broken_when_its_parent_is(repository: Repository, parent: str | None) -> None:
    path = repository.folder / "rules/north.yaml"
    path.unlink() if parent is None else path.write_text(parent, encoding="utf-8")
    status, found = since_broken(repository)
    north = "removed" if parent is None else "broken"
    assert changes(found) == {"rules/north.yaml": north, "rules/south.yaml": "broken"}
    assert status in (1, 2)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("mark.yaml", "\ufeff{text}"),
        ("quoted.yaml", '"{text}'),
        ("late.yaml", "# a line\n" * 60 + "{text}"),
        ("short.yml", "{text}"),
    ],
)
def test_rulesets_in_every_dress(repository: Repository, name: str, form: str) -> None:
    def dressed(rules: str) -> str:
        text = town("odd", rules=rules)
        return form.format(text=text.replace(":", '":', 1) if '"' in form else text)

    repository.write(f"rules/{name}", dressed(""))
    repository.commit("odd")
    repository.write(f"rules/{name}", dressed(FIVE))
    status, found = since(repository)
    assert (status, changes(found)) == (1, {f"rules/{name}": "changed"})


def test_a_ruleset_on_one_line(repository: Repository) -> None:
    flow = "{{variant: odd, name: {{zh: 我镇, en: T}}, extends: suizhou{}, kawuxing: 1}}\n"
    repository.write("rules/odd.yaml", flow.format(""))
    repository.commit("odd")
    repository.write("rules/odd.yaml", flow.format(f", {FIVE.strip()}"))
    assert changes(since(repository)[1]) == {"rules/odd.yaml": "changed"}


def test_other_files_may_have_a_key_of_that_name(repository: Repository) -> None:
    repository.write("ci.yml", "kawuxing:\n  stage: test\n")
    repository.write("other.yaml", "fans:\n  kawuxing: {times: 2}\n")
    assert since(repository)[1]["rulesets"] == []


def test_a_ruleset_that_moves_is_compared_with_what_it_was(repository: Repository) -> None:
    (repository.folder / "rules/far/east.yaml").unlink()
    repository.write("rules/west.yaml", town("east", rules=FIVE))
    status, found = since(repository)
    assert (status, changes(found)) == (1, {"rules/west.yaml": "changed"})
    assert rules(found, "rules/west.yaml") == [["fans.kawuxing"]]


def test_here_is_the_folder_one_is_in(repository: Repository) -> None:
    repository.write("rules/north.yaml", town("north", rules=FIVE))
    repository.write("rules/far/east.yaml", town("east", rules=FIVE))
    far = repository.folder / "rules/far"
    ran = repository.kawuxing("diff", "--since", "HEAD", ".", "--format", "json", cwd=far)
    assert changes(json.loads(ran.out)) == {"east.yaml": "changed"}


def test_from_a_folder_further_down(repository: Repository) -> None:
    repository.write("rules/north.yaml", town("north", rules=FIVE))
    ran = repository.kawuxing(
        "diff", "--since", "HEAD", "--format", "json", cwd=repository.folder / "rules/far"
    )
    assert changes(json.loads(ran.out)) == {"../north.yaml": "changed", "../south.yaml": "changed"}


def test_committed_changes_count_too(repository: Repository) -> None:
    repository.write("rules/far/east.yaml", town("east", rules=CAP))
    repository.commit("second")
    assert since(repository)[1]["rulesets"] == []
    ran = repository.kawuxing("diff", "--since", "HEAD~1", "--format", "json")
    assert changes(json.loads(ran.out)) == {"rules/far/east.yaml": "changed"}


def test_an_abstract_ruleset_is_named_and_its_children_are_compared(repository: Repository) -> None:
    repository.write("rules/north.yaml", town("north", rules="abstract: true\n"))
    repository.commit("second")
    repository.write("rules/north.yaml", town("north", rules="abstract: true\n" + FIVE))
    found = since(repository)[1]
    assert changes(found) == {"rules/north.yaml": "unsupported", "rules/south.yaml": "changed"}


def test_outside_of_any_repository(tmp_path: Path) -> None:
    made = Repository(tmp_path)
    ran = made.run("kawuxing", "diff", "--since", "HEAD", cwd=tmp_path)
    assert ran.status == 2
    assert ran.err.startswith("error[KWX0204]")


# --- git diff


@pytest.fixture
def driven(repository: Repository) -> Repository:
    """The same with the driver set up as the documentation says."""
    repository.write(
        ".gitattributes", "rules/**/*.yaml diff=kawuxing\nrules/*.yaml diff=kawuxing\n"
    )
    repository.commit("attributes")
    repository.git("config", "diff.kawuxing.command", "kawuxing diff --git-driver")
    return repository


def test_git_shows_the_lines_and_what_they_change(driven: Repository) -> None:
    driven.write("rules/south.yaml", town("south", "north.yaml", FIVE))
    shown = driven.git("diff")
    assert "+++ b/rules/south.yaml\n" in shown
    assert "+fans: {kawuxing: {times: 4, assumed: so}}\n" in shown
    assert "b/rules/south.yaml: 1 difference for the players\n" in shown
    assert "error: scoring: fans.kawuxing" in shown
    assert "before  2, Closed five 2" in shown
    driven.commit("second")
    assert "error: scoring: fans.kawuxing" in driven.git("show", "--ext-diff")
    assert "error: scoring: fans.kawuxing" in driven.git("diff", "HEAD~1", "HEAD")


def test_git_shows_comments_as_no_change(driven: Repository) -> None:
    driven.write("rules/far/east.yaml", "# a comment\n" + town("east"))
    assert "no behaviour change: proven for 49,380,393 hands" in driven.git("diff")


def test_git_shows_what_else_can_happen_to_a_file(driven: Repository) -> None:
    driven.write("rules/new.yaml", town("new"))
    driven.git("add", "--all")
    assert "+++ b/rules/new.yaml\n" in driven.git("diff", "--cached")
    (driven.folder / "rules/far/east.yaml").unlink()
    assert "--- a/rules/far/east.yaml\n+++ /dev/null\n" in driven.git("diff")
    driven.git("checkout", "--quiet", "rules/far/east.yaml")
    driven.write("rules/north.yaml", "kawuxing: 1\nfans: {\n")
    ran = driven.run("git", "diff")
    assert ran.status == 0
    assert "+fans: {\n" in ran.out
    assert "error[KWX" in ran.err


def test_git_shows_a_renamed_ruleset(driven: Repository) -> None:
    driven.git("mv", "rules/far/east.yaml", "rules/far/west.yaml")
    driven.write("rules/far/west.yaml", town("east") + "# moved\n")
    driven.git("add", "--all")
    shown = driven.git("diff", "--cached", "--find-renames=50%")
    assert "--- a/rules/far/east.yaml\n+++ b/rules/far/west.yaml\n" in shown
    assert "no behaviour change" in shown


def test_git_shows_other_yaml_as_it_would(driven: Repository) -> None:
    driven.write("rules/notes.yaml", "a: 1\n")
    driven.commit("notes")
    driven.write("rules/notes.yaml", "a: 2\n")
    assert driven.git("diff").endswith("@@ -1 +1 @@\n-a: 1\n+a: 2\n")


MIXIN = "kawuxing: 1\nmixin: five\nname: {zh: 某, en: Some}\non: hubei\n"


def test_a_changed_mixin_changes_those_that_use_it(repository: Repository) -> None:
    repository.write("rules/house/five.yaml", MIXIN + FIVE)
    repository.write("rules/west.yaml", town("west", rules="uses: [house/five.yaml]\n"))
    repository.commit("second")
    repository.write("rules/house/five.yaml", MIXIN + FIVE.replace("4", "8"))
    status, found = since(repository)
    assert status == 1
    assert changes(found) == {"rules/house/five.yaml": "changed", "rules/west.yaml": "changed"}
    for name in changes(found):
        assert rules(found, name) == [["fans.kawuxing"]]
