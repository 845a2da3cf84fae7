"""A module that was written wrongly is found out, by hands and payments one can try oneself."""

from __future__ import annotations

import re
import shlex
from functools import cache
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.commands.main import run
from kawuxing.compiler.compile import compile_core, module_of
from kawuxing.compiler.emit.standalone import bundle
from kawuxing.compiler.library import builtins
from kawuxing.compiler.proofs.translation import Disagreement, disagreement
from kawuxing.compiler.space.signatures import NotFoldableError

from ..space.townships import core_of, town
from ..toy import TOY

if TYPE_CHECKING:
    from pathlib import Path

    from kawuxing.compiler.core.nodes import Core


@cache
def compiled(variant: str) -> tuple[Core, str]:
    core = core_of(variant)
    return core, compile_core(core).text


def tried(variant: str, old: str = "", new: str = "") -> Disagreement | None:
    """The first disagreement of a module, something in it replaced."""
    core, text = compiled(variant)
    assert text.count(old) >= 1
    return disagreement(core, module_of(text.replace(old, new, 1), "town"))


# `test_generated` builds some of them, which are not written where they disagree.
@pytest.mark.slow
@pytest.mark.parametrize("variant", [one.id for one in builtins() if not one.abstract])
def test_every_built_in_module_agrees_with_the_interpreter(variant: str) -> None:
    assert tried(variant) is None


@pytest.mark.slow
def test_a_file_without_dependencies_agrees_too() -> None:
    core, text = compiled("suizhou")
    assert disagreement(core, module_of(bundle(text), "suizhou")) is None


# In the module of 随州: what is written otherwise, what is then answered unlike, and something
# that hand or payment must say.
WRONG = [
    ("t = 2\n", "t = 3\n", "worth", ""),
    ("h_dasanyuan = d_dragon_triplets == 3", "h_dasanyuan = d_dragon_triplets > 3", "worth", "z"),
    (" and not (h_longqidui or h_shuanglongqidui)", "", "worth", ""),
    ("f_kawuxing = a6", "f_kawuxing = a7", "worth", ""),
    ("f_haidilao = c.self_draw and c.last_tile", "f_haidilao = c.last_tile", "worth",
     "--by discard --event last_tile"),
    ("f_qianggang = c.robbing", "f_qianggang = c.discard", "worth", "--by discard"),
    ("cap = max(16, o.x_cap)", "cap = max(17, o.x_cap)", "worth", ""),
    ("cap = max(16, o.x_cap)", "cap = 16", "worth", "-o cap=32"),
    ("(w.product < 2)", "(w.product < 3)", "may_win", "--by discard"),
    ("d_dragon_fours = (not o.x_dragon_on_fourth) or a3", "d_dragon_fours = True", "worth",
     "-o dragon_on_fourth=true"),
    ("(not (o.x_bao_spares_revealed and c.payer_revealed))",
     "(not o.x_bao_spares_revealed)", "owed", "-o bao_spares_revealed=true"),
    ("w.value * (3 - 1)", "w.value * 3", "owed", "--revealed"),
    ("    return 0, 3\n\n\ndef pay_kong", "    return 1, 3\n\n\ndef pay_kong",
     "pay.win, another player", "--by discard"),
    ("2 * (2 ** (c.kong_chain - 1)), 1", "2 * (2 ** c.kong_chain), 1", "pay.kong", "kong.direct"),
    ("if c.kong_direct and c.payer_fed", "if c.kong_direct", "pay.kong", "kong.direct"),
    ("and (not c.payee_revealed)", "", "pay.drawn", "payee.revealed"),
    ("if c.kong_added and (not c.kong_fresh)", "if c.kong_added", "turn.kong", "kong.added"),
    ("if c.wall_left == 0:\n        return False, 0\n    if c.punger_revealed",
     "if c.wall_left == 1:\n        return False, 0\n    if c.punger_revealed",
     "turn.pung", "wall.left == "),
    ("    return False, 0\n\n\ndef next_dealer", "    return True, 0\n\n\ndef next_dealer",
     "turn.missed", "value == 1"),
    ("if o.x_tyrant_dealer and (not c.dealer_lost)", "if o.x_tyrant_dealer", "dealer",
     "-o tyrant_dealer=true"),
    ("return 'winner', 2", "return 'payer', 2", "dealer", "winners == 1"),
]  # fmt: skip
WORTH = {"value", "product", "fans"}


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "key", "about"), WRONG)
def test_what_is_written_wrongly_is_found(old: str, new: str, key: str, about: str) -> None:
    core, text = compiled("suizhou")
    if old not in text:
        pytest.skip("written in another way now")
    found = disagreement(core, module_of(text.replace(old, new, 1), "town"))
    assert found is not None
    assert found.key in (WORTH if key == "worth" else {key})
    assert found.module != found.interpreter
    assert about in found.asked


def test_none_of_these_is_skipped() -> None:
    text = compiled("suizhou")[1]
    assert [old for old, *_ in WRONG if old not in text] == []


def test_the_hand_is_one_that_score_takes(capsys: pytest.CaptureFixture[str]) -> None:
    found = tried("suizhou", "cap = max(16, o.x_cap)", "cap = 16")
    assert found is not None
    assert run(["score", "suizhou", *shlex.split(found.asked), "--format", "json"]) == 0
    assert f'"value": {found.interpreter}' in capsys.readouterr().out


def test_every_chain_is_tried_where_chains_are_asked_for() -> None:
    rules = town("chain == 3")
    core = core_of(rules)
    text = compile_core(core).text
    assert disagreement(core, module_of(text, "town")) is None
    found = disagreement(core, module_of(text.replace("c.chain == 3", "c.chain >= 3"), "town"))
    assert found is not None
    assert "--chain 4" in found.asked


def test_a_module_that_is_wrong_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kawuxing.compiler.emit import render  # noqa: PLC0415

    right = render.render
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        render, "render", lambda view: right(view).replace("(w.product < 2)", "(w.product < 3)")
    )
    (tmp_path / "toy.yaml").write_text(TOY, "utf-8")
    assert run(["build", "toy.yaml", "suizhou", "-d", "out", "--lang", "en"]) == 4
    out, err = capsys.readouterr()
    assert out == ""
    assert not (tmp_path / "out").exists()
    assert "error[KWX9002]" in err
    assert re.search(r"of `suizhou` .* disagree on may_win of `\S+ --by discard", err)
    assert "False and True" in err


@pytest.mark.parametrize("limit", ["MOST_SETTINGS", "MOST_TRIALS"])
def test_there_is_an_end_to_what_is_tried(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    core, text = compiled("suizhou")
    monkeypatch.setattr(f"kawuxing.compiler.proofs.translation.{limit}", 1)
    with pytest.raises(NotFoldableError):
        disagreement(core, module_of(text, "suizhou"))


def test_a_module_that_cannot_be_tried_is_written_and_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KAWUXING_CACHE", "off")
    monkeypatch.setattr("kawuxing.compiler.space.fold.MOST_PAIRS", 1000)
    assert run(["build", "suizhou", "-d", "out", "--lang", "en"]) == 0
    assert (tmp_path / "out/suizhou.py").exists()
    assert "note[KWX2613]" in capsys.readouterr().err
