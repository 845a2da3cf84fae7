"""The examples in rulesets: what each must give, what it gives, and where the two differ."""
