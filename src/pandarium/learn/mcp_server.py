"""An MCP server: a language model creates tables and plays one seat at each of them, against bots.

The tools are a few words around `TextTable`; what they answer is made of `SeatKnowledge`, as all texts are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.resources import FunctionResource
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field, ValidationError

import pandarium
from pandarium import bots as all_bots
from pandarium.bots import NET
from pandarium.core.errors import PandariumError, unknown_name
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.options import read_option, show_option
from pandarium.core.registry import game as find_game
from pandarium.core.registry import names as game_names
from pandarium.learn.text_page import introduction, one_page, position, rules
from pandarium.learn.text_table import TextTable
from pandarium.tui.messages import error_text

MOST_TABLES = 100
"""Then the oldest is cleared away."""
LONGEST_NAME = 40
USUAL_SEATS = 4

INSTRUCTIONS = """Panda board games, played by text. `games` lists them; read `rules` of one before you play it.
`new_table` deals a game in which you have one seat and bots the others, and shows it to you. `play` makes a move, by
its number in the list or its notation, and answers with what happened and the new position: go on until the game is
over. `look` shows the whole table again. You are shown what the person in your seat would see, and nothing else."""

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
PLAYS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)


class Answer(BaseModel):
    """Something that a tool answers as data; what its fields mean stands in the schema."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class OptionOffered(Answer):
    """What can be agreed on before a game."""

    name: str
    help: str
    choices: list[str]
    """The default first."""


class GameOffered(Answer):
    """A game that can be played."""

    name: str
    title: str
    about: str
    fewest_players: int
    most_players: int
    together: bool
    """All win or lose as one."""
    bots: list[str]
    """Levels, weakest first."""
    options: list[OptionOffered]


class GamesOffered(Answer):
    """All of them."""

    games: list[GameOffered]


class RulesFound(Answer):
    """A rulebook, or what it says on a topic."""

    text: str


class SeatShown(Answer):
    """What a seat may know of its table."""

    table: str
    """By what the table is called in other tools."""
    game: str
    seat: int
    """From 1."""
    your_move: bool
    over: bool
    legal: list[str]
    """Your legal moves in notation, in the order of the list."""
    text: str
    """All of it for reading."""


class _OpenTable:
    """A table with the seat that the model has at it. Calls come from several threads; one at a time goes on."""

    def __init__(self, id: str, table: TextTable, seat: int) -> None:
        self.id = id
        self.table = table
        self.seat = seat
        self.lock = threading.Lock()


class McpTables:
    """The tables of one MCP client."""

    def __init__(self) -> None:
        self._tables: dict[str, _OpenTable] = {}
        self._created = 0
        self._lock = threading.Lock()

    def games(self) -> Annotated[CallToolResult, GamesOffered]:
        """All games that can be played here: players, levels of bots, options."""
        offered, texts = [], []
        for name in game_names():
            try:
                offered.append(_offer(find_game(name)))
                texts.append(_describe(offered[-1]))
            except PandariumError as error:  # somebody's own game, with a mistake in it
                texts.append(f"{name}: cannot be played, {error_text(error)}")
        return _result("\n\n".join(texts), GamesOffered(games=offered))

    def rules(
        self,
        game: Annotated[str, Field(description="Name of a game, as `games` lists it.")],
        topic: Annotated[str, Field(description='ID of a rule ("PR-7") or some words; all rules unless given.')] = "",
    ) -> Annotated[CallToolResult, RulesFound]:
        """The rulebook of a game, or what it says on a topic."""
        with _sentences():
            text = rules(find_game(game), topic)
        return _result(text, RulesFound(text=text))

    def new_table(
        self,
        game: Annotated[str, Field(description="Name of a game, as `games` lists it.")],
        players: Annotated[int | None, Field(description="Players in all; 4 unless given, or what it takes.")] = None,
        seat: Annotated[int, Field(description="Which seat is yours, from 1.")] = 1,
        bots: Annotated[str, Field(description="Levels of the bots, with commas; the strongest unless given.")] = "",
        options: Annotated[dict[str, OptionValue] | None, Field(description="What is agreed, by name.")] = None,
        seed: Annotated[int | None, Field(description="For the same deal every time.")] = None,
        name: Annotated[str, Field(description="What you are called.")] = "Player",
    ) -> Annotated[CallToolResult, SeatShown]:
        """Deal a new game: one seat is yours, bots have the others. Answers with the whole table and your moves."""
        with _sentences():
            found = find_game(game)
            low, high = found.meta.seats
            seats = max(low, min(high, USUAL_SEATS)) if players is None else players
            found.check_seats(seats)
            if not 1 <= seat <= seats:
                raise PandariumError(f"seats at a table of {seats} are 1 to {seats}, not {seat}")
            me = {seat - 1: _check_name(name)}
            agreed = {key: _read_option(found, key, value) for key, value in (options or {}).items()}
            _check_levels(found, bots)
            table = TextTable.begin(game, seats, me, bots=bots, options=agreed, seed=seed)
        opened = self._open(table, seat - 1)
        return self._show(opened, lambda known: f"{introduction(known)}\n\n{position(known)}")

    def look(
        self,
        table: Annotated[str, Field(description="Which table, as `new_table` has named it.")],
        page: Annotated[str, Field(description='One page alone, by its title; "log" is all that happened.')] = "",
    ) -> Annotated[CallToolResult, SeatShown]:
        """Your whole table: what happened since you last looked, the position, further pages, your legal moves."""
        opened = self._find(table)
        with opened.lock, _sentences():
            if page.strip():
                return self._show(opened, lambda known: one_page(known, page), read=False)
            return self._show(opened, position)

    def play(
        self,
        table: Annotated[str, Field(description="Which table, as `new_table` has named it.")],
        move: Annotated[
            str | int, Field(description='Number of a move in your list, or its notation; "wait" in real time.')
        ],
    ) -> Annotated[CallToolResult, SeatShown]:
        """Make a move. The bots answer at once; you read what happened, the new position and your next moves."""
        opened = self._find(table)
        with opened.lock, _sentences():
            opened.table.play(opened.seat, str(move))
            return self._show(opened, lambda known: position(known, everything=False))

    def _open(self, table: TextTable, seat: int) -> _OpenTable:
        with self._lock:
            self._created += 1
            opened = _OpenTable(f"table-{self._created}", table, seat)
            self._tables[opened.id] = opened
            if len(self._tables) > MOST_TABLES:
                del self._tables[next(iter(self._tables))]
            return opened

    def _find(self, id: str) -> _OpenTable:
        with self._lock:
            found = self._tables.get(id.strip())
            if found is None:
                raise ToolError(_capital(unknown_name("table", id[:60], self._tables)))
            return found

    def _show(self, opened: _OpenTable, show: Callable[[Any], str], read: bool = True) -> CallToolResult:
        known = opened.table.know(opened.seat)
        text = show(known)
        if read:
            opened.table.mark_read(opened.seat)
        shown = SeatShown(
            table=opened.id,
            game=known.game.meta.name,
            seat=known.seat + 1,
            your_move=bool(known.moves),
            over=known.over,
            legal=[move.notation for move in known.moves],
            text=text,
        )
        return _result(f"Table: {opened.id}\n\n{text}", shown)


class GameServer(MCPServer[Any]):
    """An MCP server whose refusals are sentences and nothing else."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool; what the caller got wrong is said in a sentence, without the library's words around it."""
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError):
                wrong = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in cause.errors())
                sentence = f"{name} does not take that: {wrong}."
            else:
                sentence = str(cause or error)
            return CallToolResult(content=[TextContent(type="text", text=sentence)], is_error=True)


def make_server() -> GameServer:
    """The server with its tools, and the rulebooks as resources."""
    server = GameServer(
        "pandarium", title="Pandarium", instructions=INSTRUCTIONS, version=pandarium.__version__, log_level="WARNING"
    )
    tables = McpTables()
    for tool, hints in (
        (tables.games, READS),
        (tables.rules, READS),
        (tables.new_table, PLAYS),
        (tables.look, READS),
        (tables.play, PLAYS),
    ):
        server.add_tool(tool, annotations=hints)
    for name in game_names():
        server.add_resource(
            FunctionResource(
                uri=f"pandarium://rules/{name}",
                name=f"rules-{name}",
                description="The rulebook of this game, every paragraph with the ID of its rule.",
                mime_type="text/markdown",
                fn=partial(_rulebook, name),
            )
        )
    return server


def _rulebook(name: str) -> str:
    """Found when it is read: a server starts faster without the engines, and whatever is wrong with one of them."""
    return rules(find_game(name))


@contextmanager
def _sentences() -> Iterator[None]:
    """What a person could have got wrong is an error of the tool, in a sentence."""
    try:
        yield
    except PandariumError as error:
        raise ToolError(_capital(error_text(error))) from None


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _check_levels(game: Game, bots: str) -> None:
    """Levels of the game alone: which files lie on this machine is not a model's business."""
    if NET in bots:
        raise PandariumError(unknown_name(f"{game.meta.title} bot", bots, all_bots.levels(game)))


def _check_name(name: str) -> str:
    clean = name.strip()
    if not clean or len(clean) > LONGEST_NAME or not clean.isprintable():
        raise PandariumError(f"a name has 1 to {LONGEST_NAME} printable characters, not {name[:60]!r}")
    return clean


def _read_option(game: Game, name: str, value: OptionValue) -> OptionValue:
    """The value that somebody means who writes yes for true."""
    return read_option(game.meta, name, show_option(value))


def _offer(game: Game) -> GameOffered:
    meta = game.meta
    return GameOffered(
        name=meta.name,
        title=meta.title,
        about=meta.tagline,
        fewest_players=meta.seats[0],
        most_players=meta.seats[1],
        together=meta.cooperative,
        bots=all_bots.levels(game),
        options=[
            OptionOffered(
                name=option.name,
                help=option.help,
                choices=[
                    show_option(option.default),
                    *(show_option(choice) for choice in option.choices if choice != option.default),
                ],
            )
            for option in meta.options
        ],
    )


def _describe(game: GameOffered) -> str:
    together = ", all together" if game.together else ""
    lines = [
        f"{game.name}: {game.title}. {game.about}",
        f"  players: {game.fewest_players} to {game.most_players}{together}; bots: {', '.join(game.bots)}",
    ]
    lines += [f"  option {option.name}={'|'.join(option.choices)}: {option.help}" for option in game.options]
    return "\n".join(lines)


def _result(text: str, data: BaseModel) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=data.model_dump())
