"""Lays one declaration over another of the same thing, key by key."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from ..diagnostics.report import Label
from ..surface.nodes import (
    AssumptionDecl,
    CarriedDecl,
    DefineDecl,
    FanDecl,
    FoulDecl,
    Located,
    OptionDecl,
    Origin,
    PresetDecl,
    Removed,
    RowDecl,
    SeatingDecl,
    TurnDecl,
    WorthDecl,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..diagnostics.report import Sink
    from ..source.text import Span
    from ..surface.nodes import Basis, Ref

T = TypeVar("T")


class Declared(Protocol):
    """What the declarations of all kinds have in common."""

    @property
    def id(self) -> Ref:
        """The key it stands under."""

    @property
    def origin(self) -> Origin:
        """Where it is written."""

    @property
    def sound(self) -> bool:
        """Whether everything in it could be read."""


def kept(declared: Sequence[T | Removed]) -> tuple[T, ...]:
    """Declarations without those that only say that something is removed."""
    return tuple(given for given in declared if not isinstance(given, Removed))


def over(old: Located[T] | None, new: Located[T] | None) -> Located[T] | None:
    """The newer of two values of the same key, remembering what it overrode."""
    if new is None or old is None:
        return new or old
    return Located(new.value, later(old.origin, new.origin))


def later(old: Origin, new: Origin) -> Origin:
    """Where something stands now, and before that."""
    return Origin(new.span, (old.span, *old.overrode))


class Change(NamedTuple):
    """A key that changes what a rule does: where it stands, and where what it overrides does."""

    key: str
    now: Span
    before: Span | None


def first_change(**keys: tuple[Located[object] | None, Located[object] | None]) -> Change | None:
    """The first of these keys, each with its old and new value, that a patch states."""
    for key, (old, new) in keys.items():
        if new is not None:
            return Change(key, new.origin.span, None if old is None else old.origin.span)
    return None


def check_grounds(
    path: str, change: Change | None, basis: Located[Basis] | None, old: Span, sink: Sink
) -> None:
    """Report a patch that changes a rule but does not say on what the change rests."""
    if change is None or basis is not None:
        return
    labels = (Label(change.before or old, "parent"),)
    sink.error("KWX2222", change.now, labels=labels, path=path, key=change.key)


def fan_over(old: FanDecl, new: FanDecl) -> FanDecl:
    """A fan with what a child changes of it."""
    return FanDecl(
        id=new.id,
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound,
        name=over(old.name, new.name),
        times=over(old.times, new.times),
        on_top=over(old.on_top, new.on_top),
        when=over(old.when, new.when),
        replaces=over(old.replaces, new.replaces),
        excludes=over(old.excludes, new.excludes),
        basis=over(old.basis, new.basis),
        note=over(old.note, new.note),
    )


def fan_of_mixin(old: FanDecl, new: FanDecl) -> FanDecl:
    """A fan with what a mix-in makes of it.

    A mix-in that says all a fan needs means its own: nothing is kept that was said of another.
    """
    if new.name is None or new.times is None or new.when is None:
        return fan_over(old, new)
    return replace(
        new,
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound,
        name=over(old.name, new.name),
        times=over(old.times, new.times),
        when=over(old.when, new.when),
    )


def option_over(old: OptionDecl, new: OptionDecl) -> OptionDecl:
    """An option with what a child changes of it."""
    return OptionDecl(
        id=new.id,
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound,
        name=over(old.name, new.name),
        default=over(old.default, new.default),
        offered=over(old.offered, new.offered),
        accepts=over(old.accepts, new.accepts),
        basis=over(old.basis, new.basis),
        note=over(old.note, new.note),
        asked=over(old.asked, new.asked),
    )


def carried_over(old: CarriedDecl, new: CarriedDecl) -> CarriedDecl:
    """A carried number with what a child changes of it."""
    return CarriedDecl(
        id=new.id,
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound,
        name=over(old.name, new.name),
        low=over(old.low, new.low),
        high=over(old.high, new.high),
        start=over(old.start, new.start),
        next=over(old.next, new.next),
        basis=over(old.basis, new.basis),
        note=over(old.note, new.note),
    )


def preset_over(old: PresetDecl, new: PresetDecl) -> PresetDecl:
    """A preset with what a child chooses otherwise."""
    values = dict(old.values)
    for id_, (ref, value) in new.values.items():
        before = old.values.get(id_)
        origin = value.origin if before is None else later(before[1].origin, value.origin)
        values[id_] = (ref, Located(value.value, origin))
    sound = old.sound and new.sound
    return PresetDecl(new.id, later(old.origin, new.origin), sound, values)


def define_over(old: DefineDecl, new: DefineDecl) -> DefineDecl:
    """A definition with what a child changes of it."""
    return DefineDecl(
        id=new.id,
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound,
        body=over(old.body, new.body),
        note=over(old.note, new.note),
    )


def assumption_over(old: AssumptionDecl, new: AssumptionDecl) -> AssumptionDecl:
    """An assumption with what a child changes of it."""
    return AssumptionDecl(
        id=new.id,
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound,
        text=over(old.text, new.text),
        cites=over(old.cites, new.cites),
    )


def row_over(old: RowDecl, new: RowDecl) -> RowDecl:
    """A row with what a child changes of it."""
    return RowDecl(
        id=new.id,
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound,
        name=over(old.name, new.name),
        when=over(old.when, new.when),
        result=over(old.result, new.result),
        place=None,
        basis=over(old.basis, new.basis),
        note=over(old.note, new.note),
    )


def seating_over(old: SeatingDecl, new: SeatingDecl) -> SeatingDecl:
    """The table with what a child changes of it."""
    return SeatingDecl(
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound,
        seats=over(old.seats, new.seats),
        at_table=over(old.at_table, new.at_table),
        out=over(old.out, new.out),
        suits=over(old.suits, new.suits),
        ranks=over(old.ranks, new.ranks),
        dragons=over(old.dragons, new.dragons),
        copies=over(old.copies, new.copies),
        dealer=over(old.dealer, new.dealer),
        others=over(old.others, new.others),
        direction=over(old.direction, new.direction),
        basis=over(old.basis, new.basis),
        note=over(old.note, new.note),
    )


def turn_over(old: TurnDecl, new: TurnDecl) -> TurnDecl:
    """The facts about turns with what a child changes of them."""
    return TurnDecl(
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound,
        exchange=over(old.exchange, new.exchange),
        precedence=over(old.precedence, new.precedence),
        winners=over(old.winners, new.winners),
        tail=over(old.tail, new.tail),
        reveal_anytime=over(old.reveal_anytime, new.reveal_anytime),
        reveal_shows=over(old.reveal_shows, new.reveal_shows),
        must=over(old.must, new.must),
        basis=over(old.basis, new.basis),
        note=over(old.note, new.note),
    )


def worth_over(old: WorthDecl, new: WorthDecl) -> WorthDecl:
    """How fans are combined with what a child changes of it."""
    return WorthDecl(
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound,
        combine=over(old.combine, new.combine),
        basis=over(old.basis, new.basis),
        note=over(old.note, new.note),
    )


def foul_over(old: FoulDecl, new: FoulDecl) -> FoulDecl:
    """What follows from a foul with what a child changes of it."""
    return FoulDecl(
        id=new.id,
        origin=later(old.origin, new.origin),
        sound=old.sound and new.sound,
        name=over(old.name, new.name),
        may_win=over(old.may_win, new.may_win),
        may_kong=over(old.may_kong, new.may_kong),
        kong_money=over(old.kong_money, new.kong_money),
        basis=over(old.basis, new.basis),
        note=over(old.note, new.note),
    )
