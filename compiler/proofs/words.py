"""Hands and situations as one writes them, in no language but that of commands and rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.circumstances import Drawn, Konged
from ..flow import situation_text as asked_text
from ..space.chosen import chosen_text
from ..space.settings import setting_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...runtime.circumstances import Won
    from ...runtime.hand import Hand
    from ...runtime.situations import Asked
    from ..resolved.nodes import OptionValue

    Setting = Mapping[str, OptionValue]


def hand_text(hand: Hand, won: Won, setting: Setting) -> str:
    """A won hand as `kawuxing score` is asked for it."""
    from ...runtime.notation import format_hand  # noqa: PLC0415 - only to show something

    words = [format_hand(hand)]
    if not won.self_draw:
        words.append("--by discard")
    words += [f"--event {event}" for event in won.events]
    if won.chain > 1:
        words.append(f"--chain {won.chain}")
    if won.winner_revealed:
        words.append("--revealed")
    if won.payer_revealed:
        words.append("--payer-revealed")
    if won.winner_passed:
        words.append(f"--passed {won.winner_passed}")
    for id_, pair in _pairs(won).items():
        words.append(f"--choose {id_}={pair}")
    if won.horses:
        words.append(f"(horses == {won.horses})")
    if won.winner_preceded:
        words.append("(winner.preceded)")
    return " ".join([*words, *_chosen(setting)])


def _pairs(won: Won) -> dict[str, str]:
    """For each choice what winner, payer and others have chosen; nothing for a default."""
    people = [dict(choices) for _, choices in won.chosen]
    if not people[-1]:
        people.pop()
    return {
        id_: ",".join(str(one.get(id_, "")) for one in people)
        for id_ in dict.fromkeys([id_ for one in people for id_ in one])
    }


def payer_text(won: Won) -> str:
    """Which of the other players is meant, in the words rules have for it."""
    fed = "payer.fed" if won.payer_fed else "not payer.fed"
    return f"({fed} and payer.revealed)" if won.payer_revealed else f"({fed})"


def situation_text(situation: Konged | Drawn | Asked, setting: Setting) -> str:
    """What is asked without a hand, in the words rules have for it: those that are true of it."""
    if not isinstance(situation, Konged | Drawn):
        return " ".join([asked_text(situation), *_chosen(setting)])
    if isinstance(situation, Konged):
        words = {
            "kong.concealed": situation.kong_concealed,
            "kong.direct": situation.kong_direct,
            "kong.added": situation.kong_added,
            f"kong.chain == {situation.kong_chain}": True,
            "konger.revealed": situation.konger_revealed,
            "payer.fed": situation.payer_fed,
        }
    else:
        words = {
            "payer.revealed": situation.payer_revealed,
            "payer.first_revealed": situation.payer_first_revealed,
            "payee.revealed": situation.payee_revealed,
            "payer.ready": situation.payer_ready,
            "payee.ready": situation.payee_ready,
            f"payee.best == {situation.payee_best}": situation.payee_ready,
            f"payee.worst == {situation.payee_worst}": situation.payee_ready,
            f"payee.points == {situation.payee_points}": bool(situation.payee_points),
            f"ready == {situation.ready}": bool(situation.ready),
            f"revealed == {situation.revealed}": bool(situation.revealed),
        }
    words |= dict.fromkeys(chosen_text(situation), True)
    said = " and ".join(word for word, true in words.items() if true)
    if not said:
        said = "not payer.revealed and not payee.revealed"
    return " ".join([said, *_chosen(setting)])


def _chosen(setting: Setting) -> list[str]:
    return [f"-o {one}" for one in setting_text(setting).split()]
