"""What can be done at a remote table now: the same list for the full screen and for plain lines.

The server says what we may do (`update.may`); here it is only put into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, get_args

from pandarium import protocol
from pandarium.protocol import AnyMessage, Update
from pandarium.protocol.fields import Reaction
from pandarium.tui.remote_text import player_names

REACTIONS: tuple[Reaction, ...] = get_args(Reaction)

SAVE_RECORD = "save the record"
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
    """What to type for it in plain lines, instead of its number."""


def main_actions(update: Update, levels: Sequence[str]) -> list[Action]:
    """What stands in the list: what the table waits for, a move above all. `levels` of bots: weakest first."""
    match update.table.status:
        case "open":
            return _before_the_game(update, levels)
        case "running":
            # Moves first: whoever is about to press a move's key must not agree to something by it.
            return [*_moves(update), *_ways_in(update), *_interruptions(update)]
        case _:
            return _after_the_game(update)


def _moves(update: Update) -> list[Action]:
    if update.table.paused is not None:
        return []
    return [Action(one.label, protocol.Play(move=one.move, position=update.position), one.move) for one in update.legal]


def _ways_in(update: Update) -> list[Action]:
    """Where players come and go: how to take a free seat of the running table."""
    if not update.may.sit:
        return []
    return [
        Action(f"Sit down: {one.label}", protocol.Sit(move=one.move), word=one.move) for one in update.table.ways_in
    ]


def _before_the_game(update: Update, levels: Sequence[str]) -> list[Action]:
    you, may = update.you, update.may
    actions: list[Action] = []
    if may.sit and you.seat is None:
        actions.append(Action("Sit down", protocol.Sit(), word="sit"))
    if you.host:
        return actions + _as_the_host(update, levels)
    if may.ready and you.seat is not None and not update.table.seats[you.seat].ready:
        actions.append(Action("I am ready", protocol.BeReady(), word="ready"))
    return actions


def _as_the_host(update: Update, levels: Sequence[str]) -> list[Action]:
    may, best_first = update.may, list(reversed(levels))
    free = [number for number, seat in enumerate(update.table.seats) if not seat.name]
    actions = [Action("Start the game", protocol.Start(), word="start")] if may.start else []
    if may.fill:
        where = "the free seat" if len(free) == 1 else "all free seats"
        actions += [
            Action(f"Start with {level} bots in {where}", protocol.Start(fill=level), word=f"start {level}")
            for level in best_first
        ]
    if may.bot and free:
        seat = free[0]
        actions += [
            Action(f"Put a bot into seat {seat + 1}: {level}", protocol.PutBot(seat=seat, level=level))
            for level in best_first
        ] or [Action(f"Put a bot into seat {seat + 1}", protocol.PutBot(seat=seat))]
    return actions


def _interruptions(update: Update) -> list[Action]:
    """What else the table waits for: an answer, somebody whose seat a bot has, the end of a pause."""
    may, asked, names = update.may, update.table.asked, player_names(update.table)
    mine = update.you.seat
    actions: list[Action] = []
    if may.answer and asked is not None:
        what = {"undo": "takes a move back", "pause": "gets a pause"}.get(asked.what, "")
        if asked.about is not None:
            what = f"wants {names[asked.about]} removed, and a bot in that seat"
        actions.append(Action(f"Agree: {names[asked.seat]} {what}", protocol.Answer(yes=True), word="yes"))
        actions.append(Action("Do not agree", protocol.Answer(yes=False), word="no"))
    if may.come_back and mine is not None and update.table.seats[mine].bot is not None:
        actions.append(Action("Take your seat back from the bot", protocol.Return(), word="return"))
    elif may.resume:
        actions.append(Action("Go on with the game", protocol.Resume(), word="resume"))
    return actions


def _after_the_game(update: Update) -> list[Action]:
    actions: list[Action] = []
    if update.table.rematch is not None:
        actions.append(Action("Go to the new table", client_task=NEXT_TABLE, word="rematch"))
    elif update.may.rematch:
        actions.append(Action("Play again with the same people", protocol.Rematch(), word="rematch"))
    if update.table.status == "ended" and update.table.secret is not None:  # else its tournament goes on
        actions.append(Action("Keep the record in a file", client_task=SAVE_RECORD, word="save"))
    return actions


def more_actions(update: Update) -> list[Action]:
    """What is done now and then."""
    match update.table.status:
        case "open":
            return _more_before_the_game(update)
        case "running":
            return [*_interruptions(update), *_more_in_the_game(update)]
        case _:
            return []


def _more_before_the_game(update: Update) -> list[Action]:
    table, mine, may, names = update.table, update.you.seat, update.may, player_names(update.table)
    actions: list[Action] = []
    if may.ready and not update.you.host and mine is not None and table.seats[mine].ready:
        actions.append(Action("Wait, I am not ready", protocol.BeReady(ready=False), word="wait"))
    if may.leave:
        actions.append(Action("Leave the seat", protocol.Leave(), word="leave"))
    if may.free:
        actions += [
            Action(f"Free the seat of {names[number]}", protocol.Free(seat=number), word=f"free {number + 1}")
            for number, seat in enumerate(table.seats)
            if seat.name and number != mine
        ]
    if may.close:
        actions.append(Action("Close the table", protocol.Close(), word="close"))
    return actions


def _more_in_the_game(update: Update) -> list[Action]:
    table, mine, may, names = update.table, update.you.seat, update.may, player_names(update.table)
    actions: list[Action] = []
    if may.ask_pause:
        actions.append(Action("Ask for a pause", protocol.Ask(what="pause"), word="pause"))
    if may.ask_undo:
        actions.append(Action("Ask to take the last move back", protocol.Ask(what="undo")))
    if may.leave:
        actions.append(Action("Let a bot play for me", protocol.Leave(), word="leave"))
    if may.bot:
        actions += [
            Action(f"Let a bot play for {names[number]}, who is away", protocol.PutBot(seat=number))
            for number, seat in enumerate(table.seats)
            if seat.person is not None and seat.bot is None and not seat.here and number != mine
        ]
    if may.ask_removal:
        actions += [
            Action(
                f"Ask the others to remove {names[number]}",
                protocol.Ask(what="removal", seat=number),
                word=f"remove {number + 1}",
            )
            for number, seat in enumerate(table.seats)
            if seat.person is not None and seat.bot is None and number != mine
        ]
    if may.resign:
        actions.append(Action("Resign", protocol.Resign(), word="resign"))
    return actions
