"""A round of the game as an immutable state machine; knows mahjong, knows no variant."""
