"""The file the log of a game goes to."""

from __future__ import annotations

from contextlib import suppress
from typing import IO, TYPE_CHECKING, Self

from .faults import UsageFault
from .writing import unwritable

if TYPE_CHECKING:
    from types import TracebackType

_MOST = 1000


class Saved:
    """A new file, written event by event, so that nothing is lost whatever happens."""

    def __init__(self, path: str | None, name: str) -> None:
        """Open it; one that exists is left alone.

        Args:
            path: where it is to be.
            name: what it is called in the current folder if no place is given; a number is added
                if there is one already.

        Raises:
            UsageFault: for a file that is there or cannot be written.
        """
        self.path, self._file = _opened(path) if path is not None else _first_free(name)

    def __enter__(self) -> Self:
        """Nothing more to do."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it; what could not be written has been told."""
        with suppress(OSError):
            self._file.close()

    def write(self, text: str) -> None:
        """Add to it at once.

        Raises:
            UsageFault: if that cannot be done, because the disk is full for instance.
        """
        try:
            self._file.write(text)
            self._file.flush()
        except OSError as error:
            raise unwritable(self.path, error) from None


def _opened(path: str) -> tuple[str, IO[str]]:
    try:
        return path, open(path, "x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise UsageFault("KWX0011", file=path) from None
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def _first_free(name: str) -> tuple[str, IO[str]]:
    """The first file of a name that is not there yet."""
    for number in range(1, _MOST):
        path = f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl"
        try:
            return _opened(path)
        except UsageFault as fault:
            if fault.code != "KWX0011":
                raise
    raise UsageFault("KWX0011", file=f"{name}.jsonl")
