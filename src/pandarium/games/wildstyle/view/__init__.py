"""What a viewer gets to see of Wildstyle: the table, and what happened at it."""

from pandarium.games.wildstyle.view.events import redact
from pandarium.games.wildstyle.view.table import WildView, view

__all__ = ["WildView", "redact", "view"]
