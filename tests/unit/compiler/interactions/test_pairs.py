"""Switches that bear on one another, and those that do not."""

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
from kawuxing.compiler.diff.findings import Gap, Outcome, WonHand
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.interactions.pairs import Interactions, Meeting, Switch, interactions
from kawuxing.compiler.interactions.render import interactions_object, interactions_text
from kawuxing.compiler.interactions.render_html import interactions_page
from kawuxing.compiler.library import mixin_ids
from kawuxing.compiler.space.chosen import asked_of
from kawuxing.compiler.space.of_sides import space_of
from kawuxing.compiler.space.signatures import NotFoldableError
from kawuxing.runtime.errors import HandError
from kawuxing.runtime.hand import unpack
from kawuxing.runtime.notation import format_hand

from ...runtime.random_hands import Dealer
from ..diff.variants import changed, core_of
from ..matrix.test_pairs import Pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kawuxing.compiler.core.nodes import Core
    from kawuxing.compiler.space.sides import Side
    from kawuxing.compiler.space.signatures import Space
    from kawuxing.runtime.evaluator import Evaluator

Edit = tuple[str, str]
PUNGS: Edit = ("times: 2, when: triplets == 4", "times: 4, when: triplets == 4")
PAIRS: Edit = ("times: 4, when: seven_pairs", "times: 8, when: seven_pairs")
LATE: Edit = (
    "  pungs:",
    "  late: {name: {zh: 末张, en: Late}, times: 2, when: last_tile, assumed: x}\n  pungs:",
)
KONG: Edit = ("when: kong.direct and payer.fed, pay: 2", "when: kong.direct and payer.fed, pay: 3")
NO_CAP: Edit = ("offered: [8, 16, none]", "offered: [none]")


def of(*edits: Edit, also: tuple[Edit, ...] = (NO_CAP,)) -> Interactions:
    """A small town under none, each and each two of some edits, as if they were mix-ins."""
    names = [f"m{at}" for at in range(len(edits))]
    worlds = {}
    for number in range(3):
        for places in combinations(range(len(edits)), number):
            texts = changed(*also, *(edits[at] for at in places))
            worlds[frozenset(names[at] for at in places)] = core_of(texts)
    return interactions(worlds, names)


def met(found: Interactions, one: int = 0, other: int = 1) -> Meeting:
    meeting = found.meeting(one, other)
    assert meeting is not None
    return meeting


def test_fans_of_different_hands_act_apart() -> None:
    """No hand is all triplets and seven pairs."""
    found = met(of(PUNGS, PAIRS))
    assert (found.kind, found.seen, found.answers, found.shows) == ("apart", None, (), 0)
    assert found.tried > 0


def test_factors_of_one_hand_multiply() -> None:
    found = met(of(PUNGS, LATE))
    assert found.kind == "multiply"
    assert isinstance(found.witness, WonHand)
    assert found.witness.won.last_tile
    products = [answer.product for answer in found.answers if isinstance(answer, Outcome)]
    base = products[0]
    assert products == [base, 2 * base, 2 * base, 4 * base]


def test_a_cap_swallows_what_two_factors_have_in_common() -> None:
    """All triplets on the last tile: 2 and 4 and 4 and 8, or at most 8 of more under cap 8."""
    found = met(of(PUNGS, LATE, also=()))
    assert (found.kind, dict(found.setting)) == ("capped", {"cap": 8})
    answers = [answer for answer in found.answers if isinstance(answer, Outcome)]
    assert [answer.value for answer in answers] == [min(8, one.product) for one in answers]
    assert found.shows == 2  # of what menus offer: 8 and 16


def test_the_cap_itself_decides_what_another_changes() -> None:
    """All triplets, shown, on the last tile are worth 8, and 16 with the change."""
    found = of(PUNGS, also=())
    caps = [at for at, switch in enumerate(found.switches) if switch.id == "cap"]
    kinds = {found.switches[at].value: met(found, 0, at).kind for at in caps}
    assert kinds == {8: "depend", 16: "apart"}
    assert found.meeting(*caps) is None


def test_a_fan_that_waits_for_another_not_to_score_meets_what_changes_that() -> None:
    """The middle five counts 3 instead of 2 on the last tile only where that does not count."""
    waits = ("when: win.rank == 5 and win.place == middle", "when: win.rank == 5 and not fan.last")
    dearer = ("    times: 2\n    when: win.rank == 5", "    times: 3\n    when: win.rank == 5")
    never = ("times: 2, when: last_tile", "times: 2, when: last_tile and self_draw")
    meeting = met(of(dearer, never, also=(NO_CAP, waits)))
    products = [answer.product for answer in meeting.answers if isinstance(answer, Outcome)]
    assert (meeting.kind, products) == ("depend", [2, 2, 2, 3])


def forbids(condition: str) -> Edit:
    """Some hands may not win."""
    row = f"  - {{id: not_so, when: {condition}, allowed: false, assumed: x}}\n"
    return ("may_win:\n", f"may_win:\n{row}")


def test_what_one_changes_of_hands_that_the_other_forbids_depends_on_it() -> None:
    """All triplets count 4 instead of 2 on the last tile, too, but where that may not win."""
    meeting = met(of(PUNGS, forbids("last_tile")))
    answers = [one for one in meeting.answers if isinstance(one, Outcome)]
    assert meeting.kind == "depend"
    assert [one.may_win for one in answers] == [True, True, False, False]
    assert answers[1].value == 2 * answers[0].value


def test_what_is_forbidden_anyhow_or_not_changed_is_no_meeting() -> None:
    """Seven pairs may not win, which are no triplets; and what may never win counts for nothing."""
    assert met(of(PUNGS, forbids("seven_pairs"))).kind == "apart"
    late = forbids("last_tile and seven_pairs")
    assert met(of(PAIRS, LATE, also=(NO_CAP, forbids("seven_pairs and last_tile")))).kind == "apart"
    assert met(of(PUNGS, LATE, also=(NO_CAP, late))).kind == "multiply"


def test_a_payment_and_a_fan_act_apart() -> None:
    assert met(of(PUNGS, KONG)).kind == "apart"


def test_payments_without_a_hand_meet_too() -> None:
    """What a direct kong pays, and who pays for it at all."""
    everybody = ("when: kong.direct and payer.fed", "when: kong.direct")
    more = ("pay: 2, assumed", "pay: 3, assumed")
    found = met(of(everybody, more))
    assert (found.kind, found.seen and found.seen.hands) == ("depend", 0)
    assert found.answers == (0, 2, 0, 3)
    assert found.seen is not None
    assert found.seen.payments > 0


def test_mixins_that_contradict_each_other_exclude_each_other() -> None:
    base, one, other = core_of(changed()), core_of(changed(PUNGS)), core_of(changed(PAIRS))
    worlds = {frozenset[str](): base, frozenset({"a"}): one, frozenset({"b"}): other}
    found = met(interactions(worlds, ["a", "b"]))
    assert (found.kind, found.tried, found.witness) == ("exclude", 0, None)


def test_where_all_together_tell_too_many_hands_apart_pairs_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def for_few(asking: list[Side]) -> Space:
        if len({id(side.core) for side in asking}) > 4:
            raise NotFoldableError
        return space_of(asking)

    together = of(PUNGS, LATE, PAIRS)
    monkeypatch.setattr("kawuxing.compiler.interactions.fields.space_of", for_few)
    assert of(PUNGS, LATE, PAIRS).meetings == together.meetings

    def for_nobody(_: list[Side]) -> Space:
        raise NotFoldableError

    monkeypatch.setattr("kawuxing.compiler.interactions.fields.space_of", for_nobody)
    alone = met(of(PUNGS, LATE))
    assert (alone.kind, [gap.key for gap in alone.gaps]) == ("open", ["too_many"])


TOWN = "suizhou"


@cache
def library() -> Interactions:
    """The mix-ins of the library that go with a town, and its options."""
    worlds: dict[frozenset[str], Core] = {}
    for number in range(3):
        for use in combinations(SEEDS, number):
            core = check(load_ruleset(TOWN, None, use), Sink())
            assert core is not None
            worlds[frozenset(use)] = core
    return interactions(worlds, SEEDS)


SEEDS = [id for id in mixin_ids() if id in {"kawuxing_4", "haidi", "duiliang"}]


def rules(setting: dict[str, Any], *switches: Switch) -> Evaluator[Any]:
    """The town as Python loads it with some switches on."""
    use = [switch.id for switch in switches if switch.mixin]
    options = {switch.id: switch.value for switch in switches if not switch.mixin}
    return kawuxing.load(TOWN, {**setting, **options}, use=use)


def four(meeting: Meeting) -> Iterator[Evaluator[Any]]:
    one, other = (library().switches[at] for at in (meeting.one, meeting.other))
    for on in ((), (one,), (other,), (one, other)):
        yield rules(dict(meeting.setting), *on)


def test_the_least_examples_come_out_so_when_they_are_scored() -> None:
    tried = 0
    for meeting in library().meetings:
        if not isinstance(meeting.witness, WonHand):
            continue
        hand, won = format_hand(meeting.witness.hand), meeting.witness.won
        for evaluator, answer in zip(four(meeting), meeting.answers, strict=True):
            assert isinstance(answer, Outcome)
            score = evaluator.score(
                hand,
                by="discard" if won.discard else "self_draw",
                events=won.events,
                chain=won.chain,
                revealed=won.winner_revealed,
                payer_revealed=won.payer_revealed,
            )
            assert (score.value, score.may_win, score.owed) == (
                answer.value,
                answer.may_win,
                answer.owed,
            )
            tried += 1
    assert tried > 40


def test_of_what_acts_apart_no_hand_says_otherwise() -> None:
    """Hands at random, scored under all four."""
    random, tiles = Random(6), rules({}).program.tiles
    apart = [one for one in library().meetings if one.kind == "apart"]
    assert apart
    scored = 0
    for packed in Dealer(tiles, 6).won(100):
        hand = format_hand(unpack(packed, tiles))
        ways = [("self_draw", ["last_tile"]), ("discard", ["last_tile"]), ("discard", [])]
        for meeting in apart:
            by, events = random.choice(ways)
            revealed = random.choice([False, True])
            try:
                got = [
                    one.score(
                        hand, by=by, events=events, revealed=revealed, payer_revealed=revealed
                    )
                    for one in four(meeting)
                ]
            except HandError:
                continue
            for neither, one, other, both in (
                [score.value for score in got],
                [score.owed for score in got],
            ):
                assert one - neither == both - other
            scored += 1
    assert scored > 500


def test_kinds_of_the_library() -> None:
    """A fan and a factor of pay meet where the cap allows no more; who deals next meets nobody."""
    found = library()
    names = [switch.id for switch in found.switches]
    places = [names.index(id) for id in ("duiliang", "haidi", "kawuxing_4")]
    assert [met(found, *pair).kind for pair in combinations(places, 2)] == ["capped"] * 3
    dealer = names.index("tyrant_dealer")
    others = {one.kind for one in found.meetings if dealer in (one.one, one.other)}
    assert others == {"apart"}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page(lang: str) -> None:
    text = interactions_page(library(), "zh" if lang == "zh" else "en")
    page = Pages(text)
    assert page.open == []
    assert {link[1:] for link in page.links} <= page.ids
    assert all(link.startswith("#") for link in page.links)


def test_for_programs() -> None:
    path = files("kawuxing.compiler.schemas").joinpath("interactions.json")
    validator = Draft202012Validator(json.loads(path.read_text("utf-8")))
    everybody = ("when: kong.direct and payer.fed", "when: kong.direct")
    small = of(everybody, ("pay: 2, assumed", "pay: 3, assumed"), also=())
    for found in (library(), small):
        given = json.loads(json.dumps(interactions_object(found)))
        assert list(validator.iter_errors(given)) == []
        assert len(given["pairs"]) == len(found.meetings)
        assert {"mixin": found.switches[0].id} in given["switches"]


def test_for_people() -> None:
    english, chinese = interactions_text(library(), "en"), interactions_text(library(), "zh")
    assert "duiliang ⊼ haidi\n" in english
    assert "duiliang ⊼ haidi\n" in chinese
    assert "under 6 of 7 choices of the other options" in english
    assert "都开：" in chinese


def test_every_form_says_under_which_options_pairs_are_looked_at() -> None:
    """Of two options off their defaults at once only presets have something to say."""
    scope = interactions_object(library())["scope"]
    assert isinstance(scope, dict)
    for lang, said in (("en", "Other combinations of options are not"), ("zh", "其他搭配没有看")):
        about = scope[lang]
        assert isinstance(about, str)
        assert said in about
        assert about in interactions_text(library(), "zh" if lang == "zh" else "en")
        assert about in interactions_page(library(), "zh" if lang == "zh" else "en")


def test_beside_what_is_seen_a_mark_says_that_not_everything_was_looked_at() -> None:
    """All triplets on the last tile, as if waits were left out."""
    found = of(PUNGS, LATE)
    gap = Gap("waits")
    marked = found._replace(meetings=tuple(one._replace(gaps=(gap,)) for one in found.meetings))
    text = interactions_text(marked, "en")
    assert "\nm0 ×* m1\n" in text
    assert "\n*  not everything was looked at\n" in text


def test_what_players_choose_is_gone_through_in_the_order_in_which_rules_ask() -> None:
    """So that an example is the same in every run, whatever seed sets are ordered by."""
    core = check(load_ruleset("suizhou", None, ["piao"]), Sink())
    assert core is not None
    assert [who for who, _ in asked_of([core])] == ["winner", "payer"]
