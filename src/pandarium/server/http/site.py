"""What every request needs at hand, in one place."""

from __future__ import annotations

from typing import Final, NamedTuple

from pandarium.server.http.web_client import Client
from pandarium.server.ops.limits import RATES, Rate
from pandarium.server.ops.metrics import Metrics
from pandarium.server.people.identity import Identity, Passwords
from pandarium.server.settings import Settings
from pandarium.server.store import Store
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import too_many
from pandarium.server.tournaments.registry import TournamentRegistry

SITE: Final = "site"
"""Under this name the site lies in the application's state."""


class Turnstile:
    """The rates that visitors are held to, each with its buckets."""

    def __init__(self, scale: float) -> None:
        self._buckets = {rate: rate.buckets(scale) for rate in RATES}

    def take(self, rate: Rate, key: str) -> None:
        """Count one; raises Refusal when it is one too many."""
        wait = self._buckets[rate].take(key)
        if wait > 0:
            raise too_many(rate.what, wait)


class Site(NamedTuple):
    """The parts of a running server that requests talk to."""

    settings: Settings
    store: Store
    hub: Hub
    tournaments: TournamentRegistry
    identity: Identity
    passwords: Passwords
    turnstile: Turnstile
    metrics: Metrics
    client: Client
