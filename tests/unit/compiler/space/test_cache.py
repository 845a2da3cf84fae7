"""Folded spaces kept between runs."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from kawuxing.compiler.space import cache, of_sides
from kawuxing.compiler.space.cache import cache_folder, key_of, load, store
from kawuxing.compiler.space.of_sides import space_key, space_of
from kawuxing.compiler.space.sides import suit_classes
from kawuxing.compiler.space.signatures import Signature, Space, Witness

from .townships import sides_of, town

if TYPE_CHECKING:
    from pathlib import Path

KEY = key_of("a space")
LENGTHS = (9, 3)
# 11122233344455p, won with 5p; 11122255p [777z] as a concealed kong, won with 2p.
DOTS, FEWER = 0o333320000, 0o333020000
SPACE = Space(
    (
        Signature((5,), False, True, 7, (Witness(0, DOTS, 4, ()), Witness(0, 0, -1, ()))),
        Signature(
            *((5, 2**80), True, False, 2),
            (Witness(0, FEWER, 1, ()), Witness(1, 0, -1, ((2, 2),))),
        ),
    ),
    configurations=3,
    points=9,
)


def kept(folder: Path, key: str = KEY) -> Space | None:
    return load(str(folder), key, LENGTHS)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test's spaces are kept: a folder that is not there yet."""
    for name in ("KAWUXING_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("KAWUXING_CACHE_DIR", str(tmp_path / "kept"))
    return tmp_path / "kept"


def spaces(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("space-*"))


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"KAWUXING_CACHE_DIR": "/own", "XDG_CACHE_HOME": "/xdg"}, "/own"),
        ({"KAWUXING_CACHE_DIR": "", "XDG_CACHE_HOME": "/xdg"}, "/xdg/kawuxing"),
        ({"XDG_CACHE_HOME": "relative"}, os.path.expanduser("~/.cache/kawuxing")),
        ({}, os.path.expanduser("~/.cache/kawuxing")),
        ({"KAWUXING_CACHE": "off", "KAWUXING_CACHE_DIR": "/own"}, None),
        ({"KAWUXING_CACHE": "OFF"}, None),
    ],
)
def test_where_spaces_are_kept(environment: dict[str, str], expected: str | None) -> None:
    assert cache_folder(environment) == expected


def test_what_is_kept_comes_back(folder: Path) -> None:
    store(str(folder), KEY, SPACE)
    assert kept(folder) == SPACE
    assert kept(folder, key_of("another")) is None
    assert "可随时删除" in (folder / "CACHEDIR.TAG").read_text("utf-8")
    assert sorted(os.listdir(folder)) == ["CACHEDIR.TAG", *spaces(folder)]


def test_a_town_comes_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = sides_of("suizhou")
    folded = space_of(sides)
    assert len(spaces(folder)) == 1
    monkeypatch.setattr(of_sides, "store", None)
    monkeypatch.setattr("kawuxing.compiler.space.fold.fold", None)
    assert space_of(sides) == folded


def test_it_can_be_done_without(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAWUXING_CACHE", "off")
    assert space_of(sides_of(town("win.dragon"))).points == 170_828_673
    assert not folder.exists()


def damaged(data: bytes) -> dict[str, bytes]:
    """A file after this or that happened to it."""
    head, _, body = data.partition(b"\n")
    return {
        "empty": b"",
        "half": data[: len(data) // 2],
        "longer": data + b" ",
        "a digit changed": head + b"\n" + body.replace(b"7", b"8", 1),
        "of another key": data.replace(KEY.encode(), key_of("another").encode()),
        "foreign": b"\x80\x04\x95pickle",
        "no line": head,
    }


@pytest.mark.parametrize("kind", damaged(b"7\n7"))
def test_what_is_not_whole_is_passed_over_and_written_anew(folder: Path, kind: str) -> None:
    store(str(folder), KEY, SPACE)
    (path,) = folder.glob("space-*")
    path.write_bytes(damaged(path.read_bytes())[kind])
    assert kept(folder) is None
    store(str(folder), KEY, SPACE)
    assert kept(folder) == SPACE


@pytest.mark.parametrize(
    "body",
    [
        "[]",
        "{}",
        "7",
        "[" * 100_000,
    ],
)
def test_what_is_no_space_is_passed_over(folder: Path, body: str) -> None:
    store(str(folder), KEY, SPACE)
    forge(folder, body)
    assert kept(folder) is None


def forge(folder: Path, body: str) -> None:
    """Put something else in the file, whole as far as its first line goes."""
    (path,) = folder.glob("space-*")
    data = body.encode()
    path.write_bytes(cache._head("space", KEY, data) + b"\n" + data)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("vectors", ["5", 2**80]),
        ("vectors", [5]),
        ("points", 8),
        ("configurations", -1),
        ("configurations", 10),
        ("configurations", True),
        ("signatures", []),
        ("signatures", [[[0], 0, 9]]),
        ("signatures", [[[0], 0, 10, [2, 0]], [[0], 0, -1, [2, 0]]]),
        ("signatures", [[[0], 0, 9, [2]]]),
        ("signatures", [[[0], 0, 9, [-2, 0]]]),
        ("signatures", [[[0], 0, 9, [0, 0]]]),  # no tiles
        ("signatures", [[[0], 0, 9, [1, 0]]]),  # eleven tiles
        ("blocks", [[0, 0, -1, []], [0, FEWER, 1, []], [0, DOTS, 4, []]]),
        *[
            ("blocks", [[0, 0, -1, []], [0, FEWER, 1, []], second, [1, 0, -1, [[2, 2]]]])
            for second in (
                [0, DOTS, 4],
                [0, "x", 0, []],
                [0, 10**30, 0, []],
                [0, -1, 0, []],
                [0, DOTS, "4", []],
                [0, DOTS, 4.0, []],
                [0, DOTS, 9, []],
                [0, DOTS, 5, []],  # a winning tile that is not there
                [0, DOTS, -1, []],  # none
                [0, DOTS, -2, []],
                [0, 0o533300000, 0, []],  # five of a kind
                [1, 0o333020000, 0, [[0, 0]]],
                [True, FEWER, 1, [[3, 0]]],
                [2, FEWER, 1, [[3, 0]]],
                [1, FEWER, 1, [[9, 0]]],
                [1, FEWER, 1, [[-1, 0]]],
                [1, FEWER, 1, [[3, 3]]],
                [1, FEWER, 1, [[3, -1]]],
                [1, FEWER, 1, [[3, "0"]]],
            )
        ],
    ],
)
def test_what_is_whole_but_not_so_is_passed_over(folder: Path, part: str, value: object) -> None:
    store(str(folder), KEY, SPACE)
    (path,) = folder.glob("space-*")
    given = json.loads(path.read_bytes().partition(b"\n")[2])
    assert given["blocks"][1:3] == [[0, FEWER, 1, []], [0, DOTS, 4, []]]
    forge(folder, json.dumps(given))
    assert kept(folder) == SPACE
    forge(folder, json.dumps({**given, part: value}))
    assert kept(folder) is None


def test_what_is_long_unused_goes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store(str(folder), KEY, SPACE)
    size = next(folder.glob("space-*")).stat().st_size
    (folder / "space-of-mine.txt").write_text("x" * 10 * size)
    monkeypatch.setattr(cache, "MOST_BYTES", 3 * size)
    keys = [key_of(number) for number in range(3)]
    for age, key in enumerate([*keys, KEY]):
        store(str(folder), key, SPACE)
        path = folder / f"space-{key[:40]}.json"
        os.utime(path, (1000 + age, 1000 + age))
    assert kept(folder, keys[0]) is None
    assert kept(folder, keys[1]) == SPACE  # and so it is used later than the next one
    store(str(folder), key_of("new"), SPACE)
    assert kept(folder, keys[2]) is None
    assert [kept(folder, key) for key in (keys[1], KEY, key_of("new"))] == [SPACE] * 3
    assert (folder / "space-of-mine.txt").exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder one cannot write")
def test_a_folder_that_cannot_be_written_is_no_error(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    store(str(folder), KEY, SPACE)
    assert os.listdir(folder) == []


def test_a_file_in_the_place_of_the_folder_is_no_error(folder: Path) -> None:
    folder.write_text("in the way")
    store(str(folder), KEY, SPACE)
    assert kept(folder) is None
    assert folder.read_text() == "in the way"


def test_the_name_depends_on_what_the_space_depends_on() -> None:
    tables = [
        "",
        "table: {tiles: {suits: [dots, characters], dragons: [red, green, white], copies: 4}, "
        "assumed: test}\n",
        "table: {tiles: {suits: [dots, bamboos], dragons: [red, green], copies: 4}, "
        "assumed: test}\n",
    ]
    asks = ["win.rank == 5", "win.rank == 6", "count(t.tiles > 7 for t in suits) == 1"]
    rules = [town(ask) for ask in asks] + [town(asks[0], more=table) for table in tables[1:]]
    names = []
    for text in rules:
        side = sides_of(text)[0]
        names.append(space_key(side, suit_classes([side])))
    assert len(set(names)) == len(rules)


def test_the_name_does_not_depend_on_anything_else() -> None:
    """Factors, names and tables are not asked of hands: the same space serves them."""
    one = sides_of(town("win.rank == 5"))[0]
    other = sides_of(town("win.rank == 5").replace("times: 2", "times: 4").replace("番", "别"))[0]
    assert space_key(one, suit_classes([one])) == space_key(other, suit_classes([other]))


def test_two_processes_name_a_space_alike() -> None:
    text = (
        "from kawuxing.compiler.space.cache import key_of\n"
        "print(key_of({'b': 1, 'a': ['x', None]}, (1, 2)))"
    )
    names = {
        subprocess.run(
            [sys.executable, "-c", text],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert names == {key_of({"b": 1, "a": ["x", None]}, (1, 2)) + "\n"}
