"""Reports with chosen figures, in the form `simulate` prints them."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def estimate(value: float, half: float = 0.1) -> Json:
    return {"value": value, "low": value - half, "high": value + half}


def variant(id_: str, **more: object) -> Json:
    """One variant after ten rounds."""
    zero = estimate(0.0, 0.0)
    found: Json = {
        "variant": id_,
        "use": [],
        "name": {"zh": f"{id_}玩法", "en": f"{id_.title()} rules"},
        "options": {"cap": 8, "tyrant": False},
        "stake": 1,
        "hash": "0" * 64,
        "wins": {
            "rounds": estimate(0.9),
            "hands": 10,
            "together": [{"value": 1, "count": 8}, {"value": 2, "count": 1}],
            "ways": [
                {"id": "self_draw", "count": 6, "share": estimate(0.6)},
                {"id": "discard", "count": 4, "share": estimate(0.4)},
                {"id": "robbing", "count": 0, "share": zero},
                {"id": "replacement", "count": 0, "share": zero},
                {"id": "kong_discard", "count": 0, "share": zero},
                {"id": "last_tile", "count": 0, "share": zero},
            ],
        },
        "values": {
            "mean": estimate(1.5),
            "counts": [{"value": 1, "count": 5}, {"value": 2, "count": 5}],
        },
        "fans": [
            {"id": "few", "zh": "少", "en": "Few", "count": 1, "share": estimate(0.1)},
            {"id": "many", "zh": "多", "en": "Many", "count": 7, "share": estimate(0.7)},
            {"id": "none", "zh": "无", "en": "None", "count": 0, "share": zero},
        ],
        "players": [player(10, 4, 12), player(10, 3, -5), player(10, 3, -7)],
        "causes": [
            {
                "rule": "pay.win.row",
                "zh": "row",
                "en": "row",
                "paid": 12,
                "per_round": estimate(1.2),
                "gained": [12, 0, 0],
                "lost": [0, 5, 7],
            },
            {
                "rule": "pay.drawn.nobody",
                "zh": "没人付",
                "en": "Nobody pays",
                "paid": 0,
                "per_round": zero,
                "gained": [0, 0, 0],
                "lost": [0, 0, 0],
            },
        ],
        "dealer": {"won": estimate(0.4), "money": estimate(-0.25)},
        "drawn": {
            "rounds": estimate(0.1),
            "count": 1,
            "by_reveals": [{"value": 2, "count": 1}],
        },
        "reveals": {
            "made": 4,
            "per_round": estimate(0.4),
            "a_round": [
                {"value": 0, "count": 7},
                {"value": 1, "count": 2},
                {"value": 2, "count": 1},
            ],
            "won": estimate(0.5),
            "total": 6,
            "money": estimate(1.5),
        },
        "kongs": [
            {"kind": "concealed", "count": 1, "per_round": estimate(0.1), "paid": 4},
            {"kind": "direct", "count": 2, "per_round": estimate(0.2), "paid": 4},
            {"kind": "added", "count": 0, "per_round": zero, "paid": 0},
            {"kind": "robbed", "count": 0, "per_round": zero, "paid": 0},
        ],
        "turns": {
            "mean": estimate(20.0),
            "counts": [{"value": draws, "count": 1} for draws in range(1, 11)],
        },
    }
    return found | more


def player(rounds: int, won: int, total: int) -> Json:
    money = estimate(total / rounds)
    counts = {"rounds": rounds, "won": won, "fed": 1, "revealed": 2, "total": total}
    return {**counts, "money": money}


def report(one: Json, other: Json | None = None, differences: object = ()) -> Json:
    """A whole report."""
    found: Json = {
        "ok": True,
        "rounds": 10,
        "matches": 1,
        "rounds_a_match": 16,
        "seed": 3,
        "bots": ["greedy", "careful", "random"],
        "intervals": {"confidence": 0.95, "z": 1.96, "shares": "wilson", "means": "normal"},
        "one": one,
    }
    if other is not None:
        found |= {"other": other, "differences": differences}
    return found
