"""What a chain of files has taken away, with its grounds; on small files that extend each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kawuxing.compiler.driver import load_ruleset

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "kawuxing: 1\nvariant: {id}\nname: {{zh: 名, en: Name}}\nextends: {parent}\n"


def removed(folder: Path, *bodies: str) -> dict[str, tuple[list[str], str | None]]:
    """The removals of the last of some files, each of which extends the one before."""
    parent = "hubei"
    for at, body in enumerate(bodies):
        path = folder / f"file{at}.yaml"
        path.write_text(HEAD.format(id=f"file{at}", parent=parent) + body, "utf-8")
        parent = path.name
    ruleset = load_ruleset(str(folder / f"file{len(bodies) - 1}.yaml"))
    return {
        one.path: (
            [ref.id for ref in one.basis.cites],
            one.basis.assumed.en if one.basis.assumed else None,
        )
        for one in ruleset.removed
    }


FAN = "fans:\n  haidilao: {removed: true, cite: S3-116, assumed: none here}\n"


def test_a_fan_with_its_grounds(tmp_path: Path) -> None:
    assert removed(tmp_path, FAN) == {"fans.haidilao": (["S3-116"], "none here")}


def test_without_a_word_of_grounds(tmp_path: Path) -> None:
    assert removed(tmp_path, "fans:\n  haidilao: removed\n") == {"fans.haidilao": ([], None)}


def test_nothing(tmp_path: Path) -> None:
    assert removed(tmp_path, "fans:\n  haidilao: {times: 3, assumed: so}\n") == {}


def test_it_is_inherited(tmp_path: Path) -> None:
    assert removed(tmp_path, FAN, "note: a child\n") == removed(tmp_path, FAN)


def test_what_comes_back_is_not_removed(tmp_path: Path) -> None:
    again = "fans:\n  haidilao:\n    name: {zh: 海底, en: Last}\n    times: 2\n"
    again += "    when: last_tile\n    assumed: again\n"
    assert removed(tmp_path, FAN, again) == {}


def test_a_row_and_a_point(tmp_path: Path) -> None:
    body = (
        "pay:\n  win:\n    baohu: {removed: true, cite: S3-010}\n"
        "assumptions:\n  several_robbers: {removed: true, cite: S0-144}\n"
    )
    assert removed(tmp_path, body) == {
        "assumptions.several_robbers": (["S0-144"], None),
        "pay.win.baohu": (["S3-010"], None),
    }


def test_a_table_written_anew_has_no_removed_rows(tmp_path: Path) -> None:
    first = "pay:\n  win:\n    baohu: {removed: true, cite: S3-010}\n" + FAN
    again = "pay:\n  win:\n    - {id: all, pay: share, assumed: so}\n"
    assert removed(tmp_path, first, again).keys() == {"fans.haidilao"}
