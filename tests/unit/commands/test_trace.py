from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from kawuxing.compiler.coverage.spoken import spoken_by
from kawuxing.compiler.library import builtin_ids, mixin_ids
from kawuxing.compiler.trace.catalogue import read_catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kawuxing.compiler.coverage.spoken import Spoken
    from kawuxing.compiler.resolved.nodes import Ruleset

    from .conftest import Kwx

SCHEMA = files("kawuxing.compiler.schemas").joinpath("trace.json").read_text("utf-8")
HOSTILE = """\
kawuxing: 1
variant: hostile
name: {zh: "<b>恶</b>", en: "<script>alert(1)</script>"}
extends: hubei
fans:
  kawuxing: {times: 3, assumed: "</td><img src=x onerror=alert(1)>"}
"""


_KNOWN: dict[tuple[str, ...], dict[str, dict[str, Spoken]]] = {}


@pytest.fixture(autouse=True)
def _examples_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is built in stays as it is: its examples need not be run for every test."""
    built_in = {*builtin_ids(), *mixin_ids()}

    def known(rulesets: Sequence[Ruleset]) -> dict[str, dict[str, Spoken]]:
        ids = tuple(one.id for one in rulesets)
        if not built_in.issuperset(ids):
            return spoken_by(rulesets)
        if ids not in _KNOWN:
            _KNOWN[ids] = spoken_by(rulesets)
        return _KNOWN[ids]

    monkeypatch.setattr("kawuxing.compiler.commands.trace.spoken_by", known)


class Page(HTMLParser):
    """What a page consists of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in {"meta", "br"}:
            self.open.append(tag)
        for name, value in attrs:
            assert name not in {"src", "onclick"}
            if name == "id":
                self.ids.append(str(value))
            if name == "href":
                assert str(value).startswith("#")
                self.targets.add(str(value)[1:])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(
    "args", [[], ["suizhou"], ["S0-058"], ["xiaogan", "S0-058", "S2-041"], ["W1"]]
)
def test_json_is_as_the_schema_says(kwx: Kwx, args: list[str]) -> None:
    validator = Draft202012Validator(json.loads(SCHEMA))
    found = kwx("trace", *args, "--format", "json").json()
    assert list(validator.iter_errors(found)) == []


def test_everything_is_everything(kwx: Kwx) -> None:
    found = kwx("trace", "--format", "json").json()
    listed = [id_ for one in found["statements"] for id_ in one["clauses"]]
    assert sorted(listed) == sorted(read_catalogue())
    ids = [one["id"] for one in found["editions"]]
    assert sorted(ids) == sorted((*builtin_ids(), *mixin_ids()))
    for one in found["editions"]:
        assert all(ids.index(parent) < ids.index(one["id"]) for parent in one["parents"])
    assert found["complete"] is True
    assert found["counts"][-1]["clauses"] == 913


def test_a_clause_is_found_by_its_repetition_in_any_case(kwx: Kwx) -> None:
    by_first = kwx("trace", "S0-058")
    assert by_first.status == 0
    assert kwx("trace", "s3-205").out == by_first.out
    assert "carried by: fans.kawuxing Closed five [hubei.yaml:" in by_first.out
    assert "shown by: hubei: gt_01" in by_first.out


def test_an_excused_clause_says_why(kwx: Kwx) -> None:
    told = " ".join(kwx("trace", "S3-060").out.split())
    assert "no rule: Advice on what to discard and when to defend. (how to play well" in told
    assert "无规则: 打牌的心得。 (打法、口诀、心得)" in kwx("trace", "S3-060", "--lang", "zh").out


def test_a_ruleset_lists_its_rules_with_clauses_and_assumptions(kwx: Kwx) -> None:
    lines = kwx("trace", "xiaogan").out.splitlines()
    assert lines[0] == "Xiaogan Kawuxing (xiaogan) ← hubei_article ← hubei"
    at = next(at for at, line in enumerate(lines) if line.startswith("  fans.kawuxing  "))
    assert lines[at].startswith("  fans.kawuxing  Closed five  [xiaogan.yaml:")
    assert lines[at + 1] == "    S2-041 Kawuxing: ×4 here."
    assert lines[at + 2].startswith("    assumed: The list says times 4")
    inherited = next(line for line in lines if line.startswith("  options.bao_spares_revealed"))
    assert "[hubei.yaml:" in inherited


def test_what_other_rulesets_may_carry_is_not_open(kwx: Kwx) -> None:
    ran = kwx("trace", "suizhou", "S2-041")
    assert ran.status == 0
    assert "open: not carried here" in ran.out


def test_a_ruleset_of_ones_own(kwx: Kwx, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "kawuxing: 1\nvariant: mine\nname: {zh: 我, en: Mine}\nextends: suizhou\n"
        "fans:\n  kawuxing: {times: 3, cite: S3-275, assumed: ours}\n",
        "utf-8",
    )
    found = kwx("trace", str(path), "--format", "json").json()
    rules = {one["path"]: one for one in found["editions"][0]["rules"]}
    assert rules["fans.kawuxing"]["cite"] == ["S3-275"]
    assert rules["fans.kawuxing"]["from"] == "mine"
    assert rules["fans.qidui"]["from"] == "hubei"
    states = {one["clauses"][0]: one["state"] for one in found["statements"]}
    assert states["S3-275"] == "carried"
    assert set(states.values()) == {"carried"}


def test_the_same_ruleset_by_two_names_is_one(kwx: Kwx) -> None:
    path = str(files("kawuxing.rulesets").joinpath("suizhou.yaml"))
    found = kwx("trace", "suizhou", path, "随州", "--format", "json").json()
    assert [one["id"] for one in found["editions"]] == ["suizhou"]


def test_two_rulesets_of_one_id_are_refused(kwx: Kwx, tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    path.write_text(
        "kawuxing: 1\nvariant: suizhou\nname: {zh: 别, en: Other}\nextends: hubei\n", "utf-8"
    )
    ran = kwx("trace", "suizhou", str(path))
    assert (ran.status, ran.err[:14]) == (2, "error[KWX0035]")


@pytest.mark.parametrize("word", ["S0-999", "s9-1", "W99", "S5"])
def test_no_such_clause(kwx: Kwx, word: str) -> None:
    ran = kwx("trace", word)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error[KWX0034]: there is no clause {word}")


def test_no_such_ruleset(kwx: Kwx) -> None:
    assert kwx("trace", "nowhere").err.startswith("error[KWX0201]")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_is_whole_and_fetches_nothing(kwx: Kwx, lang: str) -> None:
    text = kwx("trace", "--format", "html", "--lang", lang).out
    page = Page(text)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert page.targets <= set(page.ids)
    assert set(read_catalogue()) <= set(page.ids)
    assert {f"edition-{id_}" for id_ in builtin_ids()} <= set(page.ids)
    assert "http" not in text.replace("http-equiv", "")
    assert not re.search(r"\b20\d\d-\d\d", text)


def test_pages_are_the_same_every_time(kwx: Kwx) -> None:
    one = kwx("trace", "hubei", "--format", "html").out
    assert kwx("trace", "hubei", "--format", "html").out == one


def test_what_strangers_write_is_escaped(kwx: Kwx, tmp_path: Path) -> None:
    path = tmp_path / "hostile.yaml"
    path.write_text(HOSTILE, "utf-8")
    text = kwx("trace", str(path), "--format", "html").out
    assert "<script" not in text
    assert "<img" not in text
    assert "&lt;script&gt;" in text
    assert "<b>" not in kwx("trace", str(path), "--format", "html", "--lang", "zh").out


def test_mixins_carry_what_they_cite_themselves(kwx: Kwx) -> None:
    """What they are tried on is counted among the rulesets, and not again with each of them."""
    (found,) = kwx("trace", "S3-308", "--format", "json").json()["statements"]
    carried = [one for one in found["carried_by"] if one["from"] == "haidi"]
    assert [one["rule"] for one in carried] == ["fans.haidilao"]
    assert [one["editions"] for one in carried] == [["haidi"]]
    assert "haidi" in [one["edition"] for one in found["shown_by"]]
    others = [one["editions"] for one in found["carried_by"] if one["from"] != "haidi"]
    assert not {"haidi", "duiliang"} & {id_ for ids in others for id_ in ids}
