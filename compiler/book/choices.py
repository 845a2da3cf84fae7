"""Options and presets, and the words the rules make for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..core.nodes import Named, children
from ..surface.printer import print_expression
from .document import Code, Grid, GridRow, Heading, Paragraph, Quiet, Section, Strong, stacked
from .naming import grounds, teller_of, value_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..core.nodes import Expr
    from ..resolved.nodes import Define, Option
    from .document import Block, Line
    from .shown import Town
    from .voice import Pair, Voice

_OPTIONS = ("Options", "选项")
_PRESETS = ("Presets", "预设")
_CHOICES = ("Each player chooses before the deal", "每个玩家发牌前选")
_ONCE: Pair = ("Chosen once, for the whole match.", "整场只选一次。")
_AS_CHOSEN: Pair = (
    "Chosen before every deal, or once for the whole match, as chosen under “{name}”.",
    "每局选，或整场只选一次，由“{name}”定。",
)
_CHOICE: Pair = ("Choice", "选择")
_TERMS = ("Terms the rules use", "规则里的用语")
_TERMS_INTRO = (
    "Conditions as written use these names for longer ones.",
    "原式里用这些名字代替较长的条件。",
)
_HEAD: Final[tuple[Pair, ...]] = (
    ("Option", "选项"),
    ("In this book", "本书"),
    ("Default", "默认"),
    ("To choose from", "可选"),
    ("Rests on", "依据"),
)
_PRESET_HEAD: Final[tuple[Pair, ...]] = (("Preset", "预设"), ("Options", "选项"))
_TERM_HEAD: Final[tuple[Pair, ...]] = (("Name", "名字"), ("Means", "意思"))
_RANGE: Pair = ("any number from {low} to {high}", "{low} 到 {high} 的任意数")
_ASSUMED = ("Assumed", "推定")


def options(town: Town, voice: Voice) -> Section | None:
    """What a table may choose."""
    if not town.core.options and not town.core.ruleset.choices:
        return None
    head = tuple(voice.say(one) for one in _HEAD)
    rows = tuple(_option(town, one, voice) for one in town.core.options)
    presets = town.core.ruleset.presets
    blocks: list[Block] = [Grid(head, rows)] if rows else []
    blocks += _choices(town, voice)
    if not presets:
        return Section(voice.anchor("options"), voice.say(_OPTIONS), tuple(blocks))
    names = {one.id: voice.words(one.name) or one.id for one in town.core.options}
    chosen = tuple(
        GridRow(
            (
                (preset.id,),
                (
                    voice.listed(
                        f"{names.get(id_, id_)} {value_name(value, voice)}"
                        for id_, value in preset.values.items()
                    ),
                ),
            ),
            voice.anchor("preset", preset.id),
        )
        for preset in presets
    )
    table = Grid(tuple(voice.say(one) for one in _PRESET_HEAD), chosen)
    heading = Heading(voice.say(_PRESETS))
    return Section(voice.anchor("options"), voice.say(_OPTIONS), (*blocks, heading, table))


def _choices(town: Town, voice: Voice) -> Iterator[Block]:
    """What each player may choose before the deal."""
    choices = town.core.ruleset.choices
    if not choices:
        return
    yield Heading(voice.say(_CHOICES))
    head = tuple(voice.say(one) for one in (_CHOICE, *_HEAD[2:]))
    rows = [_option(town, one, voice, "choice") for one in choices]
    # Of what each player chooses nothing holds for the whole book.
    yield Grid(head, tuple(GridRow((row.cells[0], *row.cells[2:]), row.anchor) for row in rows))


def _option(town: Town, option: Option, voice: Voice, kind: str = "option") -> GridRow:
    name = voice.words(option.name)
    title: Line = (Strong(name), " ", Code(option.id)) if name else (Code(option.id),)
    note: Line = (voice.words(option.note),) if option.note else ()
    asked = _asked(town, option, voice)
    assumed: Line = ()
    if option.basis.assumed is not None:
        assumed = (Quiet(f"{voice.say(_ASSUMED)}{voice.colon}{voice.words(option.basis.assumed)}"),)
    cells: tuple[Line, ...] = (
        stacked(title, note, asked, assumed),
        (Strong(value_name(town.values.get(option.id, option.default), voice)),),
        (value_name(option.default, voice),),
        (_offered(option, voice),),
        grounds(option.basis, voice),
    )
    return GridRow(cells, voice.anchor(kind, option.id))


def _asked(town: Town, choice: Option, voice: Voice) -> Line:
    """How often players choose; nothing where it is before every deal, as is usual."""
    option = next((one for one in town.core.options if choice.asked == f"options.{one.id}"), None)
    if option is not None:
        name = voice.words(option.name) or option.id
        return (voice.say(_AS_CHOSEN, name=name),)
    return (voice.say(_ONCE),) if choice.asked == "once" else ()


def _offered(option: Option, voice: Voice) -> str:
    parts = [value_name(one, voice) for one in option.offered]
    if option.accepts is not None:
        low, high, _ = option.accepts
        parts.append(voice.say(_RANGE, low=low, high=high))
    return voice.listed(parts)


def terms(town: Town, voice: Voice) -> Section | None:
    """The definitions that rules use, in words."""
    bodies = dict(_definitions(town))
    rows = tuple(
        _term(town, define, bodies, voice)
        for define in town.core.ruleset.defines
        if define.id in bodies
    )
    if not rows:
        return None
    head = tuple(voice.say(one) for one in _TERM_HEAD)
    intro = Paragraph((voice.say(_TERMS_INTRO),))
    return Section(voice.anchor("terms"), voice.say(_TERMS), (intro, Grid(head, rows)))


def _term(town: Town, define: Define, bodies: Mapping[str, Expr], voice: Voice) -> GridRow:
    teller, body = teller_of(town, voice), bodies[define.id]
    told = teller.clause(body) if body.type.base == "bool" else teller.noun(body)
    note: Line = (voice.words(define.note),) if define.note else ()
    written: Line = (Code(print_expression(define.body)),)
    cells: tuple[Line, ...] = ((Code(define.id),), stacked(note, told, written))
    return GridRow(cells, voice.anchor("define", define.id))


def _definitions(town: Town) -> Iterator[tuple[str, Expr]]:
    """The definitions that rules use, each with what it stands for."""
    for fan in town.core.fans:
        yield from _named(fan.when)
        yield from _named(fan.times)
    for table in town.core.tables:
        for row in table.rows:
            yield from _named(row.when)
            yield from _named(row.result)


def _named(expr: Expr) -> Iterator[tuple[str, Expr]]:
    if isinstance(expr, Named):
        yield expr.name, expr.body
    for one in children(expr):
        yield from _named(one)
