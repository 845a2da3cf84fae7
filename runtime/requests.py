"""Requests and answers as JSON objects, for callers in any language.

Everything a caller sends is untrusted: whatever is wrong with it becomes an answer with
``"ok": false``, never an exception.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from .dealing import CARRIED_AS, DICE_PAIR
from .errors import HandError
from .hand import pack
from .json_text import ENCODE, decode, spelled_id
from .memo import Memo
from .notation import parse_hand_fields, parse_packed
from .options import check_json
from .records import Record, wrong_type

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .errors import Language
    from .evaluator import Evaluator
    from .judge import Verdicts
    from .parsing import Form
    from .score import Score
    from .settle import Settlement
    from .tiles import TileSet

_OPENING_HAND: Final = '{"hand": "'
_OPENING_ID: Final = ', "id": '
_PLAIN_ID: Final = re.compile(r'0|[1-9][0-9]{0,99}|"[ !#-\[\]-~]{0,99}"').fullmatch
"""An id that goes back as it came: a whole number, or a text without anything to escape."""
_LONGEST_WAY: Final = 400
"""Characters after the hand in a line of the usual form."""
_WAYS_LIMIT: Final = 1 << 12
_Usual: TypeAlias = "tuple[bytes, Verdicts[Any], str | None]"
"""The packed hand of a line of the usual form, how it was won, and the id as JSON if it has one."""
_SCORE: Final = frozenset(
    (
        *("hand", "melds", "win", "by", "events", "chain", "revealed", "payer_revealed"),
        *("preceded", "passed", "choices", "options", "id"),
    )
)
_PLAIN: Final = frozenset(_SCORE - {"melds", "win", "preceded", "passed", "choices", "options"})
_WAY: Final = frozenset({"by", "events", "chain", "revealed", "payer_revealed", "passed"})
_WAITS: Final = frozenset({"hand", "melds", "seen", "options", "id"})


_OPENING: Final = ("[", "(")
_CLOSING: Final = ("]", ")")
_WON: Final[tuple[Form, ...]] = ("won",)
_WAITING: Final[tuple[Form, ...]] = ("waiting", "full")


class Requests:
    """Answers requests for one variant; keeps an evaluator for each choice of options."""

    __slots__ = ("_evaluator", "_fixed", "_lang", "_loaded", "_ways")

    def __init__(
        self,
        evaluator: Evaluator[Any],
        lang: Language = "en",
        fixed: Mapping[str, object] | None = None,
    ) -> None:
        """Answer for a variant.

        Args:
            evaluator: the variant with the options of whoever says none.
            lang: the language of messages.
            fixed: options that hold whatever a request says; the evaluator has them, except for the
                stake of rounds, which may be among them.
        """
        self._evaluator = evaluator
        self._lang = lang
        self._fixed = dict(fixed or {})
        self._loaded: dict[tuple[tuple[str, str], ...], Evaluator[Any]] = {}
        self._ways: Memo[str, Verdicts[Any] | None] = Memo(self._way, _WAYS_LIMIT)

    def score_lines(self, lines: Sequence[str]) -> list[str]:
        """Lines of JSON in, as many out: hands to score."""
        asked = [self._usual(line) for line in lines]
        scores = [usual and self._score_usual(usual) for usual in asked]
        return [
            _with_id(score[0].to_json(), score[1]) if score else self._score_any(line)
            for line, score in zip(lines, scores, strict=True)
        ]

    def score_line(self, line: str) -> str:
        """One line of JSON in, one out: a hand to score."""
        return self.score_lines((line,))[0]

    def _usual(self, line: str) -> _Usual | None:
        """What a line of the usual form asks, None where the whole of it must be read.

        Such a line begins with a hand in plain notation, and ends with its id if it has one. What
        stands between says how it was won; as there are few ways, their texts are remembered.
        """
        if not line.startswith(_OPENING_HAND):
            return None
        start = len(_OPENING_HAND)
        end = line.find('"', start)
        rest, identity = line[end:], None
        verdicts = self._ways.get(rest)
        if verdicts is None:
            at = rest.rfind(_OPENING_ID)
            if at >= 0:
                identity = _PLAIN_ID(rest, at + len(_OPENING_ID), len(rest) - 1)
                rest = f"{rest[:at]}{rest[-1]}"
            unusual = end < start or len(rest) > _LONGEST_WAY or '"id"' in rest
            if unusual or (at >= 0 and identity is None):
                return None
            verdicts = self._ways[rest]
        packed = self._evaluator.read(line[start:end])
        if packed is None or verdicts is None:
            return None
        return packed, verdicts, identity and identity[0]

    def _score_usual(self, asked: _Usual) -> tuple[Score, str | None] | None:
        """The score and the id of a line of the usual form, None if it must be told what is wrong.

        That is told by whoever reads the whole line.
        """
        packed, verdicts, identity = asked
        try:
            return self._evaluator.judged(packed, verdicts), identity
        except HandError:
            return None

    def _way(self, rest: str) -> Verdicts[Any] | None:
        """How hands were won of which this text follows; None if it says anything else."""
        try:
            way: dict[str, Any] = dict(decode(f"{_OPENING_HAND}{rest}"))
            del way["hand"]
            return self._evaluator.verdicts(**way) if way.keys() <= _WAY else None
        except HandError:
            return None

    def _score_any(self, line: str) -> str:
        """The answer to any line."""
        request: Mapping[str, object] = {}
        try:
            request = decode(line)
            answer = self._score(request).to_json()
        except HandError as error:
            answer = ENCODE(refusal(error, self._lang))
        return _with_id(answer, spelled_id(line, request))

    @staticmethod
    def encode(answer: Mapping[str, object]) -> str:
        """An answer as one line of JSON."""
        return ENCODE(answer)

    def waits_line(self, line: str) -> str:
        """One line of JSON in, one out: a hand whose waits are asked for."""
        return self._line(line, self.waits)

    def settle_line(self, line: str) -> str:
        """One line of JSON in, one out: a round to settle."""
        return self._line(line, self.settle)

    def _line(self, line: str, answer: Callable[[Mapping[str, object]], dict[str, object]]) -> str:
        request: Mapping[str, object] = {}
        try:
            request = decode(line)
            made = answer(request)
        except HandError as error:
            made = refusal(error, self._lang)
        return _with_id(ENCODE(made), spelled_id(line, request))

    def score(self, request: Mapping[str, object]) -> dict[str, object]:
        """The answer to one request for a score.

        Raises:
            HandError: for anything that is wrong with it.
        """
        return self._score(request).to_dict()

    def _score(self, request: Mapping[str, object]) -> Score:
        plain = self._plain(request)
        if plain is not None:
            return plain
        record = Record(request, "", _SCORE)
        evaluator = self._for_options(request.get("options"))
        tiles = evaluator.program.tiles
        win = record.word("win") if record.has("win") else None
        return evaluator.score(
            _packed(record.word("hand"), record.words("melds"), win, tiles, _WON),
            by=record.word("by", "self_draw"),
            events=record.words("events"),
            chain=record.number("chain", 0),
            revealed=record.truth("revealed"),
            payer_revealed=record.truth("payer_revealed"),
            preceded=record.truth("preceded"),
            passed=record.number("passed", 0),
            choices=_choices(record),
        )

    def _plain(self, request: Mapping[str, object]) -> Score | None:
        """The answer to a request of the usual form, None where the reader of records must look."""
        if not request.keys() <= _PLAIN:
            return None
        get = request.get
        hand, by, events = get("hand"), get("by", "self_draw"), get("events", ())
        chain, revealed = get("chain", 0), get("revealed", False)
        payer_revealed, preceded = get("payer_revealed", False), get("preceded", False)
        if (
            type(hand) is type(by) is str
            and type(chain) is int
            and type(revealed) is type(payer_revealed) is type(preceded) is bool
            and (events == () or type(events) is list)
        ):
            return self._evaluator.score(
                hand,
                by=by,
                events=tuple(events),
                chain=chain,
                revealed=revealed,
                payer_revealed=payer_revealed,
                preceded=preceded,
            )
        return None

    def waits(self, request: Mapping[str, object]) -> dict[str, object]:
        """The answer to one request for waits.

        Raises:
            HandError: for anything that is wrong with it.
        """
        record = Record(request, "", _WAITS)
        evaluator = self._for_options(request.get("options"))
        tiles = evaluator.program.tiles
        hand = _packed(record.word("hand"), record.words("melds"), None, tiles, _WAITING)
        return evaluator.waits(hand, seen=record.word("seen", "")).to_dict()

    def settle(self, request: Mapping[str, object]) -> dict[str, object]:
        """The answer to one request for the settlement of a round.

        Raises:
            HandError: for anything that is wrong with it.
        """
        return self.settlement(request).to_dict()

    def settlement(self, request: Mapping[str, object]) -> Settlement:
        """The settlement of one round, with what each payment is for.

        Raises:
            HandError: for anything that is wrong with it.
        """
        from .round_report import split_options  # noqa: PLC0415 - only those who settle need rounds
        from .settle import read_carried  # noqa: PLC0415

        played = {name: value for name, value in request.items() if name != "id"}
        carried = read_carried(self._evaluator.program.options, request)
        if not self._fixed.keys().isdisjoint(carried):
            left = carried.keys() - self._fixed.keys()
            played["carried"] = {name.removeprefix(CARRIED_AS): carried[name] for name in left}
        if DICE_PAIR in self._fixed:
            played.pop("dice", None)
        stake, options = split_options(request.get("options"))
        if "stake" in self._fixed:
            stake, _ = split_options(self._fixed)
        evaluator = self._for_options(options)
        return evaluator.settle({**played, "options": {"stake": stake}})

    def _for_options(self, given: object) -> Evaluator[Any]:
        if given is None or given == {}:
            return self._evaluator
        if not isinstance(given, dict):
            raise wrong_type("options", "object", given)
        key = tuple(sorted((str(name), json.dumps(value)) for name, value in given.items()))
        if key not in self._loaded:
            if len(self._loaded) >= 64:
                self._loaded.clear()
            self._loaded[key] = self._bound(given)
        return self._loaded[key]

    def _bound(self, given: Mapping[str, object]) -> Evaluator[Any]:
        """The variant with the options of a request, except for those that are fixed."""
        check_json(self._evaluator.program.options, given)
        bound = self._evaluator.load(given)  # so that what is wrong is told, fixed or not
        fixed = {name: value for name, value in self._fixed.items() if name != "stake"}
        return self._evaluator.load({**given, **fixed}) if fixed else bound


def _with_id(answer: str, identity: str | None) -> str:
    """An answer with the id of its request, if it has one, behind `ok`, both as JSON."""
    if identity is None:
        return answer
    ok, comma, rest = answer.partition(", ")
    return f'{ok}, "id": {identity}{comma}{rest}'


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


def _choices(record: Record) -> Mapping[str, object] | None:
    """What players have chosen, as it stands: who reads it makes sure of it."""
    if not record.has("choices"):
        return None
    found = record.get("choices")
    if not isinstance(found, Mapping):
        raise wrong_type("choices", "object", found)
    return found


def _packed(
    hand: str, melds: tuple[str, ...], win: str | None, tiles: TileSet, forms: tuple[Form, ...]
) -> bytes:
    """The packed hand of a request.

    Read as one text first, which is fast; if that is refused, field by field, so that the error
    names the field and the place in it.
    """
    # Each entry must be a whole meld by itself, or joining would make one of halves.
    if all(meld[:1] in _OPENING and meld[-1:] in _CLOSING for meld in melds):
        text = " ".join((hand, *melds)) if win is None else " ".join((hand, *melds, f"+{win}"))
        try:
            return parse_packed(text, tiles, forms)
        except HandError:
            pass
    return pack(parse_hand_fields(hand, melds, win, tiles, forms), tiles)
