"""Hidden Card with one thing wrong, in many ways: what the suite has to find, and by which check."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec

from pandarium import BadData, BadMove, IllegalMove, Outcome, Rng, Setup, State
from pandarium.core.bot import Advice, Bot
from pandarium.core.rng import from_words
from pandarium.kit.terminal import TerminalTable

from .hidden_card import BET, SHOW, SWAP, Happened, Hidden, HiddenCard, View
from .leaks import MUTANTS, caught_by

__all__ = ["MUTANTS"]

# The folder


@caught_by("folder_has_the_floor_plan")
class RulesBesideGame(HiddenCard):
    folder = Path(__file__).with_name("misplaced")


# Looking


@caught_by("looking_does_not_touch")
class ObserveLeavesAMark(Hidden):
    def observe(self, seat: int) -> bytes:
        self.sealed += 1
        return super().observe(seat)


@caught_by("looking_does_not_touch")
class LegalSharesItsScratchSpace(Hidden):
    scratch: ClassVar[list[int]] = []

    def legal(self, seat: int) -> list[int]:
        self.scratch.clear()
        for move in super().legal(seat):
            time.sleep(0.0001)  # others run meanwhile
            self.scratch.append(move)
        return list(self.scratch)


# Moves


@caught_by("legal_moves_can_be_played")
class ListsAMoveTwice(Hidden):
    def legal(self, seat: int) -> list[int]:
        return [*super().legal(seat), *super().legal(seat)[:1]]


@caught_by("legal_moves_can_be_played")
class ListsWhatItRefuses(Hidden):
    def legal(self, seat: int) -> list[int]:
        moves = super().legal(seat)
        return [*moves, SHOW] if moves and SHOW not in moves else moves


@caught_by("legal_moves_can_be_played")
class ListsMovesForThoseWhoWait(Hidden):
    def legal(self, seat: int) -> list[int]:
        return super().legal(seat) or ([SWAP] if self.left else [])


@caught_by("other_moves_are_refused")
class TakesWhatItDoesNotList(Hidden):
    def legal(self, seat: int) -> list[int]:
        return [move for move in super().legal(seat) if move != BET | 2 << 4]


@caught_by("other_moves_are_refused")
class TakesStrayBits(Hidden):
    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        return super().refusal(seat, move & 0xFF)


@caught_by("other_moves_are_refused")
class RefusalCostsABet(Hidden):
    def play(self, seat: int, move: int, log: list[Any] | None = None, salt: int = 0) -> None:
        try:
            super().play(seat, move, log, salt)
        except IllegalMove:
            self.bets = [1, 1]
            raise


@caught_by("other_moves_are_refused")
class StumblesOverOddNumbers(Hidden):
    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        if move & 15 == 9:
            raise KeyError(move)
        return super().refusal(seat, move)


@caught_by("timeout_is_legal")
class TimeoutIsIllegal(Hidden):
    def timeout(self, seat: int) -> int:
        return SHOW


@caught_by("timers_run_while_somebody_acts")
class TimerRunsBackwards(Hidden):
    def timer(self) -> int:
        return -3


@caught_by("timers_run_while_somebody_acts")
class TimerRunsAfterTheEnd(Hidden):
    def timer(self) -> int:
        return 20


@caught_by("timers_run_while_somebody_acts")
class CountsWithoutATimer(Hidden):
    def counting(self) -> bool:
        return True


@caught_by("timers_run_while_somebody_acts")
class CountsWhileThereIsAChoice(Hidden):
    def timer(self) -> int:
        return 3 if self.left else 0

    def counting(self) -> bool:
        return self.left > 0


@caught_by("rulebook_covers_refusals")
class CitesAnUnknownRule(Hidden):
    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        refused = super().refusal(seat, move)
        return IllegalMove("HC-99", refused.reason) if refused else None


@caught_by("rulebook_covers_refusals")
class HasAnotherPrefix(HiddenCard):
    meta = HiddenCard.meta._replace(prefix="XX")


@caught_by("rulebook_covers_refusals")
class HasNoRulebook(HiddenCard):
    folder = HiddenCard.folder / "nowhere"


# The course of a game


@caught_by("games_end", "playouts_end")
class NeverEnds(Hidden):
    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        super().apply(seat, move, log)
        self.left = max(self.left, 2)
        self.open, self.deck = [], [card for card in range(1, 10) if card not in self.hands]


@caught_by("games_end")
class KnowsTheEndBefore(Hidden):
    def outcome(self) -> Outcome | None:
        return super().outcome() or (Outcome((0,), (1, 0), "clear already") if self.left == 1 else None)


@caught_by("games_end")
class NobodyKnowsWhoWon(Hidden):
    def outcome(self) -> Outcome | None:
        return None


@caught_by("games_end")
class AStrangerWins(Hidden):
    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome((2,), (0, 0), "who was that?")


@caught_by("playouts_end")
class PlayoutStopsEarly(Hidden):
    def playout(self, rng: Rng) -> int:
        self.play(self.turn, SWAP)
        return 1


@caught_by("same_seed_same_game", "replay_equals_live")
class UsesOtherChance(Hidden):
    def draw(self) -> int:
        return self.deck.pop(random.randrange(len(self.deck)))


@caught_by("same_seed_same_game")
class IgnoresTheSeed(Hidden):
    def __init__(self, setup: Setup, rng: Rng) -> None:
        super().__init__(setup, Rng(1))


@caught_by("same_seed_same_game", "replay_equals_live")
class RemembersOtherGames(Hidden):
    played = count()

    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        super().apply(seat, move, log)
        self.bets[seat] = 1 + next(self.played) % 3


@caught_by("salts_steer_chance")
class IgnoresSalts(Hidden):
    def play(self, seat: int, move: int, log: list[Any] | None = None, salt: int = 0) -> None:
        super().play(seat, move, log)


@caught_by("choices_can_be_made_in_any_order")
class WhoIsFirstGetsTheBetterCard(Hidden):
    """Both may act at any time, and what they do is not the same in another order."""

    def actors(self) -> list[int]:
        return [0, 1] if self.left else []

    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        turn, self.turn = self.turn, seat
        try:
            return super().refusal(seat, move)
        finally:
            self.turn = turn


@caught_by("undo_stops_at_reveals", "copies_are_independent")
class CloneForgetsTheSeal(Hidden):
    def clone(self) -> Hidden:
        copy = super().clone()
        copy.sealed = 0
        return copy


@caught_by("undo_stops_at_reveals", "copies_are_independent")
class CloneSharesAList(Hidden):
    def clone(self) -> Hidden:
        copy = super().clone()
        copy.bets = self.bets
        return copy


@caught_by("copies_are_independent", "positions_survive_paper")
class PaperForgetsTheBets(HiddenCard):
    def load(self, data: Any) -> Hidden:
        state = super().load(data)
        state.bets = [1, 1]
        return state


@caught_by("positions_survive_paper")
class PaperForgetsWhatIsNotDumped(HiddenCard):
    def dump(self, state: Hidden) -> dict[str, Any]:
        return {**super().dump(state), "shown": [False, False]}


@caught_by("broken_positions_are_refused")
class BelievesEveryPaper(HiddenCard):
    def load(self, data: Any) -> Hidden:
        raw = msgspec.json.decode(data) if isinstance(data, str | bytes) else data
        state = self.new_state(self.setup(2, raw["options"]), from_words(*raw["rng"]))
        state.__dict__.update({name: raw[name] for name in ("deck", "hands", "open", "shown", "bets", "left")})
        return state


@caught_by("broken_positions_are_refused")
class LetsBrokenPositionsIn(HiddenCard):
    def load(self, data: Any) -> Hidden:
        if isinstance(data, dict) and type(data.get("left")) is int and data["left"] > 6:
            state = super().load({**data, "left": 0})
            state.left = min(data["left"], 1000)
            return state
        return super().load(data)


@caught_by("twins_are_positions")
class TwinHasTwoOfACard(Hidden):
    def resample(self, seat: int | None, rng: Rng) -> Hidden:
        twin = super().resample(seat, rng)
        twin.deck = [twin.hands[0]] * len(twin.deck)
        return twin


@caught_by("views_survive_the_wire")
class DoesNotSayWhatAViewIs(HiddenCard):
    def view(self, state: Hidden, viewer: int | None) -> msgspec.Struct:
        return super().view(state, viewer)


class OpenHanded(View):
    sleeve: list[int]


@caught_by("views_survive_the_wire")
class ViewComesBackChanged(HiddenCard):
    def view(self, state: Hidden, viewer: int | None) -> OpenHanded:
        seen = super().view(state, viewer)
        return OpenHanded(**{name: getattr(seen, name) for name in seen.__struct_fields__}, sleeve=(1, 2))


@caught_by("views_survive_the_wire")
class TakesAnythingForAView(HiddenCard):
    def read_view(self, data: object) -> Any:
        try:
            return super().read_view(data)
        except BadData:
            return data


# Words


@caught_by("notation_is_exact")
class ReadsAnotherBet(HiddenCard):
    def read(self, text: str) -> int:
        return super().read(text.replace("3", "2"))


@caught_by("notation_is_exact")
class ReadsSmallLettersOnly(HiddenCard):
    def read(self, text: str) -> int:
        if text != text.lower():
            raise BadMove(text, "in small letters")
        return super().read(text)


@caught_by("notation_is_exact")
class SaysUndoForAMove(HiddenCard):
    def say(self, move: int) -> str:
        return "undo" if move == SWAP else super().say(move)

    def read(self, text: str) -> int:
        return SWAP if text.strip().lower() == "undo" else super().read(text)


@caught_by("garbage_is_no_move")
class StumblesOverTexts(HiddenCard):
    def read(self, text: str) -> int:
        return {"swap": SWAP, "show": SHOW}[text] if text.startswith("s") else super().read(text)


@caught_by("garbage_is_no_move")
class TakesAnyTextForAPass(HiddenCard):
    def read(self, text: str) -> int:
        try:
            return super().read(text)
        except BadMove:
            return SWAP


@caught_by("garbage_is_no_move")
class SaysNumbersThatAreNoMoves(HiddenCard):
    def say(self, move: int) -> str:
        return super().say(move & 0xFF)


@caught_by("words_for_people")
class LabelsNothing(HiddenCard):
    def label(self, move: int, names: Any) -> str:
        return " "


@caught_by("words_for_people")
class DescribesAllMovesAlike(HiddenCard):
    def describe(self, move: int) -> Any:
        return Happened("a move", 0)


@caught_by("words_for_people")
class DrawsTooWide(HiddenCard):
    class TooWide(TerminalTable):
        def draw(self, view: Any, names: Any, width: int = 80) -> Any:
            from rich.table import Table

            return Table("x" * 90, width=width + 20)

    capabilities = MappingProxyType({TerminalTable: TooWide})


# Learning


@caught_by("observations_have_their_length")
class ObservationIsShort(Hidden):
    def observe(self, seat: int) -> bytes:
        return super().observe(seat)[: 15 if self.left else 14]


class Cheat(Bot):
    name = "cheat"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return BET | 9 << 4


class Dreamer(Bot):
    name = "dreamer"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return random.choice(state.legal(seat))


@caught_by("bots_play_fair")
class BotBreaksRules(HiddenCard):
    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"cheat": Cheat}


class Mute(Bot):
    name = "mute"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return state.timeout(seat)

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        return []


@caught_by("bots_play_fair")
class BotGivesNoAdvice(HiddenCard):
    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"mute": Mute}


@caught_by("bots_play_fair")
class BotUsesOtherChance(HiddenCard):
    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"dreamer": Dreamer}


# Set-up


@caught_by("set_up_is_checked")
class TakesAnyNumberOfPlayers(HiddenCard):
    def check_seats(self, seats: object) -> None:
        pass


@caught_by("set_up_is_checked")
class HasAnOptionThatNobodyCanPlay(HiddenCard):
    def build(self, seats: int, options: dict[str, Any], content: Any) -> Setup:
        if options["top"] == 5:
            self.check_seats(3)
        return super().build(seats, options, content)
