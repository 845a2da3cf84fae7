"""From declarations to a resolved ruleset: the one function is `resolve`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from ..surface.keys import (
    CARRIED_AS,
    CLAIMS,
    DEALT,
    DRAGONS,
    MAX_CARRIED_VALUES,
    RESULT_KEYS,
    SUITS,
)
from ..surface.nodes import Basis, Located, Words
from .agreement import check_agreement
from .beside import check_beside
from .checks import check_structure, is_complete
from .dice import dice_asked
from .inherit import inherit
from .nodes import (
    Assumption,
    Carried,
    Define,
    Fan,
    Foul,
    Option,
    Preset,
    Row,
    Ruleset,
    Seating,
    Table,
    Turn,
    Worth,
)
from .overlay import kept
from .references import check_references
from .removals import removals
from .stand_ins import always, once, outcome, without_broken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..diagnostics.report import Sink
    from ..surface.nodes import (
        AssumptionDecl,
        CarriedDecl,
        DefineDecl,
        FanDecl,
        FoulDecl,
        OptionDecl,
        OptionValue,
        Origin,
        PresetDecl,
        RowDecl,
        RulesetDecl,
        SeatingDecl,
        TableDecl,
        TableKind,
        TurnDecl,
        WorthDecl,
    )

T = TypeVar("T")

_UNNAMED = Words("", "")
_GROUNDLESS = Basis()


def resolve(chain: Sequence[RulesetDecl], sink: Sink, head: int = 0) -> Ruleset:
    """Put a chain of files together.

    Args:
        chain: A file, the mix-ins it uses, the last of them first, its parent with its own, and so
            on. Before it there may be mix-ins that lie on top.
        sink: Takes what is wrong. Where errors were found, here or before, the ruleset has
            something harmless in the place of whatever could not be read; it is then fit for
            further checks and for nothing else.
        head: Which of the files it is all about.

    Returns:
        The ruleset.
    """
    contested = check_agreement(chain, head, sink)
    merged = inherit(chain, sink, head, contested)
    check_structure(merged, sink)
    check_references(merged, chain, sink, head)
    check_beside(chain, merged, sink)
    return without_broken(_ruleset(merged, chain, head), _broken(merged))


def _broken(merged: RulesetDecl) -> list[str]:
    options = [f"options.{given.id.id}" for given in kept(merged.options) if not is_complete(given)]
    return options + [given.id.id for given in kept(merged.defines) if given.body is None]


def _ruleset(merged: RulesetDecl, chain: Sequence[RulesetDecl], head: int) -> Ruleset:
    found = _without_dice(merged, chain, head)
    return replace(found, dice=dice_asked(found))


def _without_dice(merged: RulesetDecl, chain: Sequence[RulesetDecl], head: int) -> Ruleset:
    others = [file for number, file in enumerate(chain) if number != head]
    return Ruleset(
        id=_id(merged),
        mixin=merged.mixin,
        name=_named(merged, chain[:head]),
        abstract=_or(merged.abstract, False),
        note=_value(merged.note),
        seating=_seating(merged.seating, merged.origin),
        assumptions=tuple(map(_assumption, kept(merged.assumptions))),
        refuses=tuple(map(_assumption, kept(merged.refuses))),
        options=tuple(map(_option, kept(merged.options))),
        choices=tuple(_option(one) for one in kept(merged.choices) if one.default is not None),
        carried=tuple(_carried(one) for one in kept(merged.carried) if one.next is not None),
        dice=(),
        presets=tuple(map(_preset, kept(merged.presets))),
        defines=tuple(map(_define, kept(merged.defines))),
        fans=tuple(map(_fan, kept(merged.fans))),
        worth=None if merged.worth is None else _worth(merged.worth),
        tables=tuple(table for table in map(_table, merged.tables) if table.rows),
        turn=_turn(merged.turn, merged.origin),
        fouls=tuple(map(_foul, kept(merged.fouls))),
        exclusive=_or(merged.exclusive, ()),
        examples=merged.examples,
        excused=merged.excused,
        removed=removals(chain),
        parents=tuple(_id(file) for file in others if not file.mixin),
        uses=tuple(_id(file) for file in reversed(others) if file.mixin),
        use=tuple(map(_id, reversed(chain[:head]))),
        sources=tuple(file.source for file in (chain[head], *others)),
        files=tuple(map(_id, (chain[head], *others))),
        origin=merged.origin,
    )


def _named(merged: RulesetDecl, on_top: Sequence[RulesetDecl]) -> Words:
    """What people call it, with the mix-ins on top of it."""
    names = [_or(file.name, _UNNAMED) for file in (merged, *reversed(on_top))]
    return Words(" + ".join(one.zh for one in names), " + ".join(one.en for one in names))


def _id(file: RulesetDecl) -> str:
    return file.variant.id if file.variant else ""


def _value(found: Located[T] | None) -> T | None:
    return None if found is None else found.value


def _or(found: Located[T] | None, otherwise: T) -> T:
    return otherwise if found is None else found.value


def _keys(**found: Located[object] | None) -> dict[str, Origin]:
    return {key: value.origin for key, value in found.items() if value is not None}


def _seating(found: SeatingDecl | None, origin: Origin) -> Seating:
    """The table, its tiles in the order of the tile set whatever the order written."""
    if found is None:
        return Seating(3, SUITS[:2], DRAGONS, 4, _GROUNDLESS, origin)
    suits, dragons = _or(found.suits, SUITS[:2]), _or(found.dragons, DRAGONS)
    seats, out = _or(found.seats, 3), _or(found.out, "nobody")
    return Seating(
        seats=seats,
        at_table=_or(found.at_table, seats + (out != "nobody")),
        out=out,
        dealer=_or(found.dealer, DEALT + 1),
        others=_or(found.others, DEALT),
        direction=_or(found.direction, "counterclockwise"),
        suits=tuple(suit for suit in SUITS if suit in suits),
        dragons=tuple(dragon for dragon in DRAGONS if dragon in dragons),
        copies=_or(found.copies, 4),
        ranks=_or(found.ranks, (1, 9)),
        basis=_or(found.basis, _GROUNDLESS),
        origin=found.origin,
        note=_value(found.note),
        keys=_keys(
            seats=found.seats,
            at_table=found.at_table,
            out=found.out,
            suits=found.suits,
            ranks=found.ranks,
            dragons=found.dragons,
            copies=found.copies,
            dealer=found.dealer,
            others=found.others,
            direction=found.direction,
            note=found.note,
            basis=found.basis,
        ),
    )


def _turn(found: TurnDecl | None, origin: Origin) -> Turn:
    if found is None:
        return Turn((), CLAIMS, "many", True, False, "hand", (), _GROUNDLESS, None, origin)
    return Turn(
        exchange=_or(found.exchange, ()),
        precedence=_or(found.precedence, CLAIMS),
        winners=_or(found.winners, "many"),
        tail=_or(found.tail, True),
        reveal_anytime=_or(found.reveal_anytime, False),
        reveal_shows=_or(found.reveal_shows, "hand"),
        must=_or(found.must, ()),
        basis=_or(found.basis, _GROUNDLESS),
        note=_value(found.note),
        origin=found.origin,
        keys=_keys(
            exchange=found.exchange,
            precedence=found.precedence,
            winners=found.winners,
            tail=found.tail,
            reveal_anytime=found.reveal_anytime,
            reveal_shows=found.reveal_shows,
            must=found.must,
            note=found.note,
            basis=found.basis,
        ),
    )


def _worth(found: WorthDecl) -> Worth:
    return Worth(
        combine=_or(found.combine, "product"),
        basis=_or(found.basis, _GROUNDLESS),
        note=_value(found.note),
        origin=found.origin,
        keys=_keys(combine=found.combine, note=found.note, basis=found.basis),
    )


def _foul(found: FoulDecl) -> Foul:
    return Foul(
        id=found.id.id,
        name=_value(found.name),
        may_win=_or(found.may_win, True),
        may_kong=_or(found.may_kong, True),
        kong_money=_or(found.kong_money, "kept"),
        basis=_or(found.basis, _GROUNDLESS),
        note=_value(found.note),
        origin=found.origin,
        keys=_keys(
            name=found.name,
            may_win=found.may_win,
            may_kong=found.may_kong,
            kong_money=found.kong_money,
            note=found.note,
            basis=found.basis,
        ),
    )


def _assumption(found: AssumptionDecl) -> Assumption:
    return Assumption(found.id.id, _or(found.text, _UNNAMED), _or(found.cites, ()), found.origin)


def _option(found: OptionDecl) -> Option:
    default: OptionValue = _value(found.default)
    implied: tuple[OptionValue, ...] = (False, True) if isinstance(default, bool) else (default,)
    return Option(
        id=found.id.id,
        name=_value(found.name),
        default=default,
        offered=_or(found.offered, implied),
        accepts=_value(found.accepts),
        basis=_or(found.basis, _GROUNDLESS),
        note=_value(found.note),
        asked=_or(found.asked, "each_round"),
        origin=found.origin,
        keys=_keys(
            name=found.name,
            default=found.default,
            offered=found.offered,
            accepts=found.accepts,
            asked=found.asked,
            note=found.note,
            basis=found.basis,
        ),
    )


def _carried(found: CarriedDecl) -> Carried:
    """A carried number; while a round lasts it is an option of a name that says so."""
    low, start = _or(found.low, 0), _or(found.start, 0)
    high = max(low, _or(found.high, low))
    bound = Option(
        id=f"{CARRIED_AS}{found.id.id}",
        name=_value(found.name),
        default=start,
        offered=tuple(range(low, min(high, low + MAX_CARRIED_VALUES - 1) + 1)),
        accepts=None,
        basis=_or(found.basis, _GROUNDLESS),
        note=_value(found.note),
        origin=found.origin,
    )
    following = found.next.value if found.next else once(found.id.span)
    return Carried(found.id.id, bound, following, found.origin)


def _preset(found: PresetDecl) -> Preset:
    values = {id_: value.value for id_, (_, value) in found.values.items()}
    return Preset(found.id.id, values, found.origin)


def _define(found: DefineDecl) -> Define:
    body = found.body.value if found.body else always(found.id.span)
    return Define(found.id.id, body, _value(found.note), found.origin)


def _fan(found: FanDecl) -> Fan:
    return Fan(
        id=found.id.id,
        name=_or(found.name, _UNNAMED),
        when=found.when.value if found.when else always(found.id.span),
        times=found.times.value if found.times else once(found.id.span),
        on_top=_or(found.on_top, False),
        replaces=_or(found.replaces, ()),
        excludes=_or(found.excludes, ()),
        basis=_or(found.basis, _GROUNDLESS),
        note=_value(found.note),
        origin=found.origin,
        keys=_keys(
            name=found.name,
            times=found.times,
            on_top=found.on_top,
            when=found.when,
            replaces=found.replaces,
            excludes=found.excludes,
            note=found.note,
            basis=found.basis,
        ),
    )


def _table(found: TableDecl) -> Table:
    rows = tuple(_row(row, found.kind) for row in kept(found.rows))
    return Table(found.kind, rows, found.origin)


def _row(found: RowDecl, kind: TableKind) -> Row:
    return Row(
        id=found.id.id,
        name=_value(found.name),
        when=_value(found.when),
        result=found.result.value if found.result else outcome(kind, found.id.span),
        basis=_or(found.basis, _GROUNDLESS),
        note=_value(found.note),
        origin=found.origin,
        keys=_keys(
            name=found.name,
            when=found.when,
            note=found.note,
            basis=found.basis,
            **{RESULT_KEYS[kind]: found.result},
        ),
    )
