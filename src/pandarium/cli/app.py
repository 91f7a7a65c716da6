"""The commands of `pandarium`, put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pandarium.cli import (
    admin,
    companion,
    exploit,
    games,
    join,
    ladder,
    mcp,
    new_game,
    play,
    replay,
    rules,
    serve,
    simulate,
    strength,
    study,
    tournament,
    train,
    verify,
    version,
)
from pandarium.core.errors import PandariumError, unknown_name

GROUP_HELP = "Panda games in the terminal: play them, study them, add your own."


class Commands(TyperGroup):
    """The commands, with a suggestion where one does not exist."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-") and not ctx.resilient_parsing:
            raise PandariumError(unknown_name("command", name, self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="pandarium",
    cls=Commands,
    help=GROUP_HELP,
    epilog="Example: pandarium play royale --bots hard",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    """Answer `--version`."""
    if wanted:
        from pandarium import __version__

        typer.echo(f"pandarium {__version__}")
        raise typer.Exit


def set_language(wanted: str | None) -> None:
    """Take `--language`; raises PandariumError for one that we do not have."""
    if wanted is None:
        return
    import os

    from pandarium.kit.language import VARIABLE, languages

    if wanted not in languages():
        raise PandariumError(unknown_name("language", wanted, languages()))
    os.environ[VARIABLE] = wanted


@app.callback()
def begin(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    language: Annotated[
        str | None,
        typer.Option(metavar="CODE", callback=set_language, help="Of rules, refusals, results and hints, as de."),
    ] = None,
) -> None:
    """Take the options that come before a command."""


COMMANDS: tuple[tuple[str, Callable[..., None], str], ...] = (
    ("games", games.games, ""),
    ("rules", rules.rules, "royale PR-7"),
    ("play", play.play, "royale --seats 4 --bots hard --seed 7"),
    ("resume", play.resume, "pandarium-royale.json"),
    ("companion", companion.companion, "royale --names Ann,Ben,Cem --file evening.json"),
    ("replay", replay.replay, "pandarium-royale.json --at 12"),
    ("join", join.join, '"https://play.example/t/ID?invite=TOKEN" --name Ann'),
    ("verify", verify.verify, "pandarium-royale.json"),
    ("simulate", simulate.simulate, "royale --games 1000 --bots greedy,hard"),
    ("study", study.study, "royale --questions dice,trading --out report"),
    ("strength", strength.strength, "royale --games 200 --write strength.md"),
    ("exploit", exploit.exploit, "pandante --bot master"),
    ("train", train.train, "pandante --out my.net"),
    ("ladder", ladder.ladder, "royale --games 200"),
    ("tournament", tournament.tournament, "pandante --bots 1000 --seed 7"),
    ("mcp", mcp.mcp, ""),
    ("new-game", new_game.new_game, 'dash --title "Panda Dash"'),
    ("serve", serve.serve, "--port 9000 --database sqlite:///tables.db"),
    ("version", version.version, ""),
)
"""Name, function, and words for an example."""

app.add_typer(admin.app, name="admin", cls=Commands)

for _name, _function, _example in COMMANDS:
    _kind = serve.GroupedCommand if _name == "serve" else None
    app.command(_name, cls=_kind, epilog=f"Example: pandarium {_name} {_example}".rstrip())(_function)
