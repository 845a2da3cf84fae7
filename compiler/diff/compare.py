"""Compares two variants: their files, and what changes for the players."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from ..core.below import builds_on_below
from ..core.nodes import options_read
from ..resolved.nodes import FLOW_KINDS
from ..space.groups import circumstances_of
from ..space.of_sides import space_of
from ..space.sides import sides, suit_classes
from ..space.signatures import NotFoldableError
from ..space.waiting import asked_by, rules_of_worth
from .behavioural import HandComparer, field_of
from .choices import compare_choices
from .common import on_common_tiles
from .findings import Comparison, Gap, SideInfo, SpaceSize
from .hands import Hands, keep_hands, kept_hands
from .merging import fingerprinted, merged
from .naming import Differing
from .payments import Payments
from .renames import renamed_by_behaviour, renamed_by_form
from .rules import RANKS, Renamed, rules_of
from .settings import choices_left, same_hands, settings_given, settings_to_prove
from .shown import Showing
from .structural import structural
from .turns import asked_of, compare_facts, compare_turns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..core.nodes import Core
    from ..resolved.nodes import TableKind
    from ..space.settings import Uncovered
    from ..space.sides import Side
    from ..space.signatures import Space
    from .behavioural import Pair
    from .findings import Behavioural, Structural
    from .settings import Settings
    from .turns import Situations

PAID_WITHOUT_HANDS: Final[tuple[TableKind, ...]] = ("pay.kong", "pay.drawn")

BUDGET: Final = 60
"""Seconds for looking at hands one by one."""


def compare(
    before: Core,
    after: Core,
    names: tuple[str, str],
    given: Settings | None = None,
    budget: float = BUDGET,
    kept_as: str | None = None,
) -> Comparison:
    """Compare two variants over everything that can happen.

    Args:
        before: the first side.
        after: the second side; it may be the same variant.
        names: what people call the sides.
        given: options to compare under; without them all under which a difference may show.
        budget: for how many seconds to look at hands one by one where rules tell too many apart to
            put them together first.
        kept_as: the name under which what is found about hands is kept between runs; it must stand
            for both variants and all that is given.
    """
    renamed = renamed_by_form(before, after)
    settings, uncovered = (
        settings_given(given, before, after) if given else settings_to_prove(before, after, renamed)
    )
    unchosen = choices_left(before, after, renamed)
    played, gaps = on_common_tiles(before, after, settings)
    pairs = _pairs(played or (before, after), settings)
    everyone = _sides(pairs)
    folded = cache(lambda: space_of(everyone))
    ways = circumstances_of(everyone)
    hands = kept_hands(kept_as, pairs, ways) if played and kept_as else None
    left: tuple[Gap, ...] = ()
    if hands is None and played is not None:
        spared = same_hands(before, after, renamed, settings) and not asked_by((before, after))
        hands, left = _hands((before, after), renamed, pairs, folded, None if spared else budget)
        if hands is not None and kept_as and not left:
            keep_hands(kept_as, hands, pairs, ways)
    if hands is not None:
        renamed = hands.renamed
    found = structural(before, after, renamed)
    payments = Payments(everyone, folded)
    asked = asked_of(pairs[0])
    differing = _differing((before, after), renamed, found)
    ids = _ids((before, after))
    return Comparison(
        sides=(_info(before, names[0]), _info(after, names[1])),
        space=_size(hands, len(pairs), len(ways), payments.size(pairs[0]), asked),
        structural=found,
        behavioural=_sorted(
            [
                *_shown(
                    _behavioural(hands, pairs, differing, (payments, asked), whole=not left),
                    pairs,
                    Showing(payments, asked, differing, folded),
                ),
                *fingerprinted(compare_choices(before, after), ids),
                *fingerprinted(compare_facts(before.ruleset, after.ruleset), ids),
            ]
        ),
        renamed=_renamed_paths(renamed),
        gaps=(*gaps, *left, *map(_gap, (*uncovered, *unchosen))),
        cores=(before, after),
    )


def _hands(
    cores: tuple[Core, Core],
    renamed: Renamed,
    pairs: Sequence[Pair],
    folded: Callable[[], Space],
    budget: float | None,
) -> tuple[Hands | None, tuple[Gap, ...]]:
    """What differs between hands under every choice of options, and which are left out."""
    space, left = _space(_sides(pairs), folded, budget)
    if space is None:
        return None, left
    seats = min(side.program.seats for side in pairs[0])
    comparer = HandComparer(field_of(space, pairs), seats)
    if not left:
        renamed = renamed_by_behaviour(*cores, renamed, comparer, pairs)
    differing = _differing(cores, renamed, structural(*cores, renamed))
    found = tuple([comparer.compare(pair, differing) for pair in pairs])
    return Hands(space.configurations, space.points, renamed, found), left


def _space(
    asking: Sequence[Side], folded: Callable[[], Space], budget: float | None
) -> tuple[Space | None, tuple[Gap, ...]]:
    """The hands to compare, and those that are left out.

    Without a budget they need not be looked at one by one: both sides say the same of them.
    """
    try:
        return folded(), ()
    except NotFoldableError:
        if budget is None:
            return None, ()
        from ..space.stream import stream  # noqa: PLC0415 - hardly ever

    seen = stream(asking[0].program, asking[0].options, suit_classes(asking), budget)
    if seen.finished:
        return seen.space, ()
    if not seen.space.points:
        return None, (Gap("too_many"),)
    return seen.space, (Gap("budget", {"seen": f"{seen.covered:.1%}"}),)


def _pairs(cores: tuple[Core, Core], settings: Sequence[Settings]) -> list[Pair]:
    ours, theirs = sides(cores, [[one.before for one in settings], [one.after for one in settings]])
    return list(zip(ours, theirs, strict=True))


def _differing(
    cores: tuple[Core, Core], renamed: Renamed, found: Iterable[Structural]
) -> Differing:
    """The rules of which more than words has changed, and the rows that build on such rules."""
    changed = frozenset(rule for one in found for rule in one.rules)
    below: dict[str, frozenset[str]] = {}
    for core, names in zip(cores, (Renamed({}, {}), renamed), strict=True):
        for table in core.tables:
            paths = [names.path(f"{table.kind}.{row.id}") for row in table.rows]
            for number, row in enumerate(table.rows):
                if builds_on_below(row):
                    beneath = below.get(paths[number], frozenset()).union(paths[number + 1 :])
                    below[paths[number]] = beneath & changed
    return Differing(renamed, changed, below)


def _size(
    hands: Hands | None,
    settings: int,
    ways: int,
    payments: tuple[int, int],
    situations: Situations,
) -> SpaceSize:
    kongs, drawn = payments
    asked = sum(map(len, situations.values()))
    if hands is None:
        return SpaceSize(settings=settings, kongs=kongs, drawn=drawn, asked=asked)
    return SpaceSize(hands.configurations, hands.points, ways, settings, kongs, drawn, asked)


def _sides(pairs: Sequence[Pair]) -> list[Side]:
    return [side for pair in pairs for side in pair]


def _behavioural(
    hands: Hands | None,
    pairs: Sequence[Pair],
    differing: Differing,
    asking: tuple[Payments, Situations],
    *,
    whole: bool,
) -> tuple[Behavioural, ...]:
    """The differences under every choice of options, put together."""
    without_hands: dict[object, tuple[Behavioural, ...]] = {}
    found: list[list[Behavioural]] = []
    of_hands = bool(asked_by((pairs[0][0].core, pairs[0][1].core)))
    told = [_told(side.core, of_hands=of_hands) for side in pairs[0]]
    payments, asked = asking
    for number, pair in enumerate(pairs):
        won = () if hands is None else hands.found[number]
        key = tuple(_values(side, options) for side, options in zip(pair, told, strict=True))
        if key not in without_hands:
            without_hands[key] = (
                *payments.compare(pair, differing),
                *compare_turns(pair, differing, asked),
            )
        settings = (pair[0].setting, pair[1].setting)
        found.append([*won, *(replace(one, settings=settings) for one in without_hands[key])])
    return merged(found, _ids((pairs[0][0].core, pairs[0][1].core)), whole=whole)


def _shown(
    found: Iterable[Behavioural], pairs: Sequence[Pair], showing: Showing
) -> Iterator[Behavioural]:
    """Findings, each with that in which its witness comes about."""
    for one in found:
        under = next(pair for pair in pairs if (pair[0].setting, pair[1].setting) == one.settings)
        yield showing.shown(one, under)


def _told(core: Core, *, of_hands: bool) -> list[str]:
    """The options that a rule reads that asks no hand, or what hands are worth if that counts."""
    tables = [core.table(kind) for kind in (*PAID_WITHOUT_HANDS, *FLOW_KINDS)]
    exprs = [expr for table in tables for row in table.rows for expr in (row.when, row.result)]
    following = [expr for _, expr in core.carried]
    return sorted(options_read(*exprs, *following, *(rules_of_worth(core) if of_hands else ())))


def _values(side: Side, options: Sequence[str]) -> tuple[object, ...]:
    default = {option.id: option.default for option in side.core.options}
    values = [side.setting.get(id_, default[id_]) for id_ in options]
    return tuple((type(value), value) for value in values)


def _ids(cores: tuple[Core, Core]) -> tuple[str, str]:
    return cores[0].ruleset.id, cores[1].ruleset.id


def _gap(one: Uncovered) -> Gap:
    return Gap(one.what, {"options": ", ".join(one.options)})


def _sorted(found: Iterable[Behavioural]) -> tuple[Behavioural, ...]:
    return tuple(sorted(found, key=_order))


def _order(found: Behavioural) -> tuple[object, ...]:
    """The gravest class first, in it fewest rules, then the most hands."""
    default = not any(found.settings)
    return (RANKS.index(found.kind), not default, len(found.rules), -found.count, found.rules)


def _info(core: Core, name: str) -> SideInfo:
    ruleset = core.ruleset
    titles = {f"fans.{fan.id}": fan.name for fan in ruleset.fans}
    for table in ruleset.tables:
        titles |= {f"{table.kind}.{row.id}": row.name for row in table.rows if row.name}
    where = {rule.path: rule.span for rule in rules_of(core)}
    return SideInfo(name, ruleset.id, ruleset.name, where, titles)


def _renamed_paths(renamed: Renamed) -> tuple[tuple[str, str], ...]:
    fans = [(f"fans.{old}", f"fans.{new}") for new, old in renamed.fans.items()]
    return tuple(sorted([*fans, *((old, new) for new, old in renamed.rows.items())]))
