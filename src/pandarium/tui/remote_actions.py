"""What can be done at a remote table now, beside moving: the same list for the full screen and for plain lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, get_args

from pandarium import protocol
from pandarium.protocol import AnyMessage, Update
from pandarium.protocol.fields import Reaction
from pandarium.tui.remote_text import late_names, player_names

REACTIONS: tuple[Reaction, ...] = get_args(Reaction)

SAVE_RECORD = "keep the record"
NEXT_TABLE = "go to the next table"


class Action(NamedTuple):
    """Something to do: in words, and what to send for it."""

    label: str
    message: AnyMessage | None = None
    notation: str = ""
    """What a move is called; "" for everything else."""
    client_task: str = ""
    """What the client does by itself, where nothing is sent."""
    word: str = ""
    """What to type for it in plain lines, beside its number."""


def main_actions(update: Update, levels: Sequence[str]) -> list[Action]:
    """What stands in the list: what the table waits for, a move above all. `levels` of bots: weakest first."""
    match update.table.status:
        case "open":
            return _before_the_game(update, levels)
        case "running":
            # Moves first: whoever is about to press a move's key must not agree to something by it.
            return [*_moves(update), *_interruptions(update)]
        case _:
            return _after_the_game(update)


def _moves(update: Update) -> list[Action]:
    if update.table.paused is not None:
        return []
    return [Action(one.label, protocol.Play(move=one.move, position=update.position), one.move) for one in update.legal]


def _before_the_game(update: Update, levels: Sequence[str]) -> list[Action]:
    table, you = update.table, update.you
    free = [number for number, seat in enumerate(table.seats) if not seat.name]
    actions: list[Action] = []
    if you.seat is None and free:
        actions.append(Action("Sit down", protocol.Sit(), word="sit"))
    if you.host:
        return actions + _as_the_host(update, free, levels)
    if you.seat is not None and not table.seats[you.seat].ready:
        actions.append(Action("I am ready", protocol.BeReady(), word="ready"))
    return actions


def _as_the_host(update: Update, free: Sequence[int], levels: Sequence[str]) -> list[Action]:
    best_first = list(reversed(levels))
    ready = not late_names(update.table)
    actions = [Action("Start the game", protocol.Start(), word="start")] if ready and not free else []
    if free and not levels:
        actions.append(Action(f"Put a bot into seat {free[0] + 1}", protocol.PutBot(seat=free[0])))
    elif free:
        where = "the free seat" if len(free) == 1 else "all free seats"
        actions += [
            Action(f"Start with {level} bots in {where}", protocol.Start(fill=level), word=f"start {level}")
            for level in best_first
            if ready
        ]
        actions += [
            Action(f"Put a bot into seat {free[0] + 1}: {level}", protocol.PutBot(seat=free[0], level=level))
            for level in best_first
        ]
    return actions


def _interruptions(update: Update) -> list[Action]:
    """What else the table waits for: an answer, somebody whose seat a bot has, the end of a pause."""
    table, mine, names = update.table, update.you.seat, player_names(update.table)
    if mine is None:
        return []
    seat, actions = table.seats[mine], []
    if table.asked is not None and mine in table.asked.waiting:
        what = "takes a move back" if table.asked.what == "undo" else "gets a pause"
        actions.append(Action(f"Agree: {names[table.asked.seat]} {what}", protocol.Answer(yes=True), word="yes"))
        actions.append(Action("Do not agree", protocol.Answer(yes=False), word="no"))
    if seat.bot is not None and not seat.resigned:
        actions.append(Action("Take your seat back from the bot", protocol.Return(), word="return"))
    elif table.paused is not None and not seat.resigned:
        actions.append(Action("Go on with the game", protocol.Resume(), word="resume"))
    return actions


def _after_the_game(update: Update) -> list[Action]:
    table, actions = update.table, []
    if table.rematch is not None:
        actions.append(Action("Go to the new table", client_task=NEXT_TABLE, word="rematch"))
    elif update.you.seat is not None and not table.tournament:
        actions.append(Action("Play again with the same people", protocol.Rematch(), word="rematch"))
    if table.status == "ended":
        actions.append(Action("Keep the record in a file", client_task=SAVE_RECORD, word="save"))
    return actions


def more_actions(update: Update) -> list[Action]:
    """What is done now and then."""
    table, mine, names = update.table, update.you.seat, player_names(update.table)
    actions: list[Action] = []
    if table.status == "open":
        if mine is not None and not update.you.host and table.seats[mine].ready:
            actions.append(Action("Wait, I am not ready", protocol.BeReady(ready=False), word="wait"))
        if mine is not None:
            actions.append(Action("Leave the seat", protocol.Leave(), word="leave"))
        if update.you.host:
            actions += [
                Action(f"Free the seat of {names[number]}", protocol.Free(seat=number), word=f"free {number + 1}")
                for number, seat in enumerate(table.seats)
                if seat.name and number != mine
            ]
            actions.append(Action("Close the table", protocol.Close(), word="close"))
    elif table.status == "running" and mine is not None and not table.seats[mine].resigned:
        actions += _interruptions(update)
        if table.seats[mine].bot is None:
            actions.append(Action("Ask for a pause", protocol.Ask(what="pause"), word="pause"))
            actions.append(Action("Ask to take the last move back", protocol.Ask(what="undo")))
            actions.append(Action("Let a bot play for me", protocol.Leave(), word="leave"))
        actions += [
            Action(f"Let a bot play for {names[number]}, who is away", protocol.PutBot(seat=number))
            for number, seat in enumerate(table.seats)
            if seat.person is not None and seat.bot is None and not seat.here and number != mine
        ]
        actions.append(Action("Resign", protocol.Resign(), word="resign"))
    return actions


def may_talk(update: Update) -> bool:
    """Whether this table lets us talk freely; where it talks by phrases alone, that holds while the game runs."""
    if update.table.talk == "phrases":
        return update.table.status != "running"
    return update.table.talk == "all" or (update.table.talk == "players" and update.you.seat is not None)
