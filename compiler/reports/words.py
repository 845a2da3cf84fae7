"""The words in which differences are shown, English first, and how numbers and hands are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, assert_never

from ...runtime.counting import filled
from ...runtime.notation import format_hand, format_tiles
from ...runtime.tiles import tile_glyph
from ..diagnostics.visible import visible
from ..diff.findings import (
    Accepted,
    Asking,
    Bystander,
    Carrying,
    Choice,
    Fact,
    Outcome,
    Said,
    Situation,
    WonHand,
)
from ..flow import situation_text
from ..space.chosen import chosen_text
from ..surface.options import spelled_value
from .drawn_words import WAITING
from .gaps import GAPS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...runtime.circumstances import Won
    from ...runtime.hand import Hand, Meld
    from ..diff.findings import (
        Answer,
        Behavioural,
        Class,
        Comparison,
        Gap,
        Severity,
        SideInfo,
        SpaceSize,
        Witness,
    )
    from ..resolved.nodes import OptionValue, Words
    from ..source.text import Span

Lang: TypeAlias = Literal["en", "zh"]
Pair: TypeAlias = "tuple[str, str]"

CLASSES: Final[dict[Class, Pair]] = {
    "scoring": ("scoring", "算番"),
    "payment": ("payment", "付钱"),
    "eligibility": ("eligibility", "能否胡"),
    "legality": ("legality", "行牌"),
    "flow": ("flow", "牌局"),
    "wording": ("wording", "文字"),
}
SEVERITIES: Final[dict[Severity, Pair]] = {
    "error": ("error", "错误"),
    "warning": ("warning", "警告"),
    "note": ("note", "说明"),
}
_EVENTS: Final[dict[str, Pair]] = {
    "replacement": ("on a replacement tile", "杠后补牌"),
    "kong_discard": ("on the discard after a kong", "杠后打出的牌"),
    "robbing": ("robbing a kong", "抢杠"),
    "last_tile": ("on the last tile", "最后一张"),
}
_KONGS: Final[dict[str, Pair]] = {
    "concealed": ("concealed kong", "暗杠"),
    "direct": ("direct kong", "直杠"),
    "added": ("added kong", "补杠"),
}
_HANDS: Final = (
    "{configurations} hands ({points} with the winning tile) in {circumstances} circumstances",
    "{configurations} 手牌（连同胡的那张共 {points} 种）、{circumstances} 种胡法",
)
_SOME_HANDS: Final = (
    "{points} hands with their winning tiles in {circumstances} circumstances",
    "{points} 手（连同胡的那张）、{circumstances} 种胡法",
)
_PAYMENTS: Final = (
    "{kongs} payments for kongs and {drawn} for drawn hands",
    "{kongs} 种杠钱、{drawn} 种荒庄付法",
)
_ASKED: Final = ("{asked} situations of a round", "一局中的 {asked} 种情形")
_SETTINGS: Final = ("under {settings} choices of options", "{settings} 种选项")


_SHOWS: Final = (
    "under {shows} of {tried} choices of options",
    "{tried} 种选项中的 {shows} 种",
)
_WIDEST: Final = ("under one of them by up to {widest}", "其中有差到 {widest} 的")
_NO_FINGERPRINT: Final = (
    "no fingerprint: not all hands were looked at",
    "没有指纹：没有看完所有手牌",
)


class Phrase(NamedTuple):
    """Says things in one language."""

    lang: Lang

    def say(self, words: Pair) -> str:
        """One of two texts, English first."""
        return words[1] if self.lang == "zh" else words[0]

    def fill(self, words: Pair, **values: object) -> str:
        """One of two texts with values in it; one hand, two hands."""
        return filled(self.say(words), values)

    def words(self, words: Words) -> str:
        """An author's text."""
        return visible(words.zh if self.lang == "zh" else words.en)

    def won(self, won: Won) -> str:
        """How a hand was won."""
        parts = [("self-draw", "自摸") if won.self_draw else ("off a discard", "点炮")]
        if won.robbing:
            parts = []
        parts += [_EVENTS[event] for event in won.events]
        if won.chain > 1:
            parts.append((f"after {won.chain} kongs", f"连 {won.chain} 杠"))
        if won.winner_revealed:
            parts.append(("winner revealed", "胡者已亮牌"))
        if won.payer_revealed:
            parts.append(("payer revealed", "付者已亮牌"))
        if won.winner_passed:
            count = won.winner_passed
            parts.append((f"after passing {count} wins", f"放过 {count} 次胡"))
        parts += [(one, one) for one in chosen_text(won)]
        if won.horses:
            parts.append((f"horses score {won.horses}", f"马值 {won.horses}"))
        if won.winner_preceded:
            parts.append(("another winner revealed before", "另有赢家先亮牌"))
        return self.listed([self.say(part) for part in parts])

    def listed(self, parts: list[str]) -> str:
        """Things one after the other."""
        return ("，" if self.lang == "zh" else ", ").join(parts)

    def situation(self, situation: Situation) -> str:
        """A payment without a hand."""
        words = situation.words
        if situation.table == "pay.kong":
            chain = words["chain"]
            parts = [
                _KONGS[str(words["kong"])],
                (f"number {chain} of its chain", f"连杠第 {chain}"),
            ]
            parts += [("konger revealed", "杠家已亮牌")] if words["konger_revealed"] else []
            parts += [("the payer gave the tile", "付者放杠")] if words["payer_fed"] else []
            return self.listed([*(self.say(part) for part in parts), *chosen_text(situation.asked)])
        first = words["payer_first_revealed"]
        payer = ("revealed first", "第一个亮牌") if first else ("revealed", "亮牌")
        silent = ("not revealed", "没亮牌")
        return self.say(
            (
                "nobody won; the payer had {payer}, the payee had {payee}",
                "荒庄；付者{payer}，收者{payee}",
            )
        ).format(
            payer=self.say(payer if words["payer_revealed"] else silent),
            payee=self.say(("revealed", "亮牌") if words["payee_revealed"] else silent),
        ) + self._hands(words)

    def _hands(self, words: Mapping[str, object]) -> str:
        """What is told of the hands of two players when nobody has won."""
        parts = [self.say(said).format_map(words) for name, said in WAITING if words.get(name)]
        return "".join(f"{self.say((', ', '，'))}{part}" for part in parts)

    def outcome(self, outcome: Answer, side: SideInfo) -> str:
        """What one side makes of a witness."""
        if isinstance(outcome, int):
            return self.say((f"pays {outcome}", f"付 {outcome}"))
        if isinstance(outcome, Accepted):
            return self.say(("may be chosen", "可选") if outcome.yes else ("refused", "不可选"))
        if isinstance(outcome, Said):
            return self.said(outcome)
        return self.worth(outcome, side)

    def said(self, outcome: Said) -> str:
        """What one side answers about a round."""
        match outcome.answer:
            case True:
                return self.say(("allowed", "可以"))
            case False:
                return self.say(("not allowed", "不可以"))
            case int() as number:
                return str(number)
            case word:
                return word or self.say(("nothing", "没有"))

    def in_short(self, outcome: Answer, kind: Class) -> str:
        """The same in a word or a number."""
        match outcome:
            case int():
                return str(outcome)
            case Accepted(yes=yes):
                return self.say(("yes", "可") if yes else ("no", "不可"))
            case Said():
                return self.said(outcome)
            case Outcome() if kind == "eligibility":
                return self.say(("may win", "能胡") if outcome.may_win else ("may not", "不能胡"))
            case Outcome() if kind == "payment":
                return str(outcome.owed)
            case Outcome():
                return str(outcome.value)
            case _:
                assert_never(outcome)

    def worth(self, outcome: Outcome, side: SideInfo) -> str:
        """What a hand is worth, by its fans."""
        fans = " × ".join(
            f"{self.title(f'fans.{fan}', side) or fan} {times}" for fan, times in outcome.fans
        )
        parts = [str(outcome.value)]
        if outcome.product != outcome.value:
            parts.append(self.say((f"capped, from {outcome.product}", f"封顶前 {outcome.product}")))
        parts.append(fans or self.say(("no fans", "无番")))
        if not outcome.may_win:
            parts.append(self.say(("may not win", "不能胡")))
        elif outcome.owed != outcome.value:
            parts.append(self.say((f"the payer owes {outcome.owed}", f"每家付 {outcome.owed}")))
        return self.listed(parts)

    def title(self, path: str, *sides: SideInfo) -> str:
        """The name of a rule, if a side has one for it."""
        found = [side.titles[path] for side in sides if path in side.titles]
        return self.words(found[0]) if found else ""

    def titled(self, found: Behavioural, comparison: Comparison) -> str:
        """The names of the rules behind a difference, those that have any."""
        names = [self.title(rule, *comparison.sides) for rule in found.rules]
        return " + ".join(name for name in names if name)

    def witness(self, witness: Witness) -> str:
        """A hand and how it was won, a payment without a hand, or a choice."""
        match witness:
            case WonHand(hand=hand, won=won):
                return self.listed([format_hand(hand), self.won(won)])
            case Bystander(hand=hand, won=won, payer_revealed=revealed):
                payer = ("a player who had revealed", "已亮牌的一家")
                if won.discard:
                    payer = ("a player who did not deal the tile", "没有点炮的一家")
                    if revealed:
                        payer = (f"{payer[0]}, but had revealed", f"{payer[1]}，已亮牌")
                said = [format_hand(hand), self.won(won), self.say(payer)]
                return self.listed(said)
            case Situation():
                return self.situation(witness)
            case Choice(option=option, value=value):
                return f"{option}={spelled_value(value)}"
            case Asking(table=table, asked=asked):
                return self.colon(table, situation_text(asked))
            case Carrying(carried=id_, asked=asked):
                return self.colon(f"carried.{id_}", situation_text(asked))
            case Fact(path=path):
                return path
            case _:
                assert_never(witness)

    def colon(self, *parts: str) -> str:
        """Things each of which says more of the one before."""
        return ("：" if self.lang == "zh" else ": ").join(parts)

    def affected(self, found: Behavioural) -> str:
        """How many points or situations differ, and by how much."""
        hands = (
            "{count} of {of} hands ({share}), by up to {swing}",
            "{of} 手牌中的 {count} 手（{share}），最多差 {swing}",
        )
        situations = (
            "{count} of {of} situations ({share}), by up to {swing}",
            "{of} 种情形中的 {count} 种（{share}），最多差 {swing}",
        )
        values = ("{count} of {of} values ({share})", "{of} 种取值中的 {count} 种（{share}）")
        asked = ("{count} of {of} situations ({share})", "{of} 种情形中的 {count} 种（{share}）")
        fact = ("throughout the round", "整局如此")
        texts: dict[type, Pair] = {
            WonHand: hands,
            Bystander: hands,
            Situation: situations,
            Choice: values,
            Asking: asked,
            Carrying: asked,
            Fact: fact,
        }
        told = self.fill(
            texts[type(found.witness)],
            count=number(found.count),
            of=number(found.of),
            share=percent(found.share),
            swing=number(found.swing),
        )
        return self.listed([told, *self.across(found)])

    def across(self, found: Behavioural) -> list[str]:
        """Under how many choices of options a difference shows, where several were looked at."""
        if found.tried < 2:
            return []
        texts = {
            "shows": found.shows,
            "tried": found.tried,
            "widest": number(found.widest),
        }
        told = [self.fill(_SHOWS, **texts)]
        return [*told, self.fill(_WIDEST, **texts)] if found.widest > found.swing else told

    def fingerprint(self, found: Behavioural) -> str:
        """What a difference is approved by, or that it cannot be."""
        return found.fingerprint or self.say(_NO_FINGERPRINT)

    def gap(self, gap: Gap) -> str:
        """What was not covered."""
        params = {key: visible(str(value)) for key, value in gap.params.items()}
        return self.fill(GAPS[gap.key], **params)

    def extent(self, size: SpaceSize) -> str:
        """How much was covered."""
        parts = []
        if size.points:
            texts = {
                "configurations": number(size.configurations),
                "points": number(size.points),
                "circumstances": size.circumstances,
            }
            all_of_them = size.points >= size.configurations
            parts.append(self.fill(_HANDS if all_of_them else _SOME_HANDS, **texts))
        parts.append(self.fill(_PAYMENTS, kongs=size.kongs, drawn=size.drawn))
        parts.append(self.fill(_ASKED, asked=number(size.asked)))
        parts.append(self.fill(_SETTINGS, settings=size.settings))
        return self.listed(parts)

    def conclusion(self, comparison: Comparison) -> str:
        """What has been shown, in a sentence."""
        extent = self.extent(comparison.space)
        if comparison.equal:
            text = (
                "no behaviour change: proven for {extent}",
                "行为没有变化：已证明，涵盖 {extent}",
            )
        elif comparison.behavioural:
            text = ("compared: {extent}", "比较了 {extent}")
        else:
            text = ("no difference found in {extent}", "在 {extent} 中没有发现差别")
        return self.say(text).format(extent=extent)

    def options(self, found: Behavioural) -> str:
        """Under which options a difference shows; empty for the defaults."""
        before, after = (settings(one) for one in found.settings)
        if before == after:
            return before
        none = self.say(("defaults", "默认"))
        return f"{before or none} → {after or none}"


def settings(values: Mapping[str, OptionValue]) -> str:
    """Options as the command line takes them."""
    return ", ".join(f"{id_}={spelled_value(value)}" for id_, value in values.items())


def number(value: int) -> str:
    """A number with its thousands set apart."""
    return f"{value:,}"


def percent(share: float) -> str:
    """A share with as many digits as mean something."""
    if 0 < share < 0.0001:
        return "< 0.01 %"
    return f"{share:.2%}".replace("%", " %")


def position(span: Span | None) -> str:
    """File and line of a place."""
    return "–" if span is None else f"{visible(span.source.name)}:{span.position[0]}"


def glyphs(hand: Hand) -> str:
    """A hand as pictures of tiles."""
    parts = ["".join(map(tile_glyph, hand.concealed)), *map(_laid, hand.melds)]
    if hand.win is not None:
        parts.append(f"+ {tile_glyph(hand.win)}")
    return " ".join(part for part in parts if part)


def _laid(meld: Meld) -> str:
    opening, closing = "[]" if meld.kind.exposed else "()"
    return opening + tile_glyph(meld.tile) * meld.size + closing


def concealed_text(hand: Hand) -> str:
    """The concealed tiles of a hand in notation, the winning one left out."""
    return format_tiles(hand.concealed)
