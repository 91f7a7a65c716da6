"""What one seat may know, as a page of text.

Everything here is made of `SeatKnowledge`, which holds the seat's own view and nothing behind it: no state comes this
far, so no text can tell what its reader may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.console import RenderableType

from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.meta import Option, OptionValue
from pandarium.core.options import show_option
from pandarium.core.outcome import Outcome
from pandarium.kit.rulebook import Rulebook
from pandarium.kit.terminal import terminal_table
from pandarium.tui.drawing import draw_table, heading, paint
from pandarium.tui.messages import outcome_reason
from pandarium.tui.result import capitalised, deal_over, is_deal, verdict

WIDTH = 100
"""Columns of a drawing: enough that no table is cut short."""
LOG = "log"
"""The page with all that happened."""
WAIT = "wait"
"""In real time: let the others move, and the clock run."""


class ListedMove(NamedTuple):
    """A legal move, as a player chooses it from a list."""

    notation: str
    label: str
    """As a player would say it."""
    preview: str = ""
    """What it does at once, where the game says so."""


class SeatKnowledge(NamedTuple):
    """All that a seat may know now. A page is made of this alone."""

    game: Game
    options: dict[str, OptionValue]
    """What was agreed before the first card."""
    seat: int
    names: Sequence[str]
    players: Sequence[str]
    """The same with the levels of bots."""
    view: Any
    """`state.view(seat)`."""
    moves: Sequence[ListedMove]
    """`state.legal(seat)`; empty when others are to act."""
    actors: Sequence[int]
    """Who may act, as far as this seat is told."""
    news: Sequence[str]
    """Events since the last look, redacted, as sentences."""
    log: Sequence[str]
    """The same from the first card on."""
    real_time: bool
    timer: int
    """In real time: seconds of silence after which the clock rings; 0: none runs."""
    outcome: Outcome | None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None


def introduction(known: SeatKnowledge) -> str:
    """What somebody must be told who has just sat down."""
    meta, seats = known.game.meta, len(known.names)
    me = known.names[known.seat]
    others = ", ".join(name for seat, name in enumerate(known.players) if seat != known.seat)
    lines = [f"{meta.title}. {meta.tagline}"]
    where = f"You are {me}, in seat {known.seat + 1} of {seats}" if seats > 1 else f"You are {me}, and play alone"
    lines.append(where + (f"; the others: {others}." if others else "."))
    if meta.cooperative and seats > 1:
        lines.append("You all play together: you win or lose as one.")
    agreed = [f"{option.name}={show_option(known.options[option.name])}" for option in _that_matter(known)]
    if agreed:
        lines.append(f"Agreed: {', '.join(agreed)}.")
    lines.append("Answer with a move: its number in the list, or its notation.")
    if known.real_time:
        lines.append(
            "This is played in real time, and time goes by moves: after each of yours everybody else may make one. "
            f'"{WAIT}" lets them go on without you; when nobody moves any more, the clock rings.'
        )
    lines.append('"rules" are all rules, "rules TOPIC" those with an ID or a word, "look" shows the whole table again.')
    return "\n".join(lines)


def _that_matter(known: SeatKnowledge) -> list[Option]:
    """The options that change anything at this table."""
    return [
        option
        for option in known.game.meta.options
        if option.applies(len(known.names)) and all(known.options[name] in among for name, among in option.when.items())
    ]


def position(known: SeatKnowledge, everything: bool = True) -> str:
    """News, the table, further pages (or only their titles) and the moves to choose from."""
    parts = []
    if known.news:
        parts.append("\n".join(["What happened:", *(f"- {line}" for line in known.news)]))
    parts.append(f"{known.game.meta.title}  {heading(known.view)}".rstrip())
    parts[-1] += "\n" + _painted(draw_table(known.game, known.view, known.names, WIDTH))
    further = _pages(known)
    if everything:
        parts += [f"== {title} ==\n{_painted(drawing)}" for title, drawing in further.items()]
    parts.append(_result(known) if known.over else _choices(known))
    if not everything:
        titles = ", ".join(f'"look {title}"' for title in [*further, LOG])
        parts.append(f"More: {titles}.")
    return "\n\n".join(parts)


def one_page(known: SeatKnowledge, title: str) -> str:
    """One page by its title; raises PandariumError with those there are."""
    further = _pages(known)
    wanted = title.strip().casefold()
    if wanted == LOG:
        return "\n".join(known.log) or "Nothing has happened yet."
    for name, drawing in further.items():
        if name.casefold() == wanted:
            return _painted(drawing)
    raise PandariumError(f"there is no page {title.strip()[:60]!r}; choose from: {', '.join([*further, LOG])}")


def rules(game: Game, topic: str = "") -> str:
    """The rulebook, or the paragraphs that an ID or some words name; raises PandariumError when there are none."""
    book = Rulebook.of(game)
    if not topic.strip():
        return book.source
    return "\n\n".join(f"{f'{rule.id} {rule.title}'.strip()}. {rule.text}" for rule in book.search(topic))


def _painted(drawing: RenderableType) -> str:
    lines = paint(drawing, WIDTH, None)
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines).strip("\n")


def _pages(known: SeatKnowledge) -> dict[str, RenderableType]:
    """The game's further pages: score sheets, what cards were seen."""
    drawing = terminal_table(known.game).draw(known.view, known.names, WIDTH)
    return dict(getattr(drawing, "pages", ()))


def _choices(known: SeatKnowledge) -> str:
    if not known.moves:
        others = [known.names[seat] for seat in known.actors if seat != known.seat]
        return f"You cannot move now; to move: {', '.join(others)}."
    width = len(str(len(known.moves)))
    lines = ["Your moves:"]
    for number, (notation, label, preview) in enumerate(known.moves, 1):
        lines.append(f"{number:>{width}}  {label}{f' → {preview}' if preview else ''}  ({notation})")
    if known.real_time:
        clock = f"; the clock rings after {known.timer} seconds of silence" if known.timer else ""
        lines.append(f'or "{WAIT}"{clock}')
    return "\n".join(lines)


def _result(known: SeatKnowledge) -> str:
    """How it ended."""
    outcome = known.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    meta = known.game.meta
    if is_deal(meta.name, known.options):
        headline = deal_over(meta.name)
    else:
        headline = verdict(outcome, known.names, meta.cooperative)
    lines = [f"The game is over. {capitalised(headline)}: {outcome_reason(outcome)}."]
    if meta.cooperative:
        far = terminal_table(known.game).how_far(known.view)
        lines.append(f"{far}." if far else "")
    elif outcome.scores:
        scores = (f"{name} {score}" for name, score in zip(known.names, outcome.scores, strict=True))
        lines.append(f"Scores: {', '.join(scores)}.")
    return "\n".join(line for line in lines if line)
