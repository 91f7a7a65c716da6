"""Panda Royale in the terminal: pure functions from what a viewer sees to lines of text.

Every die carries its letter and its size as well as its colour, so nothing is said by colour alone. Text that stands
for a move carries the move's notation in its style's `meta`: `{"move": "take b8"}`. A client that can be clicked plays
it, and writes the key that plays it over text that carries `{"slot": True}` too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.console import RenderableType
from rich.style import Style
from rich.text import Text

from pandarium.games.royale.engine.dice import CODES, COLOUR_NAMES, COLOUR_OF
from pandarium.games.royale.engine.state import ROUNDS
from pandarium.games.royale.view import Player, RoyaleView
from pandarium.games.royale.words.labels import NAMES
from pandarium.games.royale.words.notation import SEAT_LETTERS
from pandarium.kit.terminal import TerminalTable
from pandarium.kit.terminal_drawing import Inks, Page, Palette, Row, grid, head_line

TOKEN = "♛"
TURN = "▸"
GLITTER = "✦"
MINUS = "−"

LETTERS = "ypbrgck"
"""The colours in the order of the score sheet, as the codes of their dice begin."""

TILE_WIDTH = 6
APART = 2
"""Dashes before the last words of a line across the table."""
SHORTEST_NAME = 8
LONGEST_NAME = 16
LONGEST_NAME_ON_PAPER = 14

PALETTE = Palette(
    {
        "yellow": ("#000000 on #ffd75f", "black on bright_yellow"),
        "purple": ("#ffffff on #875faf", "bright_white on magenta"),
        "blue": ("#ffffff on #005fd7", "bright_white on blue"),
        "glitter": ("#000000 on #5fafff", "black on bright_cyan"),
        "red": ("#ffffff on #d70000", "bright_white on red"),
        "black": ("#ff5f5f on #000000", "bright_red on black"),
        "green": ("#ffffff on #008700", "black on green"),
        "clear": ("#000000 on #d7ffff", "black on white"),
        "pink": ("#000000 on #ff87af", "black on bright_magenta"),
    }
)
"""How a die of each colour is inked; `glitter` and `black` (the negative faces of red dice) have inks of their own."""

SCORING = {
    "yellow": f"sum; highest takes {TOKEN} (PR-2, PR-4)",
    "purple": "sum × 2 (PR-5)",
    "blue": f"sum; × 2 with a glitter die {GLITTER} (PR-6)",
    "red": "(white − black) × red dice (PR-7)",
    "green": "sum (PR-8)",
    "clear": "sum; trades for another (PR-10)",
    "pink": "sum; lent to the lowest (PR-9)",
}
LONGEST_SCORING = max(len(words) for words in SCORING.values())


class TablePage(Page):
    """The table, and the pages that lie next to it."""

    def __init__(self, view: RoyaleView, names: Sequence[str], width: int) -> None:
        super().__init__(PALETTE, lambda inks: table_lines(view, names, width, inks))
        self.pages: tuple[tuple[str, RenderableType], ...] = (
            ("Score sheet", Page(PALETTE, lambda inks: by_round(view, names))),
            ("Colours", Page(PALETTE, lambda inks: in_all(view, names, inks))),
            ("Every round by colour", Page(PALETTE, lambda inks: by_colour(view, names, inks))),
            ("Dice and bag", Page(PALETTE, lambda inks: bag(view, inks))),
        )


def draw(view: RoyaleView, names: Sequence[str], width: int) -> TablePage:
    """The table of that width, ready to be printed by Rich."""
    return TablePage(view, names, width)


def table_lines(view: RoyaleView, names: Sequence[str], width: int, inks: Inks) -> list[Text]:
    """The other players, the pool, and one hand laid out large: the viewer's own, or whose turn it is."""
    seats = len(view.players)
    front = next((seat for seat in (view.you, view.turn) if seat is not None), None)
    if front is None:
        front = view.outcome.winners[0] if view.outcome else view.panda
    around = [(front + step) % seats for step in range(1, seats)] if view.you is not None else list(range(seats))
    return [
        *list_players(view, names, around, width, inks),
        *pool_lines(view, width, inks),
        *hand_lines(view, names, front, width, inks),
    ]


# The players, a row each


class Columns(NamedTuple):
    """Where things stand in a player's row."""

    name: int
    dice: int
    width: int


def list_players(
    view: RoyaleView, names: Sequence[str], around: Sequence[int], width: int, inks: Inks
) -> Iterator[Text]:
    """A row for everyone: turn, name, token, total, last round, dice (with what they show, where there is room)."""
    longest = max((cell_len(names[seat]) for seat in around), default=0)
    name = max(SHORTEST_NAME, min(longest, LONGEST_NAME, width - 40))
    columns = Columns(name, 2 + name + 2 + 6 + 6 + 2, width)
    labels = [(2, "players"), (columns.dice - 13, "total"), (columns.dice - 7, "round"), (columns.dice, "dice")]
    yield head_line(labels, width, rerolled(view), apart=APART)
    shown = {seat: show_dice(view, view.players[seat]) for seat in around}
    room = width - columns.dice
    with_values = all(sum(len(face(*die)) + 1 for die in dice) <= room + 1 for dice in shown.values())
    for seat in around:
        chips = [
            chip(code, value if with_values else None, inks, trade_move(view, seat, code))
            for code, value in shown[seat]
        ]
        yield from player_row(view, names, seat, columns, chips)


def player_row(
    view: RoyaleView, names: Sequence[str], seat: int, columns: Columns, chips: Sequence[Text]
) -> Iterator[Text]:
    """One player; the dice go on in a further line where the width is not enough."""
    player = view.players[seat]
    marked = stands_out(view, seat)
    name = Text(names[seat])
    name.truncate(columns.name, overflow="ellipsis", pad=True)
    row = Text(f"{TURN} " if marked else "  ", style="bold" if marked else "")
    row.append_text(name)
    row.append(f" {TOKEN if seat == view.panda else ' '}", style="bold")
    row.append(f"{number(player.total):>6}", style="bold")
    row.append(f"{signed(player.lines[-1].total) if player.lines else '':>6}  ")
    for piece in chips:
        if row.cell_len + piece.cell_len > columns.width and row.cell_len > columns.dice:
            yield row[:-1]
            row = Text(" " * columns.dice)
        row.append_text(piece)
        row.append(" ")
    yield row[:-1]


def stands_out(view: RoyaleView, seat: int) -> bool:
    """Whose turn it is; in the end, who won."""
    return seat == view.turn if view.outcome is None else seat in view.outcome.winners


def trade_move(view: RoyaleView, seat: int, code: str) -> str | None:
    """The trade that a click on another player's die means (PR-10), if the viewer may trade now."""
    if view.step != "trade" or view.you != view.turn or seat == view.you or code == "k12":
        return None
    return f"trade {SEAT_LETTERS[seat]} {code}"


def rerolled(view: RoyaleView) -> str:
    """What happened to the yellow dice before the token was won (PR-3)."""
    if view.rerolls == 0:
        return ""
    return f"yellow re-rolled {'once' if view.rerolls == 1 else f'{view.rerolls} times'} (PR-3)"


# The pool and the hand, large


def pool_lines(view: RoyaleView, width: int, inks: Inks) -> Iterator[Text]:
    """What can be drafted (PR-11); before the draft the dice to come lie face down, so that nothing jumps."""
    if view.step == "over":
        return
    left = f"{sum(view.bag.values())} in the bag"
    if view.step == "trade":
        yield head_line([(2, "trading (PR-10), then these are drawn")], width, left, apart=APART)
        yield from shelf([ghost_tile() for _ in range(len(view.players) + 1)], width)
        return
    yield head_line([(2, "pool, everyone takes one (PR-11)")], width, left, apart=APART)
    yield from shelf([tile(code, None, inks, f"take {code}") for code in view.pool], width)


def hand_lines(view: RoyaleView, names: Sequence[str], seat: int, width: int, inks: Inks) -> Iterator[Text]:
    """One player's dice as they lie, and what the last roll was worth."""
    player = view.players[seat]
    turn = f"{TURN} " if stands_out(view, seat) else ""
    you = " (you)" if seat == view.you else ""
    token = f" {TOKEN}" if seat == view.panda else ""
    whose = f"{turn}{names[seat]}{you}{token}"
    worth = f"{number(player.total)} {'point' if player.total == 1 else 'points'}"
    if player.lines:
        line = player.lines[-1]
        parts = [f"{letter}{number(score)}" for letter, score in zip(LETTERS, line.colours, strict=True) if score]
        worth += f", round {view.round}: {signed(line.total)} = {' '.join(parts)}"
    yield head_line([(2, whose)], width, worth, apart=APART)
    dice = show_dice(view, player)
    yield from shelf([tile(code, value, inks, None, fresh=value is None) for code, value in dice], width)


def tile(code: str, value: int | None, inks: Inks, move: str | None, fresh: bool = False) -> list[Text]:
    """A die of three lines: letter and size above, what it shows within, below the key that takes it."""
    ink = ink_of(code, value, inks)
    if move is not None:
        ink += Style(meta={"move": move})
    top = f"{GLITTER}{code}" if code == "s6" else code
    inner = TILE_WIDTH - 2
    shown = ("pity" if code == "k12" else "new") if fresh else f"d{sides(code)}" if value is None else number(value)
    bottom = Text("└", style=ink)
    bottom.append("─" * inner, style=ink if move is None else ink + Style(meta={"slot": True}, bold=True))
    bottom.append("┘", style=ink)
    middle = Text("│", style=ink)
    middle.append(f"{shown:^{inner}}", style=ink if fresh or value is None else ink + Style(bold=True))
    middle.append("│", style=ink)
    return [Text(f"┌{top:─^{inner}}┐", style=ink), middle, bottom]


def ghost_tile() -> list[Text]:
    """A die still in the bag."""
    inner = TILE_WIDTH - 2
    return [Text(line, style="dim") for line in (f"┌{'─' * inner}┐", f"│{'?':^{inner}}│", f"└{'─' * inner}┘")]


def shelf(tiles: Sequence[list[Text]], width: int) -> Iterator[Text]:
    """Tiles side by side, on as many shelves as the width asks for."""
    per_row = max(1, width // (TILE_WIDTH + 1))
    for start in range(0, max(len(tiles), 1), per_row):
        row = tiles[start : start + per_row]
        for level in range(3):
            yield Text(" ").join([Text(""), *(piece[level] for piece in row)])


# Words and marks


def chip(code: str, value: int | None, inks: Inks, move: str | None = None) -> Text:
    """A die of one line: `b8`, or `b8:5` with what it shows."""
    ink = ink_of(code, value, inks)
    return Text(face(code, value), style=ink if move is None else ink + Style(meta={"move": move}))


def face(code: str, value: int | None) -> str:
    """A die in a word."""
    shown = f"{GLITTER}{code}" if code == "s6" else code
    return shown if value is None else f"{shown}:{number(value)}"


def show_dice(view: RoyaleView, player: Player) -> list[tuple[str, int | None]]:
    """The dice someone has, each with what it showed in the last roll; None for a die that has come since.

    Pink dice were handed back after the roll (PR-9), so before the next one they show nothing.
    """
    if view.step == "over":
        return [(rolled.die, rolled.value) for rolled in player.rolled]
    values: dict[str, list[int]] = {}
    for rolled in player.rolled:
        if rolled.die != "k12":
            values.setdefault(rolled.die, []).append(rolled.value)
    seen: Counter[str] = Counter()
    dice: list[tuple[str, int | None]] = []
    for code in player.dice:
        known = values.get(code, [])
        dice.append((code, known[seen[code]] if seen[code] < len(known) else None))
        seen[code] += 1
    return dice


def ink_of(code: str, value: int | None, inks: Inks) -> Style:
    """Glitter and black faces have inks of their own."""
    if code == "s6":
        return inks["glitter"]
    if value is not None and value < 0:
        return inks["black"]
    return inks[COLOUR_NAMES[COLOUR_OF[CODES.index(code)]]]


def sides(code: str) -> int:
    """How many sides a die of that code has."""
    return int(NAMES[code].rpartition("d")[2])


def number(value: int) -> str:
    """A number with a proper minus."""
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def signed(value: int) -> str:
    """A number with its sign."""
    return f"+{value}" if value >= 0 else number(value)


# The pages next to the table


def by_round(view: RoyaleView, names: Sequence[str]) -> list[Text]:
    """The score sheet (PR-15), everyone's rounds and total, the leader first."""
    rows: list[Row] = []
    for seat in _by_total(view):
        player = view.players[seat]
        scores = [number(line.total) for line in player.lines]
        rows.append([_name(view, names, seat), *scores, *[""] * (ROUNDS - len(scores)), _bold(player.total)])
    return grid(["player", *(str(index) for index in range(1, ROUNDS + 1)), "total"], rows)


def in_all(view: RoyaleView, names: Sequence[str], inks: Inks) -> list[Text]:
    """What each colour brought so far."""
    rows: list[Row] = []
    for seat in _by_total(view):
        player = view.players[seat]
        sums = [sum(line.colours[colour] for line in player.lines) for colour in range(len(COLOUR_NAMES))]
        rows.append(
            [_name(view, names, seat), *(number(score) if score else "·" for score in sums), _bold(player.total)]
        )
    return grid(["in all", *_colour_heads(inks), "total"], rows)


def by_colour(view: RoyaleView, names: Sequence[str], inks: Inks) -> list[Text]:
    """The score sheet in full: every player's rounds by colour, with the running total; the viewer first."""
    seats = len(view.players)
    first = view.you or 0
    lines: list[Text] = []
    for seat in ((first + step) % seats for step in range(seats)):
        rows: list[Row] = []
        running = 0
        for index, line in enumerate(view.players[seat].lines, 1):
            running += line.total
            scores = [number(score) if score else "·" for score in line.colours]
            rows.append([f"round {index}", *scores, signed(line.total), _bold(running)])
        lines += grid([_name(view, names, seat), *_colour_heads(inks), "sum", "total"], rows)
        lines.append(Text())
    return lines


def bag(view: RoyaleView, inks: Inks) -> list[Text]:
    """What is still in the bag, and how every colour scores."""
    inside = sum(view.bag.values())
    rows: list[Row] = []
    for code in (code for code in CODES if code != "c6*"):
        count = view.bag.get(code, 0)
        die = Text.assemble(chip(code, None, inks), f" {NAMES[code]}")
        share = f"{100 * count / inside:.0f} %" if count else ""
        scoring = SCORING[COLOUR_NAMES[COLOUR_OF[CODES.index(code)]]]
        rows.append([die, str(count) if count else "·", share, Text(scoring.ljust(LONGEST_SCORING))])
    pink = f"{view.pity} pink {'die' if view.pity == 1 else 'dice'} in play; {TOKEN} marks the Panda token"
    head: Row = ["die", "in bag", "share", Text("scores".ljust(LONGEST_SCORING))]
    return [Text(f"{inside} dice in the bag, {pink}."), Text(), *grid(head, rows)]


def _by_total(view: RoyaleView) -> list[int]:
    return sorted(range(len(view.players)), key=lambda seat: -view.players[seat].total)


def _colour_heads(inks: Inks) -> list[Text]:
    return [Text(name, style=inks[name]) for name in COLOUR_NAMES]


def _name(view: RoyaleView, names: Sequence[str], seat: int) -> Text:
    name = Text(names[seat], style="bold" if seat == view.you else "")
    name.truncate(LONGEST_NAME_ON_PAPER, overflow="ellipsis")
    return name


def _bold(value: int) -> Text:
    return Text(number(value), style="bold")


class RoyaleTable(TerminalTable):
    """The table for the terminal."""

    def draw(self, view: Any, names: Sequence[str], width: int = 80) -> Any:
        """The table as a Rich renderable."""
        return draw(view, names, width)
