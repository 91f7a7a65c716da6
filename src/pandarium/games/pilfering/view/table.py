"""What each viewer may see of Pilfering Pandas: the open table, their own hand, and cards seen going into others'."""

from __future__ import annotations

from typing import Any

import msgspec

from pandarium.core.outcome import Outcome
from pandarium.core.record import outcome_of
from pandarium.games.pilfering.content import PANDA_CODES, Content, own_content, read_content
from pandarium.games.pilfering.engine.areas import Area, set_bonus, set_length, set_start
from pandarium.games.pilfering.engine.cards import CODES, EVERY_LOOT, FIRST_PLAN, KEY, LOOT, NO_CARD, ONE_KEY, PLANS
from pandarium.games.pilfering.engine.cards import list_cards as cards_in
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.moves import (
    DISCARD,
    EXTEND,
    LEFT,
    PICK,
    PLAIN,
    REUSE,
    SET,
    kind_of,
    picked,
    way_of,
)
from pandarium.games.pilfering.engine.prices import (
    KEY_COST,
    cards_of,
    charge_of,
    drop_cost,
    penalty_of,
    price_of,
    suspicion_of,
)
from pandarium.games.pilfering.engine.readings import extending, readings
from pandarium.games.pilfering.engine.refresh import brings_duty
from pandarium.games.pilfering.engine.sets import DOWN, EQUAL, NOWHERE, UP
from pandarium.games.pilfering.engine.setup import NOBODY
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CHECK_STEP,
    CHOOSE_STEP,
    DOOR_STEP,
    GIVE_STEP,
    GOING_ON,
    IN_FORCE,
    NOT_PLAYED,
    OVER,
    REFRESH_STEP,
    RUMMAGE_STEP,
    SECRET_STEP,
    START_STEP,
    STASH_STEP,
    WAITING,
)
from pandarium.games.pilfering.view.events import redact
from pandarium.games.pilfering.words.notation import say

__all__ = ["PilferingView", "redact", "view"]

STEP_NAMES = {
    CHOOSE_STEP: "choose",
    START_STEP: "start",
    REFRESH_STEP: "refresh",
    ACTION_STEP: "act",
    GIVE_STEP: "give",
    STASH_STEP: "stash",
    CHECK_STEP: "check",
    SECRET_STEP: "secret",
    RUMMAGE_STEP: "rummage",
    DOOR_STEP: "door",
    OVER: "over",
}
FORCE_NAMES = {NOT_PLAYED: "no", WAITING: "waiting", IN_FORCE: "now"}
KIND_NAMES = {EQUAL: "number", UP: "up", DOWN: "down"}


class SetView(msgspec.Struct, frozen=True):
    """A set in an area; a re-used card is the last of one and the first of the next."""

    start: int
    length: int
    kinds: list[str]
    """number, up, down: what it may be; Keys can leave that open."""
    bonus: bool
    """Whether it earned the bonus of PP-A5."""


class KeyView(msgspec.Struct, frozen=True):
    """A Key in an area."""

    place: int
    readings: list[str]
    """What it may stand for (PP-A8): these cards may swap it out (PP-A10)."""


class AreaView(msgspec.Struct, frozen=True):
    """A Meerkat's Trade area."""

    meerkat: str
    likes: list[str]
    """Suits, by letter."""
    cards: list[str]
    sets: list[SetView]
    keys: list[KeyView]
    end: list[str]
    """What the end card may be; more than one only if it is a Key."""
    grows: list[str]
    """Cards that extend the right-most set."""
    mark: int | None
    """The place of the Limit card (PP-A6)."""
    charge: int
    """What the next set or extension here costs the keeper, without Keys."""
    watched: bool
    """PP-V1: whether the Raised Suspicion card lies here."""


class PlayerView(msgspec.Struct, frozen=True):
    """One player's place at the table."""

    panda: str | None
    ability: bool
    """Whether the panda's ability can still be used."""
    cards: int
    hand: list[str] | None
    """Yours, and everyone's after the final check."""
    known: list[str]
    """Cards that you saw going into this hand and not leaving it."""
    held: list[str]
    """Cards that cannot be stashed or given away this turn (PP-T3)."""
    out: bool


class Preview(msgspec.Struct, array_like=True, frozen=True):
    """What a move would do to the markers at once."""

    move: str
    panda: int
    keeper: int


class PilferingView(msgspec.Struct, frozen=True):
    """The table as a viewer sees it."""

    you: int | None
    step: str
    """choose, start, refresh, act, give, stash, check, secret, rummage, door or over."""
    turn: int
    acting: int | None
    """Who is to decide; not always whose turn it is."""
    turns: int
    panda: int
    keeper: int
    win: int
    limit: int
    twos: list[str]
    """Cards worth 2 points (PP-C2)."""
    areas: list[AreaView]
    players: list[PlayerView]
    hideout: list[str]
    secret: list[str]
    deck: int
    plans: int
    """Foiled Plans still in the deck."""
    plans_gone: list[str]
    plans_met: list[str]
    """Plans that showed up at set-up and are in the deck again."""
    box: list[str]
    away: int
    """Cards that left unseen (PP-S6)."""
    duty: str | None
    """The card that must be played this turn (PP-T5)."""
    gift: str | None
    """What you are giving away by Sharing."""
    rummaged: str | None
    suspect: int | None
    suspicion: int
    """What the Raised Suspicion card shows; 0: it is out of the game."""
    pick_up: list[int]
    """What a pick-up of two cards or more costs each player now (PP-T4, PP-T6)."""
    timer: int
    """Quarter turns of the Timer so far,"""
    time_up: int
    """the one on which time is up,"""
    timekeeper: int | None
    """and who has it; None: nobody is out yet (PP-E6, PP-E7)."""
    early: str
    """Early Rounds and Locked Gate: no, waiting, now; and whose turn it concerns."""
    early_seat: int | None
    gate: str
    gate_seat: int | None
    final_cost: int | None
    """What the final check would cost, or did, as far as you can count it: your own hand, open cards, known cards."""
    unknown_cards: int
    """Cards in hands that you cannot count for it."""
    previews: list[Preview]
    """For whoever is to act: legal moves that move the markers."""
    options: dict[str, Any]
    outcome: Outcome | None
    """As a record keeps it."""


def view(state: Pilfering, viewer: int | None) -> PilferingView:
    """Fill the view."""
    parsed = own_content() if state.setup.content is None else read_content(state.setup.content)
    seats = range(state.seats)
    acting = state.actors()
    me = int(state.seats) if viewer is None else viewer
    known = [state.hands[seat] if seat == viewer else state.known[me * state.seats + seat] for seat in seats]
    unknown = sum(len(cards_in(state.hands[seat])) - len(cards_in(known[seat])) for seat in seats)
    cost = sum(drop_cost(state.fixed, hand) for hand in known)
    if state.fixed.stash_counts:
        cost += drop_cost(state.fixed, state.secret)
    return PilferingView(
        you=viewer,
        step=STEP_NAMES[state.step],
        turn=state.turn,
        acting=acting[0] if acting else None,
        turns=state.turns,
        panda=state.panda,
        keeper=state.keeper,
        win=state.fixed.win,
        limit=state.fixed.limit,
        twos=codes(parsed.twos),
        areas=[_area(state, which, parsed) for which in (0, 1)],
        players=[_player(state, seat, viewer, known[seat]) for seat in seats],
        hideout=[CODES[card] for card in state.hideout],
        secret=codes(state.secret),
        deck=state.left,
        plans=state.plans_left,
        plans_gone=_plans(state.gone),
        plans_met=_plans(state.met),
        box=codes(state.box),
        away=len(cards_in(state.away)),
        duty=_card(state.duty),
        gift=_card(state.gift) if viewer == state.turn else None,
        rummaged=_card(state.found),
        suspect=_seat(state.suspect),
        suspicion=state.suspicion,
        pick_up=[penalty_of(state.fixed, PLAIN) + suspicion_of(state, seat) for seat in seats],
        timer=state.quarters,
        time_up=state.fixed.time_up,
        timekeeper=_seat(state.timekeeper),
        early=FORCE_NAMES[state.early],
        early_seat=_seat(state.early_seat) if state.early != NOT_PLAYED else None,
        gate=FORCE_NAMES[state.gate],
        gate_seat=_seat(state.gate_seat) if state.gate != NOT_PLAYED else None,
        final_cost=state.dropped if state.result != GOING_ON else cost,
        unknown_cards=unknown,
        previews=previews(state, viewer) if viewer is not None and viewer in acting else [],
        options=dict(state.setup.options),
        outcome=outcome_of(state),
    )


def codes(hand: int) -> list[str]:
    """The cards of a hand by their codes."""
    return [CODES[card] for card in cards_in(hand)]


def _card(card: int) -> str | None:
    return None if card == NO_CARD else CODES[card]


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _plans(bits: int) -> list[str]:
    return [CODES[FIRST_PLAN + plan] for plan in range(PLANS) if bits >> plan & 1]


def _player(state: Pilfering, seat: int, viewer: int | None, known: int) -> PlayerView:
    hand = state.hands[seat]
    role = state.roles[seat]
    shown = seat == viewer or (state.step == OVER and known == hand)
    return PlayerView(
        panda=None if role == NOBODY else PANDA_CODES[role],
        ability=not state.spent >> seat & 1,
        cards=len(cards_in(hand)),
        hand=codes(hand) if shown else None,
        known=codes(known),
        held=codes(state.bound) if seat == state.turn else [],
        out=bool(state.out >> seat & 1),
    )


def _area(state: Pilfering, which: int, content: Content) -> AreaView:
    area = state.area(which)
    meerkat = content.pack.people.meerkat[state.meerkats >> (4 * which) & 15]
    return AreaView(
        meerkat=meerkat.name,
        likes=list(meerkat.likes),
        cards=[CODES[card] for card in area.cards],
        sets=[_set(area, number) for number in range(len(area.sets))],
        keys=[
            KeyView(place, codes(readings(area, place))) for place, card in enumerate(list(area.cards)) if card == KEY
        ],
        end=codes(area.end & EVERY_LOOT),
        grows=codes(extending(area, EVERY_LOOT | ONE_KEY)),
        mark=None if area.mark == NOWHERE else area.mark,
        charge=charge_of(state, area),
        watched=state.watched == which,
    )


def _set(area: Area, number: int) -> SetView:
    packed = area.sets[number]
    kinds = kinds_of(area, number)
    return SetView(
        set_start(packed), set_length(packed), [KIND_NAMES[k] for k in KIND_NAMES if kinds & k], set_bonus(packed) > 0
    )


def kinds_of(area: Area, number: int) -> int:
    """What a set may be, the sets after it considered as well."""
    packed = area.sets[number]
    places = range(set_start(packed), set_start(packed) + set_length(packed))
    keys = [place for place in places if area.cards[place] == KEY]
    if not keys:
        return area.read(number, NOWHERE, KEY, area.enters[number], 0)[0]
    kinds = 0
    may_be = readings(area, keys[-1])
    for card in range(LOOT):
        if may_be >> card & 1:
            kinds |= area.read(number, keys[-1], card, area.enters[number], 0)[0]
    return kinds


def previews(state: Pilfering, seat: int) -> list[Preview]:
    """What the legal moves would do to the markers, where they move them at once."""
    found = []
    for move in state.legal(seat):
        by = preview(state, seat, move)
        if by is not None:
            found.append(Preview(say(move), *by))
    return found


def preview(state: Pilfering, seat: int, move: int) -> tuple[int, int] | None:
    """Spaces that panda and keeper move at once for a legal move; None: the markers stay."""
    kind = kind_of(move)
    if kind in {SET, REUSE, EXTEND, LEFT}:
        price = price_of(state, move, cards_of(state, move))
        return price.panda(), price.keeper()
    if kind == DISCARD:
        return 0, -KEY_COST
    if kind == PICK and brings_duty(picked(move), way_of(move)):
        return 0, penalty_of(state.fixed, way_of(move)) + suspicion_of(state, seat)
    return None
