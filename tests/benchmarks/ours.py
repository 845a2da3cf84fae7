"""What is measured of the evaluators: first in this process, then of whole processes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import kawuxing
from kawuxing.runtime.requests import Requests

from .hands import lines
from .measuring import Row, process, rates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from kawuxing.runtime.evaluator import Evaluator

    from .hands import Won

VARIANT = "suizhou"

SCORE_PACKED = "score, from packed hands"
SCORE_TEXT = "score, from text"
WAIT_SET = "set of waits"


def fresh() -> Evaluator[Any]:
    """An evaluator that remembers nothing yet."""
    return kawuxing.load(VARIANT).load()


def rows_here(hands: Sequence[Won], runs: int) -> Iterator[Row]:
    """Calls of one evaluator in this process.

    All figures but the first are of hands seen before: tables fill themselves, and a program that
    scores hands has soon seen all their parts.
    """
    rules = fresh()
    first = tuple(rates(_score_packed(fresh(), hands), 1)[0] for _ in range(runs))
    yield Row("score, from packed hands never seen before", "/s", first)
    packed = _score_packed(rules, hands)
    packed()
    yield Row(SCORE_PACKED, "/s", rates(packed, runs), 350_000)
    yield Row("… a call that does nothing", "/s", rates(_nothing(hands), runs), None, "the limit")
    yield Row(SCORE_TEXT, "/s", rates(_warm(_score_text(rules, hands)), runs), 100_000)
    yield Row("… with reading, as JSON", "/s", rates(_warm(_dicts(rules, hands)), runs))
    yield Row(WAIT_SET, "/s", rates(_warm(_wait_sets(rules, hands)), runs), 400_000)
    yield Row("waits with their worth", "/s", rates(_warm(_waits(rules, hands)), runs), 50_000)
    asked = _warm(_lines(rules, lines(len(hands))))
    yield Row("answers to lines of JSON", "/s", rates(asked, runs), 30_000)


def _warm(work: Callable[[], int]) -> Callable[[], int]:
    work()
    return work


def _score_packed(rules: Evaluator[Any], hands: Sequence[Won]) -> Callable[[], int]:
    given = [(won.packed, *won.way) for won in hands]

    def work() -> int:
        score = rules.score
        for packed, by, events, chain, revealed, payer_revealed in given:
            score(
                packed,
                by=by,
                events=events,
                chain=chain,
                revealed=revealed,
                payer_revealed=payer_revealed,
            )
        return len(given)

    return work


def _nothing(hands: Sequence[Won]) -> Callable[[], int]:
    given = [(won.packed, *won.way) for won in hands]

    def score(packed: bytes, **way: object) -> None:
        pass

    def work() -> int:
        for packed, by, events, chain, revealed, payer_revealed in given:
            score(
                packed,
                by=by,
                events=events,
                chain=chain,
                revealed=revealed,
                payer_revealed=payer_revealed,
            )
        return len(given)

    return work


def _score_text(rules: Evaluator[Any], hands: Sequence[Won]) -> Callable[[], int]:
    texts = [won.text for won in hands]

    def work() -> int:
        for text in texts:
            rules.score(text, by="discard")
        return len(texts)

    return work


def _dicts(rules: Evaluator[Any], hands: Sequence[Won]) -> Callable[[], int]:
    given = [won.packed for won in hands]

    def work() -> int:
        for packed in given:
            rules.score(packed).to_dict()
        return len(given)

    return work


def _wait_sets(rules: Evaluator[Any], hands: Sequence[Won]) -> Callable[[], int]:
    given = [won.waiting for won in hands]

    def work() -> int:
        for packed in given:
            rules.wait_set(packed)
        return len(given)

    return work


def _waits(rules: Evaluator[Any], hands: Sequence[Won]) -> Callable[[], int]:
    given = [won.waiting for won in hands]

    def work() -> int:
        for packed in given:
            rules.waits(packed)
        return len(given)

    return work


def _lines(rules: Evaluator[Any], asked: Sequence[str]) -> Callable[[], int]:
    answer = Requests(rules).score_line

    def work() -> int:
        for line in asked:
            answer(line)
        return len(asked)

    return work


# --- whole processes ---------------------------------------------------------------------------

BATCH = 5
"""How many times as many lines a batch has as there are hands."""

FIRST_SCORE = f"import {VARIANT}; {VARIANT}.score('46p123456s77z [555s] +5p')"
EVERYTHING = f"""
import json, {VARIANT} as town
with open("new.jsonl", encoding="utf-8") as asked:
    for line in asked:
        way = json.loads(line)
        town.score(way.pop("hand"), **way).to_dict()
with open("waiting.txt", encoding="utf-8") as waiting:
    for line in waiting:
        town.waits(bytes.fromhex(line))
with open("/proc/self/status", encoding="utf-8") as status, open("peak", "w") as peak:
    peak.write(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""
"""Scores hands and asks for waits, then writes down how many kilobytes it had at its peak."""


def rows_of_processes(hands: Sequence[Won], runs: int, folder: Path) -> Iterator[Row]:
    """Processes from start to end, in a folder where a module is built first."""
    process(["-m", "kawuxing", "build", VARIANT, "-d", "."], folder)
    count = BATCH * len(hands)
    known, new = folder / "known.jsonl", folder / "new.jsonl"
    known.write_text("".join(lines(len(hands))) * BATCH, encoding="utf-8")
    new.write_text("".join(lines(count)), encoding="utf-8")
    waiting = "".join(f"{won.waiting.hex()}\n" for won in hands)
    (folder / "waiting.txt").write_text(waiting, encoding="utf-8")

    bare = _times(["-c", "pass"], folder, runs)
    yield Row("interpreter alone", "ms", bare)
    first = _times(["-c", FIRST_SCORE], folder, runs)
    above = tuple(one - min(bare) for one in first)
    yield Row("import of a module and first score, above it", "ms", above, 100)
    yield Row(
        "`check` of a ruleset, whole process",
        "ms",
        _times(["-m", "kawuxing", "check", VARIANT], folder, runs),
        400,
    )
    yield from _compared(folder, runs)
    yield from _mixed_in(folder, runs)
    batch = ["-m", "kawuxing", "score", VARIANT, "--batch"]
    every_pair = _times(["-m", "kawuxing", "diff", "--matrix", "--format", "json"], folder, 1)
    yield Row("every pair of the rulesets, whole process", "ms", every_pair, 60_000)
    args = ["-m", "kawuxing", "diff", VARIANT, "--interactions", "--format", "json"]
    switches = 1000 * process(args, folder, status=3)  # some are not proven
    yield Row("every two of all switches, whole process", "ms", (switches,), 30_000)
    mutants = 1000 * process(["-m", "kawuxing", "test", VARIANT, "--mutate"], folder)
    yield Row("every mutant of a ruleset, whole process", "ms", (mutants,), 30_000)
    for name, args, given in (
        ("`score --batch`, whole process", [*batch, "known.jsonl"], os.devnull),
        ("… every hand another one", [*batch, "new.jsonl"], os.devnull),
        ("a module as a program, whole process", [f"{VARIANT}.py"], str(known)),
    ):
        spent = _times(args, folder, runs, given)
        yield Row(
            name, "/s", tuple(1000 * count / one for one in spent), 30_000, f"{count:,} lines"
        )
    peaks = [_peak(folder) for _ in range(runs)]
    note = f"{count:,} hands scored, with readings, and the waits of {len(hands):,}"
    yield Row("memory at its peak", "MB", tuple(peaks), 80, note)


def _compared(folder: Path, runs: int) -> Iterator[Row]:
    """Two rulesets compared under every choice of options, first with all hands put together."""
    args = ["-m", "kawuxing", "diff", VARIANT, "xiaogan", "--fail-on", "none"]
    kept = {"KAWUXING_CACHE": "", "KAWUXING_CACHE_DIR": str(folder / "spaces")}
    process(args, folder, variables=kept)
    for name, variables, most in (
        ("`diff` of two rulesets, whole process", {"KAWUXING_CACHE": "off"}, 1_000),
        ("… where all hands have been put together", kept, 400),
    ):
        spent = [process(args, folder, variables=variables) for _ in range(runs)]
        yield Row(name, "ms", tuple(1000 * one for one in spent), most)


def _mixed_in(folder: Path, runs: int) -> Iterator[Row]:
    """What a mix-in changes, no hands put together yet: a usual one, and the dearest of all."""
    for mixin, name in (
        ("haidi", "`diff` without and with a mix-in"),
        ("paoqiamoba", "… with the dearest mix-in"),
    ):
        args = ["-m", "kawuxing", "diff", VARIANT, VARIANT, "--other-use", mixin]
        off = {"KAWUXING_CACHE": "off"}
        spent = [process([*args, "--fail-on", "none"], folder, variables=off) for _ in range(runs)]
        yield Row(name, "ms", tuple(1000 * one for one in spent), 2_000)


def _times(
    args: Sequence[str], folder: Path, runs: int, given: str = os.devnull
) -> tuple[float, ...]:
    """Milliseconds of CPU that a process takes from start to end."""
    return tuple(1000 * process(args, folder, given) for _ in range(runs))


def _peak(folder: Path) -> float:
    process(["-c", EVERYTHING], folder)
    return int((folder / "peak").read_text(encoding="utf-8")) / 1024
