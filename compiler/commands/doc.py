"""`kawuxing doc`: a town's rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from .faults import FINE
from .parameters import OPTIONS, PRESET, ROOT, USE, VARIANT, OneOf, Option, Place
from .variants import compiled, evaluator_of, options_of
from .verb import verb

if TYPE_CHECKING:
    from ..book.voice import Lang
    from .settings import Settings


class _Given(TypedDict):
    variant: str
    options: tuple[str, ...]
    preset: str | None
    languages: str
    format: str
    out: str | None
    use: tuple[str, ...]
    root: str | None


@verb(
    (
        "Write a town's rulebook: every fan with a hand drawn in tiles, the payments, the options, "
        "the examples worked out, what is assumed and the clauses it rests on. As Markdown, or as "
        "one page to be read in a browser or printed.",
        "写出一地的规则书：每一番配一手画出来的牌，付钱的办法、选项、逐步算出的例子、推定与所依据的条文。"
        "可写成 Markdown，或一个可在浏览器里看、可打印的网页。",
    ),
    VARIANT,
    OPTIONS,
    PRESET,
    Option(
        ["--lang", "languages"],
        "language of the book",
        "书的语言",
        type=OneOf("zh", "en", "both"),
        default="both",
    ),
    Option(
        ["--format"],
        "form of the book",
        "书的格式",
        type=OneOf("md", "html"),
        default="md",
    ),
    Option(
        ["--out"],
        "file to write to; standard output, if left out",
        "写到哪个文件；不写则输出到标准输出",
        metavar="FILE",
        type=Place(),
    ),
    USE,
    ROOT,
    examples=(
        "kawuxing doc mytown.yaml --format html --out mytown.html",
        "kawuxing doc mytown.yaml --lang zh -o cap=16",
    ),
)
def command(settings: Settings, **given: Unpack[_Given]) -> int:
    """Compile the town, work its book out, and write it."""
    del settings
    from .writing import check_writable, save  # noqa: PLC0415 - not for `--help`

    out = "-" if given["out"] is None else given["out"]
    check_writable(out)
    made = compiled(given["variant"], given["root"], given["use"], examples=True)
    rules = evaluator_of(made, options_of(made.core, given["options"], given["preset"]))
    from ..book.rulebook import rulebook  # noqa: PLC0415 - not for faults
    from ..book.shown import town  # noqa: PLC0415

    worked = town(made.core, rules)
    languages: tuple[Lang, ...] = ("zh", "en")
    if given["languages"] != "both":
        languages = ("zh",) if given["languages"] == "zh" else ("en",)
    books = [rulebook(worked, lang) for lang in languages]
    if given["format"] == "html":
        from ..book.to_html import to_html  # noqa: PLC0415

        text = to_html(books)
    else:
        from ..book.to_markdown import to_markdown  # noqa: PLC0415

        text = to_markdown(books)
    save(out, text)
    return FINE
