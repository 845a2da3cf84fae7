"""A compiled variant as far as single hands go: `score`, `waits`, `load`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Generic, Self

from .arguments import packed_of, way_of
from .circumstances import behind_another, longest_chain, passing
from .circumstances import won as won_by
from .declared import O
from .explain import Explainer
from .judge import Judge, Verdicts
from .memo import Memo
from .notation import plain_reader
from .options import bind
from .ready import Ready, WaitsAnswer
from .records import expect
from .score import Score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .arguments import Way
    from .circumstances import Choices, Won
    from .hand import Hand
    from .parsing import Form
    from .program import Program

_WON: Final[tuple[Form, ...]] = ("won",)
_WAYS = 4096
_OF_THE_HAND = 7
"""How many parts of a way to win are not what players have chosen."""


class Scorer(Generic[O]):
    """A variant with its options bound, judging one hand at a time.

    Safe to share between threads: what it remembers are answers of pure functions.
    """

    __slots__ = (
        "_explainer",
        "_judge",
        "_read",
        "_ready",
        "_verdicts",
        "options",
        "program",
    )

    def __init__(self, program: Program[O], options: O) -> None:
        """Bind a program to options; nothing is worked out yet."""
        self.program = program
        self.options = options
        self._judge = Judge(program, options)
        self._explainer = Explainer(self._judge)
        self._read = plain_reader(program.tiles)
        self._verdicts: Memo[tuple[object, ...], Verdicts[O]] = Memo(self._verdicts_for, _WAYS)
        self._ready = Ready(self._judge, self.verdicts(), self.verdicts("discard"))

    def load(self, options: Mapping[str, object] | None = None, **more: object) -> Self:
        """The same variant with other options, the variant's defaults where nothing is said.

        Raises:
            HandError: for an option or a value the variant does not have.
        """
        if options is not None:
            expect(options, "options", "object", Mapping)
        return type(self)(self.program, bind(self.program, {**(options or {}), **more}))

    def _verdicts_for(self, way: tuple[object, ...]) -> Verdicts[O]:
        how = self._won(*way_of(*way[:_OF_THE_HAND]))
        for people in way[_OF_THE_HAND:]:
            assert isinstance(people, tuple)
            winner, payer, others = people
            how = replace(how, winner_choice=winner, payer_choice=payer, others_choice=others)
        return Verdicts(self._judge, how)

    def _won(self, *way: *Way) -> Won:
        """The circumstances of a win at a table of this variant."""
        by, events, chain, revealed, payer_revealed, preceded, passed = way
        most = longest_chain(self.program.seats, self.program.tiles)
        made = passing(won_by(by, events, chain, revealed, payer_revealed, most), passed)
        return behind_another(made) if preceded else made

    def verdicts(
        self,
        by: str = "self_draw",
        events: Sequence[str] = (),
        chain: int = 0,
        *,
        revealed: bool = False,
        payer_revealed: bool = False,
        passed: int = 0,
    ) -> Verdicts[O]:
        """The judgements for one way of winning, to be looked up by `key`.

        Raises:
            HandError: for circumstances that cannot be.
        """
        way = way_of(by, events, chain, revealed, payer_revealed, False, passed)
        return self._verdicts[way]

    def read(self, text: str) -> bytes | None:
        """The packed form of a won hand in plain notation; None where `score` must be asked."""
        return self._read(text, _WON)

    def judged(self, packed: bytes, verdicts: Verdicts[O]) -> Score:
        """What a packed hand is worth, by its `verdicts`.

        Raises:
            HandError: for a hand that cannot be, or not have been won so.
        """
        return Score(verdicts[self._judge.key(packed)], packed, verdicts.won, self._explainer)

    def key(self, packed: bytes) -> int:
        """The number under which a packed hand's judgement is kept."""
        return self._judge.key(packed)

    def score(  # noqa: PLR0913 - all that may be said of a win
        self,
        hand: str | bytes | Hand,
        *,
        by: str = "self_draw",
        events: Sequence[str] = (),
        chain: int = 0,
        revealed: bool = False,
        payer_revealed: bool = False,
        preceded: bool = False,
        passed: int = 0,
        choices: Mapping[str, object] | tuple[Choices, ...] | None = None,
    ) -> Score:
        """What a won hand is worth.

        Args:
            hand: the notation, a packed hand, or a `Hand`.
            by: ``self_draw`` or ``discard``; robbing a kong is a discard.
            events: any of ``replacement``, ``kong_discard``, ``robbing``, ``last_tile``.
            chain: kongs in the chain that led to the win.
            revealed: whether the winner had revealed.
            payer_revealed: whether the payer had; changes what is owed and whether the hand may
                win, never its value.
            preceded: whether another who wins on the same tile had revealed before the winner;
                changes what is owed, where the variant asks for it.
            passed: how many wins the winner has passed in this round.
            choices: what ``winner`` and ``payer`` chose before the deal, and all ``others``
                together: for each choice an object, as in ``{"ante": {"winner": 2, "payer": 1}}``,
                or of the three what has been checked already; where nothing is said it is the
                default. Changes what is owed, never the value.

        Raises:
            HandError: for a hand or circumstances that cannot be.
        """
        # Packed hands are checked part by part as they are looked up.
        if type(hand) is bytes:
            packed = hand
        else:
            read = self._read(hand, _WON) if type(hand) is str else None
            packed = read or packed_of(hand, self.program.tiles, _WON)
        if choices:
            from .choices import of_people  # noqa: PLC0415 - few variants let players choose

            way = way_of(by, events, chain, revealed, payer_revealed, preceded, passed)
            people = of_people(self.program.choices, choices, self.program.seats)
            return self.judged(packed, self._verdicts[(*way, people)])
        try:
            verdicts = self._verdicts[by, events, chain, revealed, payer_revealed, preceded, passed]
        except TypeError:  # a list, which cannot be looked up
            way = way_of(by, events, chain, revealed, payer_revealed, preceded, passed)
            verdicts = self._verdicts[way]
        return self.judged(packed, verdicts)

    def wait_set(self, hand: str | bytes | Hand) -> tuple[int, ...]:
        """The kinds a hand of 13 tiles waits for, ascending; packed hands are taken as valid."""
        return self._ready.wait_set(hand)

    def waits(self, hand: str | bytes | Hand, *, seen: str | Sequence[int] = ()) -> WaitsAnswer:
        """What a hand waits for, or how it gets nearer.

        Args:
            hand: 13 tiles, or 14 of which one must go; a meld counts as three.
            seen: tiles that lie open elsewhere, as notation or kinds.

        Raises:
            HandError: for a hand that cannot be.
        """
        return self._ready.answer(hand, seen)
