"""Switches that meet in hands that wait when nobody has won."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import kawuxing
from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.interactions import waits
from kawuxing.compiler.interactions.pairs import Interactions, Meeting, interactions
from kawuxing.compiler.interactions.render import interactions_object, interactions_text
from kawuxing.compiler.interactions.render_html import interactions_page
from kawuxing.compiler.interactions.touches import WaitingHand, WaitsPaid
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.hand import Hand, unpack
from kawuxing.runtime.notation import format_hand

from ...runtime.random_hands import Dealer
from .test_pairs import LATE, NO_CAP, PAIRS, PUNGS, Edit, forbids, met, of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.runtime.evaluator import Evaluator

WAITS: Edit = (
    "drawn:\n",
    "drawn:\n    - {id: waits, when: not payer.ready, pay: payee.best, assumed: x}\n",
)


def paid(meeting: Meeting) -> list[int]:
    return [one.pays for one in meeting.answers if isinstance(one, WaitsPaid)]


def test_what_waits_are_worth_is_paid_only_where_the_other_is_on() -> None:
    """Seven pairs wait for 4, and for 8 where they are dearer; without the other nobody pays."""
    found = met(of(WAITS, PAIRS))
    assert (found.kind, found.gaps, paid(found)) == ("depend", (), [0, 4, 0, 8])
    assert isinstance(found.witness, WaitingHand)
    assert found.shows == found.tried


@pytest.mark.parametrize("other", [LATE, forbids("last_tile")])
def test_what_changes_no_wait_acts_apart(other: Edit) -> None:
    """What a wait is worth is that of a discard which is not the last tile."""
    found = met(of(WAITS, other))
    assert (found.kind, found.gaps) == ("apart", ())
    assert found.tried > 1


def test_of_waits_that_no_hand_is_found_to_have_together_nothing_is_claimed() -> None:
    """One hand that waits for seven pairs and for triplets would be paid 4, 16, 8 and 16."""
    dear: Edit = (PUNGS[0], PUNGS[1].replace("times: 4", "times: 16"))
    assert met(of(dear, PAIRS)).kind == "apart"
    found = of(dear, PAIRS, also=(NO_CAP, WAITS))
    assert (met(found).kind, [gap.key for gap in met(found).gaps]) == ("open", ["waits"])
    text = interactions_text(found, "en")
    assert "waits that come together in one hand" in text
    assert ("\nm0 ? m1\n  not proven: " in text, "\n?  not proven: " in text) == (True, True)
    assert "*" not in text.partition("\nm0")[0]


def test_waits_that_both_change_with_their_dearest_below_another_act_apart() -> None:
    """Of all triplets for 2 or 4 and seven pairs for 4 or 8 the dearest is 4 or 8, or 2 or 4."""
    assert met(of(PUNGS, PAIRS, also=(NO_CAP, WAITS))).kind == "apart"


def test_where_both_change_a_drawn_hand_waits_are_worth_what_the_options_make_them() -> None:
    """Seven pairs are worth 4 where nothing is capped at 2; then 1, 7, 3 and 7 are paid."""
    alone = "payer.revealed and not payee.revealed"
    four = f"{{id: four, when: {alone} and payee.best == 4, pay: 7, assumed: x}}"
    one = ("drawn:\n", f"drawn:\n    - {four}\n")
    other = (f"when: {alone}, pay: 1", f"when: {alone}, pay: 3")
    cap = (
        ("    default: none", "    default: 2"),
        ("offered: [8, 16, none]", "offered: [2, none]"),
    )
    found = met(of(one, other, also=cap))
    assert (found.kind, found.gaps) == ("depend", ())
    assert (found.setting, paid(found)) == ({"cap": None}, [1, 7, 3, 7])
    assert {one.best for one in found.answers if isinstance(one, WaitsPaid)} == {4}
    assert found.shows < found.tried


def test_a_wait_that_the_cap_swallows_is_told_from_one_that_depends() -> None:
    """All triplets, dearer and with a dragon dearer still: 2, 4, 4 and 8, or at most 4."""
    red = "when: any(s.dragon for s in sets), assumed: x}"
    dragon: Edit = ("  pungs:", f"  red: {{name: {{zh: 红, en: Red}}, times: 2, {red}\n  pungs:")
    low = (("    default: none", "    default: 4"), ("offered: [8, 16, none]", "offered: [4]"))
    found = met(of(PUNGS, dragon, also=(*low, WAITS)))
    assert found.kind == "capped"


TOWN = "suizhou"
USE = ("chadajiao", "chadajiao_xiao", "shukan")


@cache
def library() -> Interactions:
    worlds: dict[frozenset[str], Core] = {}
    for number in range(3):
        for use in combinations(USE, number):
            sink = Sink()
            ruleset = load_ruleset(TOWN, None, use) if set(use) != set(USE[:2]) else None
            core = None if ruleset is None else check(ruleset, sink)
            if core is not None:
                worlds[frozenset(use)] = core
    return interactions(worlds, USE)


def four(meeting: Meeting) -> list[Evaluator[Any]]:
    """The town as Python loads it with neither, the first, the second, and both."""
    one, other = (library().switches[at] for at in (meeting.one, meeting.other))
    found = []
    for on in ((), (one,), (other,), (one, other)):
        use = [switch.id for switch in on if switch.mixin]
        options = {switch.id: switch.value for switch in on if not switch.mixin}
        found.append(kawuxing.load(TOWN, {**meeting.setting, **options}, use=use))
    return found


def idle(rules: Evaluator[Any], taken: Sequence[int], random: Random) -> Hand:
    """A hand that waits for nothing, of tiles that others have left."""
    wall = [kind for kind in rules.program.tiles.kinds for _ in range(4)]
    for kind in taken:
        wall.remove(kind)
    while True:
        hand = Hand(tuple(sorted(random.sample(wall, 13))), (), None)
        if not rules.wait_set(hand):
            return hand


def drawn(rules: Evaluator[Any], payee: Hand, revealed: Sequence[int], seed: int) -> dict[str, Any]:
    """A round without a winner in which seat 1 has a hand and the others wait for nothing."""
    random, laid = Random(seed), [meld.tile for meld in payee.melds for _ in range(meld.size)]
    other = idle(rules, [*payee.concealed, *laid], random)
    third = idle(rules, [*payee.concealed, *laid, *other.concealed], random)
    hands = [format_hand(one) for one in (other, payee, third)]
    end = {"kind": "drawn", "hands": hands}
    return {"players": 3, "dealer": 0, "revealed": list(revealed), "end": end}


def waiting() -> Iterator[tuple[Meeting, WaitingHand]]:
    for meeting in library().meetings:
        if isinstance(meeting.witness, WaitingHand):
            yield meeting, meeting.witness


def test_hands_that_wait_are_paid_so_when_the_round_is_settled() -> None:
    """Every witness, settled as a round, and each of its waits scored as a discard."""
    tried = set()
    for meeting, witness in waiting():
        assert (witness.asked.payer_revealed, witness.asked.payer_ready) == (False, False)
        revealed = [1] if witness.asked.payee_revealed else []
        for rules, answer in zip(four(meeting), meeting.answers, strict=True):
            assert isinstance(answer, WaitsPaid)
            played = drawn(rules, witness.hand, revealed, seed=1)
            between = [one for one in rules.settle(played).transfers if one.payer == 0]
            assert sum(one.amount for one in between if one.payee == 1) == answer.pays
            kinds = [one.kind for one in answer.waits]
            assert tuple(kinds) == rules.wait_set(witness.hand)
            for wait in answer.waits:
                full = Hand(witness.hand.concealed, witness.hand.melds, wait.kind)
                score = rules.score(full, by="discard", revealed=bool(revealed))
                assert (score.value, score.points) == (wait.value, wait.points)
            values = [one.value for one in answer.waits]
            assert (answer.best, answer.worst) == (max(values), min(values))
        tried.add((library().switches[meeting.one].id, library().switches[meeting.other].id))
    fans = [(one, other) for one in USE[:2] for other in ("shukan", "cap")]
    assert tried >= set(fans)


def test_of_what_acts_apart_no_drawn_hand_says_otherwise() -> None:
    """Hands at random, settled under all four."""
    apart = [one for one in library().meetings if one.kind == "apart"]
    paying = [one for one in apart if library().switches[one.one].id in USE[:2]]
    assert len(paying) > 3
    held = 0
    for number, meeting in enumerate(paying):
        asked = four(meeting)
        tiles = asked[0].program.tiles
        for seed, packed in enumerate(Dealer(tiles, number).waiting(25)):
            hand = unpack(packed, tiles)
            ready = asked[0].wait_set(hand)
            played = drawn(asked[0], hand, [1] if ready and seed % 2 else [], seed)
            try:
                totals = [rules.settle(played).totals for rules in asked]
            except HandError:
                continue
            held += bool(ready)
            for neither, one, other, both in zip(*totals, strict=True):
                assert one - neither == both - other, (meeting, played)
    assert held > 50


def test_every_form_shows_the_waits() -> None:
    """What 12223p44455666s waits for, revealed: 2p or 5s, of which 数坎 takes another reading."""
    found = library()
    names = [one.id for one in found.switches]
    cheapest = met(found, names.index("chadajiao_xiao"), names.index("shukan"))
    found = found._replace(meetings=(cheapest,))
    assert paid(cheapest) == [0, 4, 0, 2]
    text, chinese = interactions_text(found, "en"), interactions_text(found, "zh")
    assert "pays 2, waits for 2p 8 and 3 points, 5s 2 and 3 points" in text
    assert "付 2，听 2p 8 另 3 点，5s 2 另 3 点" in chinese
    assert "12223p44455666s" in interactions_page(found, "zh")
    given = json.loads(json.dumps(interactions_object(found)))
    (pair,) = given["pairs"]
    assert (pair["witness"]["hand"], pair["witness"]["payee_revealed"]) == ("12223p44455666s", True)
    assert [pair["answers"][3][key] for key in ("pay", "best", "worst")] == [2, 8, 2]


def test_for_programs() -> None:
    schema, of_diff = (
        json.loads(files("kawuxing.compiler.schemas").joinpath(name).read_text("utf-8"))
        for name in ("interactions.json", "diff.json")
    )
    given = json.loads(json.dumps(interactions_object(library())))
    assert list(Draft202012Validator(schema).iter_errors(given)) == []
    known = schema["$defs"]["witness"]["oneOf"]
    assert [one for one in of_diff["$defs"]["witness"]["oneOf"] if one not in known] == []


def test_what_waits_can_be_worth_together_is_not_gone_through_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of what is too much to look at nothing is excluded."""
    monkeypatch.setattr(waits, "_MOST_TOGETHER", 1)
    found = met(of(PUNGS, PAIRS, also=(NO_CAP, WAITS)))
    assert (found.kind, [gap.key for gap in found.gaps]) == ("open", ["waits"])
