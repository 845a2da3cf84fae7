"""`kawuxing simulate`: rounds between bots, and what they show of a variant."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TextIO, TypedDict, Unpack

from .faults import FINE, UsageFault, check_deal
from .hand_faults import naming_places
from .output import write, write_json
from .parameters import (
    MAX_SEED,
    OPTIONS,
    OTHER_PRESET,
    OTHER_USE,
    PRESET,
    ROOT,
    USE,
    VARIANT,
    Number,
    Option,
    Place,
    chosen_by_person,
    format_option,
)
from .variants import compiled, options_of
from .verb import verb
from .writing import check_apart, check_writable, own_stream, save, unwritable

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from ...runtime.circumstances import Choices
    from ...runtime.round.rules import RoundRules
    from ...runtime.simulate.run import Plan
    from ..simulation.source import ModuleText
    from .settings import Settings


_MOST_JOBS: Final = 256


class _Given(TypedDict):
    variant: str
    against: str | None
    rounds: int
    seed: int
    bots: str
    jobs: int
    scheduler: str | None
    log: str | None
    html: str | None
    options: tuple[str, ...]
    preset: str | None
    other_options: tuple[str, ...]
    other_preset: str | None
    choose: tuple[str, ...]
    use: tuple[str, ...]
    other_use: tuple[str, ...]
    root: str | None
    format: str


@verb(
    (
        "Rounds between bots: wins, fans, money, reveals, drawn hands, each with its confidence "
        "interval. With --against the same walls are played under a second variant too, and the "
        "differences are shown.",
        "让机器人对局，统计胡牌、番种、输赢、亮牌、荒庄，并给出置信区间。"
        "用 --against 时，同样的牌墙在另一种规则下再打一遍，列出差别。",
    ),
    VARIANT,
    Option(
        ["--against"],
        "a second variant for the same walls",
        "同样的牌墙再用这种规则打一遍",
        metavar="VARIANT",
    ),
    Option(
        ["--rounds"], "how many rounds (1000)", "打多少局（1000）", type=Number(1), default=1000
    ),
    Option(
        ["--seed"],
        "where all chance comes from (1)",
        "随机种子（1）",
        type=Number(0, MAX_SEED),
        default=1,
    ),
    Option(
        ["--bots"],
        "who plays: random, greedy, careful; one name for all, or one for each player",
        "谁来打：random、greedy、careful；写一个表示全部，或每家各写一个",
        default="careful",
        metavar="NAME,…",
    ),
    Option(
        ["--jobs"],
        "how many processes (1); the outcome is the same",
        "用几个进程（1）；结果不变",
        type=Number(1, _MOST_JOBS),
        default=1,
    ),
    Option(
        ["--scheduler"],
        "a Dask scheduler whose workers play, such as tcp://host:8786",
        "由 Dask 集群来打，写调度器的地址，如 tcp://host:8786",
        metavar="ADDRESS",
    ),
    Option(
        ["--log"],
        "write the rounds to this new file; to a folder, a file each",
        "把每局的记录写进这个新文件；若为文件夹，则每局一个文件",
        metavar="PATH",
        type=Place(),
    ),
    Option(
        ["--html"],
        "write a page with plots too",
        "另写一个带图的网页",
        metavar="FILE",
        type=Place(),
    ),
    OPTIONS,
    PRESET,
    Option(
        ["-O", "other_options"],
        "an option of the second variant",
        "第二种规则的选项",
        multiple=True,
        metavar="KEY=VALUE",
    ),
    OTHER_PRESET,
    Option(
        ["--choose"],
        "what is chosen before every deal: ante=1 by all, ante=1,2,0 by each; may be repeated",
        "每局发牌前各人选什么：ante=1 为人人，ante=1,2,0 为各人；可写多次",
        multiple=True,
        metavar="KEY=N,…",
    ),
    USE,
    OTHER_USE,
    ROOT,
    format_option("text", "json"),
    examples=(
        "kawuxing simulate NAME --rounds 10000 --jobs 2 --html report.html",
        "kawuxing simulate NAME -o cap=8 --against NAME -O cap=16",
        "kawuxing simulate NAME --bots careful,greedy,random",
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Play, then show what was counted."""
    from .told_to_end import ending_in_order  # noqa: PLC0415 - not for the help

    with ending_in_order():
        return _command(settings, given)


def _command(settings: Settings, given: _Given) -> int:
    from ...runtime.simulate.report import report  # noqa: PLC0415 - not for the help
    from ...runtime.simulate.run import Plan  # noqa: PLC0415

    root = given["root"]
    chosen = given["options"], given["preset"]
    one, rules = _variant(given["variant"], chosen, root, given["use"])
    other, others = None, None
    if given["against"] is not None:
        uses = given["other_use"]
        chosen = given["other_options"], given["other_preset"]
        other, others = _variant(given["against"], chosen, root, uses)
        _check_alike(rules, others)
    elif given["other_options"] or given["other_preset"] is not None or given["other_use"]:
        raise UsageFault("KWX0004", verb="kawuxing simulate", missing="--against")
    names, makers = _bots(given["bots"], rules.players)
    if given["html"] is not None:
        check_writable(given["html"])
        check_apart({"--log": given["log"] or "-", "--html": given["html"]})
    choices, other_choices = _choices(given["choose"], rules, others)
    log = given["log"] is not None
    size = (given["rounds"], given["seed"])
    plan = Plan(one, makers, *size, other, log, choices, other_choices)
    played = _play(plan, given, settings)
    found = report(played, rules, others, bots=names, plan=plan)
    if given["html"] is not None:
        _page(found, given["html"], settings)
    if given["format"] == "json":
        write_json(found)
    else:
        from .simulated import text_of  # noqa: PLC0415 - only for text

        write(text_of(found, settings))
    return FINE


def _check_alike(rules: RoundRules, others: RoundRules) -> None:
    """Refuse two tables at which not the same persons sit."""
    one, other = rules.flow.out, others.flow.out
    if (rules.seats, rules.players, one) != (others.seats, others.players, other):
        seats = {"one": rules.seats, "other": others.seats}
        raise UsageFault("KWX0040", **seats, one_out=one, other_out=other)


def _variant(
    variant: str,
    chosen: tuple[tuple[str, ...], str | None],
    root: str | None,
    use: tuple[str, ...],
) -> tuple[ModuleText, RoundRules]:
    """A variant to be played, here and elsewhere, with options and a preset."""
    from ..simulation.source import ModuleText  # noqa: PLC0415

    made = compiled(variant, root, use)
    given = tuple(sorted(options_of(made.core, *chosen).items()))
    text = ModuleText(made.text, made.core.ruleset.id, given)
    with naming_places({}):
        rules = text()
    check_deal(rules)
    return text, rules


def _choices(
    pairs: tuple[str, ...], rules: RoundRules, others: RoundRules | None
) -> tuple[tuple[Choices, ...], tuple[Choices, ...]]:
    """What the persons choose under each of the variants that lets them."""
    given = chosen_by_person(pairs)
    if not given:
        return (), ()
    from ...runtime.choices import of_persons  # noqa: PLC0415 - few say what is chosen

    two = [rules] if others is None else [rules, others]
    known = [{info.id for info in one.evaluator.program.choices} for one in two]
    strange = given.keys() - set().union(*known)
    with naming_places({}):
        found = [
            of_persons(
                one.evaluator.program.choices,
                {id_: said for id_, said in given.items() if id_ in own | strange},
                rules.players,
            )
            for one, own in zip(two, known, strict=True)
        ]
    return found[0], found[1] if others is not None else ()


def _bots(named: str, players: int) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    from ...runtime.bots.named import BOTS  # noqa: PLC0415

    names = tuple(name.strip() for name in named.split(","))
    accepted = ", ".join(BOTS)
    for name in names:
        if name not in BOTS:
            from ..meant import did_you_mean  # noqa: PLC0415 - only when something is wrong

            close, _ = did_you_mean(name, BOTS)
            raise UsageFault("KWX0003", option="--bots", found=name, accepted=accepted, close=close)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UsageFault("KWX0041", found=len(names), players=players)
    return names, tuple(BOTS[name] for name in names)


def _play(plan: Plan, given: _Given, settings: Settings) -> Any:  # noqa: ANN401
    from ...runtime.simulate.run import simulate  # noqa: PLC0415
    from ..simulation.workers import WorkerLostError  # noqa: PLC0415

    try:
        with ExitStack() as stack:
            log = None if given["log"] is None else _log(given["log"], stack)
            executor = _executor(given, stack)
            return simulate(plan, executor, done=_progress(plan, stack, settings), log=log)
    except WorkerLostError:
        raise UsageFault("KWX0045") from None


def _executor(given: _Given, stack: ExitStack) -> Executor | None:
    """Who plays."""
    address = given["scheduler"]
    if address is None:
        from ..simulation.workers import processes  # noqa: PLC0415

        return stack.enter_context(processes(given["jobs"]))
    try:
        from ..simulation.cluster import cluster  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise UsageFault("KWX0042", extra="cluster", option="--scheduler") from None
    try:
        return stack.enter_context(cluster(address))
    except (OSError, ValueError) as error:
        raise UsageFault("KWX0043", address=address, reason=str(error)) from None


def _log(path: str, stack: ExitStack) -> Callable[[str], None]:
    from ..simulation.logs import log_writer  # noqa: PLC0415

    stream = own_stream(path)
    if stream is not None:
        return partial(_tell, stream)
    try:
        write_round = stack.enter_context(log_writer(path))
    except FileExistsError:
        raise UsageFault("KWX0044" if os.path.isdir(path) else "KWX0011", file=path) from None
    except OSError as error:
        raise unwritable(path, error) from None

    def log(text: str) -> None:
        try:
            write_round(text)
        except OSError as error:
            raise unwritable(path, error) from None

    return log


def _tell(stream: TextIO, text: str) -> None:
    """Write to a stream of this process, for whoever listens."""
    stream.write(text)
    stream.flush()


def _progress(plan: Plan, stack: ExitStack, settings: Settings) -> Callable[[int], None] | None:
    """A bar on a terminal; nothing anywhere else."""
    if not sys.stderr.isatty():
        return None
    import click  # noqa: PLC0415

    label = settings.say(("rounds", "局"))
    bar = stack.enter_context(
        click.progressbar(length=plan.rounds, label=label, show_pos=True, file=sys.stderr)
    )
    return bar.update


def _page(found: dict[str, Any], path: str, settings: Settings) -> None:
    from ..simulation.differences import differences_of  # noqa: PLC0415
    from ..simulation.page import page  # noqa: PLC0415
    from ..simulation.sections import sections_of, sections_of_both  # noqa: PLC0415

    lang = settings.lang
    if "other" in found:
        sections = (*differences_of(found, lang), *sections_of_both(found, lang))
    else:
        sections = sections_of(found, lang)
    text = page(found, sections, lang)
    save(path, text)
