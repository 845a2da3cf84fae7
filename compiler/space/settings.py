"""Under which options variants are looked at.

The defaults, every single other value that menus offer, and the presets; beyond that whatever some
rules can tell apart: values that are accepted and not offered, and combinations of options that
bear on one rule.
"""

from __future__ import annotations

from itertools import combinations, islice, product
from math import prod
from typing import TYPE_CHECKING, Literal, NamedTuple

from .chosen import asked_of
from .values import Met, Values, accepts_value, same_value, values_of
from .wiring import Wiring

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..core.nodes import Core
    from ..resolved.nodes import Option, OptionValue
    from .sides import Setting

MOST_OF_ONE_RULE = 128
"""How many combinations of options are tried for the sake of one rule at most."""
MOST_ON_LINES = 256
"""How many where the rule calculates with an option: many of its values prove then all others.

Where players choose something, each is looked at with all of that: there is no room for so many.
"""
MOST = 512
"""How many are tried in all at most."""


class Uncovered(NamedTuple):
    """Choices of options under which something may still be otherwise.

    Attributes:
        what: other values of one option, or combinations of several.
        options: their ids.
    """

    what: Literal["values", "combinations"]
    options: tuple[str, ...]


class Choices(NamedTuple):
    """Options set for the sake of some rules, and what is left open."""

    settings: tuple[Setting, ...]
    uncovered: tuple[Uncovered, ...]


def choices_for(
    cores: Sequence[Core], rules: Iterable[Sequence[str]], *, seen: bool = True
) -> Choices:
    """Every choice of options under which some rules may come out otherwise.

    An option that several variants have is set in all of them, to what all of them accept.

    Args:
        cores: the variants; with several it is asked where a difference between them shows.
        rules: the places of the rules in question, in each of the variants; "" where it has none.
        seen: whether options count, too, through which alone it is seen how a rule comes out.
    """
    asking = _Asking(cores)
    found: dict[object, Setting] = {}
    uncovered: dict[Uncovered, None] = {}
    for places in rules:
        reach = asking.reach(places, seen=seen)
        values, most = asking.values(reach)
        uncovered |= {
            Uncovered("values", (id_,)): None for id_, own in values.items() if not own.whole
        }
        other = {id_: asking.unlike_defaults(id_, own.values) for id_, own in values.items()}
        tried = list(islice(_combined(other), most + 1))
        every = len(tried) <= most
        if seen and not every:  # it will not be proven; what a difference needs is hardly ever more
            tried = [one for one in tried if len(one) <= 2]
        new = {_key(one): one for one in tried[:most]}
        room = MOST - len(found)
        new = dict(islice(((key, one) for key, one in new.items() if key not in found), room + 1))
        if not every or len(new) > room:
            uncovered[Uncovered("combinations", tuple(sorted(other)))] = None
        found |= islice(new.items(), room)
    return Choices(tuple(found.values()), tuple(uncovered))


class _Asking:
    """Some variants, asked about their options."""

    def __init__(self, cores: Sequence[Core]) -> None:
        self._wirings = [Wiring(core) for core in cores]
        self._chosen = bool(asked_of(cores))
        self._known: list[dict[str, Option]] = [
            {option.id: option for option in core.options} for core in cores
        ]

    def reach(self, places: Sequence[str], *, seen: bool) -> list[frozenset[str]]:
        """In each variant the rules that bear on one."""
        found = []
        for wiring, place in zip(self._wirings, places, strict=True):
            before = wiring.before(place) if seen and place else frozenset()
            found.append(wiring.behind(place) | before)
        return found

    def options(self, reach: Sequence[frozenset[str]]) -> list[str]:
        """The options that some rules read, in the order of the files."""
        read = {
            id_
            for wiring, places in zip(self._wirings, reach, strict=True)
            for place in places
            for id_ in wiring.options(place)
        }
        return [
            id_ for id_ in dict.fromkeys(id_ for own in self._known for id_ in own) if id_ in read
        ]

    def values(self, reach: Sequence[frozenset[str]]) -> tuple[dict[str, Values], int]:
        """The values to try of all options that some rules read, and how many combinations at most.

        Where rules calculate with one, these are many; they are left out where there is no room for
        all combinations.
        """
        met = {id_: self._met(id_, reach) for id_ in self.options(reach)}
        if any(one.calculated for one in met.values()):
            lines = {id_: self._met_on_lines(id_, reach, one) for id_, one in met.items()}
            found = {id_: self._values(id_, one) for id_, one in lines.items()}
            whole = all(one.whole for one in found.values())
            most = MOST_OF_ONE_RULE if self._chosen else MOST_ON_LINES
            if whole and prod(len(one.values) for one in found.values()) <= most:
                return found, most
        return {id_: self._values(id_, one) for id_, one in met.items()}, MOST_OF_ONE_RULE

    def _met(self, id_: str, reach: Sequence[frozenset[str]]) -> Met:
        wirings = zip(self._wirings, reach, strict=True)
        return _together([wiring.met(id_, places) for wiring, places in wirings])

    def _met_on_lines(self, id_: str, reach: Sequence[frozenset[str]], met: Met) -> Met:
        if met.calculated:
            wirings = zip(self._wirings, reach, strict=True)
            lines = _together([wiring.met_on_lines(id_, places) for wiring, places in wirings])
            return met if lines.calculated else lines
        return met

    def _values(self, id_: str, met: Met) -> Values:
        """The values of an option that all who have it accept, given what rules hold it against."""
        own = self._having(id_)
        found: dict[object, OptionValue] = {}
        for option in own:
            for value in values_of(option, met).values:
                if all(accepts_value(other, value) for other in own):
                    found.setdefault((type(value), value), value)
        whole = all(values_of(option, met).whole for option in own)
        return Values(tuple(found.values()), whole)

    def unlike_defaults(self, id_: str, values: Iterable[OptionValue]) -> tuple[OptionValue, ...]:
        """The values that are not what everybody has anyhow."""
        own = self._having(id_)
        return tuple(
            value for value in values if not all(same_value(one.default, value) for one in own)
        )

    def _having(self, id_: str) -> list[Option]:
        return [known[id_] for known in self._known if id_ in known]


def _together(each: Sequence[Met]) -> Met:
    """What the rules of several variants hold an option against."""
    return Met(
        frozenset().union(*(one.numbers for one in each)),
        frozenset().union(*(one.bounds for one in each)),
        any(one.calculated for one in each),
    )


def _combined(values: Mapping[str, Sequence[OptionValue]]) -> Iterator[Setting]:
    """Every choice, those that differ least from the defaults first."""
    for number in range(len(values) + 1):
        for ids in combinations(values, number):
            for chosen in product(*(values[id_] for id_ in ids)):
                yield dict(zip(ids, chosen, strict=True))


def _key(setting: Mapping[str, OptionValue]) -> object:
    return frozenset((id_, type(value), value) for id_, value in setting.items())


def settings_of(core: Core) -> tuple[Setting, ...]:
    """What menus offer: the defaults, every single other value, and the presets."""
    defaults = {option.id: option.default for option in core.options}
    found: list[Setting] = [{}]
    for option in core.options:
        found += [{option.id: one} for one in option.offered if not same_value(one, option.default)]
    for preset in core.ruleset.presets:
        found.append(
            {
                id_: value
                for id_, value in preset.values.items()
                if not same_value(value, defaults[id_])
            }
        )
    return _once(found)


def settings_to_prove(core: Core) -> tuple[Setting, ...]:
    """Those, and all others under which a rule of a variant may come out otherwise."""
    places = [(place,) for place in Wiring(core).exprs]
    return _once((*settings_of(core), *choices_for((core,), places, seen=False).settings))


def _once(settings: Iterable[Setting]) -> tuple[Setting, ...]:
    found: dict[object, Setting] = {}
    for one in settings:
        found.setdefault(_key(one), one)
    return tuple(found.values())


def setting_text(setting: Mapping[str, OptionValue]) -> str:
    """A setting as authors and the command line write it."""
    return " ".join(f"{id_}={_spelled(value)}" for id_, value in setting.items())


def _spelled(value: OptionValue) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
