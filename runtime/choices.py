"""What players choose before the deal: read, checked, and kept by player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeGuard

from .counting import readable
from .errors import HandError
from .options import domain, spelled
from .records import wrong_type
from .situations import as_chosen

if TYPE_CHECKING:
    from .circumstances import Choices
    from .declared import OptionInfo, OptionValues

FIELD = "choices"


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


def of_two(
    infos: Sequence[OptionInfo], given: Mapping[str, object] | tuple[Choices, Choices]
) -> tuple[Choices, Choices]:
    """What the winner and the payer of a score have chosen.

    Raises:
        HandError: for a choice there is not and for a value that is not offered.
    """
    if isinstance(given, tuple):
        return given
    winner, payer = of_people(infos, given, ("winner", "payer"))
    return winner, payer


def of_people(
    infos: Sequence[OptionInfo], given: object, people: Sequence[str]
) -> tuple[Choices, ...]:
    """What some people have chosen who go by a word: for each choice an object by these words.

    Raises:
        HandError: for a choice or a person there is not, and for a value that is not offered.
    """
    found: list[list[tuple[str, int]]] = [[] for _ in people]
    for info, values in _known(infos, given):
        path = f"{FIELD}.{info.id}"
        if not isinstance(values, Mapping):
            raise wrong_type(path, "object", values)
        for who, value in values.items():
            if who not in people:
                params = {"found": str(who), "offered": ", ".join(people)}
                raise HandError("KWX3404", None, f"{path}.{who}", params)
            _choose(found[people.index(who)], info, value, f"{path}.{who}")
    return tuple(map(tuple, found))


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
        TypeError: if it is not for every seat a tuple of pairs, a choice and its value.
    """
    if not _by_seat(given, players):
        message = (
            f"{FIELD}: expected {players} tuples, one a seat, each of pairs of a choice and its "
            f"value, such as (('name', 1),), got {readable(repr(given))}"
        )
        raise TypeError(message)
    return holding(infos, given, ((),) * players)


def _by_seat(given: object, players: int) -> TypeGuard[tuple[Choices, ...]]:
    """Whether something has the form in which rounds take choices."""
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
            params = {"found": str(name), "offered": ", ".join(sorted(known)) or "–"}
            raise HandError("KWX3551", None, f"{FIELD}.{name}", params)
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
