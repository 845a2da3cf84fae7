"""`python -m tests.benchmarks`: how fast it is, beside what was promised and beside others."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .hands import SEED, sample
from .many import rows_of_many
from .ours import rows_here, rows_of_processes
from .peers import Peer, peers
from .rounds import rows_of_rounds
from .table import table


def main(args: list[str]) -> None:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000, help="how many hands (20000)")
    parser.add_argument("--runs", type=int, default=5, help="how often each is measured (5)")
    chosen = parser.parse_args(args)
    machine = f"CPython {platform.python_version()}, {os.cpu_count()} cores"
    print(f"{machine}, load {os.getloadavg()[0]:.1f}")
    print(f"{chosen.hands:,} hands (seed {SEED}), CPU time, median of {chosen.runs} runs\n")
    hands = sample(chosen.hands)
    rows = list(rows_here(hands, chosen.runs))
    rows += rows_of_many(chosen.hands, chosen.runs)
    found = list(peers(hands, chosen.runs))
    with TemporaryDirectory() as folder:
        rows += rows_of_processes(hands, chosen.runs, Path(folder))
        rows += rows_of_rounds(chosen.hands, chosen.runs, Path(folder))
    for line in table(rows, [one for one in found if isinstance(one, Peer)]):
        print(line)
    for name in found:
        if isinstance(name, str):
            print(f"\n{name} is not installed: pip install -e '.[bench]'")


if __name__ == "__main__":
    main(sys.argv[1:])
