"""`test --cover` and `test --mutate`: what is shown, and the exit status."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.commands import output

from ...plain_flow import FLOW

if TYPE_CHECKING:
    from .conftest import Kwx

TOWN = (
    """\
kawuxing: 1
variant: mytown
name: {zh: 我镇, en: My Town}
table:
  seats: 3
  at_table: {out: nobody}
  tiles: {suits: [dots], dragons: [red], copies: 4}
  deal: {dealer: 14, others: 13, direction: counterclockwise}
  assumed: a toy
fans:
  pairs: {name: {zh: 对子, en: Pairs}, times: 3, when: seven_pairs, assumed: a toy}
cap: [{id: all, at: none, assumed: a toy}]
may_win: [{id: all, allowed: true, assumed: a toy}]
pay:
  win: [{id: all, pay: share, assumed: a toy}]
  kong: [{id: all, pay: 0, assumed: a toy}]
  drawn: [{id: all, pay: 0, assumed: a toy}]
"""
    + FLOW
    + """\
examples:
  - {id: pairs, why: three, hand: "1122334455667p+7p", expect: {value: 3, owed: 3}}
"""
)
NEAR = '  - {id: near, why: no pairs, hand: "1113335567p[999p]+8p", expect: {fans: [], owed: 1}}\n'
COURSE = """\
  - {id: kong, why: may be, asked: {table: turn.kong, kong.direct: true}, expect: {allowed: true}}
  - {id: pung, why: may be made, asked: {table: turn.pung}, expect: {allowed: true}}
  - {id: reveal, why: may be done, asked: {table: turn.reveal}, expect: {allowed: true}}
  - {id: missed, why: no win, asked: {table: turn.missed}, expect: {allowed: false}}
  - {id: next, why: the dealer stays, asked: {table: dealer}, expect: {next: dealer}}
"""
COURSE_ROWS = {
    "true, assumed: test}]\n  pung": "turn.kong.else",
    "true, assumed: test}]\n  reveal:": "turn.pung.else",
    "true, assumed: test}]\n  reveal_anytime": "turn.reveal.else",
    "false, assumed: test}]": "turn.missed.else",
    "dealer, assumed: test}]": "dealer.drawn",
}
"""What each row about a round says, where the file goes on so, and its path."""
FACTS = "".join(
    f"  - {{id: fact_{number}, why: so it is, asked: {{fact: {fact}}}, expect: {{said: {said}}}}}\n"
    for number, (fact, said) in enumerate(
        (
            ("table.at_table.out", "nobody"),
            ("turn.precedence", "[win, kong, pung]"),
            ("turn.winners", "many"),
            ("turn.tail", "true"),
            ("turn.reveal_anytime", "false"),
            ("turn.must", "[]"),
        )
    )
)
QUIET = """\
  - id: quiet
    why: nobody pays
    round:
      dealer: 0
      kongs: [{by: 0, kind: added, tile: 1p}]
      end: {kind: drawn}
    expect: {totals: [0, 0, 0], rules: []}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mytown.yaml").write_text(TOWN, encoding="utf-8")
    Path("whole.yaml").write_text(TOWN + NEAR + COURSE + FACTS + QUIET, encoding="utf-8")


def place(text: str) -> str:
    """Where a text stands in the file."""
    at = TOWN.index(text)
    before = TOWN[:at]
    return f"mytown.yaml:{before.count(chr(10)) + 1}:{at - before.rfind(chr(10))}"


def test_what_is_not_reached_is_listed_with_its_place(kwx: Kwx) -> None:
    """Reached: the fan, the cap, the winning, the payment; missing: a near miss, seven rows."""
    ran = kwx("test", "mytown.yaml", "--cover")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "mytown.yaml: 1 example, 1 passed, 0 failed",
        "mytown.yaml: examples reach 33.3 % of the rules (4 of 12; 4 of 12 of the file's own)",
        f"{place('seven_pairs')}: the condition of `fans.pairs` is never false in an example that "
        "says so (KWX2702)",
        f"{place('0, assumed: a toy}]' + chr(10) + '  drawn')}: no example reaches the row "
        "`pay.kong.all` (KWX2703)",
        f"{place('0, assumed: a toy}]' + chr(10) + 'turn:')}: no example reaches the row "
        "`pay.drawn.all` (KWX2703)",
        *(
            f"{place(row)}: no example reaches the row `{path}` (KWX2703)"
            for row, path in COURSE_ROWS.items()
        ),
    ]


def test_a_share_can_be_asked_for(kwx: Kwx) -> None:
    assert kwx("test", "whole.yaml", "--cover", "--fail-under", "100").status == 0
    assert kwx("test", "mytown.yaml", "--fail-under", "33").status == 0
    ran = kwx("test", "mytown.yaml", "--fail-under", "34")
    assert ran.status == 1
    assert ran.err.startswith(
        "error[KWX2705]: the examples of mytown.yaml reach 33.3 % of the rules, less than 34 %\n"
    )


def test_survivors_are_shown_with_the_example_that_would_catch_them(kwx: Kwx) -> None:
    ran = kwx("test", "mytown.yaml", "--mutate")
    assert ran.status == 1
    assert "mytown.yaml: 1 example" in ran.out
    line = f"{place('seven_pairs')}: in `fans.pairs` no example notices the change seven_pairs → "
    assert f"{line}self_draw (KWX2706)\n" in ran.out
    assert "  the least example of mytown.yaml that would:\n  - id: " in ran.out
    shown = ran.out.partition("that would:\n")[2].partition("mytown.yaml:")[0]
    assert kwx("test", "--format", "json", "mytown.yaml").json()["passed"] == 1
    Path("more.yaml").write_text(TOWN + shown, encoding="utf-8")
    assert kwx("test", "--format", "json", "more.yaml").json()["passed"] == 2


def test_nothing_survives_where_every_figure_is_in_an_example(kwx: Kwx) -> None:
    ran = kwx("test", "whole.yaml", "--mutate", "--cover")
    assert (ran.status, ran.err) == (0, "")
    assert "examples reach 100 % of the rules" in ran.out
    assert ran.out.endswith(", 0 survived\n")


def test_programs_get_everything(kwx: Kwx) -> None:
    ran = kwx("test", "mytown.yaml", "--cover", "--mutate", "--format", "json")
    assert ran.status == 1
    found = ran.json()["files"][0]
    cover, mutation = found["cover"], found["mutation"]
    assert (cover["percent"], cover["shown"], cover["needed"]) == (33.3, 4, 12)
    assert cover["own"] == {"percent": 33.3, "shown": 4, "needed": 12}
    pairs = cover["items"][0]
    assert (pairs["rule"], pairs["missing"], pairs["seen"]) == (
        "fans.pairs",
        ["vetoed"],
        {"fired": "pairs"},
    )
    line, column = place("seven_pairs").split(":")[1:]
    assert (pairs["file"], pairs["line"], pairs["column"]) == (
        "mytown.yaml",
        int(line),
        int(column),
    )
    results = mutation["results"]
    assert len(results) == mutation["mutants"]
    for status in ("killed", "equivalent", "survived", "unproven"):
        assert mutation[status] == sum(one["status"] == status for one in results)
    changes = {(one["rule"], one["before"], one["after"]): one for one in results}
    killed = changes["fans.pairs", "3", "4"]
    assert (killed["status"], killed["by"]) == ("killed", "pairs")
    kong = changes["pay.kong.all", "0", "1"]
    assert kong["status"] == "survived"
    assert kong["expect"] == {"totals": [0, 0, 0], "rules": []}
    assert kong["instead"] == {"totals": "[2, -1, -1]", "rules": "[pay.kong.all]"}
    assert kong["example"].startswith("  - id: all_")


def test_neither_is_there_unless_asked_for(kwx: Kwx) -> None:
    found = kwx("test", "mytown.yaml", "--format", "json").json()["files"][0]
    assert not {"cover", "mutation"} & found.keys()


def test_rules_whose_examples_fail_are_not_changed(kwx: Kwx) -> None:
    Path("wrong.yaml").write_text(TOWN.replace("value: 3", "value: 4"), encoding="utf-8")
    ran = kwx("test", "wrong.yaml", "--mutate")
    assert ran.status == 1
    assert "mutants" not in ran.out
    assert "wrong.yaml: its rules were not changed, because examples fail as it is\n" in ran.err


def test_an_abstract_ruleset_is_tried_in_those_that_extend_it(kwx: Kwx) -> None:
    rules = TOWN.partition("examples:")[0].replace("table:", "abstract: true\ntable:", 1)
    Path("base.yaml").write_text(rules.replace("mytown", "base"), encoding="utf-8")
    child = "kawuxing: 1\nvariant: child\nname: {zh: 子, en: Child}\nextends: base.yaml\nexamples:"
    Path("child.yaml").write_text(child + TOWN.partition("examples:")[2], encoding="utf-8")
    ran = kwx("test", "base.yaml", "child.yaml", "--mutate", "--cover", "--fail-under", "50")
    assert ran.status == 1
    assert "base.yaml: abstract; its rules are tried by the examples of those that" in ran.out
    assert "child.yaml: examples reach 33.3 % of the rules (4 of 12; 0 of 0 of" in ran.out
    survivors = [line for line in ran.out.splitlines() if "(KWX2706)" in line]
    assert survivors
    assert all(line.startswith("base.yaml:") for line in survivors)


def test_rules_that_several_files_inherit_count_once(kwx: Kwx) -> None:
    child = "kawuxing: 1\nvariant: {id}\nname: {{zh: 子, en: Child}}\nextends: whole.yaml\n"
    for id_ in ("one", "two"):
        Path(f"{id_}.yaml").write_text(child.format(id=id_), encoding="utf-8")
    ran = kwx("test", "whole.yaml", "one.yaml", "two.yaml", "--mutate")
    assert ran.status == 0
    counts = [line.partition(": ")[2] for line in ran.out.splitlines() if " mutants, " in line]
    assert len(counts) == 4
    assert len(set(counts)) == 1


@pytest.mark.parametrize("option", ["--cover", "--mutate"])
def test_reports_of_tests_have_no_place_for_it(kwx: Kwx, option: str) -> None:
    ran = kwx("test", "mytown.yaml", option, "--format", "junit")
    assert ran.status == 2
    assert f"`{option}` cannot be used together with `--format junit`" in ran.err


def test_no_more_than_all_can_be_asked_for(kwx: Kwx) -> None:
    ran = kwx("test", "mytown.yaml", "--fail-under", "101")
    assert ran.status == 2
    assert ran.err.startswith("error[KWX0003]")


def test_in_chinese(kwx: Kwx) -> None:
    ran = kwx("test", "mytown.yaml", "--cover", "--mutate", "--lang", "zh")
    assert (
        "mytown.yaml：例子触及规则的 33.3%（12 处中的 4 处；本文件所写 12 处中的 4 处）\n"
        in ran.out
    )
    assert "没有例子到达 `pay.kong.all` 这一行 (KWX2703)\n" in ran.out
    assert "mytown.yaml 里能查出的最小例子：\n  - id: " in ran.out


def test_progress_is_shown_to_a_terminal_alone(
    kwx: Kwx, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kwx("test", "whole.yaml", "--mutate").err == ""
    monkeypatch.setattr(output.sys.stderr, "isatty", lambda: True)  # type: ignore[attr-defined]
    told = kwx("test", "whole.yaml", "--mutate").err
    assert told.startswith("\r\x1b[Kwhole.yaml: 0/")
    assert told.endswith("\r\x1b[K")
    assert told.count("whole.yaml: ") > 5
