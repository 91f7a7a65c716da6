"""What the rules and the server say to people, in the reader's language (PANDARIUM_LANGUAGE).

Refusals, outcomes, hints, why a table waits, how a tournament stands: all else in the terminal is English.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from pandarium.core import message as messages
from pandarium.core.errors import PandariumError
from pandarium.core.message import ENGLISH, Message
from pandarium.core.outcome import Outcome

VARIABLE: Final = "PANDARIUM_LANGUAGE"


def languages() -> list[str]:
    """The languages that core has sentences in; a game may have fewer, and is English there.

    >>> languages()
    ['de', 'en']
    """
    return sorted(file.stem for file in (Path(messages.__file__).parent / "words").glob("*.json"))


def language() -> str:
    """The language that was asked for, as in "de" or "de_AT"; English otherwise."""
    wanted = os.environ.get(VARIABLE, "").strip().lower().replace("-", "_").partition("_")[0]
    return wanted or ENGLISH


def render(message: Message) -> str:
    """A message as a sentence."""
    return message.render(language())


def said(message: Message | None, english: str) -> str:
    """The same where it may be older than catalogues, and plain English."""
    return english if message is None else render(message)


def error_text(error: BaseException) -> str:
    """What is wrong, with the rule that says so."""
    if not isinstance(error, PandariumError):
        return str(error)
    rule: str = getattr(error, "rule", "")
    return f"{render(error.message)} ({rule})" if rule else render(error.message)


def outcome_reason(outcome: Outcome) -> str:
    """Why the game ended so, with the rule that says so."""
    if outcome.message is None:  # from a record, which keeps the English sentence alone
        return outcome.reason
    rule = outcome.reason.removeprefix(str(outcome.message))
    return f"{render(outcome.message)}{rule}"
