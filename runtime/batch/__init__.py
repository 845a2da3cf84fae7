"""Many hands at once, with NumPy (the extra ``batch``); nothing else of the runtime imports it.

A hand is three numbers (`hands`). Each block's counts are looked up in a small table (`quotients`)
for the number of its class, the classes of the blocks and of the melds are joined, pair by pair,
in tables that fill themselves (`joins`), and what comes out is the number of the hand's signature
(`signatures`), for which each way of winning keeps the figures (`scores`). What the classes are is
worked out without NumPy (`blocks`, `melds`).
"""
