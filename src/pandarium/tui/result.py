"""The end of a game: who won, by how much, and how to check that all was fair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pandarium.core.errors import PandariumError
from pandarium.core.meta import OptionValue
from pandarium.core.outcome import Outcome
from pandarium.core.record import Record
from pandarium.core.registry import game as find_game
from pandarium.kit.tournament import TournamentRules, tournament_message
from pandarium.tui.messages import outcome_reason, render

_EIGHTHS = " ▏▎▍▌▋▊▉"
_PAPER = "#1b1210 on #f5ecd7"
_DUSK = "#1b1210 on #a08a68"
"""PlainOutput when nobody won."""
_FACE = "\n".join(
    (
        "  ▟██▄▄▄▄██▙  ",
        "  ▜█▀    ▀█▛  ",
        "   █ ▄▖▗▄ █   ",
        "   █ ▀▗▖▀ █   ",
        "    ▀▄▄▄▄▀    ",
    )
)


def is_cooperative(game: str) -> bool:
    """Whether all play together in that game; False where it is not known here."""
    try:
        return find_game(game).meta.cooperative
    except PandariumError:
        return False


def is_deal(game: str, options: Mapping[str, OptionValue]) -> bool:
    """Whether a match with these options is one deal of a tournament; False where the game is not known here."""
    try:
        rules = find_game(game).capability(TournamentRules)
    except PandariumError:
        return False
    return rules is not None and rules.is_deal(options)


def deal_over(game: str) -> str:
    """That a deal of a tournament of that game is over."""
    return render(tournament_message(game, "deal_over"))


def verdict(outcome: Outcome, names: Sequence[str], together: bool = False) -> str:
    """Who won, and by how much, in a line; where all play `together`, whether they did."""
    if together and len(names) == 1:
        return f"{names[0]} wins" if outcome.winners else f"{names[0]} loses"
    if together:
        return "You all win, together" if outcome.winners else "You all lose, together"
    winners = [names[seat] for seat in outcome.winners]
    others = [score for seat, score in enumerate(outcome.scores) if seat not in outcome.winners]
    if not winners:
        return "Nobody wins"
    if len(winners) > 1:
        return f"{', '.join(winners[:-1])} and {winners[-1]} share the victory"
    ahead = outcome.scores[outcome.winners[0]] - max(others) if others else 0
    return f"{winners[0]} wins, {ahead} ahead" if ahead > 0 else f"{winners[0]} wins"


def score_bars(outcome: Outcome, names: Sequence[str], width: int, gold: str = "") -> list[Text]:
    """Everyone's score as a bar, best first, the winners' in gold."""
    order = sorted(range(len(outcome.scores)), key=lambda seat: (seat not in outcome.winners, -outcome.scores[seat]))
    label = max(min(max(Text(name).cell_len for name in names), width // 3), 1)
    figure = max((len(str(score)) for score in outcome.scores), default=1)
    room = max(width - label - figure - 5, 1)
    most = max((score for score in outcome.scores), default=0)
    lines = []
    for seat in order:
        name = Text(names[seat])
        name.truncate(label, overflow="ellipsis", pad=True)
        won = seat in outcome.winners
        line = Text("✓ " if won else "  ", style="bold" if won else "")
        score = outcome.scores[seat]
        line.append_text(name).append(f" {score:>{figure}} ", style="bold")
        line.append(bar(score, most, room), style=gold if won else "dim")
        lines.append(line)
    return lines


def bar(value: int, most: int, room: int) -> str:
    """A bar of that share of the room, to an eighth of a character."""
    if value <= 0 or most <= 0:
        return ""
    eighths = value * room * 8 // most
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def proof(record: Record) -> list[str]:
    """How anyone can check the dice and cards of this match."""
    if record.secret is not None and record.commitment is not None:
        return [f"shown before the deal: {record.commitment}", f"the secret behind it:  {record.secret}"]
    return [f"seed {record.seed}"] if record.seed is not None else []


def final_screen(
    record: Record,
    outcome: Outcome,
    names: Sequence[str],
    width: int,
    gold: str = "",
    far: str = "",
    result: str = "",
) -> RenderableType:
    """Everything about the end of a game; `gold` is the style for what shines, `far` says how far people came.

    `result`: this was one deal of a tournament, and that is what came of it.
    """
    together = is_cooperative(record.game)
    if not result and is_deal(record.game, record.options):
        result = deal_over(record.game)
    headline = result or verdict(outcome, names, together)
    words = Text.assemble("\n", (headline, f"bold {gold}".strip()), "\n", (outcome_reason(outcome), "dim"))
    if together and far:
        words.append(f"\n{far}")
    head = Table.grid(padding=(0, 3, 0, 0))
    head.add_row(Text(_FACE, style=_PAPER if outcome.winners else _DUSK), words)
    heading = ""
    if result:  # who has the most chips so far has not won
        heading = capitalised(render(tournament_message(record.game, "chips")))
        outcome = msgspec.structs.replace(outcome, winners=())
    fair = [Text(line, style="dim", overflow="fold") for line in proof(record)]
    scores = crew(outcome, names) if together else score_bars(outcome, names, width, gold)
    return Group(head, Text(heading, style="dim"), *scores, *([Text(), *fair] if fair else []))


def capitalised(words: str) -> str:
    """As at the beginning of a line."""
    return f"{words[:1].upper()}{words[1:]}"


def crew(outcome: Outcome, names: Sequence[str]) -> list[Text]:
    """Those who played together: one result for all of them, so no ranking."""
    mark = "✓" if outcome.winners else "·"
    return [Text.assemble((f"{mark} ", "bold"), name) for name in names]
