"""What a viewer gets to see of Pandánte: the table, and what happened at it."""

from pandarium.games.pandante.view.events import redact
from pandarium.games.pandante.view.table import PandanteView, view

__all__ = ["PandanteView", "redact", "view"]
