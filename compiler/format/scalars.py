"""How a single value is written: bare, in quotes, or as a block."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from ..diagnostics.width import columns

if TYPE_CHECKING:
    from .tree import Leaf

# What begins or ends a bare value, or stands in it, would be something else to YAML.
_NOT_BARE: Final = re.compile(
    r"""^[\s,\[\]{}#&*!|>'"%@`?:]|^-(?:\s|$)|^---|^\.\.\.|:(?:\s|$)|\s\#|\s$|[\x00-\x1f\x7f]"""
)
_NOT_BARE_INSIDE: Final = re.compile(r"[,\[\]{}:?]")
_SPECIAL: Final = frozenset(("", "<<", "="))
_ESCAPED: Final = re.compile(r'["\\\x00-\x1f\x7f]')
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_ESCAPES: Final = {"\n": r"\n", "\t": r"\t", "\r": r"\r", '"': r"\"", "\\": r"\\"}
_JOINT: Final = re.compile(r"(?<=\S) (?=\S)")


class Block(NamedTuple):
    """A value written below its key: the block's indicator, and its lines."""

    indicator: str
    lines: list[str]


def is_bare(text: str) -> bool:
    """Whether a text can be written without quotes where it has a line to itself."""
    return text not in _SPECIAL and not _NOT_BARE.search(text)


def is_bare_inside(text: str) -> bool:
    """Whether a text can be written without quotes between brackets or as a key."""
    return is_bare(text) and not _NOT_BARE_INSIDE.search(text)


def quoted(text: str) -> str:
    """A text in quotes: double ones, or single ones if that saves escaping."""
    if _CONTROL.search(text) or not _ESCAPED.search(text):
        return '"' + _ESCAPED.sub(_escape, text) + '"'
    return "'" + text.replace("'", "''") + "'"


def _escape(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[0]) or f"\\x{ord(found[0]):02x}"


def one_line(leaf: Leaf) -> str:
    """A value where it has the rest of a line to itself."""
    bare = leaf.quotes == "never" or (leaf.quotes == "needed" and is_bare(leaf.text))
    return leaf.text if bare else quoted(leaf.text)


def between_brackets(leaf: Leaf) -> str | None:
    """A value inside a list or mapping on one line; None if only that would make it need quotes."""
    if leaf.quotes == "always" or (leaf.quotes == "needed" and not is_bare(leaf.text)):
        return None if "\n" in leaf.text else quoted(leaf.text)
    return leaf.text if is_bare_inside(leaf.text) else None


def block(leaf: Leaf, begun: int, indent: int, width: int) -> Block | None:
    """A value on lines of its own, if it has several or does not fit beside its key.

    Args:
        leaf: The value.
        begun: How many columns of the key's line are taken.
        indent: Where its own lines begin.
        width: How long a line may be.
    """
    if leaf.quotes != "needed":
        return None
    body = leaf.text.rstrip("\n")
    ends = len(leaf.text) - len(body)
    lines = body.split("\n")
    if ends > 1 or not lines[0] or any(not _is_block_line(line) for line in lines):
        return None
    chomping = "" if ends else "-"
    room = width - indent
    filled = [_fill(line, room) for line in lines]
    fold = any(len(pieces) > 1 for pieces in filled)
    if ends or len(lines) > 1:
        return Block(">" + chomping, _folded(filled)) if fold else Block("|" + chomping, lines)
    if begun + columns(one_line(leaf)) > width and (fold or columns(body) <= room):
        return Block(">" + chomping, _folded(filled))
    return None


def _is_block_line(line: str) -> bool:
    return line == line.strip() and not _CONTROL.search(line)


def _fill(line: str, room: int) -> list[str]:
    """Break a line at its blanks so that its pieces fit, as far as they can."""
    if columns(line) <= room:
        return [line]
    pieces: list[str] = []
    for word in _JOINT.split(line):
        longer = f"{pieces[-1]} {word}" if pieces else word
        if pieces and columns(longer) <= room:
            pieces[-1] = longer
        else:
            pieces.append(word)
    return pieces


def _folded(paragraphs: list[list[str]]) -> list[str]:
    """The lines of a folded block, in which a blank line is a line break."""
    lines = list(paragraphs[0])
    for paragraph in paragraphs[1:]:
        lines += ["", *(piece for piece in paragraph if piece)]
    return lines
