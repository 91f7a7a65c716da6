"""The table in the terminal as a companion knows it: the track, how full the areas are, and everybody's card counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from pandarium.games.pilfering.terminal.panels import counted
from pandarium.games.pilfering.terminal.table import (
    PALETTE,
    TURN,
    say_marks,
    say_panda,
    track_lines,
)
from pandarium.games.pilfering.view.books import AreaBooks, PilferingBooks
from pandarium.kit.terminal_drawing import Inks, Page, head_line


def draw_books(view: PilferingBooks, names: Sequence[str], width: int) -> Page:
    """The books of that width, ready to be printed by Rich."""
    return Page(PALETTE, lambda inks: [*books_lines(view, names, width, inks)])


def books_lines(view: PilferingBooks, names: Sequence[str], width: int, inks: Inks) -> Iterator[Text]:
    """The track, both areas, the Hideout, and a row for every player."""
    yield from track_lines(view, width, inks)
    for which, area in enumerate(view.areas):
        yield head_line([(2, f"area {which + 1}")], width, say_area(view, area))
    plans = f", {counted(view.plans, 'plan')} in it" if view.plans else ""
    yield head_line([(2, f"hideout: {counted(view.hideout, 'card')}")], width, f"{view.deck} in the deck{plans}")
    longest = max(len(name) for name in names)
    for seat, player in enumerate(view.players):
        acts = seat == view.turn and view.outcome is None
        row = Text(f"{TURN} " if acts else "  ", style="bold")
        row.append(f"{names[seat]:<{longest}}  {say_panda(player):<18}")
        row.append("  ".join(["out" if player.out else counted(player.cards, "card"), *say_marks(view, seat)]))
        yield row


def say_area(view: PilferingBooks, area: AreaBooks) -> str:
    """How full it is, and what the next trade there costs (PP-A6, PP-V1)."""
    watched = ", suspicion waits here" if area.watched else ""
    return f"{counted(area.cards, 'card')}, limit {view.limit}: next trade keeper +{area.charge}{watched}"
