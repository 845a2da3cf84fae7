"""What is worked out about all hands, kept between runs: files that may be deleted at any time.

They lie in ``$KAWUXING_CACHE_DIR``, else in ``$XDG_CACHE_HOME/kawuxing``, else in the platform's
folder for such things; ``KAWUXING_CACHE=off`` does without. A file is named after everything that
is in it depends on, so one that is there and whole is right; whatever else is found is passed over
and written anew. That guards against damage, not against whoever may write to the folder: no hash
that lies beside what it vouches for could. There are folded spaces, and differences found between
hands (`diff.hands`).
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from .blocks import MOST_TILES
from .signatures import Signature, Space, Witness

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Row: TypeAlias = "list[Any]"
    """What JSON gives back; `_decoded` looks at every value of it."""

FORMAT: Final = 1
MOST_BYTES: Final = 64 * 1024 * 1024
"""All files together; the ones longest unused go first."""

_OFF = {"off", "0", "no", "false"}
_TAG = (
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# Folded hand spaces of kawuxing: it works them out again when they are not here.\n"
    "# 卡五星规则编译器的缓存，可随时删除。\n"
)
_LAID, _COPIES = (3, 4, 4), 4
"""The tiles of a meld, by its type, and the most there are of a kind."""
_SPACE, _KINDS, _SUFFIX = "space", ("space-", "hands-"), ".json"
_DEPENDENCIES = (
    "compiler/space/blocks.py",
    "compiler/space/cache.py",
    "compiler/space/fold.py",
    "compiler/space/melds.py",
    "compiler/space/signatures.py",
    "runtime/elements.py",
    "runtime/packed_readings.py",
    "runtime/readings.py",
    "runtime/tiles.py",
)
"""The code a space depends on besides the rules."""
_FOLDERS = (
    "compiler",
    *[f"compiler/{stage}" for stage in ("source", "surface", "resolved", "core", "plan", "emit")],
    "compiler/interpret",
    "compiler/space",
    "compiler/diff",
    "grammar",
    "runtime",
)
"""The code that what is found between hands depends on."""
_CODE = (".py", ".lark", "vocabulary.yaml")


def cache_folder(environment: Mapping[str, str] = os.environ) -> str | None:
    """Where spaces are kept; None if they are not to be kept, or there is no such place."""
    if environment.get("KAWUXING_CACHE", "").lower() in _OFF:
        return None
    own = environment.get("KAWUXING_CACHE_DIR")
    if own:
        return os.path.abspath(own)
    places = [environment.get("XDG_CACHE_HOME")]
    if os.name == "nt":
        places.append(environment.get("LOCALAPPDATA"))
    places.append(os.path.join(os.path.expanduser("~"), ".cache"))
    # The standard wants paths that are not absolute to be passed over.
    found = next((place for place in places if place and os.path.isabs(place)), None)
    return None if found is None else os.path.join(found, "kawuxing")


def key_of(*parts: object) -> str:
    """The name of a space: a hash of what it depends on, given as JSON values, and of our code."""
    return _hash([FORMAT, code_of(_DEPENDENCIES), *parts])


def key_of_hands(*parts: object) -> str:
    """The name of what was found between hands: a hash of what it depends on, and of our code."""
    return _hash([FORMAT, code_of(_FOLDERS), *parts])


def _hash(parts: list[object]) -> str:
    return sha256(json.dumps(parts, sort_keys=True).encode("utf-8")).hexdigest()


@cache
def code_of(paths: tuple[str, ...]) -> str:
    """A hash of some files of ours, and of all in some folders.

    Where one cannot be read it is a hash that never comes back.
    """
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    whole = sha256()
    try:
        for path in (one for given in paths for one in _files(os.path.join(root, given))):
            with open(path, "rb") as file:
                whole.update(file.read() + b"\0")
    except OSError:
        return os.urandom(16).hex()
    return whole.hexdigest()


def _files(path: str) -> list[str]:
    """A file, or those in a folder that say how anything is worked out."""
    if not os.path.isdir(path):
        return [path]
    names = sorted(name for name in os.listdir(path) if name.endswith(_CODE))
    return [os.path.join(path, name) for name in names]


def load(folder: str, key: str, lengths: Sequence[int]) -> Space | None:
    """The space of a name; None if it is not there, or not whole.

    Args:
        folder: where it is kept.
        key: its name.
        lengths: how many kinds each block of its tiles has.
    """
    try:
        return _decoded(read(folder, _SPACE, key), lengths)
    except (ValueError, TypeError, LookupError):
        return None


def store(folder: str, key: str, space: Space) -> None:
    """Keep a space, if that is possible, and let go of what has long been unused."""
    write(folder, _SPACE, key, _encoded(space))


def read(folder: str, kind: str, key: str) -> Any:  # noqa: ANN401 - what JSON gives back
    """What is kept under a name, as JSON values; None if it is not there, or not whole."""
    path = _path(folder, kind, key)
    try:
        with open(path, "rb") as file:
            head, _, body = file.read(MOST_BYTES + 1).partition(b"\n")
        if head != _head(kind, key, body):
            return None
        with suppress(OSError):
            os.utime(path)
        return json.loads(body)
    except (OSError, ValueError, RecursionError):
        return None


def write(folder: str, kind: str, key: str, value: object) -> None:
    """Keep JSON values under a name, if that is possible."""
    body = json.dumps(value, separators=(",", ":")).encode("ascii")
    data = _head(kind, key, body) + b"\n" + body
    with suppress(OSError):
        os.makedirs(folder, exist_ok=True)
        tag = os.path.join(folder, "CACHEDIR.TAG")
        if not os.path.exists(tag):
            _write(tag, _TAG.encode("utf-8"))
        _write(_path(folder, kind, key), data)
        _make_room(folder)


def _path(folder: str, kind: str, key: str) -> str:
    return os.path.join(folder, f"{kind}-{key[:40]}{_SUFFIX}")


def _head(kind: str, key: str, body: bytes) -> bytes:
    """The first line: what it is and whose, and that the rest is as it was written."""
    found = {"kawuxing": kind, "key": key, "sha256": sha256(body).hexdigest()}
    return json.dumps(found).encode("ascii")


def _write(path: str, data: bytes) -> None:
    """Write a file so that nobody ever sees half of it."""
    import tempfile  # noqa: PLC0415 - not where all is there

    handle, beside = tempfile.mkstemp(prefix=".tmp-", dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _make_room(folder: str) -> None:
    with os.scandir(folder) as entries:
        known = [
            (entry.stat().st_mtime, entry.stat().st_size, entry.path)
            for entry in entries
            if entry.name.startswith(_KINDS) and entry.name.endswith(_SUFFIX)
        ]
    total = sum(size for _, size, _ in known)
    for _, size, path in sorted(known)[:-1]:
        if total <= MOST_BYTES:
            return
        os.unlink(path)
        total -= size


def _encoded(space: Space) -> dict[str, object]:
    """A space as JSON values; what occurs often is written once and numbered."""
    vectors = _Numbered({vector for one in space.signatures for vector in one.vectors})
    blocks = _Numbered({block for one in space.signatures for block in one.witness})
    return {
        "configurations": space.configurations,
        "points": space.points,
        "vectors": list(vectors.items),
        "blocks": list(blocks.items),
        "signatures": [
            [
                vectors.numbers(one.vectors),
                one.kong + 2 * one.alone,
                one.number,
                blocks.numbers(one.witness),
            ]
            for one in space.signatures
        ],
    }


class _Numbered:
    """Things that occur often, numbered in ascending order."""

    def __init__(self, things: Iterable[Any]) -> None:
        self.items = sorted(things)
        self._number = {thing: number for number, thing in enumerate(self.items)}

    def numbers(self, things: Iterable[Any]) -> list[int]:
        return [self._number[thing] for thing in things]


def _decoded(given: dict[str, Any], lengths: Sequence[int]) -> Space:
    """The space behind JSON values.

    Raises:
        ValueError: or TypeError, LookupError, for what is none.
    """
    vectors: list[int] = given["vectors"]
    blocks = [_witness(*row) for row in given["blocks"]]
    _check_hands(given["signatures"], blocks, lengths)
    signatures = tuple(
        [
            Signature(
                tuple([vectors[at] for at in own]),
                bool(flags & 1),
                bool(flags & 2),
                number,
                tuple([blocks[at] for at in least]),
            )
            for own, flags, number, least in given["signatures"]
        ]
    )
    space = Space(signatures, given["configurations"], given["points"])
    counts = [one.number for one in signatures]
    if set(map(type, (*vectors, *counts, space.configurations, space.points))) != {int}:
        raise TypeError
    if min(counts, default=1) <= 0 or not 0 <= space.configurations <= space.points == sum(counts):
        raise ValueError
    return space


def _witness(melds: int, code: int, win: int, laid: Sequence[Row]) -> Witness:
    made = Witness(melds, code, win, tuple([(at, type_) for at, type_ in laid]))
    if {type(one) for one in (melds, code, win, *sum(made.laid, ()))} != {int}:
        raise TypeError
    return made


def _check_hands(rows: Sequence[Row], blocks: Sequence[Witness], lengths: Sequence[int]) -> None:
    """Make sure that blocks fit where they stand, and make hands with one winning tile.

    Raises:
        ValueError: or TypeError, LookupError, if they do not.
    """
    if not rows:
        return
    columns = list(zip(*[least for _, _, _, least in rows], strict=True))
    for length, column in zip(lengths, columns, strict=True):
        if not all(at >= 0 and _fits(blocks[at], length) for at in set(column)):
            raise ValueError
    kinds = max(lengths)
    own = [(block.win >= 0, 3 * block.melds + sum(_held(block.code, kinds))) for block in blocks]
    for numbers, whole in zip(zip(*own, strict=True), (1, MOST_TILES), strict=True):
        in_columns = [[numbers[at] for at in column] for column in columns]
        if set(map(sum, zip(*in_columns, strict=True))) != {whole}:
            raise ValueError


def _fits(block: Witness, length: int) -> bool:
    """Whether that many kinds can hold it, none of them more than four times."""
    if not (0 <= block.code < 1 << 3 * length and len(block.laid) == block.melds):
        return False
    laid = [0] * length
    for at, type_ in block.laid:
        if min(at, type_) < 0:
            return False
        laid[at] += _LAID[type_]
    held = _held(block.code, length)
    won = block.win == -1 or (block.win >= 0 and held[block.win] > 0)
    return won and max(map(sum, zip(held, laid, strict=True))) <= _COPIES


def _held(code: int, length: int) -> list[int]:
    """How many concealed tiles there are of each of so many kinds."""
    return [code >> 3 * at & 7 for at in reversed(range(length))]
