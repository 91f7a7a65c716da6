"""Moves and events in words: exact for machines, sensible for people."""

from __future__ import annotations

import io
from typing import Any

import msgspec

from pandarium.core.errors import BadMove, PandariumError
from pandarium.core.game import Game
from pandarium.core.record import UNDO, UNDO_BY_CONSENT
from pandarium.kit.terminal import terminal_table
from pandarium.testing.compare import encode
from pandarium.testing.harness import Harness, Spot, check
from pandarium.testing.legality import some, wild_moves

LONGEST = 400
"""What a record takes as a move."""
GARBAGE = (
    "",
    " ",
    "\n",
    "xyzzy",
    "?",
    "🐼",
    "\x00",
    "\ud800",
    "0",
    "-1",
    "None",
    "undo",
    "undo by consent",
    "x" * 9_999,
)
WIDTHS = (40, 80, 120)


def names_for(seats: int) -> list[str]:
    """Names for the players, all different."""
    return [f"Player {seat}" for seat in range(seats)]


@check
def notation_is_exact(harness: Harness) -> str:
    """read(say(move)) is the move, however it is spaced or capitalised; no two moves are said alike."""
    moves: dict[int, Spot] = _moves_met(harness)
    seen: dict[str, int] = {}
    for move, spot in moves.items():
        text = harness.game.say(move)
        if not text or text != text.strip() or "\n" in text or len(text) > LONGEST:
            raise spot.fault(f"say({move}) is {text!r}: not one trimmed line of at most {LONGEST} characters")
        if text in {UNDO, UNDO_BY_CONSENT}:
            raise spot.fault(f"say({move}) is {text!r}, which means something else in a record")
        for way in (text, text.upper(), text.lower(), f"  {text}\t", text.replace(" ", "   ")):
            try:
                found = harness.game.read(way)
            except BadMove as error:
                raise spot.fault(f"{move} is said {text!r}, but {way!r} cannot be read: {error}") from error
            if found != move:
                raise spot.fault(f"{move} is said {text!r}, but {way!r} is read as {found}")
        if seen.setdefault(text, move) != move:
            raise spot.fault(f"{move} and {seen[text]} are both said {text!r}")
    return f"{len(moves)} different moves"


def _moves_met(harness: Harness) -> dict[int, Spot]:
    met: dict[int, Spot] = {}
    for spot in harness.spots(count=harness.budget.spots * 2):
        for seat in spot.state.actors():
            for move in spot.state.legal(seat):
                met.setdefault(move, spot)
    return met


@check
def garbage_is_no_move(harness: Harness) -> str:
    """Texts that are no moves raise BadMove, numbers that are no moves another PandariumError or have exact words."""
    game = harness.game
    for text in GARBAGE:
        try:
            found = game.read(text)
        except BadMove:
            continue
        raise harness.fault(f"read({text[:20]!r}) gives {found}, not BadMove")
    tried = 0
    for move, spot in list(_moves_met(harness).items())[:60]:
        text = game.say(move)
        half = len(text) // 2
        for broken in (text[:-1], text[1:], text + "x", text + " x", text * 2, text[:half] + "\u200b" + text[half:]):
            _expect_bad_move_or_exact(game, spot, broken)
            tried += 1
        for number in wild_moves([move], 12, harness.rng(move)):
            _expect_words_or_error(game, spot, number)
            tried += 1
    return f"{tried} broken texts and numbers"


def _expect_bad_move_or_exact(game: Game, spot: Spot, text: str) -> None:
    try:
        move = game.read(text)
    except BadMove:
        return
    except Exception as error:
        raise spot.fault(f"read({text!r}) raises {type(error).__name__}: {error}; BadMove is for that") from error
    if game.read(game.say(move)) != move:
        raise spot.fault(f"read({text!r}) gives {move}, which cannot be said and read back")


def _expect_words_or_error(game: Game, spot: Spot, move: int) -> None:
    for name, speak in {"say": game.say, "describe": game.describe}.items():
        try:
            words: Any = speak(move)
            exact = name == "describe" or game.read(words) == move
        except PandariumError:
            continue
        except Exception as error:
            what = f"{name}({move}) raises {type(error).__name__}: {error}; a PandariumError is for that"
            raise spot.fault(what) from error
        if not exact:
            raise spot.fault(f"say({move}) is {words!r}, which is read as another move")


@check
def words_for_people(harness: Harness) -> str:
    """describe() is a struct for JSON, different for different moves; label() and sentence() are texts, draw() fits."""
    labels = sentences = 0
    for spot in harness.spots():
        names = names_for(spot.table.seats)
        for seat in spot.state.actors():
            seen: dict[bytes, int] = {}
            for move in some(spot.state.legal(seat), 30, harness.rng(spot.seed)):
                _look_at_move(harness.game, spot, move, names)
                other = seen.setdefault(encode(harness.game.describe(move)), move)
                if other != move:
                    raise spot.fault(f"describe() says the same of {move} and {other}")
                labels += 1
            sentences += _look_at_events(harness.game, spot, seat, names)
        _look_at_drawing(harness.game, spot, names)
    return f"{labels} moves and {sentences} events in words"


def _look_at_move(game: Game, spot: Spot, move: int, names: list[str]) -> None:
    described = game.describe(move)
    if not isinstance(described, msgspec.Struct):
        raise spot.fault(f"describe({move}) is a {type(described).__name__}, not a msgspec.Struct")
    label = game.label(move, names)
    if not isinstance(label, str) or not label.strip() or "\n" in label:
        raise spot.fault(f"label({move}) is {label!r}: not one line of words")


def _look_at_events(game: Game, spot: Spot, seat: int, names: list[str]) -> int:
    """Events of one move, as everybody receives them."""
    log: list[Any] = []
    state = spot.state.clone()
    state.play(seat, state.legal(seat)[0], log)
    sentences = 0
    for event in log:
        for viewer in spot.viewers():
            redacted = game.redact(event, viewer)
            if redacted is None:
                continue
            if not isinstance(redacted, msgspec.Struct):
                raise spot.fault(f"redact({event!r}, {viewer}) is a {type(redacted).__name__}, not a msgspec.Struct")
            encode(redacted)
            sentence = game.sentence(redacted, names)
            if not isinstance(sentence, str) or "\n" in sentence:
                raise spot.fault(f"sentence({redacted!r}) is {sentence!r}: not one line, or nothing")
            sentences += 1
    return sentences


def _look_at_drawing(game: Game, spot: Spot, names: list[str]) -> None:
    """The table, at a width that changes from position to position."""
    from rich.cells import cell_len
    from rich.console import Console

    width = WIDTHS[len(spot.moves) % len(WIDTHS)]
    for viewer in spot.viewers()[:2]:
        drawing = terminal_table(game).draw(spot.state.view(viewer), names, width)
        if drawing is None:
            return
        drawn = io.StringIO()
        Console(width=width, file=drawn, color_system=None, legacy_windows=False).print(drawing, crop=False)
        if too_long := [line for line in drawn.getvalue().splitlines() if cell_len(line) > width]:
            raise spot.fault(f"draw() at width {width} has a line that does not fit: {too_long[0]!r}")
