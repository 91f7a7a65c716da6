"""Tournaments: many tables, one clock, one winner. Pure: no store, no socket, no clock but the times in its log.

A tournament is the fold of an append-only log (`field`), as a table is of its own. What is to happen next is decided
from it alone (`director`), so that anybody who has read the log comes to the same decision.
"""

from pandarium.tournament.field import Board, Field, Player, Unsound
from pandarium.tournament.plan import Plan

__all__ = ["Board", "Field", "Plan", "Player", "Unsound"]
