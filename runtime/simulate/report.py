"""What a run has found, as the JSON of `simulate`: counts, and estimates with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..choices import by_choice
from .intervals import Sums, Z, mean, mean_of, ratio, share
from .run import ROUNDS_A_MATCH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..circumstances import Choices
    from ..declared import RuleInfo
    from ..round.rules import RoundRules
    from .intervals import Estimate
    from .run import Plan, Played
    from .tally import Tally

Json = dict[str, Any]

WAYS: Final = (*("self_draw", "discard", "robbing", "replacement", "kong_discard", "last_tile"),)
KONGS: Final = ("concealed", "direct", "added", "robbed")
_DIGITS: Final = 6


def report(
    played: Played,
    rules: RoundRules,
    other: RoundRules | None,
    *,
    bots: Sequence[str],
    plan: Plan,
) -> Json:
    """Everything there is to say about a run.

    Args:
        played: what was counted.
        rules: what was played.
        other: what the same walls were played under too, if they were.
        bots: the bots of the persons, by name.
        plan: what was to be played.
    """
    found: Json = {
        "ok": True,
        "rounds": played.rounds,
        "matches": -(-played.rounds // ROUNDS_A_MATCH),
        "rounds_a_match": ROUNDS_A_MATCH,
        "seed": plan.seed,
        "bots": list(bots),
        "intervals": {"confidence": 0.95, "z": Z, "shares": "wilson", "means": "normal"},
        "one": statistics(played.one, rules, plan.choices),
    }
    if other is not None:
        found["other"] = statistics(played.other, other, plan.other_choices)
        found["differences"] = list(_differences(played, rules, other))
    return found


_PAYING: Final = ("pay.win", "pay.also", "pay.kong", "pay.drawn")


def statistics(tally: Tally, rules: RoundRules, choices: tuple[Choices, ...] = ()) -> Json:
    """What happened under one variant; `choices` are those of the persons."""
    program = rules.evaluator.program
    chosen = by_choice(program.choices, choices or ((),) * rules.players)
    return {
        "variant": program.variant,
        "use": list(program.use),
        "name": {"zh": program.zh, "en": program.en},
        **({"choices": chosen} if chosen else {}),
        "options": dict(rules.bound_options()),
        "stake": rules.stake,
        "hash": rules.source,
        "wins": _wins(tally),
        "values": _numbers(tally, "value"),
        "fans": _fans(tally, program.fans),
        "players": [_player(tally, str(person)) for person in range(rules.players)],
        "causes": _causes(tally, rules),
        "dealer": {
            "won": _estimate(share(tally.sum("dealer", "won"), tally.rounds)),
            "money": _estimate(_per_round(tally, "dealer", "money")),
        },
        "drawn": _drawn(tally),
        "reveals": _reveals(tally),
        "kongs": _kongs(tally),
        "turns": _numbers(tally, "turns"),
    }


def _wins(tally: Tally) -> Json:
    hands = tally.sum("wins")
    return {
        "rounds": _estimate(share(tally.sum("end", "won"), tally.rounds)),
        "hands": hands,
        "together": _histogram(tally, "winners"),
        "ways": [
            {
                "id": way,
                "count": tally.sum("win", way),
                "share": _estimate(share(tally.sum("win", way), hands)),
            }
            for way in WAYS
        ],
    }


def _numbers(tally: Tally, name: str) -> Json:
    """Numbers of which it is known how often each occurs."""
    counts = {int(value): count for value, count in tally.under(name).items()}
    return {"mean": _estimate(mean_of(counts)), "counts": _histogram(tally, name)}


def _histogram(tally: Tally, name: str) -> list[Json]:
    counts = {int(value): count for value, count in tally.under(name).items()}
    return [{"value": value, "count": counts[value]} for value in sorted(counts)]


def _fans(tally: Tally, fans: Sequence[RuleInfo]) -> list[Json]:
    hands = tally.sum("wins")
    return [
        {
            "id": fan.id,
            "zh": fan.zh,
            "en": fan.en,
            "count": tally.sum("fan", fan.id),
            "share": _estimate(share(tally.sum("fan", fan.id), hands)),
        }
        for fan in fans
    ]


def _player(tally: Tally, person: str) -> Json:
    rounds = tally.sum("played", person)
    total, squares = tally.sum("money", person), tally.square("money", person)
    return {
        "rounds": rounds,
        "won": tally.sum("won_by", person),
        "fed": tally.sum("fed_by", person),
        "revealed": tally.sum("revealed_by", person),
        "total": total,
        "money": _estimate(mean(total, squares, rounds)),
    }


def _causes(tally: Tally, rules: RoundRules) -> list[Json]:
    """The money by the row that asked for it, in the order of rows."""
    persons = [str(person) for person in range(rules.players)]
    found = []
    for table in _PAYING:
        for row in rules.evaluator.program.rows.get(table, ()):
            rule = f"{table}.{row.id}"
            paid = tally.sum("paid", rule)
            found.append(
                {
                    "rule": rule,
                    "zh": row.zh,
                    "en": row.en,
                    "paid": paid,
                    "per_round": _estimate(_per_round(tally, "paid", rule)),
                    "gained": [tally.sum("gained", person, rule) for person in persons],
                    "lost": [tally.sum("lost", person, rule) for person in persons],
                }
            )
    return found


def _drawn(tally: Tally) -> Json:
    drawn = tally.sum("end", "drawn")
    return {
        "rounds": _estimate(share(drawn, tally.rounds)),
        "count": drawn,
        "by_reveals": _histogram(tally, "drawn"),
    }


def _reveals(tally: Tally) -> Json:
    made = tally.sum("reveal", "made")
    total = tally.sum("reveal", "money")
    sums = Sums(
        total,
        made,
        tally.square("reveal", "money"),
        tally.sum("reveal", "product"),
        tally.square("reveal", "made"),
        tally.rounds,
    )
    return {
        "made": made,
        "per_round": _estimate(_per_round(tally, "reveal", "made")),
        "a_round": _histogram(tally, "reveals"),
        "won": _estimate(share(tally.sum("reveal", "won"), made)),
        "total": total,
        "money": _estimate(ratio(sums)),
    }


def _kongs(tally: Tally) -> list[Json]:
    return [
        {
            "kind": kind,
            "count": tally.sum("kong", kind),
            "per_round": _estimate(_per_round(tally, "kong", kind)),
            "paid": tally.sum("kong_money", kind),
        }
        for kind in KONGS
    ]


def _per_round(tally: Tally, *name: str) -> Estimate:
    return mean(tally.sum(*name), tally.square(*name), tally.rounds)


def _estimate(found: Estimate) -> Json:
    """An estimate as JSON, rounded: what lies below says nothing about the game."""
    return {
        name: None if value is None else round(value, _DIGITS) + 0.0
        for name, value in found._asdict().items()
    }


# --- the same walls under two variants ------------------------------------------------------------


def _differences(played: Played, rules: RoundRules, other: RoundRules) -> Iterator[Json]:
    """What the second variant makes more of each round, with intervals over the pairs of rounds."""
    for name in (
        ("end", "won"),
        *[("win", way) for way in WAYS],
        *[("kong", kind) for kind in KONGS],
        ("reveal", "made"),
        ("drawn_tiles",),
        ("values",),
        ("dealer", "won"),
        ("dealer", "money"),
        *[("money", str(person)) for person in range(rules.players)],
        *[("fan", fan) for fan in _ids(rules, other)],
        *[("paid", rule) for rule in _rules(rules, other)],
    ):
        yield _difference(played, name)


def _ids(one: RoundRules, other: RoundRules) -> list[str]:
    fans = (*one.evaluator.program.fans, *other.evaluator.program.fans)
    return list(dict.fromkeys(fan.id for fan in fans))


def _rules(one: RoundRules, other: RoundRules) -> list[str]:
    found = [
        f"{table}.{row.id}"
        for rules in (one, other)
        for table in _PAYING
        for row in rules.evaluator.program.rows.get(table, ())
    ]
    return list(dict.fromkeys(found))


_SHARES: Final = (("end", "won"), ("dealer", "won"))
"""What happens in a round once at most, so that its mean is a share of all rounds."""


def _difference(played: Played, name: tuple[str, ...]) -> Json:
    estimate = _share if name in _SHARES else _per_round
    return {
        "name": list(name),
        "one": _estimate(estimate(played.one, *name)),
        "other": _estimate(estimate(played.other, *name)),
        "more": _estimate(_per_round(played.more, *name)),
    }


def _share(tally: Tally, *name: str) -> Estimate:
    return share(tally.sum(*name), tally.rounds)
