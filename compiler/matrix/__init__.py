"""Every pair of several variants at once: how far apart they are."""
