"""Files that are written so that each is either as before or complete."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING

from .faults import UsageFault

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

_NAME = 40
"""Characters of a file's name that the name beside it begins with."""


def unwritable(path: str, error: OSError | ValueError) -> UsageFault:
    """The fault of a file that cannot be written."""
    reason = error.strerror if isinstance(error, OSError) else None
    return UsageFault("KWX0012", file=path, reason=reason or type(error).__name__)


def check_writable(path: str, *, folders: bool = False) -> None:
    """See to it, before any work is done, that a file can be written when the work is.

    Args:
        path: Where it will go.
        folders: Its folder will be made if it is not there.

    Raises:
        UsageFault: when it cannot.
    """
    if own_stream(path) is not None:
        return
    try:
        if folders:
            path = _first_missing(path)
        if os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if is_special(path):
            return
        _look_up(path)
        handle, beside = _beside(os.path.realpath(path))
        os.close(handle)
        os.unlink(beside)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def check_apart(places: Mapping[str, str]) -> None:
    """See to it that no two results go into one file, of which only the last would be left.

    Args:
        places: Where they go, by what was typed.

    Raises:
        UsageFault: when two do.
    """
    taken: dict[str, str] = {}
    for typed, path in places.items():
        if own_stream(path) is None and not is_special(path):
            before = taken.setdefault(os.path.realpath(path), typed)
            if before != typed:
                raise UsageFault("KWX0302", option=before, other=typed)


def _first_missing(path: str) -> str:
    """As much of a path as has a folder around it that is there."""
    while (folder := os.path.dirname(path)) and not os.path.lexists(folder):
        path = folder
    return path


def _look_up(path: str) -> None:
    """Have the system say what it has against a name, such as that it is too long."""
    with suppress(FileNotFoundError):
        os.lstat(path)


def own_stream(path: str) -> TextIO | None:
    """The stream of this process that a path leads to, as ``-`` and ``/dev/stdout`` do.

    What comes of writing there any other way depends on where that stream goes: a file it was
    redirected to would be replaced, or written over.
    """
    if path == "-":
        return sys.stdout
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        with suppress(OSError, ValueError):
            if os.path.samestat(os.stat(path), os.fstat(number)):
                return stream
    return None


def is_special(path: str) -> bool:
    """Whether something stands there that is written to, not replaced: a pipe, a device."""
    return os.path.exists(path) and not os.path.isfile(path)


def _beside(path: str) -> tuple[int, str]:
    folder, name = os.path.split(path)
    if not name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    return tempfile.mkstemp(prefix=f".{name[:_NAME]}.", suffix=".tmp", dir=folder or ".")


def write_atomically(path: str, data: bytes, *, mode: int | None = None) -> None:
    """Write a file beside its place and then move it there; a pipe or a device is written to.

    Args:
        path: Where it goes; where a link leads to.
        data: All of it.
        mode: Its permissions; those of a new file, if left out.

    Raises:
        OSError: when it cannot be written; nothing is left behind.
    """
    if is_special(path) and not os.path.isdir(path):
        with open(path, "wb") as special:
            special.write(data)
        return
    path = os.path.realpath(path)
    handle, beside = _beside(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(beside, 0o666 & ~_umask() if mode is None else mode)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def save(path: str, text: str) -> None:
    """Write the text of a result where somebody wants it: a file, or a stream of this process.

    Raises:
        UsageFault: when it cannot be written; a file is as before then.
    """
    stream = own_stream(path)
    if stream is not None:
        stream.write(text)
        return
    try:
        write_atomically(path, text.encode("utf-8", "backslashreplace"))
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def rewrite(path: str, data: bytes) -> None:
    """Give a file another content; its permissions, and links to it, stay as they are.

    Raises:
        OSError: when it cannot be written, or may not be; it is as before then.
    """
    real = os.path.realpath(path)
    if not os.access(real, os.W_OK):
        raise PermissionError(0, "Permission denied")
    write_atomically(real, data, mode=os.stat(real).st_mode & 0o7777)


def _umask() -> int:
    """What is taken from the permissions of new files."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
