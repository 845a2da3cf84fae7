"""A town's rulebook, made from its ruleset."""
