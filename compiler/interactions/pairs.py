"""Which switches bear on one another: mix-ins and options, each two of them.

Each two are looked at off and off, one and the other on, and both on, over every hand in every win,
every payment without a hand and every situation of a round. The other options are at their
defaults, or one of them has another value that menus offer, or all have those of a preset; no other
combinations are looked at. Where what one changes is the same whether the other is on or not, they
act apart.
"""

from __future__ import annotations

from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from ...runtime.circumstances import Drawn
from ..diff.findings import Gap, Situation
from ..diff.settings import bound_options
from ..resolved.nodes import HAND_KINDS
from ..space.chosen import asked_of, left_out
from ..space.settings import MOST_OF_ONE_RULE, settings_of
from ..space.sides import sides
from ..space.values import accepts_value, same_value
from .bearing import Bearings
from .court import Court
from .touches import TOUCHES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..core.nodes import Core
    from ..resolved.nodes import Option, OptionValue, TableKind, Words
    from ..space.sides import Setting, Side
    from .bearing import Area, Bearing
    from .follows import Meets
    from .touches import Shown, Sight, Told

Kind: TypeAlias = Literal["apart", "open", "multiply", "capped", "depend", "exclude"]
"""How two switches meet: nowhere; nowhere that was looked at, which was not everything; both change
the same thing, each by the same factor whether the other is on or not; the same as far as the cap
allows; what one changes depends on the other; they cannot be on together."""


class Switch(NamedTuple):
    """Something a table may switch on: a mix-in, or an option with a value not its default."""

    id: str
    mixin: bool
    value: OptionValue = None


class Meeting(NamedTuple):
    """What comes of two switches.

    Attributes:
        one: the place of the first among all switches.
        other: that of the second.
        kind: how they meet, at its worst.
        seen: where that is seen under `setting`: the least example and how much there is of it.
        setting: the other options where they are not at their defaults: the first choice under
            which it is seen.
        shows: under how many choices of the other options.
        tried: of how many.
        gaps: what was not looked at.
    """

    one: int
    other: int
    kind: Kind
    seen: Sight | None = None
    setting: Mapping[str, OptionValue] = {}
    shows: int = 0
    tried: int = 0
    gaps: tuple[Gap, ...] = ()

    @property
    def witness(self) -> Shown | None:
        """The least example."""
        return None if self.seen is None else self.seen.witness

    @property
    def answers(self) -> tuple[Told, ...]:
        """What is said of it with neither, with the first, with the second, and with both."""
        return () if self.seen is None else self.seen.answers


class Interactions(NamedTuple):
    """A ruleset, its switches, and each two of them in order; `titles` name fans by path."""

    core: Core
    switches: tuple[Switch, ...]
    meetings: tuple[Meeting, ...]
    titles: Mapping[str, Words]

    def meeting(self, one: int, other: int) -> Meeting | None:
        """That of two switches in whichever order; None for two values of one option."""
        places = (min(one, other), max(one, other))
        return next((met for met in self.meetings if (met.one, met.other) == places), None)


Worlds: TypeAlias = "Mapping[frozenset[str], Core]"
"""A ruleset with no mix-in, with each, and with each two; pairs that exclude each other missing."""


def interactions(worlds: Worlds, mixins: Sequence[str]) -> Interactions:
    """Look at each two switches of a ruleset.

    Args:
        worlds: the ruleset under the mix-ins.
        mixins: their ids, in the order in which they lie.
    """
    core = worlds[frozenset()]
    switches = tuple(_switches(core, mixins))
    bearings = Bearings()
    quartets = {
        (i, j): list(_quartets(worlds, (switches[i], switches[j]), bearings))
        for i, j in combinations(range(len(switches)), 2)
        if not _same_option(switches[i], switches[j])
    }
    made = _sides(worlds, [one for own in quartets.values() for one in own])
    court = Court(list(made.values()))
    met = []
    for places, own in quartets.items():
        if not court.hands:  # all together tell too many hands apart, two of them perhaps do not
            made = _sides(worlds, own)
        bench = court if court.hands else Court(list(made.values()))
        met.append(_meeting(places, own, made, bench, _left_out(own, made, bench)))
    fans = [fan for world in worlds.values() for fan in world.ruleset.fans]
    titles = {f"fans.{fan.id}": fan.name for fan in fans}
    return Interactions(core, switches, tuple(met), titles)


def _switches(core: Core, mixins: Sequence[str]) -> Iterator[Switch]:
    for mixin in mixins:
        yield Switch(mixin, mixin=True)
    for option in core.ruleset.options:
        for value in option.offered:
            if not same_value(value, option.default):
                yield Switch(option.id, mixin=False, value=value)


def _same_option(one: Switch, other: Switch) -> bool:
    return not one.mixin and not other.mixin and one.id == other.id


class _World(NamedTuple):
    """Some mix-ins, and options: one of the four things that are compared."""

    mixins: frozenset[str]
    setting: tuple[tuple[str, type, OptionValue], ...]

    @property
    def options(self) -> Setting:
        """The options that are not at their defaults."""
        return {id_: value for id_, _, value in self.setting}


class _Quartet(NamedTuple):
    """Neither switch on, the first, the second, both; under one choice of the other options."""

    worlds: tuple[_World, _World, _World, _World]
    setting: Setting
    bearing: Bearing

    @property
    def asked(self) -> bool:
        """Whether there is anything that both switches change, or perhaps a wait that they do."""
        return bool(self.bearing.both) or self.bearing.waits or self.deals or self.misses

    @property
    def misses(self) -> bool:
        """Whether they may meet in what is allowed after a win was passed."""
        return any(meets.asking == "turn.missed" for meets in self.bearing.follows)

    @property
    def deals(self) -> bool:
        """Whether one changes what is paid, and the other that or what follows from who has."""
        paid: frozenset[Area] = frozenset(("hands", "drawn"))
        one, other = self.bearing.one, self.bearing.other
        follows: frozenset[Area] = frozenset(("rounds", "carried"))
        return not (one.isdisjoint(paid) and other.isdisjoint(paid)) and not (
            one.isdisjoint(paid | follows) or other.isdisjoint(paid | follows)
        )


def _quartets(
    worlds: Worlds, pair: tuple[Switch, Switch], bearings: Bearings
) -> Iterator[_Quartet]:
    together = frozenset(switch.id for switch in pair if switch.mixin)
    if together not in worlds:
        return
    one, other = pair
    taken = {switch.id for switch in pair if not switch.mixin}
    known: set[object] = set()
    for setting in _settings(worlds[together])[0]:
        if taken.isdisjoint(setting):
            neither, first = _world(worlds, setting), _world(worlds, setting, one)
            second, both = _world(worlds, setting, other), _world(worlds, setting, one, other)
            four = (neither, first, second, both)
            if four not in known:
                known.add(four)
                bearing = bearings.of([(worlds[own.mixins], own.options) for own in four])
                yield _Quartet(four, setting, bearing)


def _settings(core: Core) -> tuple[list[Setting], tuple[str, ...]]:
    """What menus offer, under everything that nobody chooses: numbers carried on, and the dice.

    Returns:
        The choices, and of what there are too many combinations: then one after the other is tried.
    """
    bound = bound_options(core)
    if prod(len(option.offered) for option in bound.values()) > MOST_OF_ONE_RULE:
        return list(settings_of(core)), tuple(bound)
    chosen = [one for one in settings_of(core) if bound.keys().isdisjoint(one)]
    values = product(*(_default_first(option) for option in bound.values()))
    fixed = [_unlike_defaults(bound, own) for own in values]
    return [{**one, **more} for more in fixed for one in chosen], ()


def _default_first(option: Option) -> Iterator[OptionValue]:
    yield option.default
    yield from (one for one in option.offered if not same_value(one, option.default))


def _unlike_defaults(options: Mapping[str, Option], values: Iterable[OptionValue]) -> Setting:
    chosen = zip(options.items(), values, strict=True)
    return {id_: value for (id_, one), value in chosen if not same_value(value, one.default)}


def _world(worlds: Worlds, setting: Setting, *on: Switch) -> _World:
    mixins = frozenset(switch.id for switch in on if switch.mixin)
    options = {option.id: option for option in worlds[mixins].options}
    values = setting | {switch.id: switch.value for switch in on if not switch.mixin}
    return _World(
        mixins,
        tuple(
            (id_, type(value), value)
            for id_, value in sorted(values.items())
            if id_ in options and accepts_value(options[id_], value)
        ),
    )


def _sides(worlds: Worlds, quartets: Sequence[_Quartet]) -> dict[_World, Side]:
    """Every world of which something is asked, made comparable with all others."""
    asked: dict[frozenset[str], dict[_World, Setting]] = {}
    for world in dict.fromkeys(world for one in quartets if one.asked for world in one.worlds):
        asked.setdefault(world.mixins, {})[world] = world.options
    cores = [worlds[mixins] for mixins in asked]
    made = sides(cores, [list(own.values()) for own in asked.values()]) if cores else []
    return {
        world: side
        for own, sides_ in zip(asked.values(), made, strict=True)
        for world, side in zip(own, sides_, strict=True)
    }


def _left_out(
    quartets: Sequence[_Quartet], made: Mapping[_World, Side], court: Court
) -> tuple[Gap, ...]:
    """What is not looked at: hands, if too many; waits that come together; who deals next."""
    left = any("hands" in one.bearing.both for one in quartets) and not court.hands
    waits = any(
        court.waits_left([made[world] for world in one.worlds], one.bearing)
        for one in quartets
        if one.asked
    )
    deals = any(
        court.deals_meet([made[world] for world in one.worlds], one.bearing)
        for one in quartets
        if one.deals
    )
    combined = _combinations_left(quartets, made)
    found = (Gap("too_many"),) * left + (Gap("waits"),) * waits + (Gap("dealing"),) * deals
    facts: dict[str, list[str]] = {}
    for meets in _followed(quartets, made, court):
        facts.setdefault(meets.asking, []).append(meets.fact)
    unseen = [Gap("follows", {"asking": at, "facts": ", ".join(own)}) for at, own in facts.items()]
    return (*found, *unseen, *map(_combinations, combined))


def _followed(
    quartets: Sequence[_Quartet], made: Mapping[_World, Side], court: Court
) -> Iterator[Meets]:
    """The facts through which two switches may meet, unless it is known that they do not."""
    found: dict[Meets, bool] = {}
    for one in quartets:
        left = [meets for meets in one.bearing.follows if not found.get(meets)]
        misses = one.misses and court.missed_meet([made[world] for world in one.worlds])
        found |= {meets: misses or meets.asking != "turn.missed" for meets in left}
    yield from (meets for meets, left in found.items() if left)


_CHOOSING: Final[tuple[tuple[Area, tuple[TableKind, ...]], ...]] = (
    ("hands", HAND_KINDS),
    ("kongs", ("pay.kong",)),
    ("drawn", ("pay.drawn",)),
)


def _combinations_left(
    quartets: Sequence[_Quartet], made: Mapping[_World, Side]
) -> Iterator[tuple[str, ...]]:
    """What players choose, and what nobody does, of which not all combinations are tried."""
    asked = [one for one in quartets if one.asked]
    cores = list({id(core := made[own].core): core for one in asked for own in one.worlds}.values())
    left = [_settings(core)[1] for core in cores]
    for area, kinds in _CHOOSING:
        if any(area in one.bearing.both for one in asked):
            left.append(tuple(f"choices.{id_}" for id_ in left_out(asked_of(cores, kinds))))
    yield from dict.fromkeys(ids for ids in left if ids)


def _combinations(ids: Iterable[str]) -> Gap:
    return Gap("combinations", {"options": ", ".join(ids)})


def _meeting(
    places: tuple[int, int],
    quartets: Sequence[_Quartet],
    made: Mapping[_World, Side],
    court: Court,
    gaps: tuple[Gap, ...],
) -> Meeting:
    if not quartets:
        return Meeting(*places, "exclude")
    four = {at: [made[one] for one in own.worlds] for at, own in enumerate(quartets) if own.asked}
    bearings = [own.bearing for own in quartets]
    found = {at: court.touches(own, bearings[at]) for at, own in four.items()}
    kinds = [kind for own in found.values() for kind in own]
    if not kinds:
        kind: Kind = "open" if gaps else "apart"
        return Meeting(*places, kind, tried=len(quartets), gaps=gaps)
    worst = max(kinds, key=TOUCHES.index)
    showing = [at for at, own in found.items() if worst in own]
    at = showing[0]
    seen = court.sight(four[at], bearings[at], worst)
    if worst == "depend" and not _of_waits(seen.witness):  # nothing left out could be worse
        gaps = tuple([gap for gap in gaps if gap.key == "too_many"])
    shows, tried = len(showing), len(quartets)
    return Meeting(*places, worst, seen, quartets[at].setting, shows, tried, gaps)


def _of_waits(witness: Shown) -> bool:
    """Whether it is a drawn hand in which it is asked what hands wait for."""
    return (
        isinstance(witness, Situation)
        and isinstance(witness.asked, Drawn)
        and (witness.asked.payer_ready or witness.asked.payee_ready)
    )
