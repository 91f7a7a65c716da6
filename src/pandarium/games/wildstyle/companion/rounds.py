"""Three rounds as people tell of them (WS-2, WS-11 to WS-13): who calls what, and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.games.wildstyle.companion.page import AskRound, RoundTimes
from pandarium.games.wildstyle.engine.events import PASSED, ROUND_OVER, STARTED, STOPPED, TRIGGERED
from pandarium.games.wildstyle.engine.rounds import COUNTDOWN_SECONDS
from pandarium.games.wildstyle.engine.state import ROUNDS, WildSetup


class ToldRounds:
    """What was called out so far."""

    def __init__(self, setup: WildSetup, names: Sequence[str]) -> None:
        self._setup = setup
        self._names = names
        self.times: list[RoundTimes] = []
        self.playing = False
        self.over = False
        """No more rounds: three are over, or people go straight to the scoring."""
        self._stopped: list[int] = []
        self._done: list[int] = []
        self._piles_empty = False

    def go(self, time: int | None) -> list[Any]:
        """WS-2: the countdown is over."""
        if self.playing:
            raise IllegalMove("WS-2", Message("wildstyle.companion.started"))
        self.playing = True
        self._stopped, self._done, self._piles_empty = [], [], False
        self.times.append(RoundTimes(time, None, None, "", None))
        return [(STARTED, len(self.times))]

    def stop(self, seat: int, time: int | None) -> list[Any]:
        """WS-11: that was their last tag."""
        self._check_plays(seat)
        self._stopped.append(seat)
        log: list[Any] = [(STOPPED, seat)]
        if not self._is_triggered() and len(self._stopped) >= self._setup.seats - 1:  # WS-12
            self._trigger(time, seat, log)
        return self._close(time, log)

    def empty_piles(self, time: int | None) -> list[Any]:
        """WS-12: nothing left to draw."""
        self._check_on()
        if self._piles_empty:
            raise IllegalMove("WS-12", Message("wildstyle.companion.piles_empty"))
        self._piles_empty = True
        log: list[Any] = []
        if not self._is_triggered():
            self._trigger(time, None, log)
        return self._close(time, log)

    def done(self, seat: int, time: int | None) -> list[Any]:
        """WS-13: will not, or cannot, do any more."""
        self._check_plays(seat)
        self._done.append(seat)
        return self._close(time, [(PASSED, seat, True)])

    def close(self, time: int | None) -> list[Any]:
        """WS-13: nobody goes on."""
        self._check_on()
        self.playing = False
        self._change(ended=time)
        self.over = len(self.times) == ROUNDS
        return [(ROUND_OVER, len(self.times))]

    def skip(self) -> list[Any]:
        """Straight to the scoring."""
        self.playing = False
        self.over = True
        return []

    def _close(self, time: int | None, log: list[Any]) -> list[Any]:
        """WS-13: the round is over when everybody has stopped or is done."""
        if len(self._stopped) + len(self._done) == self._setup.seats:
            log += self.close(time)
        return log

    def _trigger(self, time: int | None, who: int | None, log: list[Any]) -> None:
        self._change(triggered=time, by="piles" if who is None else "tags", who=who)
        log.append((TRIGGERED, who is None))

    def _is_triggered(self) -> bool:
        return bool(self.times and self.times[-1].by)

    def _check_on(self) -> None:
        if not self.playing:
            raise IllegalMove("WS-2", Message("wildstyle.refusal.not_started"))

    def _check_plays(self, seat: int) -> None:
        self._check_on()
        if seat in self._stopped or seat in self._done:
            raise IllegalMove("WS-11", Message("wildstyle.companion.stopped", {"name": self._names[seat]}))

    def _change(self, **changes: Any) -> None:
        last = self.times[-1]
        told = {name: changes.get(name, getattr(last, name)) for name in RoundTimes.__struct_fields__}
        self.times[-1] = RoundTimes(**told)

    def ask(self) -> AskRound:
        """What people see while a round is prepared and played."""
        setup = self._setup
        last = self.playing and self._is_triggered()
        return AskRound(
            round=len(self.times) if self.playing else len(self.times) + 1,
            stage="last" if last else "play" if self.playing else "ready",
            stopped=list(self._stopped) if self.playing else [],
            done=list(self._done) if self.playing else [],
            piles_empty=self.playing and self._piles_empty,
            countdown=0 if setup.turns else int(COUNTDOWN_SECONDS),
            grace=0 if setup.turns else int(setup.grace),
            split=int(setup.split_piles),
            draw=int(setup.draw_piles),
            share=int(setup.share_piles),
        )
