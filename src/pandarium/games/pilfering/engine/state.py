"""What lies on the table of Pilfering Pandas, how it is copied, and who knows what. The rules are in other modules."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State
from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import (
    EVERY_LOOT,
    FIRST_PLAN,
    KEY,
    LOOT,
    NO_CARD,
    PLANS,
    bit,
    column,
    count,
    has,
    keys_of,
)
from pandarium.games.pilfering.engine.sets import NOWHERE

MOST_SEATS: Final = 4
MOST_CARDS: Final = 49
HAND: Final = 6
HIDEOUT: Final = 3
SOLO_HAND: Final = 12
"""A player alone never holds more (PP-T2)."""
MEMORY: Final = 61
"""How many answers are remembered while moves are listed; a prime, which spreads them."""
DEPTH: Final = 3
"""A way to play a card that must be played takes so many actions at most (PP-T5)."""
AWAY: Final = 3
"""How many cards may leave unseen (PP-S6)."""
PANDAS: Final = 5
MEERKATS: Final = 5

SHARING: Final = 0
"""The five pandas (PP-C6)."""
GREEDY: Final = 1
SNEAKY: Final = 2
CHARMING: Final = 3
CRAFTY: Final = 4

CHOOSE_STEP: Final = 1
"""Who decides what: choose a panda,"""
START_STEP: Final = 2
"""say who starts,"""
REFRESH_STEP: Final = 3
"""refresh the hand,"""
ACTION_STEP: Final = 4
"""act,"""
GIVE_STEP: Final = 5
"""give a card for the one that is shared,"""
STASH_STEP: Final = 6
"""stash a card,"""
CHECK_STEP: Final = 7
"""run for it or play on,"""
SECRET_STEP: Final = 8
"""move a card of the Secret Stash,"""
RUMMAGE_STEP: Final = 9
"""place the rummaged card,"""
DOOR_STEP: Final = 10
"""trade at the back door."""
OVER: Final = 11

NO_DRAW: Final = 0
"""What cards are being drawn for: nothing,"""
FOR_HAND: Final = 1
"""a refresh,"""
FOR_HIDEOUT: Final = 2
"""the top-up,"""
FOR_SECRET: Final = 3
"""the Secret Stash."""

NOT_PLAYED: Final = 0
"""Early Rounds and Locked Gate: not in force,"""
WAITING: Final = 1
"""from the player's next turn on,"""
IN_FORCE: Final = 2
"""this turn."""

NOBODY: Final = -1

GOING_ON: Final = 0
"""How it ended (PP-E9): it did not,"""
ESCAPED: Final = 1
CAUGHT: Final = 2
OUT_OF_TIME: Final = 3
NO_CARDS: Final = 4
CHECK_FAILED: Final = 5
NOT_READY: Final = 6
"""alone, with an empty hand too early (PP-2)."""


class MoveList:
    """Moves being listed, without a Python object for each."""

    items: vec[i64]
    length: i64

    def __init__(self) -> None:
        self.items = vec[i64](capacity=64)
        self.length = 0

    def add(self, move: i64) -> None:
        """One move more."""
        length: i64 = self.length
        if length < len(self.items):
            self.items[length] = move
        else:
            self.items = append(self.items, move)
        self.length = length + 1


class PilferingSetup(Setup):
    """A laid table: how many players, which level, which options, which cards."""

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
    penalty: i64
    """What a multi-card pick-up costs (PP-T4, PP-S6)."""
    below: i64
    """What a set below the limit costs (PP-A6, PP-S6)."""
    away: i64
    """Cards that leave unseen (PP-S6)."""
    watched: bool
    """Alone: Raised Suspicion lies on an area (PP-V1)."""
    last_check: bool
    """A last win check when the Timer runs out (PP-E7)."""
    stash_counts: bool
    """Alone: the Secret Stash counts in the final check (PP-3)."""
    moves: MoveList
    tries: list[MoveList]
    """Moves that a search looks at, by how deep it may still go."""
    scratch: vec[i64]
    seen: vec[i64]
    """Sets that a search has looked at, by how deep it may still go."""
    memory: vec[i64]
    """What was found out about sets while the moves of one position are listed."""
    pack: vec[i64]
    """All cards of the deck, in order."""
    nothing: vec[i64]
    unknown: vec[i64]
    nobody: vec[i64]
    """An empty hand, unknown hands, and no panda for everyone, to be copied."""
    bare: Area
    """What stands for an area until there is one; nothing is ever laid there."""

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
        self.limit = 5 if options["low_limit"] else limit
        self.begin = begin - 1 if self.solo else begin  # PP-S4
        self.plans = plans if options["foiled_plans"] else 0
        self.loot = EVERY_LOOT
        top: i64 = 7 if seats <= 2 else 8 if seats == 3 else 9  # PP-S2
        self.reach = 9 if options["ghost_keys"] else top
        while top < 9:
            self.loot &= ~column(top)
            top += 1
        self.keys = 4 if seats == 4 else 3
        self.twos = twos
        self.wants = vec[i64](wants)
        self.penalty = 3 if options["light_pick_up"] else 4
        self.below = 0 if options["quiet_trades"] else 1
        self.away = AWAY if options["unseen_cards"] else 0
        self.watched = self.solo and options["solo_suspicion"]
        self.last_check = options["last_check"]
        counts = options["solo_final_stash"]
        self.stash_counts = self.solo and (counts == "count" or (counts == "level" and options["level"] != "intro"))
        self.moves = MoveList()
        self.tries = [MoveList() for _ in range(DEPTH + 1)]
        self.scratch = vec[i64]([0] * 16)
        self.seen = vec[i64]([0] * (MEMORY * (DEPTH + 1)))
        self.memory = vec[i64]([0] * MEMORY)
        self.pack = vec[i64]([card for card in range(LOOT) if self.loot & bit(card) != 0] + [KEY] * self.keys)
        self.nothing = vec[i64]([0] * seats)
        self.unknown = vec[i64]([0] * (seats * seats + seats))
        self.nobody = vec[i64]([NOBODY] * seats)
        self.bare = Area(0, self.reach)

    def points(self, mask: i64) -> i64:
        """The Panda Points of some Loot cards (PP-C1)."""
        return count(mask) + count(mask & self.twos)

    def cost(self, hand: i64) -> i64:
        """What cards in hand cost in the final check (PP-E5): their points, 2 for every Key (PP-C4)."""
        return self.points(hand & EVERY_LOOT) + 2 * keys_of(hand)


class Table(State):
    """Everything on the table."""

    laid: PilferingSetup
    seats: i64
    step: i64 = CHOOSE_STEP
    turn: i64 = 0
    """Whose turn it is; while pandas are chosen, who chooses."""
    panda: i64 = 0
    keeper: i64 = 0
    """The markers, on a track without end (PP-C8)."""
    first: Area
    second: Area
    meerkats: i64 = 0x10
    """Which two: the first in the low four bits."""
    hands: vec[i64]
    known: vec[i64]
    """What each seat, and then everyone, knows of each hand, by viewer * seats + owner: cards seen going there."""
    roles: vec[i64]
    """Everyone's panda, or NOBODY."""
    spent: i64 = 0
    """Seats whose ability is used up, as bits."""
    out: i64 = 0
    """Seats that have emptied their hand, as bits."""
    hideout: vec[i64]
    secret: i64 = 0
    """Alone: the Secret Stash, open; a hand."""
    deck: vec[i64]
    """The deck from the bottom up; its top is the last of the first `left`."""
    left: i64 = 0
    thin: i64 = 0
    """How many cards on top came from the thinner part, without plans (PP-S5)."""
    plans_left: i64 = 0
    met: i64 = 0
    """Plans that were met at set-up and are in the deck again, as bits."""
    gone: i64 = 0
    """Plans that have been resolved, as bits."""
    box: i64 = 0
    """Cards that left the game in the open; a hand."""
    away: i64 = 0
    """Cards that left unseen; a hand."""
    bound: i64 = 0
    """Cards that cannot be stashed or given away this turn (PP-T3); a hand."""
    duty: i64 = NO_CARD
    """The card that must still be played this turn (PP-T5), or NO_CARD."""
    asked: i64 = NOBODY
    """Who is to give a card for a shared one, or NOBODY."""
    gift: i64 = NO_CARD
    """The card that is being shared, known to its owner only."""
    suspect: i64 = NOBODY
    """Who has the Raised Suspicion card, or NOBODY."""
    suspicion: i64 = 0
    """What its upper side says: 2 or 4; 0: it has left the game."""
    watched: i64 = NOWHERE
    """PP-V1: the area with the Raised Suspicion card, or NOWHERE."""
    watch_next: i64 = 0
    """PP-V1: 1 while the card is due on the area where the duty card goes."""
    timer_at: i64 = 0
    """0: nobody is out yet; else its position, 1 to 4 (PP-E6)."""
    timekeeper: i64 = NOBODY
    late: i64 = 0
    """1: someone went out this turn, and the Timer turns after their win check (PP-E7)."""
    early: i64 = NOT_PLAYED
    early_seat: i64 = NOBODY
    gate: i64 = NOT_PLAYED
    gate_seat: i64 = NOBODY
    drawing: i64 = NO_DRAW
    """What cards are being drawn for while a plan interrupts."""
    found: i64 = NO_CARD
    """The rummaged card, or NO_CARD."""
    turns: i64 = 0
    """Turns begun so far."""
    result: i64 = GOING_ON
    dropped: i64 = 0
    """What the cards left in hands cost in the final check."""

    def __init__(self, setup: PilferingSetup, rng: Rng) -> None:
        """Every field gets a value here or above, so that compiled code need not ask whether it has one."""
        super().__init__(setup, rng)
        self.laid = setup
        self.seats = setup.seats
        self.first = setup.bare
        self.second = setup.bare
        self.hands = setup.nothing
        self.known = setup.unknown
        self.roles = setup.nobody
        self.hideout = vec[i64]()
        self.deck = vec[i64]()

    def clear_table(self) -> None:
        """An empty table with hands of its own; the areas come with the Meerkats."""
        self.panda = self.laid.begin
        self.hands = self.laid.nothing[:]
        self.known = self.laid.unknown[:]
        self.roles = self.laid.nobody[:]
        if not self.laid.solo:
            self.suspicion = 2

    def copy_table(self, twin: Table) -> None:
        """Lay everything on another table just so."""
        twin.sealed = self.sealed
        twin.step = self.step
        twin.turn = self.turn
        twin.panda = self.panda
        twin.keeper = self.keeper
        twin.first = self.first.copy()
        twin.second = self.second.copy()
        twin.meerkats = self.meerkats
        twin.hands = self.hands[:]
        twin.known = self.known[:]
        twin.roles = self.roles[:]
        twin.spent = self.spent
        twin.out = self.out
        twin.hideout = self.hideout[:]
        twin.secret = self.secret
        twin.deck = self.deck[:]
        twin.left = self.left
        twin.thin = self.thin
        twin.plans_left = self.plans_left
        twin.met = self.met
        twin.gone = self.gone
        twin.box = self.box
        twin.away = self.away
        twin.bound = self.bound
        twin.duty = self.duty
        twin.asked = self.asked
        twin.gift = self.gift
        twin.suspect = self.suspect
        twin.suspicion = self.suspicion
        twin.watched = self.watched
        twin.watch_next = self.watch_next
        twin.timer_at = self.timer_at
        twin.timekeeper = self.timekeeper
        twin.late = self.late
        twin.early = self.early
        twin.early_seat = self.early_seat
        twin.gate = self.gate
        twin.gate_seat = self.gate_seat
        twin.drawing = self.drawing
        twin.found = self.found
        twin.turns = self.turns
        twin.result = self.result
        twin.dropped = self.dropped

    def area(self, which: i64) -> Area:
        """The first Trade area or the second."""
        return self.second if which != 0 else self.first

    def ready(self, seat: i64, panda: i64) -> bool:
        """Whether this player is that panda and has not used its ability (PP-A12)."""
        return self.roles[seat] == panda and self.spent & bit(seat) == 0

    # Who knows what

    def see(self, owner: i64, card: i64) -> None:
        """Everyone saw this card go into that hand."""
        viewer: i64 = 0
        while viewer <= self.seats:
            self.known[viewer * self.seats + owner] += bit(card)
            viewer += 1

    def learn(self, viewer: i64, owner: i64, card: i64) -> None:
        """This player alone knows of that card in that hand."""
        self.known[viewer * self.seats + owner] += bit(card)

    def take_from(self, owner: i64, card: i64) -> None:
        """A card leaves a hand, seen by all or unseen: nobody counts on it any more."""
        self.hands[owner] -= bit(card)
        self.forget(owner, card)

    def forget(self, owner: i64, card: i64) -> None:
        """A card has left this hand."""
        viewer: i64 = owner
        while viewer < self.seats * self.seats + self.seats:
            if has(self.known[viewer], card):
                self.known[viewer] -= bit(card)
            viewer += self.seats
        if has(self.bound, card) and owner == self.turn:
            self.bound -= bit(card)

    def lose_sight(self, one: i64, other: i64) -> None:
        """These two have swapped cards unseen: nobody else can be sure of anything there but what is bound to stay."""
        viewer: i64 = 0
        while viewer <= self.seats:
            if viewer not in (one, other):
                self.known[viewer * self.seats + one] = self.stays(one)
                self.known[viewer * self.seats + other] = self.stays(other)
            viewer += 1

    def be_sure(self, viewer: i64, owner: i64) -> None:
        """What must be in that hand is known to be there, whichever of two Keys was given away."""
        row: i64 = viewer * self.seats + owner
        stays: i64 = self.stays(owner)
        known: i64 = self.known[row]
        keys: i64 = keys_of(stays) if keys_of(stays) > keys_of(known) else keys_of(known)
        self.known[row] = ((known | stays) & EVERY_LOOT) | (keys << LOOT)

    def stays(self, owner: i64) -> i64:
        """What must be in that hand: cards that cannot be given away this turn (PP-T3, PP-T5)."""
        if owner != self.turn:
            return 0
        due: i64 = self.duty
        return self.bound if due == NO_CARD or has(self.bound, due) else self.bound + bit(due)


def is_plan(card: i64) -> bool:
    """Whether this is a Foiled Plan."""
    return card > KEY


EVERY_PLAN: Final = 2**PLANS - 1


def plan_bit(card: i64) -> i64:
    """A plan as one of seven bits."""
    return bit(card - FIRST_PLAN)
