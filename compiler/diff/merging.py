"""What is found under every choice of options, put together to one finding each."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from ...runtime.notation import format_hand
from ..flow import situation_text
from ..surface.options import spelled_value
from .findings import Asking, Bystander, Carrying, Choice, Fact, Situation, WonHand

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .findings import Behavioural, Witness
    from .naming import Key


def merged(
    found: Sequence[Sequence[Behavioural]], ids: tuple[str, str], *, whole: bool
) -> tuple[Behavioural, ...]:
    """One finding for each class and each set of rules.

    It speaks of the defaults, if it shows there, else of the choice of options under which it
    shows in most; and of all others as far as the numbers go.

    Args:
        found: what was found under each choice of options, the defaults first.
        ids: the variants.
        whole: whether all hands were looked at; if not, what was found about them depends on how
            fast that went, and gets no fingerprint.
    """
    claims: dict[Key, list[tuple[int, Behavioural]]] = {}
    for number, under in enumerate(found):
        for one in under:
            claims.setdefault((one.kind, one.rules), []).append((number, one))
    made = []
    for own in claims.values():
        one = replace(_one(own), tried=len(found))
        of_hands = isinstance(one.witness, WonHand | Bystander)
        known = whole or not of_hands
        claimed = [each for _, each in own]
        made.append(replace(one, fingerprint=fingerprint(ids, *claimed) if known else ""))
    return tuple(made)


def _one(claims: Sequence[tuple[int, Behavioural]]) -> Behavioural:
    _, shown = min(claims, key=lambda one: (one[0] > 0, -one[1].count, one[0]))
    every = [one for _, one in claims]
    return replace(
        shown,
        shows=len(every),
        widest=max(one.swing for one in every),
    )


def fingerprinted(found: Iterable[Behavioural], ids: tuple[str, str]) -> Iterator[Behavioural]:
    """What does not depend on options that are chosen, each with its fingerprint."""
    for one in found:
        yield replace(one, fingerprint=fingerprint(ids, one))


def fingerprint(ids: tuple[str, str], *claims: Behavioural) -> str:
    """Twelve hexadecimal digits of all that is claimed."""
    said = [[*ids], *sorted(map(_claim, claims), key=json.dumps)]
    text = json.dumps(said, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def _claim(one: Behavioural) -> list[object]:
    settings = [{id_: spelled_value(value) for id_, value in side.items()} for side in one.settings]
    told = [one.kind, *one.rules], settings, [one.count, one.of, one.swing, one.effects]
    answers = [one.before, one.after]
    return [*told, _words(one.witness), *answers]


def _words(witness: Witness) -> list[object]:
    """A witness in full: what is shown, and in which way."""
    match witness:
        case WonHand(hand=hand, won=won):
            return ["hand", format_hand(hand), repr(won)]
        case Bystander(hand=hand, won=won, payer_revealed=revealed):
            return ["bystander", format_hand(hand), repr(won), revealed]
        case Situation(asked=asked):
            return [witness.table, repr(asked)]
        case Choice(option=option, value=value):
            return ["option", option, spelled_value(value)]
        case Asking(table=table, asked=asked):
            return [table, situation_text(asked)]
        case Carrying(carried=id_, asked=asked):
            return [f"carried.{id_}", situation_text(asked)]
        case Fact():
            return ["fact", witness.path]
