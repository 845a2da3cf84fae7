"""The mix-ins of the library: their examples pass and reach all they change, on every town too."""

from __future__ import annotations

from itertools import permutations

import pytest

import kawuxing
from kawuxing.compiler.compile import check
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.coverage.report import items_of
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset, resolve_variant
from kawuxing.compiler.library import builtins, mixin_ids, mixin_path
from kawuxing.compiler.mutation.mutants import mutants_of
from kawuxing.compiler.mutation.run import mutate
from kawuxing.compiler.proofs.check import prove
from kawuxing.compiler.resolved.nodes import SUMMED_KINDS

from ...sources import ROOT

PLAYED = [one.id for one in builtins() if not one.abstract]
DO_NOT_FIT = {
    ("gangshanggang", "resting"),
    ("guohu_fanfan", "resting"),
    ("jiansi_2", "resting"),
    ("quanpin", "resting"),
    ("quanpin", "suizhou_eleven"),
}
"""What a mix-in would make too large for the limits, with the town."""
REFUSED = {("sanyuanqidui_16", "xiangfan_online")}
"""What a town has more of already."""
FACTS_ALONE = {"bufen_liang", "huansanzhang"}
"""What has no rules that examples could reach."""


@pytest.mark.parametrize("id", mixin_ids())
def test_examples_reach_every_rule(id: str) -> None:
    members = family(id)
    assert [member.failing for member in members] == [0] * len(members)
    own = [item for item in items_of(members) if not item.inherited]
    assert bool(own) is (id not in FACTS_ALONE)
    assert [(item.unit.rule, item.missing) for item in own if item.missing] == []


@pytest.mark.slow
@pytest.mark.parametrize("id", mixin_ids())
def test_examples_notice_every_change(id: str) -> None:
    members = family(id)
    ruleset = members[0].core.ruleset
    others = {one.key for one in mutants_of(ruleset) if one.span.source != ruleset.sources[0]}
    results = mutate(members, others)
    own = [one for one in results if not one.inherited]
    assert own
    assert [one.mutant.rule for one in own if one.status in {"survived", "unproven"}] == []


@pytest.mark.parametrize("id", mixin_ids())
def test_nothing_is_to_say_of_a_mixin(id: str) -> None:
    """What its rows decide before others is no warning: they are laid there for that."""
    sink = Sink()
    core = check(load_ruleset(id), sink)
    assert core is not None
    prove(core, sink)
    assert [one.code for one in sink.diagnostics if one.severity != "note"] == []


def codes(town: str, id: str) -> set[str]:
    sink = Sink()
    ruleset = resolve_variant(town, None, sink, [id])
    assert ruleset is not None
    if not sink.failed:
        check(ruleset, sink)
    return {one.code for one in sink.diagnostics}


@pytest.mark.parametrize("id", mixin_ids())
def test_a_mixin_fits_every_town(id: str) -> None:
    found = {town: said for town in PLAYED if (said := codes(town, id))}
    assert found == {
        town: {"KWX2303"} if (id, town) in DO_NOT_FIT else {"KWX2289", "KWX2297"}
        for town in PLAYED
        if (id, town) in DO_NOT_FIT | REFUSED
    }


def test_of_no_two_mixins_the_order_alone_decides_about_money() -> None:
    """Where it would, one of them says which must not lie upon it."""
    placed = [id for id in mixin_ids() if "place: " in mixin_path(id).read_text("utf-8")]
    assert len(placed) > 10
    for pair in permutations(placed, 2):
        sink = Sink()
        resolve_variant("hubei", None, sink, pair)
        assert [one.params for one in sink.diagnostics if one.code == "KWX2287"] == [], pair


@pytest.mark.parametrize(
    ("use", "code"),
    [
        (("duiliang", "bu_baohu"), "KWX2289"),
        (("bu_baohu", "baohu_fengding"), "KWX2289"),
        (("baohu_fengding", "bu_baohu"), "KWX2289"),
        (("moshou_zuozhuang", "duliang_zuozhuang"), "KWX2289"),
        (("duliang_zuozhuang", "moshou_zuozhuang"), "KWX2289"),
        (("duliang_zuozhuang", "xianliang_zuozhuang"), "KWX2289"),
        (("xianliang_zuozhuang", "moshou_zuozhuang"), "KWX2289"),
        (("mingsigui_4", "quanpin"), "KWX2289"),
        (("quanpin", "mingsigui_4"), "KWX2298"),
    ],
)
def test_mixins_that_must_not_lie_upon_another(use: tuple[str, str], code: str) -> None:
    sink = Sink()
    resolve_variant("hubei", None, sink, use)
    assert code in {one.code for one in sink.diagnostics}


def test_both_revealed_double_where_nobody_pays_for_all() -> None:
    """A closed five 2 x reveal 2, and both revealed doubles that."""
    rules = kawuxing.load("hubei", use=["bu_baohu", "duiliang"])
    score = rules.score("4556p123789s777z+5p", by="discard", revealed=True, payer_revealed=True)
    assert score.owed == 8


@pytest.mark.parametrize("id", mixin_ids())
def test_a_mixin_is_named_beside_the_others_in_both_languages(id: str) -> None:
    text = (ROOT / "rulesets/options/README.md").read_text("utf-8")
    assert text.count(f"| `{id}.yaml` |") == 2


@pytest.mark.parametrize("id", mixin_ids())
def test_what_a_mixin_adds_does_not_depend_on_a_row_of_that_name(id: str) -> None:
    """A row that says nothing of when it holds would keep the condition that a town has for it."""
    ruleset = load_ruleset(id)
    rows = [row for table in ruleset.tables if table.kind in SUMMED_KINDS for row in table.rows]
    own = [row for row in rows if row.origin.span.source is ruleset.sources[0]]
    assert [row.id for row in own if row.when is None] == []


DOUBLED = {
    "chadajiao": (-28, 48, -20),
    "chadajiao_xiao": (-4, 12, -8),
    "huangzhuang_ping": (-2, 1, 1),
    "xianliang_pei": (-2, 1, 1),
}
"""Mix-ins for a drawn hand: seat 0, revealed, waits for a closed five, 2 x 2; seat 1 for pure seven
pairs, 4 x 4, or at least for a pure hand, 4; who has revealed pays twice; seat 2 does not wait."""


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("id", DOUBLED)
def test_dice_double_drawn_hands_whichever_is_named_first(id: str, first: bool) -> None:
    rules = kawuxing.load(
        "hubei", use=[id, "shanglou_shaizi"] if first else ["shanglou_shaizi", id]
    )
    hands = ["46p123456s99s777z", "1122334455667s", "13579p2468s5566z"]
    end = {"kind": "drawn", "hands": hands}
    asked = {"players": 3, "dealer": 0, "revealed": [0], "end": end}
    assert rules.settle({**asked, "dice": [6, 5]}).totals == DOUBLED[id]
    assert rules.settle({**asked, "dice": [6, 6]}).totals == tuple(2 * n for n in DOUBLED[id])


@pytest.mark.parametrize("use", [*permutations(("gang_leijia", "shanglou_shaizi"))])
def test_dice_double_kongs_that_add_up(use: tuple[str, str]) -> None:
    """Three concealed kongs of a chain are 2, 4 and 6 from each of two, and all is doubled."""
    kongs = [
        {"by": 0, "kind": "concealed", "tile": f"{number}p", "chain": number}
        for number in (1, 2, 3)
    ]
    asked = {"players": 3, "dealer": 0, "dice": [4, 4], "kongs": kongs, "end": {"kind": "drawn"}}
    assert kawuxing.load("hubei", use=use).settle(asked).totals == (48, -24, -24)
