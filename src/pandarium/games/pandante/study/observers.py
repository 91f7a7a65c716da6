"""Who watches games of Pandánte for the study, and what each writes down."""

from __future__ import annotations

from typing import Any

from pandarium.core.outcome import Outcome
from pandarium.core.state import State
from pandarium.games.pandante.content import Content
from pandarium.games.pandante.engine import events, judging
from pandarium.games.pandante.engine.abilities import ABILITY_NAMES
from pandarium.games.pandante.engine.claims import CLAIM_NAMES
from pandarium.games.pandante.engine.hands import LIE
from pandarium.games.pandante.engine.state import NOBODY
from pandarium.kit.study import Observer, Row, win_share

NO_CASINO = "none"


class Gambit:
    """What is written down while a gambit is played."""

    def __init__(self, dealer: int, casino: int, seats: int) -> None:
        self.dealer = dealer
        self.casino = casino
        self.gold = [0] * seats
        """What everyone won and paid, without the Gold Fairy."""
        self.claims = [NOBODY] * seats
        self.lies = [False] * seats
        self.folded = [False] * seats
        self.hot: dict[int, bool] = {}
        """Who was in the hotseat, and whether a challenge counted."""
        self.abilities: list[list[int]] = [[] for _ in range(seats)]
        self.pot = 0
        self.winners: set[int] = set()
        self.fairy = 0
        """How many sit out (PD-31)."""


class Gambits(Observer):
    """Follows every gambit of a game by its events; what each question wants of them is in `rows`."""

    events = True

    def deal(self, state: Any, events: list[Any]) -> None:
        """The first ante."""
        self.played: list[Gambit] = []
        self.content: Content = state.variant.parsed
        self.read(events)

    def before(self, state: Any, seat: int, move: int) -> None:
        """Who claims what, and whether it is true: cards and claims change until the last moment."""
        if not self.played:
            return
        now = self.played[-1]
        for other in range(len(self.bots)):
            claim = int(state.claim(other))
            if claim != NOBODY and not now.folded[other]:
                now.claims[other] = claim
                now.lies[other] = int(judging.judge_hand(state, other)) == LIE

    def after(self, state: Any, seat: int, move: int, events: list[Any]) -> None:
        """What came of it."""
        self.read(events)

    def read(self, happened: list[Any]) -> None:
        """Put events down to the gambit in which they happened."""
        for kind, *rest in happened:
            if kind == events.GAMBIT:
                self.played.append(Gambit(rest[1], rest[2], len(self.bots)))
            elif self.played:
                self.note(self.played[-1], kind, rest)

    def note(self, now: Gambit, kind: int, rest: list[Any]) -> None:
        """One event."""
        if kind == events.GOLD:
            amount, source, target, _ = rest
            if events.FAIRY not in (source, target):
                _move(now, amount, source, target)
        elif kind == events.FOLDED:
            now.folded[rest[0]] = True
        elif kind == events.ANNOUNCED:
            now.abilities[rest[0]].append(rest[1])
        elif kind == events.CHALLENGED:
            now.hot[rest[0]] = rest[2] != NOBODY
        elif kind == events.POT:
            now.winners = {seat for seat in range(len(self.bots)) if rest[0] >> seat & 1}
        elif kind == events.SITS_OUT:
            now.fairy += 1

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """All gambits, as the question wants them."""
        return [row for gambit in self.played for row in self.rows(gambit)]

    def rows(self, gambit: Gambit) -> list[Row]:
        """What there is to write down about a gambit."""
        raise NotImplementedError


def _move(now: Gambit, amount: int, source: int, target: int) -> None:
    seats = len(now.gold)
    if source < seats:
        now.gold[source] -= amount
    if target < seats:
        now.gold[target] += amount
    if target == events.POT_PLACE:
        now.pot += amount


class Claims(Gambits):
    """Everybody who claimed something, and what came of it."""

    def rows(self, gambit: Gambit) -> list[Row]:
        """A row for every player who has not folded."""
        return [
            {
                "bot": self.bots[seat],
                "claim": CLAIM_NAMES[claim],
                "truth": "a lie" if gambit.lies[seat] else "true",
                "lie": float(gambit.lies[seat]),
                "won": float(seat in gambit.winners) / max(1, len(gambit.winners)),
                "hot": float(seat in gambit.hot),
                "challenged": float(gambit.hot.get(seat, False)),
                "gold": gambit.gold[seat],
            }
            for seat, claim in enumerate(gambit.claims)
            if claim != NOBODY and (not gambit.folded[seat] or seat in gambit.hot)
        ]


class Hotseats(Claims):
    """Only those who sat in the hotseat."""

    def rows(self, gambit: Gambit) -> list[Row]:
        """A row for every hotseat."""
        return [row for row in super().rows(gambit) if row["hot"]]


class Abilities(Gambits):
    """What those came to who used an ability, compared with those who used none."""

    def rows(self, gambit: Gambit) -> list[Row]:
        """A row for every ability that was announced, and one for everyone who announced none but stayed in."""
        found: list[Row] = []
        for seat, used in enumerate(gambit.abilities):
            names = {ABILITY_NAMES[ability] for ability in used}
            if not names and gambit.claims[seat] != NOBODY and not gambit.folded[seat]:
                names = {"none"}
            found += [{"ability": name, "gold": gambit.gold[seat]} for name in sorted(names)]
        return found


class Casinos(Gambits):
    """What a gambit is like in each casino."""

    def rows(self, gambit: Gambit) -> list[Row]:
        """One row a gambit."""
        told = [gambit.lies[seat] for seat in gambit.hot]
        return [
            {
                "casino": self.content.casinos[gambit.casino].name if gambit.casino else NO_CASINO,
                "pot": gambit.pot,
                "swing": max(gambit.gold) - min(gambit.gold),
                "lied": sum(told) / len(told) if told else 0.0,
                "showdown": float(bool(gambit.hot)),
                "rolled": float(not gambit.winners),
            }
        ]


class Places(Gambits):
    """What it is worth to act early or late in a gambit (PD-S3)."""

    def rows(self, gambit: Gambit) -> list[Row]:
        """A row a seat; 1 sits left of the dealer, the last one deals."""
        seats = len(gambit.gold)
        return [
            {
                "place": (seat - gambit.dealer - 1) % seats + 1,
                "gold": gold,
                "won": float(seat in gambit.winners) / max(1, len(gambit.winners)),
            }
            for seat, gold in enumerate(gambit.gold)
        ]


class Evenings(Gambits):
    """How long a game lasts, and what it is like."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """One row a game."""
        hotseats = [gambit for gambit in self.played for _ in gambit.hot]
        challenged = sum(sum(gambit.hot.values()) for gambit in self.played)
        return [
            {
                "gambits": len(self.played),
                "hotseats": len(hotseats),
                "challenges": challenged,
                "fairy": sum(gambit.fairy for gambit in self.played),
            }
        ]


class Seats(Observer):
    """Whether who sits where wins more than a fair share."""

    def deal(self, state: Any, events: list[Any]) -> None:
        """Who deals first, by lot (PD-S3)."""
        self.dealer = int(state.dealer)

    def end(self, state: State, outcome: Outcome) -> list[Row]:
        """A row a seat, counted from the first dealer's left."""
        seats = len(self.bots)
        return [
            {
                "place": (seat - self.dealer - 1) % seats + 1,
                "edge": 100 * (win_share(outcome, seat) - 1 / seats),
            }
            for seat in range(seats)
        ]


class Champions(Observer):
    """Whether a champion wins more than a fair share."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row a seat."""
        seats = len(self.bots)
        return [
            {
                "champion": state.variant.parsed.champions[colour].name,
                "edge": 100 * (win_share(outcome, seat) - 1 / seats),
                "gold": outcome.scores[seat],
            }
            for seat in range(seats)
            if (colour := int(state.colour(seat))) >= 0
        ]


class SeatResults(Observer):
    """Who won."""

    def end(self, state: State, outcome: Outcome) -> list[Row]:
        """A row a seat."""
        return [
            {"bot": bot, "score": outcome.scores[seat], "won": win_share(outcome, seat)}
            for seat, bot in enumerate(self.bots)
        ]
