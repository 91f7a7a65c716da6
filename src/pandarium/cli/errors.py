"""Turns every error into one line: what is wrong, and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import typer

from pandarium.cli import BAD_INPUT, FAILED, UNWRITABLE
from pandarium.core.errors import NotSaved, OutputGone, PandariumError

LONGEST_LINE = 1000


def explain(error: Exception, words: Sequence[str]) -> tuple[str, int]:
    """The line for stderr, and the exit code."""
    if isinstance(error, PandariumError):
        from pandarium.tui.messages import error_text

        code = FAILED if isinstance(error, NotSaved | OutputGone) else BAD_INPUT
        return one_line(f"pandarium: {error_text(error)}"), code
    if isinstance(error, OSError) and error.filename is None and error.errno in UNWRITABLE:
        return f"pandarium: the output cannot be written: {(error.strerror or 'no access').lower()}", FAILED
    if isinstance(error, typer.TyperException):
        line = usage(error, words)
        return one_line(line if line.startswith("pandarium") else f"pandarium: {line}"), BAD_INPUT
    if isinstance(error, typer.Abort):
        return "pandarium: stopped", FAILED
    kind = type(error).__name__
    what = f"{kind}: {error}" if str(error) else kind
    return one_line(f"pandarium: something went wrong inside ({what}); PANDARIUM_DEBUG=1 shows where"), FAILED


def one_line(text: str) -> str:
    """The text without line breaks and control characters, cut where nobody would read on.

    >>> one_line("a\\nb \\x1b[31mc")
    'a b \\\\x1b[31mc'
    """
    flat = " ".join(text.split())
    clean = "".join(char if char.isprintable() else repr(char)[1:-1] for char in flat)
    return clean if len(clean) <= LONGEST_LINE else clean[: LONGEST_LINE - 1] + "…"


def usage(error: Any, words: Sequence[str]) -> str:
    """What is wrong with the words on the command line."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else _command(words)
    help_line = f"see {command} --help"
    param = getattr(error, "param", None)
    if hasattr(error, "possibilities"):
        return _unknown_option(error, command, context)
    if hasattr(error, "option_name"):
        if "requires" in error.message:
            return f"{error.option_name} needs a value; {help_line}"
        return f"{error.option_name} takes no value; {help_line}"
    if param is not None and not error.message:
        return f"{command} needs {_shown(param)}{_example(context)}"
    if param is not None:
        return f"{_shown(param)} {error.message.removeprefix('Value error, ')}"
    if error.message.startswith("Got unexpected extra argument"):
        extra = error.message.partition("(")[2].partition(")")[2].strip(" ()")
        return f"{command} has no use for {extra!r}{_example(context)}"
    return f"{error.message.rstrip('.')}; {help_line}"


def _command(words: Sequence[str]) -> str:
    """The command that was meant, as far as that is known without a parser."""
    names = [word for word in words if not word.startswith("-")]
    return f"pandarium {names[0]}" if names else "pandarium"


def _unknown_option(error: Any, command: str, context: Any) -> str:
    names = [name for param in context.command.get_params(context) for name in param.opts if name.startswith("--")]
    close = get_close_matches(error.option_name, names, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    return f"{command} has no option {error.option_name}{hint}; choose from: {', '.join(names)}"


def _shown(param: Any) -> str:
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper())
    return str(max(param.opts, key=len))


def _example(context: Any) -> str:
    epilog = context.command.epilog if context is not None else None
    found = (epilog or "").partition("Example: ")[2].splitlines()
    return f"; for example: {found[0]}" if found else ""
