"""Figures of rulesets: each is that of a hand anybody can score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .asking import proofs, score

if TYPE_CHECKING:
    from kawuxing.compiler.diagnostics.report import Diagnostic


def figures(rules: str) -> dict[str, list[Diagnostic]]:
    found: dict[str, list[Diagnostic]] = {}
    for one in proofs(rules, facts=True):
        found.setdefault(one.code, []).append(one)
    return found


def test_the_dearest_hand() -> None:
    """Three dragons 8, all pungs 2, one tile in hand 4, kong bloom 2, last tile 2, revealed 2."""
    (dearest,) = figures("hubei")["KWX2608"]
    assert (dearest.params["value"], dearest.params["product"]) == (512, 512)
    assert score("hubei", str(dearest.params["hand"])).value == 512
    (capped,) = figures("suizhou")["KWX2608"]
    judged = score("suizhou", str(capped.params["hand"]))
    assert (judged.value, judged.product) == (16, 256)
    assert (capped.params["value"], capped.params["product"]) == (16, 256)


def test_the_typical_hand() -> None:
    (typical,) = figures("suizhou")["KWX2609"]
    assert (typical.params["value"], score("suizhou", str(typical.params["hand"])).value) == (1, 1)
    assert 50 < float(typical.params["share"]) < 70


def test_the_largest_payments() -> None:
    """For a kong: twelve in a chain, 2 doubled eleven times."""
    win, kong = figures("suizhou")["KWX2610"]
    assert (win.params["rule"], win.params["amount"]) == ("pay.win.baohu", 32)
    shown = str(win.params["shown"]).removesuffix(" (payer.fed)")
    assert score("suizhou", shown).owed == 32
    assert (kong.params["rule"], kong.params["amount"]) == ("pay.kong.concealed", 4096)


def test_figures_are_notes_that_are_asked_for() -> None:
    codes = figures("suizhou").keys()
    assert {"KWX2608", "KWX2609", "KWX2610"} <= codes
    assert {one.severity for one in proofs("suizhou", facts=True)} == {"note"}
