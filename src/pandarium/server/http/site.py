"""What every request needs at hand, in one place."""

from __future__ import annotations

from typing import Final, NamedTuple

from pandarium.server.analysis.analyst import Analyst
from pandarium.server.cluster.notices import Noticeboard
from pandarium.server.evenings.folds import FoldLimiter
from pandarium.server.evenings.watch import EveningWatch
from pandarium.server.http.web_client import WebClient
from pandarium.server.notifications.push import Signer
from pandarium.server.notifications.sender import Sender
from pandarium.server.ops.limits import RATES, Rate
from pandarium.server.ops.metrics import Metrics
from pandarium.server.people.devices import DeviceMarks
from pandarium.server.people.identity import Identity, Passwords
from pandarium.server.people.mail import Mailer
from pandarium.server.settings import Settings
from pandarium.server.store import Store
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import too_many
from pandarium.server.tournaments.registry import TournamentRegistry

SITE: Final = "site"
"""Under this name the site lies in the application's state."""


class RateLimits:
    """The rates that visitors are held to, each with its buckets."""

    def __init__(self, scale: float) -> None:
        self._buckets = {rate: rate.buckets(scale) for rate in RATES}

    def take(self, rate: Rate, key: str) -> None:
        """Count one; raises Refusal when it is one too many."""
        wait = self._buckets[rate].take(key)
        if wait > 0:
            raise too_many(rate.what, wait)

    def allows(self, rate: Rate, key: str) -> bool:
        """Count one; whether it is one of those allowed."""
        return self._buckets[rate].take(key) == 0


class Site(NamedTuple):
    """The parts of a running server that requests talk to."""

    settings: Settings
    store: Store
    hub: Hub
    tournaments: TournamentRegistry
    identity: Identity
    passwords: Passwords
    rate_limits: RateLimits
    metrics: Metrics
    client: WebClient
    devices: DeviceMarks
    mailer: Mailer
    notices: Noticeboard
    signer: Signer
    sender: Sender
    analyst: Analyst
    evenings: EveningWatch
    fold_limiter: FoldLimiter
