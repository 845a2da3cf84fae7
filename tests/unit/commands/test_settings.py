from __future__ import annotations

import pytest

from kawuxing.compiler.commands.settings import Settings, language


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "C", "LC_MESSAGES": "zh_TW"}, "zh"),
        ({"LANG": "zh_CN", "LC_ALL": "C"}, "en"),
        ({"LANG": "zh_CN", "LC_ALL": ""}, "zh"),
        ({"LANG": "de_DE"}, "en"),
    ],
)
def test_the_locale_decides(environment: dict[str, str], expected: str) -> None:
    assert language(["list"], environment) == expected


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--lang", "zh", "list"], "zh"),
        (["list", "--lang=en"], "en"),
        (["list", "--lang", "fr"], "zh"),
        (["list", "--lang"], "zh"),
    ],
)
def test_the_option_comes_first_wherever_it_stands(args: list[str], expected: str) -> None:
    assert language(args, {"LANG": "zh_CN"}) == expected


def test_words_are_said_in_the_language() -> None:
    assert Settings("zh").say(("yes", "是")) == "是"
    assert Settings("en").say(("yes", "是")) == "yes"
