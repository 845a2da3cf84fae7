"""The mutants of a toy, counted and placed by hand."""

from __future__ import annotations

from kawuxing.compiler.compile import check
from kawuxing.compiler.coverage.places import place_of
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.mutation.kill import core_of
from kawuxing.compiler.mutation.mutants import Mutant, mutants_of

from ..toy import HEAD, RULES, TOY


def mutants(text: str = TOY) -> tuple[Mutant, ...]:
    return mutants_of(load_ruleset(text))


def changes(rule: str, text: str = TOY) -> set[tuple[str, str, str]]:
    return {(one.kind, one.before, one.after) for one in mutants(text) if one.rule == rule}


def test_changes_of_an_option() -> None:
    assert changes("options.most") == {
        ("default", "10", "none"),
        ("default", "10", "9"),
        ("default", "10", "11"),
        ("default", "10", "20"),
        ("offered", "10, none", "10"),
        ("accepts", "5…20, none", "6…20, none"),
        ("accepts", "5…20, none", "5…19, none"),
    }


def test_an_option_that_accepts_only_what_it_offers_defaults_to_nothing_else() -> None:
    only = RULES.replace("    accepts: {from: 5, to: 20, none: true}\n", "")
    assert changes("options.most", HEAD + only) == {
        ("default", "10", "none"),
        ("offered", "10, none", "10"),
    }


def test_accepting_none_is_dropped_where_menus_do_not_offer_it() -> None:
    text = HEAD + RULES.replace("offered: [10, none]", "offered: [10]")
    assert ("accepts", "5…20, none", "5…20") in changes("options.most", text)


def test_changes_of_a_table_of_players() -> None:
    found = {one for one in changes("table") if one[0] == "seats"}
    assert found == {("seats", "3", "2"), ("seats", "3", "4")}


def test_changes_of_a_fan() -> None:
    found = changes("fans.pungs")
    assert {one for one in found if one[0] != "word"} == {
        ("never", "", ""),
        ("number", "2", "1"),
        ("number", "2", "3"),
        ("number", "2", "4"),
        ("logic", "and", "or"),
        ("dropped", "triplets == 4", ""),
        ("dropped", "not seven_pairs", ""),
        ("dropped", "not seven_pairs", "seven_pairs"),
        ("comparison", "triplets == 4", "triplets != 4"),
        ("number", "4", "3"),
        ("number", "4", "5"),
        ("number", "4", "8"),
    }
    assert ("word", "seven_pairs", "standard") in found
    assert ("always", "seven_pairs", "true") in changes("fans.pairs")


def test_what_a_fan_replaces_and_excludes_is_taken_away_one_by_one() -> None:
    text = HEAD + RULES.replace("times: 3,", "times: 3, replaces: [pungs],")
    assert ("replaces", "pungs", "") in changes("fans.pairs", text)
    text = HEAD + RULES.replace("times: 3,", "times: 3, excludes: [pungs],")
    assert ("excludes", "pungs", "") in changes("fans.pairs", text)


def test_a_definition_is_changed_where_it_is_written_whoever_uses_it() -> None:
    assert ("word", "s.triplet", "s.run") in changes("define.triplets")
    assert not any("s.triplet" in one.before for one in mutants() if one.rule == "fans.pungs")


def test_changes_of_rows() -> None:
    assert changes("may_win.all") == {("truth", "true", "false")}
    assert changes("pay.win.all") == set()
    assert changes("pay.kong.nobody") == {("number", "0", "1")}
    assert {one for one in changes("pay.kong.hidden") if one[0] != "word"} == {
        ("never", "", ""),
        ("always", "kong.concealed", "true"),
        ("number", "2", "1"),
        ("number", "2", "3"),
        ("number", "2", "4"),
    }


def test_changes_of_who_deals_next() -> None:
    """Any other word; that of a newcomer only where somebody rests."""
    others = {"winner", "discarder", "first_revealed", "payer", "last_drawer"}
    others |= {"odd_revealed", "odd_ready", "odd_payer"}
    assert changes("dealer.drawn") == {("word", "dealer", other) for other in others}
    resting = TOY.replace("out: nobody", "seats: 4, out: rests")
    assert changes("dealer.drawn", resting) == {
        ("word", "dealer", other) for other in {*others, "newcomer"}
    }


def test_changes_of_what_may_be_done() -> None:
    assert changes("turn.pung.else") == {("truth", "true", "false")}
    assert changes("turn.missed.else") == {("truth", "false", "true")}


def test_rows_are_swapped_but_the_last_stays_last() -> None:
    more = "    - {id: plain, when: kong.added, pay: 1, assumed: a toy}\n"
    at = RULES.index("    - {id: nobody, pay: 0")
    text = HEAD + RULES[:at] + more + RULES[at:]
    found = [one for one in mutants(text) if one.kind == "swapped"]
    assert [(one.rule, one.before, one.after) for one in found] == [
        ("pay.kong.hidden", "hidden", "plain")
    ]
    rows = next(one for one in found[0].ruleset.tables if one.kind == "pay.kong").rows
    assert [row.id for row in rows] == ["plain", "hidden", "nobody"]


def test_every_mutant_is_known_by_its_own_place_and_change() -> None:
    found = mutants()
    assert len({one.key for one in found}) == len(found)
    assert {one.key[0] for one in found} == {place_of(one.span) for one in found}


def test_what_stands_at_the_place_is_what_was_there_before() -> None:
    whole = ("number", "truth", "word", "comparison", "always", "default", "seats")
    for one in mutants():
        if one.kind in whole:
            shown = " ".join(one.span.text.split())
            assert shown == one.before or (one.kind == "seats" and one.before in shown)


def test_a_mutant_differs_in_one_rule() -> None:
    sink = Sink()
    core = check(load_ruleset(TOY), sink)
    assert core is not None
    for one in mutants():
        changed = core_of(one.ruleset)
        if changed is None or one.kind in ("default", "accepts", "offered", "seats", "fact"):
            continue
        fans = [new.id for old, new in zip(core.fans, changed.fans, strict=True) if old != new]
        rows = [
            f"{table.kind}.{new.id}"
            for before, table in zip(core.tables, changed.tables, strict=True)
            for old, new in zip(before.rows, table.rows, strict=True)
            if old != new
        ]
        differing = {*(f"fans.{fan}" for fan in fans), *rows}
        wanted = "fans.pungs" if one.rule == "define.triplets" else one.rule
        assert differing == {wanted}, one


def test_what_makes_no_ruleset_is_no_mutant() -> None:
    """An exponent must not be below zero, nor a fan worth nothing."""
    text = HEAD + RULES.replace("pay: 2,", "pay: 2 ** (kong.chain - 1),").replace(
        "times: 3,", "times: 1,"
    )
    refused = [
        (one.rule, one.before, one.after) for one in mutants(text) if core_of(one.ruleset) is None
    ]
    assert ("pay.kong.hidden", "1", "2") in refused
    assert ("pay.kong.hidden", "1", "0") not in refused
    assert ("fans.pairs", "1", "0") in refused
    assert ("fans.pairs", "1", "2") not in refused
