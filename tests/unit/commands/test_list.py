from __future__ import annotations

from typing import TYPE_CHECKING

from kawuxing.compiler.library import builtin_ids

if TYPE_CHECKING:
    from .conftest import Kwx


def test_every_built_in_ruleset_is_listed(kwx: Kwx) -> None:
    listed = {one["id"]: one for one in kwx("list", "--format", "json").json()}
    assert tuple(listed) == builtin_ids()
    assert listed["suizhou"] == {
        "id": "suizhou",
        "name": {"zh": "随州卡五星", "en": "Suizhou Kawuxing"},
        "abstract": False,
        "parents": ["hubei"],
    }
    assert listed["xiaogan"]["parents"] == ["hubei_article", "hubei"]
    assert listed["hubei_article"]["abstract"] is True


def test_the_text_marks_what_nobody_plays(kwx: Kwx) -> None:
    lines = kwx("list").out.splitlines()
    assert lines[0].split() == ["id", "name", "English", "extends"]
    assert any(line.startswith("hubei_article* ") for line in lines)
    assert lines[-1].startswith("* abstract")
    assert "承自" in kwx("list", "--lang", "zh").out
