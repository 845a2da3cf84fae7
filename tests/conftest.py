"""Options of the whole suite."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

settings.register_profile("no deadline", settings.default, deadline=None)
settings.load_profile("no deadline")

if TYPE_CHECKING:
    from collections.abc import Iterator


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update",
        action="store_true",
        help="write what the program answers now over the stored snapshots",
    )


@pytest.fixture(scope="session")
def update(pytestconfig: pytest.Config) -> bool:
    """Whether stored snapshots are to be rewritten."""
    return bool(pytestconfig.getoption("--update"))


@pytest.fixture(scope="session", autouse=True)
def spaces_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Folded spaces are kept for this run only, and nobody's own are touched."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("KAWUXING_CACHE", raising=False)
        patch.setenv("KAWUXING_CACHE_DIR", str(tmp_path_factory.mktemp("spaces")))
        yield
