"""What a round needs of a variant, worked out once for all rounds that are played with it."""

from __future__ import annotations

from functools import cached_property, partial
from hashlib import sha256
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from ..cashier import MAX_STAKE, Cashier
from ..choices import asked_once
from ..dealing import CARRIED_AS, DICE_PAIR, ended
from ..declared import UNLIMITED
from ..discards import discard_table
from ..evaluator import Evaluator
from ..records import expect, whole_number, wrong_type
from ..situations import as_chosen
from ..waits import wait_table
from .actions import Discard, Kong
from .decisions import Decisions
from .events import Discarded, Drew, Passed
from .log import lines_of
from .state import NONE, with_tile
from .till import Till
from .wall import deal_order

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..dealing import RoundEnd
    from ..declared import OptionValues, RuleInfo
    from ..situations import FlowRules

E = TypeVar("E", Discarded, Drew)


class RoundRules:
    """An evaluator, the rules of play, and the stake, with tables for quick answers.

    Inside a round tiles are positions in the tile set; `kinds` and `position` translate.
    """

    def __init__(
        self, evaluator: Evaluator[Any], rules: FlowRules | None = None, stake: int = 1
    ) -> None:
        """Prepare a variant for play.

        Args:
            evaluator: the variant, its options bound.
            rules: rules of play to take in the place of its own.
            stake: what one unit of its payments is.

        Raises:
            HandError: for what is none of these.
        """
        rules = _checked(evaluator, rules, stake)
        program = evaluator.program
        self.evaluator = evaluator
        self.options: OptionValues = evaluator.options
        self.play = rules
        self.flow = rules.flow
        self.closed = as_chosen(rules.flow.reveal_shows, evaluator.options) == "waiting"
        self.once = asked_once(program.choices, evaluator.options)
        self.keeps_pungs = "pungs" in program.asks
        self.stake = stake
        self.decisions = Decisions(rules, evaluator.options)
        self.till = Till(Cashier(program, evaluator.options, stake))
        self.tiles = program.tiles
        self.kinds = program.tiles.kinds
        self.position = program.tiles.position
        self.size = len(self.kinds)
        self.seats = program.seats
        self.players = rules.flow.at_table
        waiting = wait_table(program.tiles)
        self.waiting = waiting
        self.waits = waiting.waits
        self.ready = discard_table(program.tiles).ready
        self.deals = deal_order(self.seats, rules.flow.dealer_tiles - 1)
        self.dealt = tuple([itemgetter(*places) for places in self.deals])
        self.tiles_dealt = sum(map(len, self.deals))
        self.named = bytes.maketrans(bytes(range(self.size)), bytes(self.kinds))
        self.source = _hash(program.sources)
        self.draws = self._for_all(Drew)
        self.replacements = self._for_all(partial(Drew, replacement=True))
        self.discarded = self._for_all(Discarded)
        self.passed = tuple([Passed(seat) for seat in range(self.players)])
        self._bound = self._named_options()
        self._carrying: dict[tuple[tuple[str, int], ...], RoundRules] = {}
        self._asks_dice = any(info.id == DICE_PAIR for info in program.options)
        self._thrown: dict[bool, RoundRules] = {}
        self.discards = tuple([Discard(kind) for kind in self.kinds])
        self.concealed_kongs = tuple([Kong("concealed", kind) for kind in self.kinds])
        self.added_kongs = tuple([Kong("added", kind) for kind in self.kinds])
        self.reveals = tuple([Discard(kind, True) for kind in self.kinds])

    @cached_property
    def lines(self) -> dict[int, str]:
        """The events that are used again and again as lines of a log, by their identities."""
        thrown, passed = self.discarded, self.passed
        return lines_of(chain(passed, *self.draws, *self.replacements, *thrown))

    def _for_all(self, make: Callable[[int, int], E]) -> tuple[tuple[E, ...], ...]:
        """One event for every seat and position, to be used again and again."""
        return tuple(
            tuple([make(seat, kind) for kind in self.kinds]) for seat in range(self.players)
        )

    def after(self, end: RoundEnd) -> RoundRules:
        """What the next round is played with: the same, but for numbers that are carried on."""
        carry = self.evaluator.program.carry
        if carry is None:
            return self
        carried = carry(ended(end), self.options)
        if carried not in self._carrying:
            self._carrying[carried] = self._with(
                {f"{CARRIED_AS}{id_}": value for id_, value in carried}
            )
        return self._carrying[carried]

    def thrown(self, dice: tuple[int, int] | None) -> RoundRules:
        """What is played with once the dice are thrown: the same, unless rules ask for them."""
        if dice is None or not self._asks_dice:
            return self
        pair = dice[0] == dice[1]
        if pair not in self._thrown:
            made = self._with({DICE_PAIR: pair})
            made._thrown = self._thrown
            self._thrown[pair] = made
        return self._thrown[pair]

    def _with(self, values: Mapping[str, int]) -> RoundRules:
        """The same with other values of what is bound like options."""
        bound = {**dict(self._bound), **values}
        made = RoundRules(self.evaluator.load(bound), stake=self.stake)
        made._carrying = self._carrying
        return made

    def bound_options(self) -> tuple[tuple[str, int | str], ...]:
        """The options as a log names them."""
        return self._bound

    def _named_options(self) -> tuple[tuple[str, int | str], ...]:
        infos, values = self.evaluator.program.options, self.options._asdict().values()
        return tuple(
            (info.id, "none" if value == UNLIMITED else value)
            for info, value in zip(infos, values, strict=True)
        )

    def row(self, table: str, index: int) -> RuleInfo:
        """A row of one of the tables of play."""
        return self.play.rows[table][index]

    def place(self, kind: object) -> int:
        """The position of a kind; `NONE` for what is no tile of the variant, whatever it is."""
        try:
            return self.position.get(kind, NONE)  # type: ignore[call-overload, no-any-return]
        except TypeError:  # nothing that can be looked up
            return NONE

    def without(self, hand: bytes, tail: bytes, tile: int) -> tuple[bytes, tuple[int, ...]]:
        """What is left of a hand that throws a tile away, and what it waits for then."""
        rest = with_tile(hand, tile, -1)
        return rest, self.waits(rest + tail) if tile in self.ready(hand, tail) else ()


def _checked(evaluator: Evaluator[Any], rules: FlowRules | None, stake: int) -> FlowRules:
    """The rules of play that are meant."""
    expect(evaluator, "evaluator", "Evaluator", Evaluator)
    whole_number(stake, "stake", 1, MAX_STAKE)
    if rules is None:
        return evaluator.program
    if not (hasattr(rules, "flow") and hasattr(rules, "rows")):
        raise wrong_type("rules", "FlowRules", rules)
    return rules


def _hash(sources: tuple[tuple[str, str], ...]) -> str:
    """One hash over those of all files of a ruleset."""
    return sha256("\n".join([digest for _, digest in sources]).encode()).hexdigest()
