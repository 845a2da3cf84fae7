"""Files as they were at a revision of a git repository.

Revision and path come from people and from rulesets of strangers. Git is run without a shell, is
never given an argument that could be an option, starts no pager, filter or download, and writes
nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from .source.files import decode
from .source.limits import MAX_BYTES

if TYPE_CHECKING:
    from .diagnostics.report import Sink
    from .source.text import SourceText

Kind = Literal["file", "folder", "nothing"]

_REVISION = re.compile(r"[\w@][\w.@/{}^~+-]{0,199}")
_PATH = re.compile(r"[^\x00-\x1f:\\][^\x00-\x1f\\]{0,999}")
_SECONDS = 20
_ENVIRONMENT = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


def split_address(address: str) -> tuple[str, str] | None:
    """Take ``git:REV:PATH`` apart; None when it is not of this form."""
    revision, _, path = address.removeprefix("git:").partition(":")
    if not _REVISION.fullmatch(revision) or ".." in revision or not _PATH.fullmatch(path):
        return None
    return revision, path


def kind_at(revision: str, path: str) -> Kind:
    """What stands under a path at a revision."""
    status, output = _run("cat-file", "-t", f"{revision}:{path}")
    if status != 0:
        return "nothing"
    return "file" if output.strip() == b"blob" else "folder"


def revision_exists(revision: str) -> bool:
    """Whether a revision names a commit of the repository around the current folder."""
    if not _REVISION.fullmatch(revision) or ".." in revision:
        return False
    try:
        status, _ = _run("rev-parse", "--quiet", "--verify", f"{revision}^{{commit}}")
    except OSError:
        return False
    return status == 0


def top_folder() -> str:
    """The folder of the working tree around the current one.

    Raises:
        OSError: git cannot be run, or there is no working tree.
    """
    (path,) = _listed("rev-parse", "--show-toplevel", ends="\n")
    return path


def files_now(pattern: str) -> tuple[str, ...]:
    """The files of the working tree that are not ignored, as paths from its top.

    Raises:
        OSError: git cannot be run.
    """
    found = _listed(
        "ls-files", "-z", "--full-name", "--cached", "--others", "--exclude-standard",
        "--", f":(top,glob)**/{pattern}",
    )  # fmt: skip
    return tuple(dict.fromkeys(found))


def files_at(revision: str) -> tuple[str, ...]:
    """The files at a revision that `revision_exists` has accepted, as paths from the top.

    Raises:
        OSError: git cannot be run.
    """
    return _listed("ls-tree", "-r", "-z", "--name-only", "--full-tree", revision)


def changed_since(revision: str) -> tuple[str, ...]:
    """The paths of tracked files that are not as they were at a revision.

    Raises:
        OSError: git cannot be run.
    """
    return _listed(
        "diff", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-relative", revision,
        "--",
    )  # fmt: skip


def _listed(verb: str, *arguments: str, ends: str = "\0") -> tuple[str, ...]:
    """What git lists."""
    status, output = _run(verb, *arguments)
    if status != 0:
        raise OSError(status, f"git {verb}")
    return tuple(one for one in output.decode("utf-8", "surrogateescape").split(ends) if one)


def read_at(revision: str, path: str, shown_as: str, sink: Sink) -> SourceText | None:
    """Read a file as it was at a revision.

    Args:
        revision: A revision that `split_address` has accepted.
        path: The path from the top of the repository; from here, if it begins with ``./``.
        shown_as: What people call the file.
        sink: Takes the reason when it cannot be read.

    Returns:
        The text, or None with an error in the sink.
    """
    try:
        status, _ = _run("rev-parse", "--quiet", "--verify", f"{revision}^{{commit}}")
        if status != 0:
            sink.error("KWX0204", None, revision=revision, file=shown_as)
            return None
        found = kind_at(revision, path)
        if found != "file":
            code = "KWX0205" if found == "nothing" else "KWX0102"
            sink.error(code, None, revision=revision, path=path, file=shown_as)
            return None
        _, size = _run("cat-file", "-s", f"{revision}:{path}")
        if int(size) > MAX_BYTES:
            sink.error("KWX1001", None, file=shown_as, limit=MAX_BYTES)
            return None
        _, data = _run("cat-file", "blob", f"{revision}:{path}")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        sink.error("KWX0203", None, file=shown_as, reason=reason)
        return None
    return decode(data, shown_as, sink)


def _run(verb: str, *arguments: str) -> tuple[int, bytes]:
    """Run git and give its status and output.

    Raises:
        OSError: It cannot be run, or takes too long.
    """
    import os  # noqa: PLC0415 - git is asked rarely
    import subprocess  # noqa: PLC0415

    command = ["git", "--no-pager", "-c", "protocol.allow=never", verb, *arguments]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**os.environ, **_ENVIRONMENT},
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise OSError(0, "timeout") from error
    return done.returncode, done.stdout
