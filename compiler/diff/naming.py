"""How two verdicts differ, and which rules are to blame."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..resolved.nodes import TableKind
    from ..space.sides import Side
    from .findings import Class
    from .rules import Renamed
    from .verdicts import Amounts, Verdict

Key = tuple["Class", tuple[str, ...]]

COMBINE = "worth.combine"
"""The path of how fans are combined."""


class Differing(NamedTuple):
    """What the names of rules in findings depend on.

    Attributes:
        renamed: rules that do the same under another name.
        rules: the rules that the two files do not have in common, by path.
        below: for each row that builds on the rows below it those of these that are different.
    """

    renamed: Renamed
    rules: frozenset[str]
    below: Mapping[str, frozenset[str]]

    def to_blame(self, rules: Iterable[str]) -> tuple[str, ...]:
        """Of the rules that come out differently those that are different.

        If none is, those that they build on; if none of these is either, all.
        """
        found = sorted(set(rules))
        own = [rule for rule in found if rule in self.rules]
        beneath = {one for rule in found for one in self.below.get(rule, ())}
        return tuple(own or sorted(beneath) or found)

    def in_table(self, kind: TableKind) -> bool:
        """Whether a table has changed."""
        return any(rule.startswith(f"{kind}.") for rule in self.rules)


class Difference(NamedTuple):
    """How two verdicts differ.

    Attributes:
        key: the class, and the paths of the rules behind it.
        swing: by how much, in stakes.
        fans: how many fans are involved.
        payer: whose payment it is about: -1 for the payer of the circumstances, else the number of
            another.
    """

    key: Key
    swing: int
    fans: int
    payer: int = -1


class Names(NamedTuple):
    """The paths of one side's rules by number, as the first side calls them."""

    fans: tuple[str, ...]
    cap: tuple[str, ...]
    may_win: tuple[str, ...]
    pay: tuple[str, ...]
    also: tuple[str, ...] = ()
    points: tuple[str, ...] = ()


def names_of(side: Side, renamed: Renamed | None) -> Names:
    """The paths of a side's rules; `renamed` says which the other side calls otherwise."""

    def listed(start: str, ids: Iterable[str]) -> tuple[str, ...]:
        paths = [f"{start}.{id_}" for id_ in ids]
        return tuple(paths if renamed is None else map(renamed.path, paths))

    rows = side.program.rows
    return Names(
        listed("fans", (fan.id for fan in side.program.fans)),
        listed("cap", (row.id for row in rows["cap"])),
        listed("may_win", (row.id for row in rows["may_win"])),
        listed("pay.win", (row.id for row in rows["pay.win"])),
        listed("pay.also", (row.id for row in rows.get("pay.also", ()))),
        listed("points", (row.id for row in rows.get("points", ()))),
    )


def differences(
    both: tuple[Verdict, Verdict], names: tuple[Names, Names], differing: Differing
) -> Iterator[Difference]:
    """In which classes two verdicts differ, with the rules behind it, and by how much."""
    a, b = both
    fans = _fans_in(a, b, names)
    if a.value != b.value:
        rules = differing.to_blame(_to_blame(a, b, names, differing))
        yield Difference(("scoring", rules), abs(b.value - a.value), fans)
    if a.may_win != b.may_win:
        changed = () if differing.in_table("may_win") else _fans(a, b, names)
        rows = (names[0].may_win[a.rows[1]], names[1].may_win[b.rows[1]])
        rules = differing.to_blame(changed or rows)
        yield Difference(("eligibility", rules), abs(b.owed - a.owed), fans)
    elif a.value == b.value:
        blamed: dict[object, tuple[str, ...]] = {}
        for payer, (one, other) in enumerate(
            zip((a.owed, *a.others), (b.owed, *b.others), strict=True), -1
        ):
            if one != other:
                asked = tuple([_asked(judged, payer + 1) for judged in both])
                if asked not in blamed:  # most payers are asked for the same
                    blamed[asked] = differing.to_blame(_paying_rules(both, names, payer + 1))
                yield Difference(("payment", blamed[asked]), abs(other - one), fans, payer)


def _asked(judged: Verdict, payer: int) -> tuple[int, int, Amounts]:
    """What a payer owes, by which row of `pay.win`, and what comes beside."""
    owed = judged.others[payer - 1] if payer else judged.owed
    return owed, judged.rows[payer + 2], judged.also[payer] if judged.also else ()


def _paying_rules(
    both: tuple[Verdict, Verdict], names: tuple[Names, Names], payer: int
) -> tuple[str, ...]:
    """What makes one payer owe something else: rows of `pay.win`, and what comes beside."""
    (owed, row, ours), (other, another, theirs) = (_asked(one, payer) for one in both)
    beside = _unlike((ours, theirs), (names[0].also, names[1].also))
    alike = owed - _sum(ours) == other - _sum(theirs)
    if alike and beside:
        return beside
    return (names[0].pay[row], names[1].pay[another], *_points(*both, names), *beside)


def _sum(amounts: Amounts) -> int:
    return sum([amount for amount, _ in amounts])


def _unlike(
    amounts: tuple[Amounts, Amounts], names: tuple[tuple[str, ...], tuple[str, ...]]
) -> tuple[str, ...]:
    """The rows that do not give the same on both sides."""
    ours, theirs = (
        {(own[row], amount) for amount, row in each} if each else set()
        for each, own in zip(amounts, names, strict=True)
    )
    return tuple(row for row, _ in ours ^ theirs)


def _points(a: Verdict, b: Verdict, names: tuple[Names, Names]) -> tuple[str, ...]:
    """The rows of points that do not give the same on both sides."""
    return _unlike((a.added, b.added), (names[0].points, names[1].points))


def _to_blame(
    a: Verdict, b: Verdict, names: tuple[Names, Names], differing: Differing
) -> tuple[str, ...]:
    """The rules that come out differently; beside them how they are combined, if that differs.

    If none of them is another rule, but a fan is that both sides give, it is to blame.
    """
    found = (*_scoring_rules(a, b, names), *_points(a, b, names))
    if a.product == b.product:
        return found
    if COMBINE in differing.rules:
        return (*found, COMBINE)
    if any(rule in differing.rules for rule in found):
        return found
    both = {names[0].fans[one] for one, _ in a.fans} & {names[1].fans[one] for one, _ in b.fans}
    return (*found, *(both & differing.rules))


def _scoring_rules(a: Verdict, b: Verdict, names: tuple[Names, Names]) -> tuple[str, ...]:
    """The fans that only one side gives, or gives otherwise, and the cap if it makes itself felt.

    Where both give the same, and they come to something else together, it is all of them.

    A change of fans that comes to the same product is none.
    """
    fans = _fans(a, b, names) if a.product != b.product else ()
    felt = a.cap != b.cap and (a.product > a.cap or b.product > b.cap)
    return (*((names[0].cap[a.rows[0]], names[1].cap[b.rows[0]]) if felt else ()), *fans)


def _fans(a: Verdict, b: Verdict, names: tuple[Names, Names]) -> tuple[str, ...]:
    ours = {(names[0].fans[one], times) for one, times in a.fans}
    theirs = {(names[1].fans[one], times) for one, times in b.fans}
    return tuple(fan for fan, _ in (ours ^ theirs) or ours)


def _fans_in(a: Verdict, b: Verdict, names: tuple[Names, Names]) -> int:
    """How many fans two verdicts have, those of both counted once."""
    if a.fans == b.fans and names[0].fans == names[1].fans:
        return len(a.fans)
    return len(
        {names[0].fans[one] for one, _ in a.fans} | {names[1].fans[one] for one, _ in b.fans}
    )


def felt_as(kind: Class, a: Verdict, b: Verdict) -> tuple[int, int]:
    """What a difference of a class comes down to."""
    match kind:
        case "scoring":
            return a.value, b.value
        case "eligibility":
            return a.may_win, b.may_win
        case _:
            return a.owed, b.owed
