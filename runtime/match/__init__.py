"""Many rounds one after another: who sits where, who deals, who has what."""
