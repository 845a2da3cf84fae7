"""Every cell of the survey against the interpreter, which knows nothing of cells."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.interpret.judge import all_options, judge, pay_win
from kawuxing.compiler.proofs.survey import all_cells, survey
from kawuxing.compiler.proofs.surveyor import Surveyor
from kawuxing.compiler.proofs.tally import Tally, first
from kawuxing.compiler.space.groups import hand_of
from kawuxing.compiler.space.of_sides import space_of
from kawuxing.compiler.space.settings import settings_of
from kawuxing.compiler.space.sides import sides
from kawuxing.runtime.circumstances import all_circumstances
from kawuxing.runtime.declared import UNLIMITED

from ..space.townships import HEAD, core_of

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core
    from kawuxing.compiler.proofs.cells import Cell

# Options read by fans, by the cap, by tables; a table that asks the hand; fans that read fans.
EVERYTHING = f"""{HEAD}
options:
  floor: {{default: 1, offered: [1, 2, 4], assumed: test}}
  style: {{default: plain, offered: [plain, fancy], assumed: test}}
presets:
  evening: {{cap: 16, floor: 4, dragon_on_fourth: true}}
define:
  long_suit: any(t.tiles > 10 for t in suits)
fans:
  half:
    name: {{zh: 甲, en: Half}}
    times: 3
    when: long_suit and not fan.qingyise
    assumed: test
  fancy:
    name: {{zh: 丙, en: Fancy}}
    times: 5
    when: options.style == 'fancy' and win.place == middle
    excludes: [kawuxing]
    assumed: test
may_win:
  - {{id: cheap, when: discard and product < options.floor, allowed: false, assumed: test}}
  - {{id: dragons, when: payer.revealed and any(k.dragon and k.owned > 2 for k in kinds),
      allowed: not last_tile, assumed: test}}
  - {{id: else, allowed: true, assumed: test}}
pay:
  win:
    - {{id: drawn, when: self_draw, pay: share, assumed: test}}
    - {{id: fed, when: payer.fed and winner.revealed, pay: capped(share * 3), assumed: test}}
    - id: other
      when: not payer.fed and winner.revealed and payer.revealed
      pay: 1
      assumed: test
    - {{id: long, when: payer.fed and long_suit, pay: share + 1, assumed: test}}
    - {{id: rest, pay: share if payer.fed else 0, assumed: test}}
"""
CHAINS = f"""{HEAD}
fans:
  late:
    name: {{zh: 乙, en: Late}}
    times: 2 ** min(chain, 3)
    when: chain >= 2
    assumed: test
"""
# Of this one the atoms read an option, so that each choice has rules of its own.
ASKED = f"""{HEAD}
options:
  least: {{default: 5, offered: [5, 9], assumed: test}}
fans:
  tall: {{name: {{zh: 丁, en: Tall}}, times: 2,
    when: count(k.owned > 1 for k in kinds if k.rank == options.least) == 2, assumed: test}}
"""


def surveyors(core: Core) -> list[Surveyor]:
    all_sides = sides([core], [settings_of(core)])[0]
    space = space_of(all_sides)
    plans = {id(side.plan): [s for s in all_sides if s.plan is side.plan] for side in all_sides}
    return [Surveyor(space.signatures, own) for own in plans.values()]


def bits(places: set[int]) -> int:
    return sum(1 << place for place in places)


def check(core: Core, cell: Cell, surveyor: Surveyor) -> None:
    """What the interpreter says of the least hand of a cell."""
    hand = hand_of(cell.group.witness, surveyor.sides[0].program.tiles)
    given = {id_: UNLIMITED if v is None else v for id_, v in cell.setting.items()}
    verdict = judge(core, hand, cell.won, all_options(core, given))
    assert verdict is not None
    place = {one: number for number, one in enumerate(core.order)}

    def judged(one: object) -> tuple[int, ...]:
        return one[1:6]  # type: ignore[index,no-any-return]

    assert {judged(one) for one in cell.readings} == {
        (
            bits({place[fan] for fan in one.held}),
            bits({place[fan] for fan, _ in one.fans}),
            one.product,
            one.cap,
            one.value,
        )
        for one in verdict.readings
    }
    best = verdict.best
    assert (cell.best.value, cell.best.product) == (best.value, best.product)
    assert cell.best.scored == bits({place[fan] for fan, _ in best.fans})
    assert core.table("cap").rows[first(cell.best.rows)].id == best.cap_row
    assert cell.verdict.allowed == verdict.may_win
    assert core.table("may_win").rows[first(cell.verdict.rows)].id == verdict.may_win_row
    for payment in cell.verdict.payments:
        row = core.table("pay.win").rows[first(payment.rows)].id
        assert (payment.amount, row) == pay_win(core, best, payment.won)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(EVERYTHING, id="all"),
        pytest.param(CHAINS, id="chains"),
        pytest.param(ASKED, id="asked", marks=pytest.mark.slow),
    ],
)
def test_cells_are_what_the_interpreter_says(rules: str) -> None:
    core, some = core_of(rules), random.Random(7)
    for surveyor in surveyors(core):
        cells = list(all_cells(surveyor))
        for cell in some.sample(cells, 300):
            check(core, cell, surveyor)


@pytest.mark.parametrize("rules", [EVERYTHING, CHAINS], ids=["all", "chains"])
def test_what_rules_cannot_tell_apart_is_told_by_a_cell(rules: str) -> None:
    """Whatever way a hand is won in, some cell has the same outcome under the defaults."""
    core, some = core_of(rules), random.Random(11)
    (surveyor,) = surveyors(core)
    tiles = surveyor.sides[0].program.tiles
    cells: dict[object, set[tuple[object, ...]]] = {}
    for cell in next(survey(surveyor)).cells():
        outcome = (cell.best.value, cell.verdict.allowed, cell.won.replacement, cell.won.robbing)
        cells.setdefault(cell.group.witness, set()).add(outcome)
    ways = all_circumstances(range(17))
    for group in some.sample(surveyor.groups, 40):
        hand = hand_of(group.witness, tiles)
        for won in some.sample(ways, 30):
            if (won.replacement and not group.kong) or (won.robbing and not group.alone):
                continue
            verdict = judge(core, hand, won, all_options(core, {}))
            assert verdict is not None
            outcome = (verdict.best.value, verdict.may_win, won.replacement, won.robbing)
            assert outcome in cells[group.witness]


def test_the_groups_are_all_hands() -> None:
    (surveyor,) = surveyors(core_of(EVERYTHING))
    assert sum(group.number for group in surveyor.groups) == 170_828_673


def test_settings_are_the_defaults_single_deviations_and_presets() -> None:
    core = core_of(EVERYTHING)
    assert settings_of(core) == (
        {},
        {"cap": 8},
        {"cap": 16},
        {"cap": 32},
        {"dragon_on_fourth": True},
        {"bao_spares_revealed": True},
        {"tyrant_dealer": True},
        {"floor": 2},
        {"floor": 4},
        {"style": "fancy"},
        {"cap": 16, "floor": 4, "dragon_on_fourth": True},
    )


def test_the_tally_is_that_of_the_cells() -> None:
    core = core_of(EVERYTHING)
    (surveyor,) = surveyors(core)
    tally = Tally()
    for surveyed in survey(surveyor):
        tally.add(surveyed)
    held = scored = taken = 0
    tables = ("cap", "points", "may_win", "pay.win", "pay.also")
    rows: dict[str, set[int]] = {kind: set() for kind in tables}
    for cell in all_cells(surveyor):
        for one in cell.readings:
            held |= one.held
            scored |= one.scored
            rows["cap"].add(one.rows)
            rows["points"].add(one.added)
        taken |= cell.best.scored
        rows["may_win"].add(cell.verdict.rows)
        rows["pay.win"] |= {payment.rows for payment in cell.verdict.payments}
        rows["pay.also"] |= {payment.also for payment in cell.verdict.payments}
    assert (tally.held, tally.scored, tally.taken) == (held, scored, taken)
    assert tally.rows == rows
