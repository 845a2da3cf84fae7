"""The table by which expressions are parsed, made of their grammar by lark.

`grammar/expression.lark` defines the language. `grammar/expression.json` keeps what lark makes of
it, so that lark need not be loaded at every start; it names the grammar it was made of, and where
that has changed, or the table is not whole, it is made anew.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from lark import Lark
from lark.grammar import Rule
from lark.lexer import PatternStr, TerminalDef

if TYPE_CHECKING:
    from collections.abc import Iterator

_START: Final = "expression"


def table_text(grammar: bytes) -> str:
    """The table of a grammar as it is stored, whatever order lark finds its states in.

    Args:
        grammar: the text of `expression.lark`, in UTF-8.
    """
    text = grammar.decode("utf-8")
    parser = Lark(text, start=_START, parser="lalr", maybe_placeholders=False)
    made, memo = parser.memo_serialize([TerminalDef, Rule])
    table = made["parser"]["parser"]
    rules = {number: _rule(rule) for number, rule in memo.items() if rule["__type__"] == "Rule"}
    known = sorted(rules.values())
    first = table["start_states"][_START]
    rows = {
        state: {
            table["tokens"][token]: -1 - known.index(rules[action["@"]]) if reduces else action
            for token, (reduces, action) in row.items()
        }
        for state, row in table["states"].items()
    }
    order = list(_reached(first, rows))
    states = [
        {word: to if to < 0 else order.index(to) for word, to in sorted(rows[state].items())}
        for state in order
    ]
    made_of = sha256(grammar).hexdigest()
    head = {"grammar": made_of, "end": order.index(table["end_states"][_START]), **_words(parser)}
    return _written({**head, "rules": known, "states": states})


def _rule(rule: dict[str, Any]) -> tuple[str, str, int]:
    """What a rule makes, what makes it ("" if that is its one part), and of how many parts."""
    origin: str = rule["origin"]["name"]
    passed_on = rule["options"]["expand1"] and len(rule["expansion"]) == 1
    maker = rule["alias"] or ("" if passed_on else origin)
    return origin, maker, len(rule["expansion"])


def _reached(first: int, rows: dict[int, dict[str, int]]) -> Iterator[int]:
    """All states, those that need fewer words first."""
    found = [first]
    for state in found:
        yield state
        new = [to for _, to in sorted(rows[state].items()) if to >= 0 and to not in found]
        found += dict.fromkeys(new)


def _words(parser: Lark) -> dict[str, object]:
    """The words with one spelling, and a pattern with a group for each other."""
    spelled, shapes = {}, []
    for terminal in sorted(parser.terminals, key=lambda one: (-one.priority, one.name)):
        if isinstance(terminal.pattern, PatternStr):
            spelled[terminal.pattern.value] = terminal.name
        elif terminal.name not in parser.ignore_tokens:
            shapes.append(f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})")
    return {"spelled": spelled, "shapes": "|".join(shapes)}


def _written(table: dict[str, Any]) -> str:
    """JSON with a line for each rule and state."""
    lines = []
    for name, value in table.items():
        text = json.dumps(value)
        if isinstance(value, list):
            text = "[\n    " + ",\n    ".join(map(json.dumps, value)) + "\n  ]"
        lines.append(f'  "{name}": {text}')
    return "{\n" + ",\n".join(lines) + "\n}\n"
