from __future__ import annotations

from typing import TYPE_CHECKING

from kawuxing.compiler.library import builtin_ids, mixin_ids

if TYPE_CHECKING:
    from .conftest import Kwx


def test_every_built_in_ruleset_is_listed(kwx: Kwx) -> None:
    listed = {one["id"]: one for one in kwx("list", "--format", "json").json()}
    assert tuple(listed) == (*builtin_ids(), *mixin_ids())
    assert listed["suizhou"] == {
        "id": "suizhou",
        "name": {"zh": "随州卡五星", "en": "Suizhou Kawuxing"},
        "abstract": False,
        "parents": ["hubei"],
        "mixin": False,
    }
    assert listed["haidi"]["parents"] == ["hubei"]
    assert [id for id, one in listed.items() if one["mixin"]] == [*mixin_ids()]
    assert listed["xiaogan"]["parents"] == ["hubei_article", "hubei"]
    assert listed["hubei_article"]["abstract"] is True


def test_the_text_marks_what_nobody_plays(kwx: Kwx) -> None:
    lines = kwx("list").out.splitlines()
    assert lines[0].split() == ["id", "name", "English", "extends"]
    assert any(line.startswith("hubei_article* ") for line in lines)
    assert any(line.startswith("* abstract") for line in lines)
    below = lines[lines.index("") + 1 :]
    assert below[0].split() == ["mix-in", "name", "English", "tried", "on"]
    assert [line.split()[0] for line in below[1:-1]] == [*mixin_ids()]
    assert "承自" in kwx("list", "--lang", "zh").out
