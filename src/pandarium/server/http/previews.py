"""What a messenger shows of a link: which game, who invites, who sits, what was agreed.

Only what the link itself opens is told. Whoever guesses the id of a private table gets the page that everybody gets.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final, NamedTuple

from pandarium.core.message import ENGLISH, Message
from pandarium.core.meta import Meta
from pandarium.kit.language import languages
from pandarium.protocol.pace import Pace
from pandarium.server.tables.parts import Agreement
from pandarium.server.tables.table import Table

PICTURE: Final = "/icon-512.png"
_BETWEEN: Final = " · "
_TITLE: Final = re.compile(rb"<title>.*?</title>", re.DOTALL)
_DESCRIPTION: Final = re.compile(rb'<meta name="description"[^>]*>')


class Preview(NamedTuple):
    """A link in two lines."""

    title: str
    description: str


def preview(table: Table, language: str, *, replay: bool = False) -> Preview:
    """What is told of a table to somebody whose link opens it."""
    game = table.game.meta.title if table.game is not None else table.agreement.game
    host = next((seat.name for seat in table.seats if seat.person == table.host), "")
    if replay or table.over:
        title = Message("protocol.preview.replay", {"game": game})
    elif table.status == "running":
        title = Message("protocol.preview.running", {"game": game})
    elif host:
        title = Message("protocol.preview.invites", {"host": host, "game": game})
    else:
        title = Message("protocol.preview.invited", {"game": game})
    parts = [*_who(table), *_agreed(table)]
    return Preview(title.render(language), _BETWEEN.join(part.render(language) for part in parts))


def _who(table: Table) -> list[Message]:
    outcome = table.outcome
    scores = outcome.scores if outcome is not None and not table.cooperative and not table.withheld else ()
    names = [
        f"{seat.name} {scores[number]}" if scores else seat.name for number, seat in enumerate(table.seats) if seat.name
    ]
    parts = [Message("protocol.preview.seated", {"names": ", ".join(names)})] if names else []
    free = sum(seat.free for seat in table.seats)
    if free and table.status == "open":
        parts.append(Message("protocol.preview.free", {"n": free}))
    return parts


def _agreed(table: Table) -> list[Message]:
    agreement = table.agreement
    parts = [pace_of(agreement.pace)] if not table.real_time else []
    if agreement.rated:
        parts.append(Message("protocol.preview.rated"))
    return parts + [Message.text(words) for words in (options_of(agreement, table.game.meta) if table.game else [])]


def pace_of(pace: Pace) -> Message:
    """How much time there is.

    >>> str(pace_of(Pace(kind="days", days=3)))
    '3 days a move'
    """
    if pace.kind == "live":
        return Message("protocol.preview.live", {"minutes": max(1, round(pace.bank / 60)), "seconds": pace.increment})
    if pace.kind == "days":
        return Message("protocol.preview.days", {"n": pace.days})
    return Message("protocol.preview.relaxed")


def options_of(agreement: Agreement, meta: Meta) -> list[str]:
    """What was agreed otherwise than usual, in the game's own words."""
    found: list[str] = []
    for option in meta.options:
        value = agreement.options.get(option.name, option.default)
        if value == option.default:
            continue
        name = option.name.replace("_", " ").capitalize()
        found.append(name if value is True else f"{name}: {option.label(value)}")
    return found


def language_of(accepted: str) -> str:
    """The first language of ours that a request's header asks for.

    >>> language_of("xx-XX,de-CH;q=0.8,en;q=0.7"), language_of("")
    ('de', 'en')
    """
    ours = languages()
    wanted = (word.split(";")[0].strip()[:2].lower() for word in accepted.split(","))
    return next((language for language in wanted if language in ours), ENGLISH)


def with_preview(page: bytes, shown: Preview, url: str, picture: str) -> bytes:
    """The web client's page, with these lines for programs that read its head alone."""
    title, description = escape(shown.title), escape(shown.description)
    tags = {"title": title, "description": description, "url": escape(url), "image": escape(picture)}
    head = "".join(f'<meta property="og:{name}" content="{value}" />' for name, value in tags.items())
    head += '<meta property="og:type" content="website" /><meta property="og:site_name" content="Pandarium" />'
    head += '<meta name="twitter:card" content="summary" /><meta name="robots" content="noindex" />'
    page = _DESCRIPTION.sub(lambda _: f'<meta name="description" content="{description}" />'.encode(), page, count=1)
    return _TITLE.sub(lambda _: f"<title>{title}</title>{head}".encode(), page, count=1)
