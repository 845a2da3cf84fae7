from __future__ import annotations

import io
import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from kawuxing.compiler.commands.faults import UsageFault
from kawuxing.compiler.commands.playing import Game
from kawuxing.compiler.commands.saved_log import Saved
from kawuxing.compiler.commands.settings import Settings
from kawuxing.compiler.commands.table_text import names_of, rivers_of
from kawuxing.compiler.diagnostics.width import columns
from kawuxing.runtime.round.actions import PUNG
from kawuxing.runtime.round.replay import replay

from ..runtime.round.tables import after, idle_until, start, throw, town

if TYPE_CHECKING:
    from pathlib import Path

    from kawuxing.runtime.round.game import Round

    from .conftest import Kwx, Ran

IDLE = "1579p135799s567z"
OTHER = "24688p2468s5667z"
RESTS = """kawuxing: 1
variant: rests
name: {zh: 轮休, en: Resting}
extends: hubei
table:
  at_table: {out: rests}
  assumed: {zh: 试, en: a trial}
dealer:
  won: {next: newcomer, assumed: {zh: 试, en: a trial}}
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def typing(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    data = "".join(f"{line}\n" for line in lines).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def play(kwx: Kwx, monkeypatch: pytest.MonkeyPatch, *lines: str, more: tuple[str, ...] = ()) -> Ran:
    typing(monkeypatch, *lines)
    ran = kwx("play", "suizhou", "--seed", "9", "--save", "log.jsonl", *more)
    assert (ran.status, ran.err) == (0, "")
    return ran


def test_a_whole_match_in_a_pipe(kwx: Kwx, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The first action of every menu, to the end of the input; whole rounds replay."""
    ran = play(kwx, monkeypatch, *["1"] * 60)
    lines = ran.out.splitlines()
    assert max(map(columns, lines)) <= 80
    assert "The clauses behind it" in lines
    assert any(line.startswith("totals  you ") for line in lines)
    assert lines[-2:] == ["you leave in the middle of a round", "the log is in log.jsonl"]
    text = (tmp_path / "log.jsonl").read_text("utf-8")
    first = text[: text.index('{"type": "start"', 1)]
    assert replay(town("suizhou"), first).over


def test_nothing_is_said_of_you_as_of_another(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows `you:` suits the others as well: `win on`, and neither `wins` nor `reveals`."""
    ran = play(kwx, monkeypatch, *["1"] * 40)
    said = {line.split(": ", 1)[1].split()[0] for line in ran.out.splitlines() if ": " in line}
    assert "win" in said
    assert said.isdisjoint({"wins", "reveals", "draws", "discards"})


def test_the_same_seed_is_the_same_game(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    typing(monkeypatch, *["1"] * 9)
    one = kwx("play", "suizhou", "--seed", "3", "--save", "one.jsonl").out
    typing(monkeypatch, *["1"] * 9)
    two = kwx("play", "suizhou", "--seed", "3", "--save", "two.jsonl").out
    assert one.replace("one.jsonl", "two.jsonl") == two


def test_what_others_hold_and_draw_is_not_shown(
    kwx: Kwx, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = play(kwx, monkeypatch, "1", "1", "q").out
    assert "right: draw" not in out
    assert "left: draw" not in out
    events = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    hidden = [one for one in events if one["type"] == "deal" and one["seat"] != 0]
    assert len(hidden) == 2
    assert not any(one["tiles"] in out for one in hidden)
    before = out.split("your turn")[0]
    shown = re.findall(r"[1-9][psm]|[567]z", before)
    # The person's fourteen tiles, their kinds in the menu, and twice what each has thrown away.
    assert len(shown) <= 14 + 14 + 1 + 2 * 2


def test_help_and_waits(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(kwx, monkeypatch, "?", "w", "t", "nonsense", "99", "q").out
    assert "Enter to pass" in out.replace("\n  ", " ")
    assert "away from ready; nearer with" in out
    assert out.count("── Suizhou Kawuxing · dealer:") == 2
    assert out.count("? tells what can be typed") == 2


def test_in_chinese(kwx: Kwx, monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(kwx, monkeypatch, "?", "w", "胡", "打 9m", "q", more=("--lang", "zh")).out
    assert "轮到你 > " in out
    assert "不行：" in out
    assert max(map(columns, out.splitlines())) <= 80


def test_interrupted(kwx: Kwx, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Interrupted(io.BytesIO):
        def readline(self, _size: int | None = -1, /) -> bytes:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupted()))
    ran = kwx("play", "suizhou", "--seed", "1", "--save", "log.jsonl")
    assert ran.status == 0
    assert ran.out.endswith("the log is in log.jsonl\n")
    assert (tmp_path / "log.jsonl").read_text("utf-8").startswith('{"type": "start"')


def test_without_any_input(kwx: Kwx, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="utf-8") as closed:
        monkeypatch.setattr(sys, "stdin", closed)  # as a closed standard input is replaced
        ran = kwx("play", "suizhou", "--seed", "1", "--save", "log.jsonl")
    assert ran.status == 0
    assert ran.out.endswith("the log is in log.jsonl\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no disk that is always full")
def test_a_full_disk(kwx: Kwx, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "full.jsonl").symlink_to("/dev/full")
    saved = Saved("log.jsonl", "")
    saved.__exit__(None, None, None)
    monkeypatch.setattr(saved, "_file", (tmp_path / "full.jsonl").open("w"))
    with pytest.raises(UsageFault) as caught, saved:
        saved.write("a line\n")
    assert caught.value.code == "KWX0012"


def test_the_log_has_a_name_of_its_own(
    kwx: Kwx, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for _ in range(2):
        typing(monkeypatch, "q")
        assert kwx("play", "suizhou", "--seed", "1").status == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["kawuxing-suizhou-1-2.jsonl", "kawuxing-suizhou-1.jsonl"]


def test_wrong_usage(kwx: Kwx, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("kept", encoding="utf-8")
    assert kwx("play", "suizhou", "--save", "there").err.startswith("error[KWX0011]")
    assert there.read_text("utf-8") == "kept"
    assert kwx("play", "suizhou", "--save", "no/such").err.startswith("error[KWX0012]")
    assert kwx("play", "suizhou", "--bots", "gredy").err.startswith("error[KWX0003]")
    three = kwx("play", "suizhou", "--bots", "greedy,greedy,random")
    assert (three.status, three.err[:14]) == (2, "error[KWX0041]")
    assert kwx("play", "suizhou", "--seed", "x").err.startswith("error[KWX0003]")
    assert kwx("play", "suizhou", "-o", "stake=0").status == 2


# --- at a table made to order ---------------------------------------------------------------------


class Made(NamedTuple):
    """A match of one round that is dealt already."""

    game: Round
    number: int = 0
    seed: int = 1
    totals: tuple[int, ...] = (0, 0, 0)
    chairs: tuple[int, ...] = (0, 1, 2)
    seeds: tuple[int, ...] = (0, 1, 2)

    @property
    def rules(self) -> Any:  # noqa: ANN401 - the rules of its round
        return self.game.rules

    def asked_of(self, _person: int) -> tuple[object, ...]:
        return ()

    def deal(self, choices: tuple[object, ...]) -> Round:
        assert choices == ()
        return self.game

    def after(self, _game: Round) -> Made:
        return self._replace(number=1)


def at_table(
    game: Round, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str
) -> str:
    typing(monkeypatch, *lines)
    made: Any = Made(game)
    with Saved(None, "made") as saved:
        Game(made, ["random", "random"], saved, Settings("en")).play()
    out, _ = capsys.readouterr()
    return str(out)


def test_why_something_is_not_allowed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """2333457 is revealed and draws the fourth 3: no kong, and the clauses say why."""
    game = start(("2333457p123s789s", IDLE, OTHER), "7z6z5z3p", variant="suizhou")
    game = idle_until(after(game, (0, throw("7z", reveal=True))), 0)
    out = at_table(game, monkeypatch, capsys, "kong 3p", "discard 2p", "win", "pung")
    lines = out.splitlines()
    at = lines.index("your turn > kong 3p")
    assert lines[at + 1] == "not allowed: kong is forbidden by turn.kong.revealed"
    assert any(line.startswith("    S3-348 ") for line in lines[at:])
    assert "not allowed: your seat has revealed and must discard the tile it drew, 3p" in lines
    assert "not allowed: pung cannot be done now" in lines
    assert "not allowed: the hand of your seat is not complete" in lines


def test_what_has_to_be_done_is_done_by_enter(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = start(("2333457p123s789s", IDLE, OTHER), "7z6z5z3p", variant="suizhou")
    game = idle_until(after(game, (0, throw("7z", reveal=True))), 0)
    assert "you: 🀛 3p" in at_table(game, monkeypatch, capsys, "").splitlines()


def test_the_menu_of_a_claim(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = ("123p123s789s55z88p", "13579p1357s567z8p", IDLE)
    game = idle_until(start(hands, "7z", variant="hubei"), 1)
    game = game.apply(1, throw("8p"))
    out = at_table(game, monkeypatch, capsys, "")
    assert "[1] win on 🀠 8p, worth 1" in out
    assert "[2] pung of 🀠 8p" in out
    assert "[3] pass (or just Enter)" in out


def test_a_win_ends_with_the_account(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = start(("46p123456s99p777z", IDLE, "24688p2468s5566z"), "5p", variant="suizhou")
    out = at_table(game, monkeypatch, capsys, "w", "win", "q")
    assert "complete: you can win" in out
    assert "1. you: win by self-draw on 5p 五筒" in out
    assert "right → you  2  pay.win.self_draw" in out
    assert "totals  you +4, right -2, left -2" in out


@pytest.mark.parametrize(
    ("playing", "seat", "players", "names"),
    [
        ((0, 1, 2), 1, 3, ("left", "you", "right")),
        ((0, 1, 2, 3), 2, 4, ("across", "left", "you", "right")),
        ((0, 1, 3), 3, 4, ("right", "left", "out", "you")),
        ((0, 1, 3), 2, 4, ("across", "left", "you", "right")),
    ],
)
def test_what_the_seats_are_called(
    playing: tuple[int, ...], seat: int, players: int, names: tuple[str, ...]
) -> None:
    assert names_of(playing, seat, players, Settings("en")) == names


def test_who_rests_looks_on(kwx: Kwx, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Four at the table, the winner rests a round: the log names who is out."""
    (tmp_path / "rest.yaml").write_text(RESTS, encoding="utf-8")
    typing(monkeypatch, *["1"] * 300)
    ran = kwx("play", "rest.yaml", "--seed", "2", "--save", "log.jsonl", "--bots", "random")
    assert ran.status == 0
    starts = [
        json.loads(line)
        for line in (tmp_path / "log.jsonl").read_text("utf-8").splitlines()
        if '"start"' in line
    ]
    assert len(starts) > 3
    assert {len(one) for one in starts} == {len(starts[0])}
    assert all(one["players"] == 4 and one["out"] in range(4) for one in starts)
    assert "you rest in this round" in ran.out


def test_rivers_lose_what_is_taken() -> None:
    hands = ("13579p1357s567z8p", "2469p1234679s88p", "12345679p12346s")
    game = after(start(hands, "7z"), (0, throw("8p")))
    assert rivers_of(game.events, 3)[0] == (7,)
    game = after(game, (1, PUNG))
    assert rivers_of(game.events, 3) == ((), (), ())
