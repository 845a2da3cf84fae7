"""Reads the table by which expressions are parsed, as it is kept beside their grammar.

Where it is not there, not whole or of another grammar, `parse_table` makes it anew.
"""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .words import Lexicon

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_GRAMMAR: Final = Path(__file__).parents[2] / "grammar" / "expression.lark"


class Grammar(NamedTuple):
    """What lark has made of the grammar.

    Attributes:
        rules: what each makes, the name of what makes it, and of how many parts; without a name it
            passes its one part on.
        states: for each word or part that may follow the next state, or the rule that is complete,
            as -1 less its number.
        end: the state in which an expression is complete.
    """

    lexicon: Lexicon
    rules: Sequence[tuple[str, str, int]]
    states: Sequence[Mapping[str, int]]
    end: int


@cache
def expression_grammar() -> Grammar:
    """Read the table, once."""
    grammar = _GRAMMAR.read_bytes()
    try:
        table = json.loads(_GRAMMAR.with_suffix(".json").read_bytes())
        if table["grammar"] == sha256(grammar).hexdigest():
            return _built(table)
    except (LookupError, OSError, RecursionError, TypeError, ValueError, re.error):
        pass  # not there, or not whole
    from .parse_table import table_text  # noqa: PLC0415 - only while the grammar is changed

    return _built(json.loads(table_text(grammar)))


def _built(table: dict[str, Any]) -> Grammar:
    lexicon = Lexicon(table["spelled"], re.compile(table["shapes"]))
    return Grammar(lexicon, table["rules"], table["states"], table["end"])
