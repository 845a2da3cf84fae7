"""`extends`: lays what a child states over what its ancestors say.

The outcome is one file's worth of declarations, as if somebody had written the whole ruleset out,
except that every value remembers where it is written and what it overrode. Mappings are patched
key by key, lists replace; nothing is merged silently.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from ..meant import did_you_mean
from ..surface.nodes import Removed
from .overlay import (
    Declared,
    assumption_over,
    carried_over,
    check_grounds,
    define_over,
    fan_of_mixin,
    fan_over,
    first_change,
    foul_over,
    kept,
    option_over,
    over,
    preset_over,
    seating_over,
    turn_over,
    worth_over,
)
from .past import Past
from .rows import lay_tables, not_there

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..diagnostics.report import Sink
    from ..surface.nodes import (
        AssumptionDecl,
        CarriedDecl,
        DefineDecl,
        FanDecl,
        FoulDecl,
        OptionDecl,
        PresetDecl,
        RulesetDecl,
        SeatingDecl,
        TurnDecl,
        WorthDecl,
    )


D = TypeVar("D", bound=Declared)


def inherit(
    chain: Sequence[RulesetDecl],
    sink: Sink,
    head: int = 0,
    contested: frozenset[str] = frozenset(),
) -> RulesetDecl:
    """Lay a chain of files over one another.

    Args:
        chain: A file, the mix-ins it uses, the last of them first, its parent with its own, and so
            on. Before it there may be mix-ins that lie on top.
        sink: Takes what does not fit, each in the file that states it.
        head: Which of them is the file.
        contested: Where mix-ins contradict each other, as has been told.

    Returns:
        The file with all it inherits: no `Removed` is left, and every table is whole.
    """
    merged = replace(
        chain[-1],
        seating=None,
        assumptions=(),
        refuses=(),
        options=(),
        choices=(),
        carried=(),
        presets=(),
        defines=(),
        fans=(),
        worth=None,
        tables=(),
        turn=None,
        fouls=(),
        exclusive=None,
    )
    beside = 0
    for number in reversed(range(len(chain))):
        file = chain[number]
        heading = merged if number < head else file
        listed = file.mixin and number != head
        past = Past(chain[number + 1 :], beside if listed else 0, contested, file.mixin)
        merged = _lay(heading, merged, file, past, sink)
        beside = beside + 1 if listed else 0
    return merged


def _lay(
    heading: RulesetDecl, parent: RulesetDecl, child: RulesetDecl, past: Past, sink: Sink
) -> RulesetDecl:
    fans = _MIXED if child.mixin else _FANS
    return replace(
        heading,
        seating=_lay_seating(parent.seating, child.seating, sink),
        assumptions=_lay_section(parent.assumptions, child.assumptions, _ASSUMPTIONS, past, sink),
        refuses=_lay_section(parent.refuses, child.refuses, _REFUSES, past, sink),
        options=_lay_section(parent.options, child.options, _OPTIONS, past, sink),
        choices=_lay_section(parent.choices, child.choices, _CHOICES, past, sink),
        carried=_lay_section(parent.carried, child.carried, _CARRIED, past, sink),
        presets=_lay_section(parent.presets, child.presets, _PRESETS, past, sink),
        defines=_lay_section(parent.defines, child.defines, _DEFINES, past, sink),
        fans=_lay_section(parent.fans, child.fans, fans, past, sink),
        worth=_lay_worth(parent.worth, child.worth, sink),
        tables=lay_tables(parent.tables, child.tables, past, sink),
        turn=_lay_turn(parent.turn, child.turn, sink),
        fouls=_lay_section(parent.fouls, child.fouls, _FOULS, past, sink),
        exclusive=over(parent.exclusive, child.exclusive),
        sound=parent.sound and child.sound,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Kind(Generic[D]):
    """How one kind of declaration is inherited.

    Attributes:
        path: The section's key.
        missing: The required keys that a declaration lacks.
        grounded: Whether it says on what it rests, or need not.
        patch: Lays a declaration over the parent's.
        check_patch: Looks at a patch, the parent's declaration beside it.
    """

    path: str
    missing: Callable[[D], list[str]]
    grounded: Callable[[D], bool]
    patch: Callable[[D, D], D]
    check_patch: Callable[[D, D, Sink], None]


def _lay_section(
    parents: Sequence[D | Removed],
    children: Sequence[D | Removed],
    kind: _Kind[D],
    past: Past,
    sink: Sink,
) -> tuple[D, ...]:
    merged = {parent.id.id: parent for parent in kept(parents)}
    inherited = tuple(merged)
    for child in children:
        old = merged.get(child.id.id)
        if isinstance(child, Removed):
            if old is None:
                not_there(child, kind.path, inherited, past, sink)
            else:
                del merged[child.id.id]
        elif old is None:
            merged[child.id.id] = child
            _check_new(child, kind, inherited, past, sink)
        else:
            merged[child.id.id] = kind.patch(old, child)
            kind.check_patch(old, child, sink)
    return tuple(merged.values())


def _check_new(child: D, kind: _Kind[D], inherited: Sequence[str], past: Past, sink: Sink) -> None:
    """A declaration that is not a patch must be complete; perhaps it was meant for one."""
    if not child.sound:
        return
    missing, path = kind.missing(child), f"{kind.path}.{child.id.id}"
    if missing and path in past.contested:
        return
    if missing:
        close, fix = did_you_mean(child.id.id, inherited, sink=sink)
        sink.error(
            "KWX2240",
            child.id.span,
            labels=past.labels(path),
            fix=fix,
            path=kind.path,
            found=child.id.id,
            missing=", ".join(missing),
            close=close,
        )
    elif not kind.grounded(child):
        sink.error("KWX2221", child.id.span, path=path)


def _lay_seating(
    old: SeatingDecl | None, new: SeatingDecl | None, sink: Sink
) -> SeatingDecl | None:
    if old is None or new is None:
        return new or old
    if new.sound:
        change = first_change(
            seats=(old.seats, new.seats),
            at_table=(old.at_table or old.out, new.at_table or new.out),
            suits=(old.suits, new.suits),
            ranks=(old.ranks, new.ranks),
            dragons=(old.dragons, new.dragons),
            copies=(old.copies, new.copies),
            deal=(old.others, new.dealer or new.others or new.direction),
        )
        check_grounds("table", change, new.basis, old.origin.span, sink)
    return seating_over(old, new)


def _lay_turn(old: TurnDecl | None, new: TurnDecl | None, sink: Sink) -> TurnDecl | None:
    if old is None or new is None:
        return new or old
    if new.sound:
        change = first_change(
            exchange=(old.exchange, new.exchange),
            precedence=(old.precedence, new.precedence),
            winners=(old.winners, new.winners),
            tail=(old.tail, new.tail),
            reveal_anytime=(old.reveal_anytime, new.reveal_anytime),
            reveal_shows=(old.reveal_shows, new.reveal_shows),
            must=(old.must, new.must),
        )
        check_grounds("turn", change, new.basis, old.origin.span, sink)
    return turn_over(old, new)


def _lay_worth(old: WorthDecl | None, new: WorthDecl | None, sink: Sink) -> WorthDecl | None:
    if old is None or new is None:
        return new or old
    if new.sound:
        change = first_change(combine=(old.combine, new.combine))
        check_grounds("worth", change, new.basis, old.origin.span, sink)
    return worth_over(old, new)


def _absent(**keys: object | None) -> list[str]:
    return [key for key, value in keys.items() if value is None]


def _fan_lacks(fan: FanDecl) -> list[str]:
    return _absent(name=fan.name, times=fan.times, when=fan.when)


def _check_fan(old: FanDecl, new: FanDecl, sink: Sink) -> None:
    if new.sound:
        change = first_change(
            times=(old.times, new.times),
            on_top=(old.on_top, new.on_top),
            when=(old.when, new.when),
            replaces=(old.replaces, new.replaces),
            excludes=(old.excludes, new.excludes),
        )
        check_grounds(f"fans.{new.id.id}", change, new.basis, old.id.span, sink)


def _check_foul(old: FoulDecl, new: FoulDecl, sink: Sink) -> None:
    if new.sound:
        change = first_change(
            may_win=(old.may_win, new.may_win),
            may_kong=(old.may_kong, new.may_kong),
            kong_money=(old.kong_money, new.kong_money),
        )
        check_grounds(f"fouls.{new.id.id}", change, new.basis, old.id.span, sink)


def _option_lacks(option: OptionDecl) -> list[str]:
    """A truth needs no list of values."""
    default = option.default
    implied = default is not None and isinstance(default.value, bool)
    return _absent(default=default, offered=implied or option.offered)


def _carried_lacks(carried: CarriedDecl) -> list[str]:
    keys = {"from": carried.low, "to": carried.high, "start": carried.start, "next": carried.next}
    return _absent(**keys)


def _define_lacks(define: DefineDecl) -> list[str]:
    return ["is"] if define.body is None else []


def _assumption_lacks(assumption: AssumptionDecl) -> list[str]:
    return ["zh", "en"] if assumption.text is None else []


def _unchecked(old: Declared, new: Declared, sink: Sink) -> None:
    """A patch of such a declaration may state anything."""


_FANS: _Kind[FanDecl] = _Kind(
    "fans", _fan_lacks, lambda fan: fan.basis is not None, fan_over, _check_fan
)
_MIXED: _Kind[FanDecl] = replace(_FANS, patch=fan_of_mixin)
"""The same in a mix-in."""
_FOULS: _Kind[FoulDecl] = _Kind(
    "fouls", lambda _: [], lambda foul: foul.basis is not None, foul_over, _check_foul
)
_OPTIONS: _Kind[OptionDecl] = _Kind(
    "options", _option_lacks, lambda option: option.basis is not None, option_over, _unchecked
)
_CHOICES: _Kind[OptionDecl] = _Kind(
    "choices", _option_lacks, lambda choice: choice.basis is not None, option_over, _unchecked
)
_CARRIED: _Kind[CarriedDecl] = _Kind(
    "carried", _carried_lacks, lambda one: one.basis is not None, carried_over, _unchecked
)
_PRESETS: _Kind[PresetDecl] = _Kind(
    "presets", lambda _: [], lambda _: True, preset_over, _unchecked
)
_DEFINES: _Kind[DefineDecl] = _Kind(
    "define", _define_lacks, lambda _: True, define_over, _unchecked
)
_ASSUMPTIONS: _Kind[AssumptionDecl] = _Kind(
    "assumptions", _assumption_lacks, lambda _: True, assumption_over, _unchecked
)
_REFUSES: _Kind[AssumptionDecl] = replace(_ASSUMPTIONS, path="refuses")
