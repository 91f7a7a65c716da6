"""A table that `join --new` creates: what is agreed, as it is written on a command line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from pandarium.cli.players import USUAL_SEATS
from pandarium.core.errors import BadOption, PandariumError

if TYPE_CHECKING:
    from pandarium.client import Client, GameOffered, RemoteTable
    from pandarium.core.meta import OptionValue
    from pandarium.protocol import Talk
    from pandarium.protocol.pace import Pace

_LIVE = re.compile(r"(\d{1,5})\+(\d{1,4})")
_DAYS = re.compile(r"(\d{1,2})d")


class NewTableRequest(NamedTuple):
    """A table to create."""

    game: str
    seats: int | None = None
    bots: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    """NAME=VALUE each, as they were written; the server's game knows them."""
    pace: str | None = None
    timeout: str = "move"
    talk: str | None = None
    public: bool = False
    spectators: bool = True
    rated: bool = False
    hints: bool = True
    autostart: bool = False

    def check(self) -> None:
        """Raise PandariumError for what is wrong before any server is asked."""
        self.read_pace()
        self.read_talk()

    def read_pace(self) -> Pace:
        """What clocks it has.

        >>> NewTableRequest("royale", pace="300+10").read_pace()
        Pace(kind='live', bank=300, increment=10, days=2, at_timeout='move')
        """
        from pandarium.protocol.pace import Pace

        text = self.pace or "relaxed"
        if self.timeout not in ("move", "bot"):
            raise PandariumError(f"--timeout takes move or bot, not {self.timeout[:60]!r}")
        at_timeout: Literal["move", "bot"] = "bot" if self.timeout == "bot" else "move"
        if live := _LIVE.fullmatch(text):
            return Pace(kind="live", bank=int(live[1]), increment=int(live[2]), at_timeout=at_timeout)
        if days := _DAYS.fullmatch(text):
            return Pace(kind="days", days=int(days[1]), at_timeout=at_timeout)
        if text not in ("relaxed", "live"):
            raise PandariumError(f"--pace takes relaxed, live, SECONDS+INCREMENT or DAYSd, not {text[:60]!r}")
        return Pace(kind="live" if text == "live" else "relaxed", at_timeout=at_timeout)

    def read_talk(self) -> Talk:
        """Who may talk, and how."""
        from pandarium.protocol import Talk

        for known in get_args(Talk):
            if known == (self.talk or "all"):
                found: Talk = known
                return found
        raise PandariumError(f"--talk takes {', '.join(get_args(Talk))}, not {(self.talk or '')[:60]!r}")

    async def create(self, client: Client, sit: bool) -> RemoteTable:
        """Create it, of the usual size unless another is wanted; raises PandariumError."""
        game = await client.game(self.game)
        low, high = game.seats
        usual = max(low, min(high, max(USUAL_SEATS, len(self.bots) + 1)))
        return await client.create(
            self.game,
            self.seats or usual,
            bots=self.bots,
            options=read_options(game, self.options),
            sit=sit,
            public=self.public,
            spectators=self.spectators,
            rated=self.rated,
            hints=self.hints and not self.rated,
            autostart=self.autostart,
            talk=self.read_talk(),
            pace=self.read_pace(),
        )


def read_options(game: GameOffered, texts: tuple[str, ...]) -> dict[str, OptionValue]:
    """The options in NAME=VALUE texts, as that server's game has them; raises BadOption."""
    from pandarium.core.errors import unknown_name
    from pandarium.core.options import show_option

    known = {option.name: option for option in game.options}
    chosen: dict[str, OptionValue] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            names = ", ".join(known) or "none"
            raise BadOption(f"--option takes NAME=VALUE, not {text[:60]!r}; options of {game.title}: {names}")
        if name not in known:
            raise BadOption(unknown_name(f"{game.title} option", name, known))
        if name in chosen:
            raise BadOption(f"option {name} is given twice")
        by_word = {show_option(choice).lower(): choice for choice in known[name].choices}
        if value.strip().lower() not in by_word:
            raise BadOption(f"option {name} of {game.title} takes {', '.join(by_word)}, not {value[:60]!r}")
        chosen[name] = by_word[value.strip().lower()]
    return chosen
