"""Judges hands by the classes of their blocks, and remembers the answers.

Two hands whose blocks have the same classes and whose melds add the same vector are worth the
same: rules cannot tell them apart. So a judgement is worked out once for each such key and each
way of winning, and then looked up.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Generic

from .arrangements import PUNGED
from .blocks import CLASS_BITS, WON, BlockTable, MeldTable
from .declared import O
from .errors import HandError
from .hand import NO_WIN
from .memo import Memo
from .packed_readings import ALONE, ASKED, KONGS, PAIRS, SETS, SEVEN, TILES, WINS, field
from .suits import suit_counts

if TYPE_CHECKING:
    from .arrangements import Arrangement
    from .blocks import BlockClass
    from .circumstances import Won
    from .program import Program, Worth
    from .suits import SuitCounts

_READINGS_LIMIT = 1 << 16
_JUDGED_LIMIT = 1 << 16
"""Judgements that are remembered, all ways of winning together."""
TILES_WON = 14
_CLASS = (1 << CLASS_BITS) - 1
_DIVIDED = 7 << SETS | 7 << PAIRS
_STANDARD = 4 << SETS | 1 << PAIRS
"""How the fields of `_DIVIDED` stand in a hand of four sets and a pair."""


class Judgement:
    """What a hand is worth when won in one way.

    Attributes:
        complete: whether it is a won hand at all; if not, the worth is 0 and the rest empty.
        may_win: whether the variant lets it win in this way.
        value: the capped product, in stakes per payer.
        product: the product of the fans before the cap.
        fans: (id, factor) of each fan, in the ruleset's order.
        points: what is added to it, and `added` what they are: (id of the row, points).
        owed: what one payer owes this winner, in stakes; 0 if the hand may not win.
        also: of that what is paid beside `pay.win`: (id of the row, stakes).
        rows: the ids of the rows of `may_win` and `pay.win` that decided.
        vector: the packed reading that was taken, and `vectors` all that are worth the same.
        shown: all this as JSON shows it, once it has been asked for.
    """

    __slots__ = (
        "added",
        "also",
        "complete",
        "fans",
        "may_win",
        "owed",
        "points",
        "product",
        "rows",
        "scored",
        "seven_pairs",
        "shown",
        "value",
        "vector",
        "vectors",
    )

    def __init__(
        self,
        worth: Worth | None,
        vectors: tuple[int, ...],
        fans: tuple[tuple[str, int], ...],
        verdict: tuple[bool, str],
        owed: tuple[int, str],
        also: tuple[tuple[str, int], ...] = (),
    ) -> None:
        """Keep the outcome; `verdict` and `owed` come with the ids of their rows.

        What is owed has in it what is paid beside.
        """
        self.complete = worth is not None
        self.value = worth.value if worth else 0
        self.product = worth.product if worth else 0
        self.scored = worth.scored if worth else 0
        self.points = worth.points if worth else 0
        self.added: tuple[tuple[str, int], ...] = ()
        self.vectors = vectors
        self.vector = vectors[0]
        self.seven_pairs = bool(self.vector >> SEVEN & 1)
        self.fans = fans
        self.may_win, self.owed = verdict[0], owed[0]
        self.rows = (verdict[1], owed[1])
        self.also = also
        self.shown = ""


INCOMPLETE = Judgement(None, (0,), (), (False, ""), (0, ""))


class Judge(Generic[O]):
    """The tables and memories of one variant with its options bound."""

    def __init__(self, program: Program[O], options: O) -> None:
        """Start with empty tables."""
        self.program = program
        self.options = options
        blocks = program.tiles.blocks
        self.size = len(program.tiles.kinds)
        self.tables = tuple(BlockTable(program, options, index) for index in range(len(blocks)))
        self.melds = MeldTable(program, options)
        self.parts: Memo[int, tuple[tuple[BlockTable[O], slice, bytes], ...]]
        self.parts = Memo(self._parts, 256)
        self.meld_shift = CLASS_BITS * len(blocks)
        self.readings: Memo[int, tuple[int, ...]] = Memo(self._readings, _READINGS_LIMIT)
        self._judged = 0
        self._kept: list[Verdicts[O]] = []

    def _parts(self, win: int) -> tuple[tuple[BlockTable[O], slice, bytes], ...]:
        """Each block's table, where it stands in a packed hand, and the mark of the winning tile.

        `win` is its position, plus 32 where an exposed pung of its kind lies melded, or 255.
        """
        punged, position = (PUNGED, win - 32) if 32 <= win < NO_WIN else (0, win)
        found = []
        for table, block in zip(self.tables, self.program.tiles.blocks, strict=True):
            at = position - block.start
            mark = bytes([at + punged]) if 0 <= at < block.length else b""
            found.append((table, slice(block.start, block.start + block.length), mark))
        return tuple(found)

    def meld_key(self, packed: bytes, win: int) -> int:
        """The packed vector that the melds of a packed hand add."""
        melds = self.melds
        last = -1
        total = 0
        for byte in packed[self.size + 1 :]:
            at = byte & 31
            if at <= last or at >= self.size:
                raise HandError("KWX3133", None, "packed", {"found": byte})
            last = at
            total += melds[packed[at] << 7 | byte | (WON if at == win else 0)]
        return total

    def key(self, packed: bytes) -> int:
        """The number under which everything about a packed hand is remembered.

        Raises:
            HandError: for bytes that are not a packed hand of this variant.
        """
        if len(packed) <= self.size:
            params = {"found": len(packed), "expected": self.size + 1}
            raise HandError("KWX3130", None, "packed", params)
        win = packed[self.size]
        if win >= self.size and win != NO_WIN:
            raise HandError("KWX3131", self.size, "packed", {"found": win})
        if len(packed) == self.size + 1:
            key = 0
        else:
            key = self.meld_key(packed, win) << self.meld_shift
            if win in packed[self.size + 1 :]:  # the byte of an exposed pung is its position
                win |= 32
        for table, part, mark in self.parts[win]:
            key += table[packed[part] + mark]
        return key

    def _classes(self, key: int) -> list[BlockClass]:
        """The classes of the blocks of the hands behind a key."""
        found = []
        for table in self.tables:
            found.append(table.classes[key & _CLASS])
            key >>= CLASS_BITS
        return found

    def _base(self, key: int) -> int:
        """The fields that do not depend on the reading."""
        return (key >> self.meld_shift) + sum([block.base for block in self._classes(key)])

    @cached_property
    def _suits(self) -> SuitCounts:
        return suit_counts(self.program, self.options)

    def told_apart(self, vector: int) -> int:
        """A packed vector with nothing left in it but what rules can tell apart."""
        return self._suits.reduced(vector, self._suits.least) & ASKED

    def _readings(self, key: int) -> tuple[int, ...]:
        """The packed vectors of all readings of a won hand, in ascending order.

        Only what rules can tell apart is left in them.

        Raises:
            HandError: if a hand behind this key cannot be: a wrong number of tiles, no winning
                tile.
        """
        classes, melds = self._classes(key), key >> self.meld_shift
        base = melds + sum([block.base for block in classes])
        count = field(base, TILES, 8) + 3 * field(melds, SETS, 3)
        if count != TILES_WON:
            raise HandError(
                "KWX3101", None, "hand", {"found": count, "expected": 14, "expected_zh": 14}
            )
        if field(base, WINS, 3) != 1:
            raise HandError("KWX3119", None, "hand")
        sums = {melds}
        for block in classes:
            sums = {one + other for one in sums for other in block.standard}
        found = {vector for vector in sums if vector & _DIVIDED == _STANDARD}
        evens = [block.even for block in classes if block.even is not None]
        if not melds and len(evens) == len(classes):
            found.add(sum(evens) + (1 << SEVEN))
        apart = {self.told_apart(vector) for vector in found}
        return self.program.told(sorted(apart), self.options)

    def arrangements(self, packed: bytes) -> list[tuple[Arrangement, ...]]:
        """For each block of a packed hand its arrangements that rules can tell apart."""
        win = packed[self.size]
        if win in packed[self.size + 1 :]:  # the byte of an exposed pung is its position
            win |= 32
        return [table.arrangements[packed[part] + mark] for table, part, mark in self.parts[win]]

    def pairs_shown(self, packed: bytes) -> str:
        """The pairs of a packed hand of seven pairs as JSON shows them."""
        shown = [table.pairs_shown[packed[part]] for table, part, _ in self.parts[NO_WIN]]
        return "".join(shown).removesuffix(", ")

    def readings_won(self, key: int, won: Won) -> tuple[int, ...]:
        """The packed vectors of all readings of the hands behind a key, won in one way.

        Raises:
            HandError: if a hand cannot have been won so, or cannot be.
        """
        vectors = self.readings[key]
        if won.replacement and not field(self._base(key), KONGS, 3):
            raise HandError("KWX3205", None, "events", {"event": "replacement"})
        if won.robbing and not field(self._base(key), ALONE, 1):
            raise HandError("KWX3206", None, "events", {"event": "robbing"})
        return vectors

    def keep(self, verdicts: Verdicts[O]) -> None:
        """Remember the judgements for one more way of winning."""
        self._kept.append(verdicts)

    def make_room(self) -> None:
        """Count one more judgement, and forget all others when there are too many."""
        self._judged += 1
        if self._judged > _JUDGED_LIMIT:
            self._judged = 1
            for verdicts in self._kept:
                verdicts.forget()


def decide(program: Program[O], options: O, vectors: tuple[int, ...], won: Won) -> Judgement:
    """Judge a won hand by the packed vectors of its readings: its best reading, and the tables."""
    worths = taken(program, options, vectors, won)
    worth, vector = worths[0]
    allowed, row = program.may_win(vector, won, options, worth)
    owed, paid = program.pay_win(vector, won, options, worth)
    also: tuple[tuple[str, int], ...] = ()
    if program.pay_also is not None and allowed:
        rows = program.rows["pay.also"]
        beside = program.pay_also(vector, won, options, worth, owed)
        also = tuple([(rows[index].id, amount) for amount, index in beside])
        owed += sum([amount for _, amount in also])
    judged = Judgement(
        worth,
        tuple([vector for _, vector in worths]),
        _shared(tuple([(program.fans[index].id, times) for index, times in worth.fans])),
        (allowed, program.rows["may_win"][row].id),
        (owed if allowed else 0, program.rows["pay.win"][paid].id),
        also,
    )
    if worth.added:
        rows = program.rows["points"]
        judged.added = tuple([(rows[index].id, amount) for amount, index in worth.added])
    return judged


def owed_by(program: Program[O], options: O, one: tuple[Worth, int], won: Won) -> tuple[int, int]:
    """What a payer owes for a reading, all that is paid beside included, and the row of `pay.win`.

    `won` is the win as this payer sees it.
    """
    worth, vector = one
    owed, row = program.pay_win(vector, won, options, worth)
    if program.pay_also is None:
        return owed, row
    also = program.pay_also(vector, won, options, worth, owed)
    return owed + sum([amount for amount, _ in also]), row


def taken(
    program: Program[O], options: O, vectors: tuple[int, ...], won: Won
) -> list[tuple[Worth, int]]:
    """The best readings of a won hand, with their vectors; whatever is asked, they answer alike.

    Those that may win come before all others. Of readings that `rank` alike that one is taken
    which is owed more, then whose rows stand first in `may_win` and `pay.win`.
    """
    worths = [(program.worth(vector, won, options), vector) for vector in vectors]
    if len(worths) == 1:
        return worths
    best = _dearest(program, options, worths, won)
    if not _may_win(program, options, best[0], won):
        able = [one for one in worths if _may_win(program, options, one, won)]
        return _dearest(program, options, able, won) if able else best
    return best


def _may_win(program: Program[O], options: O, one: tuple[Worth, int], won: Won) -> bool:
    worth, vector = one
    return program.may_win(vector, won, options, worth)[0]


def _dearest(
    program: Program[O], options: O, worths: list[tuple[Worth, int]], won: Won
) -> list[tuple[Worth, int]]:
    """The dearest of some readings; of those that rank alike that of which the tables say most."""
    ranks = [rank(one) for one in worths]
    best = max(ranks)
    worths = [one for one, its in zip(worths, ranks, strict=True) if its == best]
    if len(worths) == 1:
        return worths
    answers = [_answers(program, options, one, won) for one in worths]
    most = max(answers)
    return [one for one, answer in zip(worths, answers, strict=True) if answer == most]


def _answers(
    program: Program[O], options: O, one: tuple[Worth, int], won: Won
) -> tuple[bool, int, int, int]:
    """What the tables say of a reading, the best greatest."""
    worth, vector = one
    allowed, row = program.may_win(vector, won, options, worth)
    owed, paid = owed_by(program, options, one, won)
    return allowed, owed if allowed else 0, -row, -paid


@lru_cache(maxsize=1 << 12)
def _shared(fans: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The same fans as one object, however many judgements have them."""
    return fans


def rank(one: tuple[Worth, int]) -> tuple[int, int, int, int, int, tuple[int, ...]]:
    """The order of readings that may win, and of those that may not, the best last.

    Value after the cap with the points, value, then product, then seven pairs, then fewer fans,
    then the fans that stand first in the ruleset. What still ties is decided by `taken`, and at
    last, for what is shown only, by the fixed order of `readings.readings`.
    """
    worth, vector = one
    fans = tuple(-index for index, _ in worth.fans)
    return (
        worth.value + worth.points,
        worth.value,
        worth.product,
        vector >> SEVEN & 1,
        -len(fans),
        fans,
    )


class Verdicts(dict[int, Judgement], Generic[O]):
    """Judgements for one way of winning, by key; fills itself.

    Keys whose hands have the same readings, as far as rules can tell, share a judgement.
    """

    __slots__ = ("_by_readings", "_judge", "won")

    def __init__(self, judge: Judge[O], won: Won) -> None:
        """Start empty."""
        super().__init__()
        self._judge = judge
        self.won = won
        self._by_readings: dict[tuple[int, ...], Judgement] = {(): INCOMPLETE}
        judge.keep(self)

    def __missing__(self, key: int) -> Judgement:
        """Judge hands of a kind seen for the first time."""
        judge = self._judge
        vectors = judge.readings_won(key, self.won)
        judge.make_room()
        made = self._by_readings.get(vectors)
        if made is None:
            made = decide(judge.program, judge.options, vectors, self.won)
            self._by_readings[vectors] = made
        self[key] = made
        return made

    def forget(self) -> None:
        """Start afresh."""
        self.clear()
        self._by_readings = {(): INCOMPLETE}
