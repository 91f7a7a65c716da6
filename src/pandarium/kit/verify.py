"""Whether a match was dealt fairly and played by the rules: a record is replayed and held against what it promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pandarium.core import fair
from pandarium.core.errors import PandariumError
from pandarium.core.match import Match
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.record import Record, outcome_of
from pandarium.core.registry import game as find_game
from pandarium.kit.tournament import TournamentRules, tournament_message


class Finding(NamedTuple):
    """One check and its result: passed (True), failed (False), or there was nothing to check (None)."""

    holds: bool | None
    message: Message

    @property
    def text(self) -> str:
        """What was found, in English."""
        return str(self.message)


def check(record: Record, noted: str | None = None) -> Iterator[Finding]:
    """Look at everything a record promises, in order, up to the first thing that fails.

    `noted` is the hash, or the start of it, that somebody wrote down before the deal.
    """
    chance = True
    for finding in check_chance(record, noted):
        yield finding
        chance = chance and finding.holds is not False
    if not chance:
        return
    try:
        match = Match(record.blank())
    except PandariumError as error:
        yield _found(False, "no_deal", error=error.message)
        return
    if record.position is not None:
        yield _found(None, "begins_within")
    else:
        yield _found(True, "deal_from_secret" if record.secret else "deal_from_seed")
    for number, entry in enumerate(record.moves, 1):
        try:
            match.enter(entry)
        except PandariumError as error:
            where: dict[str, int | str | Message] = {"number": number, "move": repr(entry.move), "seat": entry.seat}
            yield Finding(False, Message("kit.verify.bad_entry", {**where, "error": Message.text(str(error))}))
            return
    if record.moves:
        word = "entries" if not record.secret else "entries_steady" if record.steady else "entries_salted"
        yield _found(True, word, entries=len(record.moves))
    yield check_outcome(record, match)


def check_chance(record: Record, noted: str | None) -> Iterator[Finding]:
    """Where the dice and cards come from, and whether that was fixed before the deal."""
    if record.secret is None:
        if record.commitment is not None:
            yield _found(False, "secret_not_shown")
        elif record.seed is None:
            yield _found(False, "no_chance")
        elif noted is not None:
            yield _found(False, "seed_alone")
        else:
            yield _found(None, "dealt_from_seed", seed=str(record.seed))
        return
    made = fair.commitment(bytes.fromhex(record.secret))
    if record.commitment is None:
        yield _found(None, "no_commitment", hash=made)
    elif record.commitment != made:
        yield _found(False, "another_commitment", hash=made, shown=record.commitment)
        return
    else:
        yield _found(True, "commitment", hash=made)
    if noted is not None:
        same = made.startswith(noted)
        yield _found(same, "noted" if same else "not_noted", noted=noted)


def check_outcome(record: Record, match: Match) -> Finding:
    """Whether the written outcome is the one that the moves lead to."""
    reached = outcome_of(match.state)
    if reached is None:
        if record.outcome is None:
            return _found(None, "not_over")
        return _found(False, "another_outcome", led=Message("kit.verify.game_not_over"))
    led = outcome_message(reached, record)
    if record.outcome is None:
        return _found(None, "no_outcome", led=led)
    if record.outcome != reached:
        return _found(False, "another_outcome", led=led)
    return _found(True, "outcome", led=led)


def outcome_message(outcome: Outcome, record: Record) -> Message:
    """Who won, with all scores."""
    names = record.players if len(record.players) == record.seats else [f"seat {s}" for s in range(record.seats)]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, outcome.scores, strict=False))
    rules = find_game(record.game).capability(TournamentRules)
    if rules is not None and rules.is_deal(record.options):
        return tournament_message(record.game, "deal_is_over", scores=scores)
    if not outcome.winners:
        return Message("kit.verify.nobody_won", {"scores": scores})
    won: Message | str = names[outcome.winners[0]]
    for seat in outcome.winners[1:]:
        won = Message("kit.verify.and", {"names": won, "name": names[seat]})
    word = "kit.verify.several_won" if len(outcome.winners) > 1 else "kit.verify.won"
    return Message(word, {"names": won, "scores": scores})


def _found(holds: bool | None, word: str, **params: int | str | Message) -> Finding:
    return Finding(holds, Message(f"kit.verify.{word}", params))
