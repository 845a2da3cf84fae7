"""Whether a mutant that no example notices is another ruleset at all.

A mutant and the ruleset are held against each other over the whole space of hands, in every way of
winning and under every offered choice of one option, and over every payment without a hand. They
are the same if nothing differs that an example could expect.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from ...runtime.declared import UNLIMITED
from ..core.nodes import options_read
from ..interpret.judge import all_options, pay_drawn, pay_kong, tile_set
from ..plan.from_core import lower_together
from ..resolved.nodes import HAND_KINDS
from ..space.chosen import asked_of as chosen_in
from ..space.chosen import varied
from ..space.fold import fold
from ..space.groups import circumstances_of, hand_of
from ..space.of_sides import space_of
from ..space.settings import settings_of
from ..space.sides import sides, suit_classes
from ..space.signatures import NotFoldableError
from ..space.ways import told_apart
from .asked import Asked, AskedOfWay
from .course import carried_otherwise, course
from .delta import delta_of
from .options import lost_values
from .settings import more_settings
from .situations import (
    Answered,
    CarriedOn,
    Chosen,
    Looked,
    Lost,
    Paid,
    Seats,
    WonHand,
    drawn_situations,
    kong_situations,
)
from .suspect import Suspect
from .waiting import Waitings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.circumstances import Won
    from ..core.nodes import Core
    from ..resolved.nodes import Option
    from ..space.sides import Setting, Side
    from ..space.signatures import Signature, Space
    from .situations import Difference

_MOST_NEW_ATOMS = 4
"""How many new questions to the hand are put into one space; each makes it larger."""

_FEW = 28
"""Ways to win that are gone through as they are: those there are where no rule reads the chain."""


class _Field(NamedTuple):
    """A space with the ruleset and one mutant, asked under each setting."""

    space: Space
    circumstances: tuple[Won, ...]
    base: tuple[Asked, ...]
    own: tuple[Asked, ...]


def differences(
    core: Core, suspects: Sequence[Suspect]
) -> Iterator[tuple[int, Iterator[Difference] | None]]:
    """For each suspect its number, and how it differs from the ruleset, the plainest first.

    What comes with a number must be looked at before the next is asked for. It is None where rules
    tell too many hands apart for all of them to be looked at.
    """
    hands = []
    waitings = Waitings(core)
    for number, one in enumerate(suspects):
        differing = _without_hands(core, one, waitings)
        try:
            first = next(differing, None)
        except NotFoldableError:  # what hands wait for matters when nobody wins
            yield number, None
            continue
        if first is None and one.of_hands:
            hands.append(number)
        else:
            yield number, differing if first is None else chain([first], differing)
    for batch in _batches(core, suspects, hands):
        for part, fields in _folded(core, suspects, batch):
            if fields is None:
                yield from ((number, None) for number in part)
            else:
                for number, field in fields:
                    yield number, _of_hands(core, suspects[number], field)


def same_readings(core: Core, one: Suspect) -> bool:
    """Whether all readings of all hands have the same fans, under all that menus offer."""
    for _, fields in _folded(core, [one], [0]):
        for _, field in fields or ():
            if not all(
                _same_scores(*pair, field) for pair in zip(field.base, field.own, strict=True)
            ):
                return False
        if fields is None:
            return False
    return True


def _batches(core: Core, suspects: Sequence[Suspect], numbers: Sequence[int]) -> list[list[int]]:
    """Put suspects together that ask few questions more than the ruleset does."""
    asked = len(lower_together((core,))[0].atoms)
    same: list[int] = []
    batches: list[list[int]] = []
    room = 0
    for number in numbers:
        new = len(lower_together((core, suspects[number].core))[0].atoms) - asked
        if not new:
            same.append(number)
        elif new <= room:
            batches[-1].append(number)
            room -= new
        else:
            batches.append([number])
            room = _MOST_NEW_ATOMS - new
    return [same, *batches] if same else batches


def _folded(
    core: Core, suspects: Sequence[Suspect], batch: Sequence[int]
) -> Iterator[tuple[Sequence[int], Iterator[tuple[int, _Field]] | None]]:
    """A batch with its fields; each by itself, or without any, where there is too much to fold."""
    chosen = [suspects[number] for number in batch]
    settings: list[Setting] = []
    for setting in (*settings_of(core), *more_settings(core, chosen)):
        if setting not in settings:  # most are those of several suspects
            settings.append(setting)
    made = sides([core, *(one.core for one in chosen)], [settings] * (1 + len(chosen)))
    everyone = [side for own in made for side in own]
    try:
        space = _space(core, everyone)
    except NotFoldableError:
        if len(batch) == 1:
            yield batch, None
        else:
            for number in batch:
                yield from _folded(core, suspects, [number])
        return
    yield batch, _fields(batch, made, space)


def _fields(
    batch: Sequence[int], made: Sequence[Sequence[Side]], space: Space
) -> Iterator[tuple[int, _Field]]:
    circumstances = circumstances_of([side for own in made for side in own])
    base = tuple(map(Asked, made[0]))
    for number, own in zip(batch, made[1:], strict=True):
        yield number, _Field(space, circumstances, base, tuple(map(Asked, own)))


def _space(core: Core, everyone: Sequence[Side]) -> Space:
    """The space of some sides; it is kept only if it is that of the ruleset itself."""
    if len(lower_together((core,))[0].atoms) == len(everyone[0].plan.atoms):
        return space_of(everyone)
    first = everyone[0]
    return fold(first.program, first.options, suit_classes(everyone))


def _of_hands(core: Core, one: Suspect, field: _Field) -> Iterator[Difference]:
    usual = settings_of(core)
    wanted = [*usual, *more_settings(core, [one])]
    pairs = [
        pair for pair in zip(field.base, field.own, strict=True) if pair[0].side.setting in wanted
    ]

    def asked(known: Asked) -> Asked:
        """Answers under usual settings serve the next suspects; hundreds of others are let go."""
        return known if known.side.setting in usual else Asked(known.side)

    delta = one.delta
    if not delta.given and not delta.changes(*HAND_KINDS):
        read = _options_of_fans(core) | _options_of_fans(one.core)
        if all(
            _same_scores(asked(base), asked(own), field)
            for base, own in pairs
            if not base.side.setting or read & set(base.side.setting)
        ):
            return
    for base, own in pairs:
        yield from _compared(asked(base), asked(own), field)


def _options_of_fans(core: Core) -> frozenset[str]:
    return options_read(*[expr for fan in core.fans for expr in (fan.when, fan.times)])


def _same_scores(base: Asked, own: Asked, field: _Field) -> bool:
    """Whether every single reading has the same fans; nothing can differ then."""
    readings = {
        (base.reading(vector), own.reading(vector)): vector
        for one in field.space.signatures
        for vector in one.vectors
    }
    return all(
        before.score(vector) == after.score(vector)
        for _, before, after in _asked_of_ways(base, own, field)
        for vector in readings.values()
    )


def _asked_of_ways(
    base: Asked, own: Asked, field: _Field
) -> list[tuple[Won, AskedOfWay, AskedOfWay]]:
    """The ways to win that matter, with what each side says of hands won so."""
    return [(won, base.way(won), own.way(won)) for won in _ways(base, own, field)]


def _ways(base: Asked, own: Asked, field: _Field) -> tuple[Won, ...]:
    """Of the ways to win that neither side tells apart the first."""
    if len(field.circumstances) <= _FEW:
        return field.circumstances
    return told_apart((base.side, own.side), field.circumstances)


def _compared(base: Asked, own: Asked, field: _Field) -> Iterator[WonHand]:
    """Hands that come to something else, the least first, each won as plainly as may be."""
    ways = _asked_of_ways(base, own, field)
    done: set[object] = set()
    for one in field.space.signatures:
        key = (base.hand(one.vectors), own.hand(one.vectors), one.kong, one.alone)
        if key in done:
            continue
        done.add(key)
        for won, before, after in ways:
            if not _possible(one, won):
                continue
            if before.outcome(one.vectors) != after.outcome(one.vectors):
                hand = hand_of(one.witness, base.side.program.tiles)
                yield WonHand(hand, won, base.side.setting)


def _possible(one: Signature, won: Won) -> bool:
    return (one.kong or not won.replacement) and (one.alone or not won.robbing)


def _without_hands(core: Core, one: Suspect, waitings: Waitings) -> Iterator[Difference]:
    """Facts, what options accept, who sits there, kongs and drawn hands, the course of a round."""
    yield from map(Looked, sorted(one.delta.facts))
    changed = {option.id: option for option in one.core.options}
    for option in core.options:
        for value in lost_values(option, changed[option.id]):
            yield Lost(option.id, value)
    if core.ruleset.seating.seats != one.core.ruleset.seating.seats:
        yield Seats()
    if one.delta.given or one.delta.changes("pay.kong", "pay.drawn"):
        for setting in (*settings_of(core), *more_settings(core, [one])):
            yield from _paid(core, one.core, setting, waitings)
    yield from course(core, one)
    yield from carried_otherwise(core, one)
    for id_ in sorted(one.delta.presets):
        yield from _under_preset(core, one.core, id_)


def _under_preset(core: Core, other: Core, id_: str) -> Iterator[Chosen]:
    """What comes out otherwise under a preset that was changed.

    Two rulesets whose defaults are what each chooses differ there as both do under the preset.
    """
    ours, theirs = _as_defaults(core, id_), _as_defaults(other, id_)
    suspect = Suspect(theirs, delta_of(ours, theirs))
    for _, differing in differences(ours, [suspect]):
        for one in differing or ():
            if isinstance(one, WonHand | Paid | Answered | CarriedOn) and not one.setting:
                yield Chosen(id_, one)


def _as_defaults(core: Core, id_: str) -> Core:
    """A variant whose options are by default what a preset chooses."""
    values = next(one.values for one in core.ruleset.presets if one.id == id_)

    def chosen(option: Option) -> Option:
        return replace(option, default=values.get(option.id, option.default))

    ruleset = replace(core.ruleset, options=tuple(map(chosen, core.ruleset.options)), presets=())
    return replace(core, ruleset=ruleset, options=tuple(map(chosen, core.options)))


def _paid(core: Core, other: Core, setting: Setting, waitings: Waitings) -> Iterator[Paid]:
    seats = core.ruleset.seating.seats
    given = {key: UNLIMITED if value is None else value for key, value in setting.items()}
    options, others = all_options(core, given), all_options(other, given)
    kongs = kong_situations(seats, tile_set(core.ruleset.seating))
    for kong in varied(kongs, chosen_in([core, other], ["pay.kong"])):
        if _owed(pay_kong(core, kong, options)) != _owed(pay_kong(other, kong, others)):
            yield Paid(kong, setting)
    ends = drawn_situations(seats, waitings.reach(other, setting))
    for drawn in varied(ends, chosen_in([core, other], ["pay.drawn"])):
        if _owed(pay_drawn(core, drawn, options)) != _owed(pay_drawn(other, drawn, others)):
            yield Paid(drawn, setting, waitings.hands(drawn, setting, seats))


def _owed(payment: tuple[int, str]) -> tuple[int, str]:
    """A payment, without its row where nothing is owed: nobody sees which it was."""
    owed, row = payment
    return owed, row if owed else ""
