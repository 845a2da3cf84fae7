"""What is decided over the whole space of hands: which rules matter, whether modules agree."""
