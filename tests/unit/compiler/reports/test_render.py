"""The forms in which differences are shown."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from kawuxing.compiler.diff.settings import Settings
from kawuxing.compiler.reports.render import FORMATS, render
from kawuxing.compiler.reports.render_markdown import (
    MARK,
    MOST_BYTES,
    code,
    escaped,
    render_markdown,
)
from kawuxing.compiler.reports.report import Entry, Policy, Report

from ..diff.variants import BASE, changed, compared, only
from .reports import LANGS, approved, everything, many, one, report

if TYPE_CHECKING:
    from kawuxing.compiler.reports.words import Lang

TEXT = """\
before.yaml Town: 1 difference for the players

error: scoring: fans.pairs  All pairs  [{fingerprint}]
  {count} of {points} hands ({share} %), by up to 4, under 8 of 10 choices of options
  🀙🀚🀚🀛🀛🀜🀜🀝🀝🀞🀞🀟🀟 + 🀙
  1223344556677p+1p, self-draw
    before  4, All pairs 4                      before.yaml:21
    after   5, All pairs 5                        after.yaml:21

in the files:
  fans.pairs.times: 4 → 5                       before.yaml:21 → after.yaml:21

compared: {hands} hands ({points} with the winning tile) in 28 circumstances, 80 payments for \
kongs and 6 for drawn hands, {situations} situations of a round, under 10 choices of options
"""


def test_text() -> None:
    found = only(one())
    expected = TEXT.format(
        fingerprint=found.fingerprint,
        count=f"{found.count:,}",
        points=f"{found.of:,}",
        share=f"{100 * found.count / found.of:.2f}",
        hands=f"{one().space.configurations:,}",
        situations=one().space.asked,
    )
    shown = render(report(one()), "text", "en")
    assert re.sub(" +", " ", shown) == re.sub(" +", " ", expected).replace(
        "before.yaml Town:", "before.yaml Town → after.yaml Town:"
    )


def test_text_in_chinese() -> None:
    shown = render(report(one()), "text", "zh")
    assert "错误：算番：fans.pairs  全对" in shown
    assert "前  4，全对 4" in shown
    assert "1223344556677p+1p，自摸" in shown
    assert not re.search("[a-z]{3,}", re.sub(r"[\w.]*\.(yaml|pairs|times)|\[\w+\]", "", shown))


def test_no_change_is_said_with_the_extent_of_the_proof() -> None:
    same = compared(BASE, BASE)
    size = f"{same.space.configurations:,} hands ({same.space.points:,} with the winning tile)"
    said = "no behaviour change: proven for " + size
    for form in ("text", "markdown", "github"):
        assert said in render(report(same), form, "en")
        assert "行为没有变化：已证明" in render(report(same), form, "zh")


def test_what_is_not_proven_is_never_called_equal() -> None:
    found = compared(BASE, changed(("suits: [dots]", "suits: [dots, bamboos]")))
    for form in ("text", "markdown", "github"):
        shown = render(report(found), form, "en")
        assert re.search("not proven", shown, re.IGNORECASE)
        assert "no behaviour change" not in shown


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_form_shows_everything(form: str, lang: Lang) -> None:
    for each in everything():
        shown = render(each, form, lang)
        assert "{" not in re.sub(r"(?s)^\{.*\}\n$", "", shown)
        if form in ("json", "sarif"):
            json.loads(shown)
        elif lang == "zh" and shown:
            assert re.search("[\u4e00-\u9fff]", shown)


def test_colour_only_where_asked_for() -> None:
    for each in everything():
        plain = render(each, "text", "en")
        assert "\x1b" not in plain
        coloured = render(each, "text", "en", colour=True)
        assert re.sub("\x1b\\[[0-9]+m", "", coloured).split() == plain.split()
    assert "\x1b[31m" in render(report(one()), "text", "en", colour=True)


def test_names_of_files_cannot_move_the_cursor() -> None:
    before, after = one().sides
    nasty = one()._replace(sides=(before._replace(name="a\x1b[2J\u202e.yaml"), after))
    for form in ("text", "markdown", "github"):
        for lang in LANGS:
            shown = render(report(nasty), form, lang)
            assert "\x1b" not in shown
            assert "\u202e" not in shown


# --- JSON


def validator() -> Draft202012Validator:
    schema = files("kawuxing.compiler.schemas").joinpath("diff.json").read_text("utf-8")
    return Draft202012Validator(json.loads(schema))


def test_json_keeps_to_its_schema() -> None:
    for each in everything():
        errors = list(validator().iter_errors(json.loads(render(each, "json", "en"))))
        assert errors == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("behavioural", 0, "fingerprint"), "x"),
        (("behavioural", 0, "witness", "chain"), 17),
        (("behavioural", 0, "count"), 0),
        (("structural", 0, "class"), "style"),
        (("space", "points"), -1),
        (("more",), 1),
    ],
)
def test_the_schema_notices(path: tuple[str | int, ...], value: object) -> None:
    given = json.loads(render(report(one()), "json", "en"))
    inside = given
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    assert not validator().is_valid(given)


def test_json_as_outsiders_read_it() -> None:
    given = json.loads(render(report(one()), "json", "en"))
    found = only(one())
    assert (given["equal"], given["proven"]) == (False, True)
    assert set(given["space"]) >= {"configurations", "points", "circumstances"}
    assert given["structural"] == [
        {
            "path": "fans.pairs.times",
            "before": 4,
            "after": 5,
            "class": "scoring",
            "severity": "error",
            "at": {"before": "before.yaml:21:49", "after": "after.yaml:21:49"},
        }
    ]
    (told,) = given["behavioural"]
    assert told["witness"] == {
        "hand": "1223344556677p",
        "melds": [],
        "win": "1p",
        "by": "self_draw",
        "events": [],
        "chain": 0,
        "revealed": False,
        "payer_revealed": False,
        "options": {},
    }
    assert told["before"] == {
        "value": 4, "may_win": True, "fans": ["pairs"], "times": [4], "product": 4, "owed": 4,
    }  # fmt: skip
    assert told["after"]["value"] == 5
    assert (told["count"], told["share"], told["rules"]) == (
        found.count,
        found.share,
        ["fans.pairs"],
    )
    assert told["fingerprint"] == found.fingerprint


def test_json_has_a_witness_for_each_side_where_their_options_differ() -> None:
    found = compared(BASE, BASE, Settings({"cap": 8}, {"cap": None}))
    told, *_ = json.loads(render(report(found), "json", "en"))["behavioural"]
    assert told["witness"]["options"] == {"cap": 8}
    assert told["witness_after"] == {**told["witness"], "options": {"cap": "none"}}


def test_json_of_approvals() -> None:
    given = json.loads(render(report(one(), approved("0" * 12)), "json", "en"))
    assert given["unused_approvals"] == [
        {
            "fingerprint": "0" * 12,
            "reason": {"zh": "议定", "en": "agreed"},
            "at": "approvals.yaml:1:1",
        }
    ]
    used = json.loads(render(report(one(), approved(only(one()).fingerprint)), "json", "en"))
    assert used["unused_approvals"] == []
    assert used["behavioural"][0]["approved"] == {"zh": "议定", "en": "agreed"}


# --- Markdown


def test_markdown_begins_with_its_mark_and_tells_the_differences_in_a_table() -> None:
    shown = render(report(many()), "markdown", "en")
    assert shown.startswith(f"{MARK}\n")
    for found in many().behavioural:
        assert f"`{' + '.join(found.rules)}`" in shown
        assert f"`{found.fingerprint}`" in shown
    assert shown.count("<details>") == shown.count("</details>") == len(many().behavioural) + 2


@pytest.mark.parametrize("most", [600, 2_000, 5_000, MOST_BYTES])
@pytest.mark.parametrize("lang", LANGS)
def test_markdown_is_never_too_long(most: int, lang: Lang) -> None:
    long = Report((Entry("x" * 300, "changed", many()),) * 40, Policy(), "main")
    shown = render_markdown(long, lang, most=most)
    assert len(shown.encode()) <= most
    assert ("did not fit" if lang == "en" else "放不下") in shown
    assert shown.count("<details>") == shown.count("</details>")


def test_markdown_keeps_apart_what_authors_write() -> None:
    assert escaped("a|b *c* <d> `e` [f](g) @h #1") == (
        r"a\|b \*c\* &lt;d\> \`e\` \[f\](g) @" "\u200bh #\u200b1"
    )
    assert escaped("https://x.y www.z") == r"https\://x.y www\.z"
    assert code("a|b") == r"`a\|b`"
    assert code("a`b") == "``a`b``"
    assert code("`a") == "`` `a ``"


# --- GitHub


def commands(shown: str) -> list[str]:
    return [line for line in shown.splitlines() if re.match("::(error|warning|notice)[ :]", line)]


def test_github_points_at_the_second_side() -> None:
    (line,) = commands(render(report(one()), "github", "en"))
    assert line.startswith("::error file=after.yaml,line=21,title=scoring%3A fans.pairs::")
    assert "%0Abefore: 4, All pairs 4%0Aafter: 5, All pairs 5%0Awas at: before.yaml:21%0A" in line


def test_github_shows_ten_annotations_and_counts_the_rest() -> None:
    four = Report((Entry("a.yaml", "changed", many()),) * 4, Policy(), "main")
    number = 4 * len(many().behavioural)
    lines = commands(render(four, "github", "en"))
    assert len(lines) == 11
    assert f"{number - 10} more not shown here" in lines[-1]
    levels = [re.match("::(.*?)[ :]", line)[1] for line in lines]  # type: ignore[index]
    assert levels == sorted(levels, key=["error", "warning", "notice"].index)
    assert len(commands(render(report(one()), "github", "en"))) == 1


def test_github_is_silent_about_what_is_approved() -> None:
    policy = approved(only(one()).fingerprint)
    assert commands(render(report(one(), policy), "github", "en")) == []
