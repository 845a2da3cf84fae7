"""What the sources say, clause by clause, and which rules carry it."""
