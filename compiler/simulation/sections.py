"""The sections about one variant, out of the JSON of `simulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from .numbers import (
    amount_text,
    count_text,
    estimate_text,
    gain_text,
    money_text,
    share_text,
)
from .section import Mark, Section, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .section import Lang

Json = dict[str, Any]
Side = Literal["one", "other"]

WAYS: Final = {
    "self_draw": ("by self-draw", "自摸"),
    "discard": ("off a discard", "点炮"),
    "robbing": ("… a robbed kong", "……抢杠"),
    "replacement": ("… a replacement tile", "……杠后补牌"),
    "kong_discard": ("… a discard after a kong", "……杠后打出的牌"),
    "last_tile": ("… the last tile", "……最后一张"),
}
KONGS: Final = {
    "concealed": ("concealed", "暗杠"),
    "direct": ("direct", "直杠"),
    "added": ("added", "补杠"),
    "robbed": ("robbed", "被抢的杠"),
}
_LINES: Final = 20
_COUNT: Final = ("count", "次数")
_OF_WINS: Final = ("of all wins", "占胡牌")
_OF_ROUNDS: Final = ("of all rounds", "占全部局数")
_A_ROUND: Final = ("a round", "每局")


_SIDES: Final = {
    "one": ("{} (first: {})", "{}（前者：{}）"),
    "other": ("{} (second: {})", "{}（后者：{}）"),
}


def sections_of_both(report: Json, lang: Lang) -> Iterator[Section]:
    """Everything about two variants, what is alike side by side, each under its name."""
    pairs = zip(sections_of(report, lang), sections_of(report, lang, "other"), strict=True)
    for one, other in pairs:
        yield _titled(one, report, "one", lang)
        yield _titled(other, report, "other", lang)._replace(key=f"{other.key}-second")


def _titled(section: Section, report: Json, side: Side, lang: Lang) -> Section:
    """A section that says whose figures it shows."""
    name = report[side]["name"][lang]
    return section._replace(title=say(lang, _SIDES[side]).format(section.title, name))


def sections_of(report: Json, lang: Lang, side: Side = "one") -> tuple[Section, ...]:
    """Everything about one variant that was played."""
    one, rounds = report[side], report["rounds"]
    return (
        _ends(one, rounds, lang),
        _wins(one, lang),
        _fans(one, lang),
        _values(one, lang),
        _players(one, report["bots"], lang),
        _causes(one, lang),
        _dealer(one, lang),
        _drawn(one, lang),
        _reveals(one, lang),
        _kongs(one, lang),
        _turns(one, lang),
    )


def _ends(one: Json, rounds: int, lang: Lang) -> Section:
    together = {entry["value"]: entry["count"] for entry in one["wins"]["together"]}
    several = sum(count for winners, count in together.items() if winners > 1)
    rows = (
        (("won", "有人胡"), sum(together.values()), one["wins"]["rounds"]),
        (("… by several on one tile", "……一炮多响"), several, None),
        (("nobody won", "荒庄"), one["drawn"]["count"], one["drawn"]["rounds"]),
    )
    return Section(
        "ends",
        say(lang, ("How rounds end", "怎样结束")),
        say(lang, ("{} rounds", "共 {} 局")).format(count_text(rounds)),
        _heads(lang, ("", ""), _COUNT, _OF_ROUNDS),
        tuple(
            (
                say(lang, words),
                count_text(count),
                estimate_text(estimate, share_text) if estimate else "",
            )
            for words, count, estimate in rows
        ),
        "bars",
        tuple(_bar(say(lang, words), entry) for words, _, entry in rows if entry is not None),
    )


def _wins(one: Json, lang: Lang) -> Section:
    ways = [(say(lang, WAYS[entry["id"]]), entry) for entry in one["wins"]["ways"]]
    return Section(
        "wins",
        say(lang, ("Ways to win", "怎样胡")),
        say(lang, ("{} wins", "共胡 {} 次")).format(count_text(one["wins"]["hands"])),
        _heads(lang, ("", ""), _COUNT, _OF_WINS),
        tuple(_counted(label, entry) for label, entry in ways),
        "bars",
        tuple(_bar(label, entry["share"]) for label, entry in ways),
    )


def _fans(one: Json, lang: Lang) -> Section:
    fans = [(entry[lang], entry) for entry in one["fans"]]
    fans.sort(key=lambda fan: -int(fan[1]["count"]))
    return Section(
        "fans",
        say(lang, ("Fans", "番种")),
        say(lang, ("How many wins have them.", "胡牌中带有的比例。")),
        _heads(lang, ("", ""), _COUNT, _OF_WINS),
        tuple(_counted(label, entry) for label, entry in fans),
        "bars",
        tuple(_bar(label, entry["share"]) for label, entry in fans if entry["count"]),
    )


def _values(one: Json, lang: Lang) -> Section:
    mean = estimate_text(one["values"]["mean"], amount_text)
    hands = one["wins"]["hands"]
    return Section(
        "values",
        say(lang, ("Worth of won hands", "胡牌的番数")),
        say(lang, ("Mean {}, in stakes a payer.", "平均 {}（每家所付，以底计）。")).format(mean),
        _heads(lang, ("worth", "番"), _COUNT, _OF_WINS),
        _counts(one["values"]["counts"], hands),
        "columns",
        _columns(one["values"]["counts"], hands),
    )


def _players(one: Json, bots: Sequence[str], lang: Lang) -> Section:
    rows, marks = [], []
    for number, (bot, player) in enumerate(zip(bots, one["players"], strict=True), 1):
        label = f"{number} {bot}"
        counts = [count_text(player[name]) for name in ("rounds", "won", "fed", "revealed")]
        money = estimate_text(player["money"], money_text)
        rows.append((label, *counts, gain_text(player["total"]), money))
        marks.append(_point(label, player["money"]))
    return Section(
        "players",
        say(lang, ("Money by player", "各家输赢")),
        say(lang, ("In units of the stake.", "以底计。")),
        _heads(
            lang,
            ("player", "玩家"),
            ("rounds", "局"),
            ("wins", "胡"),
            ("fed", "点炮"),
            ("reveals", "亮牌"),
            ("in all", "合计"),
            _A_ROUND,
        ),
        tuple(rows),
        "points",
        tuple(marks),
    )


def _causes(one: Json, lang: Lang) -> Section:
    causes = [(_cause(entry, lang), entry) for entry in one["causes"] if entry["paid"]]
    persons = [(str(number), str(number)) for number in range(1, len(one["players"]) + 1)]
    rows = [
        (
            label,
            estimate_text(entry["per_round"], amount_text),
            *[
                gain_text(gained - lost)
                for gained, lost in zip(entry["gained"], entry["lost"], strict=True)
            ],
        )
        for label, entry in causes
    ]
    return Section(
        "causes",
        say(lang, ("Money by rule", "各条规则的输赢")),
        say(
            lang,
            (
                "What the rule moves in a round, and what each player has from it in all.",
                "这条规则每局付出多少，各家合计输赢多少。",
            ),
        ),
        _heads(lang, ("rule", "规则"), _A_ROUND, *persons),
        tuple(rows),
        "bars",
        tuple(_bar(label, entry["per_round"], amount_text) for label, entry in causes),
    )


def _cause(entry: Json, lang: Lang) -> str:
    """A row by its path, with its name if it has one."""
    row = str(entry["rule"])
    name = str(entry[lang])
    return row if row.endswith(f".{name}") else f"{row} {name}"


def _dealer(one: Json, lang: Lang) -> Section:
    dealer = one["dealer"]
    return Section(
        "dealer",
        say(lang, ("The dealer", "庄家")),
        "",
        _heads(lang, ("", ""), _A_ROUND),
        (
            (say(lang, ("wins", "胡牌")), estimate_text(dealer["won"], share_text)),
            (say(lang, ("money", "输赢")), estimate_text(dealer["money"], money_text)),
        ),
    )


def _drawn(one: Json, lang: Lang) -> Section:
    drawn = one["drawn"]
    return Section(
        "drawn",
        say(lang, ("Drawn hands by reveals", "荒庄时亮牌的家数")),
        "",
        _heads(lang, ("reveals", "亮牌"), _COUNT, ("of drawn hands", "占荒庄")),
        _counts(drawn["by_reveals"], drawn["count"]),
        "columns",
        _columns(drawn["by_reveals"], drawn["count"]),
    )


def _reveals(one: Json, lang: Lang) -> Section:
    reveals = one["reveals"]
    return Section(
        "reveals",
        say(lang, ("Reveals", "亮牌")),
        say(
            lang,
            (
                "What they earn is all that who revealed has gained in the round.",
                "所得为亮牌者该局的全部输赢。",
            ),
        ),
        _heads(lang, ("", ""), ("", "")),
        (
            (say(lang, ("made", "亮牌次数")), count_text(reveals["made"])),
            (say(lang, _A_ROUND), estimate_text(reveals["per_round"], amount_text)),
            (say(lang, ("won", "亮后胡牌")), estimate_text(reveals["won"], share_text)),
            (say(lang, ("earn", "每次所得")), estimate_text(reveals["money"], money_text)),
        ),
        "columns",
        _columns(reveals["a_round"], sum(entry["count"] for entry in reveals["a_round"])),
    )


def _kongs(one: Json, lang: Lang) -> Section:
    kongs = [(say(lang, KONGS[entry["kind"]]), entry) for entry in one["kongs"]]
    return Section(
        "kongs",
        say(lang, ("Kongs", "杠")),
        "",
        _heads(lang, ("", ""), _COUNT, _A_ROUND, ("paid in all", "合计付出")),
        tuple(
            (
                label,
                count_text(entry["count"]),
                estimate_text(entry["per_round"], amount_text),
                count_text(entry["paid"]),
            )
            for label, entry in kongs
        ),
        "bars",
        tuple(_bar(label, entry["per_round"], amount_text) for label, entry in kongs),
    )


def _turns(one: Json, lang: Lang) -> Section:
    turns = one["turns"]
    rounds = sum(entry["count"] for entry in turns["counts"])
    mean = estimate_text(turns["mean"], amount_text)
    return Section(
        "turns",
        say(lang, ("Length", "长短")),
        say(
            lang,
            (
                "Tiles drawn in a round, the dealer's first included: mean {}.",
                "每局摸牌数（含庄家起手第十四张）：平均 {}。",
            ),
        ).format(mean),
        _heads(lang, ("draws", "摸牌"), _COUNT, _OF_ROUNDS),
        _counts(turns["counts"], rounds),
        "columns",
        _columns(turns["counts"], rounds),
    )


# --- pieces ---------------------------------------------------------------------------------------


def _heads(lang: Lang, *words: tuple[str, str]) -> tuple[str, ...]:
    return tuple(say(lang, one) for one in words)


def _counted(label: str, entry: Json) -> tuple[str, str, str]:
    return label, count_text(entry["count"]), estimate_text(entry["share"], share_text)


def _counts(counts: Sequence[Json], of: int) -> tuple[tuple[str, ...], ...]:
    """How often each value occurs; if there are many, in groups of as many as do on one screen."""
    if not counts:
        return ()
    last = counts[-1]["value"]
    width = 1 if len(counts) <= _LINES else -(-last // _LINES)
    groups: dict[int, int] = {}
    for one in counts:
        at = one["value"] if width == 1 else (one["value"] - 1) // width
        groups[at] = groups.get(at, 0) + one["count"]
    return tuple(
        (_group(at, width), count_text(count), share_text(count / of))
        for at, count in groups.items()
    )


def _group(at: int, width: int) -> str:
    return count_text(at) if width == 1 else f"{at * width + 1}–{(at + 1) * width}"


def _columns(counts: Sequence[Json], of: int) -> tuple[Mark, ...]:
    return tuple(
        Mark(str(one["value"]), one["count"] / of, text=share_text(one["count"] / of))
        for one in counts
    )


def _bar(label: str, estimate: Json, text: Callable[[float], str] = share_text) -> Mark:
    value = estimate["value"] or 0.0
    return Mark(label, value, estimate["low"], estimate["high"], text(value))


def _point(label: str, estimate: Json) -> Mark:
    value = estimate["value"] or 0.0
    return Mark(label, value, estimate["low"], estimate["high"], money_text(value))
