"""Files that are written so that each is either as before or complete."""

from __future__ import annotations

import errno
import os
import tempfile

from .faults import UsageFault

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
    try:
        if folders:
            path = _first_missing(path)
        if os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if _is_special(path):
            return
        handle, beside = _beside(path)
        os.close(handle)
        os.unlink(beside)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def _first_missing(path: str) -> str:
    """As much of a path as has a folder around it that is there."""
    while (folder := os.path.dirname(path)) and not os.path.lexists(folder):
        path = folder
    return path


def _is_special(path: str) -> bool:
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
        path: Where it goes.
        data: All of it.
        mode: Its permissions; those of a new file, if left out.

    Raises:
        OSError: when it cannot be written; nothing is left behind.
    """
    if _is_special(path) and not os.path.isdir(path):
        with open(path, "wb") as special:
            special.write(data)
        return
    handle, beside = _beside(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(beside, 0o666 & ~_umask() if mode is None else mode)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


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
