"""Bytes to YAML nodes, every decoded character of which knows its place in the file."""
