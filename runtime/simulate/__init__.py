"""Many matches between bots, counted: what happens under a variant, and what it earns whom."""
