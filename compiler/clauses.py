"""The clauses of the sources that a rule may cite.

Of the catalogue in ``rulesets/clauses`` only the index is read here, one id a line: whether a
clause exists is asked in every run, what it says in few.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_INDEX = Path(__file__).parent.parent / "rulesets" / "clauses" / "ids.txt"


@cache
def clause_ids() -> frozenset[str]:
    """Every id of the catalogue."""
    return frozenset(_INDEX.read_text(encoding="utf-8").split())
