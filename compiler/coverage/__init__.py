"""What the examples of a ruleset reach of its rules, and what none of them does."""
