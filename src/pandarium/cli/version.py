"""The command `version`."""

from __future__ import annotations

import typer


def version() -> None:
    """Show the version, and whether the engine is compiled."""
    import platform

    from pandarium import __version__
    from pandarium.buildinfo import describe

    typer.echo(f"pandarium {__version__}\nPython {platform.python_version()}\n{describe()}")
