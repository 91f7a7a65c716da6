"""What can be done at a remote table now, beside moving: the same list for the full screen and for plain lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, get_args

from pandarium import protocol
from pandarium.protocol import AnyMessage, Update
from pandarium.protocol.fields import Reaction
from pandarium.tui.remote_words import late_names, player_names

REACTIONS: tuple[Reaction, ...] = get_args(Reaction)

KEEP_RECORD = "keep the record"
NEXT_TABLE = "go to the next table"


class Deed(NamedTuple):
    """Something to do: in words, and what to send for it."""

    label: str
    message: AnyMessage | None = None
    notation: str = ""
    """What a move is called; "" for everything else."""
    errand: str = ""
    """What the client does by itself, where nothing is sent."""
    word: str = ""
    """What to type for it in plain lines, beside its number."""


def main_deeds(update: Update, levels: Sequence[str]) -> list[Deed]:
    """What stands in the list: what the table waits for, a move above all. `levels` of bots: weakest first."""
    match update.table.status:
        case "open":
            return _before_the_game(update, levels)
        case "running":
            # Moves first: whoever is about to press a move's key must not agree to something by it.
            return [*_moves(update), *_interruptions(update)]
        case _:
            return _after_the_game(update)


def _moves(update: Update) -> list[Deed]:
    if update.table.paused is not None:
        return []
    return [Deed(one.label, protocol.Play(move=one.move, position=update.position), one.move) for one in update.legal]


def _before_the_game(update: Update, levels: Sequence[str]) -> list[Deed]:
    table, you = update.table, update.you
    free = [number for number, seat in enumerate(table.seats) if not seat.name]
    deeds: list[Deed] = []
    if you.seat is None and free:
        deeds.append(Deed("Sit down", protocol.Sit(), word="sit"))
    if you.host:
        return deeds + _as_the_host(update, free, levels)
    if you.seat is not None and not table.seats[you.seat].ready:
        deeds.append(Deed("I am ready", protocol.BeReady(), word="ready"))
    return deeds


def _as_the_host(update: Update, free: Sequence[int], levels: Sequence[str]) -> list[Deed]:
    best_first = list(reversed(levels))
    ready = not late_names(update.table)
    deeds = [Deed("Start the game", protocol.Start(), word="start")] if ready and not free else []
    if free and not levels:
        deeds.append(Deed(f"Put a bot into seat {free[0] + 1}", protocol.PutBot(seat=free[0])))
    elif free:
        where = "the free seat" if len(free) == 1 else "all free seats"
        deeds += [
            Deed(f"Start with {level} bots in {where}", protocol.Start(fill=level), word=f"start {level}")
            for level in best_first
            if ready
        ]
        deeds += [
            Deed(f"Put a bot into seat {free[0] + 1}: {level}", protocol.PutBot(seat=free[0], level=level))
            for level in best_first
        ]
    return deeds


def _interruptions(update: Update) -> list[Deed]:
    """What else the table waits for: an answer, somebody whose seat a bot has, the end of a pause."""
    table, mine, names = update.table, update.you.seat, player_names(update.table)
    if mine is None:
        return []
    seat, deeds = table.seats[mine], []
    if table.asked is not None and mine in table.asked.waiting:
        what = "takes a move back" if table.asked.what == "undo" else "gets a pause"
        deeds.append(Deed(f"Agree: {names[table.asked.seat]} {what}", protocol.Answer(yes=True), word="yes"))
        deeds.append(Deed("Do not agree", protocol.Answer(yes=False), word="no"))
    if seat.bot is not None and not seat.resigned:
        deeds.append(Deed("Take your seat back from the bot", protocol.Return(), word="return"))
    elif table.paused is not None and not seat.resigned:
        deeds.append(Deed("Go on with the game", protocol.Resume(), word="resume"))
    return deeds


def _after_the_game(update: Update) -> list[Deed]:
    table, deeds = update.table, []
    if table.rematch is not None:
        deeds.append(Deed("Go to the new table", errand=NEXT_TABLE, word="rematch"))
    elif update.you.seat is not None and not table.tournament:
        deeds.append(Deed("Play again with the same people", protocol.Rematch(), word="rematch"))
    if table.status == "ended":
        deeds.append(Deed("Keep the record in a file", errand=KEEP_RECORD, word="save"))
    return deeds


def more_deeds(update: Update) -> list[Deed]:
    """What is done now and then."""
    table, mine, names = update.table, update.you.seat, player_names(update.table)
    deeds: list[Deed] = []
    if table.status == "open":
        if mine is not None and not update.you.host and table.seats[mine].ready:
            deeds.append(Deed("Wait, I am not ready", protocol.BeReady(ready=False), word="wait"))
        if mine is not None:
            deeds.append(Deed("Leave the seat", protocol.Leave(), word="leave"))
        if update.you.host:
            deeds += [
                Deed(f"Free the seat of {names[number]}", protocol.Free(seat=number), word=f"free {number + 1}")
                for number, seat in enumerate(table.seats)
                if seat.name and number != mine
            ]
            deeds.append(Deed("Close the table", protocol.Close(), word="close"))
    elif table.status == "running" and mine is not None and not table.seats[mine].resigned:
        deeds += _interruptions(update)
        if table.seats[mine].bot is None:
            deeds.append(Deed("Ask for a pause", protocol.Ask(what="pause"), word="pause"))
            deeds.append(Deed("Ask to take the last move back", protocol.Ask(what="undo")))
            deeds.append(Deed("Let a bot play for me", protocol.Leave(), word="leave"))
        deeds += [
            Deed(f"Let a bot play for {names[number]}, who is away", protocol.PutBot(seat=number))
            for number, seat in enumerate(table.seats)
            if seat.person is not None and seat.bot is None and not seat.here and number != mine
        ]
        deeds.append(Deed("Resign", protocol.Resign(), word="resign"))
    return deeds


def may_talk(update: Update) -> bool:
    """Whether this table lets us talk freely; where it talks by phrases alone, that holds while the game runs."""
    if update.table.talk == "phrases":
        return update.table.status != "running"
    return update.table.talk == "all" or (update.table.talk == "players" and update.you.seat is not None)
