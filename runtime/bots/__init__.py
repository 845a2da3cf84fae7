"""Players made of rules: what they may see, how they choose, and three that are built in."""
