"""The texts of the diagnostics, one page a code, read only when something must be shown.

``pages/README.md`` says how a page is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Literal, TypeAlias

from ...runtime.counting import counted
from .visible import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .report import Diagnostic, Label, Value

Lang: TypeAlias = Literal["en", "zh"]

CODE = re.compile(r"KWX\d{4}")
_FIELD = re.compile(r"\{\{|\}\}|\{(\w+)\}")
_KEY = re.compile(r"(title|message|help|help\.\w+|label\.\w+)\.(en|zh)")
_CHINESE_HEADING = re.compile(r"^#+ .*[\u4e00-\u9fff]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A page of the catalogue.

    Attributes:
        code: Its code.
        texts: The front matter: ``message.en`` and so on, in the order written.
        body: What stands below it, English first.
    """

    code: str
    texts: Mapping[str, str]
    body: str

    def text(self, key: str, lang: Lang) -> str:
        """One of its texts; the other language's where this one is missing."""
        other = "zh" if lang == "en" else "en"
        return self.texts.get(f"{key}.{lang}") or self.texts.get(f"{key}.{other}", "")


def load_entry(code: str) -> Entry | None:
    """Read the page of a code; None for a code that has none."""
    return _load(code) if CODE.fullmatch(code) else None


def all_codes() -> tuple[str, ...]:
    """Every code that has a page, in order."""
    names = (page.name.removesuffix(".md") for page in _pages().iterdir())
    return tuple(sorted(name for name in names if CODE.fullmatch(name)))


def parse_entry(code: str, text: str) -> Entry:
    """Split a page into its front matter and its body.

    Raises:
        ValueError: If a line of the front matter is none; the catalogue's own tests see to it
            that no page in the package is written so.
    """
    _, _, rest = text.replace("\r\n", "\n").partition("---\n")
    front, mark, body = rest.partition("\n---\n")
    if not mark:
        raise ValueError(f"{code}: no front matter")
    texts: dict[str, str] = {}
    for line in filter(str.strip, front.split("\n")):
        key, colon, value = line.partition(":")
        if not colon or not _KEY.fullmatch(key) or key in texts:
            raise ValueError(f"{code}: {line}")
        texts[key] = value.strip()
    return Entry(code, texts, body.strip() + "\n")


def title(code: str, lang: Lang) -> str:
    """The title of a code's page."""
    entry = load_entry(code)
    return entry.text("title", lang) if entry else code


def message(diagnostic: Diagnostic, lang: Lang) -> str:
    """What is wrong, in one sentence."""
    entry = load_entry(diagnostic.code)
    if entry is None:
        params = ", ".join(f"{key}={value}" for key, value in diagnostic.params.items())
        return shortened(params) or diagnostic.code
    return _fill(entry.text("message", lang), diagnostic.params)


def helps(diagnostic: Diagnostic, lang: Lang) -> tuple[str, ...]:
    """How it can be mended; advice that speaks of what is not known here is left out."""
    entry = load_entry(diagnostic.code)
    if entry is None:
        return ()
    keys = dict.fromkeys(key.rpartition(".")[0] for key in entry.texts if key.startswith("help"))
    advice = (entry.text(key, lang) for key in keys)
    return tuple(
        _fill(text, diagnostic.params)
        for text in advice
        if all(diagnostic.params.get(name, "") != "" for name in fields(text))
    )


def label_text(diagnostic: Diagnostic, label: Label, lang: Lang) -> str:
    """What a second place has to do with it."""
    entry = load_entry(diagnostic.code)
    text = entry.text(f"label.{label.key}", lang) if entry else ""
    return _fill(text, {**diagnostic.params, **label.params}) if text else label.key


def page(code: str, lang: Lang) -> str | None:
    """The page of a code as Markdown in one language, or None for a code that has none."""
    entry = load_entry(code)
    if entry is None:
        return None
    found = _CHINESE_HEADING.search(entry.body)
    split = found.start() if found else len(entry.body)
    part = entry.body[:split] if lang == "en" or not found else entry.body[split:]
    part = part.strip().removeprefix("# 中文").strip()
    return f"# {code} · {entry.text('title', lang)}\n\n{part}\n"


def fields(text: str) -> Iterator[str]:
    """The names of the values a text needs."""
    return (found[1] for found in _FIELD.finditer(text) if found[1])


def _fill(text: str, params: Mapping[str, Value]) -> str:
    """Put values into a text; they may come from strangers, so nothing in them is obeyed."""

    def value(found: re.Match[str]) -> str:
        if not found[1]:
            return found[0][0]
        return shortened(str(params.get(found[1], found[0])))

    return _FIELD.sub(value, counted(text, params))


def _pages() -> resources.abc.Traversable:
    return resources.files(__package__) / "pages"


@lru_cache(maxsize=256)
def _load(code: str) -> Entry | None:
    try:
        text = (_pages() / f"{code}.md").read_text(encoding="utf-8")
    except OSError:
        return None
    return parse_entry(code, text)
