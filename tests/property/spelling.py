"""Spells a tree of mappings, lists and texts as YAML in as many ways as chance allows.

Comments are put wherever YAML lets them stand. Each has a number of its own; one that begins with
`# ^key` stands above an entry, one that begins with `# <key` behind an entry, on its line.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, TypeAlias

import yaml

if TYPE_CHECKING:
    import random

Tree: TypeAlias = "dict[str, Tree] | list[Tree] | str"

_FORMULAS = {"when", "times", "at", "pay", "allowed", "is"}
_EXACT = {"default", "offered"}
_LOOKS_EXACT = re.compile(r"-?[0-9]+|true|false|none|null|removed")


def read_plainly(text: str) -> Tree:
    """What another reader of YAML makes of a text, every value being text."""
    tree: Tree = yaml.load(text, Loader=yaml.CBaseLoader)
    return tree


class Speller:
    """Spells one tree; `comments` are those it wrote."""

    def __init__(
        self, chance: random.Random, *, remarks: float = 0.15, shuffles: bool = True
    ) -> None:
        self._chance = chance
        self._shuffles = shuffles
        self._remarks = remarks
        self.comments: list[str] = []
        self._limit = 99  # a comment further to the right would belong to the block above it

    def spell(self, tree: dict[str, Tree]) -> str:
        """The whole text."""
        lines = [*self._own_lines(0), *(["---"] if self._maybe(0.1) else [])]
        lines += self._mapping(tree, 0, self._maybe(0.02))
        lines += self._own_lines(0)
        return self._chance.choice(("\n", "\n", "\r\n")).join(lines) + "\n"

    def _maybe(self, probability: float) -> bool:
        return self._chance.random() < probability

    def _comment(self, about: str = "") -> str:
        number = len(self.comments)
        words = self._chance.choice(("", " x: [1", " 注释，“引号”", " it's", " # twice", " - a"))
        self.comments.append(f"#{about} №{number}№{words}")
        return self.comments[-1] + " " * self._chance.choice((0, 0, 2))

    def _behind(self, key: str = "") -> str:
        """A comment at the end of a line."""
        if not self._maybe(self._remarks):
            return ""
        return " " * self._chance.randint(1, 4) + self._comment(f" <{key}" if key else "")

    def _own_lines(self, indent: int) -> list[str]:
        """Blank lines, and comments anywhere near a column."""
        lines = []
        while self._limit >= 0 and self._maybe(self._remarks):
            column = min(self._limit, max(0, indent + self._chance.randint(-4, 4)))
            lines.append("" if self._maybe(0.4) else " " * column + self._comment())
        return lines

    def _above(self, key: str, indent: int) -> list[str]:
        if not self._maybe(self._remarks):
            return []
        return [" " * indent + self._comment(f" ^{key}")]

    def _mapping(self, tree: dict[str, Tree], indent: int, flow: bool) -> list[str]:
        if flow or not tree:
            return self._flow(tree, indent, "")
        lines: list[str] = []
        entries = list(tree.items())
        if self._shuffles:
            self._chance.shuffle(entries)
        for number, (key, value) in enumerate(entries):
            lines += self._own_lines(indent)
            lines += self._above(key, indent) if number else []
            lines += self._entry(key, value, indent)
        return lines

    def _entry(self, key: str, value: Tree, indent: int) -> list[str]:
        spelt = self._scalar(key, True, False, indent)[0]
        pad = " " * indent
        if self._maybe(0.03):
            first, *rest = self._below(value, key, indent + 1)
            return [
                f"{pad}? {spelt}",
                *self._own_lines(indent),
                f"{pad}: {first.lstrip(' ')}",
                *rest,
            ]
        return self._behind_key(f"{pad}{spelt}:", key, value, indent)

    def _below(self, value: Tree, key: str, indent: int) -> list[str]:
        """A value whose first line follows something; comments in it are few."""
        if isinstance(value, str):
            first, *rest = self._scalar(value, False, _must_be_plain(value, key), indent)
            return [first, *rest]
        return self._flow(value, indent, key)

    def _behind_key(self, head: str, key: str, value: Tree, indent: int) -> list[str]:
        inner = indent + self._chance.randint(1, 4)
        if isinstance(value, str):
            first, *rest = self._scalar(value, False, _must_be_plain(value, key), inner)
            if self._maybe(0.05) and not first.startswith(("|", ">")):
                return [head, *self._own_lines(inner), " " * inner + first, *rest]
            comment = "" if rest and not first.startswith(("|", ">")) else self._behind(key)
            return [f"{head} {first}{comment}", *rest]
        if not value or self._maybe(0.4):
            first, *rest = self._flow(value, inner, key)
            return [f"{head} {first.lstrip(' ')}", *rest]
        if isinstance(value, list):
            return [head + self._behind(key), *self._items(value, indent, key)]
        return [head + self._behind(key), *self._mapping(value, inner, False)]

    def _items(self, items: list[Tree], indent: int, key: str) -> list[str]:
        dash = indent + self._chance.choice((0, 0, 2, 2, 1, 3))
        lines: list[str] = []
        for item in items:
            lines += self._own_lines(dash)
            lines += self._item(item, dash, key)
        return lines

    def _item(self, item: Tree, dash: int, key: str) -> list[str]:
        blanks = self._chance.choice((1, 1, 1, 2, 3))
        inner = dash + 1 + blanks
        head = " " * dash + "-"
        if isinstance(item, dict) and item and self._maybe(0.6):
            lines = self._mapping(item, inner, False)
            if lines[0].strip().startswith("#") or not lines[0].strip() or self._maybe(0.1):
                return [head + self._behind(), *lines]
            return [head + " " * blanks + lines[0].lstrip(" "), *lines[1:]]
        first, *rest = self._below(item, key, inner)
        return [head + " " * blanks + first.lstrip(" "), *rest]

    def _flow(self, tree: dict[str, Tree] | list[Tree], indent: int, key: str) -> list[str]:
        """Something between brackets, on one line or several; the first is not indented."""
        opening, closing = ("{", "}") if isinstance(tree, dict) else ("[", "]")
        spread = self._maybe(0.3)
        lines = [opening]
        children = list(tree.items()) if isinstance(tree, dict) else [(key, it) for it in tree]
        for number, (name, child) in enumerate(children):
            if spread:
                lines[-1] += self._behind()
                lines += [*self._own_lines(indent), " " * indent]
            first, *rest = self._in_brackets(child, name, indent)
            head = ""
            if isinstance(tree, dict):
                head = self._scalar(name, True, False, indent)[0] + ": "
            lines[-1] += head + first
            lines += rest
            if number + 1 < len(children):
                lines[-1] += ", " if self._maybe(0.8) else " , "
        if spread:
            lines[-1] += self._chance.choice((",", "")) if children else ""
            lines[-1] += self._behind()
            lines += [*self._own_lines(indent), " " * indent]
        lines[-1] += closing
        return lines

    def _in_brackets(self, child: Tree, key: str, indent: int) -> list[str]:
        if isinstance(child, str):
            return self._scalar(child, True, _must_be_plain(child, key), indent)
        return self._flow(child, indent, key)

    def _scalar(self, text: str, inside: bool, plain: bool, indent: int) -> list[str]:
        """One value in a style that says just this text."""
        self._limit = 99
        if plain:
            return [text]
        styles = [self._plain, self._single, self._double]
        if text and not inside:
            styles += [self._literal, self._folded, self._plain_lines]
        lines = self._chance.choice(styles)(text, indent)
        if not _says(lines, text, inside, indent):
            return [json.dumps(text, ensure_ascii=False)]
        if lines[0].startswith(("|", ">")):
            self._limit = -1 if lines[0][1:] == "+" else max(0, indent - 1)
        return lines

    def _plain(self, text: str, indent: int) -> list[str]:
        return [text]

    def _plain_lines(self, text: str, indent: int) -> list[str]:
        return self._broken(text, indent)

    def _single(self, text: str, indent: int) -> list[str]:
        return ["'" + text.replace("'", "''") + "'"]

    def _double(self, text: str, indent: int) -> list[str]:
        return [json.dumps(text, ensure_ascii=self._maybe(0.2))]

    def _literal(self, text: str, indent: int) -> list[str]:
        return [f"|{self._chomping(text)}", *_indented(text.rstrip("\n").split("\n"), indent)]

    def _folded(self, text: str, indent: int) -> list[str]:
        paragraphs = [self._broken(line, 0) for line in text.rstrip("\n").split("\n")]
        lines = paragraphs[0]
        for paragraph in paragraphs[1:]:
            lines += ["", *(line for line in paragraph if line)]
        return [f">{self._chomping(text)}", *_indented([line.strip() for line in lines], indent)]

    def _chomping(self, text: str) -> str:
        if text.endswith("\n\n"):
            return "+"
        return "" if text.endswith("\n") else "-"

    def _broken(self, text: str, indent: int) -> list[str]:
        """A text broken at some of its blanks."""
        words = text.split(" ")
        lines = [words[0]]
        for word in words[1:]:
            if self._maybe(0.2):
                lines.append(" " * indent + word)
            else:
                lines[-1] += f" {word}"
        return lines


def _must_be_plain(text: str, key: str) -> bool:
    """Whether quotes would make another value of it."""
    if (text and key in _EXACT) or text == "removed":
        return True
    formula = key in _FORMULAS and key != "allowed"  # in what is expected it is a plain truth
    return not formula and _LOOKS_EXACT.fullmatch(text) is not None


def _indented(lines: list[str], indent: int) -> list[str]:
    return [" " * max(1, indent) + line if line else "" for line in lines]


def _says(lines: list[str], text: str, inside: bool, indent: int) -> bool:
    """Whether another reader takes these lines for the text."""
    first, *rest = lines
    body = "\n".join((first, *rest))
    try:
        if inside:
            return read_plainly(f"[{{{body} : {body} }}, {body} ]") == [{text: text}, text]
        pad = " " * max(0, indent - 1)
        return read_plainly(f"{pad}k: {body}\n{pad}l: m\n") == {"k": text, "l": "m"}
    except (yaml.YAMLError, TypeError):
        return False
