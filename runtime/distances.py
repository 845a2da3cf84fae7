"""The least number of tiles a block of tiles lacks, for every number of sets and pairs wanted.

A block is read from its highest rank down. What is known after some ranks is a profile: the
distances for every number of runs that begin below and reach into them. Far fewer profiles than
hands are different, so each is given a number, and a rank leads from one number to the next.

Within profiles distances are sets of bits: one for each number of missing tiles with which some
sets and pairs can be had. To have more sets at the price of missing tiles is to shift them all.
"""

from __future__ import annotations

from array import array
from functools import lru_cache, partial, reduce
from itertools import product
from typing import Final

from .hand import MAX_MELDS
from .memo import NUMBERING, Memo

FAR: Final = 99

Distances = tuple[int, ...]
"""The least number of missing tiles, at ``sets + 5 * pairs`` (0 to 4 sets, 0 or 1 pair)."""

_Profile = tuple[int, ...]
"""Bits at ``3 * runs begun one rank below + runs begun two ranks below``.

A bit stands at ``16 * missing tiles + sets + 8 * pairs``, and at all greater numbers of missing
tiles too. Four sets and a pair lack 14 tiles at most.
"""

NOTHING: Final[Distances] = (0, *[FAR] * 9)
_MISSING: Final = 16
_PAIRS: Final = 8
_COLUMN: Final = sum([1 << _MISSING * missing for missing in range(16)])
_NO_PAIR: Final = 0b11111 * _COLUMN
_GOALS: Final = _NO_PAIR | _NO_PAIR << _PAIRS
_BEYOND: Final[_Profile] = (_COLUMN, *[0] * 8)
_SPLITS: Final = tuple(
    tuple(
        (sets + 5 * pairs, (all_sets - sets) + 5 * (all_pairs - pairs))
        for pairs, sets in product(range(all_pairs + 1), range(all_sets + 1))
    )
    for all_pairs, all_sets in product(range(2), range(5))
)
# Runs begun, triplets and pairs at one rank.  Two equal runs are enough: three are three triplets.
_CHOICES: Final = tuple(product(range(3), range(2), range(2)))
_BLOCK_LIMIT: Final = 1 << 16
# What is held of a rank, and laid out of it, three bits higher, has one of eight forms.
_PLACES: Final = (*range(5), 3 << 3, 3 << 3 | 1, 4 << 3)
_FORMS: Final = len(_PLACES)
_FORM: Final = bytes([_PLACES.index(place) if place in _PLACES else 0 for place in range(256)])
_START: Final = 1


class DistanceTable:
    """Distances of blocks and of several blocks together; fills itself as hands come by.

    A block is asked for by its places: for each rank the held tiles, with the tiles of melds three
    bits higher. Distances are numbered; there are a few hundred of them.

    Attributes:
        profiles: what may be known after some ranks; the first one is nothing.
        blocks: the number of a block's distances, by its places; for dragons, then for suits.
        together: the number of the distances of several blocks, by theirs.
        least: what two parts of a hand lack, by their numbers and the place of what is wanted.
    """

    def __init__(self, copies: int) -> None:
        """Start with empty tables for a number of copies of each kind."""
        self._copies = copies
        self.profiles: list[_Profile] = [(), _BEYOND]
        self._profile_numbers: dict[_Profile, int] = {_BEYOND: _START}
        self._bits: dict[int, int] = {}  # each number as one object, however many profiles have it
        self._reached: list[int] = [0, 0]  # the number of the distances of each profile
        self.distances: list[Distances] = [NOTHING]
        self._numbers: dict[Distances, int] = {NOTHING: 0}
        unknown = [0] * _FORMS * len(self.profiles)
        self._steps = (array("I", unknown), array("I", unknown))
        self.blocks: tuple[Memo[bytes, int], ...] = (
            Memo(partial(self._block, False), _BLOCK_LIMIT),
            Memo(partial(self._block, True), _BLOCK_LIMIT),
        )
        self.together: Memo[tuple[int, ...], int] = Memo(self._together, _BLOCK_LIMIT)
        self.least: Memo[tuple[int, int, int], int] = Memo(self._least, _BLOCK_LIMIT)

    def of(self, places: bytes, *, runs: bool) -> Distances:
        """The distances of one block."""
        return self.distances[self.blocks[runs][places]]

    def _numbered(self, distances: Distances) -> int:
        with NUMBERING:
            number = self._numbers.get(distances)
            if number is None:
                number = self._numbers[distances] = len(self.distances)
                self.distances.append(distances)
        return number

    def _block(self, runs: bool, places: bytes) -> int:
        """The number of a block's distances."""
        steps, at = self._steps[runs], _START
        for form in reversed(places.translate(_FORM)):
            at = steps[at * _FORMS + form] or self.step(runs, at, form)
        return self._reached[at]

    def beside(self, places: bytes, change: int, *, runs: bool) -> list[int]:
        """The numbers of a block with one tile more of each rank, or with one less.

        Args:
            places: the block.
            change: 1 or -1.
            runs: whether it has runs.

        Returns:
            A number for each rank; -1 where there is no tile to go, or all of them are there.
        """
        steps, forms, above = self._steps[runs], places[::-1].translate(_FORM), [_START]
        for form in forms:
            at = above[-1]
            above.append(steps[at * _FORMS + form] or self.step(runs, at, form))
        found = []
        for rank, place in enumerate(places, 1):
            held = (place & 7) + change
            if held < 0 or held + (place >> 3) > self._copies:
                found.append(-1)
                continue
            at, form = above[-1 - rank], _FORM[place + change]
            at = steps[at * _FORMS + form] or self.step(runs, at, form)
            for form in forms[len(forms) + 1 - rank :]:
                at = steps[at * _FORMS + form] or self.step(runs, at, form)
            found.append(self._reached[at])
        return found

    def step(self, runs: bool, at: int, form: int) -> int:
        """The profile that one more rank makes of another, by the form of what is held there."""
        steps, which = self._steps[runs], at * _FORMS + form
        if not steps[which]:
            with NUMBERING:
                number = self._step(runs, self.profiles[at], _PLACES[form])
            steps[which] = number
        return steps[which]

    def _step(self, runs: bool, profile: _Profile, place: int) -> int:
        """The same, asked for the first time."""
        found = []
        for ways in _ways(runs, place & 7, self._copies - (place >> 3)):
            bits = 0
            for rest, kept, shift in ways:
                bits |= (profile[rest] & kept) << shift
            found.append(bits & _GOALS)
        made = tuple([self._bits.setdefault(bits, bits) for bits in found])
        number = self._profile_numbers.get(made)
        if number is None:
            number = self._profile_numbers[made] = len(self.profiles)
            self.profiles.append(made)
            self._reached.append(self._numbered(_distances(made[0])))
            for steps in self._steps:
                steps.extend([0] * _FORMS)
        return number

    def _together(self, numbers: tuple[int, ...]) -> int:
        """The number of what several blocks lack together."""
        parts = [self.distances[number] for number in numbers]
        return self._numbered(reduce(_combine, parts) if parts else NOTHING)

    def _least(self, question: tuple[int, int, int]) -> int:
        one, other, goal = question
        return _least(self.distances[one], self.distances[other], goal)


@lru_cache(maxsize=16)
def distance_table(copies: int) -> DistanceTable:
    """The shared table for a number of copies of each kind."""
    return DistanceTable(copies)


def goal_of(melds: int) -> int:
    """Where distances list the sets that are still wanted, and a pair."""
    return MAX_MELDS - melds + 5


@lru_cache(maxsize=64)
def _ways(runs: bool, held: int, room: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """What can be done at a rank, for every number of runs that began below and are completed.

    Args:
        runs: whether runs can begin here.
        held: concealed tiles of this rank.
        room: how many there may be.

    Returns:
        For each place in the profile from here up: places in that from the next rank up, which of
        its bits count, and how far they are shifted.
    """
    found = []
    for newer, older in product(range(3), range(3)):
        ways = []
        for begun, triplets, pairs in _CHOICES:
            wanted = begun + newer + older + 3 * triplets + 2 * pairs
            if wanted <= room and (runs or not begun):
                shift = _MISSING * max(0, wanted - held) + begun + triplets + _PAIRS * pairs
                ways.append((3 * begun + newer, _NO_PAIR if pairs else _GOALS, shift))
        found.append(tuple(ways))
    return tuple(found)


def _distances(bits: int) -> Distances:
    """Distances from the bits of a profile."""
    found = []
    for at in (*range(5), *range(_PAIRS, _PAIRS + 5)):
        column = bits >> at & _COLUMN
        found.append((column & -column).bit_length() // _MISSING if column else FAR)
    return tuple(found)


def _least(one: Distances, other: Distances, goal: int) -> int:
    """The distance of two parts of a hand to one number of sets and pairs."""
    return min(FAR, *[one[left] + other[right] for left, right in _SPLITS[goal]])


def _combine(one: Distances, other: Distances) -> Distances:
    return tuple([_least(one, other, goal) for goal in range(10)])
