"""Two variants compared: what changed in the files, and what changed for the players."""
