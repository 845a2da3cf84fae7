"""The functions of a module: what asks the parts of a hand, and what judges a packed reading."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..core.nodes import OTHERS, Const
from ..core.order import fans_read
from .expression import OWED, Suit, Writer, atoms_read, defines
from .suit_facts import NAME as SUIT_FACTS
from .suit_facts import suit_facts_text

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from ..core.nodes import Element, Expr, Fan, Row, Table
    from ..plan.nodes import Plan
    from ..resolved.nodes import TableKind

ATOMS = "set_atoms", "kind_atoms", "pair_atoms", "win_atoms"
"""The functions that ask one part of a hand."""
PRODUCT = "product"
"""What the product is called in the function that makes it."""
READING_ATOMS = "reading_atoms"
"""The function that asks a whole reading, where rules ask whether something is so in any."""
JUDGING = SUIT_FACTS, "worth", "may_win", "pay_win", "pay_kong", "pay_drawn"
"""The functions that judge, and before them the one that says what they ask suits for."""
DRAWN_CAP = "c.payee_cap"
"""The cap of what a hand waits for when nobody has won."""
CARRY = "carry"
"""The function of what is carried into the next round, where anything is."""
ALSO = "pay_also"
"""The function of what is paid beside `pay_win`, where there is any."""
FLOW: dict[TableKind, str] = {
    "turn.kong": "may_kong",
    "turn.chain": "may_chain",
    "turn.pung": "may_pung",
    "turn.reveal": "may_reveal",
    "turn.missed": "may_win_later",
    "dealer": "next_dealer",
    "horses.draw": "horses_draw",
    "horses.hits": "horses_hits",
    "horses.again": "horses_again",
}
"""The functions of the tables about the course of a round."""

_ELEMENTS: tuple[tuple[Element, str], ...] = (
    ("set", "Set"),
    ("kind", "Kind"),
    ("pair", "Pair"),
    ("win", "Win"),
)
_SITUATIONS: tuple[tuple[TableKind, str, str], ...] = (
    ("may_win", "v: int, c: Won, o: Options, w: Worth", "bool"),
    ("pay.win", "v: int, c: Won, o: Options, w: Worth", "int"),
    ("pay.kong", "c: Konged, o: Options", "int"),
    ("pay.drawn", "c: Drawn, o: Options", "int"),
    ("turn.kong", "c: KongAsked, o: Options", "bool"),
    ("turn.chain", "c: ChainAsked, o: Options", "bool"),
    ("turn.pung", "c: PungAsked, o: Options", "bool"),
    ("turn.reveal", "c: RevealAsked, o: Options", "bool"),
    ("turn.missed", "c: MissedAsked, o: Options", "bool"),
    ("dealer", "c: HandEnded, o: Options", "str"),
    ("horses.draw", "c: HorsesAsked, o: Options", "int"),
    ("horses.hits", "c: HorseAsked, o: Options", "int"),
    ("horses.again", "c: HorseAsked, o: Options", "bool"),
)


def functions_text(plan: Plan) -> str:
    """All functions of a plan's module."""
    writer = Writer(suits_in_play(plan))
    texts = [atoms_text(plan), suit_facts_text(plan)]
    texts.append(_text(_worth(plan, replace(writer, product=PRODUCT))))
    for kind, parameters, result in _SITUATIONS:
        if not plan.table(kind).rows:
            continue
        name = FLOW.get(kind) or kind.replace(".", "_")
        head = f"def {name}({parameters}) -> tuple[{result}, int]:"
        texts.append(_text([head, *_table(plan, kind, writer_for(kind, writer))]))
        if kind == "pay.win" and plan.table("pay.also").rows:
            texts.append(_text(_also(plan, writer)))
    if plan.core.carried:
        texts.append(_text(_carry(plan, writer)))
    return "\n\n".join(texts)


def writer_for(kind: TableKind, writer: Writer) -> Writer:
    """How the rows of a table are written: without a hand, the cap is that of a wait."""
    return replace(writer, cap=DRAWN_CAP) if kind == "pay.drawn" else writer


def atoms_text(plan: Plan) -> str:
    """The functions that ask the parts of a hand: all that the space of hands depends on."""
    writer = Writer(suits_in_play(plan))
    texts = [_text(_atoms(plan, one, writer)) for one in _ELEMENTS]
    if reading_bits(plan):
        texts.append(_text(_reading_atoms(plan, replace(writer, spelled_out=True))))
    return "\n\n".join(texts)


def reading_bits(plan: Plan) -> int:
    """The bits of what rules ask of all readings of a hand; 0 if they do not."""
    return sum(1 << atom.shift for atom in plan.atoms if atom.element == "reading")


def _reading_atoms(plan: Plan, writer: Writer) -> Iterator[str]:
    """What is so of a packed reading, and so of its hand."""
    asked = [atom for atom in plan.atoms if atom.element == "reading"]
    yield f"def {READING_ATOMS}(v: int, o: Options) -> int:"
    yield "    n = 0"
    yield from prelude(plan, writer, [atom.body for atom in asked])
    for atom in asked:
        yield f"    if {writer.top(atom.body)}:"
        yield f"        n += {1 << atom.shift:#x}"
    yield "    return n"


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def suits_in_play(plan: Plan) -> tuple[Suit, ...]:
    """The numbered suits in play, in the order of their fields."""
    ruleset = plan.core.ruleset
    known = ("dots", "bamboos", "characters")
    in_play = [suit for suit in known if suit in ruleset.seating.suits]
    return tuple(Suit(index, suit) for index, suit in enumerate(in_play))


def _atoms(plan: Plan, element: tuple[Element, str], writer: Writer) -> Iterator[str]:
    name, class_ = element
    yield f"def {name}_atoms(e: {class_}, o: Options) -> int:"
    yield "    n = 0"
    for atom in plan.atoms:
        if atom.element == name:
            text = writer.top(atom.body)
            if atom.body.type.base == "bool":
                yield f"    if {text}:"
                yield f"        n += {1 << atom.shift:#x}"
            else:
                yield f"    n += ({text}) << {atom.shift}"
    yield "    return n"


def atom_read(plan: Plan, index: int) -> str:
    """The line that takes an atom out of the packed reading."""
    atom = plan.atoms[index]
    text = f"v >> {atom.shift} & {(1 << atom.bits) - 1}"
    is_truth = atom.element in {"pair", "win", "reading"} and atom.body.type.base == "bool"
    return f"a{index} = {text} == 1" if is_truth else f"a{index} = {text}"


def prelude(plan: Plan, writer: Writer, exprs: Sequence[Expr]) -> Iterator[str]:
    """The lines before some expressions: the atoms they read, then the definitions they use."""
    named: dict[str, Expr] = {}
    for expr in exprs:
        for name, body in defines(expr).items():
            named.setdefault(name, body)
    for index in sorted({index for expr in exprs for index in atoms_read(expr)}):
        yield f"    {atom_read(plan, index)}"
    for name, body in named.items():
        yield f"    d_{name} = {writer.top(body)}"


def _worth(plan: Plan, writer: Writer) -> Iterator[str]:
    """The function that finds the fans of a reading, their product and the cap."""
    cap = plan.table("cap")
    yield "def worth(v: int, c: Won, o: Options) -> Worth:"
    exprs = [expr for fan in plan.fans for expr in (fan.when, fan.times)]
    points = plan.table("points")
    yield from prelude(plan, writer, [*exprs, *row_exprs(cap), *row_exprs(points)])
    replacing = {one for fan in plan.fans for one in fan.replaced_by}
    yield from judging_lines(plan, writer, replacing)
    yield "    product = 1"
    if plan.core.by_maximum:
        yield "    most = 1"
    yield "    scored = 0"
    yield "    fans: list[tuple[int, int]] = []"
    by_id = {fan.id: fan for fan in plan.fans}
    for index, one in enumerate(plan.core.order):
        yield f"    if f_{one}:"
        yield f"        t = {writer.top(by_id[one].times)}"
        yield f"        {combining(plan, by_id[one], PRODUCT, 't')}"
        yield f"        scored |= {1 << index}"
        yield f"        fans.append(({index}, t))"
    if plan.core.by_maximum:
        yield "    product *= most"
    yield "    cap = UNLIMITED"
    yield from _cap(cap, writer)
    if not points.rows:
        yield "    return Worth(min(product, cap), product, cap, tuple(fans), scored)"
        return
    yield from _summed(points, writer)
    yield "    return Worth("
    yield "        min(product, cap), product, cap, tuple(fans), scored, tuple(found)"
    yield "    )"


def combining(plan: Plan, fan: Fan, product: str, times: str) -> str:
    """The line that takes the factor of a fan that scores into a product, or into the greatest."""
    if plan.core.by_maximum and not fan.on_top:
        return f"most = max(most, {times})"
    return f"{product} *= {times}"


def judging_lines(plan: Plan, writer: Writer, apart: Container[str]) -> Iterator[str]:
    """Whether each fan scores, `apart` those of which it is also said whether they hold.

    Fans that ask for the product are told that of the fans which do not.
    """
    fans = plan.fans
    asking = [fan for fan in fans if fan.asks_product]
    before = [fan for fan in fans if fan not in asking]
    for fan in before:
        yield from fan_lines(fan, writer, apart=fan.id in apart)
    if not asking:
        return
    yield f"    {OTHERS} = 1"
    if plan.core.by_maximum:
        yield "    most = 1"
    for fan in before:
        yield f"    if f_{fan.id}:"
        yield f"        {combining(plan, fan, OTHERS, writer.write(fan.times))}"
    if plan.core.by_maximum:
        yield f"    {OTHERS} *= most"
    for fan in asking:
        yield from fan_lines(fan, writer, apart=fan.id in apart)


def fan_lines(fan: Fan, writer: Writer, *, apart: bool) -> Iterator[str]:
    """Whether a fan scores, as ``f_…``; with `apart` also whether its condition holds, ``h_…``."""
    barred = [f"h_{one}" for one in fan.replaced_by] + [f"f_{one}" for one in fan.excluded_by]
    when = writer.top(fan.when)
    if apart:
        yield f"    h_{fan.id} = {when}"
    scores = f"h_{fan.id}" if apart else when
    if barred:
        held = scores if apart else writer.write(fan.when)
        scores = f"{held} and not ({' or '.join(barred)})"
    yield f"    f_{fan.id} = {scores}"


def _cap(table: Table, writer: Writer) -> Iterator[str]:
    """The first row that holds gives the cap."""
    if always(table.rows[0]):
        yield f"    cap = {writer.top(table.rows[0].result)}"
        return
    for index, row in enumerate(table.rows):
        if always(row):
            yield "    else:"
        else:
            yield f"    {'elif' if index else 'if'} {writer.top(row.when)}:"
        yield f"        cap = {writer.top(row.result)}"


def _carry(plan: Plan, writer: Writer) -> Iterator[str]:
    """The function of what is carried into the next round."""
    carried = plan.core.carried
    yield f"def {CARRY}(c: HandEnded, o: Options) -> tuple[tuple[str, int], ...]:"
    yield from prelude(plan, writer, [expr for _, expr in carried])
    said = ", ".join(f"({id_!r}, {writer.top(expr)})" for id_, expr in carried)
    yield f"    return ({said},)"


def _also(plan: Plan, writer: Writer) -> Iterator[str]:
    """The function of what is paid beside: amount and number of each row that asks for some."""
    yield f"def {ALSO}("
    yield f"    v: int, c: Won, o: Options, w: Worth, {OWED}: int"
    yield ") -> tuple[tuple[int, int], ...]:"
    yield from _asked(plan, "pay.also", writer)
    yield from _summed(plan.table("pay.also"), writer)
    yield "    return tuple(found)"


def _summed(table: Table, writer: Writer) -> Iterator[str]:
    """Of a table whose rows add up the amount and the number of each that gives something."""
    yield "    found: list[tuple[int, int]] = []"
    for index, row in enumerate(table.rows):
        indent = "    "
        if not always(row):
            yield f"    if {writer.top(row.when)}:"
            indent = "        "
        result = writer.top(row.result)
        if row.result.type.low > 0:
            yield f"{indent}found.append(({result}, {index}))"
        else:
            yield f"{indent}if (n := {result}):"
            yield f"{indent}    found.append((n, {index}))"


def _asked(plan: Plan, kind: TableKind, writer: Writer) -> Iterator[str]:
    """The lines before the rows of a table: what they read of the hand and of its fans."""
    exprs = row_exprs(plan.table(kind))
    yield from prelude(plan, writer, exprs)
    position = {one: index for index, one in enumerate(plan.core.order)}
    fans = {one for expr in exprs for one in fans_read(expr)}
    for one in sorted(fans, key=position.__getitem__):
        yield f"    f_{one} = w.scored >> {position[one]} & 1 == 1"


def _table(plan: Plan, kind: TableKind, writer: Writer) -> Iterator[str]:
    """The body of a table's function."""
    yield from _asked(plan, kind, writer)
    for index, row in enumerate(plan.table(kind).rows):
        if always(row):
            yield f"    return {writer.top(row.result)}, {index}"
        else:
            yield f"    if {writer.top(row.when)}:"
            yield f"        return {writer.top(row.result)}, {index}"


def row_exprs(table: Table) -> list[Expr]:
    """Everything the rows of a table say."""
    return [expr for row in table.rows for expr in (row.when, row.result)]


def always(row: Row) -> bool:
    """Whether a row has no condition."""
    return isinstance(row.when, Const) and row.when.value is True
