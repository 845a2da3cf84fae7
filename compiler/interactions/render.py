"""Interactions for a terminal, and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.notation import format_meld
from ...runtime.tiles import tile_text
from ..diagnostics.width import columns
from ..diff.findings import Situation
from ..reports.render_json import answer_object, options_object, value_json, witness_object
from ..reports.words import concealed_text
from .touches import WaitingHand, WaitsPaid
from .words import WORDS, Teller

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from ..reports.render_json import Json, Object
    from .pairs import Interactions, Meeting, Switch
    from .touches import Shown, Told, Wait


def interactions_text(found: Interactions, lang: Literal["en", "zh"]) -> str:
    """The grid, then every pair that does not act apart."""
    teller = Teller(found, lang)
    lines = [teller.title, teller.word("about"), "", *_grid(teller), "", *teller.legend()]
    for met in found.meetings:
        if met.kind != "apart":
            lines += ["", teller.pair(met), *(f"  {line}" for line in teller.lines(met))]
            lines += [f"    {line}" for line in teller.example(met)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _grid(teller: Teller) -> Iterator[str]:
    """A sign for each two switches, by their numbers."""
    switches = teller.found.switches
    names = [f"{at + 1:>3} {teller.name(one)}" for at, one in enumerate(switches)]
    width = max(map(columns, names), default=0)
    yield " " * width + "".join(f"{at + 1:>4}" for at in range(len(switches)))
    for row, name in enumerate(names):
        signs = [_sign(teller, row, at) for at in range(len(switches))]
        yield name + " " * (width - columns(name)) + "".join(f"{sign:>4}" for sign in signs)


def _sign(teller: Teller, one: int, other: int) -> str:
    met = None if one == other else teller.found.meeting(one, other)
    return "" if met is None else teller.sign(met)


def interactions_object(found: Interactions) -> Object:
    """Everything, as `schemas/interactions.json` describes it."""
    ruleset = found.core.ruleset
    return {
        "variant": {"id": ruleset.id, "name": {"zh": ruleset.name.zh, "en": ruleset.name.en}},
        "scope": dict(zip(("en", "zh"), WORDS["about"], strict=True)),
        "switches": [_switch(one) for one in found.switches],
        "pairs": [_pair(met) for met in found.meetings],
    }


def _switch(one: Switch) -> Json:
    return {"mixin": one.id} if one.mixin else {"option": one.id, "value": value_json(one.value)}


def _pair(met: Meeting) -> Json:
    options = options_object(met.setting)
    seen = met.seen
    return {
        "one": met.one,
        "other": met.other,
        "kind": met.kind,
        "hands": 0 if seen is None else seen.hands,
        "payments": 0 if seen is None else seen.payments,
        "rounds": 0 if seen is None else seen.rounds,
        "shows": {"under": met.shows, "of": met.tried},
        "witness": None if met.witness is None else _shown(met.witness, options),
        "answers": [_told(answer) for answer in met.answers],
        "not_proven": [{"what": gap.key, **gap.params} for gap in met.gaps],
    }


def _shown(witness: Shown, options: Object) -> Object:
    match witness:
        case WaitingHand(hand=hand, asked=asked):
            melds: list[Json] = [format_meld(meld) for meld in hand.melds]
            return {
                "hand": concealed_text(hand),
                "melds": melds,
                **witness_object(Situation(asked), options),
            }
        case _:
            return witness_object(witness, options)


def _told(answer: Told) -> Object:
    match answer:
        case WaitsPaid(pays=pays, best=best, worst=worst, waits=waits):
            return {"pay": pays, "best": best, "worst": worst, "waits": [*map(_wait, waits)]}
        case _:
            return answer_object(answer)


def _wait(one: Wait) -> Object:
    return {
        "tile": tile_text(one.kind),
        "value": one.value,
        **({"points": one.points} if one.points else {}),
    }
