"""Generated modules: the same bytes everywhere, well typed, and the same answers in every form.

Also the table by which expressions are parsed, and the vocabulary as it is kept.
``pytest tests/test_generated.py --update`` writes what is generated over what is stored; look at
the difference before committing it.
"""

from __future__ import annotations

import json
from difflib import unified_diff
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.core.vocabulary import kept_text
from kawuxing.compiler.emit.standalone import bundle
from kawuxing.compiler.surface.parse_table import table_text

from .oracle.hands import near_misses, won_hands
from .running import HOME, SNAPSHOTS, python, strictly_typed
from .sources import ROOT

if TYPE_CHECKING:
    from pathlib import Path

TOWNS = ("suizhou", "xiangyang", "xiaogan")
SEED = 5_2026


def build(folder: Path, *args: str, cwd: Path, variables: dict[str, str]) -> str:
    """Build the towns in a process of its own, which says what it has written."""
    return python("-m", "kawuxing", "build", *args, "-d", str(folder), cwd=cwd, variables=variables)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the modules of the towns, and in `alone` the same as single files.

    These are made here: that a build would write the same is what a test says.
    """
    folder = tmp_path_factory.mktemp("built")
    settings = {"PYTHONHASHSEED": "0", "LC_ALL": "C"}
    build(folder / "out", *TOWNS, cwd=folder, variables=settings)
    (folder / "alone").mkdir()
    for module in (folder / "out").iterdir():
        text = bundle(module.read_text("utf-8"))
        (folder / "alone" / module.name).write_text(text, "utf-8", newline="\n")
    return folder


@pytest.mark.parametrize(("kind", "flags"), [("out", []), ("alone", ["--standalone"])])
def test_builds_are_the_same_bytes(
    built: Path, tmp_path: Path, kind: str, flags: list[str]
) -> None:
    """In another place and language and with other hashes the files would not be stale."""
    modules = sorted((built / kind).iterdir())
    assert [path.name for path in modules] == [f"{town}.py" for town in TOWNS]
    assert all(b"\r" not in path.read_bytes() for path in modules)
    settings = {"PYTHONHASHSEED": "4711", "LANG": "zh_CN.UTF-8", "TZ": "Asia/Shanghai"}
    from_below = tmp_path / "elsewhere/deep"
    from_below.mkdir(parents=True)
    again = (*TOWNS[::-1], "--check", *flags)
    assert build(built / kind, *again, cwd=from_below, variables=settings) == ""


@pytest.mark.parametrize("town", TOWNS)
def test_modules_name_no_place(built: Path, town: str) -> None:
    for kind in ("out", "alone"):
        text = (built / kind / f"{town}.py").read_text("utf-8")
        assert str(built) not in text
        assert str(HOME) not in text
        assert str(ROOT) not in text


@pytest.mark.parametrize("town", TOWNS)
def test_module_is_the_stored_one(built: Path, town: str, update: bool) -> None:
    made = (built / "out" / f"{town}.py").read_bytes()
    stored = SNAPSHOTS / f"{town}.py"
    if update:
        SNAPSHOTS.mkdir(exist_ok=True)
        stored.write_bytes(made)
    assert stored.exists(), "not stored yet: run pytest with --update"
    known = stored.read_text("utf-8").splitlines()
    changes = "\n".join(unified_diff(known, made.decode().splitlines(), "stored", "made", n=0))
    assert not changes, f"run pytest with --update, and look at it:\n{changes}"
    assert made == stored.read_bytes()


def test_expressions_are_parsed_by_their_grammar(update: bool) -> None:
    grammar = ROOT / "grammar/expression.lark"
    stored = grammar.with_suffix(".json")
    made = table_text(grammar.read_bytes())
    if update:
        stored.write_text(made, "utf-8", newline="\n")
    assert stored.read_bytes() == made.encode("utf-8"), "run pytest with --update"


def test_the_vocabulary_is_kept_as_it_is_written(update: bool) -> None:
    written = ROOT / "grammar/vocabulary.yaml"
    stored = written.with_suffix(".json")
    made = kept_text(written.read_bytes())
    if update:
        stored.write_text(made, "utf-8", newline="\n")
    assert stored.read_bytes() == made.encode("utf-8"), "run pytest with --update"


def test_no_stored_module_is_left_over() -> None:
    assert sorted(path.name for path in SNAPSHOTS.glob("*.py")) == [f"{town}.py" for town in TOWNS]


def test_modules_are_strictly_typed(built: Path, types_known: Path) -> None:
    found = strictly_typed(*(built / "out" / f"{town}.py" for town in TOWNS), known=types_known)
    assert found == "Success: no issues found in 3 source files\n"


def requests() -> str:
    """Hands won in every way, hands that are not won, and lines that are wrong."""
    lines: list[object] = [
        {
            "hand": won.hand,
            "by": won.by,
            "events": won.events,
            "chain": won.chain,
            "revealed": won.revealed,
            "payer_revealed": won.payer_revealed,
            "id": number,
        }
        for number, won in enumerate(won_hands(SEED, 300))
    ]
    lines += [{"hand": hand, "options": {"cap": 16}} for hand in near_misses(SEED, 30)]
    lines += [{"hand": "11111s"}, {"hand": "46p123456s77z+5p", "by": "magic"}, {"hnd": ""}, []]
    return "".join(json.dumps(line) + "\n" for line in lines) + "{\n\n"


@pytest.mark.parametrize("town", TOWNS)
def test_every_form_gives_the_same_answers(built: Path, town: str) -> None:
    lines = requests()
    beside = python(str(built / "out" / f"{town}.py"), stdin=lines, statuses=(1,))
    answers = [json.loads(line) for line in beside.splitlines()]
    assert [answer["ok"] for answer in answers] == [True] * 330 + [False] * 6
    assert sum(answer.get("value", 0) > 1 for answer in answers) > 200
    alone = ["-I", "-S", str(built / "alone" / f"{town}.py")]
    assert python(*alone, stdin=lines, statuses=(1,)) == beside
    command = ["-m", "kawuxing", "score", town, "--batch", "-"]
    assert python(*command, stdin=lines, statuses=(1,)) == beside


@pytest.mark.parametrize("town", TOWNS)
def test_a_single_file_needs_nothing(built: Path, town: str) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(built / 'alone')!r})\n"
        f"import {town} as town\n"
        "assert not [name for name in sys.modules if name.startswith('kawuxing')]\n"
        "print(town.score('1122334455667s+7s', by='discard').product)\n"
    )
    assert python("-I", "-S", "-c", code) == "16\n"
