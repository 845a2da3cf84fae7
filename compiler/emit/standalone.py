"""One file without any dependency: the runtime and a generated module, one after the other.

The modules of the runtime stand in an order in which each comes after those it imports; imports
between them fall away. A name that more than one of them defines at its top gets the name of its
module in front. Names are changed only where that is plainly safe: one that also means something
else inside a function is refused, which is a mistake of ours and has a test.

What an extra of the runtime brings, a folder of its own, stays outside: it works where the package
is installed, and says so where it is not.
"""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Names = Mapping[str, str]
    """New names by the old ones."""

_PACKAGE = "kawuxing.runtime"
_OWN = ""
"""In the place of a runtime module's name: the generated module."""


@dataclass(frozen=True, slots=True)
class _Source:
    """One module: its name in the runtime, its text, and its tree."""

    name: str
    text: str
    tree: ast.Module


def bundle(text: str) -> str:
    """Put everything a generated module needs into its own text.

    Args:
        text: The generated module.

    Returns:
        A module with the same public names that imports nothing but the standard library.
    """
    own = _Source(_OWN, text, ast.parse(text))
    sources = [*_in_order(own), own]
    renamed = _distinct(sources)
    head = [line for line in text.split("\n") if line.startswith("#")]
    title = ast.get_docstring(own.tree, clean=False)
    parts = ["\n".join(head) if title is None else "\n".join([*head, repr(title)])]
    parts += ["from __future__ import annotations", _standard_imports(sources)]
    parts += [_body(source, _names_in(source, renamed)) for source in sources]
    return "\n\n".join(parts) + "\n"


# --- which modules, in which order ---------------------------------------------------------------


@cache
def _runtime(name: str) -> _Source:
    text = files(_PACKAGE).joinpath(f"{name}.py").read_text(encoding="utf-8")
    return _Source(name, text, ast.parse(text))


def _in_order(own: _Source) -> list[_Source]:
    """The modules of the runtime that are needed, each after those it imports at once.

    What is imported inside a function is needed too, but may stand anywhere.
    """
    done: dict[str, _Source] = {}
    waiting = [module for module, _ in _neighbours(own.tree)]

    def visit(name: str) -> None:
        if name in done:
            return
        source = _runtime(name)
        for node in source.tree.body:
            module = _neighbour(node)
            if module is not None:
                visit(module)
        done[name] = source
        waiting.extend(module for module, _ in _neighbours(source.tree))

    while waiting:
        visit(waiting.pop(0))
    return list(done.values())


def _neighbour(node: ast.AST) -> str | None:
    """The module of the runtime that a statement imports from.

    Folders of the runtime are extras with needs of their own; they are no neighbours.
    """
    if not isinstance(node, ast.ImportFrom) or node.module is None:
        return None
    name = node.module.removeprefix(f"{_PACKAGE}.")
    if node.level == 1 or name != node.module:
        return name if name in _modules() else None
    return None


@cache
def _modules() -> frozenset[str]:
    names = (file.name for file in files(_PACKAGE).iterdir())
    return frozenset(name.removesuffix(".py") for name in names if name.endswith(".py"))


def _neighbours(tree: ast.Module) -> Iterator[tuple[str, ast.ImportFrom]]:
    """The imports from other modules of the runtime that happen when the program runs."""
    for top in tree.body:
        if not _is_for_types(top):
            for node in ast.walk(top):
                module = _neighbour(node)
                if module is not None and isinstance(node, ast.ImportFrom):
                    yield module, node


def _is_for_types(node: ast.stmt) -> bool:
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=[]):
            return True
        case _:
            return False


# --- which names -----------------------------------------------------------------------------


def _defined(body: Sequence[ast.stmt]) -> Iterator[str]:
    """The names that statements define, imports left out."""
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (name for target in targets for name in _stored(target))
            case ast.AnnAssign(target=target):
                yield from _stored(target)
            case ast.For(target=target, body=inner):
                yield from _stored(target)
                yield from _defined(inner)
            case _:
                pass


def _stored(target: ast.expr) -> Iterator[str]:
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _taken(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What a module imports from the standard library: the local name, and the statement."""
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom) and _neighbour(node) is None:
            if isinstance(node, ast.ImportFrom) and node.level:
                raise AssertionError(f"the extra {node.module} is imported at once")
            module = node.module if isinstance(node, ast.ImportFrom) else None
            for one in node.names:
                renaming = f" as {one.asname}" if one.asname else ""
                origin = f"from {module} import" if module else "import"
                yield one.asname or one.name, f"{origin} {one.name}{renaming}"


def _standard_imports(sources: Iterable[_Source]) -> str:
    """All imports from the standard library, each once."""
    lines = {statement for source in sources for _, statement in _taken(source.tree)}
    kept = [line for line in lines if not line.startswith("from __future__")]
    return "\n".join(sorted(kept, key=lambda line: (line.startswith("from"), line)))


def _distinct(sources: Iterable[_Source]) -> dict[tuple[str, str], str]:
    """New names for what more than one module defines, by module and old name.

    The generated module keeps its own: its callers know it by them. What Python itself defines is
    kept too, since a module next to the one that hides it may want it.
    """
    owners: dict[str, set[str]] = {name: {"Python"} for name in dir(builtins)}
    for source in sources:
        for name in _defined(source.tree.body):
            owners.setdefault(name, set()).add(f"{source.name}.py")
        for name, statement in _taken(source.tree):
            owners.setdefault(name, set()).add(statement)
    modules = {f"{source.name}.py": source.name for source in sources if source.name != _OWN}
    return {
        (modules[owner], name): f"_{modules[owner]}_{name.lstrip('_')}"
        for name, places in owners.items()
        if len(places) > 1 and not name.startswith("__")
        for owner in places
        if owner in modules
    }


def _names_in(source: _Source, renamed: Mapping[tuple[str, str], str]) -> dict[str, str]:
    """What has to be called differently inside a module: its own names and those it imports."""
    names = {name: new for (module, name), new in renamed.items() if module == source.name}
    for module, node in _neighbours(source.tree):
        for one in node.names:
            new = renamed.get((module, one.name), one.name)
            if (one.asname or one.name) != new:
                names[one.asname or one.name] = new
    inside = set(_bound_inside(source.tree))
    ambiguous = sorted((names.keys() | names.values()) & inside)
    if ambiguous:
        raise AssertionError(f"{source.name}: {', '.join(ambiguous)} mean two things there")
    return names


def _bound_inside(tree: ast.Module) -> Iterator[str]:
    """The names that mean something of their own inside a function or a comprehension."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(args=args) | ast.Lambda(args=args):
                yield from (one.arg for one in ast.walk(args) if isinstance(one, ast.arg))
                inner = node.body if isinstance(node, ast.FunctionDef) else []
                for one in inner:
                    yield from _bound_by(one)
            case ast.comprehension(target=target):
                yield from _stored(target)
            case _:
                pass


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    """The names a statement of a function binds, however deep inside it."""
    for node in ast.walk(statement):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                yield name
            case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield name
            case _:
                pass


# --- the text --------------------------------------------------------------------------------


def _body(source: _Source, names: Names) -> str:
    """A module's text without its imports, with its new names."""
    lines = source.text.split("\n")
    for line, start, new, old in sorted(_changes(source.tree, lines, names), reverse=True):
        data = lines[line].encode()
        end = start + len(old.encode())
        lines[line] = (data[:start] + new.encode() + data[end:]).decode()
    gone = {number for node in _dropped(source.tree) for number in _numbers(node)}
    kept = [line for number, line in enumerate(lines) if number not in gone]
    if source.name == _OWN:
        return "\n".join(line for line in kept if not line.startswith("#")).strip("\n")
    return f"# --- runtime/{source.name}.py\n\n" + "\n".join(kept).strip("\n")


def _changes(
    tree: ast.Module, lines: Sequence[str], names: Names
) -> Iterator[tuple[int, int, str, str]]:
    """Where a name has to be changed: line, byte, the new name and the old."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) if name in names:
                yield node.lineno - 1, node.col_offset, names[name], name
            case ast.ImportFrom(level=1) if _neighbour(node) is None:
                yield node.lineno - 1, node.col_offset, f"from {_PACKAGE}.", "from ."
            case _:
                pass
    for top in tree.body:
        match top:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if name in names:
                start = lines[top.lineno - 1].encode().index(f" {name}".encode()) + 1
                yield top.lineno - 1, start, names[name], name
            case _:
                pass


def _dropped(tree: ast.Module) -> Iterator[ast.stmt]:
    """What the bundle says elsewhere or does not need."""
    for at, node in enumerate(tree.body):
        match node:
            case ast.Expr(value=ast.Constant(value=str())) if at == 0:
                yield node
            case ast.Import() | ast.ImportFrom():
                yield node
            case ast.Assign(targets=[ast.Name(id="__all__")]) if _has_neighbour(tree):
                yield node
            case _ if _is_for_types(node):
                yield node
            case _:
                pass
    yield from (node for _, node in _neighbours(tree))


def _has_neighbour(tree: ast.Module) -> bool:
    """Whether a module belongs to the runtime: its imports are relative."""
    return any(isinstance(node, ast.ImportFrom) and node.level == 1 for node in tree.body)


def _numbers(node: ast.stmt) -> range:
    """The lines of a statement, from 0."""
    return range(node.lineno - 1, node.end_lineno or node.lineno)
