"""What the rules and the server say to people, in the reader's language (see `kit.language`).

Refusals, outcomes, hints, why a table waits, how a tournament stands: all else in the terminal is English.
"""

from __future__ import annotations

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.kit.language import language


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
