"""What each viewer may see of Pilfering Pandas: the table, and what happens at it."""

from pandarium.games.pilfering.view.events import redact
from pandarium.games.pilfering.view.table import PilferingView, view

__all__ = ["PilferingView", "redact", "view"]
