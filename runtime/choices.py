"""What players choose before the deal: read, checked, and kept by player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard

from .errors import HandError
from .options import domain, spelled
from .records import as_name, wrong_type
from .situations import as_chosen

if TYPE_CHECKING:
    from .circumstances import Choices
    from .declared import OptionInfo, OptionValues
    from .program import Program

FIELD = "choices"
OTHERS = "others"
"""All players but the two between whom money moves: their numbers are added up."""
PEOPLE = ("winner", "payer", OTHERS)
"""Of whom it is said what they chose, where a hand is scored."""


def of_seats(infos: Sequence[OptionInfo], given: object, players: int) -> tuple[Choices, ...]:
    """What each seat at a table has chosen; a seat that does not play may have chosen anything.

    Args:
        infos: the choices there are.
        given: for each choice that is not everybody's default the values, seat by seat.
        players: the seats at the table.

    Raises:
        HandError: for a choice there is not, a value that is not offered, too few or too many.
    """
    found: list[list[tuple[str, int]]] = [[] for _ in range(players)]
    for info, values in _known(infos, given):
        path = f"{FIELD}.{info.id}"
        if not isinstance(values, Sequence) or isinstance(values, str):
            raise wrong_type(path, "array of integers", values)
        if len(values) != players:
            params = {"found": len(values), "expected": players}
            raise HandError("KWX3550", None, path, params)
        for seat, value in enumerate(values):
            _choose(found[seat], info, value, f"{path}.{seat}")
    return tuple(map(tuple, found))


def of_persons(infos: Sequence[OptionInfo], given: object, persons: int) -> tuple[Choices, ...]:
    """What each person at a table always chooses: one number for all, or one for each.

    Raises:
        HandError: for a choice there is not, a value that is not offered, too few or too many.
    """
    alike = {info.id: _for_all(values, persons) for info, values in _known(infos, given)}
    return of_seats(infos, alike, persons)


def _for_all(values: object, persons: int) -> object:
    """A single number once for each person; whatever else stays as it is."""
    if isinstance(values, int):
        return [values] * persons
    if isinstance(values, Sequence) and not isinstance(values, str) and len(values) == 1:
        return [values[0]] * persons
    return values


def of_people(infos: Sequence[OptionInfo], given: object, players: int) -> tuple[Choices, ...]:
    """What the people of a score have chosen, who go by a word: for each choice an object.

    Args:
        infos: the choices there are.
        given: for each choice the numbers of some `PEOPLE`; or what has been checked, by person.
        players: how many play at the table.

    Raises:
        HandError: for a choice or a person there is not, and for a value that is not offered.
    """
    if isinstance(given, tuple):
        if not _by_player(given, len(PEOPLE)):
            raise wrong_type(FIELD, "object", given)
        return given
    found: list[list[tuple[str, int]]] = [[] for _ in PEOPLE]
    for info, values in _known(infos, given):
        path = f"{FIELD}.{info.id}"
        if not isinstance(values, Mapping):
            raise wrong_type(path, "object", values)
        for who, value in values.items():
            if who not in PEOPLE:
                params = {"found": as_name(who), "offered": ", ".join(PEOPLE)}
                raise HandError("KWX3404", None, f"{path}.{as_name(who)}", params)
            own = _together(info, players - 2) if who == OTHERS else info
            _choose(found[PEOPLE.index(who)], own, value, f"{path}.{who}")
    return tuple(map(tuple, found))


def sums(values: Iterable[int], players: int) -> tuple[int, ...]:
    """What the numbers of so many players can come to together, ascending."""
    offered, found = set(values), {0}
    for _ in range(players):
        found = {one + more for one in found for more in offered}
    return tuple(sorted(found))


def _together(info: OptionInfo, players: int) -> OptionInfo:
    """What so many players choose, as a choice of all of them."""
    offered = sums([value for value in info.offered if isinstance(value, int)], players)
    return replace(info, default=players * _default(info), offered=offered)


def of_win(
    program: Program[Any],
    chosen: Sequence[Choices],
    playing: Sequence[int],
    winner: int,
    giver: int | None,
) -> tuple[Choices, ...]:
    """What people have chosen of whom a score speaks."""
    if giver is None:
        return chosen[winner], (), ()
    return chosen[winner], chosen[giver], of_others(program, chosen, playing, (winner, giver))


def of_others(
    program: Program[Any],
    chosen: Sequence[Choices],
    playing: Sequence[int],
    but: tuple[int, int],
) -> Choices:
    """What all who play have chosen together but two, where rules ask; what is not said is usual.

    Args:
        program: the rules.
        chosen: what each seat has chosen.
        playing: the seats that play.
        but: two of them.
    """
    if OTHERS not in program.asks:
        return ()
    others = [dict(chosen[seat]) for seat in playing if seat not in but]
    sums = [
        (info, sum([one.get(info.id, _default(info)) for one in others]))
        for info in program.choices
    ]
    return tuple([(info.id, all_) for info, all_ in sums if all_ != len(others) * _default(info)])


def asked_once(infos: Sequence[OptionInfo], options: OptionValues) -> tuple[str, ...]:
    """The choices that hold for a whole match, once they are made."""
    return tuple([info.id for info in infos if as_chosen(info.asked, options) == "once"])


def holding(
    infos: Sequence[OptionInfo], chosen: Sequence[Choices], held: Sequence[Choices]
) -> tuple[Choices, ...]:
    """What is chosen, but for what holds already.

    Args:
        infos: the choices there are.
        chosen: what is said, by player; the default is left unsaid.
        held: what holds, by player; the default is said.
    """
    found = [{**dict(new), **dict(old)} for new, old in zip(chosen, held, strict=True)]
    return tuple(
        tuple(
            (info.id, one[info.id])
            for info in infos
            if one.get(info.id, info.default) != info.default
        )
        for one in found
    )


def kept(infos: Sequence[OptionInfo], once: Sequence[str], chosen: Choices) -> Choices:
    """Of what a player has chosen what holds from now on; the default is said."""
    said = dict(chosen)
    return tuple((info.id, said.get(info.id, _default(info))) for info in infos if info.id in once)


def without_defaults(
    infos: Sequence[OptionInfo], given: object, players: int
) -> tuple[Choices, ...]:
    """What each seat has chosen, in the order of choices, without what is the default anyway.

    Raises:
        HandError: if it is not for every seat a tuple of pairs, a choice and its value, and for a
            choice there is not or a value that is not offered.
    """
    if not _by_player(given, players):
        wanted = f"{players} tuples, one a seat, of pairs such as ('name', 1)"
        raise wrong_type(FIELD, wanted, given)
    for chosen in given:
        for info, value in _known(infos, dict(chosen)):
            _choose([], info, value, f"{FIELD}.{info.id}")
    return holding(infos, given, ((),) * players)


def _by_player(given: object, players: int) -> TypeGuard[tuple[Choices, ...]]:
    """Whether something has the form in which choices are kept, player by player."""
    return (
        isinstance(given, tuple)
        and len(given) == players
        and all(isinstance(one, tuple) and all(map(_is_choice, one)) for one in given)
    )


def _is_choice(pair: object) -> bool:
    """Whether something is a choice with its value."""
    match pair:
        case (str(), int()):
            return isinstance(pair, tuple)
        case _:
            return False


def _known(infos: Sequence[OptionInfo], given: object) -> list[tuple[OptionInfo, object]]:
    """The choices that are spoken of, in the order in which a variant has them."""
    if given is None:
        return []
    if not isinstance(given, Mapping):
        raise wrong_type(FIELD, "object", given)
    known = {info.id for info in infos}
    for name in given:
        if name not in known:
            found = as_name(name)
            params = {"found": found, "offered": ", ".join(sorted(known)) or "–"}
            raise HandError("KWX3551", None, f"{FIELD}.{found}", params)
    return [(info, given[info.id]) for info in infos if info.id in given]


def _choose(found: list[tuple[str, int]], info: OptionInfo, value: object, path: str) -> None:
    """Take in a value; the default is left unsaid, so that equal choices are equal."""
    number = isinstance(value, int) and not isinstance(value, bool)
    if not number and (not isinstance(value, str) or value in map(str, info.offered)):
        raise wrong_type(path, "integer", value)
    if not isinstance(value, int) or value not in info.offered:
        params = {"choice": info.id, "found": spelled(value), "accepted": domain(info)}
        raise HandError("KWX3552", None, path, params)
    if value != info.default:
        found.append((info.id, value))


def by_choice(infos: Sequence[OptionInfo], chosen: Sequence[Choices]) -> dict[str, list[int]]:
    """The same as a request has it: for each choice the value of every seat."""
    said = [dict(one) for one in chosen]
    return {info.id: [one.get(info.id, _default(info)) for one in said] for info in infos if said}


def _default(info: OptionInfo) -> int:
    assert isinstance(info.default, int)
    return info.default
