"""Everything on the table of Pilfering Pandas, as data, and how it is copied. The rules are in the other modules."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import NO_CARD, bit
from pandarium.games.pilfering.engine.sets import NOWHERE
from pandarium.games.pilfering.engine.setup import NOBODY, PilferingSetup

# The five pandas (PP-C6).
SHARING: Final = 0
GREEDY: Final = 1
SNEAKY: Final = 2
CHARMING: Final = 3
CRAFTY: Final = 4

# `step`, where somebody decides: choose a panda, say who starts, refresh the hand, act, give a card for the one that is
# shared, stash a card, run for it or play on, move a card of the Secret Stash, place the rummaged card, trade at the
# back door.
CHOOSE_STEP: Final = 1
START_STEP: Final = 2
REFRESH_STEP: Final = 3
ACTION_STEP: Final = 4
GIVE_STEP: Final = 5
STASH_STEP: Final = 6
CHECK_STEP: Final = 7
SECRET_STEP: Final = 8
RUMMAGE_STEP: Final = 9
DOOR_STEP: Final = 10

OVER: Final = 11
"""Nothing more comes; what is above it is carried out at once, by the chapter that `flow.py` calls."""

# `step`, where nobody decides: deal the cards, begin a turn, draw cards, end the turn, top up the Hideout, go on to the
# next player, run for it.
DEAL_STEP: Final = 12
TURN_STEP: Final = 13
DRAW_STEP: Final = 14
END_STEP: Final = 15
TOP_UP_STEP: Final = 16
NEXT_STEP: Final = 17
FINAL_STEP: Final = 18

# `drawing`, what cards are drawn for: nothing, a refresh, the top-up, the Secret Stash.
NO_DRAW: Final = 0
FOR_HAND: Final = 1
FOR_HIDEOUT: Final = 2
FOR_SECRET: Final = 3

# `early` and `gate`: Early Rounds and Locked Gate are not in force, will be from the player's next turn on, or are now.
NOT_PLAYED: Final = 0
WAITING: Final = 1
IN_FORCE: Final = 2

# `result`, how it ended (PP-E9): not yet; NOT_READY is alone, with an empty hand too early (PP-2).
GOING_ON: Final = 0
ESCAPED: Final = 1
CAUGHT: Final = 2
OUT_OF_TIME: Final = 3
NO_CARDS: Final = 4
CHECK_FAILED: Final = 5
NOT_READY: Final = 6


class PilferingState(State):
    """One position: data and copies."""

    fixed: PilferingSetup
    """What was fixed before the first card."""
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
    quarters: i64 = 0
    """Quarter turns of the Timer so far (PP-E7)."""
    timekeeper: i64 = NOBODY
    """Who has the Timer, or NOBODY: nobody is out yet (PP-E6)."""
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
        self.fixed = setup
        self.seats = setup.seats
        self.panda = setup.begin
        self.first = setup.bare
        self.second = setup.bare
        self.hands = setup.nothing
        self.known = setup.unknown
        self.roles = setup.nobody
        self.hideout = vec[i64]()
        self.deck = vec[i64]()

    def copy_to(self, other: PilferingState) -> None:
        """Everything into another state, which shares nothing with this one."""
        other.sealed = self.sealed
        other.step = self.step
        other.turn = self.turn
        other.panda = self.panda
        other.keeper = self.keeper
        other.first = self.first.copy()
        other.second = self.second.copy()
        other.meerkats = self.meerkats
        other.hands = self.hands[:]
        other.known = self.known[:]
        other.roles = self.roles[:]
        other.spent = self.spent
        other.out = self.out
        other.hideout = self.hideout[:]
        other.secret = self.secret
        other.deck = self.deck[:]
        other.left = self.left
        other.thin = self.thin
        other.plans_left = self.plans_left
        other.met = self.met
        other.gone = self.gone
        other.box = self.box
        other.away = self.away
        other.bound = self.bound
        other.duty = self.duty
        other.asked = self.asked
        other.gift = self.gift
        other.suspect = self.suspect
        other.suspicion = self.suspicion
        other.watched = self.watched
        other.watch_next = self.watch_next
        other.quarters = self.quarters
        other.timekeeper = self.timekeeper
        other.late = self.late
        other.early = self.early
        other.early_seat = self.early_seat
        other.gate = self.gate
        other.gate_seat = self.gate_seat
        other.drawing = self.drawing
        other.found = self.found
        other.turns = self.turns
        other.result = self.result
        other.dropped = self.dropped

    def sketch(self) -> PilferingState:
        """A copy for thought, in which nobody learns anything.

        Hands and markers are its own, areas and all else are shared and not to be touched.
        """
        copy = PilferingState(self.fixed, self.rng)
        copy.known = vec[i64]()
        self.sketch_on(copy)
        return copy

    def sketch_on(self, copy: PilferingState) -> None:
        """The same on a sketch that is not needed any more."""
        copy.step = self.step
        copy.turn = self.turn
        copy.panda = self.panda
        copy.keeper = self.keeper
        copy.first = self.first
        copy.second = self.second
        copy.hands = self.hands[:]
        copy.roles = self.roles
        copy.spent = self.spent
        copy.out = self.out
        copy.hideout = self.hideout
        copy.secret = self.secret
        copy.bound = self.bound
        copy.box = self.box
        copy.duty = self.duty
        copy.suspect = self.suspect
        copy.suspicion = self.suspicion
        copy.watched = self.watched
        copy.watch_next = self.watch_next
        copy.quarters = self.quarters
        copy.timekeeper = self.timekeeper
        copy.early = self.early
        copy.gate = self.gate

    def copy_area(self, which: i64) -> None:
        """An area of its own for a sketch."""
        if which != 0:
            self.second = self.second.copy()
        else:
            self.first = self.first.copy()

    def area(self, which: i64) -> Area:
        """The first Trade area or the second."""
        return self.second if which != 0 else self.first

    def actor(self) -> i64:
        """Who is to decide: mostly whose turn it is."""
        return self.asked if self.step == GIVE_STEP else self.turn

    def ready(self, seat: i64, panda: i64) -> bool:
        """Whether this player is that panda and has not used its ability (PP-A12)."""
        return self.roles[seat] == panda and self.spent & bit(seat) == 0
