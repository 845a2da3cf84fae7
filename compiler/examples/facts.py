"""What comes out of an example, and how it differs from what the example expects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from .said import ORDERED, fact_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..surface.nodes import Example

    Facts: TypeAlias = Mapping[str, "Fact"]
    """What came out, under the keys of `expect` (`fans` stands for `has` and `lacks` too)."""

Fact: TypeAlias = int | bool | str | tuple[int, ...] | tuple[str, ...] | dict[str, int]

_SETS: Final = frozenset(("fans", "waits", "rules"))
"""What is compared without regard to order."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing an example expects and does not get.

    Attributes:
        key: The key of `expect`.
        expected: What the example says, as its author wrote it.
        found: What came out.
        missing: Of a list, what was expected and is not there.
        surplus: Of a list, what is there and was not expected.
    """

    key: str
    expected: str
    found: str
    missing: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()


def differences(example: Example, facts: Facts) -> tuple[Difference, ...]:
    """Hold what came out against what an example expects.

    Args:
        example: The example.
        facts: What came out; keys the example does not speak of do not matter.
    """
    ordered = fact_of(example) in ORDERED
    found = [_differ(key, value, facts, ordered) for key, value in example.expect.items()]
    return tuple(one for one in found if one is not None)


def _differ(key: str, expected: object, facts: Facts, ordered: bool) -> Difference | None:
    if key in {"has", "lacks"}:
        return _differ_in_part(key, _texts(expected), _texts(facts["fans"]))
    fact = facts[key]
    if key in _SETS or (key == "said" and not ordered):
        wanted, given = _texts(expected), _texts(fact)
        missing = tuple(one for one in wanted if one not in given)
        surplus = tuple(one for one in given if one not in wanted)
        if not missing and not surplus:
            return None
        return Difference(key, spelled(wanted), spelled(given), missing, surplus)
    if isinstance(expected, dict) and isinstance(fact, dict):
        fact = {name: fact[name] for name in expected if name in fact}
    if isinstance(expected, list):
        expected = tuple(expected)
    return None if expected == fact else Difference(key, spelled(expected), spelled(fact))


def _differ_in_part(key: str, named: tuple[str, ...], fans: tuple[str, ...]) -> Difference | None:
    """`has`: all of them must be there; `lacks`: none of them may."""
    if key == "has":
        missing = tuple(one for one in named if one not in fans)
        return Difference(key, spelled(named), spelled(fans), missing=missing) if missing else None
    surplus = tuple(one for one in named if one in fans)
    return Difference(key, spelled(named), spelled(fans), surplus=surplus) if surplus else None


def _texts(value: object) -> tuple[str, ...]:
    assert isinstance(value, list | tuple)
    return tuple(str(one) for one in value)


def spelled(value: object) -> str:
    """A value as it is written in a ruleset."""
    match value:
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return f"[{', '.join(map(str, value))}]"
        case dict():
            return ", ".join(f"{name}: {one}" for name, one in value.items()) or "–"
        case _:
            return str(value) or "–"
