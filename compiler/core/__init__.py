"""Typed rules: the centre of the house. Evaluators, proofs and the diff all start here."""
