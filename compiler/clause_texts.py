"""What the clauses say that a rule may cite; only the ones asked for are read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .diagnostics.report import Sink
from .source.text import SourceText
from .source.yaml_nodes import Mapping, Scalar, Sequence, read_yaml

_FOLDER = Path(__file__).parent.parent / "rulesets" / "clauses"


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement of a source.

    Attributes:
        id: Its id.
        says: What it states, in English.
        terms: The Chinese words it uses; empty where none are given.
        section: Where it stands in its source.
    """

    id: str
    says: str
    terms: str
    section: str


def find_clause(id: str) -> Clause | None:
    """The clause of that id; None if there is none."""
    name = "live" if id.startswith("W") else id.partition("-")[0]
    lines = _lines(name)
    begin = next((at for at, line in enumerate(lines) if line.rstrip() == f"- id: {id}"), None)
    if begin is None:
        return None
    after = range(begin + 1, len(lines))
    end = next((at for at in after if lines[at].startswith("- id:")), len(lines))
    fields = _fields("".join(lines[begin:end]))
    return Clause(id, fields.get("says", ""), fields.get("zh_terms", ""), fields.get("section", ""))


@cache
def _lines(name: str) -> list[str]:
    """The lines of one file of clauses; none if there is no such file."""
    if not name.isalnum():
        return []
    try:
        return (_FOLDER / f"{name}.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    except OSError:
        return []


def _fields(text: str) -> dict[str, str]:
    root = read_yaml(SourceText.of(text), Sink())
    if not isinstance(root, Sequence) or not isinstance(root.items[0], Mapping):
        return {}
    entries = root.items[0].entries
    return {
        entry.key.text: entry.value.text for entry in entries if isinstance(entry.value, Scalar)
    }
