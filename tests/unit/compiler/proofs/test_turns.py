"""What is proven of the tables about a round: rows that never decide, rows that overlap."""

from __future__ import annotations

import pytest

from .asking import only, proofs, town


def table(kind: str, *rows: str) -> str:
    """A ruleset with a table of its own; the rows are without their grounds."""
    text = "".join(f"    - {{{row}, assumed: test}}\n" for row in rows)
    if kind == "dealer":
        return town(f"dealer:\n{text}")
    return town(f"turn:\n  {kind}:\n{text}")


@pytest.mark.parametrize(
    ("kind", "when", "result"),
    [
        ("kong", "kong.direct and turn.drew", "allowed: false"),
        ("kong", "kong.announced", "allowed: false"),  # nobody announces kongs here
        ("kong", "turn.concealed_kongs > 0 and not turn.drew", "allowed: false"),  # replaced
        ("kong", "turn.concealed_kongs == 4", "allowed: false"),  # a fifth is not to be had
        ("pung", "wall.left > 44", "allowed: false"),  # of 84 tiles 13 are dealt to each, one drawn
        ("reveal", "not turn.own", "allowed: false"),
        ("dealer", "winners >= 1 and dealer.won and dealer.lost and winners == 1", "next: payer"),
        ("dealer", "dealer.won and winners == 0", "next: winner"),
        ("dealer", "winners == 2 and not dealer.won and not dealer.lost", "next: winner"),
    ],
)  # fmt: skip
def test_a_row_that_is_never_reached(kind: str, when: str, result: str) -> None:
    last = "id: last, next: dealer" if kind == "dealer" else "id: last, allowed: true"
    found = only(table(kind, f"id: never, when: {when}, {result}", last))
    path = kind if kind == "dealer" else f"turn.{kind}"
    assert (found.code, found.severity) == ("KWX2604", "warning")
    assert (found.params["table"], found.params["row"]) == (path, "never")
    assert found.params["condition"] == when
    assert found.span is not None
    assert found.span.text == when


def test_a_row_behind_one_that_takes_its_place() -> None:
    found = only(
        table(
            "pung",
            "id: few, when: wall.left <= 2, allowed: false",
            "id: none, when: wall.left == 0, allowed: true",
            "id: else, allowed: true",
        )
    )
    assert (found.code, found.params["row"], found.params["earlier"]) == ("KWX2604", "none", "few")


def test_a_row_that_is_reached_under_an_option_only() -> None:
    rules = table(
        "pung", "id: some, when: options.tyrant_dealer, allowed: false", "id: else, allowed: true"
    )
    assert proofs(rules) == ()


def test_rows_that_overlap_are_shown_by_a_situation() -> None:
    rules = table(
        "missed",
        "id: dear, when: value >= 8, allowed: true",
        "id: robbed, when: robbing and value > passed.value, allowed: true",
        "id: else, allowed: false",
    )
    found = only(f"{rules}exclusive: [turn.missed]\n")
    assert (found.code, found.params["row"], found.params["other"]) == ("KWX2605", "robbed", "dear")
    shown = str(found.params["shown"])
    assert shown == "value == 8 and passed.value == 1 and robbing"


def test_the_towns_have_nothing_of_the_kind() -> None:
    for id_ in ("hubei", "xiaogan"):
        told = [one for one in proofs(id_, facts=True) if "table" in one.params]
        assert [
            one for one in told if str(one.params["table"]).startswith(("turn", "dealer"))
        ] == []
