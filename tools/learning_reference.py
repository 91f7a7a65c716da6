"""The pages in docs/learning, made from the layouts: what every byte and every action number of a game means.

`python tools/learning_reference.py --write docs/learning` brings them up to date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from pandarium.core.errors import BadSeats, PandariumError
from pandarium.core.game import Game
from pandarium.core.layout import CATEGORY, COUNT, NUMBER, Layout, Piece
from pandarium.core.registry import game as find_game
from pandarium.core.registry import names
from pandarium.kit.encoding import inputs_of

HISTORY = {
    True: "It holds everything that the seat has seen since the deal.",
    False: "It shows how things stand, not how they came about: a player who wants to remember must do so.",
}


def page(game: Game) -> str:
    """The whole page of a game."""
    return "\n".join([*_observation(game), *_actions(game), *_features(game)]).rstrip() + "\n"


def _observation(game: Game) -> Iterator[str]:
    layout = game.observation
    yield f"# {game.meta.title}, for programs that learn"
    yield ""
    yield "<!-- made by python tools/learning_reference.py; do not edit -->"
    yield ""
    yield "[How to use all this](../environments.md)"
    yield ""
    yield "## What a seat observes"
    yield ""
    yield (
        f"`state.observe(seat)` gives {layout.length} bytes, {len(inputs_of(layout))} inputs of a network when"
        f" categories are spread out. {HISTORY[layout.whole_history]} Players are counted clockwise from the seat that"
        " looks: player 0 is that seat itself."
    )
    yield ""
    yield from _table(layout)


def _table(layout: Layout) -> Iterator[str]:
    yield "| Bytes | Name | Kind | |"
    yield "|---:|---|---|---|"
    places = list(_placed(layout))
    while places:
        at, piece = places.pop(0)
        yield f"| {_range(at, piece.length)} | {piece.name} | {_kind(piece)} | {piece.help} |"
        yield from _others(places)
    yield ""


def _placed(layout: Layout) -> Iterator[tuple[int, Piece]]:
    at = 0
    for piece in layout.pieces:
        yield at, piece
        at += piece.length


def _others(places: list[tuple[int, Piece]]) -> Iterator[str]:
    """One row for all players whose bytes mean the same as those of the player before; they are taken away."""
    first, last, length = 0, 0, 0
    while (size := _repeated(places, last + 1)) > 0:
        if last == 0:
            first, length = places[0][0], sum(piece.length for _, piece in places[:size])
        last += 1
        del places[:size]
    if last > 0:
        who = "player 1" if last == 1 else f"player 1 to {last}"
        what = "the same again" if last == 1 else f"the same again, {length} bytes each"
        yield f"| {_range(first, length * last)} | {who} | | {what} |"


def _repeated(places: list[tuple[int, Piece]], number: int) -> int:
    """How many pieces in front are that player's."""
    prefix = f"player {number} "
    size = 0
    while size < len(places) and places[size][1].name.startswith(prefix):
        size += 1
    return size


def _range(at: int, size: int) -> str:
    return f"{at}" if size == 1 else f"{at}–{at + size - 1}"


def _kind(piece: Piece) -> str:
    if piece.kind in (CATEGORY, COUNT):
        return f"{piece.kind} to {piece.top}" if piece.top != 255 else piece.kind
    if piece.kind == NUMBER and piece.zero:
        return f"{piece.kind} + {piece.zero:,}"
    return piece.kind


def _actions(game: Game) -> Iterator[str]:
    yield "## Action numbers"
    yield ""
    if not game.actions:
        yield (
            "The moves of this game have no numbers: there are too many that differ. Choose by the place in the list of"
            " legal moves, with the features below."
        )
        yield ""
        return
    yield (
        "`state.action(seat, move)` gives the number of a move, seen from the seat that plays it: other players are"
        " counted clockwise from it. A number means the same in every position; `setup.actions` says how many there"
        " are."
    )
    yield ""
    yield from _sizes(game)
    yield "| Numbers | Name | |"
    yield "|---:|---|---|"
    at = 0
    for span in game.actions:
        yield f"| {_range(at, span.size)} | {span.name} | {span.help} |"
        at += span.size
    yield ""


def _sizes(game: Game) -> Iterator[str]:
    sizes: dict[int, int] = {}
    low, high = game.meta.seats
    for seats in range(low, high + 1):
        try:
            sizes[seats] = game.setup(seats).actions
        except BadSeats:
            continue
    if len(set(sizes.values())) > 1:
        yield "| Players | " + " | ".join(str(seats) for seats in sizes) + " |"
        yield "|---|" + "---:|" * len(sizes)
        yield "| Numbers | " + " | ".join(str(size) for size in sizes.values()) + " |"
        yield ""


def _features(game: Game) -> Iterator[str]:
    yield "## Features of a move"
    yield ""
    yield f"`state.features_into(seat, move, …)` writes {game.features.length} bytes about a legal move."
    yield ""
    yield from _table(game.features)


def main(argv: list[str] | None = None) -> int:
    """Print the page of one game, or write those of all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip())
    parser.add_argument("game", nargs="?", help="print the page of this game")
    parser.add_argument("--write", metavar="FOLDER", type=Path, help="write the pages of all games here")
    given = parser.parse_args(argv)
    try:
        if given.write is not None:
            given.write.mkdir(parents=True, exist_ok=True)
            for name in names():
                (given.write / f"{name}.md").write_text(page(find_game(name)), encoding="utf-8")
        elif given.game is not None:
            sys.stdout.write(page(find_game(given.game)))
        else:
            parser.print_help()
    except PandariumError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
