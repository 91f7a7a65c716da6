"""What people at a real table would enter of a game that the engine plays with its bots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pandarium.companion import EveningEntries, follow
from pandarium.core.rng import Rng
from pandarium.games.pilfering.bots import Beginner, Team
from pandarium.games.pilfering.companion.evening import PilferingEvening
from pandarium.games.pilfering.companion.page import AskCard, AskHands, PilferingPage
from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.engine import events
from pandarium.games.pilfering.engine.cards import CODES, EVERY_LOOT, keys_of
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.moves import (
    ANSWER,
    CHOOSE,
    DISCARD,
    DRAW,
    GIVE,
    PASS,
    PICK,
    SHARE,
    STASH,
    SWAP,
    area_of,
    escape,
    kind_of,
    length_of,
    other_of,
    picked,
    place,
    plays_card,
    way_of,
    with_ability,
)
from pandarium.games.pilfering.engine.prices import KEY_COST, cards_of, points_of, price_of
from pandarium.games.pilfering.engine.state import DOOR_STEP, SECRET_STEP, START_STEP, STASH_STEP
from pandarium.games.pilfering.view import events as seen
from pandarium.games.pilfering.words.notation import PLAY_WORDS, WAYS

from .table import game

NAMES = ("Ann", "Ben", "Cem", "Dea")
LETTERS = "ABCD"
DRAWN = {events.DREW, events.TOPPED_UP, events.SECRET_FILLED}
CARD_CAME = (seen.Drew, seen.ToppedUp, seen.SecretFilled)


def entry_of(state: Pilfering, move: int) -> str | None:
    """The move as an entry, before it is played; None: nothing is entered for it."""
    letter = LETTERS[state.turn]
    duty = " picked" if state.duty >= 0 and plays_card(move, state.duty) else ""
    match kind_of(move):
        case kind if kind == CHOOSE:
            return f"{letter} choose {PANDA_CODES[move >> 4]}"
        case kind if kind == DRAW:
            return f"{letter} draw"
        case kind if kind == PICK:
            way = WAYS.get(way_of(move), "")
            return f"{letter} pick {picked(move)} {way}".rstrip()
        case kind if kind in PLAY_WORDS:
            price = price_of(state, move, cards_of(state, move))
            said = f"{letter} {PLAY_WORDS[kind]} {area_of(move) + 1} {length_of(move)} cards {price.points} points"
            said += f" {price.keys // KEY_COST} keys" if price.keys else ""
            said += " bonus" if price.bonus else ""
            return said + (" ability" if with_ability(move) else "") + duty
        case kind if kind == SWAP:
            return f"{letter} swap {area_of(move) + 1}{duty}"
        case kind if kind == DISCARD:
            return f"{letter} discard{duty}"
        case kind if kind == SHARE:
            return f"{letter} share" if state.fixed.solo else f"{letter} share {LETTERS[other_of(move)]}"
        case kind if kind == PASS:
            if state.step == DOOR_STEP:
                return f"{letter} pass"
            return None if state.hands[state.turn] != state.bound else f"{letter} keep"
        case kind if kind == STASH:
            return f"{letter} stash" if state.step == STASH_STEP else None
        case kind if kind == ANSWER:
            if state.step == START_STEP:
                return None
            return f"{letter} escape" if move == escape(1) else f"{letter} stay"
        case kind if kind == GIVE:
            return None
    return f"{letter} place {2 if move == place(1) else 1}"


def hand_entries(state: Pilfering) -> Iterator[str]:
    """What is left in hands, and in the Secret Stash where it counts (PP-E5, PP-3)."""
    for seat, hand in enumerate(state.hands):
        if hand:
            yield f"{LETTERS[seat]} holds {_left(state, hand)}"
    if state.fixed.stash_counts and state.secret:
        yield f"secret {_left(state, state.secret)}"


def _left(state: Pilfering, hand: int) -> str:
    return f"{points_of(state.fixed, hand & EVERY_LOOT)} points {keys_of(hand)} keys"


class RealTable:
    """A game of the engine, and the companion that is told of it."""

    def __init__(self, seats: int, seed: int, **options: Any) -> None:
        self.log: list[Any] = []
        state = game.setup(seats, options).start(seed, self.log)
        assert isinstance(state, Pilfering)
        self.state = state
        evening, _, _ = follow(game, EveningEntries(names=list(NAMES[:seats]), options=dict(options)))
        assert isinstance(evening, PilferingEvening)
        self.evening = evening
        self.entries: list[str] = []
        self.told: list[Any] = []
        self.drawn = 0
        """Cards that came from the deck: those that cannot be a plan are not asked for."""
        self.rng = Rng(seed)
        self.bots = [Team(), Beginner()]

    def play(self, wild: int = 4) -> None:
        """One move of the engine, by a bot or, one in `wild` times, at random; and what people say of it."""
        state = self.state
        seat = state.actors()[0]
        moves = state.legal(seat)
        if self.rng.below(wild) == 0:
            move = moves[self.rng.below(len(moves))]
        else:
            move = self.bots[seat % 2].choose(state, seat, self.rng)
        entry = entry_of(state, move)
        starting = state.step == START_STEP
        self.log.clear()
        state.play(seat, move, self.log)
        if starting and state.step != START_STEP:
            entry = f"{LETTERS[state.turn]} start"
        if entry is not None:
            self.enter(entry)
        dealt = any(event[0] == events.DEALT for event in self.log)
        for event in self.log:
            if event[0] == events.PLAN:
                self.enter(f"plan {CODES[event[2]]}")
            elif event[0] in DRAWN and not dealt:
                self.drawn += 1
                if sum(isinstance(told, CARD_CAME) for told in self.told) < self.drawn:
                    assert isinstance(self.page().ask, AskCard)
                    self.enter("loot")
        if isinstance(self.page().ask, AskHands):
            for line in hand_entries(state):
                self.enter(line)

    def enter(self, entry: str) -> None:
        self.entries.append(entry)
        self.told += self.evening.enter(entry)

    def page(self) -> PilferingPage:
        return self.evening.page()

    @property
    def is_between(self) -> bool:
        """The engine asks what is not entered: each in turn who starts; alone, which card of the Secret Stash goes."""
        return self.state.step in (START_STEP, SECRET_STEP)


def whole_game(seats: int, seed: int, wild: int = 4, **options: Any) -> list[str]:
    """Everything that is entered of a game, from the first panda to its end."""
    table = RealTable(seats, seed, **options)
    while table.state.actors():
        table.play(wild)
    return table.entries
