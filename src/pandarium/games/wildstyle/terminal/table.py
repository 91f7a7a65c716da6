"""Wildstyle in the terminal: pure functions from what a viewer sees to lines of text.

The city lies in rows, every second one half a hex aside. A hex shows the letter of its icon, then its name or the
letter of the crew that tagged it, so nothing is said by colour alone. Text that stands for a move carries the move's
notation in its style's `meta`, as in the other games: a click plays it, and a slot shows its key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.console import RenderableType
from rich.style import Style
from rich.text import Text

from pandarium.games.wildstyle.terminal.panels import cards_seen, legend, neighbours, objective_sheet, progress
from pandarium.games.wildstyle.view.table import Hex, Player, WildView
from pandarium.games.wildstyle.words import labels
from pandarium.kit.terminal import TerminalTable
from pandarium.kit.terminal_drawing import Inks, Page, Palette

TURN = "▸"
RESTS = "✓"
"""Has passed, or has placed the last tag of the round (WS-11, WS-13)."""
GONE = "×"
EMPTY = "··"
SET_SIZE = 3
HAND_WIDTH = 8
SHORTEST_NAME = 4
LONGEST_NAME = 14
FULL_ROW = 70
"""Columns from which on a player's row has room for the hand and every objective."""
SPACE_AT = {"add": -1, "take": -1, "tag": 0, "clear": 0, "rush": 0, "scrap": 0}
"""Where the notation of a move names the set space."""
CELLS = (6, 4, 3)
"""Columns of a hex: with its whole name, with its number, with its icon alone."""

PALETTE = Palette(
    {
        "t": ("#000000 on #5fafaf", "black on cyan"),
        "l": ("#000000 on #afd75f", "black on bright_green"),
        "m": ("#000000 on #ff87d7", "black on bright_magenta"),
        "o": ("#000000 on #ffaf5f", "black on yellow"),
        "w": ("#000000 on #eeeeee", "black on white"),
        "red": ("#ffffff on #d70000", "bright_white on red"),
        "blue": ("#ffffff on #005fd7", "bright_white on blue"),
        "green": ("#ffffff on #008700", "black on green"),
        "yellow": ("#000000 on #ffd700", "black on bright_yellow"),
        "purple": ("#ffffff on #8700af", "bright_white on magenta"),
        "lit": ("#000000 on #ffd75f bold", "black on bright_yellow bold"),
        "A": ("#d7d7af", "white"),
        "B": ("#87afd7", "bright_cyan"),
        "C": ("#d7af87", "bright_yellow"),
        "D": ("#87d787", "bright_green"),
        "E": ("#d7afd7", "bright_magenta"),
    }
)


class TablePage(Page):
    """The table, and the pages that lie beside it."""

    def __init__(self, view: WildView, names: Sequence[str], width: int) -> None:
        super().__init__(PALETTE, lambda inks: table_lines(view, names, width, inks))
        self.pages: tuple[tuple[str, RenderableType], ...] = (
            ("Points", Page(PALETTE, lambda inks: progress(view, names, width))),
            ("Objectives", Page(PALETTE, lambda inks: objective_sheet(view, names, width))),
            ("Hexes and what they touch", Page(PALETTE, lambda inks: neighbours(view))),
            ("Cards not seen, and cleared this round", Page(PALETTE, lambda inks: cards_seen(view, inks))),
            ("What the letters mean", Page(PALETTE, lambda inks: legend(view, names, inks))),
        )


def draw(view: WildView, names: Sequence[str], width: int) -> TablePage:
    """The table of that width, ready to be printed by Rich."""
    return TablePage(view, names, width)


def table_lines(view: WildView, names: Sequence[str], width: int, inks: Inks) -> list[Text]:
    """The city with the piles in its empty corners, then everybody's mat; the viewer's own lies nearest."""
    city = city_lines(view, width, inks)
    above = side_by_side(city, draw_piles_lines(view), width, top=True)
    below = side_by_side(city, share_piles_lines(view, inks), width, top=False)
    return [*above, *city, *below, *list_players(view, names, width, inks)]


# The city


class Own(NamedTuple):
    """What the viewer could do to a hex with a touch, as far as the mat shows."""

    view: WildView
    player: Player | None

    @classmethod
    def of(cls, view: WildView) -> Own:
        """The viewer's."""
        return cls(view, None if view.you is None else view.players[view.you])

    def move(self, hex: Hex) -> tuple[str, bool]:
        """The move that a touch means, and whether it costs nothing; "" if it means none (WS-7, WS-8, WS-20)."""
        if self.player is None:
            return "", False
        mine = self.view.you in hex.tags
        if self.view.phase == "remove":
            wanted = mine and self.player.remove > 0 and hex.name not in (self.player.picks or [])
            return (f"remove {hex.name}", True) if wanted else ("", False)
        if mine or (hex.tags and hex.icon != "S") or self.view.phase != "play":
            return "", False
        fits = [
            (len(cards), space) for space, cards in enumerate(self.player.sets) if cards and cards[0][0] == hex.icon
        ]
        if not fits:
            return "", False
        size, space = max(fits, key=lambda one: (one[0], -one[1]))
        full = size == SET_SIZE
        return f"{'tag' if full else 'rush'} {space + 1} {hex.name}", full


def city_lines(view: WildView, width: int, inks: Inks) -> list[Text]:
    """All hexes, row by row."""
    places = [(hex.r, 2 * hex.q + hex.r, hex) for hex in view.hexes]
    left = min(x for _, x, _ in places)
    across = max(x for _, x, _ in places) - left + 2
    cell = next((cell for cell in CELLS if across * cell // 2 - 1 <= width), CELLS[-1])
    own = Own.of(view)
    lines: list[Text] = []
    for row in range(min(r for r, _, _ in places), max(r for r, _, _ in places) + 1):
        line = Text()
        for _, x, hex in sorted((r, x, hex) for r, x, hex in places if r == row):
            line.append(" " * ((x - left) * cell // 2 - line.cell_len))
            line.append_text(hex_text(view, hex, own, cell, inks))
        lines.append(line)
    return lines


def hex_text(view: WildView, hex: Hex, own: Own, cell: int, inks: Inks) -> Text:
    """A hex: its icon, then its tags, the key that touches it, or its name."""
    move, free = own.move(hex)
    touch = Style(meta={"move": move}) if move else Style()
    ink = inks["lit"] if free and not hex.tags else inks[hex.name[0]]
    if hex.tags and (len(hex.tags) > 1 or view.phase != "remove" or not free):
        return _tagged(view, hex, own, cell, inks, touch)
    text = Text(hex.icon, style=ink + touch)
    slot = Style(meta={"slot": True}) if move else Style()
    if cell == CELLS[0]:
        text.append("!" if move and not free else "·", style=ink + touch)
    room = 3 if cell > CELLS[-1] else 2
    shown = hex.name if cell == CELLS[0] else hex.name[1:]
    if hex.tags:
        shown, ink = f"({crew(view, hex.tags[0])})", inks[view.players[hex.tags[0]].crew]
    text.append(f"{shown:<{room}}", style=ink + touch + slot)
    return text


def _tagged(view: WildView, hex: Hex, own: Own, cell: int, inks: Inks, touch: Style) -> Text:
    """A hex with tags on it, each crew's letter in its ink; what goes for a cop car is crossed out (WS-20)."""
    crossed = {seat for seat in hex.tags if hex.name in (view.players[seat].picks or [])}
    letters = Text()
    for seat in hex.tags:
        letter = GONE if seat in crossed else crew(view, seat)
        letters.append(letter, style=inks[view.players[seat].crew] + Style(bold=True) + touch)
    if len(hex.tags) == 1 and cell == CELLS[0]:
        ink = inks[view.players[hex.tags[0]].crew] + touch
        letters = Text.assemble(("(", ink), letters, (")", ink))
    if cell_len(hex.icon) + letters.cell_len < cell:
        letters = Text.assemble((hex.icon, inks[hex.name[0]] + touch), letters)
    return letters


def crew(view: WildView, seat: int) -> str:
    """The letter of a crew."""
    return view.players[seat].crew[0]


# The piles, in the corners that the city leaves


def draw_piles_lines(view: WildView) -> list[Text]:
    """Cards left in each draw pile, and the cop cars beside them (WS-S4)."""
    piles = Text("draw ", style="dim")
    for number, left in enumerate(view.piles, 1):
        touch = Style(meta={"move": f"draw {number}"})
        piles.append(f"{left:>2}", style=Style(bold=True) + touch)
        piles.append("   ", style=touch + Style(meta={"slot": True}))
    piles.rstrip()
    if view.piles:
        piles.append(" ")
    cars = Text.assemble(("cop cars ", "dim"), (str(view.cars), "bold"))
    return [piles, cars]


def share_piles_lines(view: WildView, inks: Inks) -> list[Text]:
    """The top card of each share pile, how many lie there, and the key that takes it (WS-6)."""
    head, row = Text("share", style="dim"), Text("     ")
    for number, pile in enumerate(view.shares, 1):
        depth = f"×{len(pile.cards)}" if len(pile.cards) > 1 else ""
        head.append(f" {number}{depth:<4}", style="dim")
        row.append(" ")
        card = pile.cards[-1] if pile.cards else ""
        if not card:
            row.append(f"{EMPTY:<5}", style="dim")
            continue
        move = f"take {number} {card} {wanted_space(view, card)}"
        row.append_text(chip(card, inks, move))
        row.append("   ", style=Style(meta={"move": move, "slot": True}))
    head.rstrip()
    row.rstrip()
    return [head, row]


def wanted_space(view: WildView, card: str) -> int:
    """The set that a hand would reach for: the largest of the same icon, else an empty space; from 1."""
    sets = [] if view.you is None else view.players[view.you].sets
    open_sets = [
        (len(cards), -space)
        for space, cards in enumerate(sets)
        if len(cards) < SET_SIZE and (not cards or cards[0][0] == card[0])
    ]
    return 1 - max(open_sets)[1] if open_sets else 1


def side_by_side(city: list[Text], block: list[Text], width: int, *, top: bool) -> list[Text]:
    """Write a block into the empty corner at the upper left, or at the lower right; what has no room comes back."""
    rows = range(len(block)) if top else range(len(city) - len(block), len(city))
    widest = max(line.cell_len for line in block)
    if top:
        fits = all(_indent(city[row]) > block[at].cell_len + 1 for at, row in enumerate(rows))
    else:
        start = max(city[row].cell_len for row in rows) + 2
        fits = start + widest <= width
    if not fits:
        return block
    for line, row in zip(block, rows, strict=True):
        if top:
            city[row] = Text.assemble(line, city[row][line.cell_len :])
        else:
            city[row].append(" " * (start - city[row].cell_len))
            city[row].append_text(line)
    return []


def _indent(line: Text) -> int:
    return len(line.plain) - len(line.plain.lstrip())


# The players, a mat each


class Columns(NamedTuple):
    """Where things stand in a player's row."""

    name: int
    full: bool
    """Whether the hand and every objective have their place."""

    @property
    def hand(self) -> int:
        """The first column after name and crew."""
        return 6 + self.name

    @property
    def sets(self) -> int:
        """Where the sets begin."""
        return self.hand + (HAND_WIDTH + 2 if self.full else 0)

    @property
    def numbers(self) -> int:
        """Where tags and cop cars stand."""
        return self.sets + 2 * (HAND_WIDTH + 1) + (1 if self.full else 0)


def list_players(view: WildView, names: Sequence[str], width: int, inks: Inks) -> Iterator[Text]:
    """A row for everyone, the viewer last: crew, hand, sets, tags on the mat, cop cars, points."""
    seats = len(view.players)
    first = 0 if view.you is None else view.you + 1
    around = [(first + step) % seats for step in range(seats)]
    full = width >= FULL_ROW
    longest = max(cell_len(name) for name in names[:seats])
    name = max(SHORTEST_NAME, min(longest, LONGEST_NAME, width - (65 if full else 36)))
    columns = Columns(name, full)
    yield head(view, columns, width)
    for seat in around:
        yield player_row(view, names, seat, columns, inks)
    if not full and view.you is not None:
        yield Text.assemble(("  hand ", "dim"), hand_of(view, view.you, inks))


def head(view: WildView, columns: Columns, width: int) -> Text:
    """What the columns of the players' rows are; once the end was triggered, that no new sets may be begun (WS-12)."""
    ending = view.triggered and view.phase == "play"
    line = Text("─ ", style="dim")
    line.append("NO NEW SETS" if ending else "players", style="bold reverse" if ending else "bold")
    labels = [(columns.sets, "set 1"), (columns.sets + HAND_WIDTH + 1, "set 2"), (columns.numbers, "tag car")]
    if columns.full:
        labels.insert(0, (columns.hand, "hand"))
        for at, objective in enumerate(view.objectives):
            labels.append((columns.numbers + 8 + 4 * at, objective.title.replace(" ", "")[:3]))
        labels.append((columns.numbers + 8 + 4 * len(view.objectives), "tags sum"))
    else:
        labels.append((columns.numbers + 8, "sum"))
    for column, words in labels:
        if line.cell_len + 1 < column:
            line.append(" ")
            line.append("─" * (column - line.cell_len - 1), style="dim")
        line.append(" ")
        line.append(words[: max(0, width - line.cell_len)], style="bold")
    if line.cell_len < width - 1:
        line.append(" ")
        line.append("─" * (width - line.cell_len), style="dim")
    line.truncate(width)
    return line


def player_row(view: WildView, names: Sequence[str], seat: int, columns: Columns, inks: Inks) -> Text:
    """One player."""
    player = view.players[seat]
    marked = stands_out(view, seat)
    name = Text(names[seat], style="bold" if marked else "")
    name.truncate(columns.name, overflow="ellipsis", pad=True)
    rests = view.phase == "play" and (player.passed or player.stopped)
    row = Text(f"{TURN if marked else RESTS if rests else ' '} ", style="bold")
    row.append(f" {crew(view, seat)} ", style=inks[player.crew] + Style(bold=True))
    row.append(" ")
    row.append_text(name)
    if columns.full:
        row.append(" " * (columns.hand + 1 - row.cell_len))
        row.append_text(hand_of(view, seat, inks))
    row.append(" " * (columns.sets + 1 - row.cell_len))
    for space, cards in enumerate(player.sets):
        row.append_text(show_set(cards, inks))
        row.append(" " if space == 0 else "")
    row.append(" " * (columns.numbers + 1 - row.cell_len))
    row.append(f"{player.mat:>3} {player.cars:>3}")
    if columns.full:
        row.append(" ")
        row.append("".join(f"{points:>3} " for points in player.score.objectives))
        row.append(f"{player.score.tags:>4} ")
    else:
        row.append(" ")
    row.append(f"{player.score.total:>3}", style="bold")
    return row


def stands_out(view: WildView, seat: int) -> bool:
    """Whose turn it is, or at what all wait for; in the end, who won."""
    if view.outcome is not None:
        return seat in view.outcome.winners
    return seat == view.turn if view.turn is not None else seat in view.acting


def hand_of(view: WildView, seat: int, inks: Inks) -> Text:
    """The viewer's own cards, each with the move that puts it onto a set; of others, how many."""
    player = view.players[seat]
    if player.hand is None:
        return Text(f"{player.hand_size} card{'' if player.hand_size == 1 else 's'}", style="dim")
    if not player.hand:
        return Text("none", style="dim")
    moves = [f"add {card} {wanted_space(view, card)}" for card in player.hand]
    return Text(" ").join(chip(card, inks, move) for card, move in zip(player.hand, moves, strict=True))


def show_set(cards: Sequence[str], inks: Inks) -> Text:
    """A set space: its cards, and the places that are free."""
    places = [*(chip(card, inks) for card in cards), *[Text(EMPTY, style="dim")] * (SET_SIZE - len(cards))]
    return Text(" ").join(places)


def chip(card: str, inks: Inks, move: str = "") -> Text:
    """A card in two letters: `Rt`, a teal Railway."""
    return Text(card, style=inks[card[1]] + (Style(meta={"move": move}) if move else Style()))


class WildstyleTable(TerminalTable):
    """The table for the terminal."""

    def draw(self, view: Any, names: Sequence[str], width: int = 80) -> Any:
        """The table as a Rich renderable."""
        return draw(view, names, width)

    def group(self, move: int, names: Sequence[str]) -> str:
        """All that a cop car buys for a set is one line."""
        return labels.group(move)

    def listed_as(self, view: Any, notation: str) -> str:
        """Where both set spaces hold the same cards, or none, the first stands for the second (WS-4)."""
        if view.you is None:
            return notation
        first, second = (sorted(cards) for cards in view.players[view.you].sets)
        word, *rest = notation.split()
        if first != second or word not in SPACE_AT:
            return notation
        rest[SPACE_AT[word]] = "1"
        return " ".join([word, *rest])
