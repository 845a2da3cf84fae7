"""Requests and answers as JSON objects, for callers in any language.

Everything a caller sends is untrusted: whatever is wrong with it becomes an answer with
``"ok": false``, never an exception.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from .errors import HandError
from .hand import pack
from .notation import parse_hand_fields

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from .errors import Language
    from .evaluator import Evaluator
    from .hand import Hand
    from .parsing import Form

MAX_LINE: Final = 100_000
_SCORE: Final = frozenset(
    {"hand", "melds", "win", "by", "events", "chain", "revealed", "payer_revealed", "options", "id"}
)
_WAITS: Final = frozenset({"hand", "melds", "seen", "options", "id"})
_WON: Final[tuple[Form, ...]] = ("won",)
_WAITING: Final[tuple[Form, ...]] = ("waiting", "full")
_RESERVED: Final = frozenset({"passed", "choices", "horses"})


class Requests:
    """Answers requests for one variant; keeps an evaluator for each choice of options."""

    __slots__ = ("_evaluator", "_lang", "_loaded")

    def __init__(self, evaluator: Evaluator[Any], lang: Language = "en") -> None:
        """Answer with this evaluator, messages in this language."""
        self._evaluator = evaluator
        self._lang = lang
        self._loaded: dict[tuple[tuple[str, str], ...], Evaluator[Any]] = {}

    def score_line(self, line: str) -> str:
        """One line of JSON in, one out: a hand to score."""
        return self._line(line, self.score)

    def waits_line(self, line: str) -> str:
        """One line of JSON in, one out: a hand whose waits are asked for."""
        return self._line(line, self.waits)

    def _line(self, line: str, answer: Callable[[Mapping[str, object]], dict[str, object]]) -> str:
        request: Mapping[str, object] = {}
        try:
            request = _decode(line)
            made = answer(request)
        except HandError as error:
            made = refusal(error, self._lang)
        if "id" in request:
            made = {"ok": made.pop("ok"), "id": request["id"], **made}
        return json.dumps(made, ensure_ascii=False, separators=(", ", ": "))

    def score(self, request: Mapping[str, object]) -> dict[str, object]:
        """The answer to one request for a score.

        Raises:
            HandError: for anything that is wrong with it.
        """
        _known(request, _SCORE)
        evaluator = self._for_options(request)
        hand = _hand(request, evaluator)
        score = evaluator.score(
            pack(hand, evaluator.program.tiles),
            by=_word(request, "by", "self_draw"),
            events=_words(request, "events"),
            chain=_number(request, "chain"),
            revealed=_truth(request, "revealed"),
            payer_revealed=_truth(request, "payer_revealed"),
        )
        return score.to_dict()

    def waits(self, request: Mapping[str, object]) -> dict[str, object]:
        """The answer to one request for waits.

        Raises:
            HandError: for anything that is wrong with it.
        """
        _known(request, _WAITS)
        evaluator = self._for_options(request)
        tiles = evaluator.program.tiles
        hand = parse_hand_fields(
            _word(request, "hand"), _words(request, "melds"), None, tiles, _WAITING
        )
        return evaluator.waits(hand, seen=_word(request, "seen", "")).to_dict()

    def _for_options(self, request: Mapping[str, object]) -> Evaluator[Any]:
        given = request.get("options")
        if not given:
            return self._evaluator
        if not isinstance(given, dict):
            raise _wrong("options", "object")
        key = tuple(sorted((str(name), json.dumps(value)) for name, value in given.items()))
        if key not in self._loaded:
            if len(self._loaded) >= 64:
                self._loaded.clear()
            self._loaded[key] = self._evaluator.load(given)
        return self._loaded[key]


def refusal(error: HandError, lang: Language = "en") -> dict[str, object]:
    """The answer to a request that cannot be served."""
    return {
        "ok": False,
        "error": {
            "code": error.code,
            "message": error.text(lang),
            "field": error.field,
            "at": error.at,
        },
    }


def _decode(line: str) -> Mapping[str, object]:
    if len(line) > MAX_LINE:
        raise HandError("KWX3401", MAX_LINE, "line", {"found": len(line), "most": MAX_LINE})
    try:
        request = json.loads(line)
    except json.JSONDecodeError as error:
        raise HandError("KWX3402", error.pos, "line") from None
    except (RecursionError, ValueError):
        raise HandError("KWX3402", 0, "line") from None
    if not isinstance(request, dict):
        raise HandError("KWX3403", 0, "line")
    return request


def _known(request: Mapping[str, object], known: frozenset[str]) -> None:
    for name in request:
        if name in _RESERVED:
            raise HandError("KWX3405", None, name, {"found": name})
        if name not in known:
            offered = ", ".join(sorted(known))
            raise HandError("KWX3404", None, name, {"found": name, "offered": offered})


def _wrong(field: str, wanted: str) -> HandError:
    return HandError("KWX3406", None, field, {"field": field, "wanted": wanted})


def _word(request: Mapping[str, object], field: str, default: str | None = None) -> str:
    value = request.get(field, default)
    if value is None and field not in request:
        raise HandError("KWX3407", None, field, {"field": field})
    if not isinstance(value, str):
        raise _wrong(field, "string")
    return value


def _words(request: Mapping[str, object], field: str) -> tuple[str, ...]:
    value = request.get(field, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _wrong(field, "array of strings")
    return tuple(value)


def _number(request: Mapping[str, object], field: str) -> int:
    value = request.get(field, 0)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(field, "integer")
    return value


def _truth(request: Mapping[str, object], field: str) -> bool:
    value = request.get(field, False)
    if not isinstance(value, bool):
        raise _wrong(field, "true or false")
    return value


def _hand(request: Mapping[str, object], evaluator: Evaluator[Any]) -> Hand:
    win = None if request.get("win") is None else _word(request, "win")
    return parse_hand_fields(
        _word(request, "hand"), _words(request, "melds"), win, evaluator.program.tiles, _WON
    )
