"""The built-in rulesets and mix-ins: the files of `rulesets/` and of `rulesets/options/`.

Each is named after its variant, or after the mix-in.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from .diagnostics.report import Sink
from .source.files import read_file
from .source.text import SourceText
from .source.yaml_nodes import Mapping, Node, Scalar, read_yaml
from .surface.values import ID

if TYPE_CHECKING:
    from collections.abc import Iterable

_FOLDER = Path(__file__).parent.parent / "rulesets"
MIXINS: Final = "options"
"""The folder of mix-ins, in that of rulesets."""
_HEADER_ENDS = (
    "table:",
    "options:",
    "define:",
    "fans:",
    "cap:",
    "may_win:",
    "pay:",
    "turn:",
    "dealer:",
    "fouls:",
    "examples:",
)
_HEADING_LINES = 40
_GAME_ZH = "卡五星"


class BuiltIn(NamedTuple):
    """What a list of rulesets or mix-ins says of one; a mix-in is tried on what it `extends`."""

    id: str
    zh: str
    en: str
    abstract: bool
    extends: str | None


@cache
def builtin_ids() -> tuple[str, ...]:
    """The ids of all built-in rulesets, sorted."""
    return _ids(_FOLDER)


@cache
def mixin_ids() -> tuple[str, ...]:
    """The ids of all built-in mix-ins, sorted."""
    return _ids(_FOLDER / MIXINS)


def _ids(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in folder.glob("*.yaml") if _is_ruleset(path)))


@cache
def is_builtin(id: str) -> bool:
    """Whether a built-in ruleset has this id."""
    return ID.fullmatch(id) is not None and _is_ruleset(builtin_path(id))


@cache
def is_mixin(id: str) -> bool:
    """Whether a built-in mix-in has this id."""
    return ID.fullmatch(id) is not None and _is_ruleset(mixin_path(id))


def _is_ruleset(path: Path) -> bool:
    """Whether a file of the folder is a ruleset; other data stands there too."""
    if not path.is_file():
        return False
    with path.open(encoding="utf-8") as file:
        return any(line.startswith("kawuxing:") for line in islice(file, _HEADING_LINES))


def builtin_path(id: str) -> Path:
    """The file of a built-in ruleset."""
    return _FOLDER / f"{id}.yaml"


def mixin_path(id: str) -> Path:
    """The file of a built-in mix-in."""
    return _FOLDER / MIXINS / f"{id}.yaml"


@cache
def builtins() -> tuple[BuiltIn, ...]:
    """All built-in rulesets by id; only the headings of the files are read."""
    return tuple(_header(id, builtin_path(id)) for id in builtin_ids())


@cache
def mixins() -> tuple[BuiltIn, ...]:
    """The same for the built-in mix-ins."""
    return tuple(_header(id, mixin_path(id)) for id in mixin_ids())


def file_of_program(name: str) -> str:
    """The path of the tables of a program, where they lie beside the library; else nothing."""
    found = (one for one in (_FOLDER / "live").glob("*.yaml") if one.stem == name)
    return next(map(str, found), "")


def find_builtin(name: str) -> str | None:
    """The id of the ruleset that has this id or Chinese name.

    The name of the game may be left out, and traditional characters stand for simplified ones.
    """
    if is_builtin(name):
        return name
    return None if name.isascii() else _named(name, builtins())


def find_mixin(name: str) -> str | None:
    """The same for mix-ins."""
    if is_mixin(name):
        return name
    return None if name.isascii() else _named(name, mixins())


def _named(name: str, among: Iterable[BuiltIn]) -> str | None:
    from .diagnostics.suggest import folded  # noqa: PLC0415 - most people write ids

    wanted = folded(name)
    known = ((one.id, map(folded, _chinese_names(one))) for one in among)
    return next((id for id, names in known if wanted in names), None)


def closest_builtins(name: str) -> tuple[str, ...]:
    """The ids of the rulesets whose id or name comes near to what somebody wrote."""
    return _closest(name, builtins())


def closest_mixins(name: str) -> tuple[str, ...]:
    """The same for mix-ins."""
    return _closest(name, mixins())


def _closest(name: str, among: Iterable[BuiltIn]) -> tuple[str, ...]:
    from .diagnostics.suggest import (  # noqa: PLC0415 - only when something is wrong
        Candidate,
        closest,
    )

    known = [Candidate(one.id, (*_chinese_names(one), one.en)) for one in among]
    return tuple(closest(name, known))


def _chinese_names(known: BuiltIn) -> tuple[str, ...]:
    return known.zh, known.zh.replace(_GAME_ZH, "")


def _header(id: str, path: Path) -> BuiltIn:
    source = read_file(path, f"{id}.yaml", Sink())
    root = None if source is None else read_yaml(_head(source), Sink())
    name = _child(root, "name")
    return BuiltIn(
        id=id,
        zh=_text(_child(name, "zh")) or id,
        en=_text(_child(name, "en")) or id,
        abstract=_text(_child(root, "abstract")) == "true",
        extends=_text(_child(root, "extends")) or _text(_child(root, "on")) or None,
    )


def _head(source: SourceText) -> SourceText:
    """The file down to where its rules begin."""
    kept: list[str] = []
    for line in source.text.splitlines(keepends=True):
        if line.startswith(_HEADER_ENDS):
            break
        kept.append(line)
    return SourceText.of("".join(kept), source.name)


def without_examples(source: SourceText) -> SourceText:
    """The text of a built-in ruleset down to its examples, which a child does not inherit.

    In the library they come last, and are most of many a file.
    """
    end = source.text.find("\nexamples:\n")
    return source if end < 0 else SourceText(source.name, source.text[: end + 1], source.sha256)


def _child(node: Node | None, key: str) -> Node | None:
    if not isinstance(node, Mapping):
        return None
    return next((entry.value for entry in node.entries if entry.key.text == key), None)


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""
