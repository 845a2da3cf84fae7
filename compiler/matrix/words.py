"""What is said of a matrix in every form of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..diff.findings import Outcome, Said, SideInfo
from ..reports.words import Phrase, number, percent

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from ..diff.findings import Answer
    from .pairs import Cell, Contrast, Matrix, Sample

WORDS: Final = {
    "title": ("How far rulesets are apart", "各地规则相差多少"),
    "about": (
        "Each two compared under their defaults, over every hand in every win; numbers carried on, "
        "too, are those of a first round.",
        "两两比较：各用默认选项，带到下一局的数也取第一局的，涵盖每一手牌的每一种胡法。",
    ),
    "legend": (
        "Per cent of all hands. First: those that come out otherwise in some win; then: those "
        "that are worth something else. {marks} ≡: nothing differs. *: not everything could be "
        "compared.",
        "占全部手牌的百分比。前：在某种胡法里结果不同；后：倍数不同。{marks}≡：全无差别。*：不能全部比较。",
    ),
    "marks": (
        "Letters, what else differs: K payments for kongs, D payments in drawn hands, M what may "
        "be done in a round, N the next dealer, F facts of a round and fouls.",
        "字母为其他差别：K 杠钱，D 荒庄付法，M 牌局中能做什么，N 下一庄，F 牌局的定规与违例。",
    ),
    "contents": ("On this page", "本页"),
    "short_legend": (
        "Per cent of all hands that come out otherwise in some win, and behind them what else "
        "differs: K payments for kongs, D payments in drawn hands, M what may be done in a round, "
        "N the next dealer, F facts of a round and fouls. ≡: nothing differs. *: not everything "
        "could be compared.",
        "在某种胡法里结果不同的手牌，占全部手牌的百分比；其后为其他差别：K 杠钱，D 荒庄付法，"
        "M 牌局中能做什么，N 下一庄，F 牌局的定规与违例。≡：全无差别。*：不能全部比较。",
    ),
    "grid": ("All pairs", "全部"),
    "pairs": ("Pair by pair", "逐对"),
    "same": ("nothing differs", "没有差别"),
    "incomparable": ("hands cannot be compared", "手牌无法比较"),
    "hands": (
        "hands: {count} ({share}) of {of}, {worth} of them worth something else; largest swing "
        "{swing}",
        "手牌：{of} 种中有 {count} 种不同（{share}），其中 {worth} 种倍数不同；最大相差 {swing}",
    ),
    "nothing": ("none", "无"),
    "no_hands": ("hands: none", "手牌：没有"),
    "otherwise": ("{what}: {count} situations", "{what}：{count} 种情形"),
    "once": ("{what}: 1 situation", "{what}：1 种情形"),
    "fact": ("{path}: {before} | {after}", "{path}：{before} | {after}"),
    "pay.kong": ("payments for kongs", "杠钱"),
    "pay.drawn": ("payments in drawn hands", "荒庄付法"),
    "turn.kong": ("whether a kong may be made", "能否开杠"),
    "turn.chain": ("what continues a chain of kongs", "怎样算连杠"),
    "turn.pung": ("whether a pung may be made", "能否碰"),
    "turn.reveal": ("whether one may reveal", "能否亮倒"),
    "turn.missed": ("whether one who has passed a win may win", "漏胡后能否胡"),
    "dealer": ("who deals next", "谁坐下一庄"),
    "least": ("the least of them", "最小的一手"),
    "widest": ("the least with the largest swing", "相差最大的一手"),
    "both": ("the least of them, which has the largest swing, too", "最小的一手，也是相差最大的"),
    "at_least": ("{what} (swing {swing})", "{what}（相差 {swing}）"),
    "bystander": ("{payment} to pay", "付 {payment}"),
    "gap": ("not compared", "没有比较"),
    "against": ("against", "对"),
}

_LETTERS: Final[dict[str, str]] = {
    "pay.kong": "K",
    "pay.drawn": "D",
    "turn.kong": "M",
    "turn.chain": "K",
    "turn.pung": "M",
    "turn.reveal": "M",
    "turn.missed": "M",
    "dealer": "N",
}


class Teller(NamedTuple):
    """Says what a cell says, in one language."""

    matrix: Matrix
    lang: Literal["en", "zh"]

    @property
    def phrase(self) -> Phrase:
        """What says hands and reasons."""
        return Phrase(self.lang)

    def word(self, key: str) -> str:
        """A word of the page."""
        return self.phrase.say(WORDS[key])

    def id(self, at: int) -> str:
        """The id of a variant."""
        return self.matrix.cores[at].ruleset.id

    def name(self, at: int) -> str:
        """The name of a variant."""
        return self.phrase.words(self.matrix.cores[at].ruleset.name)

    def _info(self, at: int) -> SideInfo:
        """What names the fans of a variant."""
        ruleset = self.matrix.cores[at].ruleset
        titles = {f"fans.{fan.id}": fan.name for fan in ruleset.fans}
        return SideInfo(ruleset.id, ruleset.id, ruleset.name, {}, titles)

    def lines(self, cell: Cell) -> Iterator[str]:
        """All that is to be said of two variants, but for the witness."""
        phrase = self.phrase
        for gap in cell.gaps:
            yield phrase.colon(self.word("gap"), phrase.gap(gap))
        if cell.hands is None:
            yield self.word("incomparable")
        elif cell.hands.hands:
            yield self._hands(cell.hands)
        elif cell.equal:
            yield self.word("same")
            return
        else:
            yield self.word("no_hands")
        for kind, count in cell.tables.items():
            key = "once" if count == 1 else "otherwise"
            yield phrase.fill(WORDS[key], what=self.word(kind), count=number(count))
        for fact in cell.facts:
            said = {"before": self._said(fact.before), "after": self._said(fact.after)}
            path = phrase.witness(fact.witness)
            yield phrase.fill(WORDS["fact"], path=path, **said)

    def _said(self, answer: Answer) -> str:
        said = str(answer.answer) if isinstance(answer, Said) else ""
        return said or self.word("nothing")

    def marks(self, cell: Cell) -> str:
        """Letters for what differs beside hands."""
        letters = [_LETTERS[kind] for kind in cell.tables] + ["F"] * bool(cell.facts)
        return "".join(dict.fromkeys(letters))

    def _hands(self, found: Contrast) -> str:
        return self.phrase.fill(
            WORDS["hands"],
            count=number(found.hands),
            share=percent(found.hands / found.of),
            of=number(found.of),
            worth=number(found.worth),
            swing=number(found.swing),
        )

    def samples(self, cell: Cell) -> Iterator[tuple[str, Sample, str]]:
        """The least hand, and that with the largest swing: as what, which, and all in words."""
        found = cell.hands
        if found is None or found.least is None:
            return
        least, widest = found.least, found.widest
        ones = [("both" if least == widest else "least", least)]
        if widest is not None and least != widest:
            ones.append(("widest", widest))
        for key, one in ones:
            what = self.word(key)
            if one.swing:
                what = self.phrase.fill(WORDS["at_least"], what=what, swing=number(one.swing))
            yield what, one, self._sample(cell, one)

    def _sample(self, cell: Cell, one: Sample) -> str:
        said = [
            f"{self.name(at)} {self._answer(answer, at)}"
            for at, answer in zip((cell.before, cell.after), one.answers, strict=True)
        ]
        return f"{self.phrase.witness(one.witness)} → {' | '.join(said)}"

    def _answer(self, answer: Answer, at: int) -> str:
        if isinstance(answer, Outcome):
            return self.phrase.worth(answer, self._info(at))
        return self.phrase.fill(WORDS["bystander"], payment=str(answer))

    def share(self, count: int, cell: Cell) -> str:
        """A share of the hands in per cent, as short as may be."""
        assert cell.hands is not None
        share = 100 * count / cell.hands.of
        if not count:
            return "≡" if cell.equal else "0"
        if share < 0.01:
            return "< 0.01"
        return "> 99.9" if 99.95 <= share < 100 else f"{share:.3g}"
