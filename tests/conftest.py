"""Options of the whole suite."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

settings.register_profile("no deadline", settings.default, deadline=None)
settings.load_profile("no deadline")

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update",
        action="store_true",
        help="write what the program answers now over the stored snapshots",
    )


def pytest_collection_finish() -> None:
    """What was collected stays: it need not be gone through for garbage again and again."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="session")
def update(pytestconfig: pytest.Config) -> bool:
    """Whether stored snapshots are to be rewritten."""
    return bool(pytestconfig.getoption("--update"))


@pytest.fixture(scope="session")
def of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run have together, and no other run has."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def spaces_of_its_own(of_this_run: Path) -> Iterator[None]:
    """Folded spaces are kept for this run only, and nobody's own are touched."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("KAWUXING_CACHE", raising=False)
        patch.setenv("KAWUXING_CACHE_DIR", str(of_this_run / "spaces"))
        yield


@pytest.fixture(scope="session")
def types_known(of_this_run: Path) -> Path:
    """Where mypy keeps what it has found out about the package in this run."""
    return of_this_run / "types"
