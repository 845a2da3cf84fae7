"""A rule over atoms, the rule as it was typed, and the code written for it agree on every hand."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from kawuxing.compiler.compile import compile_core, run_module
from kawuxing.compiler.core.from_resolved import lower as to_core
from kawuxing.compiler.core.nodes import AtomRead, Const, map_children
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.interpret.evaluate import evaluate, truth
from kawuxing.compiler.interpret.judge import all_options, tile_set
from kawuxing.compiler.interpret.scene import scene_of
from kawuxing.compiler.plan.from_core import lower as to_plan
from kawuxing.runtime.circumstances import won
from kawuxing.runtime.explain import pack_reading
from kawuxing.runtime.notation import parse_hand
from kawuxing.runtime.readings import readings

from ..oracle.hands import won_hands
from ..unit.compiler.core.rules import typed
from ..unit.compiler.towns import over_base

if TYPE_CHECKING:
    from collections.abc import Callable

    from kawuxing.compiler.core.nodes import Core, Expr
    from kawuxing.compiler.interpret.scene import Scene
    from kawuxing.compiler.plan.nodes import Plan

OPTIONS = (
    "options:\n"
    "  few: {default: 2, offered: [1, 2, 4, 5, none], assumed: test}\n"
    "table: {tiles: {dragons: [red, green, white]}, assumed: test}\n"
)
PLACES = ("low", "middle", "high", "triplet", "pair")
SUITS = ("dots", "bamboos", "characters")
TILES = ("5p", "2s", "red", "white", "9s")
COMPARISONS = ("==", "!=", "<", ">=")
PLAIN = (
    "self_draw", "replacement", "last_tile", "winner.revealed", "options.tyrant", "standard",
    "seven_pairs", "chain > 1", "true",
)  # fmt: skip
ATTRIBUTES = {
    "pair": ("won", "dragon"),
    "win": ("pung", "dragon"),
    "sets": ("triplet", "run", "kong", "exposed", "melded", "concealed", "won", "dragon"),
    "kinds": ("pung", "kong", "won", "dragon"),
}
COUNTS = {"win": ("held",), "kinds": ("held", "owned"), "suits": ("tiles",)}


class Author:
    """Writes random conditions, each of which may or may not be sound."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.one = self.random.choice

    def condition(self, depth: int = 2) -> str:
        if depth and self.random.random() < 0.5:
            return self.connected(lambda: self.condition(depth - 1))
        writers = (self.local, self.quantified_truth, self.plain, self.compared, self.chosen)
        return self.one(writers)()

    def connected(self, write: Callable[[], str]) -> str:
        one, other = write(), write()
        match self.random.randrange(5):
            case 0:
                return f"not ({one})"
            case 1:
                return f"({one} and {other})"
            case 2:
                return f"({one} or {other})"
            case 3:
                return f"({one} if {other} else {write()})"
            case _:
                return f"(({one}) {self.one(('==', '!='))} ({other}))"

    def plain(self) -> str:
        return self.one(PLAIN)

    def local(self) -> str:
        return self.about(*self.one((("pair", "pair"), ("win", "win"))))

    def about(self, thing: str, owner: str) -> str:
        """A truth about a part of a hand or an element of a list."""
        rank, op, equal = self.random.randint(1, 9), self.one(COMPARISONS), self.one(("==", "!="))
        found = [f"{owner}.suit {equal} {self.one(SUITS)}"]
        if thing in ATTRIBUTES:
            found += [
                f"{owner}.{self.one(ATTRIBUTES[thing])}",
                f"{owner}.rank {op} {rank}",
                f"{owner}.rank {self.one(('in', 'not in'))} [{rank}, 5]",
                f"{owner}.tile {equal} {self.one(TILES)}",
                f"{owner}.tile.rank {op} options.few",
            ]
        if thing in COUNTS:
            count = f"{owner}.{self.one(COUNTS[thing])}"
            found += [f"{count} {op} {self.one('1234')}", f"{count} + 1 {op} options.few"]
        if thing == "win":
            found.append(f"{owner}.place {equal} {self.one(PLACES)}")
        return self.one(found)

    def quantified(self, function: str) -> str:
        name = self.one(("sets", "kinds", "suits"))

        def asked() -> str:
            plain = self.about(name, "x")
            return plain if self.one((True, False)) else self.connected(lambda: plain)

        body = f"(2 if {asked()} else 1)" if function == "sum" else asked()
        condition = self.one(("", f" if {asked()}"))
        return f"{function}({body} for x in {name}{condition})"

    def quantified_truth(self) -> str:
        return self.quantified(self.one(("any", "all")))

    def number(self) -> str:
        plain = ("3", "0", "chain", "win.held", "players", "win.held - 2", "win.held * 2")
        match self.random.randrange(6):
            case 0 | 1:
                return self.one(plain)
            case 2 | 3:
                return self.quantified(self.one(("count", "sum")))
            case 4:
                return f"(2 if {self.local()} else 3)"
            case _:
                return f"(win.held if {self.plain()} else chain)"

    def calculated(self) -> str:
        one, other = self.number(), self.number()
        return self.one(
            (
                one,
                f"({one} {self.one('+-*')} {other})",
                f"{self.one(('min', 'max'))}({one}, {other})",
                f"abs(1 - {one})",
                f"({one} // 2)",
                f"({one} % 3)",
            )
        )

    def compared(self) -> str:
        return f"{self.calculated()} {self.one(COMPARISONS)} {self.calculated()}"

    def chosen(self) -> str:
        """Comparisons with what may be absent, or of what some condition chooses."""
        plain, part, rank = self.plain(), self.one(("pair", "win")), self.random.randint(1, 9)
        return self.one(
            (
                f"({part}.rank if {plain} else 5) {self.one(COMPARISONS)} {rank}",
                f"({part}.rank if {self.local()} else win.rank) in [2, 5, 8]",
                f"win.tile == (red if {plain} else 5p if win.held > 1 else 2s)",
                f"pair.tile == ({part}.tile if pair.won else 5p)",
                "pair.dragon == options.tyrant",
                "pair.won in [false, options.tyrant]",
                f"{part}.suit {self.one(('==', '!='))} {part}.suit",
            )
        )


def ruleset(conditions: list[str]) -> Core | None:
    """Fans with these conditions, as far as they can be typed."""
    sound = [when for when in conditions if typed_well(when)]
    lines = [
        f'  x{index}: {{name: {{zh: 番, en: Fan}}, times: 2, when: "{when}", assumed: test}}\n'
        for index, when in enumerate(sound)
    ]
    fragment = OPTIONS + "fans:\n" + "".join(lines)
    found, sink = over_base(fragment), Sink()
    assert not any(one.severity == "error" for one in found.diagnostics)
    assert found.ruleset is not None
    return to_core(found.ruleset, sink) if sound else None


def typed_well(when: str) -> bool:
    return typed(when, fragment=OPTIONS).expr is not None


@cache
def all_hands() -> tuple[tuple[str, str, tuple[str, ...], int, bool], ...]:
    hands = won_hands(20261130, 400)
    return tuple((one.hand, one.by, tuple(one.events), one.chain, one.revealed) for one in hands)


def over_atoms(expr: Expr, plan: Plan, scene: Scene) -> Expr:
    """The expression with the value of each atom in its place, added up over the whole reading."""
    if isinstance(expr, AtomRead):
        value = atom_value(plan, expr.index, scene)
        assert 0 <= value <= plan.atoms[expr.index].high
        return Const(bool(value) if expr.type.base == "bool" else value, expr.type, expr.span)
    return map_children(expr, lambda inner: over_atoms(inner, plan, scene))


def atom_value(plan: Plan, index: int, scene: Scene) -> int:
    atom, reading = plan.atoms[index], scene.reading
    assert reading is not None
    match atom.element:
        case "set":
            things: tuple[object, ...] = reading.sets
        case "kind":
            things = scene.kinds
        case "pair":
            things = () if reading.pair is None else (reading.pair,)
        case _:
            things = (reading.win,)
    answers = [evaluate(atom.body, scene, thing) for thing in things]  # type: ignore[arg-type]
    return sum(answer for answer in answers if isinstance(answer, int))


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 2**32), st.sampled_from([1, 2, 4, 5, None]), st.booleans(), st.integers(0, 390)
)
def test_three_ways_agree(seed: int, few: int | None, tyrant: bool, first: int) -> None:
    author = Author(seed)
    core = ruleset([author.condition() for _ in range(24)])
    assert core is not None
    assert len(core.order) > 10
    plan, tiles = to_plan(core), tile_set(core.ruleset.seating)
    evaluator = run_module(compile_core(core))
    given_options = {"few": "none" if few is None else few, "tyrant": tyrant}
    options = all_options(core, {"few": 10**18 if few is None else few, "tyrant": tyrant})
    bound, program = evaluator.load(given_options).options, evaluator.program
    for text, by, events, chain, revealed in all_hands()[first : first + 10]:
        hand, situation = parse_hand(text, tiles), won(by, events, chain, revealed)
        for reading in readings(hand):
            scene = scene_of(hand, reading, tiles, situation, options)
            expected = [truth(fan.when, scene) for fan in core.fans]
            found = [truth(over_atoms(fan.when, plan, scene), scene) for fan in plan.fans]
            assert found == expected, (text, events)
            vector = pack_reading(program, bound, hand, reading)
            scored = program.worth(vector, situation, bound).scored
            own = [scored >> core.order.index(fan.id) & 1 for fan in core.fans if fan.id[0] == "x"]
            wanted = [
                held for fan, held in zip(core.fans, expected, strict=True) if fan.id[0] == "x"
            ]
            assert own == wanted, (text, events)
