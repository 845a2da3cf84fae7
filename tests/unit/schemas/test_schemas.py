"""What goes in and out is what the schemas in the package say."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import kawuxing
from kawuxing.compiler.diagnostics.render_json import render_json
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.driver import load_ruleset, resolve_variant
from kawuxing.compiler.library import builtins
from kawuxing.runtime.requests import Requests

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kawuxing.compiler.surface.nodes import Example

FOLDER = files("kawuxing.compiler.schemas")
NAMES = sorted(file.name for file in FOLDER.iterdir() if file.name.endswith(".json"))
PLAYED = [one.id for one in builtins() if not one.abstract]


@cache
def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(FOLDER.joinpath(f"{name}.json").read_text("utf-8")))


def is_valid(name: str, value: object) -> bool:
    return schema(name).is_valid(value)


@cache
def requests(variant: str) -> Requests:
    return Requests(kawuxing.load(variant))


def test_the_schemas_are_schemas() -> None:
    assert NAMES == [
        "diagnostics.json",
        "diff.json",
        "interactions.json",
        "log.json",
        "matrix.json",
        "replay-answer.json",
        "score-answer.json",
        "score-request.json",
        "settle-answer.json",
        "settle-request.json",
        "simulate-answer.json",
        "trace.json",
        "waits-answer.json",
        "waits-request.json",
    ]
    for name in NAMES:
        Draft202012Validator.check_schema(json.loads(FOLDER.joinpath(name).read_text("utf-8")))


def examples(kind: str) -> Iterator[tuple[str, Example]]:
    for town in PLAYED:
        for example in load_ruleset(town).examples:
            if "asked" in example.given:
                continue
            about = "settle" if "round" in example.given else "score"
            if (("waits" in example.expect and "waits") or about) == kind:
                yield town, example


@pytest.mark.parametrize("kind", ["score", "waits", "settle"])
def test_every_example_as_a_request_and_its_answer(kind: str) -> None:
    count = 0
    for town, example in examples(kind):
        request: dict[str, Any] = dict(example.given) | {"id": [example.id]}
        if kind == "settle":
            request |= request.pop("round")
        schema(f"{kind}-request").validate(request)
        line = getattr(requests(town), f"{kind}_line")(json.dumps(request))
        answer = json.loads(line)
        schema(f"{kind}-answer").validate(answer)
        assert answer["ok"] is True
        count += 1
    assert count > 20


@pytest.mark.parametrize("kind", ["score", "waits", "settle"])
@pytest.mark.parametrize(
    "line", ["", "[]", "{}", '{"hand": "11111s"}', '{"hand": 1, "id": null}', '{"horses": 1}']
)
def test_refusals(kind: str, line: str) -> None:
    answer = json.loads(getattr(requests("suizhou"), f"{kind}_line")(line))
    schema(f"{kind}-answer").validate(answer)
    assert answer["ok"] is False


def test_other_answers() -> None:
    ask = requests("suizhou")
    incomplete = json.loads(ask.score_line('{"hand": "1122334455667s+8s"}'))
    assert incomplete["complete"] is False
    schema("score-answer").validate(incomplete)
    for hand in ("147p258s369p5566z", "146p123456s77z [555s]", "11223344556677s"):
        schema("waits-answer").validate(json.loads(ask.waits_line(json.dumps({"hand": hand}))))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("score-request", {}),
        ("score-request", {"hand": "1s", "event": []}),
        ("score-request", {"hand": "1s", "events": ["kong"]}),
        ("score-request", {"hand": "1s", "chain": -1}),
        ("waits-request", {"hand": "1s", "win": "1s"}),
        ("settle-request", {"dealer": 0, "end": {"kind": "lost"}}),
        ("settle-request", {"end": {"kind": "drawn"}}),
        ("score-answer", {"ok": True}),
        ("score-answer", {"ok": False, "error": {"code": "X"}}),
        ("waits-answer", {"ok": True, "shanten": -2, "waits": []}),
        ("settle-answer", {"ok": True, "transfers": [], "totals": ["0"]}),
        ("diagnostics", [{"code": "KWX1"}]),
        ("log", {"type": "draw", "seat": 1}),
        ("log", {"type": "draw", "seat": 1, "tile": "10p"}),
        ("log", {"type": "kong", "seat": 1, "tile": "1p", "kind": "open"}),
        ("log", {"type": "start", "variant": "some"}),
        ("log", {"type": "shuffle"}),
    ],
)
def test_the_schemas_refuse_what_is_wrong(name: str, value: object) -> None:
    assert not is_valid(name, value)


def test_diagnostics() -> None:
    head = "kawuxing: 1\nvariant: a\nname: {zh: 甲, en: A}\nextends: suizhou\n"
    text = head + "fans: {qidui: {times: 4x, assumed: so}, qidui: removed}\noption: 1\n"
    sink = Sink()
    resolve_variant(text, None, sink)
    resolve_variant("nowhere.yaml", None, sink)
    found = json.loads(render_json(sink.diagnostics, "zh"))
    assert len(found) > 2
    assert any(one["labels"] for one in found)
    assert any(one["line"] is None for one in found)
    schema("diagnostics").validate(found)
