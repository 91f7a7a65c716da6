"""A tiny game with something to hide, for two: written like any third-party game, in plain Python, in one file.

Everyone holds one of nine cards, face down. In turn, three times each: write down a new bet in secret, swap the card
for another one (the old one is laid open), or show it. Then the highest card times bet wins.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from pandarium import BadData, BadMove, Game, IllegalMove, Meta, Option, Outcome, Rng, Setup, State
from pandarium.core.layout import CATEGORY, COUNT, FLAG, ActionRange, Layout, Piece
from pandarium.core.rng import from_words

CARDS = 9
HIGHEST_BET = 5
BET, SWAP, SHOW = 1, 2, 3
SWAPPED, BETTED, SHOWN = 11, 12, 13


class Deal(Setup):
    def start(self, seed: int, log: list[Any] | None = None) -> State:
        state = self.game.new_state(self, Rng(seed))
        state.deck = list(range(1, CARDS + 1))
        state.hands = [state.draw(), state.draw()]
        return state


class Hidden(State):
    deck: list[int]
    hands: list[int]

    def __init__(self, setup: Setup, rng: Rng) -> None:
        super().__init__(setup, rng)
        self.open: list[int] = []
        self.shown = [False, False]
        self.bets = [1, 1]
        self.made = [0, 0]
        self.turn = 0
        self.left = 6

    def draw(self) -> int:
        return self.deck.pop(self.rng.below(len(self.deck)))

    def actors(self) -> list[int]:
        return [self.turn] if self.left else []

    def legal(self, seat: int) -> list[int]:
        moves = [*(BET | bet << 4 for bet in range(1, self.setup.options["top"] + 1)), SWAP, SHOW]
        return [move for move in moves if self.refusal(seat, move) is None]

    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        if not self.left:
            return IllegalMove("HC-3", "the game is over")
        if seat != self.turn:
            return IllegalMove("HC-1", "it is not your turn")
        if move & 15 == BET and move < 256:
            bet = move >> 4
            if not 1 <= bet <= self.setup.options["top"] or bet == self.bets[seat]:
                return IllegalMove("HC-2", "that is no new bet")
        elif move == SHOW:
            if self.shown[seat]:
                return IllegalMove("HC-2", "your card is open already")
        elif move != SWAP:
            return IllegalMove("HC-2", "there is no such move")
        return None

    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        event: tuple[Any, ...]
        if move == SWAP:
            self.sealed += 1
            self.open.append(self.hands[seat])
            self.hands[seat] = self.draw()
            self.shown[seat] = False
            event = (SWAPPED, seat, self.open[-1], self.hands[seat])
        elif move == SHOW:
            self.sealed += 1
            self.shown[seat] = True
            event = (SHOWN, seat, self.hands[seat])
        else:
            self.bets[seat] = move >> 4
            self.made[seat] += 1
            event = (BETTED, seat, move >> 4)
        if log is not None:
            log.append(event)
        self.turn = 1 - self.turn
        self.left -= 1
        if not self.left:
            self.sealed += 1

    def outcome(self) -> Outcome | None:
        if self.left:
            return None
        scores = tuple(card * bet for card, bet in zip(self.hands, self.bets, strict=True))
        return Outcome(tuple(seat for seat in (0, 1) if scores[seat] == max(scores)), scores, "highest card times bet")

    def clone(self) -> Hidden:
        copy: Hidden = self.setup.game.new_state(self.setup, self.rng.clone())
        copy.deck, copy.hands, copy.open = self.deck[:], self.hands[:], self.open[:]
        copy.shown, copy.bets, copy.made = self.shown[:], self.bets[:], self.made[:]
        copy.turn, copy.left, copy.sealed = self.turn, self.left, self.sealed
        return copy

    def sees(self, viewer: int | None, seat: int) -> bool:
        return viewer == seat or self.shown[seat] or not self.left

    def resample(self, seat: int | None, rng: Rng) -> Hidden:
        twin = self.clone()
        hidden = [other for other in (0, 1) if not self.sees(seat, other)]
        twin.deck = sorted([*self.deck, *(self.hands[other] for other in hidden)])
        twin.rng = rng
        for other in hidden:
            twin.hands[other] = twin.draw()
        for other in (0, 1):
            if seat != other and self.left:
                twin.bets[other] = self.guess_bet(self.made[other], rng)
        twin.rng = rng.fork()
        return twin

    def guess_bet(self, made: int, rng: Rng) -> int:
        """The first bet is 1, the next one anything else, a later one anything."""
        top: int = self.setup.options["top"]
        return 1 if made == 0 else 2 + rng.below(top - 1) if made == 1 else rng.die(top)

    def observe(self, seat: int) -> bytes:
        cards = [self.hands[who] if self.sees(seat, who) else 0 for who in (seat, 1 - seat)]
        laid = [card in self.open for card in range(1, CARDS + 1)]
        return bytes([*cards, self.bets[seat], self.made[seat], self.made[1 - seat], self.left, *laid])

    def action(self, seat: int, move: int) -> int:
        return 1 + (move >> 4) if move & 15 == BET else move - SWAP

    def timeout(self, seat: int) -> int:
        return SWAP


class Card(msgspec.Struct):
    card: int | None
    bet: int | None
    made: int


class View(msgspec.Struct):
    you: int | None
    cards: list[Card]
    open: list[int]
    turn: int
    left: int
    outcome: Outcome | None


class Happened(msgspec.Struct):
    what: str
    seat: int
    card: int | None = None


class Said(msgspec.Struct):
    what: str


CardNumber = Annotated[int, msgspec.Meta(ge=1, le=CARDS)]
Small = Annotated[int, msgspec.Meta(ge=0, le=10**6)]
Word = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class Paper(msgspec.Struct, forbid_unknown_fields=True):
    game: Literal["hidden"]
    deck: list[CardNumber]
    hands: tuple[CardNumber, CardNumber]
    open: list[CardNumber]
    shown: tuple[bool, bool]
    bets: tuple[CardNumber, CardNumber]
    made: tuple[Small, Small]
    left: Annotated[int, msgspec.Meta(ge=0, le=6)]
    sealed: Small
    rng: tuple[Word, Word]
    options: dict[str, int]


class HiddenCard(Game):
    meta = Meta(
        name="hidden",
        title="Hidden Card",
        tagline="One card, three turns.",
        seats=(2, 2),
        minutes=(1, 1),
        prefix="HC",
        options=(Option("top", "The highest bet.", 3, (3, 5)),),
    )
    observation = Layout(
        (
            Piece("cards", 2, "", CATEGORY, CARDS),
            Piece("bets", 3, "", COUNT, HIGHEST_BET),
            Piece("left", 1, "", COUNT, 6),
            Piece("open", 9, "", FLAG, 1),
        )
    )
    actions = (ActionRange("swap", 1, ""), ActionRange("show", 1, ""), ActionRange("bet", HIGHEST_BET, ""))
    folder = Path(__file__).parent / "hidden_card_rules"

    def new_state(self, setup: Setup, rng: Rng) -> Hidden:
        return Hidden(setup, rng)

    def build(self, seats: int, options: dict[str, Any], content: Any) -> Setup:
        setup = Deal(self, seats, options, content)
        setup.actions = 2 + options["top"]
        return setup

    def say(self, move: int) -> str:
        if move & 15 == BET and 0 < move >> 4 <= CARDS:
            return f"bet {move >> 4}"
        if move in (SWAP, SHOW):
            return {SWAP: "swap", SHOW: "show"}[move]
        raise BadMove(str(move), "that is none")

    def read(self, text: str) -> int:
        words = " ".join(text.lower().split())
        if match := re.fullmatch(r"bet ([1-9])", words):
            return BET | int(match[1]) << 4
        if words not in ("swap", "show"):
            raise BadMove(text, "write 'bet 2', 'swap' or 'show'")
        return {"swap": SWAP, "show": SHOW}[words]

    def describe(self, move: int) -> Said:
        return Said(self.say(move))

    def view(self, state: Hidden, viewer: int | None) -> View:
        cards = [
            Card(
                state.hands[seat] if state.sees(viewer, seat) else None,
                state.bets[seat] if viewer == seat or not state.left else None,
                state.made[seat],
            )
            for seat in (0, 1)
        ]
        return View(viewer, cards, state.open, state.turn, state.left, state.outcome())

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> Happened | None:
        kind, seat, *cards = event
        if kind == SWAPPED:
            return Happened("swapped", seat, cards[1] if viewer == seat else cards[0])
        if kind == BETTED:
            return Happened("bet", seat, cards[0] if viewer == seat else None)
        return Happened("shown", seat, cards[0])

    def dump(self, state: Hidden) -> dict[str, Any]:
        return {
            "game": "hidden",
            "deck": state.deck[:],
            "hands": state.hands[:],
            "open": state.open[:],
            "shown": state.shown[:],
            "bets": state.bets[:],
            "made": state.made[:],
            "left": state.left,
            "sealed": int(state.sealed),
            "rng": list(state.rng.words()),
            "options": dict(state.setup.options),
        }

    def load(self, data: Any) -> Hidden:
        try:
            raw = msgspec.json.decode(data) if isinstance(data, str | bytes) else data
            paper = msgspec.convert(raw, Paper)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadData("position", str(error)) from None
        if sorted([*paper.deck, *paper.hands, *paper.open]) != list(range(1, CARDS + 1)):
            raise BadData("position", "nine cards, each of them once")
        if len(paper.open) + sum(paper.made) > 6 - paper.left:
            raise BadData("position", "more moves than there can be")
        for bet, made in zip(paper.bets, paper.made, strict=True):
            if bet > paper.options.get("top", 3) or (made == 0 and bet > 1) or (made == 1 and bet == 1):
                raise BadData("position", "a bet that cannot be")
        state = self.new_state(self.setup(2, paper.options), from_words(*paper.rng))
        state.deck, state.hands, state.open = list(paper.deck), list(paper.hands), list(paper.open)
        state.shown, state.bets, state.made = list(paper.shown), list(paper.bets), list(paper.made)
        state.left, state.turn, state.sealed = paper.left, paper.left % 2, paper.sealed
        return state
