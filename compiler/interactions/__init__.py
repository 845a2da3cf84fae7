"""Which switches bear on one another: mix-ins and options, every two of one ruleset."""
