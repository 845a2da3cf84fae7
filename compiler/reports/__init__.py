"""A comparison weighed and shown: severity, approval, exit status, and every form."""
