"""Habits of the code: nothing too long, nothing executed, nothing found by luck, nothing kept."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .sources import PARTS, ROOT, modules

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_LINES = 400


def test_no_file_is_longer_than_one_can_oversee() -> None:
    paths = [
        path
        for folder in (*PARTS, "tests", ".importroot/kawuxing")
        for pattern in ("*.py", "*.j2")
        for path in (ROOT / folder).rglob(pattern)
        if "snapshots" not in path.parts
    ]
    lines = {path.relative_to(ROOT): path.read_text("utf-8").count("\n") for path in paths}
    assert len(lines) > 100
    assert {path: count for path, count in lines.items() if count > MOST_LINES} == {}


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """The calls of plain names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, node


def test_text_is_executed_in_one_place() -> None:
    runners = {
        module.name
        for module in modules()
        for name, _ in calls(module.tree)
        if name in {"eval", "exec", "compile", "__import__"}
    }
    assert runners == {"compiler.compile"}


# The interpreter asks a part of a hand for the attribute an expression names; the type checker
# has seen to it that the part has it.
ASKS_BY_NAME = {"compiler.interpret.evaluate"}


def test_nothing_is_found_by_a_name_put_together() -> None:
    wrong = [
        f"{module.name}:{node.lineno} {name}"
        for module in modules()
        for name, node in calls(module.tree)
        if name in {"globals", "locals", "vars"}
        or (name in {"getattr", "hasattr", "setattr", "delattr"} and not named_plainly(node))
        if module.name not in ASKS_BY_NAME
    ]
    assert not wrong, "\n".join(wrong)


def named_plainly(call: ast.Call) -> bool:
    match call.args:
        case [_, ast.Constant(), *_]:
            return True
        case _:
            return False


def module_names(tree: ast.Module) -> dict[str, ast.expr | None]:
    """What is assigned at the top of a module."""
    found: dict[str, ast.expr | None] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=targets, value=value):
                found |= {target.id: value for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name), value=value):
                found[name] = value
            case _:
                pass
    return found


CHANGES = {
    *("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove"),
    *("reverse", "setdefault", "sort", "update"),
}


def changed_names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The names whose values functions change in place, or rebind for the whole module."""
    for top in ast.walk(tree):
        if isinstance(top, ast.FunctionDef):
            for node in ast.walk(top):
                yield from ((name, getattr(node, "lineno", 0)) for name in changed_by(node))


def changed_by(node: ast.AST) -> list[str]:
    match node:
        case ast.Global(names=names):
            return names
        case (
            ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del())
            | ast.Attribute(value=ast.Name(id=name), ctx=ast.Store() | ast.Del())
        ):
            return [name]
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if attr in CHANGES:
            return [name]
        case _:
            return []


def test_what_stands_at_the_top_of_a_module_stays_as_it_is() -> None:
    """Once the module is there: until then it may be put together by statements."""
    wrong = [
        f"{module.name}:{line} changes {name}"
        for module in modules()
        for name, line in changed_names(module.tree)
        if name in module_names(module.tree)
    ]
    assert not wrong, "\n".join(wrong)


def test_changes_of_globals_are_found() -> None:
    inside = "def f():\n global C\n A[1] = 2\n B.append(3)\n B.count(3)\n D.x = 1\n"
    tree = ast.parse(f"A = {{}}\nB = []\nB.append(1)\nC = 0\n{inside}")
    assert [name for name, _ in changed_names(tree)] == ["C", "A", "B", "D"]


def test_no_module_keeps_a_memory() -> None:
    """A container that starts empty, and that no statement beside it fills, is one."""
    wrong = [
        f"{module.name}: {name}"
        for module in modules()
        for name, value in module_names(module.tree).items()
        if value is not None and is_empty(value) and name not in filled_at_once(module.tree)
    ]
    assert not wrong, "\n".join(wrong)


def filled_at_once(tree: ast.Module) -> set[str]:
    statements = [node for node in tree.body if not isinstance(node, ast.FunctionDef)]
    return {name for top in statements for node in ast.walk(top) for name in changed_by(node)}


def is_empty(value: ast.expr) -> bool:
    match value:
        case ast.Dict(keys=[]) | ast.List(elts=[]):
            return True
        case ast.Call(func=ast.Name(id="dict" | "list" | "set"), args=[], keywords=[]):
            return True
        case ast.Call(func=ast.Name(id="defaultdict" | "Counter" | "deque")):
            return True
        case _:
            return False
