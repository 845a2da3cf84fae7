"""Translation validation: a module that was written is run beside the interpreter.

Both judge the least hand of everything that rules can tell apart, in every way of winning by all
that some rule reads of it, under every setting, and both are asked for every payment without a
hand and about the course of a round in every situation. Which ways the rules tell apart does not
matter here: a module may be wrong about that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...runtime.circumstances import Konged
from ...runtime.declared import UNLIMITED
from ...runtime.notation import format_hand
from ..core.nodes import FanRead, OptionRead, Read, children
from ..flow import situations
from ..interpret.evaluate import truth
from ..interpret.judge import (
    all_options,
    carried_on,
    decide,
    judge_scenes,
    pay_also,
    pay_drawn,
    pay_kong,
    pay_win,
    scenes_of,
)
from ..mutation.situations import drawn_situations, kong_situations
from ..resolved.nodes import FLOW_KINDS
from ..space.chosen import asked_of as chosen_in
from ..space.chosen import varied
from ..space.groups import group, hand_of, possible
from ..space.of_sides import space_of
from ..space.settings import settings_of
from ..space.sides import sides
from ..space.signatures import NotFoldableError
from ..space.waiting import reach_of
from .ways import ways_to_try
from .words import hand_text, situation_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import ModuleType

    from ...runtime.circumstances import Drawn, Won
    from ...runtime.hand import Hand
    from ...runtime.score import Score
    from ...runtime.situations import Asked
    from ..core.nodes import Core, Expr
    from ..interpret.judge import Verdict
    from ..interpret.scene import Scene, Value
    from ..resolved.nodes import TableKind
    from ..space.sides import Side
    from ..space.signatures import Space

    Answers: TypeAlias = dict[str, object]
    Payers: TypeAlias = tuple[tuple[str, Won], ...]


MOST_SETTINGS = 500
MOST_TRIALS = 100_000
"""How many hands are judged twice: a minute's worth, and ten times what towns need."""


class Disagreement(NamedTuple):
    """A hand or a payment of which a module says something else than the interpreter.

    Attributes:
        asked: what both were asked.
        key: what they answer unlike.
    """

    asked: str
    key: str
    module: str
    interpreter: str


def disagreement(core: Core, module: ModuleType) -> Disagreement | None:
    """The first thing of which a module says something else than the interpreter.

    Args:
        core: the rules.
        module: what was written of them, executed; only its public names are used.

    Raises:
        NotFoldableError: if the rules tell too many hands apart to try them all; some have been
            tried then.
    """
    every = settings_of(core)
    settings = every[:MOST_SETTINGS]
    own = sides([core], [settings])[0]
    space = space_of(own)
    known = _Remembered(core)
    for setting, side in zip(settings, own, strict=True):
        ways = ways_to_try(core, setting)
        found = next(_Trial(side, module, known).disagreements(space, ways), None)
        if found is not None:
            return found
    if len(settings) < len(every):
        raise NotFoldableError
    return None


class _Remembered:
    """What does not depend on the way of winning, worked out once."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.trials = 0
        self._scenes: dict[Hand, tuple[Scene, ...]] = {}
        self._reads: dict[int, tuple[str, ...] | None] = {}
        self._truths: dict[tuple[object, ...], bool] = {}

    def scenes(self, hand: Hand, won: Won, options: Mapping[str, Value]) -> list[Scene]:
        """The scenes of a hand; the readings of a hand are the same objects each time."""
        self.trials += 1
        if self.trials > MOST_TRIALS:
            raise NotFoldableError
        if hand not in self._scenes:
            self._scenes[hand] = scenes_of(self.core, hand, won, options)
        return [one._replace(situation=won, options=options) for one in self._scenes[hand]]

    def holds(self, expr: Expr, scene: Scene) -> bool:
        """Whether the condition of a fan holds."""
        if id(expr) not in self._reads:
            self._reads[id(expr)] = _options_read(expr) if _is_of_hand(expr) else None
        reads = self._reads[id(expr)]
        if reads is None:
            return truth(expr, scene)
        key = (id(expr), id(scene.reading), *(scene.options[option] for option in reads))
        if key not in self._truths:
            self._truths[key] = truth(expr, scene)
        return self._truths[key]


def _is_of_hand(expr: Expr) -> bool:
    """Whether neither the way of winning nor other fans matter to an expression."""
    if isinstance(expr, FanRead) or (
        isinstance(expr, Read) and expr.path not in {"seven_pairs", "standard"}
    ):
        return False
    return all(map(_is_of_hand, children(expr)))


def _options_read(expr: Expr) -> tuple[str, ...]:
    if isinstance(expr, OptionRead):
        return (expr.id,)
    return tuple(dict.fromkeys(id_ for inner in children(expr) for id_ in _options_read(inner)))


def _payers(won: Won) -> Iterator[tuple[str, Won]]:
    """A win as those see it of whom `score` does not speak."""
    yield "pay.win, another player", replace(won, payer_revealed=False, payer_fed=False)
    revealed = replace(won, payer_revealed=True, payer_fed=False)
    yield "pay.win, another player who has revealed", revealed
    for horses in (1, 7):
        yield f"pay.win, horses {horses}", replace(won, horses=horses)
    if won.discard:
        yield "pay.win, of a winner who is preceded", replace(won, winner_preceded=True)


class _Trial:
    """Asks a module and the interpreter under one setting."""

    def __init__(self, side: Side, module: ModuleType, known: _Remembered) -> None:
        self._side = side
        self._known = known
        given = {id_: UNLIMITED if value is None else value for id_, value in side.setting.items()}
        self._options = all_options(known.core, given)
        self._rules: Any = module.load(side.setting)
        self._program: Any = module.PROGRAM

    def disagreements(self, space: Space, ways: Sequence[Won]) -> Iterator[Disagreement]:
        """All of them, hands first."""
        seen = [(won, tuple(_payers(won))) for won in ways]
        for one in group(space.signatures, [self._side]):
            hand = hand_of(one.witness, self._side.program.tiles)
            for won, payers in seen:
                if possible(one, won):
                    yield from self._of_hand(hand, won, payers)
        seats = self._side.program.seats
        core = self._known.core
        kongs = kong_situations(seats, self._side.program.tiles)
        for kong in varied(kongs, chosen_in([core], ["pay.kong"]), all_of_few=True):
            yield from self._of_situation(kong)
        ends = drawn_situations(seats, reach_of([self._side], space))
        for drawn in varied(ends, chosen_in([core], ["pay.drawn"]), all_of_few=True):
            yield from self._of_situation(drawn)
        for kind in FLOW_KINDS:
            for asked in situations(kind, [self._known.core]):
                yield from self._of_round(kind, asked)

    def _of_hand(self, hand: Hand, won: Won, payers: Payers) -> Iterator[Disagreement]:
        core, options = self._known.core, self._options
        verdict = judge_scenes(core, self._known.scenes(hand, won, options), self._known.holds)
        score = self._rules.score(
            format_hand(hand),
            by="self_draw" if won.self_draw else "discard",
            events=won.events,
            chain=won.chain,
            revealed=won.winner_revealed,
            payer_revealed=won.payer_revealed,
            passed=won.winner_passed,
            choices=tuple([choices for _, choices in won.chosen]),
        )
        module, interpreter = _scored(score), _judged(verdict)
        if score.judgement.complete:
            self._add_payers(score, won, payers, module)
            for name, seen in payers:
                owed, row = pay_win(core, verdict.best, seen)
                also = pay_also(core, verdict.best, seen, owed)
                interpreter[name] = (owed, row, *also)
        if module != interpreter:
            asked = hand_text(hand, won, self._side.setting)
            yield from _unlike(asked, module, interpreter)

    def _add_payers(self, score: Score, won: Won, payers: Payers, answers: Answers) -> None:
        """What the players pay who did not feed the winner."""
        vector, bound, program = score.judgement.vector, self._rules.options, self._program
        worth = program.worth(vector, won, bound)
        for name, seen in payers:
            paid, row = program.pay_win(vector, seen, bound, worth)
            also: Any = ()
            if program.pay_also is not None:
                also = program.pay_also(vector, seen, bound, worth, paid)
            rows = program.rows.get("pay.also", ())
            beside = [(rows[at].id, amount) for amount, at in also]
            answers[name] = (paid, program.rows["pay.win"][row].id, *beside)

    def _of_situation(self, situation: Konged | Drawn) -> Iterator[Disagreement]:
        core, program, bound = self._known.core, self._program, self._rules.options
        if isinstance(situation, Konged):
            table = "pay.kong"
            paid, row = program.pay_kong(situation, bound)
            interpreter = pay_kong(core, situation, self._options)
        else:
            table = "pay.drawn"
            paid, row = program.pay_drawn(situation, bound)
            interpreter = pay_drawn(core, situation, self._options)
        module: Answers = {table: (paid, program.rows[table][row].id)}
        asked = situation_text(situation, self._side.setting)
        yield from _unlike(asked, module, {table: interpreter})

    def _of_round(self, kind: TableKind, asked: Asked) -> Iterator[Disagreement]:
        module: Answers = {kind: self._program.says(kind, asked, self._rules.options)}
        interpreter: Answers = {kind: decide(self._known.core, kind, asked, self._options)}
        if kind == "dealer" and self._known.core.carried:
            module["carried"] = self._program.carry(asked, self._rules.options)
            interpreter["carried"] = carried_on(self._known.core, asked, self._options)
        if module != interpreter:
            yield from _unlike(situation_text(asked, self._side.setting), module, interpreter)


def _scored(score: Score) -> Answers:
    may_win, pay_win = score.judgement.rows
    return {
        "value": score.value,
        "product": score.product,
        "fans": score.fans,
        "may_win": score.may_win,
        "owed": score.owed,
        "added": score.added,
        "also": score.also,
        "rows": (may_win, pay_win),
    }


def _judged(verdict: Verdict) -> Answers:
    return {
        "value": verdict.best.value,
        "product": verdict.best.product,
        "fans": verdict.best.fans,
        "may_win": verdict.may_win,
        "owed": verdict.owed,
        "added": verdict.best.added,
        "also": verdict.also,
        "rows": (verdict.may_win_row, verdict.pay_row),
    }


def _unlike(asked: str, module: Answers, interpreter: Answers) -> Iterator[Disagreement]:
    for key, answer in interpreter.items():
        if module[key] != answer:
            yield Disagreement(asked, key, str(module[key]), str(answer))
