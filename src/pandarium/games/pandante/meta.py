"""The lid of the box."""

from __future__ import annotations

from typing import Final

from pandarium.core.meta import Meta, Option

FOR_FUN: Final = {"gambling": ("no",)}
"""PD-G1: what is not offered in the gambling mode."""

META = Meta(
    name="pandante",
    title="Pandánte",
    tagline="Poker for pandas: claim any hand you like, and hope that nobody calls the lie.",
    seats=(2, 6),
    minutes=(30, 60),
    prefix="PD",
    rules=2,
    options=(
        Option(
            "abilities",
            "Light abilities are friendly, Dark ones are not (PD-L1, PD-D1).",
            "light",
            ("light", "dark"),
            when=FOR_FUN,
        ),
        Option("casinos", "Another casino each gambit, each with a rule of its own (PD-K1).", False),
        Option("champions", "Everyone plays a champion with a power of their own (PD-P1).", False),
        Option("diamonds", "Diamond Dreams: diamonds buy bigger snacks and abilities (PD-DD1).", False, when=FOR_FUN),
        Option(
            "gambling",
            "Play chips, no Gold Fairy: come and go as you like, or play until one is left (PD-G1).",
            "no",
            ("no", "drop-in", "tournament"),
        ),
        Option(
            "limit",
            "Drop in, drop out: the largest buy-in of the table; the least is 104 (PD-G1).",
            204,
            (104, 204, 504),
            when={"gambling": ("drop-in",)},
        ),
    ),
)
