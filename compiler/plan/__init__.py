"""Rules over atoms: counts that add up over the blocks of a hand."""
