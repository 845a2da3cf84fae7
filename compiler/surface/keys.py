"""The keys a ruleset file may use, and how large it may be.

The keys stand in canonical order. `grammar/ruleset.schema.json` says the same to editors; a test
keeps the two in step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .nodes import TableKind

LANGUAGE_VERSION = 1

TOP = (
    "kawuxing", "variant", "mixin", "name", "abstract", "extends", "on", "uses", "note",
    "assumptions", "refuses", "table", "options", "choices", "carried", "presets", "define",
    "fans", "worth", "cap", "points", "may_win", "horses", "pay", "turn", "dealer", "fouls",
    "exclusive", "examples", "excused",
)  # fmt: skip
NOT_IN_MIXINS = ("variant", "abstract", "extends", "uses")
"""What only a ruleset says of itself."""
PLACES = ("first", "last")
"""Where a row goes that does not name another."""
WORDS = ("zh", "en")
BASIS = ("cite", "assumed")
ASSUMPTION = ("zh", "en", "cite", "removed")
TABLE = ("seats", "at_table", "tiles", "deal", "note", *BASIS)
AT_TABLE = ("seats", "out")
DEAL = ("dealer", "others", "direction")
TILES = ("suits", "ranks", "dragons", "copies")
OPTION = ("name", "default", "offered", "accepts", "note", *BASIS, "removed")
CHOICE = ("name", "default", "offered", "asked", "note", *BASIS, "removed")
CARRIED = ("name", "from", "to", "start", "next", "note", *BASIS, "removed")
ACCEPTS = ("from", "to", "none")
DEFINE = ("is", "note", "removed")
FAN = ("name", "times", "on_top", "when", "replaces", "excludes", "note", *BASIS, "removed")
WORTH = ("combine", "note", *BASIS)
HORSES = ("draw", "hits", "again")
PAY = ("win", "also", "kong", "drawn")
TURN = (
    "exchange", "precedence", "winners", "tail", "kong", "chain", "pung", "reveal",
    "reveal_anytime", "reveal_shows", "missed", "must", "note", *BASIS,
)  # fmt: skip
EXCHANGE = ("tiles", "of", "to")
FOUL = ("name", "may_win", "may_kong", "kong_money", "note", *BASIS, "removed")
HOW_WON = (
    "by", "events", "chain", "revealed", "payer_revealed", "preceded", "passed", "choices",
)  # fmt: skip
EXAMPLE = (
    "id", "golden", "why", "cite", "hand", *HOW_WON, "preset", "options", "carried", "dice",
    "round", "asked", "expect",
)  # fmt: skip
EXCUSED = ("golden", "why", "cite")

EXPECT_WON = (
    "value", "product", "points", "fans", "has", "lacks", "may_win", "owed", "shape", "complete",
)  # fmt: skip
EXPECT_WAITING = ("waits",)
EXPECT_ROUND = ("totals", "rules", "carried")
EXPECT_ASKED = ("allowed", "rules")
EXPECT_DEALER = ("next", "rules")
EXPECT_FACT = ("said",)
EXPECT_NUMBER = ("number", "rules")
EXPECT = (
    *EXPECT_WON, *EXPECT_WAITING, *EXPECT_ROUND, "allowed", "next", "said", "number",
)  # fmt: skip

HORSE = ("horse.rank", "horse.dragon", "horse.won", "horse.grouped", "horse.turned")
FACTS: dict[str, tuple[str, ...]] = {
    "turn.kong": (
        *("kong.concealed", "kong.direct", "kong.added", "kong.fresh", "kong.fixed"),
        *("kong.keeps_waits", "kong.keeps_ready", "kong.announced", "kong.awaited"),
        *("konger.revealed", "turn.drew", "turn.concealed_kongs", "wall.left"),
    ),
    "turn.chain": (
        *("kong.concealed", "kong.direct", "kong.added", "kong.fresh"),
        "konger.revealed",
    ),
    "turn.pung": ("punger.revealed", "passed.pung", "wall.left"),
    "turn.reveal": ("turn.own", "wall.left"),
    "turn.missed": ("value", "passed.value", "passed.same", "robbing", "winner.revealed"),
    "dealer": (
        *("winners", "dealer.won", "dealer.lost", "revealed", "kongs"),
        *("payers", "ready"),
    ),
    "horses.draw": (
        *("self_draw", "discard", "replacement", "robbing", "last_tile"),
        "winner.revealed",
    ),
    "horses.hits": HORSE,
    "horses.again": HORSE,
}
"""What the tables about a round are asked about."""
_OF_HORSES = (("horse.dragon", "horse.rank"), ("horse.dragon", "horse.grouped"))
APART: dict[str, tuple[tuple[str, str], ...]] = {
    "turn.kong": (("kong.direct", "turn.drew"), ("kong.direct", "turn.concealed_kongs")),
    "dealer": (("winners", "ready"),),
    "horses.draw": (
        *(("self_draw", "discard"), ("self_draw", "robbing"), ("discard", "replacement")),
        *(("robbing", "replacement"), ("robbing", "last_tile")),
    ),
    "horses.hits": _OF_HORSES,
    "horses.again": _OF_HORSES,
}
"""Facts of which only one can hold, or be more than 0."""
FACT_RANGES = {
    "turn.concealed_kongs": (0, 4),
    "wall.left": (0, 120),
    "value": (1, 10**12),
    "passed.value": (1, 10**12),
    "winners": (0, 3),
    "revealed": (0, 4),
    "kongs": (0, 16),
    "payers": (0, 4),
    "ready": (0, 4),
    "horse.rank": (0, 9),
    "horse.turned": (1, 12),
}
"""The facts that are numbers."""
FACT_PATHS = (
    *("table.tiles.suits", "table.tiles.ranks", "table.tiles.dragons", "table.tiles.copies"),
    "table.at_table.out",
    *("turn.precedence", "turn.winners", "turn.tail", "turn.reveal_anytime"),
    *("turn.reveal_shows", "turn.must", "turn.exchange"),
)
"""Facts that no table decides; beside them there are `fouls.…` and those of `DECLARED_FACTS`."""
DECLARED_FACTS: dict[str, tuple[str, ...]] = {
    "options": ("offered",),
    "choices": ("default", "offered", "asked"),
    "carried": ("start", "values"),
}
"""The facts of each thing that is declared in a section."""


def facts_of(section: str, id_: str) -> tuple[str, ...]:
    """The paths of the facts of one thing that is declared in a section."""
    return tuple(f"{section}.{id_}.{fact}" for fact in DECLARED_FACTS[section])


ASKED = ("table", "fact", *dict.fromkeys(fact for facts in FACTS.values() for fact in facts))

ROUND = (
    "players", "out", "dealer", "dice", "carried", "choices", "options", "revealed", "kongs",
    "end", "horses",
)  # fmt: skip
CHOOSERS = ("winner", "payer", "others")
"""Who is said to have chosen something, where a hand is scored."""
KONG = ("by", "kind", "tile", "from", "chain", "robbed")
END = ("kind", "wins", "last_drawer", "hands")
WIN = ("seat", "hand", "melds", "win", "by", "from", "events", "chain", "passed")
HAND = ("seat", "hand", "melds")

RESULT_KEYS: dict[TableKind, str] = {
    "cap": "at",
    "points": "add",
    "may_win": "allowed",
    "pay.win": "pay",
    "pay.also": "pay",
    "pay.kong": "pay",
    "pay.drawn": "pay",
    "turn.kong": "allowed",
    "turn.chain": "allowed",
    "turn.pung": "allowed",
    "turn.reveal": "allowed",
    "turn.missed": "allowed",
    "dealer": "next",
    "horses.draw": "number",
    "horses.hits": "points",
    "horses.again": "allowed",
}


def row_keys(kind: TableKind) -> tuple[str, ...]:
    """The keys of a row in a list of rows."""
    return ("id", "name", "when", RESULT_KEYS[kind], "note", *BASIS)


def patch_keys(kind: TableKind) -> tuple[str, ...]:
    """The keys of a row in a mapping that patches the parent's rows."""
    return (
        *("before", "after", "place", "name", "when", RESULT_KEYS[kind], "note", *BASIS),
        "removed",
    )


SUITS = ("dots", "bamboos", "characters")
DRAGONS = ("white", "green", "red")
COMBINE = ("product", "maximum")
"""What a reading is worth, of the fans that score."""
SHAPES = ("standard", "seven_pairs")
WAYS = ("self_draw", "discard")
EVENTS = ("replacement", "kong_discard", "robbing", "last_tile")
KONG_KINDS = ("concealed", "direct", "added")
ENDS = ("win", "drawn")
OUT = ("nobody", "rests", "watches")
DIRECTIONS = ("counterclockwise", "clockwise")
CLAIMS = ("win", "kong", "pung")
WINNERS = ("many", "one")
SHOWS = ("hand", "waiting")
EXCHANGED = ("one_suit", "any")
EXCHANGED_TO = ("next", "previous", "dice")
MAX_EXCHANGED = 4
"""How many tiles may change hands; so many of some suit, or of dragons, are in every hand."""
WHEN_ASKED = ("each_round", "once")
"""How often players choose: before every deal, or before the first and for the whole match."""
MUST = ("announced_kong", "win_by_self_draw", "win_off_discard")
KONG_MONEY = ("kept", "void", "last_void")
NEXT = (
    *("winner", "discarder", "dealer", "first_revealed", "payer", "newcomer"),
    *("last_drawer", "odd_revealed", "odd_ready", "odd_payer"),
)
"""Who may deal next; a newcomer takes the place of one who leaves the table."""

OPTION_PREFIX = "options."
"""How a fact begins that is left to an option."""
CARRIED_AS = "carried_"
"""How the ids begin by which carried numbers are bound like options."""
DICE_PAIR = "dice_pair"
"""What it is called, bound like an option, that both dice show the same."""
DEALT = 13
"""Tiles of a hand that waits: four sets and a pair lack one."""

RESERVED_IDS = frozenset(
    ("and", "or", "not", "if", "else", "for", "in", "true", "false", "none", "removed")
)
"""Words of the language; what an expression refers to must not be called so."""

RESERVED_OPTIONS = frozenset(("stake", "seed", "passed", "choices", "horses", "use"))
"""What a score or a round may be given beside the options, under the same names."""

MAX_INTEGER = 10**12
MAX_ID = 40
MAX_NAME = 80
MAX_TEXT = 2_000
MAX_ITEMS = 64
"""Items of a list of names, words or values."""

MAX_FANS = 200
MAX_ROWS = 100
MAX_OPTIONS = 64
MAX_CHOICES = 16
MAX_CARRIED = 4
MAX_CARRIED_VALUES = 16
"""How many values a carried number can have."""
MAX_PRESETS = 64
MAX_DEFINES = 200
MAX_ASSUMPTIONS = 200
MAX_EXAMPLES = 2_000
MAX_EXCUSED = 200
MAX_FOULS = 64
MAX_CHAIN_OF_KONGS = 16
MAX_PASSED = 12
MAX_REFUSES = 64
MAX_USES = 32
"""Mix-ins of one file."""
MAX_CHAIN = 16
"""Files of one chain of `extends`, the first one included."""
