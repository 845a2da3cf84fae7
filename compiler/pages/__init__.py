"""The shell of the pages we write, and the tiles drawn on them."""
