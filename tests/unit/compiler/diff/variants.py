"""Small variants to compare, over one suit and one dragon, so that their spaces are small."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kawuxing.compiler.compile import check, compile_core, run_module
from kawuxing.compiler.core.bind import bind
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import (
    Accepted,
    Asking,
    Bystander,
    Carrying,
    Fact,
    Outcome,
    Said,
    Situation,
    WonHand,
)
from kawuxing.compiler.driver import resolve_location
from kawuxing.compiler.interpret.judge import all_options, carried_on, judge, pay_also, pay_win
from kawuxing.compiler.locate import GivenText
from kawuxing.runtime.circumstances import Konged
from kawuxing.runtime.declared import UNLIMITED

from ....plain_flow import FLOW

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core
    from kawuxing.compiler.diff.findings import Behavioural, Comparison, Structural
    from kawuxing.compiler.diff.settings import Settings

BASE = (
    """\
kawuxing: 1
variant: town
name: {zh: 某地, en: Town}
table:
  seats: 3
  at_table: {out: nobody}
  tiles: {suits: [dots], dragons: [red], copies: 4}
  deal: {dealer: 14, others: 13, direction: counterclockwise}
  assumed: test
options:
  cap:
    default: none
    offered: [8, 16, none]
    accepts: {from: 1, to: 100, none: true}
    assumed: test
  strict: {default: false, assumed: test}
define:
  triplets: count(s.triplet for s in sets)
fans:
  pungs: {name: {zh: 全刻, en: All triplets}, times: 2, when: triplets == 4, assumed: test}
  pairs: {name: {zh: 全对, en: All pairs}, times: 4, when: seven_pairs, assumed: test}
  fours:
    name: {zh: 有四张, en: Some four}
    times: 8
    when: seven_pairs and any(k.held == 4 for k in kinds)
    replaces: [pairs]
    assumed: test
  middle:
    name: {zh: 夹五, en: Middle five}
    times: 2
    when: win.rank == 5 and win.place == middle
    assumed: test
  last: {name: {zh: 末张, en: Last of all}, times: 2, when: last_tile, assumed: test}
  shown: {name: {zh: 明牌, en: Shown}, times: 2, when: winner.revealed, assumed: test}
cap:
  - {id: high, when: fan.fours, at: 'max(16, options.cap)', assumed: test}
  - {id: common, at: options.cap, assumed: test}
may_win:
  - {id: cheap, when: options.strict and discard and product < 2, allowed: false, assumed: test}
  - {id: any, allowed: true, assumed: test}
pay:
  win:
    - {id: drew, when: self_draw, pay: share, assumed: test}
    - {id: all, when: payer.fed and winner.revealed, pay: share * (players - 1), assumed: test}
    - {id: fed, when: payer.fed, pay: share, assumed: test}
    - {id: nobody, pay: 0, assumed: test}
  kong:
    - {id: hidden, when: kong.concealed, pay: 2 * 2 ** (kong.chain - 1), assumed: test}
    - {id: given, when: kong.direct and payer.fed, pay: 2, assumed: test}
    - {id: nobody, pay: 0, assumed: test}
  drawn:
    - {id: shown, when: payer.revealed and not payee.revealed, pay: 1, assumed: test}
    - {id: nobody, pay: 0, assumed: test}
"""
    + FLOW
)


def changed(*replaced: tuple[str, str], text: str = BASE) -> str:
    """A variant with some of its text put otherwise, each piece once."""
    for old, new in replaced:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def core_of(text: str, name: str = "town.yaml") -> Core:
    """The rules of a text, which must have no fault."""
    sink = Sink()
    ruleset = resolve_location(GivenText(text, name, "."), None, sink)
    core = None if ruleset is None or sink.failed else check(ruleset, sink)
    assert core is not None, sink.diagnostics
    return core


def compared(before: str, after: str, given: Settings | None = None) -> Comparison:
    """Two texts compared."""
    cores = core_of(before, "before.yaml"), core_of(after, "after.yaml")
    found = compare(*cores, ("before.yaml", "after.yaml"), given)
    for one in found.behavioural:
        hold_to_its_word(one, found)
    return found


def rules_felt(found: Comparison) -> dict[tuple[str, ...], str]:
    """The rules behind each difference for the players, with its class."""
    return {one.rules: one.kind for one in found.behavioural}


def by_path(found: Comparison) -> dict[str, Structural]:
    """The differences of the files by what is different."""
    paths = [one.path for one in found.structural]
    assert len(set(paths)) == len(paths)
    return {one.path: one for one in found.structural}


def only(found: Comparison) -> Behavioural:
    """The one difference for the players."""
    (one,) = found.behavioural
    return one


def hold_to_its_word(found: Behavioural, comparison: Comparison) -> None:
    """Ask modules compiled anew, and options read anew, what a finding says they answer."""
    assert comparison.cores is not None
    pairs = zip(comparison.cores, found.settings, (found.before, found.after), strict=True)
    for core, setting, claimed in pairs:
        rules = run_module(compile_core(bind(core, setting)))
        given = {id_: UNLIMITED if value is None else value for id_, value in setting.items()}
        options = all_options(core, given)
        match found.witness, claimed:
            case WonHand(hand=hand, won=won), Outcome():
                score = rules.score(
                    hand,
                    by="self_draw" if won.self_draw else "discard",
                    events=won.events,
                    chain=won.chain,
                    revealed=won.winner_revealed,
                    payer_revealed=won.payer_revealed,
                    preceded=won.winner_preceded,
                    choices=tuple([choices for _, choices in won.chosen]),
                )
                answer = (score.value, score.product, score.may_win, score.owed, score.fans)
                assert answer == tuple(claimed)
            case Bystander(hand=hand, won=won, payer_revealed=revealed), int():
                verdict = judge(core, hand, won, options)
                assert verdict is not None
                seen = replace(won, payer_fed=False, payer_revealed=revealed)
                paid, _ = pay_win(core, verdict.best, seen)
                paid += sum(more for _, more in pay_also(core, verdict.best, seen, paid))
                assert (paid if verdict.may_win else 0) == claimed
            case Situation(asked=asked), int():
                if isinstance(asked, Konged):
                    paid, _ = rules.program.pay_kong(asked, rules.options)
                else:
                    paid, _ = rules.program.pay_drawn(asked, rules.options)
                assert paid == claimed
            case Asking(table=table, asked=asked), Said(answer=answer):
                said, _ = rules.program.answers[table](asked, rules.options)
                assert said == answer
            case Carrying(carried=id_, asked=asked), Said(answer=answer):
                assert dict(carried_on(core, asked, options))[id_] == answer
            case Fact(), Said():
                pass
            case _, claimed:
                assert isinstance(claimed, Accepted)
    assert found.before != found.after
    assert 0 < found.count <= found.of
