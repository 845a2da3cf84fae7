"""What evaluators run on: knows mahjong, knows no variant. Standard library only."""
