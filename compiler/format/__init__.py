"""Rulesets in canonical form: the same content, written in the one way, comments kept."""
