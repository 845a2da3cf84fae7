"""What is advised must be possible where it is advised."""

from __future__ import annotations

import pytest

from kawuxing.compiler.diagnostics.catalogue import helps

from ..towns import over_base


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("options: {new: {default: 3, offered: [1, 2], assumed: x}}", ["offered", "accepts"]),
        ("options: {new: {default: a, offered: [b, c], assumed: x}}", ["offered"]),
        ("options: {tyrant: {default: true}}\npresets: {house: {tyrant: 1}}", []),
        ("choices: {new: {default: 3, offered: [1, 2], assumed: x}}", ["offered"]),
    ],
)
def test_of_a_value_that_cannot_be_only_keys_are_named_that_may_stand_there(
    text: str, keys: list[str]
) -> None:
    (found,) = over_base(text).diagnostics
    assert found.code == "KWX2261"
    said = " ".join(helps(found, "en")), " ".join(helps(found, "zh"))
    for key in ("offered", "accepts"):
        assert [f"`{key}" in one for one in said] == [key in keys] * 2
