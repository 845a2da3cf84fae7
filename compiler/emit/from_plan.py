"""Plan in, view of a module out. Every decision about the text of the module is made here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..core.environment import option_type
from ..core.nodes import Const
from ..core.order import fans_read
from .expression import Suit, Writer, atoms_read, defines
from .model import AtomsView, FanView, ModuleView, OptionView, RowView, TableView

if TYPE_CHECKING:
    from ..core.nodes import Element, Expr, Row, Table
    from ..plan.nodes import Plan
    from ..resolved.nodes import Basis, Option, Ruleset, TableKind, Words
    from ..source.text import SourceText

LANGUAGE = 1
"""The version of the language and of what generated modules expect of the runtime."""

_ELEMENTS: tuple[tuple[Element, str], ...] = (
    ("set", "Set"),
    ("kind", "Kind"),
    ("pair", "Pair"),
    ("win", "Win"),
)


def lower(plan: Plan) -> ModuleView:
    """Decide the text of every part of the module."""
    ruleset = plan.core.ruleset
    writer = Writer(suits_in_play(plan))
    judging = replace(writer, in_worth=True)
    fans = {view.id: view for view in _fans(plan, judging)}
    name = ruleset.name
    return ModuleView(
        header=_header(ruleset),
        title=repr(f"{name.zh} · {name.en}"),
        variant=repr(ruleset.id),
        zh=repr(name.zh),
        en=repr(name.en),
        language=LANGUAGE,
        sources=tuple(repr((_file_name(source), source.sha256)) for source in ruleset.sources),
        suits=repr(ruleset.seating.suits),
        dragons=repr(ruleset.seating.dragons),
        copies=ruleset.seating.copies,
        seats=ruleset.seating.seats,
        options=tuple(_option(option) for option in plan.core.options),
        fan_infos=tuple(
            _info(fan.id, fan.name, fan.basis)
            for one in plan.core.order
            for fan in plan.fans
            if fan.id == one
        ),
        row_infos=tuple(_row_infos(table) for table in plan.tables),
        atoms=tuple(_atoms(plan, element, view, writer) for element, view in _ELEMENTS),
        atom_reads=_prelude(
            plan,
            writer,
            [e for fan in plan.fans for e in (fan.when, fan.times)] + _row_exprs(plan.table("cap")),
        ),
        fans=tuple(fans.values()),
        author_order=tuple(fans[one] for one in plan.core.order),
        cap=_table(plan, "cap", judging),
        may_win=_table(plan, "may_win", writer),
        pay_win=_table(plan, "pay.win", writer),
        pay_kong=_table(plan, "pay.kong", writer),
        pay_drawn=_table(plan, "pay.drawn", writer),
    )


def suits_in_play(plan: Plan) -> tuple[Suit, ...]:
    """The numbered suits in play, in the order of their fields."""
    ruleset = plan.core.ruleset
    known = ("dots", "bamboos", "characters")
    in_play = [suit for suit in known if suit in ruleset.seating.suits]
    return tuple(Suit(index, suit) for index, suit in enumerate(in_play))


def _header(ruleset: Ruleset) -> tuple[str, ...]:
    """The files it comes from, without their folders: the same bytes wherever they lie."""
    return tuple(f"{_file_name(source)!a} sha256 {source.sha256}" for source in ruleset.sources)


def _file_name(source: SourceText) -> str:
    return source.name.replace("\\", "/").rpartition("/")[2]


def _option(option: Option) -> OptionView:
    kind = option_type(option)
    match kind.base:
        case "word":
            annotation = "str"
        case base:
            annotation = base
    default = "UNLIMITED" if option.default is None else repr(option.default)
    zh, en = (option.name.zh, option.name.en) if option.name else (option.id, option.id)
    parts = (option.id, zh, en, option.default, option.offered, option.accepts)
    return OptionView(option.id, annotation, default, ", ".join(map(repr, parts)))


def _info(id_: str, name: Words | None, basis: Basis) -> str:
    assumed = None if basis.assumed is None else (basis.assumed.zh, basis.assumed.en)
    zh, en = (name.zh, name.en) if name else (id_, id_)
    cites = tuple(ref.id for ref in basis.cites)
    return ", ".join(map(repr, (id_, zh, en, cites, assumed)))


def _row_infos(table: Table) -> tuple[str, tuple[str, ...]]:
    return repr(table.kind), tuple(_info(row.id, row.name, row.basis) for row in table.rows)


def _atoms(plan: Plan, element: Element, view: str, writer: Writer) -> AtomsView:
    lines = []
    for atom in plan.atoms:
        if atom.element == element:
            text = writer.top(atom.body)
            if atom.body.type.base == "bool":
                lines.append((text, f"{1 << atom.shift:#x}"))
            else:
                lines.append(("", f"({text}) << {atom.shift}"))
    return AtomsView(f"{element}_atoms", view, tuple(lines))


def _prelude(plan: Plan, writer: Writer, exprs: list[Expr]) -> tuple[str, ...]:
    """The lines before some expressions: the atoms they read, then the definitions they use."""
    used = sorted({index for expr in exprs for index in atoms_read(expr)})
    named: dict[str, Expr] = {}
    for expr in exprs:
        for name, body in defines(expr).items():
            named.setdefault(name, body)
    return (
        *(atom_read(plan, index) for index in used),
        *(f"d_{name} = {writer.top(body)}" for name, body in named.items()),
    )


def atom_read(plan: Plan, index: int) -> str:
    """The line that takes an atom out of the packed reading."""
    atom = plan.atoms[index]
    text = f"v >> {atom.shift} & {(1 << atom.bits) - 1}"
    is_truth = atom.element in {"pair", "win"} and atom.body.type.base == "bool"
    return f"a{index} = {text} == 1" if is_truth else f"a{index} = {text}"


def _fans(plan: Plan, writer: Writer) -> list[FanView]:
    replacing = {one for fan in plan.fans for one in fan.replaced_by}
    position = {one: index for index, one in enumerate(plan.core.order)}
    views = []
    for fan in plan.fans:
        barred = [f"h_{one}" for one in fan.replaced_by] + [f"f_{one}" for one in fan.excluded_by]
        when = writer.top(fan.when)
        holds = when if fan.id in replacing else ""
        scores = f"h_{fan.id}" if holds else when
        if barred:
            held = scores if holds else writer.write(fan.when)
            scores = f"{held} and not ({' or '.join(barred)})"
        views.append(FanView(fan.id, position[fan.id], holds, scores, writer.top(fan.times)))
    return views


def _row_exprs(table: Table) -> list[Expr]:
    return [expr for row in table.rows for expr in (row.when, row.result)]


def _table(plan: Plan, kind: TableKind, writer: Writer) -> TableView:
    table = plan.table(kind)
    exprs = _row_exprs(table)
    position = {one: index for index, one in enumerate(plan.core.order)}
    fans = sorted({one for expr in exprs for one in fans_read(expr)}, key=position.__getitem__)
    prelude = (
        ()
        if kind == "cap"
        else (
            *_prelude(plan, writer, exprs),
            *(f"f_{one} = w.scored >> {position[one]} & 1 == 1" for one in fans),
        )
    )
    rows = tuple(_row(row, index, writer) for index, row in enumerate(table.rows))
    return TableView(kind.replace(".", "_"), prelude, rows)


def _row(row: Row, index: int, writer: Writer) -> RowView:
    always = isinstance(row.when, Const) and row.when.value is True
    return RowView(row.id, index, "" if always else writer.top(row.when), writer.top(row.result))
