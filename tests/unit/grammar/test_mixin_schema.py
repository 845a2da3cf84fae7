"""What editors are told about mix-ins is what the compiler takes."""

from __future__ import annotations

import pytest
import yaml

from kawuxing.compiler.library import mixin_ids, mixin_path
from kawuxing.compiler.surface import keys

from .test_ruleset_schema import SAMPLE, VALIDATOR, Json, taken_by_compiler, taken_by_schema

MIXIN: Json = {"kawuxing": 1, "mixin": "sample", "name": {"zh": "样", "en": "A"}, "on": "hubei"}


@pytest.mark.parametrize("id", mixin_ids())
def test_every_mixin_is_valid(id: str) -> None:
    text = mixin_path(id).read_text(encoding="utf-8")
    document = {"on" if key is True else key: value for key, value in yaml.safe_load(text).items()}
    assert [error.message for error in VALIDATOR.iter_errors(document)] == []


def test_both_take_a_mixin() -> None:
    assert [error.message for error in VALIDATOR.iter_errors(MIXIN)] == []
    assert taken_by_compiler(MIXIN)


@pytest.mark.parametrize("key", [*SAMPLE, *MIXIN])
def test_both_take_or_refuse_the_same_keys_of_mixins(key: str) -> None:
    document = MIXIN | {key: SAMPLE.get(key, MIXIN.get(key))}
    expected = key not in keys.NOT_IN_MIXINS
    assert taken_by_schema(document) is taken_by_compiler(document) is expected


def test_both_miss_the_same_keys_of_mixins_and_of_rulesets() -> None:
    for key in MIXIN:
        document = {other: value for other, value in MIXIN.items() if other != key}
        assert taken_by_schema(document) is taken_by_compiler(document) is False, key
    document = {key: SAMPLE[key] for key in ("kawuxing", "variant", "name")} | {"on": "hubei"}
    assert taken_by_schema(document) is taken_by_compiler(document) is False
