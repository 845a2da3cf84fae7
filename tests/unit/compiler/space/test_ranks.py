"""Suits of which some numbers are left out: a small table for two."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from kawuxing.compiler.compile import check, compile_core, module_of, run_module
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.driver import load_ruleset, resolve_variant
from kawuxing.compiler.interpret.judge import tile_set
from kawuxing.compiler.proofs.translation import disagreement
from kawuxing.compiler.space.every_hand import EveryHand
from kawuxing.compiler.space.fold import fold
from kawuxing.compiler.space.sides import sides, suit_classes
from kawuxing.compiler.space.stream import stream
from kawuxing.runtime.bots.named import BOTS
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.hand import Hand, pack
from kawuxing.runtime.match.match import Match
from kawuxing.runtime.match.play import play_round
from kawuxing.runtime.round.rules import RoundRules
from kawuxing.runtime.tiles import TileSet, rank_of, tile_text

from .by_hand import short
from .townships import core_of

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core
    from kawuxing.runtime.evaluator import Evaluator

HEAD = "kawuxing: 1\nvariant: town\nname: {zh: 某地, en: Town}\nextends: hubei\n"


def small(ranks: str, dragons: str = "[]") -> str:
    return f"""{HEAD}
table:
  seats: 2
  at_table: {{seats: 2, out: nobody}}
  tiles: {{ranks: {ranks}, dragons: {dragons}}}
  assumed: test
"""


@cache
def town(text: str) -> tuple[Core, Evaluator[Any]]:
    core = core_of(text)
    return core, run_module(compile_core(core))


def test_a_tile_set_has_the_numbers_it_says() -> None:
    tiles = TileSet(("bamboos", "dots"), ("red",), 4, (1, 7))
    assert (len(tiles.kinds), tiles.size) == (15, 60)
    assert [tile_text(kind) for kind in tiles.kinds[5:9]] == ["6p", "7p", "1s", "2s"]
    assert [(block.start, block.length) for block in tiles.blocks] == [(0, 7), (7, 7), (14, 1)]
    assert tiles.blocks == short(("dots", "bamboos"), 7, ("red",), 4).blocks
    high = TileSet(("dots",), (), 4, (3, 9))
    assert {rank_of(kind) for kind in high.kinds} == set(range(3, 10))
    assert TileSet(("dots",), (), 4, (1, 7)) != TileSet(("dots",), (), 4)
    for ranks in ((0, 7), (7, 1), (1, 10)):
        with pytest.raises(ValueError, match="numbers 1 to 9"):
            TileSet(("dots",), (), 4, ranks)


@pytest.mark.parametrize("ranks", [(1, 7), (3, 9), (2, 6)])
def test_hands_are_folded_and_looked_at_alike(ranks: tuple[int, int]) -> None:
    core = town(small(f"[{ranks[0]}, {ranks[1]}]"))[0]
    [[side]] = sides([core], [[{}]])
    assert side.program.tiles.ranks == ranks
    classes = suit_classes([side])
    folded, seen = (
        fold(side.program, side.options, classes),
        stream(side.program, side.options, classes, 60),
    )
    assert seen.finished
    space = seen.space
    assert (folded.configurations, folded.points) == (space.configurations, space.points)
    assert len(folded.signatures) == len(space.signatures)
    assert [one.number for one in folded.signatures] == [one.number for one in space.signatures]
    # As many as with the lowest numbers: only their names are others.
    low = EveryHand(TileSet(("dots", "bamboos"), (), 4, (1, ranks[1] - ranks[0] + 1)))
    assert (folded.configurations, folded.points) == (low.configurations, low.points)


@pytest.mark.slow
@pytest.mark.parametrize("ranks", ["[1, 7]", "[2, 8]", "[3, 9]"])
def test_module_and_interpreter_agree_everywhere(ranks: str) -> None:
    core = town(small(ranks))[0]
    assert disagreement(core, module_of(compile_core(core).text, "town")) is None


def test_tiles_left_out_are_no_tiles() -> None:
    rules = town(small("[1, 7]"))[1]
    assert "(1, 7)" in compile_core(town(small("[1, 7]"))[0]).text
    with pytest.raises(HandError) as refused:
        rules.score("1122334455667p+8p")
    assert refused.value.code == "KWX3103"
    tiles = rules.program.tiles
    waits = rules.wait_set("1234567p123567s")
    assert [tile_text(kind) for kind in waits] == ["1p", "4p", "7p"]
    waits = rules.wait_set("4567p123567s111s")
    assert [tile_text(kind) for kind in waits] == ["4p", "7p"]
    packed = pack(Hand((0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6), (), 6), tiles)
    assert rules.score(packed).value == rules.score_many([packed]).value.tolist()[0] == 16


def test_rounds_are_played_with_them() -> None:
    rules = RoundRules(town(small("[1, 7]"))[1])
    bots = [BOTS["greedy"](rules)] * 2
    for seed in range(8):
        game = play_round(Match.new(rules, seed), bots)
        assert game.over
        assert sum(game.ledger.totals(2)) == 0
        assert {rank_of(kind) for seat in range(2) for kind in game.hand(seat).held} <= set(
            range(1, 8)
        )


def test_a_comparison_looks_at_the_common_tiles() -> None:
    found = compare(town("hubei")[0], town(small("[1, 7]", "[red, green, white]"))[0], ("a", "b"))
    assert {one.path for one in found.structural if one.kind != "wording"} >= {"table.ranks"}
    (tiles,) = [gap for gap in found.gaps if gap.key == "tiles"]
    assert "1–9" in str(tiles.params["before"])
    assert "1–7" in str(tiles.params["after"])
    assert (
        found.space.configurations
        == EveryHand(
            TileSet(("dots", "bamboos"), ("red", "green", "white"), 4, (1, 7))
        ).configurations
    )


@pytest.mark.parametrize("ranks", ["[7, 1]", "[1]", "[1, 4, 7]", "[]"])
def test_faults(ranks: str) -> None:
    sink = Sink()
    resolve_variant(small(ranks), None, sink)
    assert [found.code for found in sink.diagnostics] == ["KWX2283"]


def test_nothing_changes_where_nothing_is_said() -> None:
    core = core_of("hubei")
    assert tile_set(core.ruleset.seating) == TileSet(("dots", "bamboos"), ("red", "green", "white"))
    assert "TileSet(('dots', 'bamboos'), ('white', 'green', 'red'), 4)," in compile_core(core).text
    assert check(load_ruleset("hubei"), Sink()) is not None
