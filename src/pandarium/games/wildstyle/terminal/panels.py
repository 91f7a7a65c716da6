"""What lies beside the terminal's table of Wildstyle: objectives with everybody's points, cards, and a legend."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from pandarium.games.wildstyle.engine.city import STEP_Q, STEP_R
from pandarium.games.wildstyle.view import WildView
from pandarium.kit.terminal_drawing import Inks

BAR = "█"
LONGEST_BAR = 12
LONGEST_NAME = 14


def progress(view: WildView, names: Sequence[str], width: int) -> list[Text]:
    """Every objective in a line, with what everybody has of it now: short enough to lie open all the time."""
    rows = [
        (found.title, [one.score.objectives[at] for one in view.players]) for at, found in enumerate(view.objectives)
    ]
    rows.append(("Tags", [one.score.tags for one in view.players]))
    rows.append(("Sum", [one.score.total for one in view.players]))
    first = max(len(title) for title, _ in rows)
    cell = max(4, min(LONGEST_NAME, (width - first) // len(view.players) - 1))
    lines = [Text(f"{'points now':<{first}}", style="dim")]
    for seat in range(len(view.players)):
        name = Text(names[seat], style="bold")
        name.truncate(cell, overflow="ellipsis")
        lines[0].append(" " * (cell + 1 - name.cell_len))
        lines[0].append_text(name)
    for title, points in rows:
        style = "bold" if title == "Sum" else ""
        lines.append(Text(f"{title:<{first}}" + "".join(f" {value:>{cell}}" for value in points), style=style))
    return lines


def objective_sheet(view: WildView, names: Sequence[str], width: int) -> list[Text]:
    """Every objective, what it asks for, and what everybody has of it now."""
    rows = [
        (
            f"{found.title} ({found.side}): {found.points} {found.text}",
            [one.score.objectives[at] for one in view.players],
        )
        for at, found in enumerate(view.objectives)
    ]
    rows.append(("Tags: the points of every tagged hex", [one.score.tags for one in view.players]))
    most = max(1, *(points for _, all_points in rows for points in all_points))
    lines: list[Text] = []
    for words, all_points in rows:
        title = Text(words, style="bold")
        title.truncate(width, overflow="ellipsis")
        lines.append(title)
        lines += _bars(view, names, all_points, most, width)
    totals = "   ".join(f"{names[seat]} {one.score.total}" for seat, one in enumerate(view.players))
    total = Text.assemble(("Sum  ", "bold"), totals)
    total.truncate(width, overflow="ellipsis")
    note = Text("Tags that touch no other of their crew do not count; cop cars are paid for at the end.", style="dim")
    note.truncate(width, overflow="ellipsis")
    return [*lines, total, note]


def _bars(view: WildView, names: Sequence[str], points: Sequence[int], most: int, width: int) -> list[Text]:
    """A name, a figure and a bar for everyone, as many beside each other as there is room for."""
    name = max(cell_len(found) for found in names[: len(points)])
    name = min(name, LONGEST_NAME)
    cell = 2 + name + 4 + 1 + LONGEST_BAR + 1
    per_line = max(1, width // cell)
    lines: list[Text] = []
    for seat, value in enumerate(points):
        if seat % per_line == 0:
            lines.append(Text())
        who = Text(names[seat])
        who.truncate(name, overflow="ellipsis", pad=True)
        bar = BAR * round(LONGEST_BAR * value / most)
        lines[-1].append_text(Text.assemble("  ", who, (f"{value:>4} ", "bold"), f"{bar:<{LONGEST_BAR}} "))
    return lines


def neighbours(view: WildView) -> list[Text]:
    """Every hex in a line: what it is, whose tags lie there, and what it touches; for whoever cannot see the map."""
    at = {(found.q, found.r): found.name for found in view.hexes}
    lines = [Text("hex   what          tagged by    touches", style="bold")]
    icons = {icon.code: icon.name for icon in view.icons}
    around = list(zip(STEP_Q, STEP_R, strict=True))
    for found in view.hexes:
        crews = ", ".join(view.players[seat].crew for seat in found.tags) or "·"
        touching = [at[place] for q, r in around if (place := (found.q + q, found.r + r)) in at]
        border = ", another district" if found.border else ""
        lines.append(Text(f"{found.name:<4}  {icons[found.icon]:<14}{crews:<11}  {' '.join(touching)}{border}"))
    return lines


def cards_seen(view: WildView, inks: Inks) -> list[Text]:
    """By icon and colour: how many cards this viewer has not seen this round, and how many were cleared."""
    letters = [colour[0] for colour in view.colours]
    lines = [Text.assemble((f"{'':<20}", ""), *((f"{colour:>9}", "bold") for colour in view.colours))]
    for icon in view.icons:
        row = Text(f"{icon.code} {icon.name:<18}")
        for letter in letters:
            card = icon.code + letter
            row.append(f"{view.unseen.get(card, 0):>4}", style="bold")
            row.append(f"{f'+{cleared}' if (cleared := view.discards.get(card, 0)) else '':>5}", style="dim")
        lines.append(row)
    lines.append(
        Text("Not seen: in draw piles, other hands, or set aside; +: cleared, out for this round.", style="dim")
    )
    return lines


def legend(view: WildView, names: Sequence[str], inks: Inks) -> list[Text]:
    """The letters of icons, colours and crews."""
    lines = [
        Text("A hex: its icon, then its name; or in brackets the crew that tagged it.", style="dim"),
        Text("A key in brackets tags the hex; where there is a ! it costs a cop car (WS-8).", style="dim"),
    ]
    lines += [
        Text.assemble((f" {icon.code} ", "bold"), f"{icon.name}, {icon.points} point{'s' if icon.points > 1 else ''}")
        for icon in view.icons
    ]
    lines.append(Text("A card: its icon and its colour.", style="dim"))
    lines += [Text.assemble((f" {colour[0]} ", inks[colour[0]]), f" {colour}") for colour in view.colours]
    lines.append(Text("A crew.", style="dim"))
    lines += [
        Text.assemble((f" {player.crew[0]} ", inks[player.crew]), f" {player.crew}: {names[seat]}")
        for seat, player in enumerate(view.players)
    ]
    return lines
