"""The companion for a page that runs the rules itself: text in, text out, as the server's endpoint has it."""

from __future__ import annotations

import msgspec

from pandarium.companion.evening import EveningEntries, fold
from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game


def answer(game: str, told: str) -> str:
    """What follows from entries, both as JSON; `{"refused": …}` for what cannot be.

    >>> answer("royale", '{"names": ["Ann", "Ben"], "entries": ["A roll 3"]}')[:30]
    '{"page":{"ask":{"ask":"roll","'
    >>> answer("royale", '{"names": ["Ann"]}')[:12]
    '{"refused":{'
    """
    try:
        shown = fold(find_game(game), msgspec.json.decode(told, type=EveningEntries))
    except PandariumError as error:
        return _refused(str(error), error.message)
    except msgspec.ValidationError as error:
        return _refused(str(error), Message.text(str(error)))
    return msgspec.json.encode(shown).decode()


def _refused(reason: str, message: Message) -> str:
    refused = {"code": "malformed", "reason": reason, "message": message, "rule": ""}
    return msgspec.json.encode({"refused": refused}).decode()
