"""Matrices: every two of several variants, and the same as one comparison at a time says."""

from __future__ import annotations

import json
import re
import time
from html.parser import HTMLParser
from importlib.resources import files
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from kawuxing.compiler.compile import check
from kawuxing.compiler.diagnostics.report import Sink
from kawuxing.compiler.diff.compare import compare
from kawuxing.compiler.diff.findings import Bystander, Outcome
from kawuxing.compiler.driver import load_ruleset
from kawuxing.compiler.library import builtins
from kawuxing.compiler.matrix.pairs import DEFAULTS, matrix
from kawuxing.compiler.matrix.render import matrix_object, matrix_text
from kawuxing.compiler.matrix.render_html import matrix_page
from kawuxing.compiler.matrix.words import Teller

from ..diff.variants import BASE, changed, core_of

if TYPE_CHECKING:
    from kawuxing.compiler.core.nodes import Core
    from kawuxing.compiler.matrix.pairs import Matrix, Sample

DEARER = changed(
    ("times: 2, when: triplets == 4", "times: 3, when: triplets == 4"),
    ("variant: town", "variant: dearer"),
)
MORE_FOR_KONGS = changed(
    ("when: kong.direct and payer.fed, pay: 2", "when: kong.direct and payer.fed, pay: 3"),
    ("variant: town", "variant: kongs"),
)
OTHER_TILES = changed(
    ("suits: [dots], dragons: [red]", "suits: [bamboos], dragons: [red]"),
    ("variant: town", "variant: other"),
)
PLAYED = [one.id for one in builtins() if not one.abstract]
SECONDS = 60
"""What all pairs of the built-in rulesets may take of one core."""


def of(*texts: str) -> Matrix:
    return matrix([core_of(text) for text in texts])


def towns(*ids: str) -> Matrix:
    cores: list[Core] = []
    for id_ in ids:
        core = check(load_ruleset(id_), Sink())
        assert core is not None
        cores.append(core)
    return matrix(cores)


def test_every_two_have_a_cell() -> None:
    found = of(BASE, DEARER, MORE_FOR_KONGS)
    assert [(one.before, one.after) for one in found.cells] == [(0, 1), (0, 2), (1, 2)]
    assert found.cell(2, 0) is found.cell(0, 2)


def test_what_one_comparison_says_of_hands() -> None:
    """One rule is another, so that one finding holds all hands there are."""
    cell = of(BASE, DEARER).cells[0]
    pair = core_of(BASE), core_of(DEARER)
    scored, *others = [
        one for one in compare(*pair, ("a", "b"), DEFAULTS).behavioural if one.kind == "scoring"
    ]
    assert others == []
    assert cell.hands is not None
    assert cell.hands.least is not None
    assert (cell.hands.hands, cell.hands.of, cell.hands.least.witness) == (
        scored.count,
        scored.of,
        scored.witness,
    )
    assert cell.hands.least.answers == (scored.before, scored.after)
    assert cell.hands.worth == cell.hands.hands > 0
    assert (cell.tables, cell.facts, cell.gaps) == ({}, (), ())


def test_the_same_rules_do_not_differ() -> None:
    (cell,) = of(BASE, BASE).cells
    assert cell.hands is not None
    assert (cell.hands.hands, cell.hands.worth, cell.hands.swing) == (0, 0, 0)
    assert (cell.hands.least, cell.hands.widest, cell.tables, cell.facts) == (None, None, {}, ())
    assert cell.equal


def test_payments_without_a_hand() -> None:
    (cell,) = of(BASE, MORE_FOR_KONGS).cells
    assert cell.hands is not None
    assert cell.hands.hands == 0
    # A direct kong as its giver sees it: revealed or not, in a chain of up to ten kinds.
    assert cell.tables == {"pay.kong": 2 * 10}
    assert (cell.payments, cell.rounds, cell.equal) == (2 * 10, 0, False)


def test_without_a_tile_in_common_nothing_is_compared() -> None:
    (cell,) = of(BASE, OTHER_TILES).cells
    assert cell.hands is None
    assert [gap.key for gap in cell.gaps] == ["no_tiles"]


def test_other_tiles_and_seats_are_said() -> None:
    found = towns("hubei", "hubei_short", "ancestor")
    assert [[gap.key for gap in cell.gaps] for cell in found.cells] == [
        [],
        ["seats", "tiles"],
        ["seats", "tiles"],
    ]
    same, seats, _ = (cell.hands for cell in found.cells)
    assert same is not None
    assert same.hands == 0
    assert seats is not None
    assert (seats.worth, seats.of) == (0, 170_828_673)
    # Paying for all: three shares of 256 at most, not two.
    assert seats.swing == 256


def test_worked_figures_of_two_towns() -> None:
    """A closed five is dearer in one, so that none but hands with a five differ."""
    (cell,) = towns("hubei", "xiaogan").cells
    assert cell.hands is not None
    assert cell.hands.least is not None
    assert 0 < cell.hands.worth <= cell.hands.hands < cell.hands.of // 10


def swing_of(sample: Sample) -> int:
    """What the two sides' answers are apart, as far as they speak of a payment."""
    paid = [one.owed if isinstance(one, Outcome) else one for one in sample.answers]
    assert all(isinstance(one, int) for one in paid)
    return abs(int(str(paid[0])) - int(str(paid[1])))


def test_the_largest_swing_has_a_hand_of_its_own() -> None:
    """The least hand of seven pairs with a four of a kind is not the dearest one."""
    (cell,) = towns("hubei", "xiangfan_online").cells
    assert cell.hands is not None
    least, widest = cell.hands.least, cell.hands.widest
    assert least is not None
    assert widest is not None
    assert widest.swing == cell.hands.swing > least.swing
    assert swing_of(widest) == widest.swing
    shown = list(Teller(towns("hubei", "xiangfan_online"), "en").samples(cell))
    assert [what for what, _, _ in shown] == [
        f"the least of them (swing {least.swing})" if least.swing else "the least of them",
        f"the least with the largest swing (swing {widest.swing:,})",
    ]


def test_where_only_a_bystander_pays_otherwise_it_is_said() -> None:
    rows = "pay: share, assumed: test}\n    - {id: nobody, pay: %s, assumed: test}"
    (cell,) = of(BASE, changed((rows % 0, rows % 3))).cells
    assert cell.hands is not None
    assert cell.hands.widest is not None
    assert isinstance(cell.hands.widest.witness, Bystander)
    assert cell.hands.widest.answers == (0, 3)


def test_pairs_that_only_differ_in_a_round_are_not_called_equal() -> None:
    found = towns("hubei", "hubei_short", "suizhou", "xiangyang_watching", "xiangyang")
    (short,) = [one for one in found.cells if (one.before, one.after) == (0, 1)]
    assert short.hands is not None
    assert (short.hands.hands, list(short.tables), short.facts) == (0, ["turn.kong"], ())
    assert not short.equal
    english = Teller(found, "en")
    assert (english.share(0, short), english.marks(short)) == ("0", "M")
    (said,) = [line for line in english.lines(short) if "kong" in line]
    assert said.startswith("whether a kong may be made: ")
    (watching,) = [one for one in found.cells if (one.before, one.after) == (3, 4)]
    assert [rule for one in watching.facts for rule in one.rules] == ["table.at_table.out"]
    assert list(watching.tables) == ["dealer"]
    assert english.marks(watching) == "NF"
    assert "table.at_table.out: watches | nobody" in list(english.lines(watching))
    text = matrix_text(found, "en")
    assert "0 M" in text
    assert "numbers carried on, too, are those of a first round" in text.splitlines()[1]
    page = matrix_page(found, "en")
    assert '<span class="marks">NF</span>' in page
    assert "≡" not in page.split("<table")[1].split("</table>")[0]


class Pages(HTMLParser):
    """What a page has: anchors, links, and elements that were opened and not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.add(str(given["id"]))
        if given.get("href"):
            self.links.add(str(given["href"]))
        if tag not in {"meta", "br", "link", "wbr", "hr", "col"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page(lang: str) -> None:
    found = of(BASE, DEARER, MORE_FOR_KONGS, OTHER_TILES)
    text = matrix_page(found, "zh" if lang == "zh" else "en")
    page = Pages(text)
    assert page.open == []
    ids = [core.ruleset.id for core in found.cores]
    assert {f"{one}-{other}" for one, other in combinations(ids, 2)} <= page.ids
    assert {link[1:] for link in page.links} <= page.ids
    assert all(link.startswith("#") for link in page.links)
    assert not re.search(r"https?://(?!www\.w3\.org)", text)
    assert text == matrix_page(found, "zh" if lang == "zh" else "en")


def test_on_a_phone_every_cell_names_its_column() -> None:
    found = of(BASE, DEARER, MORE_FOR_KONGS)
    text = matrix_page(found, "en")
    table = text.split('class="grid"')[1].split("</table>")[0]
    assert table.count('<td data-label="Town">') == 3 * 2
    assert table.count('<td class="self">') == 3
    narrow = text.split("@media screen and (max-width: 48rem)")[1]
    assert "content: attr(data-label)" in narrow.split(".pair")[0]


def test_names_of_strangers_are_escaped() -> None:
    hostile = changed(("{zh: 某地, en: Town}", "{zh: '<b>某', en: '<script>x</script>'}"))
    text = matrix_page(of(BASE, hostile), "en")
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_for_programs() -> None:
    schema = json.loads(
        files("kawuxing.compiler.schemas").joinpath("matrix.json").read_text("utf-8")
    )
    for found in (of(BASE, DEARER, MORE_FOR_KONGS, OTHER_TILES), towns("hubei", "ancestor")):
        given = json.loads(json.dumps(matrix_object(found)))
        assert list(Draft202012Validator(schema).iter_errors(given)) == []
        assert [one["id"] for one in given["variants"]] == [one.ruleset.id for one in found.cores]


def test_for_people() -> None:
    found = of(BASE, DEARER, MORE_FOR_KONGS, OTHER_TILES)
    english, chinese = matrix_text(found, "en"), matrix_text(found, "zh")
    assert english.count("Town × Town") == chinese.count("某地 × 某地") == 6
    assert "payments for kongs: 20 situations" in english
    assert "no suit is on both sides" in english
    assert "≡" in english
    assert "最小的一手" in chinese


@pytest.mark.slow
def test_all_pairs_of_the_built_in_rulesets() -> None:
    begun = time.process_time()
    found = towns(*PLAYED)
    taken = time.process_time() - begun
    assert len(found.cells) == len(PLAYED) * (len(PLAYED) - 1) // 2 == 105
    assert all(cell.hands is not None for cell in found.cells)
    assert taken < SECONDS
