"""The slow, obvious evaluator: walks the core's expressions over one whole reading at a time."""
