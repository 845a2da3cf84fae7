"""What a ruleset must have when all of its chain has been put together."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ..diagnostics.report import Diagnostic, Label
from ..surface.expressions import Name
from ..surface.keys import (
    CARRIED_AS,
    DEALT,
    MAX_ASSUMPTIONS,
    MAX_CARRIED,
    MAX_CARRIED_VALUES,
    MAX_CHOICES,
    MAX_DEFINES,
    MAX_FANS,
    MAX_FOULS,
    MAX_OPTIONS,
    MAX_PRESETS,
    MAX_REFUSES,
    MAX_ROWS,
)
from ..surface.nodes import OPTIONAL_KINDS, SUMMED_KINDS, TABLE_KINDS
from ..surface.options import spelled_value
from .overlay import kept

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..diagnostics.report import Sink, Value
    from ..source.text import Span
    from ..surface.nodes import (
        CarriedDecl,
        Located,
        OptionDecl,
        OptionValue,
        RulesetDecl,
        SeatingDecl,
        TableDecl,
        TurnDecl,
        WorthDecl,
    )


def check_structure(ruleset: RulesetDecl, sink: Sink) -> None:
    """Report what is missing, too much, or in the wrong place."""
    place = _heading(ruleset)
    _check_parts(ruleset, place, sink)
    _check_sizes(ruleset, place, sink)
    for option in kept(ruleset.options):
        if option.sound:
            _check_option(option, sink)
    _check_money(ruleset, sink)
    for table in ruleset.tables:
        _check_rows(table, sink)
    if ruleset.seating is not None and ruleset.seating.sound:
        _check_places(ruleset.seating, sink)
        _check_deal(ruleset.seating, sink)
        for table in ruleset.tables:
            if table.kind == "dealer":
                _check_newcomers(table, ruleset.seating, ruleset, sink)


def _heading(ruleset: RulesetDecl) -> Span:
    """Where to point at when something is missing from the whole file."""
    return ruleset.variant.span if ruleset.variant else ruleset.origin.span


def _check_parts(ruleset: RulesetDecl, place: Span, sink: Sink) -> None:
    """A ruleset people can play has tiles, fans and all tables; an abstract one is not scored."""
    if ruleset.abstract is not None and ruleset.abstract.value:
        for example in ruleset.examples[:1]:
            labels = (Label(ruleset.abstract.origin.span, "abstract"),)
            sink.error("KWX2274", example.spans["id"], labels=labels, found=example.id)
        return
    if not ruleset.sound:
        return
    parts = {
        "table": ruleset.seating is not None,
        "fans": bool(kept(ruleset.fans)),
        "turn": ruleset.turn is not None,
    }
    parts |= dict.fromkeys((kind for kind in TABLE_KINDS if kind not in OPTIONAL_KINDS), False)
    parts |= dict.fromkeys((table.kind for table in ruleset.tables), True)
    for part, there in parts.items():
        if not there:
            sink.error("KWX2256", place, part=part)
    _check_seating(ruleset, sink)
    _check_turn(ruleset, sink)
    _check_worth(ruleset, sink)


def _check_seating(ruleset: RulesetDecl, sink: Sink) -> None:
    seating = ruleset.seating
    if seating is None or not seating.sound:
        return
    parts = {
        "seats": seating.seats,
        "at_table.out": seating.out,
        "tiles.suits": seating.suits,
        "tiles.dragons": seating.dragons,
        "tiles.copies": seating.copies,
        "deal.dealer": seating.dealer,
        "deal.others": seating.others,
        "deal.direction": seating.direction,
    }
    _check_facts("table", parts, seating, sink)


def _check_turn(ruleset: RulesetDecl, sink: Sink) -> None:
    turn = ruleset.turn
    if turn is None or not turn.sound:
        return
    parts = {
        "precedence": turn.precedence,
        "winners": turn.winners,
        "tail": turn.tail,
        "reveal_anytime": turn.reveal_anytime,
        "must": turn.must,
    }
    _check_facts("turn", parts, turn, sink)


def _check_worth(ruleset: RulesetDecl, sink: Sink) -> None:
    worth = ruleset.worth
    if worth is not None and worth.sound:
        _check_facts("worth", {"combine": worth.combine}, worth, sink)
    if ruleset.mixin or (worth and worth.combine and worth.combine.value == "maximum"):
        return  # a mix-in may come to lie upon either
    for fan in kept(ruleset.fans):
        said = fan.on_top
        if said is not None and said.value and said.origin.span.source is ruleset.source:
            sink.warning("KWX2308", said.origin.span, fan=fan.id.id)


def _check_facts(
    path: str,
    parts: Mapping[str, Located[object] | None],
    stated: SeatingDecl | TurnDecl | WorthDecl,
    sink: Sink,
) -> None:
    """All facts must be stated, and rest on something."""
    missing = [key for key, value in parts.items() if value is None]
    for key in missing:
        sink.error("KWX2202", stated.origin.span, key=key, path=path)
    if not missing and stated.basis is None:
        sink.error("KWX2221", stated.origin.span, path=path)


def _check_places(seating: SeatingDecl, sink: Sink) -> None:
    """Those at the table are those who play, and one more where one of them does not."""
    seats, at_table, out = seating.seats, seating.at_table, seating.out
    if seats is None or at_table is None or out is None:
        return
    expected = seats.value + (out.value != "nobody")
    if at_table.value == expected:
        return
    places = {
        "at_table": at_table.origin.span,
        "seats": seats.origin.span,
        "out": out.origin.span,
    }
    report_at(
        "KWX2278",
        places,
        seating.origin.span,
        sink,
        found=at_table.value,
        seats=seats.value,
        out=out.value,
        expected=expected,
    )


def _check_newcomers(
    table: TableDecl, seating: SeatingDecl, ruleset: RulesetDecl, sink: Sink
) -> None:
    """Only where somebody rests can somebody sit down."""
    out = seating.out
    if out is None or out.value == "rests":
        return
    for row in kept(table.rows):
        result = row.result
        if result is not None and result.value == Name(("newcomer",), (), result.origin.span):
            places = {"newcomer": result.origin.span, "out": out.origin.span}
            own = out.origin.span.source is ruleset.source
            newest = out.origin.span if own else table.key
            report_at("KWX2280", places, newest, sink, row=row.id.id, out=out.value)


def _check_deal(seating: SeatingDecl, sink: Sink) -> None:
    """A hand has one size only, and the dealer begins with one tile more."""
    wanted = (("dealer", seating.dealer, DEALT + 1), ("others", seating.others, DEALT))
    for key, dealt, expected in wanted:
        if dealt is not None and dealt.value != expected:
            place = dealt.origin.span
            sink.error("KWX2279", place, key=key, found=dealt.value, expected=expected)


def _check_sizes(ruleset: RulesetDecl, place: Span, sink: Sink) -> None:
    sizes = [
        ("assumptions", len(ruleset.assumptions), MAX_ASSUMPTIONS),
        ("refuses", len(ruleset.refuses), MAX_REFUSES),
        ("options", len(ruleset.options), MAX_OPTIONS),
        ("choices", len(ruleset.choices), MAX_CHOICES),
        ("carried", len(ruleset.carried), MAX_CARRIED),
        ("presets", len(ruleset.presets), MAX_PRESETS),
        ("define", len(ruleset.defines), MAX_DEFINES),
        ("fans", len(ruleset.fans), MAX_FANS),
        ("fouls", len(ruleset.fouls), MAX_FOULS),
    ]
    sizes += [(table.kind, len(table.rows), MAX_ROWS) for table in ruleset.tables]
    for path, count, limit in sizes:
        if count > limit:
            sink.error("KWX2219", place, path=path, count=count, limit=limit)


def _check_money(ruleset: RulesetDecl, sink: Sink) -> None:
    """Numbers that are carried on, and what players choose."""
    for carried in kept(ruleset.carried):
        if carried.sound:
            _check_carried(carried, ruleset, sink)
    for choice in kept(ruleset.choices):
        if choice.sound:
            _check_choice(choice, sink)


def _check_carried(carried: CarriedDecl, ruleset: RulesetDecl, sink: Sink) -> None:
    """It starts within its range, which is small, and no option is called as it is bound."""
    low, high, start = carried.low, carried.high, carried.start
    for option in kept(ruleset.options):
        if option.id.id == f"{CARRIED_AS}{carried.id.id}":
            labels = (Label(carried.id.span, "carried"),)
            params = {"found": option.id.id, "carried": carried.id.id}
            sink.error("KWX2268", option.id.span, labels=labels, **params)
    if low is None or high is None or start is None:
        return  # incomplete, as has been said
    values = high.value - low.value + 1
    if not 1 < values <= MAX_CARRIED_VALUES or not low.value <= start.value <= high.value:
        places = {"from": low.origin.span, "to": high.origin.span, "start": start.origin.span}
        most = MAX_CARRIED_VALUES
        path = f"carried.{carried.id.id}"
        report_at("KWX2267", places, carried.id.span, sink, path=path, most=most)


def _check_choice(choice: OptionDecl, sink: Sink) -> None:
    """What players choose are whole numbers, the default one of those that are offered."""
    default, offered = choice.default, choice.offered
    if default is None:
        return  # incomplete, as has been said
    values = offered.value if offered else (default.value,)
    if any(value is None or kind_of(value) != "int" for value in (*values, default.value)):
        places = {"default": default.origin.span}
        if offered is not None:
            places["offered"] = offered.origin.span
        report_at("KWX2266", places, choice.id.span, sink, path=f"choices.{choice.id.id}")
    else:
        _check_option(choice, sink, "choices")


def _check_option(option: OptionDecl, sink: Sink, section: str = "options") -> None:
    """The values must be of one kind, and the default one of those that are accepted."""
    default, offered, accepts = option.default, option.offered, option.accepts
    if default is None or (offered is None and not isinstance(default.value, bool)):
        return  # incomplete, as has been said
    path, newest = f"{section}.{option.id.id}", option.id.span
    places = {"default": default.origin.span}
    if offered is not None:
        places["offered"] = offered.origin.span
    kinds = sorted({kind_of(value) for value in (*offered_values(option), default.value)})
    if len(kinds) > 1:
        report_at("KWX2260", places, newest, sink, path=path, kinds=", ".join(kinds))
    elif accepts is not None and kinds != ["int"]:
        places = {"accepts": accepts.origin.span} | places
        report_at("KWX2264", places, newest, sink, path=path, kind=kinds[0])
    elif not accepted(default.value, option):
        params = refusal(default.value, option, section)
        report_at("KWX2261", places, newest, sink, **params)


def refusal(value: OptionValue, option: OptionDecl, section: str = "options") -> dict[str, Value]:
    """What there is to say about a value that an option, or a choice, does not take."""
    known: dict[str, Value] = {
        "path": f"{section}.{option.id.id}",
        "found": spelled_value(value),
        "offered": ", ".join(map(spelled_value, offered_values(option))),
    }
    if option.accepts is not None:
        low, high, _ = option.accepts.value
        known |= {"low": low, "high": high}
    if option.offered is not None:
        numbers = all(kind_of(one) == "int" for one in offered_values(option))
        known |= {"accepts": "accepts"} if numbers and section == "options" else {}
        known |= {"list": "offered"}
    return known


def kind_of(value: OptionValue) -> str:
    """What kind of option takes a value; ``none`` goes with the whole numbers."""
    if isinstance(value, bool):
        return "bool"
    return "word" if isinstance(value, str) else "int"


def is_complete(option: OptionDecl) -> bool:
    """Whether it is known what values an option has; if not, that has been said."""
    truth = option.default is not None and isinstance(option.default.value, bool)
    return option.sound and (truth or None not in (option.default, option.offered))


def offered_values(option: OptionDecl) -> tuple[OptionValue, ...]:
    """What an option offers; a truth need not list its two values."""
    return option.offered.value if option.offered else (False, True)


def accepted(value: OptionValue, option: OptionDecl) -> bool:
    """Whether an option may have a value."""
    if any(value == other and kind_of(value) == kind_of(other) for other in offered_values(option)):
        return True
    if option.accepts is None or isinstance(value, bool | str):
        return False
    low, high, none = option.accepts.value
    return none if value is None else low <= value <= high


def _check_rows(table: TableDecl, sink: Sink) -> None:
    """The last row takes all that is left, and no other does."""
    if table.kind in SUMMED_KINDS:
        return
    rows = kept(table.rows)
    if not rows and table.sound:
        sink.error("KWX2258", table.key, path=table.kind)
    if not table.sound or not all(row.sound for row in rows):
        return
    for row, after in pairwise(rows):
        if row.when is None:
            places = {"always": row.id.span, "after": after.id.span}
            report_at("KWX2255", places, table.key, sink, path=table.kind, found=row.id.id)
    if rows and rows[-1].when is not None:
        last = rows[-1]
        places = {"row": rows[-1].when.origin.span}
        report_at("KWX2254", places, table.key, sink, path=table.kind, found=last.id.id)


def report_at(
    code: str, places: Mapping[str, Span], newest: Span, sink: Sink, **params: Value
) -> None:
    """Report what several places make together, in the file that brought it about.

    Args:
        code: What is wrong.
        places: The places by the key of their label, the one at fault first.
        newest: A place in the youngest file that has a part in it.
        sink: Takes the error: at the first place in that file, the others beside it.
        params: Values for the texts.
    """
    mine = [key for key, span in places.items() if span.source is newest.source]
    span = places[mine[0]] if mine else newest
    labels = tuple(Label(other, key) for key, other in places.items() if other is not span)
    sink.add(Diagnostic(code, span, params, labels))
