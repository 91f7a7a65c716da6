"""Pandánte in the terminal: pure functions from what a viewer sees to lines of text.

Every card carries its colour's name and its number as well as the colour, so nothing is said by colour alone. Text that
stands for a move carries the move's notation in its style's `meta`: `{"move": "bet three"}`. A client that can be
clicked plays it, and writes the key that plays it over text that carries `{"slot": True}` too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from pandarium.games.pandante.content import Card as PackCard
from pandarium.games.pandante.content import own_content
from pandarium.games.pandante.engine.cards import COLOUR_CODES, COLOUR_NAMES
from pandarium.games.pandante.engine.claims import CLAIM_NAMES
from pandarium.games.pandante.tournament import STAKES
from pandarium.games.pandante.view.table import Card, Held, PandanteView, Player, Row
from pandarium.games.pandante.words.notation import CLAIM_CODES, SEAT_LETTERS
from pandarium.games.pandante.words.situation import best_words, facts, standing, what_now
from pandarium.kit.content_list import whose
from pandarium.kit.terminal_drawing import Inks, Palette, head_line

TURN = "▸"
TRUE = "✓"
COIN = "♛"
DIAMOND = "✦"
OURS = "*"

TILE_WIDTH = 6
PLACES = 6
"""Community cards in a row: five, and one that may be added (PD-L4)."""
LADDER_WIDTH = 36
"""Key, mark, the longest claim, and six letters."""
TWO_COLUMNS = LADDER_WIDTH + 1 + PLACES * TILE_WIDTH + 4
"""From this width on the players are drawn next to the betting board."""
SHORTEST_NAME = 6
LONGEST_NAME = 14
SHORT_COLOURS = {"black": "blk", "green": "grn", "orange": "orng", "purple": "purp"}

PALETTE = Palette(
    {
        "black": ("#ffffff on #303030", "bright_white on black"),
        "blue": ("#ffffff on #005fd7", "bright_white on blue"),
        "green": ("#ffffff on #008700", "black on green"),
        "orange": ("#000000 on #ffaf5f", "black on bright_yellow"),
        "red": ("#ffffff on #d70000", "bright_white on red"),
        "purple": ("#ffffff on #875faf", "bright_white on magenta"),
        "joker": ("#000000 on #ffffff", "black on white"),
        "down": ("#d7ffff on #005f5f", "black on cyan"),
    }
)
"""How a card of each colour is inked; the Joker and cards that lie face down have inks of their own."""


def table_lines(view: PandanteView, names: Sequence[str], width: int, inks: Inks) -> list[Text]:
    """Casino, betting board with players and community cards, what is going on, and the viewer's own cards."""
    if view.phase == "champions":
        return champion_lines(view, names, width, inks)
    two_columns = width >= TWO_COLUMNS
    lines = [*casino_line(view, width)]
    if two_columns:
        room = width - LADDER_WIDTH - 1
        players = [*list_players(view, names, room, inks)]
        right = [*players, *[Text()] * (len(CLAIM_CODES) - 4 - len(players)), *pot_lines(view, room, inks)]
        lines.append(head_line([(2, "claims"), (LADDER_WIDTH + 3, "players")], width, gambit_words(view)))
        lines += [_side_by_side(*pair) for pair in zip(ladder(view), right, strict=True)]
    else:
        lines.append(head_line([(2, "claims")], width, gambit_words(view)))
        lines += ladder(view)
        lines.append(head_line([(2, "players")], width))
        lines += list_players(view, names, width, inks)
        lines += pot_lines(view, width, inks)
    lines += tell_now(view, names, width)
    return [*lines, *hand_lines(view, names, width, inks)]


def champion_lines(view: PandanteView, names: Sequence[str], width: int, inks: Inks) -> list[Text]:
    """Before the first gambit: the players, and the champions to choose from (PD-P1 to PD-P6); ours have a star."""
    lines = [head_line([(2, "players")], width), *list_players(view, names, width, inks)]
    lines += [head_line([(2, what_now(view, names))], width, f"{OURS} ours")]
    taken = {player.colour for player in view.players}
    cards: Sequence[Card | PackCard] = view.champions or own_content().champions
    for colour, champion in zip(COLOUR_NAMES, cards, strict=True):
        move = Style(dim=True) if colour in taken else Style(meta={"move": f"champion {colour}"})
        slot = move if colour in taken else move + Style(meta={"slot": True}, bold=True)
        star = OURS if champion.source and whose(champion.source, champion.ours) is not None else ""
        title = f" {champion.name}, {colour}{star} "
        first, *rest = wrap(f"{'x' * len(title)} {champion.text} ({champion.rule})", width - 4)
        lines.append(Text.assemble(("   ", slot), " ", (title, inks[colour] + move), (first[len(title) :], move)))
        lines += [Text.assemble("    ", (more, move)) for more in rest]
    return lines


def _side_by_side(left: Text, right: Text) -> Text:
    return Text.assemble(left, " " * (LADDER_WIDTH + 1 - left.cell_len), right)


def casino_line(view: PandanteView, width: int) -> Iterator[Text]:
    """The casino of this gambit (PD-S4), where casinos are played; a page of its own has it whole."""
    if not view.options.get("casinos"):
        return
    line = Text(" ")
    if view.casino is not None:
        line.append(f"{view.casino.rule} {view.casino.name}", style="bold").append(f": {view.casino.text}")
    line.truncate(width, overflow="ellipsis")
    yield line


def gambit_words(view: PandanteView) -> str:
    """Gambit, target and stakes."""
    words = [f"gambit {view.gambit}"]
    if view.target is not None:
        words.append(f"{view.target} to win")
    if view.multiplier > 1:
        words.append(f"stakes × {view.multiplier}")
    return ", ".join(words)


def pot_lines(view: PandanteView, width: int, inks: Inks) -> list[Text]:
    """The pot, and the first row of community cards under it."""
    diamonds = f" {DIAMOND}{view.pot_diamonds}" if view.pot_diamonds else ""
    return [head_line([(2, f"pot {view.pot}{diamonds}")], width), *row_lines(view, 0, inks)]


# The betting board


def ladder(view: PandanteView) -> list[Text]:
    """The ten hands, the highest on top: which are true of the viewer's cards now, and who claims what (PD-3)."""
    return [rung(view, claim) for claim in reversed(CLAIM_CODES)]


def rung(view: PandanteView, claim: str) -> Text:
    """One hand of the betting board: a key, a mark if the claim would be true, its name, everyone who claims it."""
    verb = {"bet": "bet", "upgrade": "upgrade"}.get(view.phase)
    deciding = verb is not None and view.you is not None and view.you in view.actors
    true = view.yours is not None and claim in view.yours.true_claims
    style = Style(meta={"move": f"{verb} {claim}"}) if deciding else Style()
    line = Text()
    line.append("    ", style=style + Style(meta={"slot": True}, bold=True) if deciding else style)
    line.append(f"{TRUE if true else ' '} ", style=style + Style(bold=True))
    line.append(f"{CLAIM_NAMES[CLAIM_CODES.index(claim)]:<17}", style=style + Style(bold=true))
    for seat, player in enumerate(view.players):
        if player.claim == claim and not player.folded:
            line.append(SEAT_LETTERS[seat], style=Style(bold=True, reverse=seat == view.you)).append(" ")
    return line


# The players, a row each


def list_players(view: PandanteView, names: Sequence[str], width: int, inks: Inks) -> Iterator[Text]:
    """A row for everyone: turn, letter, name, dealer and coin, gold, diamonds, cards, and how they stand."""
    longest = max(cell_len(name) for name in names[: len(view.players)])
    name = max(SHORTEST_NAME, min(longest, LONGEST_NAME, width - 32))
    cards = [hand_chips(player, inks) for player in view.players]
    cards_width = max(text.cell_len for text in cards)
    for seat in range(len(view.players)):
        row = player_head(view, names, seat, name)
        row.append_text(cards[seat])
        row.append(" " * (cards_width - cards[seat].cell_len + 1))
        row.append(standing(view, seat, wide=width - row.cell_len >= 30))
        row.truncate(width, overflow="ellipsis")
        yield row


def player_head(view: PandanteView, names: Sequence[str], seat: int, width: int) -> Text:
    """The first columns of a player's row."""
    player = view.players[seat]
    marked = stands_out(view, seat)
    name = names[seat] if cell_len(names[seat]) <= width else names[seat].partition(" (")[0]  # a bot without its level
    shown = Text(name)
    shown.truncate(width, overflow="ellipsis", pad=True)
    row = Text(f"{TURN if marked else ' '} ", style="bold" if marked else "")
    row.append(SEAT_LETTERS[seat], style=Style(bold=True, reverse=seat == view.you)).append(" ")
    row.append_text(shown)
    row.append(f" {'D' if seat == view.dealer else ' '}{COIN if player.coin else ' '}", style="bold")
    row.append(f"{player.gold:>4}", style="bold")
    if view.options.get("diamonds"):
        row.append(f" {DIAMOND}{player.diamonds}")
    return row.append(" ")


def stands_out(view: PandanteView, seat: int) -> bool:
    """Who decides or is in the hotseat; in the end, who won. A gambit of a tournament is no victory yet."""
    if view.outcome is not None:
        return seat in view.outcome.winners and STAKES not in view.options
    return seat == view.hotseat if view.hotseat is not None else seat in view.actors


def hand_chips(player: Player, inks: Inks) -> Text:
    """A hand in a player's row, the second one after a stroke (PD-K6)."""
    hands = [player.hand, *([player.second_hand] if player.second_hand else [])]
    return Text("│").join(Text(" ").join(chip(held.card, inks) for held in hand) for hand in hands)


def chip(code: str | None, inks: Inks) -> Text:
    """A card of one line; two question marks if it lies face down."""
    return Text("??" if code is None else code, style=ink_of(code, inks))


# Cards, large


def row_lines(view: PandanteView, row: int, inks: Inks) -> list[Text]:
    """A row of community cards, with room for the sixth (PD-2, PD-L4)."""
    return shelf([place(code, index, inks) for index, code in enumerate(_cards(view, row))])


def _cards(view: PandanteView, row: int) -> list[str | None]:
    board: list[Row] = view.board
    return board[row].cards if row < len(board) else [None] * PLACES


def place(code: str | None, index: int, inks: Inks) -> list[Text]:
    """A place for a community card; the empty ones say which card is due."""
    if code is not None:
        return tile(code, inks)
    words = ["", "", "", "paws", "tail", "6th"][index]
    return [Text(line, style="dim") for line in ("┌    ┐", f" {words:^4} ", "└    ┘")]


def tile(code: str | None, inks: Inks, move: str | None = None, note: str = "") -> list[Text]:
    """A card of three lines: its colour above, its number within, below the key that plays it or a note."""
    ink = ink_of(code, inks)
    if move is not None:
        ink += Style(meta={"move": move})
    inner = TILE_WIDTH - 2
    top, middle = _face(code)
    bottom = Text("└", style=ink)
    bottom.append(f"{note:─^{inner}}", style=ink if move is None else ink + Style(meta={"slot": True}, bold=True))
    bottom.append("┘", style=ink)
    number = Text("│", style=ink)
    number.append(f"{middle:^{inner}}", style=ink + Style(bold=True)).append("│", style=ink)
    return [Text(f"┌{top:─^{inner}}┐", style=ink), number, bottom]


def _face(code: str | None) -> tuple[str, str]:
    """What a card says: its colour and its number."""
    if code is None:
        return "", "?"
    if code == "joker":
        return "any", "JOKR"
    colour = colour_of(code)
    return SHORT_COLOURS.get(colour, colour), code[1:]


def colour_of(code: str) -> str:
    """The colour of a card that is not the Joker."""
    return COLOUR_NAMES[COLOUR_CODES.index(code[0])]


def ink_of(code: str | None, inks: Inks) -> Style:
    """The Joker and cards that lie face down have inks of their own."""
    if code is None:
        return inks["down"]
    return inks["joker" if code == "joker" else colour_of(code)]


def shelf(tiles: Sequence[list[Text]]) -> list[Text]:
    """Tiles side by side."""
    return [Text().join(piece[level] for piece in tiles) for level in range(3)]


Block = tuple[str, list[Text]]
"""Cards of three lines, and what stands over them; nothing where they go on from the line above."""


def hand_lines(view: PandanteView, names: Sequence[str], width: int, inks: Inks) -> list[Text]:
    """The viewer's own cards with what they are worth; second hand and second row of community cards next to them."""
    blocks = [*own_hands(view, names, width, inks)]
    if len(view.board) > 1:
        blocks.append(("row 2", row_lines(view, 1, inks)))
    lines: list[Text] = []
    for row in fill_rows(blocks, width):
        labels = [(column, title) for column, (title, _) in row if title]
        if labels:
            lines.append(head_line(labels, width, "" if lines else best_words(view)))
        for level in range(3):
            line = Text()
            for column, (_, cards) in row:
                line.append(" " * (column - line.cell_len)).append_text(cards[level])
            lines.append(line)
    return lines


def fill_rows(blocks: Sequence[Block], width: int) -> list[list[tuple[int, Block]]]:
    """Blocks side by side as far as the width goes, each with its column; the titles must not run into each other."""
    rows: list[list[tuple[int, Block]]] = []
    free = 0
    for title, cards in blocks:
        wide = max(cards[0].cell_len, cell_len(title) + 1)
        if not rows or not title or free + wide > width:
            rows.append([])
            free = 2
        rows[-1].append((free, (title, cards)))
        free += wide + 2
    return rows


def own_hands(view: PandanteView, names: Sequence[str], width: int, inks: Inks) -> Iterator[Block]:
    """The viewer's hand, and the second one; a big snack may take more than one line (PD-DD2)."""
    if view.you is None:
        return
    player = view.players[view.you]
    who = f"{names[view.you]} (you)" + (f", {player.champion.name}" if player.champion else "")
    each = (width - 2) // TILE_WIDTH
    for index, hand in enumerate([player.hand, player.second_hand]):
        tiles = [tile(held.card, inks, card_move(view, held, index), note(held)) for held in hand]
        title = "second hand" if index else who
        if not tiles and not index:
            yield title, [Text(" " * TILE_WIDTH)] * 3
        for start in range(0, len(tiles), each):
            yield "" if start else title, shelf(tiles[start : start + each])


def note(held: Held) -> str:
    """What is to be said of a card: everyone sees it."""
    return "open" if held.open else ""


def card_move(view: PandanteView, held: Held, index: int) -> str | None:
    """What a click on one's own card means now."""
    if view.you is None or view.turn != view.you or held.card is None:
        return None
    if view.discard_to is not None:
        return f"discard {held.card}" if index == view.discard_from else None
    verb = {"reveal": "reveal", "top": "top", "fern": "steal"}.get(view.phase)
    return None if verb is None else f"{verb} {held.card}"


# What is going on


def tell_now(view: PandanteView, names: Sequence[str], width: int) -> list[Text]:
    """Two lines: what is decided now and what it costs; and what else there is to know."""
    now = Text(f" {what_now(view, names)}", style="bold")
    more = Text(f" {facts(view, names)}")
    for line in (now, more):
        line.truncate(width, overflow="ellipsis")
    return [now, more]
