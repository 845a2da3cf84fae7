"""What the events of a round say was paid for what."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ..accounts import Item
from ..choices import of_win
from ..hand import pack
from .events import DrawnHand, Fouled, KongMade, Paid, Revealed, Started, Won

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..circumstances import Choices
    from ..evaluator import Evaluator
    from .events import Event

    Chosen = Callable[[int, int | None], tuple[Choices, ...]]
    """What people have chosen before the deal, of a winner and of who gave the tile."""


def items_of(evaluator: Evaluator[Any], events: Iterable[Event]) -> tuple[Item, ...]:
    """Every kong, win, foul and end without a win, with the payments that followed it.

    A foul nothing was paid for is left out. Seats are those of the events.
    """
    found = list(_items(evaluator, events))
    return tuple(one for one in found if one.what != "foul" or one.transfers)


def _items(evaluator: Evaluator[Any], events: Iterable[Event]) -> Iterator[Item]:
    item: Item | None = None
    revealed: list[int] = []
    chosen: Chosen | None = None
    for event in events:
        if isinstance(event, Started):
            chosen = _chosen(evaluator, event)
        if isinstance(event, Revealed):
            revealed.append(event.seat)
        if item is not None:
            item = _with(item, event)
        following = _begun(evaluator, event, revealed, chosen)
        if following is not None:
            if item is not None:
                yield item
            item = following
    if item is not None:
        yield item


def _with(item: Item, event: Event) -> Item:
    """What an event adds to the item before it: a payment, or the news that a kong was robbed."""
    match event:
        case Paid(transfer):
            return replace(item, transfers=(*item.transfers, transfer))
        case Won() if item.what == "added" and "robbing" in event.events:
            return replace(item, robbed=True)
        case _:
            return item


def _chosen(evaluator: Evaluator[Any], event: Started) -> Chosen | None:
    """What people have chosen before the deal; None where nobody may choose."""
    if not event.choices:
        return None
    seats = range(event.players)
    chosen = [tuple([(id_, values[seat]) for id_, values in event.choices]) for seat in seats]
    playing = [seat for seat in seats if seat != event.out]
    return partial(of_win, evaluator.program, chosen, playing)


def _begun(
    evaluator: Evaluator[Any], event: Event, revealed: list[int], chosen: Chosen | None
) -> Item | None:
    """The item that an event begins, if it begins one."""
    match event:
        case KongMade(seat, kind, tile, giver, chain):
            return Item(kind, seat, tile, giver, chain)
        case Won():
            return _win(evaluator, event, revealed, chosen)
        case DrawnHand():
            return Item("drawn")
        case Fouled(seat, kind):
            return Item("foul", seat, kind=kind)
        case _:
            return None


def _win(evaluator: Evaluator[Any], event: Won, revealed: list[int], chosen: Chosen | None) -> Item:
    """A win, its hand scored as the one who fed it sees it."""
    score = evaluator.score(
        pack(event.hand, evaluator.program.tiles),
        by="self_draw" if event.giver is None else "discard",
        events=event.events,
        chain=event.chain,
        revealed=event.seat in revealed,
        payer_revealed=event.giver in revealed,
        passed=event.passed,
        choices=chosen(event.seat, event.giver) if chosen else None,
    )
    return Item("win", event.seat, event.hand.win, event.giver, score=score)
