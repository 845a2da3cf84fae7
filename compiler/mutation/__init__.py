"""Rulesets changed in one place at a time, to see whether their examples notice."""
