"""In which language a run speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Lang: TypeAlias = Literal["en", "zh"]

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class Words(NamedTuple):
    """A text in both languages."""

    en: str
    zh: str

    def in_language(self, lang: Lang) -> str:
        """The text in one of them."""
        return self.zh if lang == "zh" else self.en


class Settings(NamedTuple):
    """What every verb is given besides its own arguments."""

    lang: Lang

    def say(self, words: tuple[str, str]) -> str:
        """One of two texts, English first."""
        return words[1] if self.lang == "zh" else words[0]

    def fill(self, words: tuple[str, str], **values: object) -> str:
        """One of two texts with values in it; one example, two examples."""
        from ...runtime.counting import filled  # noqa: PLC0415 - not for every verb

        return filled(self.say(words), values)


def language(args: Sequence[str], environment: Mapping[str, str]) -> Lang:
    """The language of a run: what ``--lang`` says, wherever it stands; else the locale's.

    It is needed before anything is parsed, because what is wrong with the arguments has to be
    said in it.
    """
    said = [args[at + 1] for at, arg in enumerate(args[:-1]) if arg == "--lang"]
    said += [arg.removeprefix("--lang=") for arg in args if arg.startswith("--lang=")]
    for word in said:
        if word == "zh":
            return "zh"
        if word == "en":
            return "en"
    locale = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    return "zh" if locale.lower().startswith("zh") else "en"
