"""What runs in a bot's process. It is all that such a process imports: nothing of tables, sockets or stores."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from pandarium.bots import make, quick_level, strongest
from pandarium.core.bot import Advice, Bot
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.core.state import NOBODY, State
from pandarium.kit.opinions import OpinionRules, Verdict
from pandarium.kit.talk import Listener, SpokenBy
from pandarium.server.ops.processes import when_parent_dies

_LONG_GAME: Final = 5_000
"""Moves after which a game that bots play for nobody is ended by chance: in real time they may wait for each other."""


def prepare() -> None:
    """Let the parent decide when to stop, and do not outlive it, however it dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    when_parent_dies(lambda: os._exit(0))


def choose(name: str, level: str, position: bytes, seat: int, seed: int, heard: Sequence[SpokenBy] = ()) -> str:
    """The move of a bot of that level, in notation; `heard` is what others said."""
    game = find_game(name)
    bot, twin, rng = make(game, level), game.load(position), Rng(seed)
    if heard and isinstance(bot, Listener):
        return game.say(bot.choose_hearing(twin, seat, rng, heard))
    return game.say(bot.choose(twin, seat, rng))


class OpinionFormed(NamedTuple):
    """What a bot thinks of a move that was made."""

    verdict: Verdict
    best: str
    """The move that it would have made, in notation."""
    cost: float | None
    why: Message
    about: Message | None
    """What it thinks of the move itself; None: it would not have looked at it."""


def judge_move(name: str, position: bytes, seat: int, seed: int, played: str) -> OpinionFormed:
    """What the game's judge of moves thinks of one that was made at that position."""
    game = find_game(name)
    rules = game.capability(OpinionRules) or OpinionRules()
    state = game.load(position)
    move = state.canon(seat, game.read(played))
    lie = rules.lies(state, seat, move)
    advice = make(game, rules.level or strongest(game)).advise(state.clone(), seat, Rng(seed))
    best = advice[0]
    mine = next((one for one in advice if one.move == move), None)
    cost = rules.cost(best, mine) if mine is not None else None
    if mine is best:
        verdict: Verdict = "best"
    elif cost is None:
        verdict = "unknown"
    else:
        verdict = "good" if cost < rules.slip else "slip" if cost < rules.mistake else "mistake"
    if lie and verdict in {"best", "good"}:
        verdict = "bluff"
    shown = None if cost is None else round(cost * (100 if rules.unit == "percent" else 1), 1)
    return OpinionFormed(verdict, game.say(best.move), shown, best.message, mine.message if mine is not None else None)


def play_out(name: str, position: bytes, seat: int, seed: int, games: int, seconds: float) -> tuple[list[int], int]:
    """Who won how many games that went on from a position as that seat knows it, and how many were played in time.

    At least one is. Where all win or lose together, there is one number.
    """
    game = find_game(name)
    rules = game.capability(OpinionRules) or OpinionRules()
    bot = make(game, rules.player or quick_level(game, strongest(game)))
    twin, rng = game.load(position), Rng(seed)
    wins = [0] * (1 if game.meta.cooperative else int(twin.setup.seats))
    end, played = time.monotonic() + seconds, 0
    while played < games and (played == 0 or time.monotonic() < end):
        outcome = _end_of(twin.resample(seat, rng), bot, rng)
        played += 1
        for winner in outcome.winners[:1] if game.meta.cooperative else outcome.winners:
            wins[0 if game.meta.cooperative else winner] += 1
    return wins, played


def _end_of(state: State, bot: Bot, rng: Rng) -> Outcome:
    """How a game ends that a bot plays in all seats."""
    for _ in range(_LONG_GAME):
        seat = state.to_act(rng)
        if seat == NOBODY:
            break
        state.play(seat, bot.choose(state.clone(), seat, rng))
    state.playout(rng)
    outcome = state.outcome()
    assert outcome is not None, "a playout ends the game"
    return outcome


def advise(name: str, position: bytes, seat: int, seed: int) -> list[Advice]:
    """What the strongest bot thinks of the moves, best first."""
    game = find_game(name)
    return make(game, strongest(game)).advise(game.load(position), seat, Rng(seed))
