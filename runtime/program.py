"""What a generated module hands to the evaluator: functions and facts of one variant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from .declared import O

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from .chains import ChainAsked
    from .circumstances import Drawn, Konged, Won
    from .declared import OptionInfo, RuleInfo
    from .elements import Kind, SuitTiles
    from .horses import HorseAsked, HorsesAsked
    from .readings import Pair, Set, Win
    from .situations import Asked, Flow, HandEnded, KongAsked, MissedAsked, PungAsked, RevealAsked
    from .tiles import TileSet


class Worth:
    """What one reading is worth. `scored` has a bit for each fan, by its place in the program."""

    __slots__ = ("added", "cap", "fans", "points", "product", "scored", "value")

    def __init__(
        self,
        value: int,
        product: int,
        cap: int,
        fans: tuple[tuple[int, int], ...],
        scored: int,
        added: tuple[tuple[int, int], ...] = (),
    ) -> None:
        """Keep the value after the cap, the product, the cap, and the fans with their factors.

        `added` are points: amounts, and their rows.
        """
        self.value = value
        self.product = product
        self.cap = cap
        self.fans = fans
        self.scored = scored
        self.added = added
        self.points = sum([amount for amount, _ in added]) if added else 0


@dataclass(frozen=True, slots=True)
class Program(Generic[O]):
    """One variant, compiled.

    The `…_atoms` functions ask one part of a hand everything the rules want to know of it and
    answer with a packed integer (see `fields`). `worth` judges a packed reading; `may_win`, the
    `pay_…` functions and those about the course of a round, which make a program `FlowRules`,
    answer with a result and the number of the row that gave it. `suit_facts` says all that the
    rules make of the number of tiles of one suit; without it, nobody knows. `reading_atoms` asks a
    packed reading what rules ask of all readings of a hand, and `reading_bits` are its answers.
    `asks` names what the rules ask that need not be known elsewhere: ``hands`` when nobody has won,
    ``others``, what those have chosen between whom nothing is paid,
    ``passed`` of the winner, ``pungs`` that were passed. `choices` are what each player chooses
    before the deal.
    `carry` says which numbers are carried into the next round; while one lasts they are options.
    `pay_also` is told what `pay_win` has answered, and answers with all that is paid beside it:
    amounts, and their rows.
    `horses_…` say how many tiles are turned after a win, what each scores, and whether it brings
    another.
    `may_chain` says whether a kong right after a kong continues its chain; without it every one
    does.
    Where the greatest fan counts instead of the product, `on_top` are those that multiply it.
    `use` are the mix-ins that were laid upon the variant from outside.
    """

    variant: str
    zh: str
    en: str
    language: int
    sources: tuple[tuple[str, str], ...]
    tiles: TileSet
    seats: int
    options: tuple[OptionInfo, ...]
    defaults: O
    make_options: Callable[..., O]
    fans: tuple[RuleInfo, ...]
    rows: Mapping[str, tuple[RuleInfo, ...]]
    set_atoms: Callable[[Set, O], int]
    kind_atoms: Callable[[Kind, O], int]
    pair_atoms: Callable[[Pair, O], int]
    win_atoms: Callable[[Win, O], int]
    worth: Callable[[int, Won, O], Worth]
    may_win: Callable[[int, Won, O, Worth], tuple[bool, int]]
    pay_win: Callable[[int, Won, O, Worth], tuple[int, int]]
    pay_kong: Callable[[Konged, O], tuple[int, int]]
    pay_drawn: Callable[[Drawn, O], tuple[int, int]]
    may_kong: Callable[[KongAsked, O], tuple[bool, int]]
    may_pung: Callable[[PungAsked, O], tuple[bool, int]]
    may_reveal: Callable[[RevealAsked, O], tuple[bool, int]]
    may_win_later: Callable[[MissedAsked, O], tuple[bool, int]]
    next_dealer: Callable[[HandEnded, O], tuple[str, int]]
    flow: Flow
    suit_facts: Callable[[SuitTiles, O], tuple[int | bool | str, ...]] | None = None
    reading_atoms: Callable[[int, O], int] | None = None
    reading_bits: int = 0
    asks: tuple[str, ...] = ()
    choices: tuple[OptionInfo, ...] = ()
    carry: Callable[[HandEnded, O], tuple[tuple[str, int], ...]] | None = None
    pay_also: Callable[[int, Won, O, Worth, int], tuple[tuple[int, int], ...]] | None = None
    horses_draw: Callable[[HorsesAsked, O], tuple[int, int]] | None = None
    horses_hits: Callable[[HorseAsked, O], tuple[int, int]] | None = None
    horses_again: Callable[[HorseAsked, O], tuple[bool, int]] | None = None
    may_chain: Callable[[ChainAsked, O], tuple[bool, int]] | None = None
    on_top: tuple[str, ...] | None = None
    use: tuple[str, ...] = ()

    def told(self, vectors: Iterable[int], options: O) -> tuple[int, ...]:
        """The packed readings of one hand, each told what is so in any of them; in their order."""
        if self.reading_atoms is None:
            return tuple(vectors)
        vectors, shared = tuple(vectors), 0
        for vector in vectors:
            shared |= self.reading_atoms(vector, options)
        return tuple([vector | shared for vector in vectors])

    def says(self, table: str, asked: Asked, options: O) -> tuple[int | str, str]:
        """What a table about the course of a round answers, and the id of the row that does.

        Where there is no table about chains, every kong continues one; where there is none about
        more tiles to turn after a win, none are.
        """
        answer = self.answers.get(table)
        if answer is None:
            return table == "turn.chain", ""
        said, row = answer(asked, options)
        return said, self.rows[table][row].id

    @property
    def answers(self) -> Mapping[str, Callable[[Any, O], tuple[int | str, int]]]:
        """What it says about the course of a round, by the table that says it."""
        others: dict[str, Callable[[Any, O], tuple[int, int]] | None] = {
            "turn.chain": self.may_chain,
            "horses.draw": self.horses_draw,
            "horses.hits": self.horses_hits,
            "horses.again": self.horses_again,
        }
        return {
            "turn.kong": self.may_kong,
            "turn.pung": self.may_pung,
            "turn.reveal": self.may_reveal,
            "turn.missed": self.may_win_later,
            "dealer": self.next_dealer,
            **{table: asked for table, asked in others.items() if asked is not None},
        }
