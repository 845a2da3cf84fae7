"""A ruleset that asks all sorts of things: places, ranks, melds, single suits; any tile set."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import kawuxing

from ...plain_flow import FLOW

if TYPE_CHECKING:
    from kawuxing.runtime.evaluator import Evaluator

_TEXT = """\
kawuxing: 1
variant: nosy
name: {{zh: 多问, en: Nosy}}
table:
  seats: 3
  at_table: {{out: nobody}}
  tiles: {{suits: [{suits}], dragons: [{dragons}], copies: {copies}}}
  deal: {{dealer: 14, others: 13, direction: counterclockwise}}
  assumed: a test
options:
  least: {{default: 10, offered: [5, 10], assumed: a test}}
fans:
{fans}
cap:
  - {{id: common, at: 5000, assumed: a test}}
may_win:
  - {{id: cheap, when: discard and product < 12, allowed: false, assumed: a test}}
  - {{id: else, allowed: true, assumed: a test}}
pay:
  win:
    - {{id: fed, when: payer.fed, pay: share * (2 if payer.revealed else 1), assumed: a test}}
    - {{id: rest, pay: share, assumed: a test}}
  kong:
    - {{id: all, pay: 1, assumed: a test}}
  drawn:
    - {{id: all, pay: 0, assumed: a test}}
{flow}"""

_FANS = {
    "single": "win.place == pair",
    "edge": "win.place == high and win.rank == 3 or win.place == low and win.rank == 7",
    "middle": "win.place == middle and win.held == 1 and not win.pung",
    "fourth": "win.pung and win.place != middle",
    "laid_low": "any(s.melded and s.rank <= 3 for s in sets)",
    "closed": "standard and all(s.concealed for s in sets)",
    "own_triplet": "any(s.won and s.triplet and not s.kong for s in sets)",
    "low_pair": "pair.rank in [2, 5, 8] and not pair.won",
    "four_owned": "count(k.owned == 4 and not k.kong for k in kinds) >= 1",
    "one_of_won": "any(k.won and k.owned == 1 for k in kinds)",
    "no_ends": "all(k.owned == 0 for k in kinds if k.rank == 1 or k.rank == 9)",
    "long_suit": "any(s.tiles >= options.least for s in suits)",
    "short_suit": "any(s.tiles == 1 or s.tiles == 3 for s in suits)",
    "no_dots": "self_draw and count(s.tiles == 0 for s in suits if s.suit == dots) == 1",
    "pairs": "seven_pairs and win.held == 4",
    "kong": "replacement or robbing",
}


@cache
def nosy(
    suits: str = "dots, bamboos", dragons: str = "red, green, white", copies: int = 4
) -> Evaluator[Any]:
    """An evaluator of the ruleset, for a tile set."""
    fans = "\n".join(
        f"  {name}: {{name: {{zh: 番{index}, en: Fan {index}}}, times: {2 + index % 2}, "
        f"when: {when!r}, assumed: a test}}"
        for index, (name, when) in enumerate(_FANS.items())
    )
    made: Evaluator[Any] = kawuxing.load(
        _TEXT.format(suits=suits, dragons=dragons, copies=copies, fans=fans, flow=FLOW)
    )
    return made
