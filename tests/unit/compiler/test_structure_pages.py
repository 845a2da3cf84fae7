"""The pages about the structure of rulesets: what they show has the error, mended it has none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.diagnostics import catalogue
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import resolve_variant

from ...plain_flow import FLOW

if TYPE_CHECKING:
    from pathlib import Path

BASE = (
    """\
kawuxing: 1
variant: base
name: {zh: 底本, en: Base}
table:
  seats: 3
  at_table: {out: nobody}
  tiles: {suits: [dots, bamboos], dragons: [red], copies: 4}
  deal: {dealer: 14, others: 13, direction: counterclockwise}
  assumed: test
options:
  cap:
    default: none
    offered: [8, 16, none]
    accepts: {from: 1, to: 100, none: true}
    assumed: test
fans:
  cheap: {name: {zh: 小番, en: Cheap}, times: 2, when: self_draw, assumed: test}
  dear: {name: {zh: 大番, en: Dear}, times: 8, when: last_tile, assumed: test}
  some_fan: {name: {zh: 某番, en: Some}, times: 2, when: discard, assumed: test}
  other_fan: {name: {zh: 另番, en: Other}, times: 2, when: discard, assumed: test}
  little: {name: {zh: 小, en: Little}, times: 2, when: discard, assumed: test}
  large: {name: {zh: 大, en: Large}, times: 4, when: discard, replaces: [little], assumed: test}
  one: {name: {zh: 甲番, en: One}, times: 2, when: discard, assumed: test}
  two: {name: {zh: 乙番, en: Two}, times: 2, when: discard, assumed: test}
cap: [{id: common, at: options.cap, assumed: test}]
may_win: [{id: any, allowed: true, assumed: test}]
pay:
  win: [{id: nobody, pay: 0, assumed: test}]
  kong: [{id: nobody, pay: 0, assumed: test}]
  drawn: [{id: nobody, pay: 0, assumed: test}]
"""
    + FLOW
)
HEADING = {
    "kawuxing": "1",
    "variant": "town",
    "name": "{zh: 某地, en: Town}",
    "extends": "base.yaml",
}
MIXIN = """\
kawuxing: 1
mixin: {id}
name: {{zh: 某规, en: House rule}}
on: base.yaml
fans:
  {fan}: {{times: {times}, assumed: test}}
"""
MIXINS = {
    "small.yaml": MIXIN.format(id="small", fan="cheap", times=4),
    "big.yaml": MIXIN.format(id="big", fan="cheap", times=8),
    "cap.yaml": MIXIN.format(id="cap", fan="cheap", times=4),
    "lost.yaml": MIXIN.format(id="lost", fan="nobody", times=8),
}
SEVERAL_FILES = {"KWX2230", "KWX2231", "KWX2233", "KWX2235", "KWX2236"}


def blocks(code: str) -> tuple[str, ...]:
    """The example and the mended example of a page."""
    text = catalogue.page(code, "en") or ""
    return tuple(re.findall(r"```yaml\n(.*?\n)```", text, re.DOTALL))


CODES = [
    code
    for code in catalogue.all_codes()
    if (code.startswith("KWX22") or code == "KWX0206")
    and code not in SEVERAL_FILES
    and not any("…" in block for block in blocks(code))
]


def complete(fragment: str) -> str:
    """A piece of a file with the heading a file needs."""
    if re.search("^(variant|mixin): ", fragment, re.MULTILINE) or fragment.startswith("- "):
        return fragment
    written = set(re.findall(r"^(\w+):", fragment, re.MULTILINE))
    heading = [f"{key}: {value}\n" for key, value in HEADING.items() if key not in written]
    return "".join(heading) + fragment


def test_enough_pages_can_be_tried() -> None:
    assert len(CODES) > 40


@pytest.mark.parametrize("code", CODES)
def test_the_example_has_the_error_and_its_mended_form_has_none(code: str, tmp_path: Path) -> None:
    for name in ("base.yaml", "house.yaml"):
        (tmp_path / name).write_text(BASE, encoding="utf-8")
    for name, text in MIXINS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = []
    for fragment in blocks(code):
        (tmp_path / "town.yaml").write_text(complete(fragment), encoding="utf-8")
        sink = Sink()
        resolve_variant(str(tmp_path / "town.yaml"), None, sink)
        found.append({diagnostic.code for diagnostic in sink.diagnostics})
    assert len(found) == 2
    assert code in found[0]
    assert found[1] == set()
