"""Positions as data: `dump` writes all of it, `load` reads it back and checks whatever the rules rely on.

The last roll is only shown, never used again: it may be anything that these dice can show.
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
from pandarium.games.royale.engine.dice import (
    CLEAR_D6,
    CODES,
    COLOURS,
    KINDS,
    MOST_OF_A_KIND,
    PINK_D12,
    RED,
    TRADED_D6,
    YELLOW_D6,
    count,
    handful,
    list_kinds,
    total,
)
from pandarium.games.royale.engine.flow import Royale, RoyaleDeal
from pandarium.games.royale.engine.scoring import FACE_BITS, FACE_MASK, colour_score, line_total, pack_line
from pandarium.games.royale.engine.state import DRAFT_STEP, ROUNDS, TRADE_STEP
from pandarium.games.royale.view import STEP_NAMES, codes, lines_of

Seat = Annotated[int, msgspec.Meta(ge=0, le=9)]
Small = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Face = tuple[str, Annotated[int, msgspec.Meta(ge=1)]]
Dice = Annotated[list[str], msgspec.Meta(max_length=200)]

MOST_SCORE = (200, 400, 400, 2000, 200, 200, 20)
"""No line of the sheet can hold more, by colour."""


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A position of Panda Royale as data. What has a default may be left out when a position is written by hand."""

    seats: int
    round: Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)]
    step: Literal["trade", "draft", "over"]
    turn: Seat
    panda: Seat
    hands: list[Dice]
    game: Literal["royale"] = "royale"
    rules: Literal[1] = 1
    options: dict[str, OptionValue] = {}
    content: dict[str, Any] | None = None
    pool: Dice = []
    bag: Dice | None = None
    """None: all dice that lie nowhere else."""
    rolled: list[list[Face]] | None = None
    """Dice and face numbers of the last roll, by player; None: every die of the hand shows its first face."""
    yellows: list[Small] | None = None
    rerolls: Small = 0
    sheet: list[list[list[int]]] | None = None
    """By player, by round, the seven colours; None: nothing scored so far."""
    sealed: Small = 0
    rng: tuple[Word, Word] = (0, 1)


def dump(state: Royale) -> dict[str, Any]:
    """The whole position."""
    seats = range(state.seats)
    position = Position(
        seats=state.seats,
        round=state.round,
        step=STEP_NAMES[state.step],  # type: ignore[arg-type]
        turn=state.turn,
        panda=state.panda,
        hands=[codes(hand) for hand in state.hands],
        options=state.setup.options,
        content=state.setup.content,
        pool=codes(state.pool),
        bag=codes(state.bag),
        rolled=[_write_faces(state.rolled[seat], state.faces[seat]) for seat in seats],
        yellows=list(state.yellows),
        rerolls=state.rerolls,
        sheet=[[_write_line(line) for line in lines_of(state, seat)] for seat in seats],
        sealed=state.sealed,
        rng=state.rng.words(),
    )
    data: dict[str, Any] = msgspec.to_builtins(position)
    return data


def load(game: Game, data: Any) -> Royale:
    """The position in that data, checked against the dice in the box and the rules; raises BadData."""
    position = decode(data, Position)
    setup = game.setup(position.seats, position.options, position.content)
    assert isinstance(setup, RoyaleDeal)
    _check_lengths(position)
    state = Royale(setup, from_words(*position.rng))
    state.sealed = position.sealed
    state.round = position.round
    state.step = {name: step for step, name in STEP_NAMES.items()}[position.step]
    state.turn = position.turn
    state.panda = position.panda
    state.hands = vec[i64]([read_dice(f"position.hands[{seat}]", hand) for seat, hand in enumerate(position.hands)])
    state.pool = read_dice("position.pool", position.pool)
    state.bag = _rest(state) if position.bag is None else read_dice("position.bag", position.bag)
    rolled = position.rolled or [[(code, 1) for code in codes(hand)] for hand in state.hands]
    faces = [_read_faces(state, f"position.rolled[{seat}]", dice) for seat, dice in enumerate(rolled)]
    state.rolled = vec[i64]([hand for hand, _ in faces])
    state.faces = vec[i64]([shown for _, shown in faces])
    state.yellows = vec[i64](position.yellows or [0] * position.seats)
    state.rerolls = position.rerolls
    sheet = position.sheet or [[[0] * COLOURS] * position.round] * position.seats
    state.sheet = vec[i64](_read_sheet(position, sheet))
    state.totals = vec[i64]([sum(map(line_total, lines_of(state, seat))) for seat in range(state.seats)])
    _check_dice(state)
    _check_turn(state)
    return state


def read_dice(place: str, dice: list[str]) -> int:
    """The handful of these dice; raises BadData."""
    for code in dice:
        if code not in CODES:
            raise BadData(place, f"there is no die {code!r}; the dice are {', '.join(CODES)}")
        if dice.count(code) > MOST_OF_A_KIND:
            raise BadData(place, f"more {code} than there are")
    return handful([CODES.index(code) for code in dice])


def _check_lengths(position: Position) -> None:
    seats = position.seats
    for name in ("hands", "rolled", "yellows", "sheet"):
        rows = getattr(position, name)
        if rows is not None and len(rows) != seats:
            raise BadData(f"position.{name}", f"has {len(rows)} entries for {seats} players")
    for name in ("turn", "panda"):
        if getattr(position, name) >= seats:
            raise BadData(f"position.{name}", f"there are only the seats 0 to {seats - 1}")
    if (position.step == "over") != (position.round == ROUNDS):
        raise BadData("position.step", "the game is over in round 10, and only then (PR-1)")


def _rest(state: Royale) -> int:
    """What must be in the bag: everything that lies nowhere else."""
    bag = state.fixed.bag
    for hand in [*state.hands, state.pool]:
        for kind in list_kinds(hand):
            plain = CLEAR_D6 if kind == TRADED_D6 else kind
            if kind not in {PINK_D12, YELLOW_D6}:
                if count(bag, plain) == 0:
                    raise BadData("position.hands", f"more {CODES[plain]} than there are (PR-C1)")
                bag -= handful([plain])
    return bag


def _read_faces(state: Royale, place: str, dice: list[Face]) -> tuple[int, int]:
    """A roll as hand and packed faces."""
    hand = read_dice(place, [code for code, _ in dice])
    if total(hand) > ROUNDS + 1:
        raise BadData(place, "more dice than anyone can have (PR-12)")
    ordered = sorted(dice, key=lambda rolled: CODES.index(rolled[0]))
    faces = 0
    for index, (code, face) in enumerate(ordered):
        if face > state.fixed.dice.sides[CODES.index(code)]:
            raise BadData(place, f"{code} has no face {face}")
        faces |= (face - 1) << (index * FACE_BITS)
    return hand, faces


def _write_faces(hand: int, faces: int) -> list[Face]:
    return [(code, ((faces >> (index * FACE_BITS)) & FACE_MASK) + 1) for index, code in enumerate(codes(hand))]


def _write_line(line: int) -> list[int]:
    return [colour_score(line, colour) for colour in range(COLOURS)]


def _read_sheet(position: Position, sheet: list[list[list[int]]]) -> list[int]:
    for seat, lines in enumerate(sheet):
        if len(lines) != position.round:
            raise BadData(f"position.sheet[{seat}]", f"has {len(lines)} lines in round {position.round} (PR-15)")
        for number, line in enumerate(lines):
            place = f"position.sheet[{seat}][{number}]"
            if len(line) != COLOURS:
                raise BadData(place, f"a line has {COLOURS} scores, one per colour (PR-15)")
            for colour, score in enumerate(line):
                least = -MOST_SCORE[RED] if colour == RED else 0
                if not least <= score <= MOST_SCORE[colour]:
                    raise BadData(place, f"{score} cannot be scored with these dice")
    return [pack_line(*sheet[seat][number]) for number in range(position.round) for seat in range(position.seats)]


def _check_dice(state: Royale) -> None:
    """Every die is somewhere, once (PR-C1), and everyone has as many as the round says (PR-12)."""
    setup = state.fixed
    everywhere = [*state.hands, state.pool, state.bag]
    for kind in range(KINDS):
        if kind == TRADED_D6:
            continue
        there = sum(count(handful_, kind) for handful_ in everywhere)
        if kind == CLEAR_D6:
            there += sum(count(handful_, TRADED_D6) for handful_ in everywhere)
        box = setup.pink if kind == PINK_D12 else count(setup.bag, kind) + count(setup.dice.each, kind) * state.seats
        if there != box:
            raise BadData("position", f"{there} dice {CODES[kind]} on the table, {box} in the box (PR-C1)")
    for place, dice in (("position.pool", state.pool), ("position.bag", state.bag)):
        if count(dice, PINK_D12):
            raise BadData(place, "pink dice are with players, never in pool or bag (PR-9)")
        for kind in (YELLOW_D6, TRADED_D6):
            if count(dice, kind):
                raise BadData(place, f"{CODES[kind]} is only ever with players (PR-C1, PR-10)")
    picked = (state.turn - state.panda) % state.seats if state.step == DRAFT_STEP else 0
    for seat, hand in enumerate(state.hands):
        place = f"position.hands[{seat}]"
        pink = count(hand, PINK_D12)
        if pink > 1:
            raise BadData(place, "nobody has more than one pink die (PR-9)")
        if state.step != TRADE_STEP and count(hand, TRADED_D6):
            raise BadData(place, "c6* is a die traded in this round's trade step (PR-10)")
        due = state.round + ((seat - state.panda) % state.seats < picked)
        if total(hand) - pink != due:
            raise BadData(place, f"{total(hand) - pink} dice besides pink, {due} are due (PR-12)")
    in_pool = state.seats + 1 - picked if state.step == DRAFT_STEP else 0
    if total(state.pool) != in_pool:
        raise BadData("position.pool", f"{total(state.pool)} dice, {in_pool} are due (PR-11)")


def _check_turn(state: Royale) -> None:
    if state.step == TRADE_STEP and count(state.hands[state.turn], CLEAR_D6) == 0:
        raise BadData("position.turn", "that player has no clear die to offer (PR-10)")
