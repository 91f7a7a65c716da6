"""The lid of the box."""

from __future__ import annotations

from pandarium.core.meta import Meta, Option

META = Meta(
    name="pilfering",
    title="Pilfering Pandas",
    tagline="Trade stolen food with meerkats and be gone before the keeper comes. Together, or alone.",
    seats=(1, 4),
    minutes=(15, 30),
    prefix="PP",
    rules=2,
    cooperative=True,
    talk="PP-X1",
    options=(
        Option(
            "level",
            "How far it is, how soon Meerkats get dear, how much of a start (PP-S1).",
            "normal",
            ("intro", "normal", "hard"),
        ),
        Option("foiled_plans", "Harder: two or three Foiled Plans lurk in the deck (PP-S5).", False),
        Option("unseen_cards", "Harder: three random cards leave the deck unseen (PP-S6).", False),
        Option("low_limit", "Harder: Meerkats get dear at 5 cards, whatever the level (PP-S6).", False),
        Option(
            "solo_suspicion",
            "Harder: suspicion stays where you played the card you picked up from (PP-V1).",
            False,
            seats=(1, 1),
        ),
        Option("quiet_trades", "Easier: sets and extensions below the limit do not move the keeper (PP-S6).", False),
        Option("light_pick_up", "Easier: a multi-card pick-up costs 3 instead of 4 (PP-S6).", False),
        Option(
            "talk",
            "Strict: only the phrases that give no hand away; open: talk freely (PP-X1).",
            "strict",
            ("strict", "open"),
            seats=(2, 4),
        ),
        Option(
            "ghost_keys",
            "A Key may stand for a number that left the deck with the number of players; no is harder (PP-A9).",
            True,
            (True, False),
            seats=(1, 3),
        ),
        Option(
            "timer",
            "The quarter turn of the Timer on which time is up; 3 is harder (PP-E7).",
            4,
            (4, 3),
            {4: "on the fourth turn", 3: "on the third turn"},
            seats=(2, 4),
        ),
        Option(
            "last_check", "Easier: when the Timer runs out, there is one last win check (PP-E7).", False, seats=(2, 4)
        ),
        Option(
            "solo_final_stash",
            "Does the Secret Stash count in the final check? By level: not in intro (PP-3).",
            "level",
            ("level", "count", "ignore"),
            seats=(1, 1),
        ),
    ),
)
