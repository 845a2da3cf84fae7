from __future__ import annotations

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.format.canonical import canonical
from kawuxing.compiler.library import builtin_ids, builtin_path
from kawuxing.compiler.source.files import read_file


@pytest.mark.parametrize("name", builtin_ids())
def test_builtin_rulesets_are_in_canonical_form(name: str) -> None:
    source = read_file(builtin_path(name), f"{name}.yaml", Sink())
    assert source is not None
    assert canonical(source, Sink()) == source.text
