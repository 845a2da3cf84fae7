"""What shows only under several options at once is found as if all combinations were tried."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from kawuxing.compiler.diff import compare as comparing
from kawuxing.compiler.diff.settings import Settings

from ..unit.compiler.diff.one_by_one import TWO_COPIES
from ..unit.compiler.diff.variants import changed, core_of

SWITCHES = "abc"
ASKED = ("options.a", "options.b", "options.c", "not options.a", "self_draw", "true")
OF_FANS = (*ASKED, "fan.y", "fan.z", "product > 2")


def rules(random: Random) -> dict[str, str]:
    """Rules that hide one another, each with what it stands before in the town."""
    choose = random.choice
    first = choose(("options.a", "options.b and seven_pairs", "options.c and win.rank == 5"))
    second = choose(("options.b", "fan.y and options.c", "not options.a and fan.y", "fan.y"))
    fan = "  {}: {{name: {{zh: 某, en: Some}}, times: {}, when: {}, assumed: x}}\n"
    row = "    - {{id: both, when: {} and {}, pay: {}, assumed: x}}\n"
    also = "  also:\n    extra: {{when: {}, pay: {}, assumed: x}}\n"
    points = "points:\n  - {{id: k, when: {}, add: {}, assumed: x}}\n"
    may_win = "may_win:\n  - {{id: never, when: {} and {}, allowed: false, assumed: x}}\n"
    paid = choose(("share + 1", "2 * share", "capped(2 * share)"))
    return {
        "  pungs:": fan.format("y", choose((1, 1, 2)), first),
        "  middle:": fan.format("z", choose((1, 1, 2)), second),
        "cap:\n  - {id: high": points.format(choose(OF_FANS), choose((1, 2))),
        "  kong:\n": also.format(choose(OF_FANS), choose(("points", "1", "share"))),
        "    - {id: drew,": row.format(choose(OF_FANS), choose(OF_FANS), paid),
        "may_win:\n": may_win.format(choose(OF_FANS), choose(OF_FANS)),
    }


def town(own: dict[str, str]) -> str:
    """The small town with such rules."""
    options = "".join(f"  {id_}: {{default: false, assumed: x}}\n" for id_ in SWITCHES)
    edits = [(at, text if at in text else text + at) for at, text in own.items()]
    return changed(("options:\n", "options:\n" + options), *edits, text=TWO_COPIES)


@pytest.mark.parametrize("seed", range(10))
def test_what_several_options_show_together_is_found(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    own, new = rules(random), rules(random)
    place = random.choice(list(own))
    cores = core_of(town(own)), core_of(town({**own, place: new[place]}))
    found = comparing.compare(*cores, ("before", "after"))
    chosen = product(*[(False, True)] * (len(SWITCHES) + 1), (None, 1, 3, 8, 16))
    every = [dict(zip((*SWITCHES, "strict", "cap"), values, strict=True)) for values in chosen]
    monkeypatch.setattr(
        comparing, "settings_to_prove", lambda *_: ([Settings(one, one) for one in every], ())
    )
    if not found.proven:
        pytest.skip("too many combinations")
    assert found.equal == (not comparing.compare(*cores, ("before", "after")).behavioural)
