"""A remote table as text: its log, clocks, whose turn it is, the waiting room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pandarium.core.message import Message
from pandarium.core.options import show_option
from pandarium.core.outcome import Outcome
from pandarium.core.record import Record
from pandarium.kit.tournament import tournament_message
from pandarium.protocol import News, SeatShown, TableShown, Update
from pandarium.protocol.pace import DAY, Pace
from pandarium.protocol.tournaments import TournamentShown
from pandarium.tui.messages import render, said
from pandarium.tui.result import deal_over, final_screen


def printable(text: str) -> str:
    """The text on one line, without what would upset a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def player_names(table: TableShown) -> list[str]:
    """A name for every seat; while a game runs, one that nobody has is free for who comes by."""
    empty = "Free seat" if table.status == "running" else "Seat"
    return [printable(seat.name) or f"{empty} {number}" for number, seat in enumerate(table.seats, 1)]


# the log


def deal_of(table: TableShown) -> str:
    """The game of a table that plays a deal of a tournament; "" for any other table."""
    return table.game if table.tournament else ""


def log_lines(log: Sequence[News], names: Sequence[str], dealt: str = "") -> list[str]:
    """The log in lines, oldest first; what was taken back never happened. `dealt`: the game of a tournament's deal."""
    entries: list[list[str]] = []
    stack: list[tuple[int | None, int]] = []
    for news in log:
        if news.type == "moved":
            stack.append((news.seat, len(entries)))
        elif news.type == "undone" and stack:
            own = [place for place, (seat, _) in enumerate(stack) if seat == news.seat and news.text is None]
            entries[stack.pop(own[-1] if own else -1)[1]] = []  # where several choose, others may have chosen since
        entries.append(entry_lines(news, names, dealt))
    return [line for lines in entries for line in lines]


def entry_lines(news: News, names: Sequence[str], dealt: str = "") -> list[str]:
    """One entry of the log in lines."""
    if news.type == "undone" and news.seat is None:
        return []
    name = printable(news.name or "") or (
        names[news.seat] if news.seat is not None and news.seat < len(names) else "Somebody"
    )
    line = _sentence(
        news.type,
        name,
        "(removed)" if news.removed else printable(said(news.message, news.text or "")),
        by_clock=news.by == "clock" and _concerns_a_seat(news),
    )
    if dealt and news.type == "started":
        line = render(tournament_message(dealt, "deal_begins"))
    events = [printable(event.text) for event in news.events]
    return [words for words in (line, *events) if words]


def result_words(game: str, log: Sequence[News], kind: str) -> str:
    """What came of a deal: the last event of that kind in words; without one, that it is over."""
    known = [event for news in log for event in news.events if isinstance(event.what, dict)]
    events = [event for event in known if kind and event.what.get("event") == kind]
    return printable(events[-1].text) if events else deal_over(game)


def next_words(shown: TournamentShown) -> str:
    """Where the tournament goes on for us after a deal."""
    if shown.you.table is None:
        return render(tournament_message(shown.game, "next_deal", multiplier=shown.multiplier))
    params = {"table": shown.you.table, "multiplier": shown.multiplier}
    return render(tournament_message(shown.game, "next_deal_at", **params))


def _concerns_a_seat(news: News) -> bool:
    """Whether what came of it was somebody's doing; when a countdown ends, it is nobody's."""
    return not news.events or any(_seat_of(event.what) == news.seat for event in news.events)


def _seat_of(what: Any) -> int | None:
    seat = what.get("seat") if isinstance(what, dict) else getattr(what, "seat", None)
    return seat if isinstance(seat, int) else None


def _sentence(kind: str, name: str, text: str, by_clock: bool) -> str:
    match kind, text:
        case "moved", _:
            return f"Time is up for {name}" if by_clock else ""
        case "readied", "no":
            return f"{name} is not ready after all"
        case "asked", "undo":
            return f"{name} asks to take a move back"
        case "asked", "removal":
            return f"{name} asks to remove somebody"
        case "asked", _:
            return f"{name} asks for a pause"
        case "answered", "yes":
            return f"{name} agrees"
        case "answered", _:
            return f"{name} does not agree"
        case "undone", "":
            return f"{name} takes a move back"
        case "stood in", "clock":
            return f"{name} is out of time: a bot plays on"
        case "stood in", "removed":
            return f"The others have removed {name}: a bot plays on"
        case "stood in", "left":
            return f"{name} has left: a bot plays on"
    return _SENTENCES.get(kind, "").format(name=name, text=text)


_SENTENCES = {
    "sat": "{name} sits down",
    "seated": "{name} takes a seat",
    "freed": "A seat is free",
    "readied": "{name} is ready",
    "started": "The game begins",
    "undone": "A move is taken back, as everybody agreed",
    "paused": "Pause: {text}",
    "resumed": "{name} goes on with the game",
    "stood in": "A bot plays for {name}",
    "returned": "{name} is back",
    "resigned": "{name} resigns; a bot plays on",
    "said": "{name}: {text}",
    "reacted": "{name} {text}",
    "adjourned": "The server was away; nobody's clock ran",
    "rematched": "There is a new table for the same people",
    "removed": "An operator has removed line {text}",
    "closed": "The table is closed: {text}",
}


# time


def clock_words(seat: SeatShown, elapsed_ms: int) -> str:
    """What a seat's clock shows, so long after the update; "" without one."""
    if seat.clock is None:
        return ""
    left = max(seat.clock - (elapsed_ms if seat.ticking else 0), 0)
    if left >= DAY:
        return f"{left // DAY} d {left % DAY // 3_600_000} h"
    seconds = -(-left // 1000)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def pace_words(pace: Pace) -> str:
    """What the table agreed about time."""
    if pace.kind == "live":
        return f"{pace.bank // 60}:{pace.bank % 60:02} each, {pace.increment} s more for every move"
    if pace.kind == "days":
        return "a day for every move" if pace.days == 1 else f"{pace.days} days for every move"
    return "no clock"


# whose turn it is


def turn_words(update: Update, view: Any, elapsed_ms: int) -> str:
    """Whose turn it is, for the title bar."""
    table, names = update.table, player_names(update.table)
    if table.status != "running":
        return _standing_words(update)
    if table.paused is not None:
        return "Paused"
    if update.legal:
        mine = update.you.seat
        clock = clock_words(table.seats[mine], elapsed_ms) if mine is not None else ""
        return f"Your turn  {clock}".rstrip()
    turn = getattr(view, "turn", None)
    if isinstance(turn, int) and 0 <= turn < len(names):
        seat = table.seats[turn]
        return f"{names[turn]} is thinking…  {clock_words(seat, elapsed_ms)}".rstrip()
    ticking = [names[number] for number, seat in enumerate(table.seats) if seat.ticking]
    return f"waiting for {', '.join(ticking)}" if ticking else "waiting for the others"


def _standing_words(update: Update) -> str:
    table = update.table
    if table.status == "ended":
        return deal_over(table.game) if table.tournament else "Game over"
    if table.status == "closed":
        return "Closed"
    free = sum(not seat.name for seat in table.seats)
    late = late_names(table)
    if free:
        return "a seat is free" if free == 1 else f"{free} seats are free"
    if late:
        return f"waiting for {', '.join(late)}"
    return "ready to start"


def late_names(table: TableShown) -> list[str]:
    """Who must say that they are ready before the host can start."""
    return [printable(seat.name) for seat in table.seats if seat.person not in {None, table.host} and not seat.ready]


# what cannot be done now


def why_not(action: str, update: Update) -> str:
    """Why a key does nothing now, as far as the update says so."""
    table, watches = update.table, update.you.seat is None
    match action:
        case "hint" if not table.hints:
            return render(Message("protocol.no_hints"))
        case "hint":
            return render(Message("protocol.hint_on_your_turn"))
        case "undo":
            return "there is no move of yours to take back now"
        case "say" if table.talk == "none":
            return render(Message("protocol.no_talk"))
        case "say" if table.talk == "players" and watches:
            return render(Message("protocol.only_players_talk"))
        case "say" if table.talk == "phrases" and watches:
            return render(Message("protocol.phrases_only"))
        case "say":
            return "you cannot talk at this table now"
        case _:
            return "there is nothing more to do now"


# pictures


def waiting_room(update: Update, link: str) -> RenderableType:
    """The table before the game: who sits where, what was agreed, how to get friends in."""
    table = update.table
    head = Text("Waiting for the game to begin", style="bold")
    if update.you.seat is None:
        head = Text("You are watching; take a seat to play" if _free_seats(table) else "You are watching", style="bold")
    options = ", ".join(f"{name.replace('_', ' ')} {show_option(value)}" for name, value in table.options.items())
    agreed = Table.grid(padding=(0, 2, 0, 0))
    agreed.add_column(style="dim", no_wrap=True)
    agreed.add_column(overflow="fold")
    watching = str(table.watching or "")
    terms = (("Time", pace_words(table.pace)), ("Rules", options), ("Content", table.content), ("Watching", watching))
    for label, words in terms:
        if words:
            agreed.add_row(label, Text(words))
    agreed.add_row("Fair deal", Text(table.commitment, style="dim"))
    # On a line of its own, so that it can be copied in one piece.
    friends = [Text(), Text("Friends come in by", style="dim"), Text(link, style="bold", overflow="fold")]
    return Group(head, Text(), seat_table(update), Text(), agreed, *(friends if update.you.invite else []))


def seat_table(update: Update, elapsed_ms: int = 0) -> Table:
    """Everybody at the table, with what matters about them now."""
    table, open_ = update.table, update.table.status == "open"
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", style="dim")
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_column(justify="right")
    for number, (seat, name) in enumerate(zip(table.seats, player_names(table), strict=True)):
        shown = (
            Text(name, style="bold" if number == update.you.seat else "") if seat.name else Text("free", style="dim")
        )
        words = _seat_words(table, seat, number == update.you.seat, open_)
        grid.add_row(str(number + 1), shown, Text(words, style="dim"), clock_words(seat, elapsed_ms))
    return grid


def _seat_words(table: TableShown, seat: SeatShown, mine: bool, open_: bool) -> str:
    if not seat.name:
        return ""
    parts = ["you"] if mine else []
    if seat.person is not None and seat.person == table.host:
        parts.append("host")
    elif seat.person is not None and open_:
        parts.append("✓ ready" if seat.ready else "not ready")
    if seat.person is not None and not seat.here:
        parts.append("away")
    if seat.resigned:
        parts.append("resigned")
    if seat.bot is not None:
        parts.append(f"bot: {seat.bot}" if seat.person is None else f"a bot plays: {seat.bot}")
    return " · ".join(parts)


def _free_seats(table: TableShown) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if not seat.name]


def result_screen(
    table: TableShown, outcome: Outcome, width: int, gold: str = "", far: str = "", result: str = ""
) -> RenderableType:
    """Who won, by how much, and how to check that all was fair; `result` says what came of a tournament's deal."""
    record = Record(game=table.game, rules=1, seats=len(table.seats), secret=table.secret, commitment=table.commitment)
    return final_screen(record, outcome, player_names(table), width, gold, far, result)
