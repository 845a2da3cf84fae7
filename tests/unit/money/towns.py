"""A small ruleset with money of every kind, whose payments can be worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kawuxing.compiler.api import load

from ...plain_flow import FLOW

if TYPE_CHECKING:
    from kawuxing.runtime.settle import Settlement

TOWN = (
    """\
kawuxing: 1
variant: mint
name: {zh: 钱庄, en: Mint}
table:
  seats: 3
  at_table: {out: nobody}
  tiles: {suits: [dots], dragons: [red], copies: 4}
  deal: {dealer: 14, others: 13, direction: counterclockwise}
  assumed: test
fans:
  drew: {name: {zh: 自摸, en: Self-draw}, times: 2, when: self_draw, assumed: test}
  pairs: {name: {zh: 全对, en: All pairs}, times: 4, when: seven_pairs, assumed: test}
cap:
  - {id: common, at: none, assumed: test}
may_win:
  - {id: cheap, when: discard and product < 2, allowed: false, assumed: test}
  - {id: any, allowed: true, assumed: test}
pay:
  win:
    - {id: drew, when: self_draw, pay: share, assumed: test}
    - {id: fed, when: payer.fed, pay: 2 * share, assumed: test}
    - {id: nobody, pay: 0, assumed: test}
  kong:
    - {id: hidden, when: kong.concealed, pay: 2, assumed: test}
    - {id: nobody, pay: 0, assumed: test}
  drawn:
    - {id: shown, when: payer.revealed and not payee.revealed, pay: 1, assumed: test}
    - {id: nobody, pay: 0, assumed: test}
"""
    + FLOW
)

ALSO = """\
  also:
    - {id: ante, pay: 1, assumed: test}
    - {id: half, when: payer.fed and owed >= 8, pay: owed // 2, assumed: test}
    - {id: both, when: fan.pairs and self_draw, pay: 2 + share, assumed: test}
"""

PAIRS = "1133556677899p"
"""Seven pairs, waiting for the second 8p."""
PLAIN = "1112345678999p"
"""Waits for every dot; with a 9p a triplet of 1p, three runs and a pair."""

Paid = tuple[int, int, int, str]


def town(*replaced: tuple[str, str], text: str = TOWN) -> str:
    """The ruleset with some of its text put otherwise, each piece once."""
    for old, new in replaced:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def paying(also: str, text: str = TOWN) -> str:
    """The ruleset with rows that pay beside the win."""
    return town(("  kong:\n    - {id: hidden", f"{also}  kong:\n    - {{id: hidden"), text=text)


def settled(text: str, *wins: dict[str, object], **more: object) -> Settlement:
    """A round of three, settled."""
    end: dict[str, object] = {"kind": "win", "wins": list(wins)} if wins else {"kind": "drawn"}
    return load(text).settle({"players": 3, "dealer": 0, "end": end, **more})


def paid(done: Settlement) -> list[Paid]:
    """Who pays whom how much for what."""
    return [(one.payer, one.payee, one.amount, one.rule) for one in done.transfers]
