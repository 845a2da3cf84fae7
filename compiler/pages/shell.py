"""A page: one file that loads nothing, readable on a phone, in the dark and on paper."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Literal

from .markup import Html, element, joined, link

if TYPE_CHECKING:
    from collections.abc import Iterable

_LANGUAGES: Final = {"zh": "zh-Hans", "en": "en"}
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""Whatever a page is made from, it can neither run nor fetch anything."""


def page(title: str, lang: Literal["en", "zh"], *body: str, style: str = "") -> str:
    """A whole page.

    Args:
        title: What the window is called.
        lang: The language of what has no language of its own.
        body: Its content: as a rule a `header`, `contents`, a `main` and perhaps a `footer`.
        style: Rules besides the shared ones; ours, not an author's.
    """
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Html(_style() + style)),
    )
    whole = element("html", head, "\n", element("body", *body), lang=language_tag(lang))
    return f"<!DOCTYPE html>\n{whole}\n"


def language_tag(lang: Literal["en", "zh"]) -> str:
    """How HTML names a language."""
    return _LANGUAGES[lang]


def contents(label: str, entries: Iterable[tuple[str, str]]) -> Html:
    """A table of contents.

    Args:
        label: What it is called.
        entries: The anchors and what the places are called.
    """
    items = joined(element("li", link(anchor, name)) for anchor, name in entries)
    return element(
        "nav", element("h2", label), element("ol", items), class_="contents", aria_label=label
    )


def section(anchor: str, title: str, *parts: str, class_: str | None = None) -> Html:
    """A part of a page that a table of contents can lead to."""
    return element("section", element("h2", title), *parts, id=anchor, class_=class_)


@cache
def _style() -> str:
    return files(__package__).joinpath("page.css").read_text("utf-8")
