"""The program's own Python files, for the tests that read them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PARTS = ("compiler", "grammar", "rulesets", "runtime")
"""The folders that make up the package."""

When = Literal["import", "call", "types"]
"""When an import happens: with the module, when a function runs, never but for a type checker."""


class Module(NamedTuple):
    """A module of the package, named from the package's top: ``compiler.source.text``."""

    name: str
    package: str
    path: Path
    tree: ast.Module


class Import(NamedTuple):
    """What a module imports: a module of the package, or one from outside."""

    importer: str
    target: str
    when: When
    outside: bool
    line: int


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the package."""
    paths = [path for part in PARTS for path in sorted((ROOT / part).rglob("*.py"))]
    return tuple(map(_module, paths))


def _module(path: Path) -> Module:
    names = path.relative_to(ROOT).with_suffix("").parts
    package = ".".join(names[:-1])
    name = package if names[-1] == "__init__" else ".".join(names)
    return Module(name, package, path, ast.parse(path.read_text("utf-8")))


@cache
def imports() -> tuple[Import, ...]:
    """Every import in the package."""
    known = {module.name for module in modules()}
    return tuple(
        Import(module.name, target, when, outside, line)
        for module in modules()
        for node, when in _import_nodes(module.tree, "import")
        for target, outside in _targets(module, node, known)
        for line in [node.lineno]
    )


def _import_nodes(node: ast.AST, when: When) -> Iterator[tuple[ast.Import | ast.ImportFrom, When]]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import() | ast.ImportFrom():
                yield child, when
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                yield from _import_nodes(child, "call")
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                yield from _import_nodes(child, "types")
            case _:
                yield from _import_nodes(child, when)


def _targets(
    module: Module, node: ast.Import | ast.ImportFrom, known: set[str]
) -> Iterator[tuple[str, bool]]:
    """The modules an import names, and whether they are from outside the package."""
    if isinstance(node, ast.Import):
        yield from ((one.name, True) for one in node.names)
    elif not node.level:
        yield node.module or "", True
    else:
        above = module.package.split(".")[: len(module.package.split(".")) - node.level + 1]
        base = ".".join([*above, *filter(None, [node.module])])
        for one in node.names:
            inner = f"{base}.{one.name}" if base else one.name
            yield inner if inner in known else base, False
