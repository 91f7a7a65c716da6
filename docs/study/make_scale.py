"""The four games on one scale: the table of docs/study.md and its picture, from the figures beside the four pages.

python docs/study/make_scale.py, after `pandarium study GAME --out docs/study/GAME.md` has written them.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

from pandarium.kit.study import Figure, Question, Stack, StudyTable, Subject, variance
from pandarium.kit.study.measures import DEAL, MOMENT, SKILL
from pandarium.sim.estimate import Rows
from pandarium.sim.study_plots import draw
from pandarium.sim.study_results import Picture, Played, QuestionResult

HERE = Path(__file__).parent
PAGE = HERE.parent / "study.md"
BEGIN, END = "<!-- make_scale.py writes from here -->", "<!-- to here -->"
GAMES = {
    "royale": ("Panda Royale", "2 × greedy", "four greedy players"),
    "pilfering": ("Pilfering Pandas", "2 × team", "2 × team"),
    "pandante": ("Pandánte", "2 × master", "4 × master"),
    "wildstyle": ("Wildstyle", "2 × planner", "2 × planner"),
}
"""By name: the title, whose course of play is shown, and whose decisions."""
HEADS = (
    "skill",
    "skill of those who try",
    "favourite changes",
    "comebacks",
    "over when decided",
    "real decisions",
)


def one(game: str, question: str, **wanted: str) -> dict[str, str]:
    """The one figure of a page that agrees."""
    with (HERE / game / f"{question}.csv").open(encoding="utf-8") as file:
        found = [line for line in csv.DictReader(file) if wanted.items() <= line.items()]
    if len(found) != 1:
        raise SystemExit(f"{game}, {question}: {len(found)} figures for {wanted}")
    return found[0]


def share(line: dict[str, str]) -> str:
    """Per cent, with the interval."""
    value, low, high = (100 * float(line[name]) for name in ("value", "low", "high"))
    return f"{value:.0f} % ({low:.0f} – {high:.0f})"


def table() -> list[str]:
    """A line a game."""
    lines = [f"| | {' | '.join(HEADS)} |", f"|---|{'---:|' * len(HEADS)}"]
    for game, (title, course, decisions) in GAMES.items():
        changes = one(game, "turns", measure="times that the favourite changes", table=course)
        half = "games won by somebody who had less than half of a fair chance"
        cells = [
            f"**{share(one(game, 'luck', ladder='all levels', source=SKILL))}**",
            share(one(game, "luck", ladder="without random", source=SKILL)),
            f"{float(changes['value']):.1f} times",
            share(one(game, "turns", measure=half, table=course)),
            share(one(game, "turns", measure="of the game is over when its winner has 90% for good", table=course)),
            share(one(game, "decisions", fate="real", table=decisions)),
        ]
        lines.append(f"| [{title}](study/{game}.md) | {' | '.join(cells)} |")
    return lines


def picture() -> None:
    """A bar a game, from skill to luck."""
    figures, games = [], []
    for game, (title, _, _) in GAMES.items():
        for source in (SKILL, DEAL, MOMENT):
            line = one(game, "luck", ladder="all levels", source=source)
            value, low, high = (float(line[name]) for name in ("value", "low", "high"))
            group: dict[str, int | float | str] = {"game": title, "source": source}
            figures.append(
                Figure("share", "variance", 0, group, int(line["rows"]), int(line["games"]), value, low, high, 0.0)
            )
        games.append(int(line["games"]))
    measure = variance("won", "level", "game", "where the differences between results come from, all levels")
    asked = Question("scale", "?", [StudyTable(2, "random")], Subject, [measure], [Stack("source")])
    lowest, highest = min(figures[::3], key=lambda one: one.value), max(figures[::3], key=lambda one: one.value)
    words = f"Of who wins a game of {highest.group['game']} {highest.text} is skill"
    title = f"{words}, of {lowest.group['game']} {lowest.text}"
    found = QuestionResult(
        name="scale", ask="?", note="", finding=title, rows=0, measures=[figures], differences=[],
        played=[Played("", 2, "", {}, count, count) for count in games],
        pictures=[Picture(title)], command="python docs/study/make_scale.py",
    )  # fmt: skip
    draw(asked, found, 0, Rows(), HERE / "scale.svg")


if __name__ == "__main__":
    picture()
    kept = PAGE.read_text(encoding="utf-8")
    written = "\n".join([BEGIN, "", *table(), "", END])
    PAGE.write_text(re.sub(f"{BEGIN}.*?{END}", lambda _: written, kept, flags=re.DOTALL), encoding="utf-8")
