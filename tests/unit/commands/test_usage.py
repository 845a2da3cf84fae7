"""Everything that can be typed wrongly gives one error with a code, in both languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.commands import list as list_verb
from kawuxing.compiler.commands.faults import FINDINGS, FINE, INTERNAL, NOT_PROVEN, USAGE
from kawuxing.compiler.commands.program import VERBS
from kawuxing.compiler.library import builtin_ids

if TYPE_CHECKING:
    from .conftest import Kwx

HAND = "1122334455667s+7s"
TOWN = builtin_ids()[-1]

WRONG = [
    (["check", TOWN, "--root", "no/such"], "KWX0107", "no/such"),
    (["check", TOWN, "--root", "/dev/null"], "KWX0107", "/dev/null"),
    (["explain", "KWX2301", "--format", "json"], "KWX0018", "behind KWX2301"),
    (["explain", "KWX2301", "-o", "cap=8"], "KWX0018", "behind KWX2301"),
    (["lst"], "KWX0001", "did you mean `list`?"),
    (["list", "--formt", "json"], "KWX0002", "did you mean `--format`?"),
    (["score", TOWN, HAND, "--preset", "evening"], "KWX3303", "kawuxing show NAME"),
    (["list", "--format", "jsn"], "KWX0003", "did you mean `json`?"),
    (["score", TOWN, HAND, "--chain", "x"], "KWX0003", "--chain"),
    (["score", TOWN, HAND, "--chain", "-1"], "KWX0003", "--chain"),
    (["list", "--lang", "fr"], "KWX0003", "zh, en"),
    (["check"], "KWX0004", "FILES"),
    (["build", TOWN], "KWX0004", "DIR"),
    (["--lang", "en"], "KWX0004", "VERB"),
    (["list", "all"], "KWX0005", "all"),
    (["score", TOWN, "46p123s", "[555z]", "+5p"], "KWX0005", "in quotes"),
    (["score", TOWN, HAND, "--by"], "KWX0006", "--by"),
    (["score", TOWN, HAND, "--revealed=yes"], "KWX0006", "--revealed"),
    (["score", TOWN, HAND, "-o", "cap"], "KWX0007", "cap"),
    (["score", TOWN], "KWX0009", "--batch FILE"),
    (["score", TOWN, HAND, "--batch", "-"], "KWX0009", "--batch FILE"),
    (["waits", TOWN], "KWX0009", "waits"),
    (["score", TOWN, "--batch", "-", "--by", "self_draw"], "KWX0024", "`--by`"),
    (["score", TOWN, "--batch", "-", "--event", "robbing"], "KWX0024", "`--event`"),
    (["score", TOWN, "--batch", "-", "--chain", "3"], "KWX0024", "`--chain`"),
    (["score", TOWN, "--batch", "-", "--revealed"], "KWX0024", "`--revealed`"),
    (["score", TOWN, "--batch", "-", "--payer-revealed"], "KWX0024", "`--payer-revealed`"),
    (["score", TOWN, "--batch", "-", "--preceded"], "KWX0024", "`--preceded`"),
    (["score", TOWN, "--batch", "-", "--passed", "0"], "KWX0024", "`--passed`"),
    (["score", TOWN, "--batch", "-", "--choose", "x=1"], "KWX0024", "`--choose`"),
    (["waits", TOWN, "--batch", "-", "--seen", "5s"], "KWX0024", "`--seen`"),
    (["score", TOWN, "--batch", "-", "--format", "text"], "KWX0003", "it may be: json"),
    (["waits", TOWN, "--batch", "-", "--format", "text"], "KWX0003", "it may be: json"),
    (["settle", TOWN, "--batch", "-", "--format", "text"], "KWX0003", "it may be: json"),
    (["score", TOWN, "--batch", "no-such-file"], "KWX0101", "no-such-file"),
    (["score", TOWN, "--batch", "."], "KWX0102", "is a folder, not a file"),
    (["explain", "KWX0000"], "KWX0015", "KWX0000"),
    (["explain", TOWN], "KWX0018", TOWN),
    (["score", f"{TOWN}x", HAND], "KWX0201", f"did you mean `{TOWN}`?"),
    (["check", "no-such-file.yaml"], "KWX0101", "no-such-file.yaml"),
    (["check", "git:HEAD"], "KWX0202", "git:HEAD"),
    (["score", TOWN, HAND, "-o", "cpa=16"], "KWX3301", "did you mean `cap`?"),
    (["score", TOWN, HAND, "-o", "cap=x"], "KWX3302", "cap"),
]


@pytest.mark.parametrize(("args", "code", "said"), WRONG, ids=lambda value: str(value)[:40])
def test_one_error_that_says_what_is_wrong(kwx: Kwx, args: list[str], code: str, said: str) -> None:
    ran = kwx(*args)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.count("error[") == 1
    assert ran.err.startswith(f"error[{code}]: ")
    assert said in ran.err
    assert f"kawuxing explain {code}" in ran.err


@pytest.mark.parametrize(("args", "code", "_"), WRONG, ids=lambda value: str(value)[:40])
def test_the_same_in_chinese(kwx: Kwx, args: list[str], code: str, _: str) -> None:
    if "--lang" in args:
        return
    ran = kwx("--lang=zh", *args)
    assert ran.status == 2
    assert ran.err.startswith(f"错误[{code}]: ")


def test_a_mistake_of_ours_is_told_in_a_line(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(list_verb, "builtins", fail)
    ran = kwx("list")
    assert ran.status == 4
    assert ran.err.startswith("error[KWX9001]: internal error: RuntimeError: boom\n")
    assert "please report" in ran.err
    assert "Traceback" not in ran.err


def test_the_traceback_is_there_for_those_who_ask(
    kwx: Kwx, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(list_verb, "builtins", fail)
    monkeypatch.setenv("KAWUXING_DEBUG", "1")
    with pytest.raises(RuntimeError, match="boom"):
        kwx("list")


def test_without_a_verb_the_verbs_are_told(kwx: Kwx) -> None:
    ran = kwx()
    assert ran.status == 2
    assert ran.out == ""
    assert all(f"  {verb}" in ran.err for verb in VERBS)


def test_the_verbs_of_this_version() -> None:
    rules = ["list", "show", "new", "check", "fmt", "build"]
    rounds = ["settle", "replay", "play", "simulate"]
    found = [*rules, "score", "waits", "explain", *rounds, "test", "doc", "trace", "diff"]
    assert list(VERBS) == found


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_its_help_in_both_languages(kwx: Kwx, verb: str) -> None:
    english, chinese = kwx(verb, "--help"), kwx(verb, "-h", "--lang", "zh")
    assert (english.status, chinese.status) == (0, 0)
    assert english.out.startswith(f"usage: kawuxing {verb}")
    assert chinese.out.startswith(f"用法：kawuxing {verb}")
    assert not re.search("[\u4e00-\u9fff]", english.out)
    assert re.search("[\u4e00-\u9fff]", chinese.out)
    assert "--lang zh|en" in english.out
    assert "Sentinel" not in english.out
    assert max(map(len, english.out.splitlines())) <= 80


def test_the_version(kwx: Kwx) -> None:
    assert kwx("--version").out == "kawuxing 0.1.0\n"


@pytest.mark.parametrize(("lang", "heading"), [("en", "Exit status:"), ("zh", "退出码：")])
def test_the_help_tells_every_exit_status(kwx: Kwx, lang: str, heading: str) -> None:
    _, _, told = kwx("--help", "--lang", lang).out.partition(heading)
    statuses = {FINE, FINDINGS, USAGE, NOT_PROVEN, INTERNAL}
    assert {int(found) for found in re.findall(r"\d+", told)} == statuses
