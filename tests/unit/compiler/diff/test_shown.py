"""A finding for which no hand and no round was found says so in every form."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kawuxing.compiler.diff.findings import PaidSo, Situation
from kawuxing.compiler.reports.render import render
from kawuxing.compiler.reports.report import Entry, Policy, Report

from ..reports.reports import LANGS, many, one

SAID = {"en": "could not show a hand or a round", "zh": "没能找出会这样的一手牌或一局"}


@pytest.mark.parametrize("imagined", [False, True])
def test_what_no_hand_shows_is_said(imagined: bool) -> None:
    (found,) = one().behavioural
    compared = one()._replace(behavioural=(replace(found, imagined=imagined),))
    report = Report((Entry("", "changed", compared),), Policy())
    for lang in LANGS:
        for form in ("text", "markdown", "github"):
            assert (SAID[lang] in render(report, form, lang)) == imagined
    (written,) = json.loads(render(report, "json", "en"))["behavioural"]
    assert written["shown"] is not imagined


def test_payments_without_a_hand_are_shown_by_rounds_that_end_with_them() -> None:
    """A town of which all kinds of rules have changed: kongs, and rounds nobody has won."""
    found = [each for each in many().behavioural if isinstance(each.witness, Situation)]
    assert {each.witness.table for each in found if isinstance(each.witness, Situation)} == {
        "pay.kong",
        "pay.drawn",
    }
    for each in found:
        assert isinstance(each.shown, PaidSo)
        assert not each.imagined
        (kongs, end) = (each.shown.rounds[0].get("kongs"), each.shown.rounds[0]["end"])
        assert bool(kongs) == (each.rules[0].startswith("pay.kong"))
        assert kongs or end["kind"] == "drawn"
