"""What a ruleset says of the course of a round: complete, grounded, and of one piece."""

from __future__ import annotations

import pytest

from kawuxing.compiler.resolved.nodes import FLOW_KINDS, OPTIONAL_KINDS
from kawuxing.compiler.surface.keys import MUST

from ..towns import BASE, alone, check_texts, complete, over_base, place, unmark

FACTS = [
    *("seats: 3\n  ", ", copies: 4", "suits: [dots, bamboos], ", "at_table: {out: nobody}\n  "),
    *("dealer: 14, ", "others: 13, ", ", direction: counterclockwise"),
]


@pytest.mark.parametrize("key", FACTS)
def test_the_table_must_be_complete(key: str) -> None:
    assert key in BASE
    found = alone(BASE.replace(key, ""))
    assert found.codes == ["KWX2202"]
    assert found.diagnostics[0].params["path"] == "table"


@pytest.mark.parametrize(
    "key", ["precedence: [win, kong, pung]", "winners: many", "tail: true", "must: []"]
)
def test_the_facts_of_turns_must_be_complete(key: str) -> None:
    assert BASE.count(key) == 1
    (found,) = alone(BASE.replace(f"  {key}\n", "")).diagnostics
    assert (found.code, found.params["path"]) == ("KWX2202", "turn")
    assert found.params["key"] == key.partition(":")[0]


def test_facts_need_grounds() -> None:
    text = BASE.replace("counterclockwise}\n  assumed: test", "counterclockwise}")
    assert alone(text).codes == ["KWX2221"]
    text = BASE.replace("must: []\n  assumed: test", "must: []")
    assert alone(text).codes == ["KWX2221"]


def test_facts_and_tables_of_turns_are_inherited_apart() -> None:
    found = over_base("turn: {kong: {else: {cite: S0-079}}}\n")
    assert found.codes == []
    assert found.ruleset is not None
    assert found.ruleset.turn.origin.span.source.name == "base.yaml"
    (row,) = next(one for one in found.ruleset.tables if one.kind == "turn.kong").rows
    assert row.origin.span.source.name == "town.yaml"
    needed = [kind for kind in FLOW_KINDS if kind not in OPTIONAL_KINDS]
    assert [one.kind for one in found.ruleset.tables][-5:] == needed
    changed = over_base("turn: {winners: one, cite: S0-079}\n").ruleset
    assert changed is not None
    assert (changed.turn.winners, changed.turn.tail) == ("one", True)
    assert changed.turn.keys["winners"].overrode[0].source.name == "base.yaml"


# code, what it must be about, the text
CASES: list[tuple[str, dict[str, str | int], str]] = [
    ("KWX2222", {"path": "turn", "key": "winners"}, "turn: {winners: ⟦one⟧}"),
    ("KWX2222", {"path": "table", "key": "at_table"}, "table: {at_table: {out: ⟦nobody⟧}}"),
    ("KWX2222", {"path": "table", "key": "deal"}, "table: {deal: {direction: ⟦clockwise⟧}}"),
    ("KWX2222", {"path": "turn.kong.else"}, "turn: {kong: {else: {allowed: ⟦false⟧}}}"),
    ("KWX2222", {"path": "dealer.drawn", "key": "next"}, "dealer: {drawn: {next: ⟦payer⟧}}"),
    ("KWX2221", {"path": "fouls.swap"}, "fouls: {⟦swap⟧: {may_win: false}}"),
    ("KWX2241", {"path": "fouls", "found": "swap"}, "fouls: {⟦swap⟧: removed}"),
    ("KWX2277", {"missing": "kong"}, "turn: {precedence: ⟦[win, pung]⟧, assumed: x}"),
    ("KWX2277", {"missing": "win, kong, pung"}, "turn: {precedence: ⟦[]⟧, assumed: x}"),
    ("KWX2218", {"found": "win"}, "turn: {precedence: [win, ⟦win⟧, pung], assumed: x}"),
    (
        "KWX2215",
        {
            "found": "winer",
            "words": "winner, discarder, dealer, first_revealed, payer, newcomer, last_drawer, "
            "odd_revealed, odd_ready, odd_payer",
        },
        "dealer: [{id: any, next: ⟦winer⟧, assumed: x}]",
    ),
    ("KWX2215", {"words": "nobody, rests, watches"}, "table: {at_table: {out: ⟦one⟧}, assumed: x}"),
    ("KWX2215", {"words": "kept, void, last_void"}, "fouls: {a: {kong_money: ⟦gone⟧, cite: W1}}"),
    ("KWX2215", {"words": ", ".join(MUST)}, "turn: {must: [⟦kong⟧], assumed: x}"),
    ("KWX2214", {"found": "no"}, "turn: {tail: ⟦no⟧, assumed: x}"),
    ("KWX2215", {"words": "hand, waiting"}, "turn: {reveal_shows: ⟦all⟧, assumed: x}"),
    ("KWX2215", {"found": "options.A"}, "turn: {reveal_shows: ⟦options.A⟧, assumed: x}"),
    (
        "KWX2286",
        {"found": "shown", "words": "hand, waiting"},
        "turn: {reveal_shows: ⟦options.shown⟧, assumed: x}",
    ),
    (
        "KWX2286",
        {"found": "part"},
        "options: {⟪part⟫: {default: all, offered: [all, hand], assumed: x}}\n"
        "turn: {reveal_shows: ⟦options.part⟧, assumed: x}",
    ),
    (
        "KWX2286",
        {"found": "seen", "path": "turn.reveal_shows"},
        "options: {⟪seen⟫: {default: true, assumed: x}}\n"
        "turn: {reveal_shows: ⟦options.seen⟧, assumed: x}",
    ),
    (
        "KWX2286",
        {"found": "often", "words": "each_round, once"},
        "options: {⟪often⟫: {default: false, assumed: x}}\n"
        "choices: {stake: {name: {zh: 注, en: Stake}, default: 0, offered: [0, 1],\n"
        "  asked: ⟦options.often⟧, assumed: x}}",
    ),
    (
        "KWX2286",
        {"found": "most"},
        "options: {⟪most⟫: {default: 8, offered: [8, none], assumed: x}}\n"
        "turn: {reveal_shows: ⟦options.most⟧, assumed: x}",
    ),
    ("KWX2201", {"found": "kongs", "path": "turn"}, "turn: {⟦kongs⟧: []}"),
    ("KWX2206", {"path": "turn"}, "turn: ⟦{}⟧"),
    ("KWX2206", {"path": "table.deal"}, "table: {deal: ⟦{}⟧, assumed: x}"),
    ("KWX2278", {"found": 2, "expected": 3}, "table: {at_table: {seats: ⟦2⟧}, assumed: x}"),
    ("KWX2278", {"found": 4, "expected": 3}, "table: {at_table: {seats: ⟦4⟧}, assumed: x}"),
    (
        "KWX2278",
        {"found": 3, "seats": 3, "out": "rests", "expected": 4},
        "table: {at_table: {seats: ⟦3⟧, out: ⟪rests⟫}, assumed: x}",
    ),
    ("KWX2279", {"key": "dealer", "expected": 14}, "table: {deal: {dealer: ⟦13⟧}, assumed: x}"),
    ("KWX2279", {"key": "others", "found": 16}, "table: {deal: {others: ⟦16⟧}, assumed: x}"),
    (
        "KWX2280",
        {"row": "any", "out": "nobody"},
        "dealer: [{id: any, next: ⟦newcomer⟧, assumed: x}]",
    ),
    (
        "KWX2254",
        {"path": "turn.pung", "found": "any"},
        "turn: {pung: [{id: any, when: ⟦punger.revealed⟧, allowed: false, assumed: x}]}",
    ),
    (
        "KWX2254",
        {"path": "dealer"},
        "dealer: {drawn: {when: ⟦winners == 0⟧, assumed: x}}",
    ),
]


@pytest.mark.parametrize(("code", "about", "text"), CASES)
def test_a_mistake_is_found_where_it_is(code: str, about: dict[str, str | int], text: str) -> None:
    plain, (at,), labels = unmark(complete(text))
    found = over_base(plain)
    assert found.codes == [code]
    (diagnostic,) = found.diagnostics
    assert place(diagnostic.span) == at
    assert about.items() <= diagnostic.params.items()
    for label in labels:
        assert label in [place(one.span) for one in diagnostic.labels]
    check_texts(diagnostic)


def test_who_takes_the_rest_away_is_to_blame_for_the_newcomer() -> None:
    rests = BASE.replace("out: nobody", "out: rests").replace("next: dealer", "next: newcomer")
    assert alone(rests).codes == []
    found = over_base("table: {at_table: {out: watches}, assumed: x}\n")
    assert found.codes == []
    newcomer = over_base(
        "table: {at_table: {out: rests}, assumed: x}\n"
        "dealer: {drawn: {next: newcomer, assumed: x}}\n"
    )
    assert newcomer.codes == []


def test_the_seats_at_a_table_follow_from_who_is_out() -> None:
    """Nobody has to count them, nor to count again in a ruleset for more players."""
    for text, expected in (
        ("table: {seats: 4, assumed: x}", 4),
        ("table: {seats: 2, at_table: {out: watches}, assumed: x}", 3),
        ("table: {at_table: {seats: 4, out: rests}, assumed: x}", 4),
    ):
        found = over_base(f"{text}\n")
        assert found.codes == []
        assert found.ruleset is not None
        assert found.ruleset.seating.at_table == expected
