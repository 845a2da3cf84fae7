"""Where rulesets are looked for, and where not."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler import locate
from kawuxing.compiler.diagnostics.report import CompileFailed, Diagnostic, Sink
from kawuxing.compiler.driver import load_ruleset, resolve_variant

from .towns import check_texts, complete

if TYPE_CHECKING:
    from pathlib import Path

TOWN = complete("")


def write(path: Path, extends: str = "hubei", more: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = TOWN.replace("extends: base", f"extends: {extends}").replace(
        "variant: town", f"variant: {path.stem}"
    )
    path.write_text(text + more, encoding="utf-8")
    return path


def errors(variant: Path | str, root: Path | None = None) -> list[Diagnostic]:
    sink = Sink()
    resolve_variant(str(variant), None if root is None else str(root), sink)
    for diagnostic in sink.diagnostics:
        check_texts(diagnostic)
    return list(sink.diagnostics)


def codes(variant: Path | str, root: Path | None = None) -> list[str]:
    return [diagnostic.code for diagnostic in errors(variant, root)]


def test_what_a_variant_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "town.yaml")
    monkeypatch.chdir(tmp_path)
    assert load_ruleset(str(file)).id == "town"
    assert load_ruleset("town.yaml").sources[0].name == "town.yaml"
    assert load_ruleset("./town.yaml").sources[0].name == "town.yaml"
    assert load_ruleset("suizhou").sources[0].name == "suizhou.yaml"
    assert load_ruleset("随州").id == "suizhou"
    assert load_ruleset(file.read_text(encoding="utf-8")).sources[0].name == "<text>"


def test_an_unknown_name_is_explained() -> None:
    (found,) = errors("suizou")
    assert (found.code, found.span) == ("KWX0201", None)
    assert found.params["close"] == "suizhou"
    assert "hubei" in str(found.params["known"])
    with pytest.raises(CompileFailed, match="KWX0201"):
        load_ruleset("nowhere")


@pytest.mark.parametrize(
    ("variant", "code"),
    [("missing.yaml", "KWX0101"), ("folder/", "KWX0102"), ("a\0b.yaml", "KWX0101")],
)
def test_what_cannot_be_read_is_explained(
    variant: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    assert codes(variant) == [code]


def test_a_parent_may_be_a_file_in_the_folder_or_below(tmp_path: Path) -> None:
    write(tmp_path / "parents" / "house.yaml")
    town = write(tmp_path / "town.yaml", "parents/house.yaml")
    ruleset = load_ruleset(str(town))
    assert ruleset.parents == ("house", "hubei")
    assert ruleset.sources[1].name.endswith("parents/house.yaml")


def test_a_path_of_a_parent_starts_at_the_file_that_says_so(tmp_path: Path) -> None:
    write(tmp_path / "parents" / "first.yaml")
    write(tmp_path / "parents" / "second.yaml", "first.yaml")
    town = write(tmp_path / "town.yaml", "parents/second.yaml")
    assert load_ruleset(str(town)).parents == ("second", "first", "hubei")


@pytest.mark.parametrize(
    "extends", ["../house.yaml", "../town/../house.yaml", "sub/../../house.yaml"]
)
def test_a_path_that_climbs_out_is_refused(extends: str, tmp_path: Path) -> None:
    write(tmp_path / "house.yaml")
    town = write(tmp_path / "town" / "town.yaml", extends)
    (found,) = errors(town)
    assert found.code == "KWX0206"
    assert found.span is not None
    assert found.span.text == extends
    assert codes(town, root=tmp_path) == []


def test_whether_there_is_a_file_outside_is_not_told(tmp_path: Path) -> None:
    town = write(tmp_path / "town" / "town.yaml", "../missing.yaml")
    assert codes(town) == ["KWX0206"]
    assert codes(town, root=tmp_path) == ["KWX2232"]


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    house = write(tmp_path / "house.yaml")
    town = write(tmp_path / "town" / "town.yaml", "link.yaml")
    os.symlink(house, tmp_path / "town" / "link.yaml")
    assert codes(town) == ["KWX0206"]
    os.symlink(tmp_path, tmp_path / "town" / "up")
    write(town, "up/house.yaml")
    assert codes(town) == ["KWX0206"]


@pytest.mark.parametrize(
    "extends",
    [
        "/etc/passwd",
        "/etc/house.yaml",
        "~/house.yaml",
        "C:/house.yaml",
        "'..\\house.yaml'",
        "house.yml",
        "git:HEAD:house.yaml",
        "http://example.org/house.yaml",
        "随州",
        "Hubei",
    ],
)
def test_what_is_no_name_and_no_path_is_refused(extends: str, tmp_path: Path) -> None:
    town = write(tmp_path / "town.yaml", extends)
    assert codes(town) == ["KWX2234"]


def test_a_hidden_character_in_a_path_is_refused(tmp_path: Path) -> None:
    town = write(tmp_path / "town.yaml", '"house\\0.yaml"')
    assert codes(town) == ["KWX2234", "KWX1006"]


def test_a_name_may_be_suggested_for_a_parent(tmp_path: Path) -> None:
    (found,) = errors(write(tmp_path / "town.yaml", "hubie"))
    assert (found.code, found.fix) == ("KWX2232", "hubei")
    (found,) = errors(write(tmp_path / "town.yaml", "隨州"))
    assert (found.code, found.fix) == ("KWX2234", "suizhou")
    write(tmp_path / "parents" / "house.yaml")
    (found,) = errors(write(tmp_path / "town.yaml", "parents/hose.yaml"))
    assert (found.code, found.fix) == ("KWX2232", "parents/house.yaml")


def test_the_name_of_a_built_in_means_the_built_in(tmp_path: Path) -> None:
    write(tmp_path / "hubei.yaml", "suizhou")
    assert load_ruleset(str(write(tmp_path / "town.yaml", "hubei"))).parents == ("hubei",)


def test_a_circle_shows_every_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, extends in (("a", "b"), ("b", "c"), ("c", "b")):
        write(tmp_path / f"{name}.yaml", f"{extends}.yaml")
    found, blamed = errors("a.yaml")
    assert (blamed.code, found.code) == ("KWX2233", "KWX2230")
    assert [found.code for found in errors("b.yaml")] == ["KWX2230"]
    assert found.params["circle"] == "b.yaml → c.yaml → b.yaml"
    assert found.span is not None
    places = [found.span, *(label.span for label in found.labels)]
    assert [(span.source.name, span.text) for span in places] == [
        ("b.yaml", "c.yaml"),
        ("c.yaml", "b.yaml"),
    ]


def test_a_file_that_extends_itself_is_a_circle(tmp_path: Path) -> None:
    town = write(tmp_path / "town.yaml", "./town.yaml")
    assert codes(town) == ["KWX2230"]
    os.symlink(town, tmp_path / "alias.yaml")
    assert codes(tmp_path / "alias.yaml") == ["KWX2230"]


def test_a_chain_has_a_limit(tmp_path: Path) -> None:
    for number in range(1, 17):
        write(tmp_path / f"n{number}.yaml", f"n{number + 1}.yaml")
    write(tmp_path / "n16.yaml", "hubei")
    # n2 … n16 and hubei are sixteen files, n1 makes seventeen
    assert codes(tmp_path / "n2.yaml") == []
    found, blamed = errors(tmp_path / "n1.yaml")
    assert blamed.code == "KWX2233"
    assert (found.code, found.params["limit"]) == ("KWX2231", 16)
    assert found.span is not None
    assert found.span.source.name.endswith("n16.yaml")


def test_a_parent_with_errors_is_shown_in_both_places(tmp_path: Path) -> None:
    write(tmp_path / "house.yaml", more="fnas: 1\nabstract: yes\n")
    town = write(tmp_path / "town.yaml", "house.yaml", more="define: {not: 1}\n")
    found = errors(town)
    assert sorted(diagnostic.code for diagnostic in found) == [
        "KWX2201",
        "KWX2211",
        "KWX2214",
        "KWX2233",
    ]
    (own,) = [diagnostic for diagnostic in found if diagnostic.code == "KWX2233"]
    assert own.params["count"] == 2
    assert own.span is not None
    assert own.span.source.name.endswith("town.yaml")


def test_a_parent_that_cannot_be_read_is_shown_in_both_places(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_bytes(b"\xff\xfe")
    town = write(tmp_path / "town.yaml", "house.yaml", more="define: {not: 1}\n")
    assert sorted(codes(town)) == ["KWX0106", "KWX2211", "KWX2233"]
    (tmp_path / "folder.yaml").mkdir()
    assert sorted(codes(write(tmp_path / "town.yaml", "folder.yaml"))) == ["KWX0102", "KWX2233"]


def test_a_text_has_no_folder(tmp_path: Path) -> None:
    write(tmp_path / "house.yaml")
    text = TOWN.replace("extends: base", "extends: house.yaml")
    assert codes(text) == ["KWX2235"]
    assert codes(text, root=tmp_path) == []


def test_a_built_in_file_is_named_after_its_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "wrong_name.yaml")
    text = (tmp_path / "wrong_name.yaml").read_text(encoding="utf-8")
    (tmp_path / "some_town.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(locate, "builtin_path", lambda id: tmp_path / f"{id}.yaml")
    monkeypatch.setattr(locate, "find_builtin", lambda name: name)
    found = [found for found in errors("some_town") if found.code == "KWX2236"]
    assert [diagnostic.params["found"] for diagnostic in found] == ["wrong_name"]


def git(folder: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose last commit has other rules than the one before, and than the disk."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    git(tmp_path, "init", "-q", "-b", "main")
    for note in ("first", "second"):
        write(tmp_path / "rules" / "house.yaml", more=f"note: house {note}\n")
        write(tmp_path / "rules" / "town.yaml", "house.yaml", more=f"note: {note}\n")
        write(tmp_path / "rules" / "named.yaml", "house")
        write(tmp_path / "rules" / "deep" / "out.yaml", "../house.yaml")
        write(tmp_path / "rules" / "away.yaml", "../../house.yaml")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", note)
    write(tmp_path / "rules" / "house.yaml", more="note: house on disk\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(
    ("revision", "note"), [("HEAD", "second"), ("main", "second"), ("HEAD~1", "first")]
)
@pytest.mark.parametrize("town", ["town", "named"])
def test_parents_come_from_the_same_revision(revision: str, note: str, town: str) -> None:
    ruleset = load_ruleset(f"git:{revision}:rules/{town}.yaml")
    assert ruleset.parents == ("house", "hubei")
    assert ruleset.sources[0].name == f"git:{revision}:rules/{town}.yaml"
    assert f"note: house {note}\n" in ruleset.sources[1].text
    assert ruleset.sources[2].name == "hubei.yaml"  # not in this repository


def test_a_path_may_start_from_here(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository / "rules")
    ruleset = load_ruleset("git:HEAD:./town.yaml")
    assert "note: house second\n" in ruleset.sources[1].text


def test_under_git_too_a_path_must_not_climb_out(repository: Path) -> None:
    assert codes("git:HEAD:rules/deep/out.yaml") == ["KWX0206"]
    assert codes("git:HEAD:rules/deep/out.yaml", root=repository) == []
    assert codes("git:HEAD:rules/away.yaml") == ["KWX0206"]
    assert codes("git:HEAD:rules/away.yaml", root=repository) == ["KWX0206"]


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(
    ("variant", "code"),
    [
        ("git:nowhere:rules/town.yaml", "KWX0204"),
        ("git:HEAD:rules/missing.yaml", "KWX0205"),
        ("git:HEAD:rules", "KWX0102"),
        ("git:HEAD", "KWX0202"),
        ("git:HEAD:", "KWX0202"),
        ("git::rules/town.yaml", "KWX0202"),
        ("git:--output=x:rules/town.yaml", "KWX0202"),
        ("git:-p:rules/town.yaml", "KWX0202"),
        ("git:HEAD..main:rules/town.yaml", "KWX0202"),
        ("git:HEAD;ls:rules/town.yaml", "KWX0202"),
        ("git:HEAD:rules/\x1btown.yaml", "KWX0202"),
    ],
)
def test_what_git_does_not_have_is_explained(variant: str, code: str) -> None:
    assert codes(variant) == [code]


@pytest.mark.usefixtures("repository")
def test_without_git_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert codes("git:HEAD:rules/town.yaml") == ["KWX0203"]


def test_outside_a_repository_there_is_no_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    assert codes("git:HEAD:town.yaml") == ["KWX0204"]


def test_a_huge_file_is_not_taken_in(repository: Path) -> None:
    (repository / "big.yaml").write_text("a" * (2 << 20), encoding="utf-8")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "big")
    assert codes("git:HEAD:big.yaml") == ["KWX1001"]


def test_the_tables_of_a_program_are_named_by_their_file() -> None:
    (found,) = errors("s2_piao")
    assert str(found.params["file"]).endswith("s2_piao.yaml")
    (found,) = errors("x" * 900)
    assert found.params["file"] == ""
