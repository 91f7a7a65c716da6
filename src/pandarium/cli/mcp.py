"""The command `mcp`."""

from __future__ import annotations

from pandarium.core.errors import PandariumError


def mcp() -> None:
    """Let a language model play: an MCP server on stdin and stdout.

    You do not start this yourself: name it in the configuration of a program that speaks the Model Context Protocol
    (docs/language-models.md).
    """
    try:
        from pandarium.learn.mcp_server import make_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise PandariumError("language models play by the library mcp: pip install 'pandarium[mcp]'") from None
    make_server().run("stdio")
