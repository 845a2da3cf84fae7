"""A cluster of this machine's own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Kwx

distributed = pytest.importorskip("distributed")


def test_workers_elsewhere_change_nothing(kwx: Kwx) -> None:
    """140 rounds are two parts, for two workers."""
    args = ("simulate", "suizhou", "--rounds", "140", "--format", "json")
    alone = kwx(*args)
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    )
    with cluster:
        ran = kwx(*args, "--scheduler", cluster.scheduler_address)
    assert ran.status == 0
    assert json.loads(ran.out) == json.loads(alone.out)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://"])
def test_nobody_there(kwx: Kwx, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from kawuxing.compiler.simulation import cluster  # noqa: PLC0415 - needs the extra

    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    ran = kwx("simulate", "suizhou", "--rounds", "3", "--scheduler", address)
    assert ran.status == 2
    assert "KWX0043" in ran.err
