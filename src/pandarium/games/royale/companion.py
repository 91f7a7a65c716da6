"""Panda Royale with real dice: what was rolled, drawn, traded and taken is entered, the engine does the rest.

    A roll 3 5 6      what A's dice show, in the order of the kinds: yellow, purple, blue, red, green, clear, pink
    pool b8 r6 c6     what came out of the bag (PR-11)
    A take b8         and moves as they are always written, with the player in front
    A trade C r6
    A pass

Everybody's dice are known from the drafts, so nothing else is asked for. A black face may be written with its minus or
without. After a tie `roll` is asked for again, for the yellow dice alone (PR-3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.errors import BadMove, IllegalMove
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.state import State
from pandarium.games.royale.engine.dice import (
    CODES,
    DRAFTABLE,
    YELLOW_D6,
    YELLOW_D8,
    count,
    handful,
    list_kinds,
    one,
    total,
)
from pandarium.games.royale.engine.faults import FINE
from pandarium.games.royale.engine.flow import Royale, RoyaleDeal, carry_out, carry_out_step
from pandarium.games.royale.engine.rolling import highest_yellow
from pandarium.games.royale.engine.scoring import FACE_BITS, FACE_MASK, line_total, list_values, score_roll, yellow_sum
from pandarium.games.royale.engine.setting_up import set_up
from pandarium.games.royale.engine.state import CHOICE, DRAFT_STEP, NOBODY, OVER, ROLL_STEP, TRADE_STEP
from pandarium.games.royale.engine.trading import offer_fault
from pandarium.games.royale.view import Line, Rolled, RoyaleView, codes, lines_of, read_line, redact, show, view
from pandarium.games.royale.words import notation
from pandarium.kit.companion import SEAT_LETTERS, Companion, Evening, Prompt, ToldChance

UNKNOWN = "-"
"""In what is being typed: a die whose face is not known yet."""


class DieToRoll(msgspec.Struct, frozen=True):
    """A die in somebody's hand, and what its faces count (PR-C2)."""

    code: str
    faces: list[int]


class RollOf(msgspec.Struct, frozen=True):
    """One player's part of a roll (PR-2), or of a re-roll (PR-3)."""

    dice: list[DieToRoll]
    shown: list[Rolled] | None
    """What they show; None: not entered yet."""
    line: Line | None
    """What it scores; None: not entered yet, or only the yellow sum counts."""
    yellow: int | None


class AskRoll(msgspec.Struct, frozen=True, tag_field="ask", tag="roll"):
    """Everybody rolls, and enters what they see."""

    round: int
    again: int
    """Which re-roll of the yellow dice this is (PR-3); 0: the round's own roll."""
    players: list[RollOf]


class AskPool(msgspec.Struct, frozen=True, tag_field="ask", tag="pool"):
    """Dice are drawn from the bag (PR-11)."""

    draw: int


class Offer(msgspec.Struct, frozen=True):
    """A move that may be made, and how it is entered."""

    entry: str
    what: notation.Take | notation.Trade | notation.Pass


class AskChoice(msgspec.Struct, frozen=True, tag_field="ask", tag="choice"):
    """Somebody trades (PR-10) or takes a die (PR-11)."""

    step: Literal["trade", "draft"]
    seat: int
    offers: list[Offer]


class Typed(msgspec.Struct, frozen=True):
    """What is being typed, as far as it goes."""

    seat: int
    shown: list[Rolled | None]
    line: Line
    fault: Message | None = None
    """What is wrong with it,"""
    reason: str = ""
    """and the same in English."""


class RoyalePage(msgspec.Struct, frozen=True):
    """What the device shows."""

    ask: AskRoll | AskPool | AskChoice | None
    """None: the game is over."""
    view: RoyaleView
    """Before the first roll: round 0, and nobody has the token (-1)."""
    order: list[int]
    """In which order the trades go, of those who may (PR-10): the holder of the token last; else the draft (PR-11)."""
    pity: list[int]
    """Who has a pink die (PR-9)."""
    typed: Typed | None


class RoyaleEvening(Evening):
    """One game with real dice."""

    def __init__(self, setup: RoyaleDeal, names: Sequence[str]) -> None:
        self._names = names
        self._state = Royale(setup, ToldChance())
        self._step: int = set_up(self._state)
        self._rolls: list[dict[int, int]] = [{}]
        """The round's roll, then its re-rolls: by seat the faces, packed as the engine packs them."""
        self._traders: set[int] = set()
        """Who has had a turn to trade in this round."""

    def enter(self, entry: str) -> list[Any]:
        """One more entry; the events that follow."""
        first, *rest = entry.split() or [""]
        if first.lower() == "pool":
            log = self._draw(rest)
        elif len(first) == 1 and first.upper() in SEAT_LETTERS[: self._state.seats] and rest:
            seat = SEAT_LETTERS.index(first.upper())
            if rest[0].lower() == "roll":
                log = self._roll(seat, rest[1:])
            else:
                log = self._move(seat, notation.read(" ".join(rest)))
        else:
            raise BadMove(entry, Message("royale.companion.allowed"))
        return [redact(event) for event in log]

    # PR-2, PR-3: the roll

    def _roll(self, seat: int, words: list[str]) -> list[Any]:
        self._expect(ROLL_STEP)
        rolled = self._rolls[-1]
        name = self._names[seat]
        if seat in rolled:
            raise IllegalMove("PR-2", Message("royale.companion.rolled_already", {"name": name}))
        hand = self._to_roll(seat)
        if not hand:
            raise IllegalMove("PR-3", Message("royale.companion.no_yellow", {"name": name}))
        if len(words) != total(hand):
            told: dict[str, int | str | Message] = {"name": name, "n": int(total(hand)), "given": len(words)}
            told["dice"] = " ".join(codes(hand))
            raise IllegalMove("PR-12", Message("royale.companion.how_many", told))
        shown = [self._face(int(kind), word) for kind, word in zip(list_kinds(hand), words, strict=True)]
        told_now = {**rolled, seat: _pack(shown)}
        if any(self._to_roll(other) and other not in told_now for other in range(self._state.seats)):
            rolled[seat] = told_now[seat]
            return []
        return self._finish_roll(told_now)

    def _finish_roll(self, rolled: dict[int, int]) -> list[Any]:
        """Everybody's dice are known: the engine rolls them and scores, unless there is a tie (PR-3)."""
        if self._is_tied(rolled):
            self._rolls[-1:] = [rolled, {}]
            return []
        rolls = [*self._rolls[:-1], rolled]
        numbers = [face for nth, roll in enumerate(rolls) for face in self._faces_in_order(nth, roll)]
        log: list[Any] = []
        self._traders = set()
        self._carry_out(ROLL_STEP, numbers, log)
        self._rolls = [{}]
        return log

    def _is_tied(self, rolled: dict[int, int]) -> bool:
        """Whether nobody alone has the highest yellow sum, as the engine sees it."""
        after = self._state.clone()
        dice = after.fixed.dice
        sums = [yellow_sum(dice, hand, rolled.get(seat, 0)) for seat, hand in enumerate(after.hands)]
        after.yellows = vec[i64](sums)
        return highest_yellow(after) == NOBODY

    def _faces_in_order(self, nth: int, roll: dict[int, int]) -> list[int]:
        """The faces of a roll as the engine asks for them: player after player, die after die."""
        return [
            (roll[seat] >> (index * FACE_BITS)) & FACE_MASK
            for seat in sorted(roll)
            for index in range(int(total(self._to_roll(seat, nth))))
        ]

    def _to_roll(self, seat: int, nth: int | None = None) -> int:
        """The dice that a player rolls: all of them, and in re-rolls the yellow ones (PR-3)."""
        hand = int(self._state.hands[seat])
        again = len(self._rolls) - 1 if nth is None else nth
        return hand & int(15 * one(YELLOW_D6) + 15 * one(YELLOW_D8)) if again else hand

    def _face(self, kind: int, word: str) -> int:
        """Which face of that kind shows what was entered; black ones with their minus or without (PR-C2)."""
        dice = self._state.fixed.dice
        counts = [int(dice.value(kind, face)) for face in range(dice.sides[kind])]
        try:
            number = int(word.replace("−", "-"))
        except ValueError:
            number = 0
        for wanted in (number, -number):
            if number and wanted in counts:
                return counts.index(wanted)
        die = Message(f"royale.die.{CODES[kind]}")
        raise IllegalMove("PR-C1", Message("royale.companion.no_face", {"die": die, "face": word[:8]}))

    # PR-11: the draw

    def _draw(self, words: list[str]) -> list[Any]:
        self._expect(DRAFT_STEP)
        wanted = self._state.seats + 1
        if len(words) != wanted:
            raise IllegalMove(
                "PR-11", Message("royale.companion.how_many_drawn", {"n": int(wanted), "given": len(words)})
            )
        bag, numbers = int(self._state.bag), []
        for word in words:
            code = word.lower()
            kind = CODES.index(code) if code in CODES else len(CODES)
            if kind >= DRAFTABLE:
                allowed = Message("royale.companion.dice", {"dice": " ".join(CODES[:DRAFTABLE])})
                raise BadMove(word, allowed)
            if count(bag, kind) == 0:
                die = Message(f"royale.die.{code}")
                raise IllegalMove("PR-C1", Message("royale.companion.not_in_bag", {"die": die}))
            numbers.append(sum(int(count(bag, before)) for before in range(kind)))
            bag -= int(one(kind))
        log: list[Any] = []
        self._carry_out(DRAFT_STEP, numbers, log)
        return log

    # PR-10, PR-11: trades and takes

    def _move(self, seat: int, move: int) -> list[Any]:
        self._expect(CHOICE)
        if seat != self._state.turn:
            raise IllegalMove("PR-1", Message("royale.companion.turn", {"name": self._names[self._state.turn]}))
        refusal = self._state.refusal(seat, move)
        if refusal is not None:
            raise refusal
        log: list[Any] = []
        self._go_on(int(carry_out(self._state, seat, move, log)), log)
        return log

    def _expect(self, step: int) -> None:
        """Raise IllegalMove unless this is what comes now."""
        if self._state.step == OVER:
            raise IllegalMove("PR-13", Message("royale.refusal.game_over"))
        if self._step == step:
            return
        name = self._names[self._state.turn]
        now = {
            ROLL_STEP: Message("royale.companion.now.roll"),
            DRAFT_STEP: Message("royale.companion.now.pool"),
            CHOICE: Message("royale.companion.now.choice", {"name": name}),
        }
        raise IllegalMove("PR-1", now[self._step])

    def _carry_out(self, step: int, numbers: list[int], log: list[Any]) -> None:
        """A step that leaves something to chance, with what really came; all or nothing."""
        next_state = self._state.clone()
        next_state.rng = ToldChance(numbers)
        following = int(carry_out_step(next_state, step, log))
        self._state = next_state
        self._go_on(following, log)

    def _go_on(self, step: int, log: list[Any]) -> None:
        """PR-1: on to the next choice, or to what must be entered first."""
        while step not in (CHOICE, ROLL_STEP, DRAFT_STEP):
            step = int(carry_out_step(self._state, step, log))
        self._step = step
        if self._is_trading():
            self._traders.add(int(self._state.turn))

    def _is_trading(self) -> bool:
        return self._step == CHOICE and bool(self._state.step == TRADE_STEP)

    # what is shown

    def page(self, typing: str = "") -> RoyalePage:
        """How things stand, and what is to be entered."""
        state = self._state
        seats = int(state.seats)
        return RoyalePage(
            ask=self._ask(),
            view=view(state, None),
            order=self._order(),
            pity=[seat for seat in range(seats) if "k12" in codes(state.hands[seat])],
            typed=self._typed(typing) if typing and self._step == ROLL_STEP else None,
        )

    def _order(self) -> list[int]:
        """PR-10: clockwise from the left of the token, its holder last; PR-11: the holder first."""
        state = self._state
        seats, holder = int(state.seats), int(state.panda)
        clockwise = [(holder + offset) % seats for offset in range(seats)] if holder >= 0 else []
        if not self._is_trading():
            return clockwise
        traders = [*clockwise[1:], holder]
        to_come = traders[traders.index(int(state.turn)) :]
        return [
            seat for seat in traders if seat in self._traders or (seat in to_come and offer_fault(state, seat) == FINE)
        ]

    def _ask(self) -> AskRoll | AskPool | AskChoice | None:
        state = self._state
        if state.step == OVER:
            return None
        if self._step == ROLL_STEP:
            players = [self._roll_of(seat) for seat in range(state.seats)]
            return AskRoll(int(state.round) + 1, len(self._rolls) - 1, players)
        if self._step == DRAFT_STEP:
            return AskPool(int(state.seats) + 1)
        seat = int(state.turn)
        offers = [Offer(self.entry_of(seat, notation.say(move)), notation.describe(move)) for move in state.legal(seat)]
        return AskChoice("draft" if state.step == DRAFT_STEP else "trade", seat, offers)

    def _roll_of(self, seat: int) -> RollOf:
        dice = self._state.fixed.dice
        hand = self._to_roll(seat)
        to_roll = [
            DieToRoll(CODES[kind], [int(dice.value(kind, face)) for face in range(dice.sides[kind])])
            for kind in list_kinds(hand)
        ]
        faces = self._rolls[-1].get(seat)
        if faces is None:
            return RollOf(to_roll, None, None, None if hand else 0)
        shown = show(list_kinds(hand), list_values(dice, hand, faces))
        line = read_line(score_roll(dice, hand, faces)) if len(self._rolls) == 1 else None
        return RollOf(to_roll, shown, line, int(yellow_sum(dice, hand, faces)))

    def _typed(self, typing: str) -> Typed | None:
        """What the faces are worth that are known so far: `A 3 - 6`."""
        letter, *words = typing.split() or [""]
        if len(letter) != 1 or letter.upper() not in SEAT_LETTERS[: self._state.seats]:
            return None
        seat = SEAT_LETTERS.index(letter.upper())
        known: list[tuple[int, int]] = []
        shown: list[Rolled | None] = []
        fault = None
        dice = self._state.fixed.dice
        for kind, word in zip(list_kinds(self._to_roll(seat)), words, strict=False):
            try:
                face = UNKNOWN if word == UNKNOWN else self._face(int(kind), word)
            except IllegalMove as error:
                face, fault = UNKNOWN, error.message
            if isinstance(face, int):
                known.append((int(kind), face))
            shown.append(Rolled(CODES[kind], int(dice.value(kind, face))) if isinstance(face, int) else None)
        if len(words) > len(shown):
            fault = Message("royale.companion.too_many", {"n": len(shown)})
        hand = handful([kind for kind, _ in known])
        line = read_line(score_roll(dice, hand, _pack([face for _, face in known])))
        return Typed(seat, shown, line, fault, "" if fault is None else str(fault))

    def prompt(self) -> Prompt | None:
        """The next question."""
        ask = self._ask()
        if ask is None:
            return None
        if isinstance(ask, AskRoll):
            seat = next(seat for seat, roll in enumerate(ask.players) if roll.dice and roll.shown is None)
            dice = " ".join(die.code for die in ask.players[seat].dice)
            told: dict[str, int | str | Message] = {"round": ask.round, "name": self._names[seat], "dice": dice}
            code = "royale.companion.prompt.roll_again" if ask.again else "royale.companion.prompt.roll"
            return Prompt(f"{SEAT_LETTERS[seat]} roll ", Message(code, told))
        if isinstance(ask, AskPool):
            return Prompt("pool ", Message("royale.companion.prompt.pool", {"n": ask.draw}))
        name = self._names[ask.seat]
        if ask.step == "trade":
            return Prompt(f"{SEAT_LETTERS[ask.seat]} ", Message("royale.companion.prompt.trade", {"name": name}))
        pool = " ".join(codes(self._state.pool))
        message = Message("royale.companion.prompt.take", {"name": name, "dice": pool})
        return Prompt(f"{SEAT_LETTERS[ask.seat]} take ", message)

    def view(self) -> RoyaleView | None:
        """The table, once something was rolled."""
        return view(self._state, None) if self._state.round else None

    def points(self) -> list[list[int]]:
        """The score sheet without its colours (PR-15)."""
        return [[int(line_total(line)) for line in lines_of(self._state, seat)] for seat in range(self._state.seats)]

    def outcome(self) -> Outcome | None:
        """PR-13."""
        return self._state.outcome()

    def choice(self) -> tuple[State, int] | None:
        """Who trades or takes, and where."""
        return (self._state, int(self._state.turn)) if self._step == CHOICE and self._state.step != OVER else None


def _pack(faces: Sequence[int]) -> int:
    """Faces as the engine keeps them, in the order of the kinds."""
    return sum(face << (index * FACE_BITS) for index, face in enumerate(faces))


class RoyaleCompanion(Companion):
    """Panda Royale with real dice."""

    page = RoyalePage

    def begin(self, setup: Any, names: Sequence[str]) -> RoyaleEvening:
        """Everybody has their yellow die (PR-S1)."""
        return RoyaleEvening(setup, names)
