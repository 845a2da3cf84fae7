"""The tables of live programs: they check, their examples reach all, and each rule has grounds."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import pytest

import kawuxing
from kawuxing.compiler.api import RulesetError
from kawuxing.compiler.compile import check, compile_core, run
from kawuxing.compiler.coverage.family import family
from kawuxing.compiler.coverage.report import items_of
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset, resolve_variant
from kawuxing.compiler.examples.by_module import facts_by_module
from kawuxing.compiler.examples.given import with_preset
from kawuxing.compiler.library import builtins, mixin_ids
from kawuxing.compiler.mutation.mutants import mutants_of
from kawuxing.compiler.mutation.run import mutate
from kawuxing.compiler.proofs.check import prove
from kawuxing.compiler.trace.rules import rules_of
from kawuxing.runtime.round.game import Round
from kawuxing.runtime.round.rules import RoundRules

from ...sources import ROOT
from ..runtime.round.tables import after, idle, kong, totals, types, wall

if TYPE_CHECKING:
    from pathlib import Path

FOLDER: Final = ROOT / "rulesets/live"
TABLES: Final = sorted(path.stem for path in FOLDER.glob("*.yaml"))

TRIED: Final = (
    *("s1_piao", "s1_xiangyang", "s2_piao", "s2_shiyan", "s2_suizhou", "s2_xiangyang"),
    "s3_liangren",
    *("s4_xiaogan", "s6_liangren", "s6_suizhou"),
)
"""Those whose examples are held against every small change of their rules.

`s3_yingcheng` is not among them only because it takes a processor a minute: run by hand
(`kawuxing test … --mutate`), no mutant of it survives.
"""


def test_there_are_tables_and_none_is_built_in() -> None:
    assert TABLES
    assert {one.id for one in builtins()}.isdisjoint(TABLES)


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_wrong_with_it(table: str) -> None:
    ruleset = load_ruleset(str(FOLDER / f"{table}.yaml"))
    sink = Sink()
    check(ruleset, sink)
    assert [one.code for one in sink.diagnostics] == []
    assert ruleset.id == table


@pytest.mark.parametrize("table", TABLES)
def test_its_examples_reach_every_rule_of_its_own(table: str) -> None:
    members = family(str(FOLDER / f"{table}.yaml"))
    assert members[0].failing == 0
    assert members[0].runs
    own = [item for item in items_of(members) if not item.inherited]
    assert own
    assert [(item.unit.rule, item.missing) for item in own if item.missing] == []


@pytest.mark.slow
@pytest.mark.parametrize("table", TRIED)
def test_its_examples_notice_every_change(table: str) -> None:
    """What is proven to change nothing, and what cannot be proven to, is left."""
    members = family(str(FOLDER / f"{table}.yaml"))
    ruleset = members[0].core.ruleset
    others = {one.key for one in mutants_of(ruleset) if one.span.source != ruleset.sources[0]}
    own = [one for one in mutate(members, others) if not one.inherited]
    assert own
    assert [one.mutant.rule for one in own if one.status == "survived"] == []


@pytest.mark.parametrize("table", TABLES)
def test_each_rule_rests_on_its_own_program_or_is_assumed(table: str) -> None:
    """The file's name begins with the program's key: S1 is clause W1."""
    clause = f"W{table.partition('_')[0].removeprefix('s')}"
    own = [
        rule
        for rule in rules_of(load_ruleset(str(FOLDER / f"{table}.yaml")))
        if rule.written == table
    ]
    assert own
    for rule in own:
        assert {cite.id for cite in rule.cites} <= {clause}, rule.path
        assert rule.cites or rule.assumed, rule.path


@pytest.mark.parametrize("table", TABLES)
def test_both_languages_name_it(table: str) -> None:
    text = (FOLDER / "README.md").read_text("utf-8")
    assert text.count(f"| `{table}.yaml` |") == 2


REVEALED_TRIPLET: Final = "1167p123789s777z+5p"
"""One concealed triplet; revealed, a hand of 2."""


@pytest.mark.parametrize(
    ("table", "mixin", "payer_revealed", "owed"),
    [
        # two shares of 2 and the triplet for each: nothing of it is lost or paid twice
        ("s2_xiangyang", None, False, 2 * 2 + 2),
        ("s3_yingcheng", None, False, 2 * 2 + 1),
        ("s3_yingcheng", "baohu_fengding", False, 2 * 2 + 1),
        ("s1_xiangyang", None, True, 2 + 1),
        ("s1_xiangyang", "qihu_2", True, 2 + 1),
    ],
)
def test_a_mixin_keeps_the_points_of_a_table(
    table: str, mixin: str | None, payer_revealed: bool, owed: int
) -> None:
    use = [mixin] if mixin else []
    rules = kawuxing.load(str(FOLDER / f"{table}.yaml"), {"shukan": True}, use=use)
    score = rules.score(
        REVEALED_TRIPLET, by="discard", revealed=True, payer_revealed=payer_revealed
    )
    assert (score.value, score.owed) == (2, owed)


@pytest.mark.parametrize(
    ("table", "mixin"),
    [
        ("s1_xiangyang", "shukan"),
        ("s1_xiangyang", "duiliang"),
        ("s1_xiangyang", "chadajiao"),
        ("s2_xiangyang", "shukan"),
        ("s1_xiangyang", "quanpin"),
        ("s1_xiangyang", "ganghua_4"),
        ("s2_xiangyang", "kawuxing_4"),
        ("s2_xiangyang", "pengpenghu_4"),
        ("s2_xiangyang", "quanpin"),
        ("s2_xiangyang", "chadajiao"),
        ("s2_piao", "piao"),
        ("s2_shiyan", "shanglou"),
        ("s2_shiyan", "shanglou_shaizi"),
        ("s3_yingcheng", "qihu_2"),
        ("s3_liangren", "qihu_2"),
        ("s6_suizhou", "maima_1"),
        ("s3_yingcheng", "duiliang"),
        ("s3_yingcheng", "guohu_fanfan"),
    ],
)
def test_a_mixin_beside_an_option_of_the_table_is_refused(table: str, mixin: str) -> None:
    with pytest.raises(RulesetError, match="KWX2298"):
        kawuxing.load(str(FOLDER / f"{table}.yaml"), use=[mixin])


DRAWN: Final = ("chadajiao", "chadajiao_xiao", "huangzhuang_ping", "xianliang_pei")
"""Mix-ins that say who pays whom when nobody has won."""


@pytest.mark.parametrize(
    ("table", "mixin"),
    [
        ("s1_xiangyang", "piao"),
        ("s1_xiangyang", "gangshanggang"),
        ("s2_xiangyang", "bu_baohu"),
        ("s2_xiangyang", "piao"),
        ("s2_xiangyang", "shanglou"),
        ("s2_xiangyang", "shanglou_shaizi"),
        ("s2_suizhou", "shanglou"),
        ("s2_suizhou", "shanglou_shaizi"),
        *[("s3_yingcheng", drawn) for drawn in DRAWN],
        ("s3_liangren", "xianliang_pei"),
        ("s4_xiaogan", "huangzhuang_ping"),
        ("s4_xiaogan", "xianliang_pei"),
        *[("s6_suizhou", drawn) for drawn in DRAWN if drawn != "huangzhuang_ping"],
        ("s3_yingcheng", "quanpin"),
        ("s4_xiaogan", "quanpin"),
        ("s4_xiaogan", "gangshanggang"),
    ],
)
def test_a_mixin_that_a_table_refuses_is_told_why(table: str, mixin: str) -> None:
    with pytest.raises(RulesetError, match="KWX2289"):
        kawuxing.load(str(FOLDER / f"{table}.yaml"), use=[mixin])


def test_a_discarder_pays_no_bets_but_two_where_nobody_pays_for_all() -> None:
    """A closed five 2, doubled by the reveal; and the bets of 1 and 2."""
    rules = kawuxing.load(str(FOLDER / "s2_suizhou.yaml"), use=["piao"])
    won = {"seat": 1, "hand": "46p123456s99s777z", "win": "5p", "by": "discard", "from": 2}
    done = rules.settle(
        {
            "players": 3,
            "dealer": 0,
            "revealed": [1],
            "choices": {"piao": [3, 1, 2]},
            "end": {"kind": "win", "wins": [won]},
        }
    )
    assert done.totals == (0, 7, -7)


def test_a_concealed_kong_of_the_last_tile_is_paid_and_ends_the_round() -> None:
    """S3 has it paid, 2 by each, and then drawn; nobody waits for anything."""
    idler = "13579p13579s567z"
    hands = (idler, idler, "24688p888s1357s7z")
    for table, kong_may in (("live/s3_yingcheng", True), ("hubei", False)):
        rules = RoundRules(kawuxing.load(str(ROOT / f"rulesets/{table}.yaml")))
        game = idle(Round.new(rules, wall=wall(hands, "2p", "8s")), left=0)
        made = kong("concealed", "8s")
        assert (made in game.legal_actions(2)) == kong_may
        if kong_may:
            game = after(game, (2, made))
            assert types(game)[-5:] == ["kong", "transfer", "transfer", "drawn", "end"]
            assert (game.over, totals(game)) == (True, (-2, -2, 4))


@pytest.mark.slow
def test_what_players_choose_before_the_deal_keeps_nothing_from_being_proven() -> None:
    """What is left are notes: fans that a source sets aside where they cannot meet."""
    core = check(load_ruleset(str(FOLDER / "s1_piao.yaml"), None, ()), sink := Sink())
    assert core is not None
    prove(core, sink)
    assert sink.diagnostics == ()


FITS: Final = {frozenset[str]()}
REFUSED: Final = {frozenset({code, "KWX2297"}) for code in ("KWX2289", "KWX2298")} | {
    frozenset({"KWX2295"}),  # it is in the table already
    frozenset({"KWX2295", "KWX2233"}),  # or in the one below
}


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables without their examples, which nobody reads under a mix-in."""
    folder = tmp_path_factory.mktemp("bare")
    for table in TABLES:
        text = (FOLDER / f"{table}.yaml").read_text("utf-8")
        (folder / f"{table}.yaml").write_text(text.partition("\nexamples:\n")[0] + "\n", "utf-8")
    return folder


@pytest.mark.parametrize("table", TABLES)
def test_every_mixin_fits_or_is_refused(table: str, bare: Path) -> None:
    found = {mixin: _codes(bare / f"{table}.yaml", mixin) for mixin in mixin_ids()}
    assert {mixin: codes for mixin, codes in found.items() if codes not in FITS | REFUSED} == {}
    assert {codes in FITS for codes in found.values()} == {True, False}


@cache
def _codes(table: Path, mixin: str) -> frozenset[str]:
    sink = Sink()
    ruleset = resolve_variant(str(table), None, sink, [mixin])
    if ruleset is not None and not sink.failed:
        check(ruleset, sink)
    return frozenset(found.code for found in sink.diagnostics)


ONLY_MORE: Final = (
    *("ganghua_4", "gangpao_4", "gangshanggang", "guohu_fanfan", "haidi", "jiansi_2"),
    *("kawuxing_4", "mingsigui_4", "pengpenghu_4", "quanpin", "sanyuanqidui_16", "shouzhuayi_8"),
)
"""Mix-ins by whose texts a hand is worth more, or what it was."""


@pytest.mark.parametrize("table", [one for one in TABLES if "liangren" not in one])
def test_no_example_is_worth_less_with_a_mixin_that_only_adds(table: str, bare: Path) -> None:
    before = _values(table)
    assert before
    for mixin in ONLY_MORE:
        if _codes(bare / f"{table}.yaml", mixin) in FITS:
            after = _values(table, mixin)
            assert {id for id, value in before.items() if after[id] < value} == set(), mixin


def _values(table: str, *use: str) -> dict[str, int]:
    """What the hands of a table's own examples are worth."""
    core = check(load_ruleset(str(FOLDER / f"{table}.yaml"), None, use), Sink())
    assert core is not None
    rules = run(compile_core(core))
    found = {}
    for example in core.ruleset.examples:
        if "hand" in example.given and "waits" not in example.expect:
            facts = facts_by_module(with_preset(example, core.ruleset.presets), rules)
            value = facts["value"]
            assert isinstance(value, int)
            found[example.id] = value
    return found


@pytest.mark.parametrize(
    ("table", "options", "bets", "owed"),
    [
        ("s1_piao", {"cap": 8}, (5, 5), 8),  # pure seven pairs are 8, and no bet passes the cap
        ("s1_piao", {"cap": None}, (5, 5), 8 + 10),
    ],
)
def test_bets_of_one_program_stay_within_its_cap(
    table: str, options: dict[str, int | None], bets: tuple[int, int], owed: int
) -> None:
    rules = kawuxing.load(str(FOLDER / f"{table}.yaml"), options)
    chosen = {"piao": dict(zip(("winner", "payer"), bets, strict=True))}
    assert rules.score("1122334466779p+9p", choices=chosen).owed == owed
