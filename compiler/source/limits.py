"""How much of a file is read: a ruleset is text by strangers, and nobody writes one this large."""

from __future__ import annotations

MAX_BYTES = 1 << 20
"""The longest file."""

MAX_DEPTH = 64
"""How many mappings and lists may stand inside one another."""

MAX_NODES = 50_000
"""How many keys, values, mappings and lists a file may hold."""

MAX_FINDINGS = 100
"""After this many errors in the YAML of one file, reading stops."""
