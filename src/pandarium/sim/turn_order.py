"""Who moves next. Where several may act at once it is either anyone, or whoever is first by their reaction times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pandarium.bots.speed import SPEEDS, USUAL, reaction, split_speed
from pandarium.core.bot import Bot, ask
from pandarium.core.errors import PandariumError
from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State
from pandarium.kit.talk import BotTalk, Listener, TalkRules


class PlannedMove(NamedTuple):
    """A move on its way."""

    due: int
    seat: int
    move: int
    seen: int
    """How many moves had been played when it was decided."""


def reaction_times(setup: Setup, levels: Sequence[str]) -> list[int] | None:
    """Milliseconds for each of these bots; None where none of them says how fast it is. Raises PandariumError."""
    speeds = [split_speed(level)[1] for level in levels]
    if all(speed is None for speed in speeds):
        return None
    if setup.game.pace(setup.options) != "real time":
        fast = next(level for level, speed in zip(levels, speeds, strict=True) if speed is not None)
        raise PandariumError(f"{fast!r}: at this table nobody is faster than others; leave out what follows the @")
    return [SPEEDS[USUAL] if speed is None else speed for speed in speeds]


def next_moves(
    state: State, bots: Sequence[Bot], chance: Rng, reactions: Sequence[int] | None, talk: TalkRules | None = None
) -> Iterator[tuple[int, int]]:
    """Seat and move, again and again until the game is over; whoever asks plays each before asking for the next.

    With rules about talk bots talk, where one of them listens; who acts in real time has no time for it.
    """
    if reactions is not None:
        return by_reaction_time(state, bots, chance, reactions)
    if talk is not None and len(bots) > 1 and any(isinstance(bot, Listener) for bot in bots):
        return while_talking(state, bots, chance, talk)
    return in_random_order(state, bots, chance)


def in_random_order(state: State, bots: Sequence[Bot], chance: Rng) -> Iterator[tuple[int, int]]:
    """Of those who may act anyone, each as likely as the others."""
    while actors := state.actors():
        seat = _anyone(actors, chance)
        yield seat, ask(bots[seat], state, seat, chance)


def while_talking(state: State, bots: Sequence[Bot], chance: Rng, rules: TalkRules) -> Iterator[tuple[int, int]]:
    """The same, and bots say what they have to say after their moves, and hear the others."""
    talk, whim = BotTalk(rules), chance.clone().fork()  # so that a silent table meets the same chance
    while actors := state.actors():
        seat = _anyone(actors, chance)
        yield seat, talk.ask(bots[seat], state, seat, chance)
        talk.moved(seat)
        now = state.actors()
        if now and seat not in now:
            talk.speak(bots[seat], seat, state.view, whim)


def _anyone(actors: Sequence[int], chance: Rng) -> int:
    return actors[0] if len(actors) == 1 else actors[chance.below(len(actors))]


def by_reaction_time(
    state: State, bots: Sequence[Bot], chance: Rng, reactions: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """In real time: each decides by what it sees, and touches it when its reaction time has passed.

    Whoever comes too late, since the move is no longer legal, looks again; so does who wanted to do nothing, if others
    have moved meanwhile. What leaves no choice takes no time.
    """
    played = now = 0
    coming: dict[int, PlannedMove] = {}
    while actors := state.actors():
        coming = {seat: touch for seat, touch in coming.items() if seat in actors}
        for seat in actors:
            if seat not in coming:
                move = ask(bots[seat], state, seat, chance)
                wait = reaction(reactions[seat], chance) if len(state.legal(seat)) > 1 else 0
                coming[seat] = PlannedMove(now + wait, seat, move, played)
        touch = min(coming.values())
        del coming[touch.seat]
        now = touch.due
        stale = touch.seen < played and touch.move == state.timeout(touch.seat)
        if not stale and state.refusal(touch.seat, touch.move) is None:
            yield touch.seat, touch.move
            played += 1
