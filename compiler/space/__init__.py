"""The space of all won hands, folded into signatures: what rules can tell apart, counted."""
