"""Small rulesets on a small catalogue, joined; what comes out is worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kawuxing.compiler.coverage.spoken import spoken_by
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.surface.nodes import Words
from kawuxing.compiler.trace.catalogue import Clause, read_catalogue
from kawuxing.compiler.trace.excuses import Excuse, Excuses
from kawuxing.compiler.trace.join import trace
from kawuxing.compiler.trace.nodes import Shown
from kawuxing.compiler.trace.shown import shown_by
from kawuxing.compiler.trace.view import counts, view_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kawuxing.compiler.resolved.nodes import Ruleset
    from kawuxing.compiler.trace.nodes import Trace

PARENT = """\
kawuxing: 1
variant: parent
name: {zh: 父, en: Parent}
extends: hubei
fans:
  kawuxing: {times: 3, cite: S0-058}
  qidui: {times: 5, cite: S0-058, assumed: a reason}
pay:
  win:
    discard: {cite: S0-038}
assumptions:
  a_point: {zh: 一点, en: a point, cite: S0-018}
examples:
  - id: closed
    why: a closed five
    cite: S0-102
    hand: "4556p123789s777z+5p"
    expect: {value: 3, fans: [kawuxing]}
  - id: pairs
    why: seven pairs
    hand: "113355p224477s7z+7z"
    expect: {value: 5, fans: [qidui]}
  - id: cited
    why: this is no closed five
    cite: S0-058
    hand: "34789p123444s77z+5p"
    expect: {value: 1, lacks: [kawuxing]}
  - id: beside
    why: it waits, and no fan is asked
    cite: S0-058
    hand: "34789p123444s77z"
    expect: {waits: [2p, 5p]}
  - id: another
    why: another fan scores
    cite: S0-058
    hand: "[111p][222p][333s]55s77z+7z"
    expect: {value: 2}
excused:
  - {golden: GT-07, why: another figure here, cite: S0-064}
"""


def clause(id_: str, *same_as: str) -> Clause:
    return Clause(id_, "000", "A", "", "fan", "", "says", "", same_as, "", "", False)


CATALOGUE = {
    one.id: one
    for one in (
        clause("S0-058"),
        clause("S0-102", "S0-058"),
        clause("S0-038"),
        clause("S0-018"),
        clause("S0-064"),
        clause("S0-900"),
        clause("S0-901", "S0-058", "S0-038"),
        clause("S0-902", "S0-901", "S0-903"),
        clause("S0-903"),
        clause("S0-904", "S0-058", "S0-900"),
        clause("S0-905", "S0-906", "S0-905"),
        clause("S0-906"),
    )
}
SILENT = Excuse("silent", Words("没有", "nothing"), ())
EXCUSES = Excuses((), {"S0-903": SILENT, "S0-906": SILENT})


def traced(rulesets: Sequence[Ruleset], catalogue: Mapping[str, Clause], excuses: Excuses) -> Trace:
    return trace(rulesets, catalogue, excuses, spoken_by(rulesets))


def joined() -> Trace:
    return traced([load_ruleset(PARENT)], CATALOGUE, EXCUSES)


def test_a_clause_names_its_rules_and_where_they_stand() -> None:
    found = {one.rule: one for one in joined().of("S0-058").carriers}
    assert found.keys() == {"fans.kawuxing", "fans.qidui"}
    kawuxing = found["fans.kawuxing"]
    assert (kawuxing.written, kawuxing.editions) == ("parent", ("parent",))
    line = PARENT.splitlines().index("  kawuxing: {times: 3, cite: S0-058}") + 1
    assert kawuxing.place.endswith(f":{line}")
    assert kawuxing.cited == ("S0-058",)


def test_rows_and_points_carry_clauses_too() -> None:
    found = joined()
    assert [one.rule for one in found.of("S0-038").carriers] == ["pay.win.discard"]
    assert [one.rule for one in found.of("S0-018").carriers] == ["assumptions.a_point"]


def test_a_repetition_is_the_same_statement() -> None:
    found = joined()
    assert found.of("S0-102") is found.of("S0-058")
    assert found.of("S0-102").clauses == ("S0-058", "S0-102")


def test_states() -> None:
    states = {one.clause.id: one.state for one in joined().statements}
    assert states == {
        "S0-058": "carried",
        "S0-038": "carried",
        "S0-018": "carried",
        "S0-064": "excused",  # a figure that the ruleset sets aside
        "S0-900": "open",
        "S0-901": "carried",  # both its parts are
        "S0-902": "excused",  # one part is carried, the other excused
        "S0-903": "excused",
        "S0-904": "open",  # one of its parts is
        "S0-905": "open",  # it sums up itself
        "S0-906": "excused",
    }


def test_an_example_in_which_no_rule_that_carries_the_clause_decides_does_not_show_it() -> None:
    shown = {one.example for one in joined().of("S0-058").shown}
    assert not shown & {"beside", "another"}


def test_examples_of_rules_that_do_not_compile_show_nothing() -> None:
    text = PARENT.replace("times: 5,", "times: 5, when: nowhere,")
    assert trace([load_ruleset(text)], CATALOGUE, EXCUSES, {}).of("S0-058").shown == ()
    assert spoken_by([load_ruleset(text)]) == {}


def test_examples_that_cite_come_before_those_that_expect() -> None:
    assert joined().of("S0-058").shown == (
        Shown("parent", "closed", True),
        Shown("parent", "cited", True),
        Shown("parent", "pairs", False),
    )


def test_examples_of_a_rule_that_expect_it_come_first() -> None:
    (edition,) = joined().editions
    rules = {rule.path: rule for rule in edition.rules}
    shown = [one.example for one in shown_by(rules["fans.kawuxing"], edition)]
    assert shown == ["closed", "cited"]
    assert [one.example for one in shown_by(rules["fans.qidui"], edition)] == ["pairs"]
    assert shown_by(rules["pay.win.discard"], edition) == ()


def test_a_figure_set_aside_says_why() -> None:
    (aside,) = joined().of("S0-064").set_aside
    assert (aside.edition, aside.golden, aside.why.en) == ("parent", "GT-07", "another figure here")


def test_what_is_assumed_is_inherited() -> None:
    (edition,) = joined().editions
    hubei = load_ruleset("hubei")
    own = {rule.path for rule in edition.assumed if rule.written == "parent"}
    assert own == {"fans.qidui", "assumptions.a_point"}
    inherited = {rule.path for rule in edition.assumed if rule.written == "hubei"}
    assert "fans.ansigui" in inherited
    assert {f"assumptions.{one.id}" for one in hubei.assumptions} <= inherited
    assert "fans.kawuxing" not in {rule.path for rule in edition.assumed}  # a cite replaces it


def test_a_rule_in_force_in_two_editions_is_named_once() -> None:
    hubei, suizhou = load_ruleset("hubei"), load_ruleset("suizhou")
    found = traced([hubei, suizhou], read_catalogue(), Excuses((), {}))
    (carrier,) = [one for one in found.of("S3-306").carriers if one.rule == "fans.qingyise"]
    assert (carrier.written, carrier.editions) == ("hubei", ("hubei", "suizhou"))


def test_clauses_are_counted_not_statements() -> None:
    total = counts(joined().statements)[-1]
    assert total.document == ""
    assert (total.clauses, total.distinct) == (12, 7)
    assert (total.carried, total.excused, total.open) == (5, 4, 3)
    assert total.shown == 2  # S0-058 and its repetition


def test_views() -> None:
    found = joined()
    whole = view_of(found, [], False)
    assert whole.whole
    assert whole.lacking
    of_clause = view_of(found, ["S0-102", "S0-058"], False)
    assert [one.clause.id for one in of_clause.statements] == ["S0-058"]
    assert of_clause.editions == ()
    assert not of_clause.lacking
    assert view_of(found, ["S0-900"], False).lacking
    assert not view_of(found, ["S0-900"], True).lacking  # other rulesets may carry it
    of_ruleset = view_of(found, [], True)
    assert [one.clause.id for one in of_ruleset.statements] == ["S0-058", "S0-038", "S0-018"]
    assert [one.id for one in of_ruleset.editions] == ["parent"]


def test_a_rule_inherited_unchanged_is_shown_by_the_examples_of_its_parent() -> None:
    """`xiangyang` gives the last tile a clause of its own, and no example."""
    known = [load_ruleset(id_) for id_ in ("hubei", "xiangyang")]
    assert not any("haidilao" in str(one.expect.get("fans")) for one in known[1].examples)
    shown = traced(known, read_catalogue(), Excuses((), {})).of("S0-059").shown
    assert {one.edition for one in shown} == {"hubei"}


def test_a_rule_that_was_changed_is_not() -> None:
    """`xiaogan` has another figure."""
    known = [load_ruleset(id_) for id_ in ("hubei", "xiaogan")]
    (carrier,) = traced(known, read_catalogue(), Excuses((), {})).of("S2-041").carriers
    shown = traced(known, read_catalogue(), Excuses((), {})).of("S2-041").shown
    assert carrier.editions == ("xiaogan",)
    assert {one.edition for one in shown} == {"xiaogan"}


def test_what_is_removed_rests_on_clauses_too() -> None:
    text = "kawuxing: 1\nvariant: x\nname: {zh: 名, en: Name}\nextends: hubei\n"
    text += "fans:\n  haidilao: {removed: true, cite: S3-116, assumed: none here}\n"
    found = traced([load_ruleset(text)], read_catalogue(), Excuses((), {}))
    (carrier,) = found.of("S3-116").carriers
    assert (carrier.rule, carrier.written) == ("fans.haidilao", "x")
    assert "fans.haidilao" in {rule.path for rule in found.editions[0].assumed}
