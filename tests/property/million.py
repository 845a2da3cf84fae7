"""`python -m tests.property.million`: many rounds of each variant, checked.

Before a release: `python -m tests.property.million --each 1000000 --jobs N`, ten minutes a variant
and process.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from kawuxing.compiler.library import builtins
from kawuxing.compiler.simulation.workers import begin

from .checked import ROUNDS_A_MATCH, check_matches

PART = 50  # matches that are checked in one go
PUBLIC = 100  # one round in so many is replayed by the public machine too
MIXED = ("careful", "greedy", "random", "careful")
CHANCE = ("random",) * 4


def parts(rounds: int) -> list[tuple[tuple[str, ...], range]]:
    """The matches of one variant in parts: one in a hundred between all bots."""
    matches = -(-rounds // ROUNDS_A_MATCH)
    ranges = [range(at, min(at + PART, matches)) for at in range(0, matches, PART)]
    return [(MIXED if at % 100 == 0 else CHANCE, one) for at, one in enumerate(ranges)]


def main(args: list[str]) -> None:
    """Check them, and say how many there were."""
    parser = argparse.ArgumentParser(prog="python -m tests.property.million", description=__doc__)
    parser.add_argument("variants", nargs="*", help="which variants (all)")
    parser.add_argument("--each", type=int, help="rounds of each variant")
    parser.add_argument("--all", type=int, default=1_000_000, help="rounds in all (1000000)")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes (2)")
    chosen = parser.parse_args(args)
    variants = chosen.variants or [one.id for one in builtins() if not one.abstract]
    rounds = chosen.each or -(-chosen.all // len(variants))
    with ProcessPoolExecutor(chosen.jobs, get_context("spawn"), initializer=begin) as pool:
        waiting = [
            (variant, matches, pool.submit(check_matches, variant, bots, matches, PUBLIC))
            for variant in variants
            for bots, matches in parts(rounds)
        ]
        found = {variant: [0, 0, 0] for variant in variants}
        for variant, matches, future in waiting:
            one = (len(matches) * ROUNDS_A_MATCH, *future.result())
            found[variant] = [a + b for a, b in zip(found[variant], one, strict=True)]
    told = [
        {"variant": variant, "rounds": count, "won": won, "replayed": replayed}
        for variant, (count, won, replayed) in found.items()
    ]
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1:])
