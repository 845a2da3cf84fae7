"""One file that needs nothing: it answers as the module does, whatever stands around it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.compile import check, compile_core
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.emit import standalone
from kawuxing.compiler.emit.standalone import bundle

if TYPE_CHECKING:
    from pathlib import Path

REQUESTS: list[dict[str, object]] = [
    {"hand": "1122334455667s", "win": "7s", "by": "discard", "id": 1},
    {"hand": "46p12399s777z", "melds": ["(1111p)"], "win": "5p", "events": ["replacement"]},
    {"hand": "11111s"},
    {"hand": "22334p56667789s+1p", "by": "discard", "options": {"cap": "none"}},
]


@cache
def module(variant: str) -> str:
    core = check(load_ruleset(variant), Sink())
    assert core is not None
    return compile_core(core).text


def serve(file: Path, flags: list[str], lines: list[dict[str, object]], *args: str) -> list[object]:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    ran = subprocess.run(
        [sys.executable, *flags, str(file), *args],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.stderr == ""
    return [ran.returncode, *map(json.loads, ran.stdout.splitlines())]


def test_it_answers_as_the_module_does(tmp_path: Path) -> None:
    alone, beside = tmp_path / "alone.py", tmp_path / "beside.py"
    alone.write_text(bundle(module("suizhou")), encoding="utf-8")
    beside.write_text(module("suizhou"), encoding="utf-8")
    answers = serve(alone, ["-I", "-S"], REQUESTS)
    assert answers[0] == 1
    assert [answer["ok"] for answer in answers[1:] if isinstance(answer, dict)] == [
        True, True, False, True,
    ]  # fmt: skip
    assert answers == serve(beside, [], REQUESTS)
    waiting: list[dict[str, object]] = [{"hand": "46p123456s77z", "melds": ["[555s]"]}]
    assert serve(alone, ["-I", "-S"], waiting, "waits") == serve(beside, [], waiting, "waits")


def test_it_has_the_public_names_of_the_module(tmp_path: Path) -> None:
    (tmp_path / "town.py").write_text(bundle(module("xiaogan")), encoding="utf-8")
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import town\n"
        "assert 'kawuxing' not in sys.modules\n"
        "score = town.score('1122334455667s+7s', by='discard')\n"
        "print(score.value, town.load(cap=4).score('1122334455667s+7s').value)\n"
        "print(town.rules.settle({'dealer': 0, 'end': {'kind': 'drawn'}}).totals)\n"
        "try: town.score('11111s+1s')\n"
        "except ValueError as error: print(error)\n"
        "print(score.explain('zh').splitlines()[0], town.__doc__)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(tmp_path)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert ran.stderr == ""
    assert ran.stdout.splitlines() == [
        "16 4",
        "(0, 0, 0)",
        "five 1s",
        "孝感卡五星 (xiaogan) 孝感卡五星 · Xiaogan Kawuxing",
    ]


def test_it_is_the_same_every_time() -> None:
    assert bundle(module("suizhou")) == bundle(module("suizhou"))
    standalone._runtime.cache_clear()
    assert bundle(module("suizhou")) == bundle(module("suizhou"))


def test_names_defined_twice_are_told_apart() -> None:
    """Nothing at the top of the file is defined a second time, and Python's own names are kept."""
    text = bundle(module("suizhou"))
    tree = ast.parse(text)
    names = [
        node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ] + [
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    assert len(names) > 200
    assert sorted(name for name in set(names) if names.count(name) > 1) == []
    assert set(names).isdisjoint({"sum", "min", "max", "round", "set", "format", "print"})


FIRST = "from typing import Final\n_X: Final = 1\ndef f() -> int:\n    return _X\n"


def fake(monkeypatch: pytest.MonkeyPatch, **texts: str) -> None:
    known = {name: standalone._Source(name, text, ast.parse(text)) for name, text in texts.items()}
    monkeypatch.setattr(standalone, "_runtime", known.__getitem__)
    monkeypatch.setattr(standalone, "_modules", lambda: frozenset(known))


OWN = '# head\n"title"\nfrom kawuxing.runtime.b import g\n__all__ = ["g", "h"]\nh = g()\n'


def run(text: str) -> dict[str, object]:
    names: dict[str, object] = {}
    exec(compile(text, "bundle", "exec"), names)
    return names


def test_a_clash_is_resolved_wherever_the_name_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    second = "from .a import f as first\n_X = 2\ndef g() -> int:\n    return first() * 10 + _X\n"
    fake(monkeypatch, a=FIRST, b=second)
    names = run(bundle(OWN))
    assert names["h"] == 12
    assert names["__all__"] == ["g", "h"]
    assert {"_a_X", "_b_X"} <= set(names)


def test_imports_inside_functions_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    second = "def g() -> int:\n    from .a import f\n\n    return f() + 1\n"
    fake(monkeypatch, a=FIRST, b=second)
    assert run(bundle(OWN))["h"] == 2


def test_an_extra_stays_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    second = (
        "def g() -> int:\n    return 1\n"
        "def many() -> int:\n    from .batch.arrays import more\n\n    return more()\n"
    )
    fake(monkeypatch, b=second)
    names = run(bundle(OWN))
    assert names["h"] == 1
    many = names["many"]
    assert callable(many)
    assert "    from kawuxing.runtime.batch.arrays import more\n" in bundle(OWN)
    fake(monkeypatch, b="from .batch import more\n" + second)
    with pytest.raises(AssertionError, match="batch is imported at once"):
        bundle(OWN)


def test_a_name_that_means_two_things_is_our_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    second = "from .a import f\n_X = 2\ndef g(_X: int = 3) -> int:\n    return f() + _X\n"
    fake(monkeypatch, a=FIRST, b=second)
    with pytest.raises(AssertionError, match="b: _X mean two things there"):
        bundle(OWN)


def test_what_only_types_need_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    second = (
        "from __future__ import annotations\nfrom typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from .nowhere import T\n\ndef g(x: T = 5) -> T:\n    return x\n"
    )
    fake(monkeypatch, b=second)
    assert run(bundle(OWN))["h"] == 5
