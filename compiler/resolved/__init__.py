"""One flat ruleset: extends applied, every value with its provenance."""
