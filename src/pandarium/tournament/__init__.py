"""Tournaments: many tables, one clock, one winner. Pure: no store, no socket, no clock but the times in its log.

A tournament is the fold of an append-only log (`state`), as a table is of its own. What is to happen next is decided
from it alone (`director`), so that anybody who has read the log comes to the same decision.
"""

from pandarium.tournament.plan import Plan
from pandarium.tournament.state import Board, Player, TournamentState, Unsound

__all__ = ["Board", "Plan", "Player", "TournamentState", "Unsound"]
