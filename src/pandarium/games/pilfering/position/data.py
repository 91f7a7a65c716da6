"""Positions as data: `dump` writes all of it, `load` reads it back and checks whatever the rules rely on."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.dump_decoding import Word, decode
from pandarium.core.errors import BadData
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.rng import from_words
from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.engine.areas import Area, pack_set, set_bonus, set_joined, set_length, set_start
from pandarium.games.pilfering.engine.cards import (
    CODES,
    EVERY_LOOT,
    FIRST_PLAN,
    KEY,
    LOOT,
    NO_CARD,
    PLANS,
    hand_of,
    keys_of,
)
from pandarium.games.pilfering.engine.dealing import seat_meerkats
from pandarium.games.pilfering.engine.flow import Pilfering, PilferingDeal
from pandarium.games.pilfering.engine.knowledge import be_sure, stays
from pandarium.games.pilfering.engine.laying import follow, look
from pandarium.games.pilfering.engine.prices import LOW_SIDE
from pandarium.games.pilfering.engine.sets import NOWHERE
from pandarium.games.pilfering.engine.setup import MEERKATS, NOBODY
from pandarium.games.pilfering.engine.state import FOR_HAND, FOR_HIDEOUT, FOR_SECRET, GOING_ON, NO_DRAW
from pandarium.games.pilfering.position.checks import check_position
from pandarium.games.pilfering.view.events import RESULTS
from pandarium.games.pilfering.view.table import FORCE_NAMES, STEP_NAMES, codes

Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Which = Annotated[int, msgspec.Meta(ge=0, le=1)]
Small = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Space = Annotated[int, msgspec.Meta(ge=-200, le=1000)]
Place = Annotated[int, msgspec.Meta(ge=0, le=48)]
Cards = Annotated[list[str], msgspec.Meta(max_length=60)]
Force = Literal["no", "waiting", "now"]

DRAW_NAMES = {NO_DRAW: "no", FOR_HAND: "hand", FOR_HIDEOUT: "hideout", FOR_SECRET: "secret"}
RESULT_NAMES = {GOING_ON: "going on", **RESULTS}


class AreaPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A Trade area as data."""

    cards: Cards = []
    sets: (
        Annotated[list[Annotated[list[Place], msgspec.Meta(min_length=2, max_length=4)]], msgspec.Meta(max_length=30)]
        | None
    ) = None
    """Start, length, how many cards the set had when it earned its bonus, and 1 if the first of these, a Key that
    joined it, has no part in that (PP-F2); None: all cards are one set."""
    mark: Place | None = None
    """The Limit card; None: the last card, if there are so many."""


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A position of Pilfering Pandas as data. What has a default may be left out when a position is written by hand."""

    seats: int
    step: Literal["choose", "start", "refresh", "act", "give", "stash", "check", "secret", "rummage", "door", "over"]
    hands: list[Cards]
    turn: Seat = 0
    game: Literal["pilfering"] = "pilfering"
    rules: Literal[1, 2] = 2
    options: dict[str, OptionValue] = {}
    content: dict[str, Any] | None = None
    meerkats: tuple[Annotated[int, msgspec.Meta(ge=0, le=4)], Annotated[int, msgspec.Meta(ge=0, le=4)]] = (0, 1)
    panda: Space | None = None
    """None: at its start."""
    keeper: Space = 0
    areas: tuple[AreaPosition, AreaPosition] = msgspec.field(default_factory=lambda: (AreaPosition(), AreaPosition()))
    hideout: Cards = []
    secret: Cards = []
    deck: Cards | None = None
    """From the top; None: all cards that lie nowhere else, in order."""
    thin: Small = 0
    box: Cards = []
    away: Cards = []
    pandas: list[str | None] | None = None
    """None: sharing, greedy, … in the order of the seats."""
    spent: list[Seat] = []
    known: list[list[Cards]] | None = None
    """By viewer (everyone's knowledge last) and owner; None: only what must be known."""
    held: Cards = []
    duty: str | None = None
    asked: Seat | None = None
    gift: str | None = None
    suspect: Seat | None = None
    suspicion: Literal[0, 2, 4] | None = None
    """None: 2, or 0 if it is not in the game."""
    watched: Which | None = None
    watch_next: bool = False
    timer: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    """Quarter turns so far; version 1 of the rules counted from 1."""
    timekeeper: Seat | None = None
    late: bool = False
    plans_gone: Cards = []
    plans_met: Cards = []
    early: Force = "no"
    early_seat: Seat | None = None
    gate: Force = "no"
    gate_seat: Seat | None = None
    drawing: Literal["no", "hand", "hideout", "secret"] = "no"
    rummaged: str | None = None
    turns: Small = 0
    result: str = "going on"
    dropped: Small = 0
    sealed: Small = 0
    rng: tuple[Word, Word] = (0, 1)


def dump(state: Pilfering) -> dict[str, Any]:
    """The whole position."""
    seats = int(state.seats)
    known = [[codes(state.known[viewer * seats + owner]) for owner in range(seats)] for viewer in range(seats + 1)]
    position = Position(
        seats=seats,
        step=STEP_NAMES[state.step],  # type: ignore[arg-type]
        hands=[codes(hand) for hand in state.hands],
        turn=state.turn,
        options=state.setup.options,
        content=state.setup.content,
        meerkats=(state.meerkats & 15, state.meerkats >> 4),
        panda=state.panda,
        keeper=state.keeper,
        areas=(_dump_area(state.first), _dump_area(state.second)),
        hideout=[CODES[card] for card in state.hideout],
        secret=codes(state.secret),
        deck=[CODES[state.deck[place]] for place in reversed(range(state.left))],
        thin=state.thin,
        box=codes(state.box),
        away=codes(state.away),
        pandas=[None if role == NOBODY else PANDA_CODES[role] for role in state.roles],
        spent=[seat for seat in range(seats) if state.spent >> seat & 1],
        known=known,
        held=codes(state.bound),
        duty=_dump_card(state.duty),
        asked=_dump_seat(state.asked),
        gift=_dump_card(state.gift),
        suspect=_dump_seat(state.suspect),
        suspicion=state.suspicion,  # type: ignore[arg-type]
        watched=None if state.watched == NOWHERE else state.watched,
        watch_next=bool(state.watch_next),
        timer=state.quarters,
        timekeeper=_dump_seat(state.timekeeper),
        late=bool(state.late),
        plans_gone=_dump_plans(state.gone),
        plans_met=_dump_plans(state.met),
        early=FORCE_NAMES[state.early],  # type: ignore[arg-type]
        early_seat=_dump_seat(state.early_seat),
        gate=FORCE_NAMES[state.gate],  # type: ignore[arg-type]
        gate_seat=_dump_seat(state.gate_seat),
        drawing=DRAW_NAMES[state.drawing],  # type: ignore[arg-type]
        rummaged=_dump_card(state.found),
        turns=state.turns,
        result=RESULT_NAMES[state.result],
        dropped=state.dropped,
        sealed=state.sealed,
        rng=state.rng.words(),
    )
    data: dict[str, Any] = msgspec.to_builtins(position)
    return data


def _dump_area(area: Area) -> AreaPosition:
    sets = [
        [set_start(packed), set_length(packed), set_bonus(packed), *([1] if set_joined(packed) else [])]
        for packed in area.sets
    ]
    return AreaPosition([CODES[card] for card in area.cards], sets, None if area.mark == NOWHERE else area.mark)


def _dump_card(card: int) -> str | None:
    return None if card == NO_CARD else CODES[card]


def _dump_seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _dump_plans(bits: int) -> list[str]:
    return [CODES[FIRST_PLAN + plan] for plan in range(PLANS) if bits >> plan & 1]


def load(game: Game, data: Any) -> Pilfering:
    """The position in that data, checked against the cards in the box and the rules; raises BadData."""
    position = decode(data, Position)
    setup = game.setup(position.seats, position.options, position.content)
    assert isinstance(setup, PilferingDeal)
    seats = position.seats
    for name in ("hands", "pandas"):
        rows = getattr(position, name)
        if rows is not None and len(rows) != seats:
            raise BadData(f"position.{name}", f"has {len(rows)} entries for {seats} players")
    state = Pilfering(setup, from_words(*position.rng))
    state.sealed = position.sealed
    state.step = {name: step for step, name in STEP_NAMES.items()}[position.step]
    state.turn = _seat("turn", position.turn, seats)
    if position.panda is not None:
        state.panda = position.panda
    state.keeper = position.keeper
    if position.meerkats[0] == position.meerkats[1] or max(position.meerkats) >= MEERKATS:
        raise BadData("position.meerkats", "two different Meerkats trade (PP-S3)")
    seat_meerkats(state, *position.meerkats)
    for which, paper in enumerate(position.areas):
        _load_area(state, which, paper)
    state.hands = vec[i64]([_hand(f"hands[{seat}]", cards) for seat, cards in enumerate(position.hands)])
    state.hideout = vec[i64]([_card("hideout", card) for card in position.hideout])
    state.secret = _hand("secret", position.secret)
    state.box = _hand("box", position.box)
    state.away = _hand("away", position.away)
    state.roles = vec[i64](_roles(position))
    state.spent = sum({1 << _seat("spent", seat, seats) for seat in position.spent})
    state.bound = _hand("held", position.held)
    state.duty = NO_CARD if position.duty is None else _card("duty", position.duty)
    state.gift = NO_CARD if position.gift is None else _card("gift", position.gift)
    state.found = NO_CARD if position.rummaged is None else _card("rummaged", position.rummaged)
    state.asked = _seat("asked", position.asked, seats)
    state.suspect = _seat("suspect", position.suspect, seats)
    state.quarters = max(0, position.timer - 1) if position.rules == 1 else position.timer
    state.timekeeper = _seat("timekeeper", position.timekeeper, seats)
    if position.suspicion is not None:
        state.suspicion = position.suspicion
    elif position.timekeeper is None and not setup.solo:
        state.suspicion = LOW_SIDE
    state.watched = NOWHERE if position.watched is None else position.watched
    state.watch_next = int(position.watch_next)
    state.late = int(position.late)
    forces = {name: force for force, name in FORCE_NAMES.items()}
    state.early = forces[position.early]
    state.early_seat = _seat("early_seat", position.early_seat, seats)
    state.gate = forces[position.gate]
    state.gate_seat = _seat("gate_seat", position.gate_seat, seats)
    state.drawing = {name: draw for draw, name in DRAW_NAMES.items()}[position.drawing]
    state.turns = position.turns
    state.dropped = position.dropped
    state.gone = _plans("plans_gone", position.plans_gone)
    state.met = _plans("plans_met", position.plans_met)
    results = {name: result for result, name in RESULT_NAMES.items()}
    if position.result not in results:
        raise BadData("position.result", f"is one of {', '.join(results)}")
    state.result = results[position.result]
    for seat in range(seats):
        if state.step != 1 and state.hands[seat] == 0:
            state.out |= 1 << seat
    state.thin = position.thin
    deck = _rest(state) if position.deck is None else [_any_card("deck", card) for card in reversed(position.deck)]
    state.deck = vec[i64](deck)
    state.left = len(deck)
    state.plans_left = sum(card >= FIRST_PLAN for card in deck)
    _load_known(state, position)
    check_position(state)
    return state


def _seat(field: str, seat: int | None, seats: int) -> int:
    if seat is None:
        return NOBODY
    if seat >= seats:
        raise BadData(f"position.{field}", f"there are only the seats 0 to {seats - 1}")
    return seat


def _card(field: str, code: str) -> int:
    if code not in CODES[: LOOT + 1]:
        raise BadData(f"position.{field}", f"there is no card {code!r}; cards are r1 to p9 and key")
    return CODES.index(code)


def _any_card(field: str, code: str) -> int:
    if code not in CODES:
        raise BadData(f"position.{field}", f"there is no card {code!r}")
    return CODES.index(code)


def _hand(field: str, cards: list[str]) -> int:
    found = [_card(field, code) for code in cards]
    loot = [card for card in found if card != KEY]
    if len(set(loot)) != len(loot):
        raise BadData(f"position.{field}", "a Loot card stands there twice (PP-C1)")
    if len(found) - len(loot) > 4:
        raise BadData(f"position.{field}", "there are 4 Keys at most (PP-C4)")
    return hand_of(found)


def _plans(field: str, plans: list[str]) -> int:
    bits = 0
    for code in plans:
        card = _any_card(field, code)
        if card < FIRST_PLAN or bits >> (card - FIRST_PLAN) & 1:
            raise BadData(f"position.{field}", f"{code!r} is no plan, or stands there twice")
        bits |= 1 << (card - FIRST_PLAN)
    return bits


def _roles(position: Position) -> list[int]:
    if position.pandas is None:
        return [seat if position.step != "choose" else NOBODY for seat in range(position.seats)]
    for code in position.pandas:
        if code is not None and code not in PANDA_CODES:
            raise BadData("position.pandas", f"there is no panda {code!r}; the pandas are {', '.join(PANDA_CODES)}")
    return [NOBODY if code is None else PANDA_CODES.index(code) for code in position.pandas]


def _load_area(state: Pilfering, which: int, paper: AreaPosition) -> None:
    """Cards and sets, each of which must be one, whatever its Keys stand for (PP-A1, PP-A8)."""
    place = f"areas[{which}]"
    area = state.area(which)
    cards = [_card(place, code) for code in paper.cards]
    if paper.sets is None:
        sets = [[0, len(cards)]] if len(cards) >= 3 else []
    else:
        sets = paper.sets
    area.cards = vec[i64](cards)
    area.keys = cards.count(KEY)
    packed = []
    reached = NOWHERE
    for start, length, *bonus in sets:
        if length < 3 or start + length > len(cards) or start < reached:
            raise BadData(f"position.{place}.sets", "sets have 3 cards or more and share only their ends (PP-A3)")
        earned, joined = (*bonus, 0, 0)[:2]
        if joined > 1 or ((earned or joined) and not 3 + joined <= earned <= length):
            raise BadData(f"position.{place}.sets", "a bonus is earned by the cards laid first (PP-A5)")
        packed.append(pack_set(start, length, earned, joined))
        reached = start + length - 1
    area.sets = vec[i64](packed)
    area.enters = vec[i64]([EVERY_LOOT] * len(packed))
    follow(area)
    for number, start in enumerate(set_start(one) for one in packed):
        if area.read(number, NOWHERE, KEY, area.enters[number], 0)[0] == 0:
            raise BadData(f"position.{place}.sets", f"the cards from place {start} make no set (PP-A1)")
    limit = state.fixed.limit
    if paper.mark is not None and (paper.mark >= len(cards) or len(cards) < limit):
        raise BadData(f"position.{place}.mark", f"the Limit card is one of {limit} cards or more (PP-A6)")
    if len(cards) >= limit:
        area.mark = len(cards) - 1 if paper.mark is None else paper.mark
    if cards:
        look(area)


def _rest(state: Pilfering) -> list[int]:
    """What must be in the deck: every card that lies nowhere else."""
    if state.step == 1:
        return []
    there = [
        *(card for hand in [*state.hands, state.secret, state.box, state.away] for card in cards_of(hand)),
        *state.hideout,
        *state.first.cards,
        *state.second.cards,
        *([] if state.found == NO_CARD else [state.found]),
    ]
    keys = state.fixed.keys - there.count(KEY)
    return [card for card in range(LOOT) if state.fixed.loot >> card & 1 and card not in there] + [KEY] * keys


def cards_of(hand: int) -> list[int]:
    """The cards of a hand."""
    return [card for card in range(LOOT) if hand >> card & 1] + [KEY] * (hand >> LOOT)


def _load_known(state: Pilfering, position: Position) -> None:
    """Who knows what: never more than the truth, and at least what must be so (PP-T3, PP-T5)."""
    seats = position.seats
    if position.known is None:
        state.known = vec[i64]([0] * (seats * seats + seats))
        for viewer in range(seats + 1):
            for owner in range(seats):
                be_sure(state, viewer, owner)
        return
    if len(position.known) != seats + 1 or any(len(row) != seats for row in position.known):
        raise BadData(
            "position.known", f"has a row for each of {seats} viewers and one for everyone, {seats} hands each"
        )
    rows = [_hand("known", cards) for row in position.known for cards in row]
    state.known = vec[i64](rows)
    for index, known in enumerate(rows):
        owner = index % seats
        public = rows[seats * seats + owner]
        if not _within(known, state.hands[owner]):
            raise BadData("position.known", f"a card is said to be in hand {owner} that is not there")
        if not _within(public, known) or not _within(stays(state, owner), known):
            raise BadData("position.known", f"somebody has missed what everyone knows of hand {owner}")


def _within(part: int, whole: int) -> bool:
    return not part & ~whole & EVERY_LOOT and keys_of(part) <= keys_of(whole)
