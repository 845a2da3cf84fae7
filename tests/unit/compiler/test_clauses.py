"""The index of clauses is in step with the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

from kawuxing.compiler import clauses

FOLDER = Path(clauses.__file__).parent.parent / "rulesets" / "clauses"


def test_the_index_lists_what_the_catalogue_has() -> None:
    found = [
        id
        for file in FOLDER.glob("*.yaml")
        if file.name not in {"conflicts.yaml", "excused.yaml"}  # speak of clauses, have none
        for id in re.findall(r"^\s*(?:- )?id: (\S+)$", file.read_text(encoding="utf-8"), re.M)
    ]
    assert len(found) > 900
    assert len(found) == len(set(found))
    assert clauses.clause_ids() == set(found)
