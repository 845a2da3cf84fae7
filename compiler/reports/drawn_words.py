"""How it is said what is told of hands and players when nobody has won, English first."""

from __future__ import annotations

from typing import Final

WAITING: Final[tuple[tuple[str, tuple[str, str]], ...]] = (
    ("payer_ready", ("the payer waits", "付者听牌")),
    (
        "payee_ready",
        (
            "the payee waits, for {payee_worst} to {payee_best}",
            "收者听牌，值 {payee_worst} 到 {payee_best}",
        ),
    ),
    ("payee_points", ("with {payee_points} points", "另 {payee_points} 点")),
    ("payee_cap", ("under a cap of {payee_cap}", "封顶 {payee_cap}")),
    ("ready", ("{ready} wait", "{ready} 家听牌")),
    ("revealed", ("{revealed} have revealed", "{revealed} 家亮牌")),
    ("choices", ("{choices}", "{choices}")),
)
"""Each stands where what it is about is true, or more than 0."""
