"""What can be asked of every game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pandarium.bots import levels, thinks
from pandarium.core.game import Game
from pandarium.kit.study import Bars, Histogram, Length, Question, Results, StudyTable, mean, rate, share
from pandarium.kit.study.decisions import Decisions
from pandarium.kit.study.standard import luck_and_skill, real_decisions, skill_trace
from pandarium.sim.strength import table_sizes

EFFORTS = (25, 50, 100, 200)
"""How much bots that search think, where it is asked what thinking twice as long brings."""
SLOW = 0.25
"""The part of the games that bots play which think."""


def general_questions(game: Game) -> list[Question]:
    """How long, who wins from where, whether skill pays, how it ends, what is scored, how much of it is luck."""
    ladder = levels(game)
    usual, part = (ladder[-2], 1.0) if len(ladder) > 2 else (ladder[-1], SLOW)
    equals = [StudyTable(seats, usual, part=part) for seats in table_sizes(game)]
    low, high = game.meta.seats
    seats = min(max(low, 2), high)
    if game.meta.cooperative or seats < 2:  # then it is the whole table that plays better or worse
        ranks: list[str | tuple[str, str]] = list(ladder)
    else:
        ranks = [(stronger, weaker) for weaker, stronger in pairwise(ladder)]
    matchups = [StudyTable(seats, bots, part=SLOW if ladder[-1] in (bots, bots[0]) else 1.0) for bots in ranks]
    more: dict[str, Any] = {"order": {"bot": ladder}}
    asked = [
        Question(
            "length",
            "How long does a game last?",
            equals,
            Length,
            [mean("moves", by="seats", words="moves in a game"), mean("turns", by="seats", words="turns in a game")],
            [Histogram("moves", by="seats")],
            "A turn is what one player does until another acts.",
        ),
        Question(
            "seats",
            "Does it matter where one sits?",
            equals,
            Results,
            [rate("won", by="seats seat", words="games won", compare="seat")],
            [Bars()],
            "All seats have the same bot. A victory shared by k counts 1/k.",
        ),
        Question(
            "levels",
            "Does playing better pay?",
            matchups,
            Results,
            [rate("won", by="table bot", words="games won"), mean("score", by="table bot", words="score")],
            [Bars()],
            "Every level against the one below it, and the table is turned after every game; where all play together,"
            " every level by itself.",
            **more,
        ),
        Question(
            "endings",
            "How do games end?",
            equals,
            Length,
            [share("reason", by="seats", words="games end so")],
            [Bars()],
        ),
        Question(
            "scores",
            "What do players score?",
            equals,
            Results,
            [mean("score", by="seats", words="score")],
            [Histogram("score", by="seats")],
        ),
    ]
    asked.append(luck_and_skill(ladder, usual, seats=seats, together=game.meta.cooperative, part=SLOW))
    if thinks(game, ladder[-1]):
        asked.append(
            skill_trace(ladder[-1], EFFORTS, seats=seats, together=game.meta.cooperative or seats < 2, part=SLOW)
        )
    asked.append(real_decisions([equals[0]._replace(part=SLOW)], Decisions))
    return [
        question for question in asked if question.tables and not (game.meta.cooperative and question.name == "seats")
    ]
