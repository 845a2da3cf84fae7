"""What a comparison finds, as data; renderers and commands show it."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from ...runtime.circumstances import Drawn, Konged
from ...runtime.declared import UNLIMITED
from ..space.chosen import chosen_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...runtime.circumstances import Won
    from ...runtime.hand import Hand
    from ...runtime.situations import Asked, HandEnded
    from ..core.nodes import Core
    from ..resolved.nodes import OptionValue, TableKind, Words
    from ..source.text import Span

Class: TypeAlias = Literal["scoring", "payment", "eligibility", "legality", "flow", "wording"]
Severity: TypeAlias = Literal["error", "warning", "note"]

SEVERITIES: dict[Class, Severity] = {
    "scoring": "error",
    "payment": "error",
    "eligibility": "warning",
    "legality": "warning",
    "flow": "warning",
    "wording": "note",
}
"""How bad a change is unless remapped: money first, then what one may do, then words."""


class Structural(NamedTuple):
    """A difference between the files.

    Attributes:
        path: what is different, such as ``fans.x.times`` or ``cap.common.place``.
        before: its text on the first side; None where it is not there.
        after: its text on the second side.
        where: the places on both sides, where there are any.
        rules: the rules through which it can change anything for the players, by path.
    """

    path: str
    before: str | int | None
    after: str | int | None
    kind: Class
    where: tuple[Span | None, Span | None]
    rules: tuple[str, ...] = ()


class Outcome(NamedTuple):
    """What one side makes of the witness."""

    value: int
    product: int
    may_win: bool
    owed: int
    fans: tuple[tuple[str, int], ...]


class WonHand(NamedTuple):
    """A hand won in one way: it can be scored as it stands."""

    hand: Hand
    won: Won


class Bystander(NamedTuple):
    """A hand won in one way, and a payer of whom that does not speak.

    At a self-draw one who had revealed; else one who did not deal the winning tile.
    """

    hand: Hand
    won: Won
    payer_revealed: bool


class Situation(NamedTuple):
    """A payment without a hand: for a kong, or when nobody has won."""

    asked: Konged | Drawn

    @property
    def table(self) -> Literal["pay.kong", "pay.drawn"]:
        """The table that says what is paid."""
        return "pay.drawn" if isinstance(self.asked, Drawn) else "pay.kong"

    @property
    def words(self) -> dict[str, int | bool | str]:
        """What was asked, by the names of its parts."""
        match self.asked:
            case Drawn() as drawn:
                hands = {
                    "payer_ready": drawn.payer_ready,
                    "payee_ready": drawn.payee_ready,
                    "payee_best": drawn.payee_best,
                    "payee_worst": drawn.payee_worst,
                }
                seldom = {
                    "payee_points": drawn.payee_points,
                    "payee_cap": drawn.payee_cap % UNLIMITED,
                    "ready": drawn.ready,
                    "revealed": drawn.revealed,
                }
                return {
                    "payer_revealed": drawn.payer_revealed,
                    "payer_first_revealed": drawn.payer_first_revealed,
                    "payee_revealed": drawn.payee_revealed,
                    **(hands if any(hands.values()) else {}),
                    **{name: number for name, number in seldom.items() if number},
                    **_chosen(drawn),
                }
            case Konged() as kong:
                kinds = {"concealed": kong.kong_concealed, "direct": kong.kong_direct}
                return {
                    "kong": next((kind for kind, is_it in kinds.items() if is_it), "added"),
                    "chain": kong.kong_chain,
                    "konger_revealed": kong.konger_revealed,
                    "payer_fed": kong.payer_fed,
                    **_chosen(kong),
                }


def _chosen(asked: Konged | Drawn) -> dict[str, str]:
    """What players have chosen before the deal, if it is told."""
    said = chosen_text(asked)
    return {"choices": " and ".join(said)} if said else {}


class Choice(NamedTuple):
    """A value of an option that a table may choose, or may not."""

    option: str
    value: OptionValue


class Accepted(NamedTuple):
    """Whether one side lets a table choose a value."""

    yes: bool


class Asking(NamedTuple):
    """A situation of a round in which one of its tables is asked."""

    table: TableKind
    asked: Asked


class Carrying(NamedTuple):
    """The end of a round after which a number is carried on, by its id."""

    carried: str
    asked: HandEnded


class Fact(NamedTuple):
    """A fact about the course of a round, by its path."""

    path: str


class Said(NamedTuple):
    """What one side answers about a round: allowed or not, who deals next, what a fact is."""

    answer: int | str


Witness: TypeAlias = WonHand | Bystander | Situation | Choice | Asking | Carrying | Fact
Answer: TypeAlias = "Outcome | int | Accepted | Said"
"""What one side makes of a witness; what a bystander or one without a hand pays is a number."""


Round: TypeAlias = "Mapping[str, Any]"
"""The end of a round as `settle` takes it."""


class PaidSo(NamedTuple):
    """The end of a round in which both sides ask of one seat for another what a finding says.

    Attributes:
        rounds: for each side the round as `settle` takes it, without options.
        payer: the seat that pays.
        payee: the seat that is paid.
        hands: those of payer, payee and the others, where nobody has won and rules ask for them.
    """

    rounds: tuple[Round, Round]
    payer: int
    payee: int
    hands: tuple[Hand, ...] = ()


class PassedSo(NamedTuple):
    """A hand that may pass a win and be offered another.

    Attributes:
        hand: the hand, which waits.
        passed: the kind it is passed on, off a discard.
        win: the kind it could win on later.
        robbing: whether that is robbed from a kong.
        revealed: whether its player has revealed.
    """

    hand: Hand
    passed: int
    win: int
    robbing: bool
    revealed: bool


Shown: TypeAlias = PaidSo | PassedSo


@dataclass(frozen=True, slots=True)
class Behavioural:
    """A difference for the players.

    Attributes:
        rules: the rules that make the difference, by path: ``fans.x``, ``cap.common``; a rule
            that only has another name on the second side goes by that of the first.
        count: (hand, winning tile) points on which some possible circumstance differs; for
            payments without a hand the situations that differ, for options the values.
        of: how many there are in all.
        swing: the greatest change of a value or payment, in stakes.
        witness: the least example.
        settings: the options of each side that are not at their defaults. Count, swing, witness and
            answers are those under them: the defaults, if it shows there, else the choice of
            options under which it shows in most.
        effects: all that comes out differently, as `effects` sums it up.
        shows: under how many choices of options it shows.
        tried: under how many was looked; 0 for what does not depend on them.
        widest: the greatest change under any of them.
        fingerprint: twelve hexadecimal digits that stay as long as all this does; empty for what
            cannot be approved, because not all was looked at.
        shown: how the witness comes about, where it does not say that itself.
        imagined: nothing could be found in which the witness comes about.
    """

    kind: Class
    rules: tuple[str, ...]
    count: int
    of: int
    swing: int
    witness: Witness
    settings: tuple[Mapping[str, OptionValue], Mapping[str, OptionValue]]
    before: Answer
    after: Answer
    effects: int = 0
    shows: int = 0
    tried: int = 0
    widest: int = 0
    fingerprint: str = ""
    shown: Shown | None = None
    imagined: bool = False

    @property
    def share(self) -> float:
        """The part of all points that differs."""
        return self.count / self.of if self.of else 0.0


class SpaceSize(NamedTuple):
    """How much a comparison covered: hands, payments without a hand, situations of a round."""

    configurations: int = 0
    points: int = 0
    circumstances: int = 0
    settings: int = 0
    kongs: int = 0
    drawn: int = 0
    asked: int = 0


class Gap(NamedTuple):
    """Something that was not covered, so that the comparison proves nothing about it.

    Attributes:
        key: what kind of thing; renderers have the words.
        params: what these need.
    """

    key: Literal[
        "tiles",
        "no_tiles",
        "outside",
        "seats",
        "too_many",
        "budget",
        "values",
        "combinations",
        "waits",
        "dealing",
        "follows",
        "rounds",
    ]
    params: Mapping[str, str | int] = MappingProxyType({})


class SideInfo(NamedTuple):
    """One side as people know it.

    Attributes:
        name: what the user called it.
        id: the variant.
        title: the variant's name.
        where: for each of its rules by path the place where it is written.
        titles: names of its rules by path, where they have any.
    """

    name: str
    id: str
    title: Words
    where: Mapping[str, Span]
    titles: Mapping[str, Words]


class Comparison(NamedTuple):
    """Everything found between two sides.

    Attributes:
        renamed: rules that do the same under another name, as paths (before, after).
        gaps: what was not covered.
        cores: the rules of both sides.
    """

    sides: tuple[SideInfo, SideInfo]
    space: SpaceSize
    structural: tuple[Structural, ...]
    behavioural: tuple[Behavioural, ...]
    renamed: tuple[tuple[str, str], ...] = ()
    gaps: tuple[Gap, ...] = ()
    cores: tuple[Core, Core] | None = None

    @property
    def proven(self) -> bool:
        """Whether everything was covered."""
        return not self.gaps

    @property
    def equal(self) -> bool:
        """Whether it is proven that nothing differs for the players."""
        return self.proven and not self.behavioural

    def places(self, found: Behavioural, side: Literal[0, 1]) -> tuple[Span, ...]:
        """Where the rules behind a difference stand on one side, those it has.

        Where a key of a rule has changed, that is the place; where only an option or a definition
        has that the rule reads, that is.
        """
        places = {rule: span for rule, span in self._changed(side) if rule in found.rules}
        names = dict(self.renamed) if side == 1 else {}
        for rule in found.rules:
            span = self.sides[side].where.get(names.get(rule, rule))
            if span is not None:
                places.setdefault(rule, span)
        spans = [places[rule] for rule in found.rules if rule in places]
        return tuple(dict.fromkeys(spans))

    def _changed(self, side: Literal[0, 1]) -> Iterator[tuple[str, Span]]:
        """The rules that have changed, with the place; what counts most comes last."""
        told = [one for one in reversed(self.structural) if one.kind != "wording"]
        for one in sorted(told, key=lambda one: len(one.rules), reverse=True):
            span = one.where[side]
            if span is not None:
                yield from ((rule, span) for rule in one.rules)
