"""What the author wrote: declarations and expressions, names still plain text."""
