"""The public face of a compiled variant: `score`, `waits`, `load`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic

from .circumstances import won as won_by
from .explain import Explainer
from .hand import Hand, pack
from .judge import Judge, Verdicts
from .memo import Memo
from .notation import parse_packed
from .options import bind
from .program import O
from .ready import Ready, WaitsAnswer
from .score import Score

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .parsing import Form
    from .program import Program
    from .settle import Settlement

_WON: Final[tuple[Form, ...]] = ("won",)
_WAYS = 4096


class Evaluator(Generic[O]):
    """A variant with its options bound.

    Safe to share between threads: what it remembers are answers of pure functions.
    """

    __slots__ = ("_explainer", "_judge", "_ready", "_verdicts", "options", "program")

    def __init__(self, program: Program[O], options: O) -> None:
        """Bind a program to options; nothing is worked out yet."""
        self.program = program
        self.options = options
        self._judge = Judge(program, options)
        self._explainer = Explainer(self._judge)
        self._verdicts: Memo[tuple[object, ...], Verdicts[O]] = Memo(self._verdicts_for, _WAYS)
        self._ready = Ready(self._judge, self.verdicts(), self.verdicts("discard"))

    def load(self, options: Mapping[str, object] | None = None, **more: object) -> Evaluator[O]:
        """The same variant with other options, the variant's defaults where nothing is said.

        Raises:
            HandError: for an option or a value the variant does not have.
        """
        return Evaluator(self.program, bind(self.program, {**(options or {}), **more}))

    def _verdicts_for(self, way: tuple[object, ...]) -> Verdicts[O]:
        by, events, chain, revealed, payer_revealed = way
        if not isinstance(events, tuple):
            raise TypeError("events must be a sequence of words")
        circumstances = won_by(
            str(by), events, int(str(chain)), bool(revealed), bool(payer_revealed)
        )
        return Verdicts(self._judge, circumstances)

    def verdicts(
        self,
        by: str = "self_draw",
        events: Sequence[str] = (),
        chain: int = 0,
        *,
        revealed: bool = False,
        payer_revealed: bool = False,
    ) -> Verdicts[O]:
        """The judgements for one way of winning, to be looked up by `key`."""
        return self._verdicts[by, tuple(events), chain, revealed, payer_revealed]

    def key(self, packed: bytes) -> int:
        """The number under which a packed hand's judgement is kept."""
        return self._judge.key(packed)

    def score(
        self,
        hand: str | bytes | Hand,
        *,
        by: str = "self_draw",
        events: Sequence[str] = (),
        chain: int = 0,
        revealed: bool = False,
        payer_revealed: bool = False,
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

        Raises:
            HandError: for a hand or circumstances that cannot be.
        """
        packed = hand if type(hand) is bytes else self._packed(hand)
        way = (
            by,
            events if type(events) is tuple else tuple(events),
            chain,
            revealed,
            payer_revealed,
        )
        verdicts = self._verdicts[way]
        return Score(verdicts[self._judge.key(packed)], packed, verdicts.won, self._explainer)

    def _packed(self, hand: object) -> bytes:
        tiles = self.program.tiles
        if isinstance(hand, str):
            return parse_packed(hand, tiles, _WON)
        if isinstance(hand, Hand):
            return pack(hand, tiles)
        if isinstance(hand, bytes | bytearray | memoryview):
            return bytes(hand)
        raise TypeError(f"a hand is a str, bytes or Hand, not {type(hand).__name__}")

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

    def settle(self, round: Mapping[str, object]) -> Settlement:
        """Who pays whom at the end of a round.

        Args:
            round: the round as JSON has it; its options are bound first, as `load` binds them,
                and ``stake`` among them is what a stake is worth.

        Raises:
            HandError: for a round that cannot have ended so; no payment has been made then.
        """
        # Most callers never settle a round; scoring should not wait for what it needs.
        from .settle import settle  # noqa: PLC0415

        return settle(self, round)
