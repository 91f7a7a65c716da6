"""Positions as data: `dump` writes all of it, `load` reads it back and checks whatever the rules rely on.

What follows from the rest is not written: tags on the mats (six a round, less those on the map), cop cars that are
left, cards face down (all that lie nowhere else), and whether the end of the round was triggered.
"""

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
from pandarium.games.wildstyle.content import CARD_NAMES, HEX_NAMES, OBJECTIVE_CODES
from pandarium.games.wildstyle.engine.actions import remember_touch
from pandarium.games.wildstyle.engine.cards import CARD_BITS, ICON_OF, KINDS, STATION, list_cards, put_on, with_card
from pandarium.games.wildstyle.engine.city import City, high_bit, low_bit
from pandarium.games.wildstyle.engine.flow import WildDeal, Wildstyle
from pandarium.games.wildstyle.engine.objectives import RAIL_SUPREME
from pandarium.games.wildstyle.engine.rounds import still_tagging, who_holds, who_is_able
from pandarium.games.wildstyle.engine.scoring import tags_owed
from pandarium.games.wildstyle.engine.state import (
    CARS,
    COP_CARS,
    COUNTDOWN,
    GETTING_READY,
    HAND,
    HIGH,
    LOW,
    MAT,
    NOBODY,
    OVER,
    PLAYING,
    REMOVING,
    ROUND_TAGS,
    ROUNDS,
    SET,
    SHARED_IT,
    STRIDE,
    TOOK_IT,
)
from pandarium.games.wildstyle.view.table import PHASE_NAMES, Phase, cards, discards, hexes, objectives

Seat = Annotated[int, msgspec.Meta(ge=0, le=4)]
Small = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Hexes = Annotated[list[str], msgspec.Meta(max_length=ROUNDS * ROUND_TAGS)]
Pile = Annotated[list[str], msgspec.Meta(max_length=250)]
Handful = Annotated[list[str], msgspec.Meta(max_length=3)]


class PlayerPosition(msgspec.Struct, forbid_unknown_fields=True):
    """One player's things."""

    hand: Handful = []
    sets: tuple[Handful, Handful] = ([], [])
    cars: Annotated[int, msgspec.Meta(ge=0, le=COP_CARS)] = 0
    tags: Hexes = []
    picks: Hexes = []
    """Tags chosen to go for cop cars."""
    ready: bool = False
    passed: bool = False


class TouchPosition(msgspec.Struct, forbid_unknown_fields=True):
    """Who touched a share pile last."""

    seat: Seat
    what: Literal["shared", "took"]
    card: str


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A position of Wildstyle as data. What has a default may be left out when a position is written by hand."""

    seats: int
    map: list[str]
    """The sides of the boards, in the order in which they lie."""
    objectives: list[str]
    round: Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)]
    phase: Phase
    players: list[PlayerPosition]
    piles: list[Annotated[int, msgspec.Meta(ge=0, le=250)]]
    """Cards in each draw pile."""
    shares: list[Pile] | None = None
    """The share piles, the top card last; None: all empty."""
    discards: Pile = []
    turn: Seat | None = None
    touched: list[TouchPosition | None] | None = None
    drawn: list[Seat | None] | None = None
    """Who drew last from each draw pile."""
    game: Literal["wildstyle"] = "wildstyle"
    rules: Literal[1] = 1
    options: dict[str, OptionValue] = {}
    content: dict[str, Any] | None = None
    sealed: Small = 0
    rng: tuple[Word, Word] = (0, 1)


def dump(state: Wildstyle) -> dict[str, Any]:
    """The whole position."""
    share_piles = range(state.fixed.share_piles)
    position = Position(
        seats=state.seats,
        map=[state.fixed.face_names[side] for side in state.city.faces],
        objectives=objectives(state.city.objectives),
        round=state.round,
        phase=PHASE_NAMES[state.phase],
        players=[_write_player(state, seat) for seat in range(state.seats)],
        piles=[state.pile_size(pile) for pile in range(state.fixed.draw_piles)],
        shares=[cards(state.share_pile(pile)) for pile in share_piles],
        discards=cards(card for card, count in enumerate(discards(state)) for _ in range(count)),
        turn=None if state.turn == NOBODY else state.turn,
        touched=[_write_touch(*state.touch_of(pile)) for pile in share_piles],
        drawn=[
            None if (state.drawers >> (8 * pile)) & 255 == 0 else ((state.drawers >> (8 * pile)) & 255) - 1
            for pile in range(state.fixed.draw_piles)
        ],
        options=state.setup.options,
        content=state.setup.content,
        sealed=state.sealed,
        rng=state.rng.words(),
    )
    data: dict[str, Any] = msgspec.to_builtins(position)
    return data


def _write_player(state: Wildstyle, seat: int) -> PlayerPosition:
    return PlayerPosition(
        hand=cards(list_cards(state.hand_of(seat))),
        sets=(cards(list_cards(state.set_of(seat, 0))), cards(list_cards(state.set_of(seat, 1)))),
        cars=state.cars_of(seat),
        tags=hexes(state.tags_of(seat)),
        picks=hexes(state.picks_of(seat)),
        ready=bool(state.ready & 1 << seat),
        passed=bool(state.passed & 1 << seat),
    )


def _write_touch(seat: int, what: int, card: int) -> TouchPosition | None:
    return None if seat == NOBODY else TouchPosition(seat, "shared" if what == SHARED_IT else "took", CARD_NAMES[card])


def load(game: Game, data: Any) -> Wildstyle:
    """The position in that data, checked against the cards, the map and the rules; raises BadData."""
    position = decode(data, Position)
    setup = game.setup(position.seats, position.options, position.content)
    assert isinstance(setup, WildDeal)
    _check_lengths(position, setup)
    city = City(setup.grid, setup.faces, _read_map(setup, position.map), _read_objectives(setup, position.objectives))
    state = Wildstyle(setup, from_words(*position.rng), city)
    state.sealed = position.sealed
    state.round = position.round
    state.phase = {name: phase for phase, name in PHASE_NAMES.items()}[position.phase]
    state.turn = NOBODY if position.turn is None else position.turn
    state.ready = state.passed = state.tagged_low = state.tagged_high = 0
    state.mats = vec[i64]([0] * (position.seats * STRIDE))
    state.cars = COP_CARS - sum(player.cars for player in position.players)
    if state.cars < 0:
        raise BadData("position.players", f"more than {COP_CARS} cop cars (WS-C4)")
    for seat, player in enumerate(position.players):
        _read_player(state, f"position.players[{seat}]", seat, player)
    _read_piles(state, position)
    state.triggered = state.piles == 0 or still_tagging(state) <= 1  # WS-12: neither is undone within a round
    _check_phase(state, position)
    return state


def _check_lengths(position: Position, setup: WildDeal) -> None:
    due = {
        "map": position.seats,
        "players": position.seats,
        "piles": setup.draw_piles,
        "drawn": setup.draw_piles,
        "shares": setup.share_piles,
        "touched": setup.share_piles,
    }
    for name, wanted in due.items():
        rows = getattr(position, name)
        if rows is not None and len(rows) != wanted:
            raise BadData(f"position.{name}", f"has {len(rows)} entries, {wanted} are due for {position.seats} players")
    named = [("turn", position.turn), *(("drawn", seat) for seat in position.drawn or [])]
    named += [("touched", touch.seat) for touch in position.touched or [] if touch]
    for name, seat in named:
        if seat is not None and seat >= position.seats:
            raise BadData(f"position.{name}", f"there are only the seats 0 to {position.seats - 1}")


def _read_map(setup: WildDeal, sides: list[str]) -> vec[i64]:
    for side in sides:
        if side not in setup.face_names:
            raise BadData("position.map", f"there is no side {side!r}; the sides are {', '.join(setup.face_names)}")
    numbers = [setup.face_names.index(side) for side in sides]
    if len({number // 2 for number in numbers}) < len(numbers):
        raise BadData("position.map", "every board is there once (WS-S1)")
    return vec[i64](numbers)


def _read_objectives(setup: WildDeal, codes: list[str]) -> vec[i64]:
    for code in codes:
        if code not in OBJECTIVE_CODES:
            raise BadData("position.objectives", f"there is no {code!r}; choose from {', '.join(OBJECTIVE_CODES)}")
    numbers = [OBJECTIVE_CODES.index(code) for code in codes]
    sides = [number % 2 for number in numbers]
    if setup.family:
        if sides != [0] or numbers[0] == RAIL_SUPREME:
            raise BadData("position.objectives", "families take one objective, side A, not rail_supreme (WS-S5)")
    elif sides != [0, 0, 1] or len({number // 2 for number in numbers}) < len(numbers):
        raise BadData("position.objectives", "three tiles, two on side A, then one on side B (WS-S2)")
    return vec[i64](numbers)


def _read_card(place: str, code: str) -> int:
    if code not in CARD_NAMES[1:]:
        raise BadData(place, f"there is no card {code!r} (WS-C1)")
    return CARD_NAMES.index(code)


def _read_hexes(state: Wildstyle, place: str, names: list[str]) -> list[int]:
    known = HEX_NAMES[: state.city.grid.hexes]
    for name in names:
        if name not in known:
            raise BadData(place, f"there is no hex {name!r}; they are {known[0]} to {known[-1]}")
        if names.count(name) > 1:
            raise BadData(place, f"{name} stands there twice")
    return [known.index(name) for name in names]


def _read_player(state: Wildstyle, place: str, seat: int, player: PlayerPosition) -> None:
    base = seat * STRIDE
    for code in player.hand:
        state.mats[base + HAND] = with_card(state.mats[base + HAND], _read_card(f"{place}.hand", code))
    for space, codes in enumerate(player.sets):
        numbers = [_read_card(f"{place}.sets[{space}]", code) for code in codes]
        if len({ICON_OF[card] for card in numbers}) > 1:
            raise BadData(f"{place}.sets[{space}]", "a set has one icon (WS-4)")
        for card in numbers:
            state.mats[base + SET + space] = put_on(state.mats[base + SET + space], card)
    state.mats[base + CARS] = player.cars
    for hex in _read_hexes(state, f"{place}.tags", player.tags):
        taken = (state.tagged_low & low_bit(hex)) | (state.tagged_high & high_bit(hex))
        if taken and state.city.icons[hex] != STATION:
            raise BadData(f"{place}.tags", f"somebody else has a tag on {HEX_NAMES[hex]} (WS-9)")
        state.mats[base + LOW] |= low_bit(hex)
        state.mats[base + HIGH] |= high_bit(hex)
        state.tagged_low |= low_bit(hex)
        state.tagged_high |= high_bit(hex)
    state.mats[base + MAT] = ROUND_TAGS * state.round - len(player.tags)
    if state.mat_of(seat) < 0:
        most = ROUND_TAGS * state.round
        raise BadData(f"{place}.tags", f"{len(player.tags)} tags, {most} at most in round {state.round} (WS-14)")
    for hex in _read_hexes(state, f"{place}.picks", player.picks):
        if not state.has_tag(seat, hex):
            raise BadData(f"{place}.picks", f"there is no tag of this player on {HEX_NAMES[hex]} (WS-20)")
        state.pick(seat, hex)
    state.ready |= player.ready << seat
    state.passed |= player.passed << seat


def _read_piles(state: Wildstyle, position: Position) -> None:
    """Share piles with their last touches, draw piles, and everything that must lie face down."""
    state.tops = state.touches = state.drawers = state.piles = 0
    nodes: list[int] = []
    for pile, codes in enumerate(position.shares or []):
        below = 0
        for code in codes:
            nodes.append(_read_card(f"position.shares[{pile}]", code) | below << CARD_BITS)
            below = len(nodes)
        if len(nodes) > state.fixed.deck.size:
            raise BadData("position.shares", "more cards than there are (WS-C1)")
        state.tops |= below << 8 * pile
    state.shared = vec[i64](nodes)
    for pile, touch in enumerate(position.touched or []):
        if touch is not None:
            card = _read_card(f"position.touched[{pile}]", touch.card)
            remember_touch(state, touch.seat, SHARED_IT if touch.what == "shared" else TOOK_IT, card, pile)
    for pile, seat in enumerate(position.drawn or []):
        state.drawers |= (0 if seat is None else seat + 1) << 8 * pile
    for pile, size in enumerate(position.piles):
        state.piles |= size << 8 * pile
    gone = [0] * (KINDS + 1)
    for code in position.discards:
        gone[_read_card("position.discards", code)] += 1
    state.pool_low = state.pool_high = state.pool_size = 0
    for card, left in enumerate(discards(state)):  # all that lie nowhere else: face down, or discarded
        if left < gone[card]:
            raise BadData("position", f"more {CARD_NAMES[card]} on the table than there are (WS-C1)")
        for _ in range(left - gone[card]):
            state.put_in_pool(card)
    if state.aside() < 0:
        raise BadData(
            "position.piles", f"{sum(position.piles)} cards, but only {state.pool_size} lie face down (WS-C1)"
        )


def _check_phase(state: Wildstyle, position: Position) -> None:
    """What each phase relies on; and who may act follows."""
    everyone = (1 << position.seats) - 1
    turns = state.fixed.turns
    if state.phase in {GETTING_READY, COUNTDOWN} and turns:
        raise BadData("position.phase", "nobody counts down at the relaxed pace (WS-41)")
    if (position.turn is not None) != (turns and state.phase == PLAYING):
        raise BadData("position.turn", "there are turns at the relaxed pace while a round is on, else not (WS-41)")
    if state.phase != PLAYING and state.phase not in {REMOVING, OVER}:
        _check_start(state, position)
    if state.phase in {REMOVING, OVER} and state.round != ROUNDS:
        raise BadData("position.phase", f"the game ends after round {ROUNDS}, not in round {state.round} (WS-20)")
    if state.phase not in {REMOVING, OVER} and any(player.picks for player in position.players):
        raise BadData("position.players", "tags go for cop cars at the end of the game, not now (WS-20)")
    if state.phase == GETTING_READY:
        state.acting = everyone & ~state.ready
        if state.acting == 0:
            raise BadData("position.phase", "everybody is ready: the countdown is on (WS-2)")
    elif state.phase == COUNTDOWN:
        state.acting = everyone
        if state.ready != everyone:
            raise BadData("position.phase", "not everybody is ready for a countdown (WS-2)")
    elif state.phase == PLAYING:
        _check_play(state)
    else:
        _check_removal(state)


def _check_start(state: Wildstyle, position: Position) -> None:
    """WS-S3: before a round everybody has three cards, and nothing was played."""
    if position.discards or any(position.shares or []) or state.passed or state.triggered:
        raise BadData("position", "before a round no card was played and nobody has passed (WS-2)")
    for seat, player in enumerate(position.players):
        if len(player.hand) != 3 or any(player.sets):
            raise BadData(f"position.players[{seat}]", "before a round everybody has three cards, and no sets (WS-S3)")


def _check_play(state: Wildstyle) -> None:
    """WS-13: somebody still holds the round up, and it is the turn of somebody who may act (WS-41)."""
    if not state.fixed.turns and state.ready != (1 << state.seats) - 1:
        raise BadData("position.players", "the round started before everybody was ready (WS-2)")
    if state.fixed.turns and state.ready:
        raise BadData("position.players", "nobody says ready at the relaxed pace (WS-41)")
    turn = state.turn
    able, holding = who_is_able(state), who_holds(state)
    if holding == 0:
        raise BadData("position.phase", "the round is over in this position (WS-13)")
    if state.fixed.turns and not able & 1 << turn:
        raise BadData("position.turn", "that player has nothing to do (WS-41)")
    for seat in range(state.seats):
        if state.passed & 1 << seat and state.mat_of(seat) == 0:
            raise BadData(f"position.players[{seat}]", "has stopped, and cannot pass (WS-11)")
    state.acting = 1 << turn if state.fixed.turns else able


def _check_removal(state: Wildstyle) -> None:
    """WS-20: who has chosen everything, or had no choice, waits for the others."""
    state.acting = 0
    for seat in range(state.seats):
        picked, owed = state.count_picks(seat), tags_owed(state, seat)
        if picked > owed:
            raise BadData(f"position.players[{seat}].picks", f"{picked} tags for {owed} that are due (WS-20)")
        if picked < owed:
            if owed == state.count_tags(seat):
                raise BadData(f"position.players[{seat}].picks", "all tags of this player go (WS-20)")
            state.acting |= 1 << seat
    if (state.acting == 0) != (state.phase == OVER):
        raise BadData("position.phase", "the game is over when everybody has chosen what goes, and only then (WS-20)")
