"""Make the pictures of the terminal client: `python docs/pictures/make_terminal.py`.

Both come from the same seeded match of Panda Royale, so that they change only when the client does.
"""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

from pandarium import Match, Record, bots
from pandarium.tui.base_app import BaseApp
from pandarium.tui.local_match import LocalMatch
from pandarium.tui.play_app import PlayApp
from pandarium.tui.replay import Playback, ReplayApp

HERE = Path(__file__).parent
PLAYERS = ["Ada", "Bamboo", "Mochi", "Lantern", "Pebble"]
SEED = 37
SIZE = (80, 24)
MOVES_BEFORE_THE_PICTURE = 33


def sit_down() -> LocalMatch:
    """Ada and four bots."""
    match = Match.begin("royale", seats=len(PLAYERS), seed=SEED, players=PLAYERS)
    return LocalMatch(match, {seat: bots.make(match.game, "random") for seat in range(1, len(PLAYERS))})


def play_on(local_match: LocalMatch, moves: int | None = None) -> LocalMatch:
    """The match after so many moves, then on to where Ada has dice to choose from; None: to its end."""
    stand_in = bots.make(local_match.game, "random")
    while (seat := local_match.actor()) is not None:
        ready = seat == 0 and len(local_match.state.view(0).pool) >= len(PLAYERS)
        if moves is not None and len(local_match.match.move_stack) >= moves and ready:
            break
        local_match.bots.setdefault(0, stand_in)
        local_match.play(seat, local_match.bot_move(seat))
    local_match.bots.pop(0, None)
    return local_match


def whole_match() -> Record:
    """The same match to its end."""
    return play_on(sit_down()).match.record


async def photograph(app: BaseApp, keys: list[str], file: str) -> None:
    """Press these keys, and keep what the screen shows; fonts come from the reader's machine."""
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(0.3)
        for key in keys:
            await pilot.press(key)
        await pilot.pause(0.3)
        picture = app.export_screenshot(title="Pandarium")
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    picture = re.sub(r"terminal-\d+", "terminal", picture)
    (HERE / file).write_text(picture.rstrip() + "\n", encoding="utf-8")


async def main() -> None:
    """Both pictures, with all colours wherever they are made."""
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    os.environ.pop("NO_COLOR", None)
    await photograph(PlayApp(play_on(sit_down(), MOVES_BEFORE_THE_PICTURE), pause=0), ["down"], "terminal-royale.svg")
    forward = ["down"] * 7 + ["right"] * 2
    await photograph(ReplayApp(Playback(whole_match())), forward, "terminal-royale-replay.svg")


if __name__ == "__main__":
    asyncio.run(main())
