"""Pilfering Pandas in the terminal: pure functions from what a viewer sees to lines of text.

Every card carries the letter of its suit as well as its colour, so nothing is said by colour alone; a star marks cards
worth two points. Text that stands for a move carries the move's notation in its style's `meta`, as the terminal client
expects it (see `TerminalTable.draw`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import RenderableType
from rich.style import Style
from rich.text import Text

from pandarium.games.pilfering.engine.setup import MOST_SEATS
from pandarium.games.pilfering.terminal.panels import abilities, counted, list_areas, list_cards, list_people
from pandarium.games.pilfering.view.books import PilferingBooks, PlayerBooks
from pandarium.games.pilfering.view.table import AreaView, PilferingView, PlayerView, SetView
from pandarium.games.pilfering.words import labels
from pandarium.games.pilfering.words.labels import card_name
from pandarium.kit.terminal import TerminalTable
from pandarium.kit.terminal_drawing import Inks, Page, Palette, head_line

TURN = "▸"
CELL = 4
"""Columns that a card takes in a row: three, and a gap."""
TILE = 6
"""Columns of a card of three lines, with its gap."""
BEYOND = 5
"""Spaces shown beyond the win space."""
KNOWN_CARDS = 4
"""This many cards that someone is known to hold fit into their row."""

PALETTE = Palette(
    {
        "r": ("#ffffff on #d70000", "bright_white on red"),
        "y": ("#000000 on #ffd75f", "black on bright_yellow"),
        "g": ("#ffffff on #008700", "black on green"),
        "b": ("#ffffff on #005fd7", "bright_white on blue"),
        "p": ("#ffffff on #875faf", "bright_white on magenta"),
        "key": ("#000000 on #d7d7d7", "black on white"),
        "panda": ("#000000 on #ffffff", "black on bright_white"),
        "keeper": ("#000000 on #ffaf00", "black on yellow"),
    }
)
"""How cards of each suit, Keys and the two markers are inked."""


class TablePage(Page):
    """The table, and the pages that lie next to it."""

    def __init__(self, view: PilferingView, names: Sequence[str], width: int) -> None:
        super().__init__(PALETTE, lambda inks: table_lines(view, names, width, inks))
        self.short: RenderableType = Page(PALETTE, lambda inks: table_lines(view, names, width, inks, short=True))
        self.pages: tuple[tuple[str, RenderableType], ...] = (
            ("Where the cards are", Page(PALETTE, lambda inks: list_cards(view, inks))),
            ("Trade areas", Page(PALETTE, lambda inks: list_areas(view, inks))),
            ("Pandas", Page(PALETTE, lambda inks: list_people(view, names))),
        )


def draw(view: PilferingView, names: Sequence[str], width: int) -> TablePage:
    """The table of that width, ready to be printed by Rich."""
    return TablePage(view, names, width)


def table_lines(view: PilferingView, names: Sequence[str], width: int, inks: Inks, short: bool = False) -> list[Text]:
    """The track, both areas, the Hideout, the others, and what the viewer holds; `short`: in as few lines as can be."""
    choosing = view.step == "choose"  # before the deal the room is for the pandas, so that all five fit on 24 lines
    lines = [
        *track_lines(view, width, inks, short or choosing),
        *area_lines(view, 0, width, inks, short),
        *area_lines(view, 1, width, inks, short),
        *([] if choosing else hideout_lines(view, width, inks, short)),
        *list_others(view, names, width, inks, short),
        *hand_lines(view, names, width, inks, short),
    ]
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines


# The escape track


def track_lines(view: PilferingView | PilferingBooks, width: int, inks: Inks, short: bool = False) -> Iterator[Text]:
    """Both markers on their spaces, the gap between them drawn thick, and the win space; `short`: without numbers."""
    yield head_line([(2, "escape track: Pandas, Keeper")], width, say_gap(view))
    first = min(0, view.keeper)
    last = max(view.win + BEYOND, view.panda, view.keeper)
    room = width - 2
    if last - first >= room:  # too long for this window: what is behind the keeper matters least
        first = last - room + 1
    step = max(1, min(2, (room - 1) // max(last - first, 1)))
    spaces = range(first, last + 1)
    if not short:
        yield Text(" " + _ruler(spaces, view.win, step), style="dim")
    track = Text(" ")
    low, high = sorted((view.keeper, view.panda))
    for space in spaces:
        between = low <= space < high
        if space in (view.keeper, view.panda):
            both = view.keeper == view.panda
            mark = "X" if both else "K" if space == view.keeper else "P"
            track.append(mark, style=inks["keeper" if mark != "P" else "panda"] + Style(bold=True))
        elif space == view.win:
            track.append("┃", style="bold")
        else:
            track.append("━" if between else "─", style="bold" if between else "dim")
        if space != last:
            track.append(("━" if between else "─") * (step - 1), style="bold" if between else "dim")
    yield track


def _ruler(spaces: range, win: int, step: int) -> str:
    """Numbers of every fifth space, and the win space by name where it stands."""
    cells = [" "] * (len(spaces) * step + 4)
    marks = {space: str(space) for space in spaces if space % 5 == 0 and abs(space - win) > 4}
    for space, words in {**marks, win: f"win {win}"}.items():
        at = (space - spaces.start) * step - (0 if space == spaces.start else (len(words) - 1) // 2)
        if 0 <= at <= len(spaces) * step - len(words) + 2:
            cells[at : at + len(words)] = words
    return "".join(cells).rstrip()


def say_gap(view: PilferingView | PilferingBooks) -> str:
    """How it stands, numbers first."""
    ahead = view.panda - view.keeper
    left = view.win - view.panda
    way = f"{left} to the win space" if left > 0 else "past the win space"
    return f"keeper {ahead} behind, {way}" if ahead > 0 else f"caught, {way}"


# The Trade areas


def area_lines(view: PilferingView, which: int, width: int, inks: Inks, short: bool = False) -> Iterator[Text]:
    """A Meerkat, the cards from left to right, and brackets below that say which of them are a set."""
    area = view.areas[which]
    likes = Text(" ").join(Text(suit, style=inks[suit] + Style(bold=True)) for suit in area.likes)
    yield head_line([(2, Text.assemble(f"{which + 1} {area.meerkat} likes ", likes))], width, say_price(view, area))
    places = shown_places(len(area.cards), width - 1)
    row = Text(" ")
    for before, place in zip([None, *places], places, strict=False):
        if before is not None:
            row.append("┃" if before == area.mark else " " if place == before + 1 else "~", style="bold")
        row.append_text(chip(area.cards[place], view, inks))
    if not places:
        row.append("nothing yet: begin with a suit that is liked (PP-A2)", style="dim")
    elif area.mark == places[-1]:
        row.append("┃", style="bold")
    yield row
    if view.step != "choose" and (area.sets or not short):
        yield Text(" " + brackets(area, places), style="dim")


def say_price(view: PilferingView, area: AreaView) -> str:
    """How full an area is, and what the next trade there costs (PP-A6, PP-V1)."""
    full = f"{counted(len(area.cards), 'card')}, limit {view.limit}"
    watched = f", suspicion +{view.suspicion or 2} waits here" if area.watched else ""
    return f"{full}: next trade keeper +{area.charge}{watched}"


def shown_places(count: int, width: int) -> list[int]:
    """Places that fit: all of them, or the first and as many of the last as there is room for."""
    fit = max(width // CELL, 3)
    return list(range(count)) if count <= fit else [0, *range(count - fit + 1, count)]


def brackets(area: AreaView, places: Sequence[int]) -> str:
    """`└── up ──┴─ 4s ──┘`: a bracket below every set; one card in two sets is where they meet."""
    if not places:
        return ""
    columns = {place: index * CELL + 1 for index, place in enumerate(places)}
    line = [" "] * (len(places) * CELL)
    for one in area.sets:
        inside = [columns[place] for place in range(one.start, one.start + one.length) if place in columns]
        if len(inside) < 2:
            continue
        start, end = inside[0], inside[-1]
        line[start] = "┴" if line[start] == "┘" else "└"
        line[end] = "┘"
        words = say_kind(one, area.cards)
        room = end - start - 1
        line[start + 1 : end] = f"{words:─^{room}}"[:room]
    return "".join(line).rstrip()


def say_kind(one: SetView, cards: Sequence[str]) -> str:
    """What a set is, `up`, `down` or `4s`; `?` while Keys leave that open. `+1`: all three favourites (PP-A5)."""
    number = next(card[1] for card in cards[one.start : one.start + one.length] if card != "key")
    words = "?" if len(one.kinds) > 1 else f"{number}s" if one.kinds[0] == "number" else one.kinds[0]
    return f" {words}{' +1' if one.bonus else ''} "


# The Hideout


def hideout_lines(view: PilferingView, width: int, inks: Inks, short: bool = False) -> Iterator[Text]:
    """The Hideout with its end to the right, where cards come and go (PP-T2, PP-E1), and the Secret Stash.

    A card from the rubbish has a line of its own, or is in the first one where few lines are left.
    """
    deck = f"{view.deck} in the deck"
    if view.plans:
        deck += f", {counted(view.plans, 'plan')} in it"
    price = f", 2 or more: keeper +{view.pick_up[view.turn]}" if view.step != "over" else ""
    head = Text.assemble((f"hideout{price}", "bold"))
    rubbish = Text() if view.rummaged is None else Text.assemble("in the rubbish: ", chip(view.rummaged, view, inks))
    if short and rubbish:
        head.append(", ").append_text(rubbish)
    yield head_line([(2, head)], width, deck)
    count = len(view.hideout)
    places = shown_places(count, width - 10)
    row = Text(" ")
    for before, place in zip([None, *places], places, strict=False):
        if before is not None:
            row.append(" " if place == before + 1 else "~")
        move = f"pick {count - place}" if view.step == "refresh" else None
        row.append_text(chip(view.hideout[place], view, inks, move))
    row.append(" ← end" if places else "empty", style="dim")
    yield row
    if rubbish and not short:
        yield Text.assemble(" ", rubbish)
    if len(view.players) == 1:
        stash = Text(" ").join(
            chip(card, view, inks, f"stash {card}" if view.step == "secret" else None) for card in view.secret
        )
        yield Text.assemble(("  Secret Stash (PP-1)  ", "bold"), stash)


# The players


def list_others(
    view: PilferingView, names: Sequence[str], width: int, inks: Inks, short: bool = False
) -> Iterator[Text]:
    """A row for everyone else: whose turn, panda, cards, what they are known to hold, Suspicion and Timer."""
    seats = len(view.players)
    first = 0 if view.you is None else view.you + 1
    around = [(first + step) % seats for step in range(seats if view.you is None else seats - 1)]
    if around and not is_crowded(view) and not (short and not say_dropping(view)):
        yield head_line([(2, "pandas" if view.you is None else "the others")], width, say_dropping(view))
    longest = max((cell_len(names[seat]) for seat in around), default=0)
    for seat in around:
        yield player_row(view, names[seat], seat, min(longest, 16), inks)


def is_crowded(view: PilferingView) -> bool:
    """Whether the rows of the others must do without a line above them, so that 24 lines are enough for all."""
    return view.you is not None and len(view.players) == MOST_SEATS


def player_row(view: PilferingView, called: str, seat: int, longest: int, inks: Inks) -> Text:
    """One player."""
    player = view.players[seat]
    acts = view.acting == seat
    name = Text(called)
    name.truncate(longest, overflow="ellipsis", pad=True)
    row = Text.assemble((f"{TURN} " if acts else "  ", "bold"), name, style="bold" if acts else "")
    row.append(f"  {say_panda(player):<18}")
    row.append("out" if player.out else counted(player.cards, "card"), style="bold")
    for words in say_marks(view, seat):
        row.append(f"  {words}", style="bold")
    if player.known and seat != view.you:
        row.append("  has ")
        row.append_text(Text(" ").join(chip(card, view, inks) for card in player.known[:KNOWN_CARDS]))
        row.append("…" if len(player.known) > KNOWN_CARDS else "")
    return row


def say_panda(player: PlayerView | PlayerBooks) -> str:
    """Which panda, and whether its ability is still there (PP-A12)."""
    if player.panda is None:
        return "no panda yet"
    return f"{player.panda.capitalize()}{'' if player.ability else ' (used)'}"


def say_marks(view: PilferingView | PilferingBooks, seat: int) -> Iterator[str]:
    """Raised Suspicion (PP-T6), Timer (PP-E7) and plans that concern this player (PP-F5)."""
    if view.suspect == seat:
        yield f"suspicion +{view.suspicion}"
    if view.timekeeper == seat:
        yield f"Timer {view.timer} of {view.time_up}"
    when = {"waiting": "next turn", "now": "now"}
    if view.early_seat == seat and view.early in when:
        yield f"Early Rounds {when[view.early]}: sets +3"
    if view.gate_seat == seat and view.gate in when:
        yield f"Locked Gate {when[view.gate]}: no Keys"


def say_dropping(view: PilferingView) -> str:
    """What the final check would cost (PP-E5), once somebody is out or the pandas are there."""
    there = view.panda >= view.win or any(player.out for player in view.players)
    if view.final_cost is None or not there or view.outcome is not None:
        return ""
    unknown = f" + {counted(view.unknown_cards, 'unseen card')}" if view.unknown_cards else ""
    return f"final check: keeper +{view.final_cost}{unknown}"


def hand_lines(
    view: PilferingView, names: Sequence[str], width: int, inks: Inks, short: bool = False
) -> Iterator[Text]:
    """What the viewer holds, and above it what must be done (PP-T5)."""
    if view.you is None:
        return
    mine = view.players[view.you]
    acts = view.acting == view.you
    title = f"{TURN + ' ' if acts else ''}{names[view.you]} (you), {say_panda(mine)}"
    notes = [*say_marks(view, view.you)]
    if (len(view.players) == 1 or is_crowded(view)) and (cost := say_dropping(view)):
        notes.append(cost)
    if view.duty is not None and view.turn == view.you:
        notes.insert(0, f"play the {card_name(view.duty)} this turn (PP-T5)")
    elif view.step == "choose" and acts:
        notes.append("choose your panda (PP-S3)")
    loud = view.duty is not None and view.turn == view.you
    yield head_line([(2, title)], width, Text(", ".join(notes), style="bold reverse" if loud else "bold"))
    hand = mine.hand or []
    if not hand:
        yield Text(" no cards" + (": you are out" if mine.out else ""), style="dim")
    elif len(hand) * TILE <= width and not short:
        tiles = [tile(card, view, inks) for card in hand]
        for level in range(3):
            yield Text(" ").join([Text(""), *(piece[level] for piece in tiles)])
    else:
        yield from rows_of([chip(card, view, inks, hand_move(view, card)) for card in hand], width)


def rows_of(chips: Sequence[Text], width: int) -> Iterator[Text]:
    """Chips next to each other, on as many lines as they need."""
    each = max((width - 1) // CELL, 1)
    for start in range(0, len(chips), each):
        yield Text.assemble(" ", Text(" ").join(chips[start : start + each]))


def hand_move(view: PilferingView, card: str) -> str | None:
    """The move that a card of one's hand stands for by itself: to be stashed or given."""
    if view.acting != view.you or view.step not in {"stash", "give"}:
        return None
    held = view.players[view.you].held if view.you is not None else []
    return None if card in held and view.step == "stash" and card != "key" else f"{view.step} {card}"


# Cards


def chip(card: str, view: PilferingView, inks: Inks, move: str | None = None) -> Text:
    """A card of one line: `r4`, `r1*` for one worth two points, `key`."""
    ink = inks[card if card == "key" else card[0]]
    if move is not None:
        ink += Style(meta={"move": move})
    shown = f"{card}*" if card in view.twos else card
    return Text(f"{shown:<3}", style=ink + Style(bold=True) if card == view.duty else ink)


def tile(card: str, view: PilferingView, inks: Inks) -> list[Text]:
    """A card of three lines: its points above, suit and number within, below the key that plays it."""
    ink = inks[card if card == "key" else card[0]]
    move = hand_move(view, card)
    if move is not None:
        ink += Style(meta={"move": move})
    points = "" if card == "key" else "*" if card in view.twos else ""
    duty = card == view.duty and view.turn == view.you
    face = "KEY" if card == "key" else f"{card[0]} {card[1]}"
    bottom = Text("└", style=ink)
    bottom.append("─" * 3, style=ink if move is None else ink + Style(meta={"slot": True}, bold=True))
    bottom.append("┘", style=ink)
    return [
        Text(f"┌{'!' if duty else '─'}─{points or '─'}┐", style=ink),
        Text.assemble(("│", ink), (face, ink + Style(bold=True)), ("│", ink)),
        bottom,
    ]


# Words


def foresee(view: PilferingView) -> dict[str, str]:
    """What moves would do at once, in a few words, by their notation: markers, or what a panda can do."""
    words = {f"choose {panda}": ability for panda, ability in abilities().items()} if view.step == "choose" else {}
    for move, panda, keeper in ((one.move, one.panda, one.keeper) for one in view.previews):
        ahead = view.panda + panda - view.keeper - keeper
        # By the letters on the track: with cards and area before it, a move should stay on one line.
        markers = f"P+{panda} " if panda else ""
        words[move] = f"{markers}K{keeper:+d}: {f'{ahead} ahead' if ahead > 0 else 'caught!'}"
    if view.step == "check" and view.acting == view.you:
        words["escape"] = say_run(view)
    return words


def say_run(view: PilferingView) -> str:
    """What the final check would do (PP-E5): an unseen card costs 1 or 2 spaces."""
    least = (view.final_cost or 0) + view.unknown_cards
    most = least + view.unknown_cards
    ahead = view.panda - view.keeper
    fate = "safe" if most < ahead else "caught for certain" if least >= ahead else "a gamble"
    return f"K+{least}{f' to {most}' if most > least else ''}, you are {ahead} ahead: {fate}"


def say_how_far(view: PilferingView) -> str:
    """How far the pandas came, for the end of the game."""
    if view.outcome is None:
        return ""
    if view.outcome.winners:
        return f"Space {view.panda} of {view.win}, and the keeper {view.panda - view.keeper} behind at the fence"
    dropped = f", after they dropped food worth {view.final_cost}" if view.final_cost else ""
    return f"The pandas came to space {view.panda} of {view.win}, the keeper to {view.keeper}{dropped}"


class PilferingTable(TerminalTable):
    """The table for the terminal."""

    def draw(self, view: Any, names: Sequence[str], width: int = 80) -> Any:
        """The table as a Rich renderable; of a companion, its books."""
        if isinstance(view, PilferingBooks):
            from pandarium.games.pilfering.terminal.books import draw_books

            return draw_books(view, names, width)
        return draw(view, names, width)

    def previews(self, view: Any) -> Mapping[str, str]:
        """What each move does to the markers; what each panda can do."""
        return foresee(view)

    def group(self, move: int, names: Sequence[str]) -> str:
        """Sets of the same cards in the same area, whatever their order."""
        return labels.group(move)

    def how_far(self, view: Any) -> str:
        """The spaces of both markers."""
        return say_how_far(view)
