"""Files that are written so that each is either as before or complete."""

from __future__ import annotations

import os
import tempfile


def write_atomically(path: str, data: bytes, *, mode: int | None = None) -> None:
    """Write a file beside its place and then move it there.

    Args:
        path: Where it goes.
        data: All of it.
        mode: Its permissions; those of a new file, if left out.

    Raises:
        OSError: when it cannot be written; nothing is left behind.
    """
    folder, name = os.path.split(path)
    handle, beside = tempfile.mkstemp(prefix=f".{name}.", suffix=".tmp", dir=folder or ".")
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
