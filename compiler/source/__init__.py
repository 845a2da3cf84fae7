"""From bytes to YAML nodes, every one of them with its exact place."""
