"""What is said of interactions in every form of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ...runtime.notation import format_hand
from ...runtime.tiles import tile_text
from ..diff.findings import SideInfo, Situation
from ..reports.words import Phrase, number
from ..space.settings import setting_text
from ..surface.options import spelled_value
from .touches import WaitingHand, WaitsPaid

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from .pairs import Interactions, Kind, Meeting, Switch
    from .touches import Shown, Told, Wait

WORDS: Final = {
    "title": ("Which switches bear on one another: {name}", "哪些开关互相影响：{name}"),
    "about": (
        "Each two mix-ins and options on and off, over every hand in every win, every payment and "
        "every situation of a round; the other options at their defaults, each by itself at every "
        "other value that its menu offers, and as each preset has them. Other combinations of "
        "options are not looked at.",
        "附加规则和选项两两开关，涵盖每一手牌的每一种胡法、每一笔钱、牌局中的每一种情形；其余选项全按默认，"
        "或只有一项取菜单上的另一个值，或照一种预设。选项的其他搭配没有看。",
    ),
    "grid": ("All pairs", "全部"),
    "pairs": ("Pair by pair", "逐对"),
    "contents": ("On this page", "本页"),
    "hands": ("{count} hands", "{count} 手牌"),
    "payments": ("{count} payments without a hand", "{count} 种杠钱或荒庄付法"),
    "rounds": ("{count} situations of a round", "牌局中的 {count} 种情形"),
    "shows": (
        "under {shows} of {tried} choices of the other options",
        "其余选项的 {tried} 种选择中有 {shows} 种如此",
    ),
    "with": ("the options there", "当时的选项"),
    "neither": ("neither", "都不开"),
    "both": ("both", "都开"),
    "waits": ("waits for {waits}", "听 {waits}"),
    "points": ("{value} and {points} points", "{value} 另 {points} 点"),
    "marked": ("not everything was looked at", "没有全看"),
    "gap": ("not looked at", "没有看"),
    "excluded": ("mix-ins that cannot be used together", "不能一起用的附加规则"),
}
SIGNS: Final[dict[Kind, str]] = {
    "apart": "·",
    "open": "?",
    "multiply": "×",
    "capped": "⊼",
    "depend": "!",
    "exclude": "#",
}
MEANINGS: Final[dict[Kind, tuple[str, str]]] = {
    "apart": ("neither makes a difference to what the other changes", "各改各的，互不相干"),
    "open": (
        "not proven: nothing that was looked at shows it, and not everything was",
        "未证明：看过的都互不相干，但没有全看",
    ),
    "multiply": (
        "both change the same hands or payments, each by the same factor with or without the other",
        "改到同样的牌或钱，各乘各的倍数，与另一个开不开无关",
    ),
    "capped": ("the same, but the cap swallows some of it", "同上，只是有的被封顶截住"),
    "depend": ("what one changes depends on the other", "一个怎样改，要看另一个开不开"),
    "exclude": ("they contradict each other and cannot be on together", "互相矛盾，不能同开"),
}
MARK: Final = "*"
"""Stands beside the sign of what is seen where not everything was looked at."""


class Teller(NamedTuple):
    """Says what two switches do to each other, in one language."""

    found: Interactions
    lang: Literal["en", "zh"]

    @property
    def phrase(self) -> Phrase:
        """What says hands and reasons."""
        return Phrase(self.lang)

    def word(self, key: str) -> str:
        """A word of the page."""
        return self.phrase.say(WORDS[key])

    @property
    def title(self) -> str:
        """What it is all about."""
        name = self.phrase.words(self.found.core.ruleset.name)
        return self.phrase.fill(WORDS["title"], name=name)

    def legend(self) -> Iterator[str]:
        """What the signs mean, those that stand somewhere."""
        kinds = {met.kind for met in self.found.meetings}
        for kind, sign in SIGNS.items():
            if kind in kinds:
                yield f"{sign}  {self.phrase.say(MEANINGS[kind])}"
        if any(self.sign(met).endswith(MARK) for met in self.found.meetings):
            yield f"{MARK}  {self.word('marked')}"

    def sign(self, met: Meeting) -> str:
        """What stands in the grid."""
        return SIGNS[met.kind] + (MARK if met.gaps and met.kind != "open" else "")

    def name(self, switch: Switch) -> str:
        """A switch as the command line has it."""
        return switch.id if switch.mixin else f"{switch.id}={spelled_value(switch.value)}"

    def pair(self, met: Meeting) -> str:
        """Two switches."""
        one, other = (self.found.switches[at] for at in (met.one, met.other))
        return f"{self.name(one)} {self.sign(met)} {self.name(other)}"

    def lines(self, met: Meeting) -> Iterator[str]:
        """All that is to be said of two switches, but for the example."""
        phrase = self.phrase
        yield phrase.say(MEANINGS[met.kind])
        for gap in met.gaps:
            yield phrase.colon(self.word("gap"), phrase.gap(gap))
        if met.seen is None:
            return
        counts = {"hands": met.seen.hands, "payments": met.seen.payments, "rounds": met.seen.rounds}
        said = [
            phrase.fill(WORDS[key], count=number(count)) for key, count in counts.items() if count
        ]
        said.append(phrase.fill(WORDS["shows"], shows=met.shows, tried=met.tried))
        yield phrase.listed(said)
        if met.setting:
            yield phrase.colon(self.word("with"), setting_text(met.setting))

    def example(self, met: Meeting) -> Iterator[str]:
        """The least example, and what is said of it under each of the four."""
        if met.witness is None:
            return
        yield self.shown(met.witness)
        one, other = (self.name(self.found.switches[at]) for at in (met.one, met.other))
        heads = (self.word("neither"), one, other, self.word("both"))
        for head, answer in zip(heads, met.answers, strict=True):
            yield self.phrase.colon(head, self.told(answer))

    def shown(self, witness: Shown) -> str:
        """What shows that two switches meet."""
        match witness:
            case WaitingHand(hand=hand, asked=asked):
                stand = self.phrase.situation(Situation(asked))
                return self.phrase.listed([format_hand(hand), stand])
            case _:
                return self.phrase.witness(witness)

    def told(self, answer: Told) -> str:
        """What is said of that."""
        match answer:
            case WaitsPaid(pays=pays, waits=waits):
                each = self.phrase.listed([self._wait(one) for one in waits])
                said = self.phrase.fill(WORDS["waits"], waits=each)
                return self.phrase.listed([self.phrase.outcome(pays, self._info()), said])
            case _:
                return self.phrase.outcome(answer, self._info())

    def _wait(self, one: Wait) -> str:
        worth = str(one.value)
        if one.points:
            worth = self.phrase.fill(WORDS["points"], value=one.value, points=one.points)
        return f"{tile_text(one.kind)} {worth}"

    def _info(self) -> SideInfo:
        ruleset = self.found.core.ruleset
        return SideInfo(ruleset.id, ruleset.id, ruleset.name, {}, self.found.titles)
