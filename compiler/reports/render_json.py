"""Differences for programs; `schemas/diff.json` describes what is written here."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, TypeAlias

from ...runtime.notation import format_hand, format_meld
from ...runtime.tiles import tile_text
from ..diagnostics.render_json import diagnostic_object
from ..diff.findings import (
    Accepted,
    Asking,
    Bystander,
    Carrying,
    Choice,
    Fact,
    PaidSo,
    Said,
    Situation,
)
from ..space.chosen import chosen_by_choice
from .words import concealed_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...runtime.circumstances import Drawn, Konged, Won
    from ..diff.findings import Answer, Behavioural, Comparison, Shown, Structural, Witness
    from ..resolved.nodes import OptionValue, Words
    from ..source.text import Span
    from .report import Approval, Entry, Policy, Report
    from .words import Lang

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
Object: TypeAlias = "dict[str, Json]"


def report_object(report: Report, lang: Lang = "en") -> Object:
    """A whole run: one comparison as it is, or all that changed since a revision.

    Args:
        report: the run.
        lang: the language of what is wrong with rulesets; all else is the same in both.
    """
    unused: list[Json] = [_unused(approval) for approval in report.unused]
    if report.since is None:
        (comparison,) = report.comparisons
        return {**comparison_object(comparison, report.policy), "unused_approvals": unused}
    known = list(report.comparisons)
    return {
        "since": report.since,
        "equal": all(each.equal for each in known) and len(known) == len(report.entries),
        "proven": all(each.proven for each in known) and len(known) == len(report.entries),
        "rulesets": [_entry(entry, report.policy) for entry in report.entries],
        "unused_approvals": unused,
        "diagnostics": [diagnostic_object(one, lang) for one in report.diagnostics],
    }


def _entry(entry: Entry, policy: Policy) -> Object:
    compared = None if entry.comparison is None else comparison_object(entry.comparison, policy)
    return {"ruleset": entry.name, "change": entry.change, "diff": compared}


def _unused(approval: Approval) -> Json:
    return {
        "fingerprint": approval.fingerprint,
        "reason": _words(approval.reason),
        "at": _place(approval.span),
    }


def comparison_object(comparison: Comparison, policy: Policy) -> Object:
    """One comparison."""
    size = comparison.space
    return {
        "equal": comparison.equal,
        "proven": comparison.proven,
        "variants": {"before": comparison.sides[0].id, "after": comparison.sides[1].id},
        **_use(comparison),
        "space": {
            "configurations": size.configurations,
            "points": size.points,
            "circumstances": size.circumstances,
            "settings": size.settings,
            "kongs": size.kongs,
            "drawn": size.drawn,
            "asked": size.asked,
        },
        "not_proven": [{"what": gap.key, **gap.params} for gap in comparison.gaps],
        "renamed": [{"before": old, "after": new} for old, new in comparison.renamed],
        "structural": [_structural(one, comparison, policy) for one in comparison.structural],
        "behavioural": [_behavioural(one, comparison, policy) for one in comparison.behavioural],
    }


def _use(comparison: Comparison) -> Object:
    """The mix-ins that lie upon either side."""
    rulesets = [core.ruleset for core in comparison.cores or ()]
    if not any(one.use for one in rulesets):
        return {}
    before, after = (list[Json](one.use) for one in rulesets)
    return {"use": {"before": before, "after": after}}


def _structural(found: Structural, comparison: Comparison, policy: Policy) -> Object:
    return {
        "path": found.path,
        "before": found.before,
        "after": found.after,
        "class": found.kind,
        "severity": policy.of(found, comparison),
        "at": {"before": _place(found.where[0]), "after": _place(found.where[1])},
    }


def _place(span: Span | None) -> str | None:
    if span is None:
        return None
    line, column = span.position
    return f"{span.source.name}:{line}:{column}"


def _behavioural(found: Behavioural, comparison: Comparison, policy: Policy) -> Object:
    approval = policy.approval(found)
    before, after = (options_object(values) for values in found.settings)
    ours, theirs = (_offered(comparison, side) for side in (0, 1))
    witness = witness_object(found.witness, before, ours)
    witness_after = witness_object(found.witness, after, theirs)
    made: Object = {
        "class": found.kind,
        "severity": policy.of(found, comparison),
        "count": found.count,
        "of": found.of,
        "share": found.share,
        "swing": found.swing,
        "rules": list(found.rules),
        "witness": witness,
        "shown": not found.imagined,
    }
    if witness_after != witness:
        made["witness_after"] = witness_after
    if isinstance(found.witness, Bystander):
        revealed = found.witness.payer_revealed
        made["payer"] = {"fed": False, "revealed": revealed}
    return {
        **made,
        **_shown(found.shown, (before, after)),
        "before": answer_object(found.before),
        "after": answer_object(found.after),
        "at": {
            "before": [_place(span) for span in comparison.places(found, 0)],
            "after": [_place(span) for span in comparison.places(found, 1)],
        },
        "shows": {"under": found.shows, "of": found.tried, "swing": found.widest},
        "fingerprint": found.fingerprint or None,
        "approved": None if approval is None else _words(approval.reason),
    }


def _offered(comparison: Comparison, side: int) -> frozenset[str] | None:
    """What one side lets players choose; None where its rules are not there."""
    if comparison.cores is None:
        return None
    return frozenset(one.id for one in comparison.cores[side].ruleset.choices)


def _shown(shown: Shown | None, options: tuple[Object, Object]) -> Object:
    """Where it comes about: a round as a request to `settle`, or a hand that passes a win."""
    if isinstance(shown, PaidSo):
        before, after = (
            {**rounds, "options": own} for rounds, own in zip(shown.rounds, options, strict=True)
        )
        seats: Object = {"payer": shown.payer, "payee": shown.payee}
        return {"round": {"before": before, "after": after, **seats}}
    if shown is None:
        return {}
    return {
        "passing": {
            "hand": format_hand(shown.hand),
            "passed": tile_text(shown.passed),
            "win": tile_text(shown.win),
            "events": ["robbing"] if shown.robbing else [],
            "revealed": shown.revealed,
        }
    }


def options_object(values: Mapping[str, OptionValue]) -> Object:
    """Options as `score` takes them."""
    return {id_: value_json(value) for id_, value in values.items()}


def value_json(value: OptionValue) -> int | bool | str:
    """A value of an option as `score` takes it."""
    return "none" if value is None else value


def _words(words: Words) -> Object:
    return {"zh": words.zh, "en": words.en}


def witness_object(
    witness: Witness, options: Object, offered: frozenset[str] | None = None
) -> Object:
    """A won hand as a request to `score`; a situation or a choice by its words.

    Args:
        witness: what is shown.
        options: those of the side it is put to.
        offered: what players may choose there; None if that need not be looked at.
    """
    if isinstance(witness, Situation):
        said = {**witness.words, **_choices(witness.asked, offered)}
        if isinstance(said.get("choices"), str):
            del said["choices"]
        return {"table": witness.table, **said, "options": options}
    if isinstance(witness, Asking):
        return {"table": witness.table, "asked": asdict(witness.asked), "options": options}
    if isinstance(witness, Carrying):
        carried = f"carried.{witness.carried}"
        return {"carried": carried, "asked": asdict(witness.asked), "options": options}
    if isinstance(witness, Fact):
        return {"fact": witness.path}
    if isinstance(witness, Choice):
        return {"option": witness.option, "value": value_json(witness.value)}
    hand, won = witness.hand, witness.won
    return {
        "hand": concealed_text(hand),
        "melds": [format_meld(meld) for meld in hand.melds],
        "win": None if hand.win is None else tile_text(hand.win),
        "by": "self_draw" if won.self_draw else "discard",
        "events": list(won.events),
        "chain": won.chain,
        "revealed": won.winner_revealed,
        "payer_revealed": won.payer_revealed,
        **({"horses": won.horses} if won.horses else {}),
        **({"passed": won.winner_passed} if won.winner_passed else {}),
        **({"preceded": True} if won.winner_preceded else {}),
        **_choices(won, offered),
        "options": options,
    }


def _choices(asked: Won | Konged | Drawn, offered: frozenset[str] | None) -> Object:
    """What players have chosen, by choice, if anybody has chosen anything that is offered."""
    said = chosen_by_choice(asked)
    told: Object = {
        id_: dict[str, Json](values)
        for id_, values in said.items()
        if offered is None or id_ in offered
    }
    return {"choices": told} if told else {}


def answer_object(outcome: Answer) -> Object:
    """What one side says of a witness."""
    if isinstance(outcome, int):
        return {"pay": outcome}
    if isinstance(outcome, Accepted):
        return {"accepted": outcome.yes}
    if isinstance(outcome, Said):
        return {"said": outcome.answer}
    return {
        "value": outcome.value,
        "may_win": outcome.may_win,
        "fans": [fan for fan, _ in outcome.fans],
        "times": [times for _, times in outcome.fans],
        "product": outcome.product,
        "owed": outcome.owed,
    }
