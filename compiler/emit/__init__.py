"""Plan in, Python module out."""
