"""Options and arguments: what click needs, with every text in both languages."""

from __future__ import annotations

from os.path import isdir
from typing import TYPE_CHECKING, Any, Final

import click

from .faults import UsageFault
from .settings import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    _TextType = click.ParamType[str]
    _NumberType = click.ParamType[int]
else:
    _TextType = _NumberType = click.ParamType


class OneOf(_TextType):
    """One of a few words."""

    name = "word"

    def __init__(self, *words: str) -> None:
        """Accept these words only."""
        self.words = words

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """The words themselves."""
        return "|".join(self.words)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse any other word."""
        if value in self.words:
            return value
        from ..meant import did_you_mean  # noqa: PLC0415 - only when something is wrong

        name = param.opts[0] if param else self.name
        close, _ = did_you_mean(value, self.words)
        accepted = ", ".join(self.words)
        raise UsageFault("KWX0003", option=name, found=value, accepted=accepted, close=close)


class Number(_NumberType):
    """A whole number between two bounds, both included."""

    name = "number"

    def __init__(self, low: int = 0, high: int = 999_999_999) -> None:
        """Accept these numbers only."""
        self.low = low
        self.high = high

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """One letter for it."""
        return "N"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Read it."""
        text = str(value)
        if text.isascii() and text.isdigit() and len(text) <= len(str(self.high)):
            number = int(text)
            if self.low <= number <= self.high:
                return number
        name = param.opts[0] if param else self.name
        accepted = f"{self.low}…{self.high}"
        raise UsageFault("KWX0003", option=name, found=text, accepted=accepted, close="")


class Place(_TextType):
    """A file or a folder; it has a name, and where a stream can stand for it, that may be ``-``."""

    name = "place"

    def __init__(self, *, stream: bool = True) -> None:
        """Say whether ``-`` means a stream."""
        self.stream = stream

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse what names nothing."""
        if value and (self.stream or value != "-"):
            return value
        raise UsageFault("KWX0006", option=param.opts[0] if param else self.name)


class Folder(Place):
    """A folder that is there."""

    name = "folder"

    def __init__(self) -> None:
        """No stream can stand for it."""
        super().__init__(stream=False)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse what is none."""
        found = super().convert(value, param, ctx)
        if not isdir(found):
            raise UsageFault("KWX0107", folder=found)
        return found


MAX_SEED: Final = 2**64 - 1  # as in runtime.round.wall, which need not be loaded for a help
"""The greatest seed; of greater ones only so much would count."""


class Option(click.Option):
    """An option with its help in both languages."""

    def __init__(self, names: Sequence[str], en: str, zh: str, **more: Any) -> None:  # noqa: ANN401
        """Take click's own keywords too."""
        super().__init__(list(names), **more)
        self.words = Words(en, zh)


class Argument(click.Argument):
    """An argument with its help in both languages."""

    def __init__(self, name: str, en: str, zh: str, **more: Any) -> None:  # noqa: ANN401
        """Take click's own keywords too."""
        super().__init__([name], **{"metavar": name.upper(), **more})
        self.words = Words(en, zh)


LANG: Final = Option(
    ["--lang"],
    "language of everything said; the locale's, if left out",
    "输出的语言；不写则依系统语言",
    type=OneOf("zh", "en"),
    expose_value=False,
)

VARIANT: Final = Argument(
    "variant",
    "a ruleset: a built-in id, a Chinese name, a path, or git:REV:PATH",
    "规则：内置规则的 id、中文名、文件路径，或 git:REV:PATH",
)

USE: Final = Option(
    ["-u", "--use"],
    "a mix-in to lay upon the ruleset: a built-in id, a Chinese name, a path; may be repeated",
    "加在规则上的附加规则：内置的 id、中文名或文件路径；可写多次",
    multiple=True,
    metavar="MIXIN",
)

OTHER_USE: Final = Option(
    ["-U", "--other-use"],
    "a mix-in to lay upon the second ruleset; may be repeated",
    "加在后一份规则上的附加规则；可写多次",
    multiple=True,
    metavar="MIXIN",
)

ROOT: Final = Option(
    ["--root"],
    "folder inside which `extends` may name files besides the ruleset's own folder",
    "除规则文件所在文件夹外，extends 还可指向这个文件夹里的文件",
    metavar="DIR",
    type=Folder(),
)

PRESET: Final = Option(
    ["--preset"],
    "a preset of the variant: options that have a name; -o holds before it",
    "规则里的预设，即起了名的一组选项；-o 优先于它",
    metavar="NAME",
)

OTHER_PRESET: Final = Option(
    ["--other-preset"],
    "a preset of the second ruleset",
    "后一份规则的预设",
    metavar="NAME",
)

OPTIONS: Final = Option(
    ["-o", "options"],
    "an option of the variant, such as cap=16; may be repeated",
    "规则的选项，如 cap=16；可写多次",
    multiple=True,
    metavar="KEY=VALUE",
)

WAY: Final = (
    Option(
        ["--by"],
        "how the hand was won",
        "怎样胡的",
        type=OneOf("self_draw", "discard"),
        default="self_draw",
    ),
    Option(
        ["--event"],
        "what else happened; may be repeated",
        "另有什么情形；可写多次",
        type=OneOf("replacement", "kong_discard", "robbing", "last_tile"),
        multiple=True,
    ),
    Option(
        ["--chain"],
        "kongs in the chain that led to the win",
        "胡之前连开了几杠",
        type=Number(),
        default=0,
    ),
    Option(["--revealed"], "the winner had revealed", "胡的人亮了牌", is_flag=True),
    Option(["--payer-revealed"], "the payer had revealed", "付钱的人亮了牌", is_flag=True),
    Option(
        ["--preceded"],
        "another who wins on the same tile had revealed before the winner",
        "同一张牌另有人胡，且比这一家先亮牌",
        is_flag=True,
    ),
    Option(
        ["--passed"],
        "wins the winner has passed in this round",
        "胡的人这一局放过几次胡",
        type=Number(),
        default=0,
    ),
)
"""The circumstances of a win."""


CHOOSE: Final = Option(
    ["--choose"],
    "what winner, payer and all others together chose before the deal, such as ante=1,2; "
    "may be repeated",
    "胡的人、付钱的人、其余各家合计发牌前选了什么，如 ante=1,2；可写多次",
    multiple=True,
    metavar="KEY=N,N",
)


def chosen_given(pairs: Sequence[str]) -> dict[str, object]:
    """What ``--choose KEY=WINNER,PAYER,OTHERS`` says; what is left out is the default.

    Raises:
        UsageFault: for a pair without an equals sign, or with too many values.
    """
    found: dict[str, object] = {}
    for name, said in options_given(pairs, "--choose").items():
        values = str(said).split(",")
        if len(values) > len(_CHOOSERS):
            raise UsageFault("KWX0023", found=f"{name}={said}", most=len(_CHOOSERS))
        found[name] = {
            who: _number(value)
            for who, value in zip(_CHOOSERS, values, strict=False)
            if value.strip()
        }
    return found


def chosen_by_person(pairs: Sequence[str]) -> dict[str, list[object]]:
    """What ``--choose KEY=N,N,…`` says: a number for all, or one for each person.

    Raises:
        UsageFault: for a pair without an equals sign.
    """
    return {
        name: [_number(value) for value in str(said).split(",")]
        for name, said in options_given(pairs, "--choose").items()
    }


def _number(text: str) -> object:
    """A whole number if it is one; what is none is told by who reads it."""
    text = text.strip()
    digits = text.removeprefix("-")
    short = digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS
    return int(text) if short else text


def refuse_beside_batch(options: Sequence[Option]) -> None:
    """Refuse what is said of one hand where every line of a file says it for itself.

    The answers are JSON; to ask for any other form is refused, too.

    Raises:
        UsageFault: for an option that was typed, even if as it is by default.
    """
    typed = typed_options()
    for option in options:
        if option.name in typed:
            raise UsageFault("KWX0024", option=option.opts[0])
    form = click.get_current_context().params["format"]
    if "format" in typed and form != "json":
        raise UsageFault("KWX0003", option="--format", found=form, accepted="json", close="")


def typed_options() -> frozenset[str | None]:
    """The names of the options of this run that were typed, the language aside."""
    context = click.get_current_context()
    typed = click.core.ParameterSource.COMMANDLINE
    return frozenset(
        one.name
        for one in context.command.params
        if isinstance(one, Option) and one is not LANG
        if context.get_parameter_source(one.name or "") is typed
    )


_DIGITS: Final = 13
"""Those of the largest number that a ruleset may offer."""
_STAKE: Final = "stake"
_CHOOSERS: Final = ("winner", "payer", "others")


def format_option(*formats: str) -> Option:
    """In which form the result is wanted, text first."""
    return Option(
        ["--format"],
        "form of the result",
        "结果的格式",
        type=OneOf(*formats),
        default=formats[0],
    )


def options_given(pairs: Sequence[str], option: str = "-o") -> dict[str, object]:
    """What ``-o KEY=VALUE`` says, or another option like it, the last word counting.

    Raises:
        UsageFault: for a pair without an equals sign.
    """
    given: dict[str, object] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise UsageFault("KWX0007", option=option, found=pair)
        given[key.strip()] = value.strip()
    if _STAKE in given:  # no option of a variant, and never a text
        given[_STAKE] = _number(str(given[_STAKE]))
    return given
