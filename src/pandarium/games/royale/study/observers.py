"""Who watches games of Panda Royale for the study, and what each writes down."""

from __future__ import annotations

from typing import Any

from pandarium.core.outcome import Outcome
from pandarium.core.state import State
from pandarium.games.royale.bots.expected_score import Hand, Odds
from pandarium.games.royale.engine.dice import CLEAR_D6, CODES, PINK, TRADED_D6, YELLOW_D6
from pandarium.games.royale.engine.moves import TAKE, TRADE, die_of, kind_of, other_of
from pandarium.games.royale.engine.scoring import colour_score, line_total
from pandarium.games.royale.engine.state import ROUNDS
from pandarium.kit.study import Observer, Row, win_share

CLOSE = 10
"""Points: a game won by no more than this was close."""


class Slot:
    """A place in a player's team: filled in the draft, changed by trades (PR-10, PR-11)."""

    def __init__(self, die: int, drafted: int, place: int, gain: float) -> None:
        self.die = die
        """What lies there now."""
        self.drafted = die
        self.round = drafted
        self.place = place
        """As which player it was picked, from 1."""
        self.gain = gain
        """What it promised for the next roll."""
        self.points = 0.0
        """What all rolls since would have lacked without it, on average."""


class Picks(Observer):
    """Every die that was drafted, and what became of it."""

    def deal(self, state: Any, events: list[Any]) -> None:
        """Everyone begins with a yellow d6 (PR-S1)."""
        self.odds = Odds(state.fixed.dice)
        self.teams = [[Slot(YELLOW_D6, 0, 0, 0.0)] for _ in self.bots]
        self.round = state.round

    def before(self, state: Any, seat: int, move: int) -> None:
        """A pick fills a slot, a trade changes what lies in two."""
        die = die_of(move)
        if kind_of(move) == TAKE:
            gain = int(Hand(self.odds, state.hands[seat]).gain(die)) / int(self.odds.scale)
            place = (seat - state.panda) % len(self.bots) + 1
            self.teams[seat].append(Slot(die, state.round, place, gain))
        elif kind_of(move) == TRADE:
            taken = CLEAR_D6 if die == TRADED_D6 else die
            theirs = next(slot for slot in self.teams[other_of(move)] if slot.die == taken)
            mine = next(slot for slot in self.teams[seat] if slot.die == CLEAR_D6)
            theirs.die, mine.die = mine.die, theirs.die

    def after(self, state: Any, seat: int, move: int, events: list[Any]) -> None:
        """After a roll, what each die was worth in its team."""
        if state.round == self.round:
            return
        self.round = state.round
        for team, rolled in zip(self.teams, state.rolled, strict=True):
            hand = Hand(self.odds, rolled)
            for slot in team:
                slot.points += int(hand.loss(slot.die)) / int(self.odds.scale)

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row for every pick."""
        return [
            {
                "die": CODES[slot.drafted],
                "round": slot.round,
                "place": slot.place,
                "gain": slot.gain,
                "points": slot.points,
                "per_roll": slot.points / (ROUNDS - slot.round),
                "won": win_share(outcome, seat),
            }
            for seat, team in enumerate(self.teams)
            for slot in team[1:]
        ]


class Token(Observer):
    """Who had the Panda token first, which only luck decides, and what the others did behind them."""

    def deal(self, state: Any, events: list[Any]) -> None:
        """Round 1 has been rolled."""
        self.first = int(state.panda)

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row a seat, from the holder clockwise; the first roll, which won the token, is left out of `later`."""
        seats = len(self.bots)
        later = [int(state.totals[seat] - line_total(state.sheet[seat])) for seat in range(seats)]
        best = max(later)
        return [
            {
                "place": (seat - self.first) % seats + 1,
                "later": later[seat],
                "ahead": (later[seat] == best) / later.count(best),
            }
            for seat in range(seats)
        ]


class Seats(Observer):
    """Whether a seat wins more than its share."""

    def end(self, state: State, outcome: Outcome) -> list[Row]:
        """A row a seat."""
        fair = 1 / len(self.bots)
        return [{"seat": seat + 1, "edge": 100 * (win_share(outcome, seat) - fair)} for seat in range(len(self.bots))]


class SeatResults(Observer):
    """What everyone did and what came of it."""

    def deal(self, state: State, events: list[Any]) -> None:
        """Nothing has been decided yet."""
        self.decisions = [0] * len(self.bots)
        self.trades = [0] * len(self.bots)

    def before(self, state: State, seat: int, move: int) -> None:
        """Count."""
        self.decisions[seat] += 1
        self.trades[seat] += kind_of(move) == TRADE

    def end(self, state: State, outcome: Outcome) -> list[Row]:
        """A row a seat."""
        return [
            {
                "bot": bot,
                "decisions": self.decisions[seat],
                "trades": self.trades[seat],
                "score": outcome.scores[seat],
                "won": win_share(outcome, seat),
            }
            for seat, bot in enumerate(self.bots)
        ]


def without_pity(state: Any) -> list[list[int]]:
    """For every round the totals so far, without what pink dice brought. Greedy looks at no score: it would have
    drafted and traded just the same."""
    totals = [0] * int(state.seats)
    lines = []
    for place, line in enumerate(state.sheet):
        totals[place % len(totals)] += line_total(line) - colour_score(line, PINK)
        if (place + 1) % len(totals) == 0:
            lines.append(list(totals))
    return lines


class Pity(Observer):
    """What pink dice brought to whom."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row a seat; `rank` is where it would have come without any pink die."""
        plain = without_pity(state)[-1]
        return [
            {
                "rank": 1 + sum(other > own for other in plain),
                "pink": outcome.scores[seat] - own,
            }
            for seat, own in enumerate(plain)
        ]


class Rescue(Observer):
    """Whether pink dice decided the game."""

    def end(self, state: Any, outcome: Outcome) -> Row:
        """One row a game."""
        plain = without_pity(state)[-1]
        best = max(plain)
        seats = range(len(plain))
        kept = sum(min(win_share(outcome, seat), (plain[seat] == best) / plain.count(best)) for seat in seats)
        return {
            "changed": 1 - kept,
            "gap": max(outcome.scores) - min(outcome.scores),
            "plain_gap": best - min(plain),
        }


class Lead(Observer):
    """Whether who leads after a round wins in the end."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row for every round, with pity dice and without."""
        seats = len(self.bots)
        plain = without_pity(state)
        full = [[0] * seats]
        for place, line in enumerate(state.sheet):
            if place % seats == 0:
                full.append(list(full[-1]))
            full[-1][place % seats] += line_total(line)
        rows: list[Row] = []
        for pity, totals in (("with pity dice", full[1:]), ("without", plain)):
            rows += [
                {"pity": pity, "round": at + 1, "holds": _holds(totals[at], totals[-1])} for at in range(ROUNDS - 1)
            ]
        return rows


def _holds(now: list[int], final: list[int]) -> float:
    """The part of those who lead now who win in the end."""
    leaders = [seat for seat, total in enumerate(now) if total == max(now)]
    return sum(final[seat] == max(final) for seat in leaders) / len(leaders)


class Margins(Observer):
    """How clearly games are won."""

    def end(self, state: State, outcome: Outcome) -> Row:
        """One row a game."""
        best, second, *_ = sorted(outcome.scores, reverse=True)
        return {"margin": best - second, "close": float(best - second <= CLOSE), "shared": float(best == second)}
