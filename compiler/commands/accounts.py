"""The money of a round for people: what was paid for what, by which rule, resting on what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...runtime.tiles import tile_text, tile_zh
from .columns import hang, table
from .explained import clause_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.accounts import Item
    from ...runtime.declared import RuleInfo
    from ...runtime.program import Program
    from ...runtime.score import Score
    from .settings import Settings

_WIDTH: Final = 80
_SEAT = ("seat {seat}", "{seat} 号座位")
_KONGS: Final = {
    "concealed": ("{who}: concealed kong of {tile}", "{who}：暗杠 {tile}"),
    "direct": ("{who}: direct kong of {tile}, given by {giver}", "{who}：直杠 {tile}，{giver}打出"),
    "added": ("{who}: added kong of {tile}", "{who}：蓄杠 {tile}"),
}
_CHAINED = (", number {chain} of a chain", "，连开的第 {chain} 杠")
_ROBBED = (", robbed: it earns nothing", "，被抢，不收钱")
_WINS: Final = {
    "self_draw": ("{who}: win by self-draw on {tile}", "{who}：自摸 {tile}"),
    "robbing": ("{who}: win on {tile}, robbed from {giver}", "{who}：抢{giver}的杠，胡 {tile}"),
    "discard": ("{who}: win on {tile}, discarded by {giver}", "{who}：胡 {tile}，{giver}点炮"),
}
_DRAWN = ("nobody has won", "荒庄，无人胡牌")
_FOUL = ("{who}: foul {kind}", "{who}：犯规 {kind}")
_NOTHING = ("nothing is paid", "不付钱")
_TOTALS = ("totals", "合计")
_NEXT = ("next dealer: {who}", "下一局庄家：{who}")
_NEWCOMER = (
    "who has rested, which nobody has said (out)",
    "轮休后上桌的人（没有写 out，不知是谁）",
)
_DRAWER = (
    "who drew the last tile, which nobody has said (end.last_drawer)",
    "摸最后一张牌的人（没有写 end.last_drawer，不知是谁）",
)
_CLAUSES = ("The clauses behind it", "所据条文")
_ASSUMED = ("assumed: ", "推定：")


class Account(NamedTuple):
    """The money of a round: what it was paid for, and who deals next.

    Attributes:
        next_dealer: the seat, or None if it is not known.
        dealer_row: the row of the table `dealer` that says so; empty if it is not known. A row
            without a seat has who rested deal, or who drew last, whoever that is.
        names: what the seats are called, where it is not by their numbers.
    """

    program: Program[Any]
    items: tuple[Item, ...]
    totals: tuple[int, ...]
    next_dealer: int | None = None
    dealer_row: str = ""
    names: tuple[str, ...] = ()


def account_lines(account: Account, settings: Settings) -> Iterator[str]:
    """An account as text: every item with its payments, the totals, the clauses."""
    text = _Text(account, settings)
    for number, item in enumerate(account.items, 1):
        yield from hang(f"{number}. ", text.heading(item), _WIDTH).split("\n")
        if item.score is not None:
            yield from text.score(item.score)
        yield from text.payments(item)
    yield text.totals()
    if account.dealer_row or account.next_dealer is not None:
        yield from text.next_dealer(account.next_dealer).split("\n")
    yield from text.clauses()


def seat_name(account: Account, seat: int | None, settings: Settings) -> str:
    """What a seat is called."""
    if seat is not None and seat < len(account.names):
        return account.names[seat]
    return settings.say(_SEAT).format(seat=seat)


class _Text:
    """Writes one account in one language."""

    def __init__(self, account: Account, settings: Settings) -> None:
        self.account = account
        self.settings = settings

    def who(self, seat: int | None) -> str:
        return seat_name(self.account, seat, self.settings)

    def heading(self, item: Item) -> str:
        match item.what:
            case "drawn":
                words = _DRAWN
            case "foul":
                words = _FOUL
            case "win":
                words = _WINS[_way(item)]
            case kong:
                words = _KONGS[kong]
        said = self.settings.say(words).format(
            who=self.who(item.seat),
            giver=self.who(item.giver),
            tile="" if item.tile is None else f"{tile_text(item.tile)} {tile_zh(item.tile)}",
            kind=item.kind,
        )
        if item.chain > 1:
            said += self.settings.say(_CHAINED).format(chain=item.chain)
        return said + (self.settings.say(_ROBBED) if item.robbed else "")

    def score(self, score: Score) -> Iterator[str]:
        """The winner's hand with its fans, without the name of the variant."""
        _, *lines = score.explain(self.settings.lang).split("\n")
        for line in lines:
            indent = "   " + " " * (len(line) - len(line.lstrip()))
            yield from hang(indent, line.strip(), _WIDTH, len(indent) + 2).split("\n")

    def payments(self, item: Item) -> Iterator[str]:
        rows = [
            [f"{self.who(one.payer)} → {self.who(one.payee)}", str(one.amount), one.rule]
            for one in item.transfers
        ]
        if not rows and not item.robbed:
            rows = [[self.settings.say(_NOTHING)]]
        yield from (f"   {line}" for line in table(rows, right=frozenset({1})))

    def totals(self) -> str:
        shown = [
            f"{self.who(seat)} {signed(total)}" for seat, total in enumerate(self.account.totals)
        ]
        return hang(f"{self.settings.say(_TOTALS)}  ", ", ".join(shown), _WIDTH)

    def next_dealer(self, seat: int | None) -> str:
        program = self.account.program
        rested = program.flow.out == "rests" and len(self.account.totals) == program.seats
        unknown = self.settings.say(_NEWCOMER if rested else _DRAWER)
        who = unknown if seat is None else self.who(seat)
        said = self.settings.say(_NEXT).format(who=who)
        row = f" ({self.account.dealer_row})" if self.account.dealer_row else ""
        return hang("", said + row, _WIDTH, 2)

    def clauses(self) -> Iterator[str]:
        """Every rule that was used, once, with what its clauses say."""
        rules = list(self._rules())
        if rules:
            yield ""
            yield self.settings.say(_CLAUSES)
        for name, info in rules:
            yield f"  {name}"
            yield from basis_lines(info, self.settings)

    def _rules(self) -> Iterator[tuple[str, RuleInfo]]:
        """The fans that scored and the rows that paid, in the order in which they are named."""
        program = self.account.program
        fans = {one.id: one for one in program.fans}
        scores = [item.score for item in self.account.items if item.score is not None]
        for fan in dict.fromkeys(fan for score in scores for fan, _ in score.fans):
            info = fans[fan]
            name = info.zh if self.settings.lang == "zh" else info.en
            yield f"{name} ({fan})", info
        rules = [one.rule for item in self.account.items for one in item.transfers]
        for rule in dict.fromkeys([*rules, self.account.dealer_row]):
            info_of = row_info(program, rule)
            if info_of is not None:
                yield rule, info_of


def _way(item: Item) -> str:
    if item.giver is None:
        return "self_draw"
    return "robbing" if item.score is not None and item.score.won.robbing else "discard"


def row_info(program: Program[Any], rule: str) -> RuleInfo | None:
    """What is known of a row, called as payments name it: its table and its id."""
    name, _, row = rule.rpartition(".")
    rows: Sequence[RuleInfo] = program.rows.get(name, ())
    return next((one for one in rows if one.id == row), None)


def basis_lines(info: RuleInfo, settings: Settings, indent: str = "    ") -> Iterator[str]:
    """The clauses a rule cites, each with what it says, and what is only assumed."""
    inner = len(indent) + 2
    for clause in info.cite:
        words = clause_words(clause, settings)
        yield from hang(f"{indent}{clause} ", words, _WIDTH, inner).split("\n")
    if info.assumed is not None:
        first = indent + settings.say(_ASSUMED)
        words = info.assumed[settings.lang == "en"]
        yield from hang(first, words, _WIDTH, inner).split("\n")


def signed(amount: int) -> str:
    """What somebody has gained or lost, nothing without a sign."""
    return f"{amount:+d}" if amount else "0"
