"""The compiler: from a ruleset's text to an evaluator."""
