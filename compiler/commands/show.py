"""`kawuxing show`: a resolved ruleset, every value with the place where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict, Unpack

from ..diagnostics.width import columns
from ..driver import load_ruleset
from ..resolved.nodes import SUMMED_KINDS
from ..surface.keys import RESULT_KEYS
from ..surface.options import spelled_value
from ..surface.printer import print_expression
from .columns import hang
from .output import write_json, write_line
from .parameters import ROOT, USE, VARIANT, format_option
from .verb import verb

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..resolved.nodes import Assumption, Basis, Option, Origin, Ruleset, Seating, Words
    from .settings import Settings

    Entry = tuple[str, str, Origin | None]
    """A key, its value, and where that stands."""

_WIDTH: Final = 80
_LABELS: Final = {
    "when": ("when", "条件"),
    "always": ("always", "总要"),
    "start": ("at first", "起始"),
    "after": ("after a round", "一局之后"),
    "otherwise": ("otherwise", "其余"),
    "at": ("cap", "封顶"),
    "allowed": ("allowed", "可以"),
    "pay": ("pays", "付"),
    "number": ("number", "张数"),
    "points": ("points", "值"),
    "times": ("times", "倍数"),
    "add": ("adds", "加"),
    "on_top": ("on top", "另乘"),
    "combine": ("combined", "合计"),
    "replaces": ("replaces", "取代"),
    "excludes": ("excludes", "排斥"),
    "cite": ("cites", "依据"),
    "assumed": ("assumed", "推定"),
    "note": ("note", "说明"),
    "default": ("default", "默认"),
    "offered": ("offered", "可选"),
    "accepts": ("accepts", "另可"),
    "is": ("is", "即"),
    "seats": ("seats", "人数"),
    "at_table": ("at table", "桌上"),
    "tiles": ("tiles", "用牌"),
    "deal": ("deal", "发牌"),
    "next": ("next", "坐庄"),
    "exchange": ("exchange", "换牌"),
    "precedence": ("precedence", "优先"),
    "winners": ("winners", "胡家"),
    "tail": ("tail", "牌尾补"),
    "reveal_anytime": ("anytime", "随时亮"),
    "asked": ("asked", "何时选"),
    "reveal_shows": ("shows", "亮出"),
    "must": ("must", "必须"),
    "may_win": ("may win", "可胡"),
    "may_kong": ("may kong", "可杠"),
    "kong_money": ("kong money", "杠钱"),
    "text": ("", ""),
}
_HEADINGS: Final = {
    "refuses": ("Mix-ins it refuses, and what to choose instead", "不收的附加规则，及改用的选项"),
    "table": ("The table", "牌桌"),
    "options": ("Options", "选项"),
    "choices": ("What each player chooses before the deal", "每个玩家发牌前的选择"),
    "carried": ("Numbers carried from round to round", "带到下一局的数"),
    "presets": ("Presets", "预设"),
    "define": ("Definitions", "定义"),
    "fans": ("Fans", "番种"),
    "worth": ("What fans come to together", "各番怎样合计"),
    "cap": ("Cap", "封顶"),
    "points": ("Points", "点数"),
    "may_win": ("Who may win", "起胡"),
    "horses.draw": ("Horses: how many tiles are turned after a win", "马：胡牌后翻几张"),
    "horses.hits": ("What a horse scores", "一张马值多少"),
    "horses.again": ("Whether a horse brings another", "还翻不翻"),
    "pay.win": ("Payments for a win", "胡牌的钱"),
    "pay.also": ("Payments beside that", "另付的钱"),
    "pay.kong": ("Payments for a kong", "杠钱"),
    "pay.drawn": ("Payments when nobody won", "荒庄的钱"),
    "turn": ("The course of a round", "牌局"),
    "turn.kong": ("Whether a kong may be made", "能不能开杠"),
    "turn.chain": ("Whether a kong continues a chain", "开杠是否算连杠"),
    "turn.pung": ("Whether a pung may be made", "能不能碰"),
    "turn.reveal": ("Whether a waiting hand may be revealed", "听牌后能不能亮牌"),
    "turn.missed": ("Whether one may win after passing a win", "放过胡牌后能不能胡"),
    "dealer": ("Who deals next", "下一局谁坐庄"),
    "fouls": ("Fouls", "违例"),
    "removed": ("Taken away from what is inherited", "承接的规则里去掉的"),
    "assumptions": ("Assumed points that belong to no single rule", "不属某一条规则的推定"),
}
_ALSO: Final = ("and, as said above, in: ", "此外，上文这些规则里有推定：")
_OVERRIDES: Final = ("overrides", "覆盖")
_ALL: Final = ("every row that holds counts", "凡成立的各条都算")
_FIRST: Final = ("the first row that holds decides", "自上而下，取第一条成立的")
_EXCLUSIVE: Final = ("; of the others none holds beside it", "；其余各条同时不成立")
_TILES: Final = ("{suits}; {dragons}; {copies} of each", "{suits}；{dragons}；各 {copies} 张")
_AT_TABLE: Final = ("{at_table}, out: {out}", "{at_table}，不打的人：{out}")
_DEAL: Final = (
    "{dealer} to the dealer, {others} to the others, {direction}",
    "庄家 {dealer} 张，其余 {others} 张，{direction}",
)
_NOTHING: Final = ("nothing", "没有")


class _Given(TypedDict):
    variant: str
    use: tuple[str, ...]
    root: str | None
    format: str


@verb(
    (
        "A ruleset with everything it inherits: options, fans, tables row by row, assumptions, "
        "each value with the line it stands on and the lines it overrides.",
        "一份规则连同承接来的一切：选项、番种、逐行的表、推定，每个值都注明所在的行和所覆盖的行。",
    ),
    VARIANT,
    USE,
    ROOT,
    format_option("text", "json"),
    examples=("kawuxing show mytown.yaml", "kawuxing show NAME --format json"),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Show it; warnings are the business of `check`."""
    ruleset = load_ruleset(given["variant"], given["root"], given["use"])
    if given["format"] == "json":
        from .shown import ruleset_object  # noqa: PLC0415 - only for programs

        write_json(ruleset_object(ruleset))
    else:
        for line in _Page(ruleset, settings).lines():
            write_line(line)
    return 0


class _Page:
    """Writes one ruleset in one language."""

    def __init__(self, ruleset: Ruleset, settings: Settings) -> None:
        self.ruleset = ruleset
        self.settings = settings
        self.inner = 6 + max(columns(settings.say(words)) for words in _LABELS.values())

    def say(self, words: Words | None) -> str:
        if words is None:
            return ""
        return words.zh if self.settings.lang == "zh" else words.en

    def lines(self) -> Iterator[str]:
        """All of it, section by section."""
        ruleset = self.ruleset
        yield f"{ruleset.name.zh} · {ruleset.name.en} ({ruleset.id})"
        if ruleset.parents or ruleset.uses:
            parents = (f" < {one}" for one in ruleset.parents)
            uses = " ".join(f"+ {one}" for one in ruleset.uses)
            yield f" {''.join(parents)}  {uses}".rstrip()
        if ruleset.note:
            yield from hang("  ", self.say(ruleset.note), _WIDTH).split("\n")
        for key, section in self._sections():
            lines = list(section)
            if lines:
                yield ""
                yield self.settings.say(_HEADINGS[key])
                yield from lines

    def _sections(self) -> Iterator[tuple[str, Iterator[str]]]:
        yield "refuses", self._texts(self.ruleset.refuses)
        yield "table", self._seating()
        yield "options", self._options(self.ruleset.options)
        yield "choices", self._options(self.ruleset.choices)
        yield "carried", self._carried()
        yield "presets", self._presets()
        yield "define", self._defines()
        yield "fans", self._fans()
        yield "worth", self._worth()
        for table in self.ruleset.tables:
            if table.kind == "turn.kong":
                yield "turn", self._turn()
            yield table.kind, self._rows(table.kind)
        yield "fouls", self._fouls()
        yield "removed", self._removed()
        yield "assumptions", self._assumptions()

    def _seating(self) -> Iterator[str]:
        seating = self.ruleset.seating
        tiles = self.settings.say(_TILES).format(
            suits=_suits(seating),
            dragons=", ".join(seating.dragons),
            copies=seating.copies,
        )
        keys = seating.keys
        at_table = self.settings.say(_AT_TABLE).format(at_table=seating.at_table, out=seating.out)
        deal = self.settings.say(_DEAL).format(
            dealer=seating.dealer, others=seating.others, direction=seating.direction
        )
        entries = [
            ("seats", str(seating.seats), keys.get("seats")),
            ("at_table", at_table, keys.get("at_table") or keys.get("out")),
            ("tiles", tiles, keys.get("suits")),
            ("deal", deal, keys.get("dealer")),
        ]
        yield from self._entries([*entries, *self._basis(seating.basis, keys)])

    def _turn(self) -> Iterator[str]:
        turn = self.ruleset.turn
        keys = turn.keys
        must = ", ".join(turn.must) or self.settings.say(_NOTHING)
        said = keys.get("reveal_shows")
        shows = [("reveal_shows", turn.reveal_shows, said)] if said else []
        given = [("exchange", ", ".join(map(str, turn.exchange)), keys.get("exchange"))]
        entries = [
            *(given if turn.exchange else []),
            ("precedence", ", ".join(turn.precedence), keys.get("precedence")),
            ("winners", turn.winners, keys.get("winners")),
            ("tail", spelled_value(turn.tail), keys.get("tail")),
            ("reveal_anytime", spelled_value(turn.reveal_anytime), keys.get("reveal_anytime")),
            *shows,
            ("must", must, keys.get("must")),
            ("note", self.say(turn.note), keys.get("note")),
        ]
        yield from self._entries([*entries, *self._basis(turn.basis, keys)])

    def _fouls(self) -> Iterator[str]:
        for foul in self.ruleset.fouls:
            yield self._title(foul.id, foul.name)
            keys = foul.keys
            entries = [
                ("may_win", spelled_value(foul.may_win), keys.get("may_win")),
                ("may_kong", spelled_value(foul.may_kong), keys.get("may_kong")),
                ("kong_money", foul.kong_money, keys.get("kong_money")),
                ("note", self.say(foul.note), keys.get("note")),
            ]
            yield from self._entries([*entries, *self._basis(foul.basis, keys)])

    def _options(self, options: Sequence[Option]) -> Iterator[str]:
        for option in options:
            yield self._title(option.id, option.name)
            keys = option.keys
            entries = [
                ("default", spelled_value(option.default), keys.get("default")),
                ("offered", ", ".join(map(spelled_value, option.offered)), keys.get("offered")),
                ("accepts", _accepts(option), keys.get("accepts")),
                *([("asked", option.asked, keys["asked"])] if "asked" in keys else []),
                ("note", self.say(option.note), keys.get("note")),
            ]
            yield from self._entries([*entries, *self._basis(option.basis, keys)])

    def _carried(self) -> Iterator[str]:
        for one in self.ruleset.carried:
            bound = one.bound
            yield self._title(one.id, bound.name)
            entries = [
                ("start", spelled_value(bound.default), one.origin),
                ("offered", ", ".join(map(spelled_value, bound.offered)), one.origin),
                ("after", print_expression(one.next), one.origin),
                ("note", self.say(bound.note), one.origin),
            ]
            yield from self._entries([*entries, *self._basis(bound.basis, {})])

    def _presets(self) -> Iterator[str]:
        for preset in self.ruleset.presets:
            chosen = (f"{id_}={spelled_value(value)}" for id_, value in preset.values.items())
            first = f"  {preset.id}  "
            where = f"  [{self._place(preset.origin)}]"
            yield from hang(first, ", ".join(chosen) + where, _WIDTH, 4).split("\n")

    def _defines(self) -> Iterator[str]:
        for define in self.ruleset.defines:
            yield self._title(define.id, None)
            entries = [("is", print_expression(define.body), define.origin)]
            yield from self._entries([*entries, ("note", self.say(define.note), None)])

    def _fans(self) -> Iterator[str]:
        for fan in self.ruleset.fans:
            yield self._title(fan.id, fan.name)
            keys = fan.keys
            entries = [
                ("times", print_expression(fan.times), keys.get("times")),
                ("on_top", "true" if fan.on_top else "", keys.get("on_top")),
                ("when", print_expression(fan.when), keys.get("when")),
                ("replaces", ", ".join(ref.id for ref in fan.replaces), keys.get("replaces")),
                ("excludes", ", ".join(ref.id for ref in fan.excludes), keys.get("excludes")),
                ("note", self.say(fan.note), keys.get("note")),
            ]
            yield from self._entries([*entries, *self._basis(fan.basis, keys)])

    def _worth(self) -> Iterator[str]:
        worth = self.ruleset.worth
        if worth is not None:
            keys = worth.keys
            entries = [
                ("combine", worth.combine, keys.get("combine")),
                ("note", self.say(worth.note), keys.get("note")),
            ]
            yield from self._entries([*entries, *self._basis(worth.basis, keys)])

    def _rows(self, kind: str) -> Iterator[str]:
        table = next(table for table in self.ruleset.tables if table.kind == kind)
        result = RESULT_KEYS[table.kind]
        told = self.settings.say(_ALL if table.kind in SUMMED_KINDS else _FIRST)
        if any(ref.id == kind for ref in self.ruleset.exclusive):
            told += self.settings.say(_EXCLUSIVE)
        yield f"  ({told})"
        bare = "always" if table.kind in SUMMED_KINDS else "otherwise"
        for row in table.rows:
            yield self._title(row.id, row.name)
            keys = row.keys
            always = row.when is None
            when = "…" if row.when is None else print_expression(row.when)
            entries = [
                (bare if always else "when", when, keys.get("when")),
                (result, print_expression(row.result), keys.get(result)),
                ("note", self.say(row.note), keys.get("note")),
            ]
            yield from self._entries([*entries, *self._basis(row.basis, keys)])

    def _removed(self) -> Iterator[str]:
        for gone in self.ruleset.removed:
            yield f"{self._title(gone.path, None)}  [{self._place(gone.origin)}]"
            yield from self._entries(self._basis(gone.basis, {}))

    def _texts(self, texts: Sequence[Assumption]) -> Iterator[str]:
        for one in texts:
            yield self._title(one.id, None)
            entries = [
                ("text", self.say(one.text), one.origin),
                ("cite", ", ".join(ref.id for ref in one.cites), None),
            ]
            yield from self._entries(entries)

    def _assumptions(self) -> Iterator[str]:
        yield from self._texts(self.ruleset.assumptions)
        ruleset = self.ruleset
        assumed = ["table"] if ruleset.seating.basis.assumed else []
        assumed += [f"options.{one.id}" for one in ruleset.options if one.basis.assumed]
        assumed += [f"fans.{one.id}" for one in ruleset.fans if one.basis.assumed]
        assumed += ["worth"] if ruleset.worth and ruleset.worth.basis.assumed else []
        rows = [(table.kind, row) for table in ruleset.tables for row in table.rows]
        assumed += [f"{kind}.{row.id}" for kind, row in rows if row.basis.assumed]
        assumed += ["turn"] if ruleset.turn.basis.assumed else []
        assumed += [f"fouls.{one.id}" for one in ruleset.fouls if one.basis.assumed]
        assumed += [gone.path for gone in ruleset.removed if gone.basis.assumed]
        if assumed:
            first = f"  {self.settings.say(_ALSO)}"
            yield from hang(first, ", ".join(assumed), _WIDTH, 4).split("\n")

    def _title(self, id_: str, name: Words | None) -> str:
        return f"  {id_}" if name is None else f"  {id_}  {name.zh} · {name.en}"

    def _basis(self, basis: Basis, keys: Mapping[str, Origin]) -> list[Entry]:
        """Its clauses and what is assumed; the place is given once."""
        cited = ", ".join(ref.id for ref in basis.cites)
        origin = keys.get("basis")
        return [
            ("cite", cited, origin),
            ("assumed", self.say(basis.assumed), None if cited else origin),
        ]

    def _entries(self, entries: Sequence[Entry]) -> Iterator[str]:
        """What is empty is left out."""
        for key, value, origin in entries:
            if not value:
                continue
            label = self.settings.say(_LABELS[key])
            first = " " * 4 + label + " " * (self.inner - 4 - columns(label))
            where = "" if origin is None else f"  [{self._place(origin)}]"
            yield from hang(first, value + where, _WIDTH).split("\n")

    def _place(self, origin: Origin) -> str:
        spans = [origin.span, *origin.overrode]
        places = [f"{span.source.name}:{span.position[0]}" for span in spans]
        if len(places) == 1:
            return places[0]
        return f"{places[0]} ({self.settings.say(_OVERRIDES)} {', '.join(places[1:])})"


def _suits(seating: Seating) -> str:
    low, high = seating.ranks
    return ", ".join(seating.suits) + (f" {low}–{high}" if (low, high) != (1, 9) else "")


def _accepts(option: Option) -> str:
    if option.accepts is None:
        return ""
    low, high, none = option.accepts
    return f"{low}–{high}" + (", none" if none else "")
