"""Runs commands in this process, as the console script does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from kawuxing.compiler.commands.main import run

if TYPE_CHECKING:
    from collections.abc import Callable

    Kwx = Callable[..., "Ran"]


class Ran(NamedTuple):
    """What came of a command."""

    status: int
    out: str
    err: str

    def json(self) -> Any:  # noqa: ANN401 - it is JSON
        """The result as plain data."""
        return json.loads(self.out)


@pytest.fixture
def untried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules are written without being tried: takes seconds, and is looked at elsewhere."""
    monkeypatch.setattr("kawuxing.compiler.proofs.translation.disagreement", lambda *_: None)


@pytest.fixture
def kwx(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Kwx:
    """A function that runs a command, in English unless told otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "KAWUXING_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def call(*args: str) -> Ran:
        status = run(args)
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return call
