"""What can be wrong, how it is collected, and how it is shown to people and to programs."""
