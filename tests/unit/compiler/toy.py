"""A ruleset small enough to be looked through by hand: one suit, one dragon, two fans."""

from __future__ import annotations

from ...plain_flow import FLOW

HEAD = """\
kawuxing: 1
variant: toy
name: {zh: 玩具, en: Toy}
"""

RULES = (
    """\
table:
  seats: 3
  at_table: {out: nobody}
  tiles: {suits: [dots], dragons: [red], copies: 4}
  deal: {dealer: 14, others: 13, direction: counterclockwise}
  assumed: a toy
options:
  most:
    name: {zh: 封顶, en: Most}
    default: 10
    offered: [10, none]
    accepts: {from: 5, to: 20, none: true}
    assumed: a toy
fans:
  pairs: {name: {zh: 对子, en: Pairs}, times: 3, when: seven_pairs, assumed: a toy}
  pungs:
    name: {zh: 刻子, en: Pungs}
    times: 2
    when: triplets == 4 and not seven_pairs
    assumed: a toy
define:
  triplets: count(s.triplet for s in sets)
cap:
  - {id: all, at: options.most, assumed: a toy}
may_win:
  - {id: all, allowed: true, assumed: a toy}
pay:
  win:
    - {id: all, pay: share, assumed: a toy}
  kong:
    - {id: hidden, when: kong.concealed, pay: 2, assumed: a toy}
    - {id: nobody, pay: 0, assumed: a toy}
  drawn:
    - {id: first, when: payer.first_revealed and not payee.revealed, pay: 1, assumed: a toy}
    - {id: nobody, pay: 0, assumed: a toy}
"""
    + FLOW
)

PUNGS = """\
  - id: pungs
    why: four triplets
    hand: "1113335557p[999p]+7p"
    expect: {value: 2, product: 2, fans: [pungs]}
"""

TOY = HEAD + RULES


def toy(*examples: str) -> str:
    """The toy with some examples."""
    return TOY + ("examples:\n" + "".join(examples) if examples else "")
