"""What a designer asks of Pandánte. `pandarium study pandante` answers; docs/study/pandante.md keeps the answers."""

from pandarium.games.pandante.study.questions import STUDY

__all__ = ["STUDY"]
