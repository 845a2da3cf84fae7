from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Kwx

HEAD = "kawuxing: 1\nvariant: mytown\nname: {zh: 我镇, en: My Town}\nextends: suizhou\n"
DEARER = HEAD + "fans: {kawuxing: {times: 4, assumed: so}}\n"
BROKEN = HEAD + "fans: {kawuxing: {times: 4x, assumed: so}}\n"
COMMENTED = HEAD + "# the same\nfans: {kawuxing: {note: the same}}\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(text: str, name: str = "mytown.yaml") -> None:
    Path(name).write_text(text, encoding="utf-8")


def fingerprint(kwx: Kwx) -> str:
    found = kwx("diff", "suizhou", "mytown.yaml", "--format", "json").json()
    (one,) = found["behavioural"]
    assert isinstance(one["fingerprint"], str)
    return one["fingerprint"]


def test_no_change_is_status_0(kwx: Kwx) -> None:
    write(COMMENTED)
    ran = kwx("diff", "suizhou", "mytown.yaml")
    assert (ran.status, ran.err) == (0, "")
    assert "no behaviour change: proven for 49,380,393 hands" in ran.out
    assert kwx("diff", "suizhou", "mytown.yaml", "--fail-on", "any").status == 1


def test_a_change_is_status_1(kwx: Kwx) -> None:
    write(DEARER)
    ran = kwx("diff", "suizhou", "mytown.yaml")
    assert (ran.status, ran.err) == (1, "")
    assert "fans.kawuxing" in ran.out
    assert "suizhou" in ran.out
    assert kwx("diff", "suizhou", "mytown.yaml", "--fail-on", "none").status == 0
    assert kwx("diff", "suizhou", "mytown.yaml", "--severity", "scoring=note").status == 0


def test_what_is_not_proven_is_status_3(kwx: Kwx) -> None:
    tiles = "table: {tiles: {suits: [dots, bamboos, characters]}, assumed: so}\n"
    write(HEAD + tiles)
    ran = kwx("diff", "suizhou", "mytown.yaml")
    assert ran.status == 3
    assert "not proven: hands with tiles that only one side has" in ran.out
    assert "no difference found in 49,380,393 hands" in ran.out


def test_options_of_both_sides(kwx: Kwx) -> None:
    ran = kwx("diff", "suizhou", "suizhou", "-o", "cap=8", "-O", "cap=none", "--format", "json")
    found = ran.json()
    assert ran.status == 1
    assert found["space"]["settings"] == 1
    assert [one["rules"] for one in found["behavioural"]] == [["cap.common"], ["cap.shuang"]]
    assert found["behavioural"][0]["witness"]["options"] == {"cap": 8}
    assert found["behavioural"][0]["witness_after"]["options"] == {"cap": "none"}
    assert kwx("diff", "suizhou", "suizhou", "-o", "cap=8").status == 0  # the default


def test_both_files_may_have_errors(kwx: Kwx) -> None:
    write(BROKEN, "one.yaml")
    write(BROKEN.replace("4x", "5y"), "two.yaml")
    ran = kwx("diff", "one.yaml", "two.yaml")
    assert (ran.status, ran.out) == (1, "")
    assert " --> one.yaml:5:" in ran.err
    assert " --> two.yaml:5:" in ran.err


@pytest.mark.parametrize(
    "data",
    [b"", b"kawuxing: 1\nvariant: my", b"\xff\xfe", b"fans: [", b"kawuxing: 1\nfans:\n  x: {"],
)
def test_a_half_written_file_is_told_what_it_lacks(kwx: Kwx, data: bytes) -> None:
    Path("half.yaml").write_bytes(data)
    for sides in (("suizhou", "half.yaml"), ("half.yaml", "suizhou"), ("half.yaml", "half.yaml")):
        ran = kwx("diff", *sides)
        assert ran.status in (1, 2)
        assert ran.out == ""
        assert ran.err.startswith("error[KWX")
        assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("args", "code", "status"),
    [
        (("suizhou",), "KWX0004", 2),
        ((), "KWX0004", 2),
        (("suizhou", "hubei", "xiaogan"), "KWX0005", 2),
        (("suizhou", "no.yaml"), "KWX0101", 2),
        (("suizhou", "nowhere"), "KWX0201", 2),
        (("suizhou", "git:nonsense:x.yaml"), "KWX0204", 2),
        (("suizhou", "git::x.yaml"), "KWX0202", 2),
        (("suizhou", "hubei", "-o", "cup=8"), "KWX3301", 2),
        (("suizhou", "hubei", "-O", "cap=x"), "KWX3302", 2),
        (("suizhou", "hubei", "-O", "cap"), "KWX0007", 2),
        (("suizhou", "hubei", "--severity", "money=error"), "KWX0003", 2),
        (("suizhou", "hubei", "--severity", "scoring=dire"), "KWX0003", 2),
        (("suizhou", "hubei", "--severity", "scoring"), "KWX0003", 2),
        (("suizhou", "hubei", "--fail-on", "money"), "KWX0003", 2),
        (("suizhou", "hubei", "--also", "pdf=x"), "KWX0003", 2),
        (("suizhou", "hubei", "--also", "json"), "KWX0003", 2),
        (("suizhou", "hubei", "--also", "json=no/such/folder"), "KWX0012", 2),
        (("suizhou", "hubei", "--approvals", "no.yaml"), "KWX0101", 2),
        (("suizhou", "hubei", "--format", "pdf"), "KWX0003", 2),
        (("--since", "HEAD"), "KWX0204", 2),
        (("--since", "a..b"), "KWX0204", 2),
        (("--since", "HEAD", "-o", "cap=8"), "KWX0302", 2),
        (("--git-driver", "a", "b"), "KWX0004", 2),
    ],
)
def test_wrong_usage(kwx: Kwx, args: tuple[str, ...], code: str, status: int) -> None:
    for lang in ("en", "zh"):
        ran = kwx("diff", *args, "--lang", lang)
        assert ran.status == status
        assert f"[{code}]" in ran.err


def test_an_abstract_ruleset_is_not_compared(kwx: Kwx) -> None:
    write(HEAD.replace("extends", "abstract: true\nextends"))
    for sides in (("suizhou", "mytown.yaml"), ("mytown.yaml", "suizhou")):
        ran = kwx("diff", *sides)
        assert ran.status == 2
        assert "[KWX0010]" in ran.err


def test_approvals(kwx: Kwx) -> None:
    write(DEARER)
    approval = f"approved:\n  - {{fingerprint: {fingerprint(kwx)}, reason: {{zh: 好, en: fine}}}}\n"
    write(approval, "ok.yaml")
    ran = kwx("diff", "suizhou", "mytown.yaml", "--approvals", "ok.yaml")
    assert ran.status == 0
    assert "approved: fine" in ran.out
    write(approval + "  - {fingerprint: 000000000000, reason: so}\n", "ok.yaml")
    ran = kwx("diff", "suizhou", "mytown.yaml", "--approvals", "ok.yaml", "--lang", "zh")
    assert ran.status == 0
    assert "已认可：好" in ran.out
    assert "已认可，但没有出现: 000000000000  ok.yaml:3" in ran.out
    write("approved: [x]\n", "ok.yaml")
    ran = kwx("diff", "suizhou", "mytown.yaml", "--approvals", "ok.yaml")
    assert (ran.status, ran.out) == (1, "")


def test_other_forms_into_files(kwx: Kwx) -> None:
    write(DEARER)
    also = ("--also", "markdown=d.md", "--also", "json=d.json", "--also", "sarif=d.sarif")
    ran = kwx("diff", "suizhou", "mytown.yaml", "--format", "github", *also)
    assert ran.status == 1
    assert ran.out.startswith("::error file=mytown.yaml,line=5,title=scoring%3A fans.kawuxing::")
    assert Path("d.md").read_text("utf-8").startswith("<!-- kawuxing-diff -->\n")
    found = json.loads(Path("d.json").read_text("utf-8"))
    assert found == kwx("diff", "suizhou", "mytown.yaml", "--format", "json").json()
    assert json.loads(Path("d.sarif").read_text("utf-8"))["version"] == "2.1.0"


def test_colour_only_on_a_terminal(kwx: Kwx) -> None:
    write(DEARER)
    assert "\x1b" not in kwx("diff", "suizhou", "mytown.yaml").out


def test_the_witnesses_can_be_pasted_as_examples(kwx: Kwx) -> None:
    more = (
        "may_win: {cheap: removed}\n"
        "pay:\n"
        "  win: {late: {before: self_draw, when: winner.preceded, pay: 0, assumed: so}}\n"
        "  kong: {concealed: {pay: 3 * 2 ** (kong.chain - 1), assumed: so}}\n"
        "  drawn: {revealed: {pay: 4, assumed: so}}\n"
        "options: {dragon_on_fourth: {default: true, assumed: so}}\n"
        "turn: {kong: {added_late: removed}, pung: {revealed: {allowed: true, assumed: so}}}\n"
        "dealer: {two_winners: {next: dealer, assumed: so}}\n"
    )
    write(DEARER + more)
    ran = kwx("diff", "suizhou", "mytown.yaml", "--witness-to-example")
    assert ran.status == 1
    assert ran.out.count("- id: diff_") >= 8
    assert "\n    preceded: true\n" in ran.out
    for table in ("turn.kong", "turn.pung", "dealer"):
        assert f"asked: {{table: {table}, " in ran.out
    assert "no example can show it" not in ran.out
    text = DEARER + more + "\nexamples:\n" + ran.out
    write(text)
    tested = kwx("test", "mytown.yaml")
    assert (tested.status, tested.err) == (0, "")
    # and they are what the first ruleset does not do
    before = HEAD.replace("suizhou", "suizhou") + "\nexamples:\n" + ran.out
    write(before, "mytown.yaml")
    failed = kwx("test", "mytown.yaml", "--format", "json").json()
    outcomes = [one for file in failed["files"] for one in file["examples"]]
    assert len(outcomes) == ran.out.count("- id: diff_")
    assert not any(one["passed"] for one in outcomes)


def test_a_matrix_of_several(kwx: Kwx) -> None:
    ran = kwx("diff", "--matrix", "hubei", "suizhou", "ancestor", "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    pairs = [(one["before"], one["after"]) for one in ran.json()["pairs"]]
    assert pairs == [("hubei", "suizhou"), ("hubei", "ancestor"), ("suizhou", "ancestor")]
    assert kwx("diff", "--matrix", "hubei", "suizhou", "--format", "html").out.startswith(
        "<!DOCTYPE"
    )
    assert "Suizhou Kawuxing" in kwx("diff", "--matrix", "hubei", "suizhou").out


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--matrix", "suizhou"), "KWX0004"),
        (("--matrix", "suizhou", "suizhou"), "KWX0004"),
        (("--matrix", "suizhou", "hubei_article"), "KWX0010"),
        (("--matrix", "suizhou", "nowhere"), "KWX0201"),
        (("--matrix", "suizhou", "hubei", "-o", "cap=8"), "KWX0302"),
        (("--matrix", "--since", "HEAD"), "KWX0302"),
        (("--matrix", "suizhou", "hubei", "--format", "sarif"), "KWX0003"),
        (("suizhou", "hubei", "--format", "html"), "KWX0003"),
    ],
)
def test_what_a_matrix_does_not_take(kwx: Kwx, args: tuple[str, ...], code: str) -> None:
    ran = kwx("diff", *args)
    assert ran.status == 2
    assert code in ran.err
