"""The forms for programs: JSON, workflow commands, SARIF."""

from __future__ import annotations

import json

import jsonschema

from kawuxing.compiler.diagnostics.render_github import render_github
from kawuxing.compiler.diagnostics.render_json import render_json
from kawuxing.compiler.diagnostics.render_sarif import sarif
from kawuxing.compiler.diagnostics.report import Diagnostic, Label, Severity
from kawuxing.compiler.source.text import SourceText, Span

SOURCE = SourceText.of("随: 1\n🀄: 2\n随: [3,\n 4]\n", "a b/镇,1%:.yaml")
TWICE = Diagnostic(
    "KWX1201",
    Span(SOURCE, 10, 11),
    {"key": "随"},
    (Label(Span(SOURCE, 0, 1), "first"),),
    fix="州",
)
NOWHERE = Diagnostic("KWX0101", None, {"file": "x%\n.yaml"}, severity="warning")
LONG = Diagnostic("KWX1204", Span(SOURCE, 13, 20), severity="note")


def test_json_has_its_keys_in_order() -> None:
    (found,) = json.loads(render_json([TWICE]))
    assert list(found.items()) == [
        ("code", "KWX1201"),
        ("severity", "error"),
        ("message", "the key `随` is written twice"),
        ("help", ["keep one of them"]),
        ("fix", "州"),
        ("file", "a b/镇,1%:.yaml"),
        ("line", 3),
        ("column", 1),
        ("end_line", 3),
        ("end_column", 2),
        (
            "labels",
            [
                {
                    "message": "written here first",
                    "file": "a b/镇,1%:.yaml",
                    "line": 1,
                    "column": 1,
                    "end_line": 1,
                    "end_column": 2,
                }
            ],
        ),
    ]


def test_json_without_a_place_and_in_chinese() -> None:
    (found,) = json.loads(render_json([NOWHERE], "zh"))
    assert found["message"] == "没有文件 x%␊.yaml"
    places = ("file", "line", "column", "end_line", "end_column")
    assert [found[key] for key in places] == [None] * 5
    assert (found["severity"], found["labels"], found["fix"]) == ("warning", [], None)


def test_json_of_nothing_is_an_empty_list() -> None:
    assert render_json([]) == "[]\n"


def test_github_escapes_what_means_something_to_it() -> None:
    assert render_github([TWICE]) == (
        "::error file=a b/镇%2C1%25%3A.yaml,line=3,endLine=3,col=1,endColumn=1,"
        "title=KWX1201 Key written twice::the key `随` is written twice%0Akeep one of them\n"
    )


def test_github_without_a_place_or_over_several_lines() -> None:
    assert render_github([LONG, NOWHERE], "zh") == (
        "::warning title=KWX0101 文件不存在::没有文件 x%25␊.yaml%0A"
        "请检查拼写，以及命令是在哪个文件夹里运行的\n"
        "::notice file=a b/镇%2C1%25%3A.yaml,line=3,endLine=4,title=KWX1204 合并键::"
        "规则里不能用合并键 <<%0A请把键写出来；要以别的规则为基础，请用 `extends`\n"
    )


def test_github_gets_ten_and_a_count_of_the_rest_errors_first() -> None:
    counts: dict[Severity, int] = {"note": 3, "warning": 9, "error": 2}
    severities = [severity for severity, count in counts.items() for _ in range(count)]
    found = [
        Diagnostic("KWX1204", Span(SOURCE, at, at + 1), severity=severity)
        for at, severity in enumerate(severities)
    ]
    lines = render_github(found).splitlines()
    commands = [line.split(" ")[0] for line in lines[:10]]
    assert commands == ["::error"] * 2 + ["::warning"] * 8
    assert lines[10:] == ["::notice::4 more not shown here; see the log of `kawuxing check`"]
    assert len(render_github(found[:10]).splitlines()) == 10
    assert render_github([]) == ""


TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
NUMBER = {"type": "integer", "minimum": 1}
REGION = {
    "type": "object",
    "required": ["startLine", "startColumn", "endLine", "endColumn"],
    "additionalProperties": NUMBER,
}
ARTIFACT = {
    "type": "object",
    "required": ["uri"],
    "properties": {"uri": {"type": "string", "pattern": "^[A-Za-z0-9._~/%-]+$"}},
}
PHYSICAL = {
    "type": "object",
    "required": ["artifactLocation", "region"],
    "additionalProperties": False,
    "properties": {"artifactLocation": ARTIFACT, "region": REGION},
}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "integer", "minimum": 0},
        "message": TEXT,
        "physicalLocation": PHYSICAL,
    },
}
REPLACEMENT = {
    "type": "object",
    "required": ["deletedRegion"],
    "additionalProperties": False,
    "properties": {"deletedRegion": REGION, "insertedContent": TEXT},
}
CHANGE = {
    "type": "object",
    "required": ["artifactLocation", "replacements"],
    "additionalProperties": False,
    "properties": {
        "artifactLocation": ARTIFACT,
        "replacements": {"type": "array", "minItems": 1, "items": REPLACEMENT},
    },
}
RESULT = {
    "type": "object",
    "required": ["message"],
    "additionalProperties": False,
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": TEXT,
        "locations": {"type": "array", "items": LOCATION},
        "relatedLocations": {"type": "array", "uniqueItems": True, "items": LOCATION},
        "fixes": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["artifactChanges"],
                "properties": {"artifactChanges": {"type": "array", "items": CHANGE}},
            },
        },
    },
}
RULE = {
    "type": "object",
    "required": ["id"],
    "additionalProperties": False,
    "properties": {"id": {"type": "string"}, "shortDescription": TEXT, "help": TEXT},
}
DRIVER = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"const": "kawuxing"},
        "version": {"type": "string"},
        "rules": {"type": "array", "uniqueItems": True, "items": RULE},
    },
}
RUN = {
    "type": "object",
    "required": ["tool", "results"],
    "additionalProperties": False,
    "properties": {
        "tool": {"type": "object", "required": ["driver"], "properties": {"driver": DRIVER}},
        "language": {"type": "string", "pattern": "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$"},
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "results": {"type": "array", "items": RESULT},
    },
}
# The part of the SARIF 2.1.0 schema that concerns what is written here, in our own words.
LOG = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": RUN},
    },
}


def test_sarif_has_the_shape_of_the_standard() -> None:
    for found in ([], [TWICE, NOWHERE, LONG, TWICE]):
        jsonschema.validate(sarif(found), LOG)
        jsonschema.validate(sarif(found, "zh", version="0.1.0"), LOG)


def test_sarif_says_where_what_and_how_to_mend_it() -> None:
    log = json.loads(json.dumps(sarif([TWICE, LONG, TWICE])))
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["KWX1201", "KWX1204"]
    assert [result["ruleIndex"] for result in run["results"]] == [0, 1, 0]
    assert [result["level"] for result in run["results"]] == ["error", "note", "error"]
    result = run["results"][0]
    place = {
        "artifactLocation": {"uri": "a%20b/%E9%95%87%2C1%25%3A.yaml"},
        "region": {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 2},
    }
    assert result["locations"] == [{"physicalLocation": place}]
    assert result["relatedLocations"][0]["message"]["text"] == "written here first"
    change = result["fixes"][0]["artifactChanges"][0]
    assert change["replacements"] == [
        {"deletedRegion": place["region"], "insertedContent": {"text": "州"}}
    ]
    assert "locations" not in json.loads(json.dumps(sarif([NOWHERE])))["runs"][0]["results"][0]
