"""`kawuxing play`: a person against bots in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from .faults import FINE, UsageFault, check_deal
from .parameters import MAX_SEED, OPTIONS, PRESET, ROOT, USE, VARIANT, Number, Option, Place
from .variants import compiled, evaluator_of, options_of
from .verb import verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .settings import Settings


class _Given(TypedDict):
    variant: str
    seed: int | None
    bots: str
    save: str | None
    options: tuple[str, ...]
    preset: str | None
    use: tuple[str, ...]
    root: str | None


@verb(
    (
        "Play against bots: the table, your allowed actions as a menu, what you wait for and what "
        "it is worth when you ask, why something is not allowed, and at the end of a round who "
        "pays whom and on which clauses that rests. The log is saved.",
        "与电脑对局：显示牌桌，列出你可以做的事；问得出听什么、值多少、为什么不许；"
        "一局结束时说明谁付谁、根据哪些条文。牌局记录自动保存。",
    ),
    VARIANT,
    Option(
        ["--seed"],
        "where the walls come from; another each time, if left out",
        "牌墙由它决定；不写则每次不同",
        type=Number(0, MAX_SEED),
    ),
    Option(
        ["--bots"],
        "who plays against you, one name for all or one for each, with commas: random, greedy, "
        "careful",
        "对手：一个名字，或用逗号分开的几个：random、greedy、careful",
        default="careful",
        metavar="BOTS",
    ),
    Option(
        ["--save"],
        "where the log goes; a new file in this folder, if left out",
        "记录存到哪里；不写则在当前文件夹新建一个",
        metavar="FILE",
        type=Place(stream=False),
    ),
    OPTIONS,
    PRESET,
    USE,
    ROOT,
    examples=(
        "kawuxing play NAME",
        "kawuxing play NAME --seed 7 --bots greedy,careful --save round.jsonl",
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Play rounds until the person has had enough."""
    from ...runtime.match.match import Match  # noqa: PLC0415 - not for `--help`
    from ...runtime.round.rules import RoundRules  # noqa: PLC0415
    from ...runtime.round_report import split_options  # noqa: PLC0415
    from .playing import Game  # noqa: PLC0415
    from .saved_log import Saved  # noqa: PLC0415

    made = compiled(given["variant"], given["root"], given["use"])
    stake, options = split_options(options_of(made.core, given["options"], given["preset"]))
    rules = RoundRules(evaluator_of(made, options), stake=stake)
    check_deal(rules)
    bots = _bots(given["bots"], rules.players - 1)
    seed = _any_seed() if given["seed"] is None else given["seed"]
    with Saved(given["save"], f"kawuxing-{rules.evaluator.program.variant}-{seed}") as saved:
        Game(Match.new(rules, seed), bots, saved, settings).play()
    return FINE


def _bots(text: str, count: int) -> Sequence[str]:
    """The names of the bots in the other seats."""
    from ...runtime.bots.named import BOTS  # noqa: PLC0415

    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            from ..meant import did_you_mean  # noqa: PLC0415 - only when something is wrong

            close, _ = did_you_mean(name, BOTS)
            accepted = ", ".join(BOTS)
            raise UsageFault("KWX0003", option="--bots", found=name, accepted=accepted, close=close)
    if len(names) not in (1, count):
        raise UsageFault("KWX0041", found=len(names), players=count)
    return names * count if len(names) == 1 else names


def _any_seed() -> int:
    import os  # noqa: PLC0415

    return int.from_bytes(os.urandom(4), "big") % 1_000_000_000
