"""No chain is longer than there are kongs at a table, for hands and for payments alike."""

from __future__ import annotations

import pytest

from kawuxing.compiler.compile import compile_core, run_module
from kawuxing.runtime.errors import HandError

from .variants import changed, compared, core_of, only, rules_felt

LAST = "when: last_tile"
HIDDEN = "hidden, when: kong.concealed"
TILES = "suits: [dots], dragons: [red], copies: 4"
HAND = "9p[1111p](2222p)[3333p](4444p)+9p"


def town(seats: int = 3, tiles: str = TILES) -> str:
    return changed(("seats: 3", f"seats: {seats}"), (TILES, tiles))


TWO_SUITS = "suits: [dots, bamboos], dragons: [], copies: 4"


@pytest.mark.parametrize(
    ("text", "most"),
    [
        (town(), 10),  # ten kinds
        (town(2), 8),  # two players with four each
        (town(3, TWO_SUITS), 12),
        (town(4, TWO_SUITS), 16),
        (town(4, "suits: [dots], dragons: [], copies: 4"), 9),
    ],
)
def test_the_longest_chain(text: str, most: int) -> None:
    rules = run_module(compile_core(core_of(text)))
    assert rules.score(HAND, events=["replacement"], chain=most).value > 0
    with pytest.raises(HandError) as refused:
        rules.score(HAND, events=["replacement"], chain=most + 1)
    assert (refused.value.code, refused.value.params["most"]) == ("KWX3204", most)

    asking = changed((LAST, f"when: chain >= {most}"), text=text)
    beyond = changed((LAST, f"when: chain >= {most + 1}"), text=text)
    never = changed((LAST, "when: chain >= 1 and chain < 1"), text=text)
    assert set(rules_felt(compared(asking, never))) == {("fans.last",)}
    assert compared(beyond, never).equal

    paid = changed((HIDDEN, f"{HIDDEN} and kong.chain < {most}"), text=text)
    all_paid = changed((HIDDEN, f"{HIDDEN} and kong.chain <= {most}"), text=text)
    assert only(compared(paid, all_paid)).rules == ("pay.kong.hidden",)
    assert compared(all_paid, text).equal


def test_where_there_are_not_four_of_a_kind_there_is_no_kong() -> None:
    three = town(3, "suits: [dots], dragons: [red], copies: 3")
    found = compared(
        three, changed((LAST, "when: last_tile or robbing or kong_discard"), text=three)
    )
    assert found.equal
    assert found.space.kongs == 0
    assert compared(three, changed(("pay: 2,", "pay: 3,"), text=three)).equal
    rules = run_module(compile_core(core_of(three)))
    with pytest.raises(HandError, match="0 to 0"):
        rules.score("1112223367p[999p]+5p", by="discard", events=["robbing"])
