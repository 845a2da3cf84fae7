"""What a mix-in changes is looked at under all options that a table may choose."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

import kawuxing
from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.renames import renamed_by_form
from kawuxing.compiler.diff.settings import choices_left, settings_to_prove
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.library import mixin_ids

from ...oracle.hands import won_hands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kawuxing.compiler.core.nodes import Core


@cache
def core_of(town: str, *mixins: str) -> Core:
    sink = Sink()
    core = check(load_ruleset(town, None, mixins), sink)
    assert core is not None, sink.diagnostics
    return core


@pytest.mark.parametrize("town", ["suizhou", "xiaogan"])
@pytest.mark.parametrize("id", mixin_ids())
def test_no_choice_of_options_is_left_out(town: str, id: str) -> None:
    cores = core_of(town), core_of(town, id)
    renamed = renamed_by_form(*cores)
    assert settings_to_prove(*cores, renamed)[1] == ()
    assert choices_left(*cores, renamed) == ()


def owed_anew(mixin: str, score: kawuxing.Score, cap: int, both: Sequence[bool]) -> int | None:
    """What the payer owes where a mix-in says anything; `both`: whether winner and payer revealed.

    The town lets double dragon seven pairs go to 16.
    """
    fans = {fan for fan, _ in score.fans}
    in_force = max(16, cap) if "shuanglongqidui" in fans else cap
    speaks = (True, True) if mixin == "duiliang" else (True, False)
    return min(2 * score.value, in_force) if tuple(both) == speaks else None


@pytest.mark.parametrize(
    ("mixin", "row"), [("duiliang", "both_revealed"), ("baohu_fengding", "bao_within_cap")]
)
def test_hands_scored_one_by_one_differ_where_the_proof_says(mixin: str, row: str) -> None:
    found = compare(core_of("suizhou"), core_of("suizhou", mixin), ("before", "after"))
    assert found.proven
    assert {one.rules for one in found.behavioural} == {(f"pay.win.{row}",)}
    random, differing = Random(mixin), 0
    for cap in (3, 11, 17, 1000, "none"):
        plain = kawuxing.load("suizhou", cap=cap)
        other = kawuxing.load("suizhou", use=[mixin], cap=cap)
        for hand, by, events, chain, *_ in won_hands(random.randrange(1000), 60):
            both = random.random() < 0.7, random.random() < 0.5
            one, two = [
                rules.score(
                    hand,
                    by=by,
                    events=events,
                    chain=chain,
                    revealed=both[0],
                    payer_revealed=both[1],
                )
                for rules in (plain, other)
            ]
            anew = owed_anew(mixin, one, 10**9 if cap == "none" else int(cap), both)
            spared = mixin == "baohu_fengding" and by == "self_draw"
            owed = one.owed if anew is None or not one.may_win or spared else anew
            assert (two.owed, two.value, two.may_win) == (owed, one.value, one.may_win)
            differing += two.owed != one.owed
    assert differing > 20
