"""`kawuxing list`: the built-in variants and mix-ins."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from ..library import builtins, mixins
from .output import write_json, write_line
from .parameters import format_option
from .verb import verb

if TYPE_CHECKING:
    from ..library import BuiltIn
    from .settings import Settings

_ABSTRACT = ("abstract: can be checked and shown, not built or scored", "抽象：可查可看，不可生成")
_HEADINGS = (("id", "id"), ("name", "名称"), ("English", "英文"), ("extends", "承自"))
_MIXINS = (("mix-in", "附加规则"), ("name", "名称"), ("English", "英文"), ("tried on", "试于"))
_HOW = ("--use lays a mix-in upon a ruleset", "--use 把附加规则加在一份规则上")


class _Given(TypedDict):
    format: str


@verb(
    ("The built-in variants and mix-ins.", "列出内置规则和附加规则。"),
    format_option("text", "json"),
    examples=("kawuxing list", "kawuxing list --format json"),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """List them."""
    known = builtins()
    if given["format"] == "json":
        write_json(
            [*(_object(one, False) for one in known), *(_object(one, True) for one in mixins())]
        )
        return 0
    from .columns import table  # noqa: PLC0415 - widths are only needed for text

    rows = [tuple(settings.say(words) for words in _HEADINGS)]
    rows += [
        (one.id + ("*" if one.abstract else ""), one.zh, one.en, " < ".join(_parents(one)))
        for one in known
    ]
    for line in table(rows, right=frozenset()):
        write_line(line)
    if any(one.abstract for one in known):
        write_line(f"* {settings.say(_ABSTRACT)}")
    write_line("")
    rows = [tuple(settings.say(words) for words in _MIXINS)]
    rows += [(one.id, one.zh, one.en, one.extends or "") for one in mixins()]
    for line in table(rows, right=frozenset()):
        write_line(line)
    write_line(settings.say(_HOW))
    return 0


def _parents(one: BuiltIn) -> list[str]:
    """Its parent, its parent's parent and so on."""
    by_id = {known.id: known for known in builtins()}
    found: list[str] = []
    parent = one.extends
    while parent is not None and parent in by_id and parent not in found:
        found.append(parent)
        parent = by_id[parent].extends
    return found


def _object(one: BuiltIn, mixin: bool) -> dict[str, object]:
    return {
        "id": one.id,
        "name": {"zh": one.zh, "en": one.en},
        "abstract": one.abstract,
        "parents": _parents(one),
        "mixin": mixin,
    }
