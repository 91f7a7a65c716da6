"""What is fixed before the first card is dealt: players, level, options, cards (PP-S1, PP-S2, PP-S4, PP-S6)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.state import Setup
from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import EVERY_LOOT, KEY, LOOT, NUMBERS, bit, column

MOST_SEATS: Final = 4
MOST_CARDS: Final = 49
HAND: Final = 6
LEAST_IN_A_SET: Final = 3
LEAST_ALONE: Final = 2
"""Cards that a player alone keeps in hand (PP-A14)."""
HIDEOUT: Final = 3
SOLO_HAND: Final = 12
"""A player alone never holds more (PP-T2)."""
LOW_LIMIT: Final = 5
"""The harder limit of PP-S6."""
AWAY: Final = 3
"""How many cards may leave unseen (PP-S6)."""
PENALTY: Final = 4
"""What a multi-card pick-up costs (PP-T4),"""
LIGHT_PENALTY: Final = 3
"""or, easier, costs (PP-S6)."""
BELOW_LIMIT: Final = 1
"""What a set below the limit costs (PP-A6)."""
PANDAS: Final = 5
MEERKATS: Final = 5

NOBODY: Final = -1


class PilferingSetup(Setup):
    """Everything that the states of a game share; nothing in here ever changes."""

    solo: bool
    win: i64
    """The space that the pandas must reach (PP-S1)."""
    limit: i64
    """Cards that a Meerkat takes before it gets dear (PP-A6)."""
    begin: i64
    """Where the panda marker starts."""
    plans: i64
    """How many Foiled Plans are in the deck (PP-S5)."""
    loot: i64
    """The Loot cards of the deck, a mask (PP-S2)."""
    keys: i64
    twos: i64
    """Cards worth 2 points (PP-C2)."""
    wants: vec[i64]
    """The suits of the five Meerkats (PP-C5)."""
    reach: i64
    """The highest number that a Key may stand for (PP-A9)."""
    penalty: i64
    """What a multi-card pick-up costs (PP-T4, PP-S6)."""
    below: i64
    """What a set below the limit costs (PP-A6, PP-S6)."""
    away: i64
    """Cards that leave unseen (PP-S6)."""
    solo_suspicion: bool
    """Alone: Raised Suspicion lies on an area (PP-V1)."""
    time_up: i64
    """The quarter turn of the Timer on which time is up (PP-E7)."""
    last_check: bool
    """A last win check when the Timer runs out (PP-E7)."""
    stash_counts: bool
    """Alone: the Secret Stash counts in the final check (PP-3)."""
    pack: vec[i64]
    """All cards of the deck, in order."""
    nothing: vec[i64]
    unknown: vec[i64]
    nobody: vec[i64]
    """Empty hands, unknown hands, and no panda for everyone, to be copied."""
    bare: Area
    """What stands for an area until the Meerkats are there; nothing is ever laid there."""

    def __init__(
        self,
        game: Any,
        seats: int,
        options: dict[str, Any],
        content: Any,
        level: tuple[int, int, int, int],
        twos: int,
        wants: list[int],
    ) -> None:
        super().__init__(game, seats, options, content)
        self.solo = seats == 1
        win, limit, begin, plans = level
        self.win = win
        self.limit = LOW_LIMIT if options["low_limit"] else limit
        self.begin = begin - 1 if self.solo else begin  # PP-S4
        self.plans = plans if options["foiled_plans"] else 0
        self.loot = EVERY_LOOT
        top: i64 = 7 if seats <= 2 else 8 if seats == 3 else NUMBERS  # PP-S2
        self.reach = NUMBERS if options["ghost_keys"] else top
        while top < NUMBERS:
            self.loot &= ~column(top)
            top += 1
        self.keys = 4 if seats == MOST_SEATS else 3
        self.twos = twos
        self.wants = vec[i64](wants)
        self.penalty = LIGHT_PENALTY if options["light_pick_up"] else PENALTY
        self.below = 0 if options["quiet_trades"] else BELOW_LIMIT
        self.away = AWAY if options["unseen_cards"] else 0
        self.solo_suspicion = self.solo and options["solo_suspicion"]
        self.time_up = options["timer"]
        self.last_check = options["last_check"]
        counts = options["solo_final_stash"]
        self.stash_counts = self.solo and (counts == "count" or (counts == "level" and options["level"] != "intro"))
        self.pack = vec[i64]([card for card in range(LOOT) if self.loot & bit(card) != 0] + [KEY] * self.keys)
        self.nothing = vec[i64]([0] * seats)
        self.unknown = vec[i64]([0] * (seats * seats + seats))
        self.nobody = vec[i64]([NOBODY] * seats)
        self.bare = Area(0, self.reach)
