"""Two towns compared by the program, as a process."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from .repository import Repository, town

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_what_it_claims_of_its_witnesses_is_what_score_says(repository: Repository) -> None:
    ran = repository.kawuxing("diff", "suizhou", "xiaogan", "--format", "json")
    assert (ran.status, ran.err) == (1, "")
    found = [one for one in json.loads(ran.out)["behavioural"] if "hand" in one["witness"]]
    assert {("fans.kawuxing",), ("cap.common",)} <= {tuple(one["rules"]) for one in found}
    lines = "".join(json.dumps(one["witness"]) + "\n" for one in found)
    repository.write("hands.jsonl", lines)
    for variant, side in (("suizhou", "before"), ("xiaogan", "after")):
        scored = repository.kawuxing("score", variant, "--batch", "hands.jsonl")
        answers = [json.loads(line) for line in scored.out.splitlines()]
        assert [(one["value"], one["may_win"]) for one in answers] == [
            (one[side]["value"], one[side]["may_win"]) for one in found
        ]


def test_the_same_bytes_every_time(repository: Repository) -> None:
    """Whatever the hash seed, and, for one form, with the spaces folded anew."""
    for form, cache in (("text", ""), ("json", "off"), ("markdown", ""), ("sarif", "")):
        outputs = {
            repository.run(
                "kawuxing", "diff", "suizhou", "hubei", "--format", form, more=variables
            ).out
            for variables in (
                {"PYTHONHASHSEED": "1"},
                {"PYTHONHASHSEED": "2", "KAWUXING_CACHE": cache},
            )
        }
        assert len(outputs) == 1


def on_a_terminal(repository: Repository, variables: Mapping[str, str]) -> str:
    """What the program writes to a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "kawuxing", "diff", "suizhou", "mytown.yaml"]
    with subprocess.Popen(
        command,
        cwd=repository.folder,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        env={**repository.environment, "TERM": "xterm", **variables},
    ):
        os.close(theirs)
        shown = b""
        while True:
            try:
                shown += os.read(ours, 4096)
            except OSError:
                break
    os.close(ours)
    return shown.decode("utf-8")


def test_colour_on_a_terminal_unless_told_not_to(repository: Repository) -> None:
    repository.write(
        "mytown.yaml", town("mytown", rules="fans: {kawuxing: {times: 4, assumed: so}}\n")
    )
    assert "\x1b[31m" in on_a_terminal(repository, {})
    plain = on_a_terminal(repository, {"NO_COLOR": "1"})
    assert "\x1b" not in plain
    assert "fans.kawuxing" in plain


def test_what_a_comparison_does_not_load(repository: Repository) -> None:
    """Forms that were not asked for, the template engine, the pages of diagnostics."""
    ran = repository.run(
        sys.executable, "-X", "importtime", "-m", "kawuxing", "diff", "suizhou", "xiaogan"
    )
    loaded = set(re.findall(r"\| +([\w.]+)$", ran.err, re.MULTILINE))
    assert "kawuxing.compiler.diff.compare" in loaded
    unwanted = {
        "jinja2",
        "numpy",
        "kawuxing.compiler.diagnostics.catalogue",
        "kawuxing.compiler.reports.example",
        "kawuxing.compiler.reports.render_json",
        "kawuxing.compiler.reports.render_markdown",
        "kawuxing.compiler.reports.render_sarif",
        "kawuxing.compiler.commands.changed",
        "kawuxing.compiler.examples.run",
    }
    assert loaded & unwanted == set()
