"""How it is said in what a witness comes about, English first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...runtime.notation import format_hand
from ...runtime.tiles import tile_text
from ..diff.findings import PaidSo, PassedSo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diff.findings import Behavioural
    from .words import Phrase

_IMAGINED: Final = (
    "could not show a hand or a round in which this comes about",
    "没能找出会这样的一手牌或一局",
)
_HANDS: Final = (
    "the payer holds {payer}, the payee {payee}",
    "付者的牌 {payer}，收者的牌 {payee}",
)
_TURNED: Final = ("turned up: {tiles}", "翻出的马：{tiles}")
_PASSED: Final = (
    "{hand} passes {passed}, and could win on {win} later",
    "{hand} 放过 {passed}，后来可胡 {win}",
)


def shown_texts(found: Behavioural, phrase: Phrase) -> Iterator[str]:
    """In what a witness comes about, as far as that says more than the witness."""
    shown = found.shown
    if found.imagined:
        yield phrase.say(_IMAGINED)
    match shown:
        case PaidSo(rounds=(played, _)):
            if hands := played["end"].get("hands"):
                payer, payee = hands[shown.payer], hands[shown.payee]
                yield phrase.fill(_HANDS, payer=payer, payee=payee)
            if tiles := next(filter(None, [one.get("horses") for one in shown.rounds]), None):
                yield phrase.fill(_TURNED, tiles=" ".join(tiles))
        case PassedSo(hand=hand):
            told = {"passed": tile_text(shown.passed), "win": tile_text(shown.win)}
            yield phrase.fill(_PASSED, hand=format_hand(hand), **told)
        case None:
            pass
