"""How the house is built: who may import whom, and what is used in one place only."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from .sources import PARTS, ROOT, imports, modules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# What each room may import besides itself and the standard library. A room is a folder of the
# compiler, a module beside the folders, `runtime`, `grammar` or `rulesets`. A target stands for
# itself and all below it.
ROOMS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("runtime", "grammar", "rulesets", "compiler"), ()),
    # bytes, and what can be said of them
    "compiler.source": ("compiler.diagnostics.report",),
    "compiler.diagnostics": ("runtime.counting",),
    "compiler.meant": ("compiler.diagnostics.report", "compiler.diagnostics.suggest"),
    "compiler.clauses": (),
    "compiler.clause_texts": (
        "compiler.diagnostics.report",
        "compiler.source.text",
        "compiler.source.yaml_nodes",
    ),
    # the stages: each reads the nodes of the one before
    "compiler.surface": (
        "compiler.diagnostics.report",
        "compiler.meant",
        "compiler.source.cut_short",
        "compiler.source.text",
        "compiler.source.yaml_nodes",
        "runtime.tiles",
    ),
    "compiler.resolved": (
        "compiler.diagnostics.report",
        "compiler.meant",
        "compiler.source.text",
        "compiler.surface.expressions",
        "compiler.surface.keys",
        "compiler.surface.nodes",
        "compiler.surface.options",
    ),
    "compiler.core": (
        "compiler.diagnostics.report",
        "compiler.meant",
        "compiler.resolved.circles",
        "compiler.resolved.nodes",
        "compiler.source.text",
        "compiler.source.yaml_nodes",  # the vocabulary is YAML too
        "compiler.surface.expressions",
    ),
    "compiler.plan": (
        "compiler.core.check_values",
        "compiler.core.nodes",
        "compiler.resolved.nodes",
        "runtime.packed_readings",
    ),
    "compiler.emit": (
        "compiler.core.asks",
        "compiler.core.environment",
        "compiler.core.nodes",
        "compiler.core.order",
        "compiler.plan.nodes",
        "compiler.resolved.nodes",
        "compiler.source.text",
        "runtime.packed_readings",
    ),
    "compiler.interpret": ("compiler.core.nodes", "compiler.resolved.nodes", "runtime"),
    "compiler.examples": (
        "compiler.core.asks",
        "compiler.core.nodes",
        "compiler.diagnostics.report",
        "compiler.format.canonical",
        *("compiler.interpret.judge", "compiler.interpret.scene", "compiler.presets"),
        "compiler.resolved.nodes",
        "compiler.source.text",
        "compiler.surface.nodes",
        "runtime",
    ),
    # a file's text in canonical form; what is written need not be a sound ruleset
    "compiler.format": (
        "compiler.diagnostics.report",
        "compiler.diagnostics.width",
        "compiler.source",
        "compiler.surface.expression",
        "compiler.surface.keys",
        "compiler.surface.nodes",
        "compiler.surface.printer",
        "compiler.surface.yaml11",
    ),
    # from a name to a ruleset, and from a ruleset to a module
    "compiler.git": ("compiler.diagnostics.report", "compiler.source"),
    "compiler.library": (
        "compiler.diagnostics.report",
        "compiler.diagnostics.suggest",
        "compiler.source",
        "compiler.surface.values",
    ),
    "compiler.locate": (
        "compiler.diagnostics.report",
        "compiler.git",
        "compiler.library",
        "compiler.meant",
        "compiler.source",
        "compiler.surface.nodes",
        "compiler.surface.values",
    ),
    "compiler.driver": (
        "compiler.clauses",
        "compiler.diagnostics.report",
        "compiler.library",
        "compiler.locate",
        "compiler.resolved.from_surface",
        "compiler.resolved.nodes",
        "compiler.source",
        "compiler.surface.from_yaml",
        "compiler.surface.keys",
        "compiler.surface.nodes",
    ),
    "compiler.compile": (
        "compiler.core.asks",
        "compiler.core.from_resolved",
        "compiler.core.nodes",
        "compiler.diagnostics.report",
        "compiler.emit.aspects",
        "compiler.emit.cap",
        "compiler.emit.facts",
        "compiler.emit.from_plan",
        "compiler.emit.functions",
        "compiler.emit.render",
        "compiler.emit.survey",
        "compiler.plan.from_core",
        "compiler.plan.nodes",
        "compiler.resolved.nodes",
        *("runtime.circumstances", "runtime.declared"),
        "runtime.evaluator",
        "runtime.program",
        "runtime.situations",
        "runtime.tiles",
    ),
    "compiler.presets": ("compiler.resolved.nodes", "runtime.errors"),
    "compiler.api": (
        "compiler.compile",
        "compiler.diagnostics.render_text",
        "compiler.diagnostics.report",
        "compiler.driver",
        *("compiler.library", "compiler.presets", "compiler.resolved.nodes"),
        "compiler.simulation.source",
        "runtime.bots",
        "runtime.choices",
        "runtime.evaluator",
        "runtime.simulate",
    ),
    # all hands at once, and what tells two rulesets apart
    "compiler.space": (
        "compiler.compile",
        "compiler.core.asks",
        "compiler.core.bind",
        "compiler.core.nodes",
        "compiler.emit.functions",
        "compiler.interpret.evaluate",
        "compiler.interpret.scene",
        "compiler.plan.from_core",
        "compiler.plan.local",
        "compiler.plan.nodes",
        "compiler.resolved.nodes",
        "runtime",
    ),
    "compiler.diff": (
        "compiler.compile",
        "compiler.core.below",
        "compiler.core.bind",
        "compiler.core.nodes",
        *("compiler.core.order", "compiler.core.rising"),
        "compiler.diagnostics",
        "compiler.emit.aspects",
        "compiler.examples.written",
        "compiler.flow",
        "compiler.interpret.evaluate",
        "compiler.interpret.scene",
        "compiler.mutation.catch",
        "compiler.mutation.situations",
        "compiler.pages",
        "compiler.plan.nodes",
        "compiler.resolved.nodes",
        "compiler.source",
        "compiler.space",
        "compiler.surface",
        "runtime",
    ),
    # what examples reach, and what they notice
    "compiler.coverage": (
        "compiler.compile",
        "compiler.core.below",
        "compiler.core.nodes",
        "compiler.diagnostics.report",
        "compiler.driver",
        "compiler.examples",
        "compiler.interpret",
        "compiler.locate",
        "compiler.resolved.from_surface",
        "compiler.resolved.nodes",
        "compiler.source.text",
        "compiler.surface.keys",
        "compiler.surface.nodes",
        "runtime.errors",
        "runtime.evaluator",
    ),
    "compiler.mutation": (
        "compiler.compile",
        "compiler.core",
        "compiler.coverage",
        "compiler.diagnostics.report",
        "compiler.examples",
        "compiler.flow",
        "compiler.interpret",
        "compiler.plan.from_core",
        "compiler.resolved.nodes",
        "compiler.source.text",
        "compiler.space",
        "compiler.surface",
        "runtime",
    ),
    "compiler.proofs": (
        "compiler.compile",
        "compiler.core.below",
        "compiler.core.nodes",
        *("compiler.core.order", "compiler.core.rising"),
        "compiler.diagnostics.report",
        "compiler.emit.functions",
        "compiler.emit.survey",
        "compiler.flow",
        "compiler.interpret",
        "compiler.mutation.situations",
        "compiler.plan.nodes",
        "compiler.resolved.nodes",
        "compiler.space",
        "runtime",
    ),
    "compiler.pages": ("compiler.diagnostics.visible", "runtime.tiles"),
    # what the sources say, and which rules carry it
    "compiler.trace": (
        "compiler.diagnostics.report",
        "compiler.pages",
        "compiler.resolved.nodes",
        "compiler.source.text",
        "compiler.source.yaml_nodes",
        "compiler.surface.nodes",
    ),
    "compiler.flow": ("compiler.core", "compiler.outcomes", "compiler.resolved", "runtime"),
    "compiler.outcomes": ("compiler.core.nodes", "compiler.resolved.nodes"),
    "compiler.book": (
        "compiler.clause_texts",
        "compiler.core.nodes",
        "compiler.core.vocabulary",
        "compiler.diagnostics.report",
        "compiler.diagnostics.visible",
        "compiler.examples",
        "compiler.flow",
        "compiler.interpret",
        "compiler.pages",
        "compiler.proofs",
        "compiler.resolved.nodes",
        "compiler.source",
        "compiler.space",
        "compiler.surface",
        "runtime",
    ),
    # what rounds between bots have shown
    "compiler.simulation": ("compiler.compile", "compiler.pages", "runtime"),
    # the front door
    "compiler.commands": ("",),
}

# Names of types, which nothing needs when the program runs.
FOR_TYPES = {("compiler.diagnostics", "compiler.source.text")}

# What is used in one place, and where. What is not listed here is the standard library.
OUTSIDERS = {
    "click": ("compiler.commands",),
    "distributed": ("compiler.simulation.cluster",),
    "jinja2": ("compiler.emit.render",),
    "numpy": (
        "compiler.space.block_states",
        "compiler.space.every_hand",
        "compiler.space.looking",
        "runtime.batch",
    ),
    "lark": ("compiler.surface.parse_table",),
    "wcwidth": ("compiler.diagnostics.width",),
    "yaml": ("compiler.source.yaml_nodes",),
}


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
