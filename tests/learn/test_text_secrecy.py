"""No text tells a seat what it may not know: in positions that it cannot tell apart, every text is the same."""

from __future__ import annotations

import copy
from collections.abc import Iterator

import pytest

from pandarium import Rng
from pandarium.core.match import Match
from pandarium.core.meta import OptionValue
from pandarium.core.registry import game as find_game
from pandarium.core.registry import names
from pandarium.learn.text import TextSeat, news
from pandarium.learn.text_table import TextTable

TWINS = 2
LOOKS = 5
"""At how many positions of a game."""
EVERY = 10**6
TRIES = 4

TABLES: list[tuple[str, int, dict[str, OptionValue]]] = [
    *((name, min(3, find_game(name).meta.seats[1]), {}) for name in names()),
    ("pandante", 4, {}),
    ("pandante", 3, {"casinos": True, "champions": True, "diamonds": True}),
    ("pilfering", 1, {}),
    ("pilfering", 3, {"foiled_plans": True}),
    ("wildstyle", 3, {"pace": "real time"}),
]


def begin(game: str, seats: int, options: dict[str, OptionValue], seed: int) -> TextTable:
    return TextTable.begin(game, seats, {seat: f"P{seat + 1}" for seat in range(seats)}, options=options, seed=seed)


def fork(table: TextTable) -> TextTable:
    """The same table again, to try moves on."""
    forked = copy.copy(table)
    forked._match = table._match.fork()
    forked._log = {seat: list(log) for seat, log in table._log.items()}
    forked._read = dict(table._read)
    forked._silent = set(table._silent)
    return forked


def twin(table: TextTable, seat: int, number: int) -> TextTable:
    """A table that looks the same from this seat, with everything drawn anew that it cannot know."""
    other = fork(table)
    match = other._match
    match.state = match.state.resample(seat, Rng(number))
    if match.phase is not None:
        match.phase = match.phase._replace(state=match.phase.state.resample(seat, Rng(number)))
    return other


def positions(game: str, seats: int, options: dict[str, OptionValue], most: int) -> Iterator[TextTable]:
    """Of a random game so many positions, from the first to the last."""
    rng = Rng(5)
    table = begin(game, seats, options, seed=3)
    passed = [fork(table)]
    while table.outcome is None:
        seat = table.to_act()[rng.below(len(table.to_act()))]
        legal = table._match.state.legal(seat)
        table.play(seat, table._match.game.say(legal[rng.below(len(legal))]))
        passed.append(fork(table))
    yield from passed[:: max(1, len(passed) // most)]
    yield table


def texts(table: TextTable, seat: int, attempts: list[str]) -> dict[str, str]:
    """Everything that can be read at this seat, also as an answer to moves that it cannot make."""
    at = TextSeat(fork(table), seat)
    read = {"look": at.look(), "rules": at.rules(), "log": at.look("log")}
    for answer in attempts:
        read[f"the answer to {answer!r}"] = TextSeat(fork(table), seat).play(answer)
    return read


def quiet(table: TextTable, mover: int, move: int) -> TextTable | None:
    """The table after a move that reveals nothing; None: this one does, or cannot be made."""
    after = fork(table)
    if move not in after._match.state.legal(mover):
        return None
    sealed = after._match.state.sealed
    after._move(mover, move)
    return after if after._match.state.sealed == sealed else None


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_texts_are_the_same_in_positions_that_a_seat_cannot_tell_apart(
    game: str, seats: int, options: dict[str, OptionValue]
) -> None:
    say = find_game(game).say
    hidden = 0
    for table in positions(game, seats, options, LOOKS):
        for seat in range(seats):
            mine = table._match.state_for(seat).legal(seat)
            for number in range(TWINS):
                other = twin(table, seat, number)
                hidden += other._match.state.dump() != table._match.state.dump()
                moves = [
                    move
                    for state in (table._match.state, other._match.state)
                    for one in range(seats)
                    for move in state.legal(one)[:TRIES]
                ]
                attempts = [say(move) for move in dict.fromkeys(moves) if move not in mine]
                attempts += ["nonsense", "0", "999", ""]
                assert texts(table, seat, attempts) == texts(other, seat, attempts)
    assert hidden


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_moves_that_reveal_nothing_are_told_alike(game: str, seats: int, options: dict[str, OptionValue]) -> None:
    """One's own and the others': what is read of them does not depend on what cannot be known."""
    compared = 0
    for table in positions(game, seats, options, LOOKS):
        for seat in range(seats):
            other = twin(table, seat, 1)
            for mover in table._match.state.actors():
                for move in table._match.state.legal(mover)[:TRIES]:
                    one, two = quiet(table, mover, move), quiet(other, mover, move)
                    if one is not None and two is not None:
                        compared += 1
                        assert news(one, seat) == news(two, seat)
    assert compared or options.get("pace") == "real time" or game == "leduc"


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_what_happened_is_told_through_redact_alone(game: str, seats: int, options: dict[str, OptionValue]) -> None:
    """The log of every seat is what the same match tells it when it is played again, event by event."""
    *_, table = positions(game, seats, options, 1)
    record = table.record
    for seat in range(seats):
        match = Match(record.blank())
        told = [*match.opening]
        for entry in record.moves:
            phase = match.phase
            events = match.follow(entry)
            chosen_in_secret = phase is not None and phase.secret and match.phase is phase
            if entry.seat == seat or not chosen_in_secret:
                told += events
        redacted = [match.game.redact(event, seat) for event in told]
        sentences = [match.game.sentence(event, table.names) for event in redacted if event is not None]
        assert table._log[seat] == [sentence for sentence in sentences if sentence]


def test_nobody_reads_who_has_chosen_or_what() -> None:
    """Where several choose at once, the page of one who has yet to choose does not change when another has chosen."""
    compared = 0
    for game, seats, options in TABLES:
        for table in positions(game, seats, options, EVERY):
            if not (choosers := secret_choosers(table)):
                continue
            chooser, *others = choosers
            before = {seat: news(fork(table), seat) for seat in others}
            for move in table._match.state.legal(chooser)[:TRIES]:
                after = fork(table)
                after._move(chooser, move)
                if after._match.phase is not table._match.phase:
                    continue
                compared += 1
                assert {seat: news(fork(after), seat) for seat in others} == before
    assert compared


def test_even_a_game_that_tells_all_is_not_heard_of_a_choice_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a choice reaches nobody else before all have chosen does not depend on the game's `redact`."""
    table = next(table for table in positions("pandante", 4, {}, EVERY) if secret_choosers(table))
    chooser, *others = secret_choosers(table)
    monkeypatch.setattr(table._match.game, "redact", lambda event, viewer: event)
    monkeypatch.setattr(table._match.game, "sentence", lambda event, names: f"{event}")
    before = {seat: list(table._log[seat]) for seat in others}
    own = len(table._log[chooser])
    table.play(chooser, "1")
    assert {seat: table._log[seat] for seat in others} == before
    assert len(table._log[chooser]) > own


def secret_choosers(table: TextTable) -> list[int]:
    """Who chooses at once in secret, where nobody has yet."""
    phase = table._match.phase
    fresh = phase is not None and phase.secret and phase.first == len(table._match.move_stack)
    return sorted(phase.choosers) if phase is not None and fresh else []


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that showed another seat's view would not be the same."""
    table = next(positions("leduc", 2, {}, 1))
    know = TextTable.know
    monkeypatch.setattr(TextTable, "know", lambda self, seat: know(self, seat)._replace(view=self._match.state.view(1)))
    assert any(texts(table, 0, []) != texts(twin(table, 0, number), 0, []) for number in range(20))
