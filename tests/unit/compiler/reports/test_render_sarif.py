"""Differences as a SARIF log, held to the part of the standard that concerns them."""

from __future__ import annotations

import json
from typing import Any

from jsonschema import Draft202012Validator

from kawuxing.compiler.reports.render import render

from ..diff.variants import only
from .reports import LANGS, everything, one, report

TEXTS = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {"type": "string", "minLength": 1}},
    "additionalProperties": False,
}
REGION = {
    "type": "object",
    "required": ["startLine"],
    "additionalProperties": {"type": "integer", "minimum": 1},
}
PHYSICAL = {
    "type": "object",
    "required": ["artifactLocation", "region"],
    "additionalProperties": False,
    "properties": {
        "artifactLocation": {
            "type": "object",
            "required": ["uri"],
            "properties": {"uri": {"type": "string", "pattern": "^[A-Za-z0-9._~/%-]+$"}},
        },
        "region": REGION,
    },
}
LOCATION = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "id": {"type": "integer", "minimum": 0},
        "message": TEXTS,
        "physicalLocation": PHYSICAL,
    },
}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
RESULT = {
    "type": "object",
    "required": ["message", "ruleId", "ruleIndex", "level"],
    "additionalProperties": False,
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": LEVEL,
        "message": TEXTS,
        "locations": {"type": "array", "items": LOCATION},
        "relatedLocations": {"type": "array", "uniqueItems": True, "items": LOCATION},
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
        "suppressions": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["kind"],
                "additionalProperties": False,
                "properties": {
                    "kind": {"enum": ["inSource", "external"]},
                    "justification": {"type": "string"},
                },
            },
        },
    },
}
RULE = {
    "type": "object",
    "required": ["id"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string"},
        "shortDescription": TEXTS,
        "defaultConfiguration": {"type": "object", "properties": {"level": LEVEL}},
    },
}
# The part of the SARIF 2.1.0 schema that concerns what is written here, in our own words.
LOG: dict[str, Any] = {
    "type": "object",
    "required": ["version", "runs", "$schema"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "additionalProperties": False,
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name", "version", "rules"],
                                "additionalProperties": False,
                                "properties": {
                                    "name": {"const": "kawuxing"},
                                    "version": {"type": "string"},
                                    "rules": {"type": "array", "uniqueItems": True, "items": RULE},
                                },
                            }
                        },
                    },
                    "language": {"enum": ["en", "zh-CN"]},
                    "columnKind": {"const": "unicodeCodePoints"},
                    "results": {"type": "array", "items": RESULT},
                },
            },
        },
    },
}


def test_sarif_has_the_shape_of_the_standard() -> None:
    for each in everything():
        for lang in LANGS:
            log = json.loads(render(each, "sarif", lang, version="1.2.3"))
            assert list(Draft202012Validator(LOG).iter_errors(log)) == []
            (run,) = log["runs"]
            rules = run["tool"]["driver"]["rules"]
            for result in run["results"]:
                assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_sarif_says_what_and_where() -> None:
    (run,) = json.loads(render(report(one()), "sarif", "en"))["runs"]
    felt, written = run["results"]
    assert felt["ruleId"] == "diff/scoring"
    assert felt["level"] == "error"
    assert felt["partialFingerprints"] == {"kawuxing/v1": only(one()).fingerprint}
    place = felt["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "after.yaml"}
    assert place["region"] == {"startLine": 21, "startColumn": 49, "endLine": 21, "endColumn": 50}
    assert (
        felt["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "before.yaml"
    )
    assert written["message"]["text"] == "fans.pairs.times: 4 → 5"
