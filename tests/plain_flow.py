"""The least that a ruleset of its own has to say about the course of a round."""

from __future__ import annotations

FLOW = """\
turn:
  precedence: [win, kong, pung]
  winners: many
  tail: true
  kong: [{id: else, allowed: true, assumed: test}]
  pung: [{id: else, allowed: true, assumed: test}]
  reveal: [{id: else, allowed: true, assumed: test}]
  reveal_anytime: false
  missed: [{id: else, allowed: false, assumed: test}]
  must: []
  assumed: test
dealer: [{id: drawn, next: dealer, assumed: test}]
"""
