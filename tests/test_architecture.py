"""How the house is built: who may import whom, and what is used in one place only."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from .rooms import FOR_TYPES, OUTSIDERS, ROOMS
from .sources import PARTS, ROOT, imports, modules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def room_of(name: str) -> str:
    first, _, rest = name.partition(".")
    return f"{first}.{rest.partition('.')[0]}" if first == "compiler" and rest else first


def is_below(name: str, above: str) -> bool:
    return above in ("", name) or name.startswith(f"{above}.")


def listed(found: Iterable[object]) -> str:
    return "\n" + "\n".join(sorted({str(one) for one in found}))


def test_every_room_is_known() -> None:
    assert sorted(ROOMS) == sorted({room_of(module.name) for module in modules()})


def test_imports_keep_to_the_direction() -> None:
    wrong = [
        f"{one.importer}:{one.line} imports {one.target}"
        for one in imports()
        for room in [room_of(one.importer)]
        if not one.outside
        and room_of(one.target) != room
        and not any(is_below(one.target, allowed) for allowed in ROOMS.get(room, ()))
        and not (one.when == "types" and (room, one.target) in FOR_TYPES)
    ]
    assert not wrong, listed(wrong)


def test_every_permission_is_used() -> None:
    used = {(room_of(one.importer), one.target) for one in imports() if not one.outside}
    idle = [
        f"{room} never imports {allowed}"
        for room, permissions in ROOMS.items()
        for allowed in permissions
        if not any(user == room and is_below(target, allowed) for user, target in used)
    ]
    assert not idle, listed(idle)


def test_modules_import_each_other_in_one_direction() -> None:
    """Whenever an import happens: with the module, when a function runs, for a type checker."""
    inside = [one for one in imports() if not one.outside]
    assert {one.when for one in inside} == {"import", "call", "types"}
    graph: dict[str, set[str]] = defaultdict(set)
    for one in inside:
        graph[one.importer].add(one.target)
    assert list(circles(graph)) == []


def circles(graph: dict[str, set[str]]) -> Iterator[list[str]]:
    """What is left when everything that imports nothing left, or is imported by none, is gone."""
    left = {name: targets - {name} for name, targets in graph.items()}
    while True:
        imported = {target for targets in left.values() for target in targets}
        ends = {name for name, targets in left.items() if not targets or name not in imported}
        names = left.keys() - ends
        if not ends:
            break
        left = {name: left[name] & names for name in names}
    if left:
        yield sorted(left)


def test_circles_are_found() -> None:
    assert list(circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"c", "e"}})) == [["b", "c"]]


def test_the_package_imports_itself_relatively() -> None:
    inside = {"kawuxing", *PARTS}
    wrong = [one for one in imports() if one.outside and one.target.partition(".")[0] in inside]
    assert not wrong, listed(wrong)


@pytest.mark.parametrize("name", sorted(OUTSIDERS))
def test_a_dependency_is_used_in_one_place(name: str) -> None:
    users = [one for one in imports() if one.outside and one.target.partition(".")[0] == name]
    assert users, "not used at all"
    places = OUTSIDERS[name]
    assert not [one for one in users if not any(is_below(one.importer, at) for at in places)]


def test_there_is_no_other_dependency() -> None:
    strange = [
        one
        for one in imports()
        for top in [one.target.partition(".")[0]]
        if one.outside and top not in sys.stdlib_module_names and top not in OUTSIDERS
    ]
    assert not strange, listed(strange)


def test_generated_modules_import_the_runtime_only() -> None:
    template = (ROOT / "compiler/emit/templates/module.py.j2").read_text("utf-8")
    found = re.findall(r"^\s*(?:from|import) (\S+)", template, re.MULTILINE)
    allowed = ("__future__", "typing", "kawuxing.runtime.")
    assert len(found) > 5
    assert [name for name in found if not name.startswith(allowed)] == []
