"""The section about two variants on the same walls, out of the JSON of `simulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .numbers import NOTHING, amount_text, money_text
from .section import Mark, Section, say
from .sections import KONGS, WAYS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .section import Lang

Json = dict[str, Any]

_GROUPS: Final = {
    "win": WAYS,
    "kong": KONGS,
}
_NAMES: Final = {
    ("end", "won"): ("rounds won", "有人胡的局"),
    ("reveal", "made"): ("reveals", "亮牌"),
    ("drawn_tiles",): ("tiles drawn", "摸牌"),
    ("values",): ("worth of won hands", "胡牌番数"),
    ("dealer", "won"): ("dealer wins", "庄家胡"),
    ("dealer", "money"): ("dealer's money", "庄家输赢"),
}
CLEAR: Final = "●"
_TITLES: Final = {
    "more-often": ("How often, under both", "两种规则下的频率"),
    "more-numbers": ("Length and worth, under both", "两种规则下的长短与番数"),
    "more-money": ("Money, under both", "两种规则下的输赢"),
}
_NOTE: Final = (
    "Means a round, and the mean difference with its interval over pairs of rounds on the same "
    "walls. The first dealer of a match is the same; who deals then is for each variant to say. "
    f"{CLEAR}: zero is outside of the interval.",
    "每局平均，以及同样牌墙的两局之差与其区间。每场第一局的庄家相同，以后各按自己的规则。"
    f"{CLEAR}：区间不含零。",
)


def differences_of(report: Json, lang: Lang) -> tuple[Section, ...]:
    """What the second variant makes more of a round, of all that happened under either."""
    fans = {entry["id"]: entry[lang] for side in ("other", "one") for entry in report[side]["fans"]}
    found: dict[str, list[tuple[str, Json]]] = {key: [] for key in _TITLES}
    for entry in report["differences"]:
        if _happened(entry):
            label = _label(entry["name"], report["bots"], fans, lang)
            found[_key(entry["name"])].append((label, entry))
    names = [report[side]["name"][lang] for side in ("one", "other")]
    return tuple(_section(key, entries, names, lang) for key, entries in found.items() if entries)


def _key(name: list[str]) -> str:
    """What is counted: how often something happens, a number of each round, or money."""
    if name[0] in ("money", "paid") or name == ["dealer", "money"]:
        return "more-money"
    return "more-numbers" if name[0] in ("drawn_tiles", "values") else "more-often"


def _section(
    key: str, entries: Sequence[tuple[str, Json]], names: Sequence[str], lang: Lang
) -> Section:
    return Section(
        key,
        say(lang, _TITLES[key]),
        say(lang, _NOTE),
        (
            "",
            *names,
            say(lang, ("more", "相差")),
            say(lang, ("interval", "区间")),
            "",
        ),
        tuple(
            (
                label,
                amount_text(entry["one"]["value"]),
                amount_text(entry["other"]["value"]),
                money_text(entry["more"]["value"]),
                _interval(entry["more"]),
                CLEAR if is_clear(entry["more"]) else "",
            )
            for label, entry in entries
        ),
        "points",
        tuple(_mark(label, entry["more"]) for label, entry in entries),
    )


def _mark(label: str, more: Json) -> Mark:
    text = f"{CLEAR} {money_text(more['value'])}" if is_clear(more) else money_text(more["value"])
    return Mark(label, more["value"], more["low"], more["high"], text)


def is_clear(more: Json) -> bool:
    """Whether an interval leaves zero out."""
    return more["low"] is not None and (more["low"] > 0 or more["high"] < 0)


def _happened(entry: Json) -> bool:
    return any(entry[side]["value"] or entry[side]["high"] for side in ("one", "other"))


def _interval(more: Json) -> str:
    if more["low"] is None:
        return NOTHING
    return f"[{money_text(more['low'])}, {money_text(more['high'])}]"


def _label(name: list[str], bots: list[str], fans: Mapping[str, str], lang: Lang) -> str:
    match name:
        case ["money", person]:
            words = ("money of {} {}", "{} {} 的输赢")
            return say(lang, words).format(int(person) + 1, bots[int(person)])
        case ["fan", fan]:
            return fans[fan]
        case ["paid", rule]:
            return rule
        case [("win" | "kong") as group, kind]:
            words = ("wins: {}", "胡：{}") if group == "win" else ("kongs: {}", "杠：{}")
            return say(lang, words).format(say(lang, _GROUPS[group][kind]).lstrip("… "))
        case _:
            return say(lang, _NAMES[tuple(name)])
