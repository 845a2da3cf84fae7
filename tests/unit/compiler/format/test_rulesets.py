from __future__ import annotations

import re
from importlib import resources

import pytest

from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.format.canonical import canonical
from kawuxing.compiler.library import builtin_ids, builtin_path
from kawuxing.compiler.source.files import read_file

from .test_canonical import body


@pytest.mark.parametrize("name", builtin_ids())
def test_builtin_rulesets_are_in_canonical_form(name: str) -> None:
    source = read_file(builtin_path(name), f"{name}.yaml", Sink())
    assert source is not None
    assert canonical(source, Sink()) == source.text


@pytest.mark.parametrize("page", ["LANGUAGE.md", "LANGUAGE.zh.md"])
def test_the_reference_shows_what_comes_of_formatting(page: str) -> None:
    text = (resources.files("kawuxing.grammar") / page).read_text(encoding="utf-8")
    part = text[text.index("`--check`") :]
    before, after = re.findall("^```yaml\n(.*?)^```$", part, re.DOTALL | re.MULTILINE)[:2]
    assert body(before) == "\n" + after
