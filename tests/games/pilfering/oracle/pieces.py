"""Cards, areas, positions and plays, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

KEY = "KEY"
SUITS = "rygbp"
TWO_POINTS = frozenset({"r1", "y2", "g3", "b5", "p6"})  # PP-C2
MEERKATS = {"Nenal": "ryb", "Aria": "ygp", "Tiko": "gbr", "Suri": "bpy", "Bram": "prg"}  # PP-C5

TORCH_BEAM = "torch beam"
MUDDY_PAWS = "muddy paws"
EARLY_ROUNDS = "early rounds"
LOCKED_GATE = "locked gate"
RUBBISH_RUMMAGE = "rubbish rummage"
BACK_DOOR_TRADE = "back door trade"
SHARING_IS_CARING = "sharing is caring"
PLANS = (
    TORCH_BEAM,
    MUDDY_PAWS,
    EARLY_ROUNDS,
    LOCKED_GATE,
    RUBBISH_RUMMAGE,
    BACK_DOOR_TRADE,
    SHARING_IS_CARING,
)

ESCAPED = "escaped"
CAUGHT = "caught"
TIME_UP = "time is up"
NO_CARD = "no card to draw"
FAILED = "failed the final check"
TOO_EARLY = "no cards left before the goal"

Card = str
Cards = tuple[Card, ...]


@dataclass(frozen=True)
class Options:
    """What the players agreed on (PP-S1, PP-S4, PP-S6). `options_for` fills it in for a level."""

    win: int = 35
    limit: int = 6
    top: int = 9
    """The highest number in the deck (PP-S2)."""
    key_top: int = 9
    """The highest number that a Key may stand for (PP-A9); at least `top`."""
    multi: int = 4
    """The keeper's move for a multi-card pick-up."""
    free_below: bool = False
    """No keeper move for sets and extensions below the limit."""
    solo_suspicion: bool = False
    """PP-V1."""
    time_up: int = 4
    """The quarter turn of the Timer on which time is up (PP-E7)."""
    last_check: bool = False
    """A last win check when the Timer runs out (PP-E7)."""
    count_stash: bool = True
    """The Secret Stash counts in the final check (PP-3)."""


@dataclass(frozen=True)
class Laid:
    """One set in an area: where it starts, how many cards it has now and had when laid, whether it paid the bonus.

    `joined`: its first card is a loose Key that it took in when it was laid (PP-F2).
    """

    start: int
    length: int
    laid: int
    bonus: bool = False
    joined: bool = False


@dataclass(frozen=True)
class Area:
    """One Meerkat: the three preferred suits, the cards from left to right, and the sets on them, also from the left.

    A card in no set lies loose: it came by Rubbish Rummage (PP-F2).
    """

    likes: str
    cards: Cards = ()
    sets: tuple[Laid, ...] = ()


@dataclass(frozen=True)
class Position:
    """Everything that lies on the table, before the decision of `phase`.

    refresh   draw, or take cards from the Hideout
    actions   sets, extensions, swaps, Keys, abilities; pass ends them
    give      the partner of Sharing chooses a card (`sharing` is who and what they get)
    stash     a card to the Hideout
    check     escape now, or go on (only if the conditions are met)
    secret    solo: a Secret Stash card to the Hideout
    rummage   the area for `found`
    back door a set to the left of an area, or none
    over      see `over`
    """

    hands: tuple[Cards, ...]
    areas: tuple[Area, Area]
    deck: Cards = ()
    """The top first, Foiled Plans among the cards."""
    hideout: Cards = ()
    """Left to right."""
    secret: Cards = ()
    options: Options = Options()
    phase: str = "refresh"
    seat: int = 0
    panda: int = 8
    keeper: int = 0
    pandas: tuple[str, ...] = ()
    """Each seat's ability: sharing, greedy, sneaky, charming, crafty."""
    used: tuple[bool, ...] = ()
    suspect: int | None = None
    """Who has the Raised Suspicion card."""
    suspicion: int = 2
    """Its side."""
    suspicion_gone: bool = False
    suspicious_area: int | None = None
    """PP-V1."""
    timer_seat: int | None = None
    """Who took the Timer (PP-E6)."""
    timer: int = 0
    """Its quarter turns since."""
    held: Cards = ()
    """Picked up as a single card this turn: neither stashed nor given (PP-T3)."""
    duty: Card | None = None
    """Must still be played this turn (PP-T5)."""
    early: bool = False
    locked: bool = False
    early_next: frozenset[int] = frozenset()
    locked_next: frozenset[int] = frozenset()
    emptied: bool = False
    """The player whose turn it is went out this turn."""
    sharing: tuple[int, Card] | None = None
    drawing: str | None = None
    """What the interrupted draw was for: refresh, hideout, secret."""
    found: Card | None = None
    swaps: tuple[tuple[Card, Card], ...] = ()
    """What chance swaps for Sharing is Caring, one pair (mine, theirs) for each time."""
    over: str | None = None

    @property
    def solo(self) -> bool:
        return len(self.hands) == 1

    @property
    def hand(self) -> Cards:
        return self.hands[self.seat]

    @property
    def caught(self) -> bool:
        return self.keeper >= self.panda  # PP-E2


@dataclass(frozen=True)
class Play:
    """One concrete thing to do. `using` names the ability that is used with it."""

    kind: str
    area: int | None = None
    cards: Cards = ()
    """In the order in which they are laid; for a swap by Sharing alone mine and the Secret Stash's."""
    place: int | None = None
    """Of the Key that is swapped out: its index in the area, from the left."""
    seat: int | None = None
    using: str | None = None


@dataclass(frozen=True)
class Effect:
    """What a play comes to (PP-A8): plays with the same effect are the same move."""

    kind: str
    area: int | None
    content: Cards
    """Of the played cards, sorted."""
    first: Card | None
    """Of the set: for a re-use the end card that was there."""
    last: Card | None
    ends: frozenset[Card]
    """What the area's end card may be afterwards."""
    place: int | None
    seat: int | None
    using: str | None
    panda: int
    keeper: int


def options_for(level: str, players: int) -> tuple[Options, int]:
    """The options of a level, and the space where the panda starts (PP-S1, PP-S2, PP-S4)."""
    top = {1: 7, 2: 7, 3: 8, 4: 9}[players]
    win = 29 if level == "intro" else 35
    limit = 5 if level == "hard" else 6
    start = (7 if level == "hard" else 8) - (1 if players == 1 else 0)
    return Options(win=win, limit=limit, top=top, key_top=9, count_stash=level != "intro"), start
