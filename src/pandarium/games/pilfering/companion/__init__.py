"""Pilfering Pandas with the real box: people say what they do, the engine moves the markers."""

from pandarium.games.pilfering.companion.evening import PilferingCompanion
from pandarium.games.pilfering.companion.page import PilferingPage

__all__ = ["PilferingCompanion", "PilferingPage"]
