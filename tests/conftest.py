"""Options of the whole suite."""

from __future__ import annotations

import pytest


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
