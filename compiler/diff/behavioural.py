"""What changed for the players: every hand and situation, judged by both sides."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...runtime.notation import format_hand
from ..space.groups import (
    Judgements,
    circumstances_of,
    group,
    hand_of,
    possible,
    witness_order,
)
from .findings import Behavioural, Outcome, WonHand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Won
    from ...runtime.judge import Judgement
    from ..space.fold import Space
    from ..space.groups import Group
    from ..space.sides import Side
    from .findings import Class


@dataclass(frozen=True, slots=True)
class _Case:
    """One group won in one way, on which the sides differ."""

    kind: Class
    rules: tuple[str, ...]
    group: Group
    won: Won
    before: Judgement
    after: Judgement

    @property
    def swing(self) -> int:
        """By how much the value, or what is owed, changes."""
        if self.kind == "scoring":
            return abs(self.after.value - self.before.value)
        return abs(self.after.owed - self.before.owed)

    def order(self) -> tuple[object, ...]:
        """Fewest rules involved first, then the least hand."""
        fans = {fan for fan, _ in (*self.before.fans, *self.after.fans)}
        return (len(fans), *witness_order(self.group.witness))


def compare_hands(space: Space, before: Side, after: Side) -> tuple[Behavioural, ...]:
    """Every difference in what hands are worth, may win and are paid, by the rules behind it."""
    cases: dict[tuple[Class, tuple[str, ...]], list[_Case]] = {}
    for case in _cases(space, before, after):
        cases.setdefault((case.kind, case.rules), []).append(case)
    found = [_finding(own, space, before, after) for own in cases.values()]
    return tuple(sorted(found, key=lambda one: (one.kind != "scoring", one.kind, one.rules)))


def _cases(space: Space, before: Side, after: Side) -> Iterator[_Case]:
    both = (before, after)
    judgements = (Judgements(before), Judgements(after))
    circumstances = circumstances_of(both)
    for one in group(space.signatures, both):
        for won in circumstances:
            if possible(one, won):
                a = judgements[0].of(one.aspects[0], one.vectors, won)
                b = judgements[1].of(one.aspects[1], one.vectors, won)
                if a is not b:
                    yield from _differences(one, won, a, b)


def _differences(one: Group, won: Won, a: Judgement, b: Judgement) -> Iterator[_Case]:
    if a.value != b.value:
        yield _Case("scoring", _scoring_rules(a, b), one, won, a, b)
    if a.may_win != b.may_win:
        rules = _unlike("may_win", a.rows[0], b.rows[0])
        yield _Case("eligibility", rules, one, won, a, b)
    elif a.value == b.value and a.owed != b.owed:
        yield _Case("payment", _unlike("pay.win", a.rows[1], b.rows[1]), one, won, a, b)


def _scoring_rules(a: Judgement, b: Judgement) -> tuple[str, ...]:
    """The fans that only one side gives or that it gives otherwise; the cap if there are none."""
    changed = {fan for fan, _ in set(a.fans) ^ set(b.fans)}
    return tuple(f"fans.{fan}" for fan in sorted(changed)) or ("cap",)


def _unlike(table: str, one: str, other: str) -> tuple[str, ...]:
    return tuple(f"{table}.{row}" for row in sorted({one, other}))


def _finding(cases: Sequence[_Case], space: Space, before: Side, after: Side) -> Behavioural:
    groups = {id(case.group): case.group for case in cases}
    count = sum(one.number for one in groups.values())
    least = min(cases, key=_Case.order)
    witness = hand_of(least.group.witness, before.program.tiles)
    shown = WonHand(witness, least.won, {**before.setting, **after.setting})
    kind, rules = least.kind, least.rules
    return Behavioural(
        kind=kind,
        rules=rules,
        count=count,
        of=space.points,
        swing=max(case.swing for case in cases),
        witness=shown,
        before=outcome(least.before),
        after=outcome(least.after),
        fingerprint=fingerprint(
            kind, rules, format_hand(witness), least.before.value, least.after.value, count
        ),
    )


def outcome(judged: Judgement) -> Outcome:
    """A judgement as findings show it."""
    return Outcome(judged.value, judged.product, judged.may_win, judged.owed, judged.fans)


def fingerprint(*parts: object) -> str:
    """Twelve hexadecimal digits of what makes a difference the one it is."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]
