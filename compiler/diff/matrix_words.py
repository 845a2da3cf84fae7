"""What is said of a matrix in every form of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from .findings import SideInfo
from .words import Phrase, number, percent

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from .matrix import Cell, Contrast, Matrix

WORDS: Final = {
    "title": ("How far rulesets are apart", "各地规则相差多少"),
    "about": (
        "Each two compared under their defaults, over every hand in every win.",
        "两两比较：各用默认选项，涵盖每一手牌的每一种胡法。",
    ),
    "legend": (
        "Per cent of all hands. Above: those that come out otherwise in some win; below: those "
        "that are worth something else. ≡: none. *: not everything could be compared.",
        "占全部手牌的百分比。上行：在某种胡法里结果不同；下行：倍数不同。≡：没有。*：不能全部比较。",
    ),
    "contents": ("On this page", "本页"),
    "short_legend": (
        "Per cent of all hands that come out otherwise in some win. ≡: none. *: not everything "
        "could be compared.",
        "在某种胡法里结果不同的手牌，占全部手牌的百分比。≡：没有。*：不能全部比较。",
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
    "no_hands": ("hands: none", "手牌：没有"),
    "payments": ("payments for kongs and in drawn hands: {count}", "杠钱与荒庄付法：{count} 种"),
    "rounds": ("situations of a round: {count}", "牌局中的情形：{count} 种"),
    "witness": ("the least of them", "最小的一手"),
    "gap": ("not compared", "没有比较"),
    "against": ("against", "对"),
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
        elif not (cell.payments or cell.rounds or cell.gaps):
            yield self.word("same")
            return
        else:
            yield self.word("no_hands")
        for key, count in (("payments", cell.payments), ("rounds", cell.rounds)):
            if count:
                yield phrase.fill(WORDS[key], count=number(count))

    def _hands(self, found: Contrast) -> str:
        return self.phrase.fill(
            WORDS["hands"],
            count=number(found.hands),
            share=percent(found.hands / found.of),
            of=number(found.of),
            worth=number(found.worth),
            swing=number(found.swing),
        )

    def witness(self, cell: Cell) -> str:
        """The least hand with what each side makes of it; nothing without one."""
        found = cell.hands
        if found is None or found.witness is None or found.answers is None:
            return ""
        phrase = self.phrase
        said = [
            f"{self.name(at)} {phrase.worth(answer, self._info(at))}"
            for at, answer in zip((cell.before, cell.after), found.answers, strict=True)
        ]
        return f"{phrase.witness(found.witness)} → {' | '.join(said)}"

    def share(self, count: int, cell: Cell) -> str:
        """A share of the hands in per cent, as short as may be."""
        assert cell.hands is not None
        share = 100 * count / cell.hands.of
        if not count:
            return "≡"
        if share < 0.01:
            return "< 0.01"
        return "> 99.9" if 99.95 <= share < 100 else f"{share:.3g}"
