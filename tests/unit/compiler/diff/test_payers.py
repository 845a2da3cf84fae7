"""What those pay of whom a win's circumstances do not speak."""

from __future__ import annotations

from kawuxing.compiler.diff.findings import Bystander, WonHand

from .variants import BASE, changed, compared, only


def test_what_a_revealed_player_owes_at_a_self_draw() -> None:
    """The circumstances of a self-draw speak of a payer who had not revealed."""
    doubled = changed(
        (
            "drew, when: self_draw, pay: share,",
            "drew, when: self_draw, pay: share * (2 if payer.revealed else 1),",
        )
    )
    one = only(compared(BASE, doubled))
    assert (one.kind, one.rules) == ("payment", ("pay.win.drew",))
    assert isinstance(one.witness, Bystander)
    assert one.witness.won.self_draw
    assert one.witness.payer_revealed
    assert (one.before, one.after) == (1, 2)


def test_what_can_be_scored_is_shown_before_what_cannot() -> None:
    one = only(
        compared(
            BASE,
            changed(("fed, when: payer.fed, pay: share,", "fed, when: discard, pay: share + 1,")),
        )
    )
    assert isinstance(one.witness, WonHand)


def test_at_a_table_of_two_nobody_else_pays() -> None:
    two = changed(("seats: 3", "seats: 2"))
    nobody = (
        "- {id: nobody, pay: 0, assumed: test}\n  kong",
        "- {id: nobody, pay: 1, assumed: test}\n  kong",
    )
    assert compared(two, changed(nobody, text=two)).equal
